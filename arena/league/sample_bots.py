"""The sample bots, registered by the same hook as a stranger's.

They lie beside the package in a checkout (and in an editable install), inside it when it is installed from
a wheel.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import arena
from arena.plugin import hookimpl


@hookimpl
def arena_bots() -> Iterable[Path]:
    """Every folder with a bot.toml among the sample bots."""
    package = Path(arena.__file__).resolve().parent
    for place in (package / "sample_bots", package.parent / "sample_bots"):
        if place.is_dir():
            return sorted(file.parent for file in place.glob("*/bot.toml"))
    return []
