"""`until = "separated"` in a league file, and a league that ends when its bots are."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.errors import InputError
from arena.league.file import Until, read_league
from arena.plugin import load
from arena.records import Mode
from arena.reports.export import export
from arena.store import Store
from tests.league.runs import heard, league_file, run_whole, started

SEPARATED = 'until = "separated"\nbudget = 200'


def test_a_budget_of_deals(tmp_path):
    spec = read_league(league_file(tmp_path, count=SEPARATED), load())
    assert (spec.until, spec.mode, spec.count) == (Until.SEPARATED, Mode.DEALS, 200)


@pytest.mark.parametrize(
    ("count", "words"),
    [
        ('until = "separated"', "budget: is missing"),
        ("budget = 200", 'budget: belongs to until = "separated"'),
        (f"{SEPARATED}\ndeals = 3", "deals: does not go with until"),
        (f"{SEPARATED}\ngames = 3", "games: does not go with until"),
        ('until = "bored"\nbudget = 3', 'until: must be "separated"'),
    ],
)
def test_mistakes_are_told_in_words(tmp_path, count, words):
    with pytest.raises(InputError, match=words):
        read_league(league_file(tmp_path, count=count), load())


def lines(folder: Path) -> list[str]:
    with Store.read(folder) as store:
        return list(export(store, load().variant))


def test_it_ends_when_they_are_separated_whatever_the_workers_and_interruptions(tmp_path):
    """greedy is far better than random, in the first round."""
    file = league_file(tmp_path, bots="greedy first", count=SEPARATED)
    said = run_whole(file, tmp_path / "two", jobs=2)
    assert "note after 100 deals: all neighbours are separated" in said
    with Store.read(tmp_path / "two") as store:
        assert (store.progress().tables, store.progress().planned) == (200, 200)
    with started(file, tmp_path / "killed", jobs=1) as process:
        heard(process, "stored")
    run_whole(file, tmp_path / "killed", jobs=1)
    assert lines(tmp_path / "killed") == lines(tmp_path / "two")
