"""An observation holds what a seat was told, all in its place, and nothing that it was not told."""

import json
import random

import numpy as np
import pytest

from arena.cards import bits
from arena.errors import InputError
from arena.phases import ALL
from arena.rl import Action, Encoding, Memory
from arena.rl.coders import OTHER, REACH
from arena.views import Views
from arena.worlds import Worlds
from tests.rl.games import EVERY, VARIANTS, made, observations, played, steps

TOLD = [
    (ALL, ("deal", 3, 1)),
    (2, ("hand", ["KS", "9H", "BJ"])),
    (ALL, ("play", 2, "KS")),
    (ALL, ("play", 3, "TS")),
    (ALL, ("play", 0, "8D")),
    (ALL, ("play", 1, "SJ")),
    (ALL, ("trick", 1)),
    (ALL, ("play", 1, "QH")),
]
"""A hand of Trollin as seat 2 hears it up to its second card (a few cards each are enough)."""


def told(variant, seat, entries, phase="play", totals=(0, 0, 0, 0)):
    """The tensor of a seat that was told these, by feature."""
    encoding, views, memory = Encoding.of(variant), Views(variant, totals), Memory(variant, seat)
    for audience, event in entries:
        views.see(event, audience)
        if audience in (ALL, seat):
            memory.see(event)
    return encoding.named(encoding.tensor(memory, views.view(seat, phase)))


def test_every_feature_of_a_position_of_trollin():
    shown = told(made("trollin", 4), 2, TOLD, totals=[5, 0, 7, 0])
    ones = ["chair 2", "dealer left+3", "phase play", "leader left+3", "trump S", "hand 9H", "hand BJ"]
    ones += ["trick left+3 QH", "played me KS", "played left+1 TS", "played left+2 8D", "played left+3 SJ"]
    ones += ["played left+3 QH", "strayed left+2 S"]
    scaled = {"hand number", "won left+3", "scores me", "scores left+2"}
    assert {name for name, value in shown.items() if value == 1} == set(ones)
    assert set(shown) == {*ones, *scaled}
    assert all(0 < shown[name] < 1 for name in scaled)
    assert shown["scores left+2"] / shown["scores me"] == pytest.approx(5 / 7)


def test_the_next_hand_begins_anew():
    shown = told(made("trollin", 4), 2, [*TOLD, (ALL, ("deal", 4, 2)), (2, ("hand", ["AS"]))])
    assert set(shown) == {"chair 2", "dealer me", "hand number", "phase play", "hand AS", "leader me", "trump S"}


def test_bids_are_told_by_seat_the_last_being_1():
    entries = [(ALL, ("deal", 1, 0)), *((ALL, ("bid", *bid)) for bid in [(0, "1C"), (1, "pass"), (2, "X"), (3, "1H")])]
    shown = told(made("bridge"), 0, entries, phase="bid")
    said = {name: value for name, value in shown.items() if name.startswith("bids")}
    assert said == {"bids me 1C": 0.25, "bids left+1 pass": 0.5, "bids left+2 X": 0.75, "bids left+3 1H": 1.0}


def test_what_a_seat_passes_stays_in_its_own_memory():
    entries = [(ALL, ("deal", 1, 0)), (1, ("hand", ["QS", "2C"])), (1, ("pass", 1, "QS"))]
    assert "aside QS" in told(made("hearts"), 1, entries)
    assert "aside QS" not in told(made("hearts"), 2, entries)


def test_two_cards_with_one_face_are_a_half_each():
    entries = [(ALL, ("deal", 1, 0)), (1, ("hand", ["TH", "TH", "AS"])), (ALL, ("play", 0, "TH"))]
    shown = told(made("doppelkopf"), 1, entries)
    assert (shown["hand TH"], shown["hand AS"], shown["played left+3 TH"]) == (1.0, 0.5, 0.5)


def test_a_words_place_for_what_no_survey_met():
    shown = told(made("troeven"), 0, [(ALL, ("deal", 1, 3)), (ALL, ("trump", 0, "X"))], phase="trump")
    assert shown[f"trump {OTHER}"] == 1
    assert shown[f"heard trump me {OTHER}"] == 1


