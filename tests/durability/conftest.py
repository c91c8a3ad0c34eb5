"""A league that nobody disturbed, to compare with."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.durability.running import export, finish
from tests.league.runs import league_file


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory) -> tuple[Path, Path, str]:
    """The file of a league of twelve matches, the folder where it was played, and its export."""
    folder = tmp_path_factory.mktemp("undisturbed")
    file = league_file(folder, count="games = 100")
    finish(file, folder / "out")
    return file, folder / "out", export(folder / "out")
