"""A match that an accident spoiled is taken back in the open, and played again."""

from __future__ import annotations

import shutil
from dataclasses import replace

from arena.records import FaultKind
from arena.reports.verify import verify
from arena.store import Store, course
from arena.store.course import Pause
from tests.cli.command import output, refusal
from tests.durability.running import export, finish
from tests.reports.played import find, played
from tests.store.made_up import ENTRANTS, LEAGUE, fault


def test_a_withdrawn_match_is_played_again_and_the_chain_tells(undisturbed, tmp_path):
    file, whole, expected = undisturbed
    folder = shutil.copytree(whole, tmp_path / "out")
    told = output("league", "withdraw", folder, "m1.r0.b1", "--reason", "the OOM killer")
    assert told == "withdrawn: m1.r0.b1; run the league again to play it\n"
    assert export(folder) != expected
    finish(file, folder)
    assert export(folder) == expected
    told = output("verify", folder).splitlines()
    assert told[0].startswith("chain: match m1.r0.b1 was withdrawn (link ")
    assert told[0].endswith("): the OOM killer")
    assert ", 1 withdrawn; head " in output("league", "status", folder)


def test_a_withdrawal_that_makes_no_sense_is_refused(undisturbed, tmp_path):
    _, whole, _ = undisturbed
    told = refusal("league", "withdraw", whole, "m7.r0.b0", "--reason", "why not")
    assert told == f"arena: {whole}/league.db: no match 'm7.r0.b0' is stored\n"
    assert "Missing option '--reason'" in refusal("league", "withdraw", whole, "m1.r0.b0")
    assert "holds no league" in refusal("league", "withdraw", tmp_path, "m1.r0.b0", "--reason", "x")


def killed(name: str, bot: str):
    """A match in which a bot was killed."""
    record = played(name, (0,))
    crash = fault(bot, 0, kind=FaultKind.CRASH, detail="killed by signal 9 (SIGKILL). It had been asked turn 2.")
    (table,) = record.tables
    hand = replace(table.hands[0], faults=(crash,))
    return replace(record, tables=(replace(table, hands=(hand,)),))


def test_verify_names_the_match_in_which_a_bot_was_killed(tmp_path):
    with Store.create(tmp_path, LEAGUE, ENTRANTS) as store:
        store.write(killed("m0.r0.b0", "cat"))
        result = verify(store, find)
    assert result.ok
    (note,) = result.notes
    assert note.startswith("m0.r0.b0: killed by SIGKILL while it played: cat. ")
    assert note.endswith(f"arena league withdraw {tmp_path} m0.r0.b0 --reason ...")


def test_a_pause_goes_with_the_match_that_it_was_for(tmp_path):
    with Store.create(tmp_path, LEAGUE, ENTRANTS) as store:
        for name in ("m0.r0.b0", "m0.r1.b0", "m0.r2.b0"):
            store.write(killed(name, "cat"))
        course.pause(
            store,
            [
                Pause("cat", "m0.r1.b0", "it failed its last two matches, m0.r0.b0 and m0.r1.b0: killed"),
                Pause("dan", "m0.r2.b0", "it failed its first match, m0.r2.b0: killed"),
            ],
        )
    told = output("league", "withdraw", tmp_path, "m0.r0.b0", "--reason", "a person killed it")
    assert told.splitlines()[1].startswith("cat is not paused any more: it was, because it failed its last two matches")
    with Store.read(tmp_path) as store:
        assert [pause.bot for pause in course.pauses(store)] == ["dan"]
