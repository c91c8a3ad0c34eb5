"""Plugins: the hooks that a plugin may implement, and the registry of what the plugins bring.

A plugin author needs `hookimpl` (and, for a report writer, `ReportWriter`); the command line and the
league's workers call `load`. This package is the only place that knows pluggy; it knows nothing of leagues,
stores or processes.
"""

from arena.plugin.hookspecs import ReportWriter, hookimpl
from arena.plugin.registry import Registry, load
from arena.plugin.sources import plugin_paths

__all__ = ["Registry", "ReportWriter", "hookimpl", "load", "plugin_paths"]
