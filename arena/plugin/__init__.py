"""Plugins: the hooks that a plugin may implement, and the registry of what the plugins bring.

A plugin author needs `hookimpl` (for a report writer `ReportWriter` as well; for a format `Field`, `Format` and
`Meeting`); the command line and the league's workers call `load`. This package is the only place that knows pluggy; it
knows nothing of leagues, stores or processes.
"""

from arena.plugin.formats import Field, Format, Meeting
from arena.plugin.hookspecs import ReportWriter, hookimpl
from arena.plugin.registry import Registry, load
from arena.plugin.sources import plugin_paths

__all__ = ["Field", "Format", "Meeting", "Registry", "ReportWriter", "hookimpl", "load", "plugin_paths"]