@pytest.mark.parametrize("name", EVERY)
def test_names_and_limits(name):
    encoding, rng = Encoding.of(made(name)), random.Random(name)
    assert len(set(encoding.features)) == encoding.size
    assert len(set(encoding.actions)) == len(encoding.actions)
    for number in range(8):
        hand = played(encoding.variant, rng, number)
        for seat, seen in observations(encoding, hand):
            assert seen.tensor.shape == (encoding.size,)
            assert np.abs(seen.tensor).max() <= REACH
            shown = encoding.named(seen.tensor)
            assert f"chair {seat}" in shown
            assert not [feature for feature in shown if OTHER in feature]


@pytest.mark.parametrize("name", EVERY)
def test_the_mask_is_what_is_legal(name):
    encoding = Encoding.of(made(name))
    hand = played(encoding.variant, random.Random(name))
    for now, (_, seen) in zip(steps(hand), observations(encoding, hand), strict=True):
        legal = {encoding.actions[number] for number in np.flatnonzero(seen.mask)}
        assert legal == {Action(now.phase.kind, token) for token in now.legal_tokens()}


@pytest.mark.parametrize("name", EVERY)
def test_no_observation_depends_on_what_the_seat_can_not_know(name):
    """The law of leaks: in any world that the seat can't tell from the real one, it has been shown the same numbers."""
    encoding, rng = Encoding.of(made(name)), random.Random(name)
    hand = played(encoding.variant, rng)
    real = list(observations(encoding, hand))
    other_cards = 0
    for until in sorted(rng.sample(range(len(real)), 3)):
        seat = real[until][0]
        now = next(now for position, now in enumerate(steps(hand)) if position == until)
        events = [event for audience, event in now.log if audience in (ALL, seat)]
        worlds = Worlds(encoding.variant, seat, events)
        for _ in range(2):
            world = worlds.draw(rng)
            other_cards += world.dealt != now.dealt
            world.apply(next(bits(world.legal())))
            imagined = list(observations(encoding, world))
            for (whose, seen), (_, other) in zip(real[: until + 1], imagined, strict=True):
                if whose == seat:
                    assert (seen.tensor == other.tensor).all()
                    assert (seen.mask == other.mask).all()
    assert other_cards


@pytest.mark.parametrize("name", EVERY)
def test_kept_as_plain_data_it_is_the_same(name):
    variant = made(name)
    encoding = Encoding.of(variant)
    kept = Encoding.kept(variant, json.loads(json.dumps(encoding.plain())))
    assert kept.features == encoding.features
    assert kept.actions == encoding.actions
    hand = played(variant, random.Random(name))
    for (_, one), (_, other) in zip(observations(encoding, hand), observations(kept, hand), strict=True):
        assert (one.tensor == other.tensor).all()


def test_kept_for_another_game_it_is_refused():
    data = Encoding.of(made("trollin", 4)).plain()
    with pytest.raises(InputError, match="kept for seats 4, and the game has 3"):
        Encoding.kept(made("trollin", 3), data)
    with pytest.raises(InputError, match="kept for options"):
        Encoding.kept(VARIANTS["trollin"](4, declare=True), data)
    with pytest.raises(InputError, match="kept for variant 'trollin'"):
        Encoding.kept(made("troeven"), data)


def test_an_action_that_no_survey_met_is_told():
    with pytest.raises(InputError, match="'2S' in the phase 'play' has no number among the 36 actions"):
        Encoding.of(made("troeven")).number("play", "2S")


def test_options_change_what_there_is_to_say():
    usual, declaring = Encoding.of(made("trollin", 4)), Encoding.of(VARIANTS["trollin"](4, declare=True))
    assert set(declaring.actions) - set(usual.actions) == {Action("declare", "pass"), Action("declare", "declare")}
    assert set(declaring.features) > {"declarer me", "heard declare left+1 declare"}
