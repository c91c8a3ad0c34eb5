"""Greedy knows no game by name, and is better than random play in every one.

The deals are fixed, so the outcome is too. The suite plays a few deals each; TRICKARENA_GREEDY_DEALS=20 plays twenty
times as many (ten minutes and more).
"""

import os

import pytest

from arena.plugin import load
from tests.sample_bots.duels import Random, bot_class, gain, payoffs
from tests.sdk.driver import ROOT

FILE = ROOT / "sample_bots" / "greedy" / "bot.py"
TIMES = int(os.environ.get("TRICKARENA_GREEDY_DEALS", "1"))
REGISTRY = load(())
# Where luck is great in a single deal more deals are needed; where deals are long fewer must do.
DEALS = {
    "knockout-whist": 20,
    "trollin": 25,
    "german-whist": 5,
    "euchre": 6,
    "briscola": 12,
    "hearts": 1,
    "bridge": 2,
    "pinochle": 1,
    "doppelkopf": 2,
}


def made(name, **settings):
    return REGISTRY.variant(name)(**settings)


@pytest.fixture
def greedy():
    return bot_class(FILE, "Greedy")


@pytest.fixture
def sits_at(monkeypatch):
    """Makes the bots' environment that of a match of this variant."""

    def sit(variant):
        named = f"{type(variant).__module__}:{type(variant).__qualname__}"
        monkeypatch.setenv("ARENA_VARIANT", named)
        return variant

    return sit


def test_no_variant_is_known_by_name():
    source = FILE.read_text(encoding="utf-8")
    assert [name for name in REGISTRY.variants if name in source.lower()] == []
    assert "self.variant" not in source
    assert len(source.splitlines()) < 200


@pytest.mark.parametrize("name", sorted(REGISTRY.variants))
def test_greedy_gains_on_random_play(name, greedy, sits_at):
    settings = {"wizard": {"cards": 7}, "knockout-whist": {"seats": 4}}.get(name, {})
    variant = sits_at(made(name, **settings))
    assert gain(variant, DEALS.get(name, 3) * TIMES, greedy, Random) > 0


def test_the_same_deal_is_played_alike(greedy, sits_at):
    variant = sits_at(made("trollin", seats=4))
    assert len({payoffs(variant, 5, [greedy] * 4) for _ in range(3)}) == 1


def test_who_slips_always_plays_as_random_does(greedy, sits_at):
    variant = sits_at(made("troeven"))
    drawn = []

    class Watched(greedy):
        slip = 1.0

        def say(self, act):
            drawn.append(act)

        def play(self, cards, act):
            drawn.append(act)

    payoffs(variant, 1, [Watched] * 4)
    assert drawn == []


@pytest.mark.parametrize("slip", ["-0.1", "1.5"])
def test_a_slip_that_is_no_chance_is_refused_in_words(slip, started):
    with started(FILE.parent, "--slip", slip) as bot:
        status, _, log = bot.finish()
    assert status == 2
    assert "from 0 to 1" in log and "Traceback" not in log
