"""A report format of a stranger's is a class of three names and a hook, and is written beside the others."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli.group import arena
from arena.store import Store
from tests.reports.played import fill
from tests.store.made_up import ENTRANTS, LEAGUE

PODIUM = '''
"""A league's first three as a line of plain text."""

from arena.plugin import hookimpl


class Podium:
    name = "podium"
    suffix = ".podium.txt"

    def write(self, report):
        return ", ".join(line["bot"] for line in report["standings"][:3]) + "\\n"


@hookimpl
def arena_report_writers():
    return [Podium()]
'''


@pytest.fixture
def plugin(tmp_path: Path) -> Iterator[Path]:
    file = tmp_path / "podium_of_a_stranger.py"
    file.write_text(PODIUM)
    yield file
    sys.modules.pop(file.stem, None)


def test_a_report_writer_is_a_plugin(tmp_path, plugin):
    folder = tmp_path / "league"
    folder.mkdir()
    with Store.create(folder, LEAGUE, ENTRANTS) as store:
        fill(store)
    done = CliRunner().invoke(arena, ["--plugin", str(plugin), "league", "report", str(folder)])
    assert done.exit_code == 0, done.output
    assert str(folder / "report.podium.txt") in done.output
    assert (folder / "report.html").exists()
    names = (folder / "report.podium.txt").read_text().strip().split(", ")
    assert len(names) == 3 and set(names) < {"ann", "bob", "cat", "dan"}
