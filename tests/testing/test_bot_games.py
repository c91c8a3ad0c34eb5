"""The games of a bot's conformance run: a short clock, told and not held; each variant reported; an end in time."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from arena_troeven import Troeven
from arena_trollin import Trollin

from arena.league.bots import read_bot
from arena.records import Limits
from arena.referee.sandbox import Program, choose
from arena.testing import Verdict, bot_games
from arena.testing.bot_check import GAMES_S, told_ms
from arena.testing.bot_probe import Prober
from arena.testing.bot_steps import MEND_CLOCK, Tried
from arena.variant import Variant
from tests.testing.test_bot_check import BROKEN

HAND = [Trollin(2, target=2)]
THINKS = """
import threading
from frames import play

def choose(act):
    {body}
    return act["rng"].choice(act["legal"])

play(choose)
"""
KNOWS_TRUMPS_ONLY = """
from frames import play
play(lambda act: act["legal"][0] if act["view"]["trump"] == "S" else "please")
"""


@pytest.fixture
def tried(tmp_path: Path):
    """A bot of this source in these settings, told so many milliseconds for a move."""

    def make(source: str, settings: Sequence[Variant], told_ms: int) -> Tried:
        shutil.copy(BROKEN / "frames.py", tmp_path / "frames.py")
        (tmp_path / "bot.toml").write_text('name = "it"\nversion = "1"\ncommand = ["python3", "bot.py"]\n')
        (tmp_path / "bot.py").write_text(source)
        program = Program(("python3", "bot.py"), tmp_path)
        return Tried(read_bot(tmp_path), tuple(settings), Prober("it", program, choose("none"), Limits(), told_ms))

    return make


def test_a_bot_hears_the_short_clock_and_is_not_failed_by_it(tried):
    body = "assert 0 < act['ms'] <= 5, act['ms']; threading.Event().wait(0.05 if act['turn'] == 0 else 0)"
    finding = bot_games.games(tried(THINKS.format(body=body), HAND, 5))
    assert finding.verdict is Verdict.PASS, finding
    assert finding.evidence[0] == "it is told 5 ms for a move, and allowed 1000"
    assert finding.evidence[1].startswith("trollin with 2 seats: ")


def test_a_bot_that_pays_no_heed_is_stopped_and_told(tried, monkeypatch):
    monkeypatch.setattr(bot_games, "LONG_S", 0.2)
    look = tried(THINKS.format(body="threading.Event().wait(0.08)"), HAND, 5)
    finding = bot_games.games(look)
    assert (finding.verdict, finding.remedy) == (Verdict.ADVICE, MEND_CLOCK)
    assert finding.evidence[-1].startswith("trollin with 2 seats, in seat 0: broken off after ")
    # What follows goes on with it all the same.
    assert look.good == HAND


def test_a_long_game_of_a_quick_bot_is_broken_off_without_blame(tried, monkeypatch):
    monkeypatch.setattr(bot_games, "LONG_S", 0.0)
    finding = bot_games.games(tried(THINKS.format(body="pass"), HAND, 1000))
    assert finding.verdict is Verdict.PASS
    assert "broken off after 1 answers" in finding.evidence[-1]


def test_when_the_step_has_taken_long_its_games_are_shortened(tried, monkeypatch):
    monkeypatch.setattr(bot_games, "LONG_STEP_S", 0.0)
    monkeypatch.setattr(bot_games, "SHORTENED_S", 0.0)
    finding = bot_games.games(tried(THINKS.format(body="pass"), [*HAND, Trollin(3)], 1000))
    assert [line for line in finding.evidence if "seat 1: broken off after 1 answers" in line]


def test_each_variant_is_reported_when_a_bot_fails_in_one(tried):
    look = tried(KNOWS_TRUMPS_ONLY, [Troeven(4), *HAND], 50)
    finding = bot_games.games(look)
    assert finding.verdict is Verdict.FAIL
    assert finding.evidence[0].startswith("troeven with 4 seats, in seat 0; it is told 50 ms for a move")
    assert finding.evidence[1].startswith('illegal: answered "please"')
    assert finding.evidence[-1].startswith("trollin with 2 seats: ")
    assert finding.remedy.endswith("name those that it plays in bot.toml: variants = [...]")
    assert look.good == HAND


def test_the_clock_that_is_told_follows_from_how_much_there_is_to_play():
    assert (told_ms(1, 1000), told_ms(49, 1000), told_ms(1, 20), told_ms(10_000, 1000)) == (50, 6, 20, 5)
    assert 49 * told_ms(49, 1000) * 220 < 1.1 * GAMES_S * 1000
