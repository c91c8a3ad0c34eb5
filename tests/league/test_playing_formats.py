"""Leagues in other formats than round robin, with real bots: played, interrupted, enlarged, and always the same."""

from __future__ import annotations

import json
import os
import signal
from collections import defaultdict
from pathlib import Path

import pytest

from arena.errors import InputError, PluginError
from arena.plugin import load
from arena.reports.export import export as export_lines
from arena.store import Store, course
from tests.league.runs import heard, league_file, run_whole, started
from tests.league.told import main

BOTS = "random bare random bare random"


def swiss(rounds: int, more: str = "", deals: int = 6) -> str:
    return f"deals = {deals}\nformat = ['swiss'{more}]\n[league.swiss]\nrounds = {rounds}"


def export(folder: Path) -> list[str]:
    with Store.read(folder) as store:
        return list(export_lines(store, load().variant))


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory) -> tuple[Path, list[str]]:
    """A Swiss tournament of two rounds, played by one worker without interruption."""
    folder = tmp_path_factory.mktemp("swiss")
    lines = run_whole(league_file(folder, BOTS, swiss(2)), folder / "out", jobs=1)
    begun = ["begin 48 0", "grow 48", "note swiss: round 1 is drawn, 2 line-ups"]
    assert lines[:5] == ["note building, starting and questioning the bots", lines[1], *begun]
    assert [line for line in lines if "drawn" in line] == [lines[4], "note swiss: round 2 is drawn, 2 line-ups"]
    return folder, export(folder / "out")


def test_a_round_is_drawn_when_the_one_before_is_whole_and_nobody_meets_twice(undisturbed):
    folder = undisturbed[0]
    with Store.read(folder / "out") as store:
        rounds = course.rounds(store)["swiss"]
        assert [len(drawn) for drawn in rounds] == [2, 2]
        assert len({number for drawn in rounds for number in drawn}) == 4
        assert rounds[0] == [0, 5], "the first round seats neighbours in the order of entry: 0 and 1, 2 and 3"
        assert {int(name[1:].split(".")[0]) for name in store.done()} == {n for drawn in rounds for n in drawn}
        assert store.progress().planned == store.progress().tables == 48
        assert course.is_over(store)


def test_every_match_of_it_is_on_the_same_deals_and_all_deals_differ(undisturbed):
    hands = defaultdict(set)
    for line in map(json.loads, undisturbed[1]):
        number = line["table"].rpartition(".d")[2]
        hands[number].add(json.dumps([line["hands"], line["undealt"], line["dealer"]]))
    assert len(hands) == 6
    assert all(len(dealt) == 1 for dealt in hands.values()), "whoever plays"
    assert len({dealt for seen in hands.values() for dealt in seen}) == 6


def test_two_workers_and_interruptions_draw_the_same_rounds(undisturbed, tmp_path):
    folder, expected = undisturbed
    file = folder / "small.toml"
    with started(file, tmp_path / "out", jobs=2) as process:
        heard(process, "stored")
        os.kill(process.pid, signal.SIGKILL)
    with started(file, tmp_path / "out", jobs=2) as process:
        heard(process, "note swiss: round 2")
        os.killpg(process.pid, signal.SIGINT)
        heard(process, "stopped")
    lines = run_whole(file, tmp_path / "out", jobs=2)
    assert not [line for line in lines if "drawn" in line], "what was drawn is gone on with"
    assert export(tmp_path / "out") == expected


def test_rounds_formats_and_deals_can_be_added_and_what_is_there_stays(undisturbed, tmp_path, capsys):
    folder, before = undisturbed
    out = folder / "out"
    gauntlet = "\n[league.gauntlet]\nchallengers = ['bare-2']"
    main(str(league_file(tmp_path, BOTS, swiss(2, ", 'gauntlet'") + gauntlet)), str(out), "2")
    # A gauntlet of four line-ups; with whom bare-2 has played already, it does not play again.
    with Store.read(out) as store:
        pairs = {frozenset(record.spec.bots) for record in store.records()}
        assert {pair for pair in pairs if "bare-2" in pair} == {
            frozenset({"bare-2", other}) for other in ("random", "bare", "random-2", "random-3")
        }
        assert store.progress().planned == store.progress().tables == 12 * len(pairs)
        assert [one.name for one in course.formats(store)] == ["swiss", "gauntlet"]
    assert set(before) < set(export(out))
    main(str(league_file(tmp_path, BOTS, swiss(2, ", 'gauntlet'", deals=8) + gauntlet)), str(out), "2")
    assert len(export(out)) == 16 * len(pairs)
    with Store.read(out) as store:
        assert len(course.rounds(store)["swiss"]) == 2, "rounds that are drawn are not drawn anew on more deals"
    for count, bots, reason in (
        (swiss(1, ", 'gauntlet'", deals=8) + gauntlet, BOTS, "[league.swiss] in "),
        (swiss(2, deals=8), BOTS, "this league is played as gauntlet, and [league] format in "),
        (swiss(2, ", 'gauntlet'", deals=8) + gauntlet, BOTS + " greedy", "greedy can't join: who plays whom was drawn"),
        (swiss(2, ", 'gauntlet'", deals=7) + gauntlet, BOTS, "this league has 8 deals, "),
    ):
        file = league_file(tmp_path, bots, count)
        with pytest.raises(InputError) as caught:
            main(str(file), str(out), "1")
        assert reason in str(caught.value)
        assert str(file) in str(caught.value)


PLUGIN = """
from arena.plugin import hookimpl


class Ladder:
    name = "ladder"
    settings = {"steps": 1}

    def obstacle(self, field, settings):
        return "" if 0 < settings["steps"] < len(field.bots) else "steps: too many"

    def refusal(self, before, now):
        return ""

    def rounds(self, field, settings):
        return 1

    def size(self, field, settings):
        return settings["steps"]

    def draw(self, field, settings, before):
        return [(place, place + 1) for place in range(settings["steps"])]


@hookimpl
def arena_formats():
    return [Ladder()]
"""


def test_a_strangers_format_is_played_like_our_own(tmp_path, monkeypatch):
    (tmp_path / "ladder.py").write_text(PLUGIN)
    monkeypatch.setenv("ARENA_PLUGINS", str(tmp_path / "ladder.py"))
    count = "deals = 2\nformat = 'ladder'\n[league.ladder]\nsteps = 2"
    main(str(league_file(tmp_path, "random bare random", count)), str(tmp_path / "out"), "1")
    with Store.read(tmp_path / "out") as store:
        assert store.done() == {f"m{line_up}.r{sitting}.b0-2" for line_up in (0, 2) for sitting in (0, 1)}
    with pytest.raises(InputError, match=r"\[league.ladder\] steps: too many"):
        main(str(league_file(tmp_path, "random bare", count)), str(tmp_path / "other"), "1")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("return [Ladder()]", "return [Ladder]"), "hook arena_formats: <class '.*Ladder'> is no Format"),
        (("def rounds", "def round"), "hook arena_formats: <.*Ladder object.*> is no Format"),
        (('"ladder"', '"swiss"'), "two plugins bring a format named 'swiss'"),
    ],
)
def test_a_format_that_breaks_the_contract_is_told(tmp_path, change, reason):
    # Python knows each module by its name: another one for each.
    file = tmp_path / f"broken_{len(reason)}.py"
    file.write_text(PLUGIN.replace(*change))
    with pytest.raises(PluginError, match=reason):
        load([str(file)])
