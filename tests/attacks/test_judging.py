"""Attacks by bots in the middle of a match: what they get, what the referee says, and that nobody else suffers.

Without protection, and with limits that do not bind, the same programs must succeed: they are small bombs.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from arena_trollin import Trollin

from arena.records import Fault, FaultKind, Limits, MatchRecord, MatchSpec, Mode
from arena.referee.match import play_match
from arena.referee.process import lines_for
from arena.referee.sandbox import Program, Sandbox, choose
from tests.attacks.catalogue import JUDGED, VILLAINS, Judged, Villain
from tests.attacks.machine import NEVER
from tests.attacks.running import LIMITS, end_if_known, report
from tests.attacks.stage import bots_folder
from tests.attacks.traces import traces
from tests.referee.test_villains import EXPECTED, faults_of

BOMB = {"processes": 200, "megabytes": 300}
WIDE = Limits(memory_mb=8192, processes=1024, disk_mb=1024, open_files=4096, start_ms=10_000)


def play(attack: str, tier: Sandbox, limits: Limits, place: Path, nonce: str) -> MatchRecord:
    """Two deals between an honest bot and the attack, which finds its targets in its environment."""
    targets: dict[str, Any] = {"tier": tier.name, "nonce": nonce, "opponents_mark": f"{nonce}-opponent", **BOMB}
    told = {"ATTACK_TARGETS": json.dumps(targets)}
    opponent = ("python3", "honest.py", targets["opponents_mark"])
    programs = {
        "honest": Program(opponent, bots_folder(place, "honest")),
        attack: Program(("python3", f"{attack}.py"), bots_folder(place, attack), told),
    }
    bots = ("honest", attack)
    spec = MatchSpec("m0.r0.b0", "trollin", {}, "attacks", Mode.DEALS, bots, (0, 1), limits)
    return play_match(spec, Trollin(2), lines_for(bots, programs, Trollin, tier, limits))


def cards(record: MatchRecord) -> list[bytes]:
    return [hand.actions for table in record.tables for hand in table.hands]


@pytest.fixture(scope="module")
def honest_cards(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """The cards of a match without any attack: every attacker plays what a stand-in would."""
    place = tmp_path_factory.mktemp("honest")
    return cards(play("honest", choose("none"), WIDE, place, "nobody"))


def assert_judged(faults: list[Fault], attack: Judged, kind: FaultKind | None) -> None:
    assert len(faults) == (0 if kind is None else 2), faults
    for fault in faults:
        assert (fault.seat, fault.bot, fault.kind) == (1, attack.program, kind)
        assert attack.words in fault.detail


@pytest.mark.parametrize("attack", JUDGED, ids=lambda attack: attack.program)
def test_a_bot_that_attacks_is_judged_and_hurts_nobody(
    attack: Judged, tier: Sandbox, place: Path, honest_cards: list[bytes]
) -> None:
    bare = tier.name == "none"
    nonce = f"attack-{secrets.token_hex(8)}"
    limits = replace(WIDE if bare else LIMITS, move_ms=attack.move_ms)
    record = play(attack.program, tier, limits, place, nonce)
    left = traces(nonce)
    for name in Path("/dev/shm").glob(f"{nonce}*"):
        name.unlink()
    said = report(record.seats[1].log)
    assert not record.void and record.sandbox == tier.name
    if bare and attack.allowed is not NEVER:
        if reason := attack.allowed.why_not():
            pytest.skip(f"without protection: {reason}")
        assert said.achieved, record.seats[1].log
        return
    end_if_known(attack.hole, tier.name, bool(said.achieved))
    kind, reasons = attack.bwrap if bare else getattr(attack, tier.name)
    assert_judged(faults_of(record), attack, kind)
    assert said.achieved == () and said.reasons <= set(reasons.split()), said
    # A bot that is ended for it may not come to tell what it was refused.
    assert said.refused or not reasons or kind is not None
    assert record.seats[1].peak_memory_mb < 1.25 * limits.memory_mb
    assert cards(record) == honest_cards
    assert record.seats[0].faults == 0 and record.seats[0].decisions == 18
    assert left == []


def test_bare_murder_is_the_opponents_crash(place: Path) -> None:
    """Without protection the referee blames the wrong bot: this is what `none` costs."""
    record = play("murders_opponent", choose("none"), WIDE, place, f"attack-{secrets.token_hex(8)}")
    assert {(fault.seat, fault.kind) for fault in faults_of(record)} == {(0, FaultKind.CRASH)}


@pytest.mark.parametrize("villain", VILLAINS, ids=lambda villain: villain.program)
def test_what_the_referees_own_tests_prove_is_what_is_published(villain: Villain) -> None:
    assert EXPECTED[villain.program].kind == villain.kind
