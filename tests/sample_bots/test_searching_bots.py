"""The bots that search, without a process: any variant, the same again when they count worlds, an answer in time."""

import dataclasses
import importlib.util
import itertools
import time
from functools import cache

import pytest
from arena_hearts import Hearts
from arena_oh_hell import OhHell
from arena_schnapsen import Schnapsen
from arena_skat import Skat
from arena_troeven import Troeven
from arena_trollin import Trollin

from arena.game import Game
from arena.phases import ALL
from arena.sdk import Act, Hello, Start
from tests.game.playing import Twins
from tests.sdk.driver import ROOT, act, hello, start


@cache
def player(name):
    """The class of a bot."""
    spec = importlib.util.spec_from_file_location(f"{name}_bot", ROOT / "sample_bots" / name / "bot.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name.capitalize())


def seated(kind, variant, seat, monkeypatch):
    """A bot in its chair, its clock set for ages."""
    monkeypatch.setenv("ARENA_VARIANT", f"{type(variant).__module__}:{type(variant).__qualname__}")
    bot, opening = kind(), Start(start(seed=7, totals=variant.start_totals()))
    options = dataclasses.asdict(variant.options)
    bot.seated(Hello(hello(variant.name, seats=variant.seats, seat=seat, options=options)), opening)
    bot.start(opening)
    return bot


def answers(kind, variant, monkeypatch, *, questions=8):
    """What the bot in seat 1 answers in a deal in which the others take their first legal action."""
    hand = Game(variant, "pimc", 3, single=True).hand
    bot, told, given = seated(kind, variant, 1, monkeypatch), 0, []
    while hand.phase is not None and len(given) < questions:
        bot.events += [list(event) for audience, event in hand.log[told:] if audience in (ALL, 1)]
        told = len(hand.log)
        token = hand.legal_tokens()[0]
        if hand.phase.turn == 1:
            token = bot.choose(Act(act(legal=hand.legal_tokens(), ms=600_000), bot, time.monotonic()))
            assert token in hand.legal_tokens()
            given.append(token)
        hand.play(token)
    return given


@pytest.mark.parametrize("name", ["pimc", "ismcts"])
@pytest.mark.parametrize(
    "variant",
    [Trollin(6), Trollin(3, declare=True), Troeven(4), Hearts(4), OhHell(3), Skat(3), Schnapsen(2), Twins()],
    ids=lambda variant: f"{variant.name}-{variant.seats}",
)
def test_it_plays_any_variant_and_the_same_again_when_it_counts_worlds(name, variant, monkeypatch):
    counting = type("Counting", (player(name),), {"worlds_counted": 2})
    given = answers(counting, variant, monkeypatch)
    assert given
    assert given == answers(counting, variant, monkeypatch)


@pytest.fixture
def asked(monkeypatch):
    """The bot and the first question with a choice that is put to seat 1 in Trollin."""
    variant = Trollin(2)
    hand = next(
        hand
        for number in itertools.count()
        if (hand := Game(variant, "asked", number, single=True).hand).phase.turn == 1
    )
    bot = seated(player("pimc"), variant, 1, monkeypatch)
    bot.events += [list(event) for audience, event in hand.log if audience in (ALL, 1)]
    return bot, lambda ms: Act(act(legal=hand.legal_tokens(), ms=ms), bot, time.monotonic())


def test_a_forced_move_needs_no_world(asked, monkeypatch):
    bot, question = asked
    monkeypatch.setattr(bot, "worlds", lambda: pytest.fail("a world was drawn for a move without a choice"))
    forced = question(1000)
    forced.legal = forced.legal[:1]
    assert bot.choose(forced) == forced.legal[0]


def test_when_drawing_takes_too_long_the_answer_goes_out_all_the_same(asked, monkeypatch):
    bot, question = asked

    class Endless:
        def draw(self, rng):
            while True:
                pass

    monkeypatch.setattr(bot, "worlds", Endless)
    slow = question(200)
    assert bot.choose(slow) == slow.legal[0]


def test_the_best_answer_so_far_goes_out_when_a_later_world_takes_too_long(asked, monkeypatch):
    bot, question = asked
    worlds, drawn = bot.worlds(), []

    class Slowing:
        def draw(self, rng):
            while len(drawn) == 3:
                pass
            drawn.append(worlds.draw(rng))
            return drawn[-1]

    monkeypatch.setattr(bot, "worlds", Slowing)
    monkeypatch.setattr(type(bot), "worlds_counted", 50)
    found = []
    looking = bot.looking
    monkeypatch.setattr(bot, "looking", lambda *given: (found.append(step) or step for step in looking(*given)))
    assert bot.choose(question(2500)) == found[-1].sound.token
    assert len(found) == 3
