"""Fails before it has read anything."""

import no_such_module  # noqa: F401
