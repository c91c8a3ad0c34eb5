"""Every law lets the sound game pass, and catches the broken ones made for it, with evidence and a seed."""

from __future__ import annotations

import random
from typing import Any, ClassVar

import pytest

from arena.hand import Hand
from arena.testing import LawBroken, Verdict, check_law, check_variant, settings_of, variant_laws, world_laws
from arena.testing.conformance import SURVEYS, Bench
from arena.testing.trial import Trial
from arena.variant import Variant
from arena.worlds import Worlds
from tests.testing import specimens as broken
from tests.testing.specimens import Sound

LAWS = {law.name: law for law in variant_laws()}

BROKEN: list[tuple[str, type[Variant], str]] = [
    ("play", broken.NeverStops, "has not ended after 2000 actions"),
    ("play", broken.Crashes, "KeyError: 'played', at specimens.py:"),
    ("play", broken.NothingToDo, "has no legal action"),
    ("declares", broken.OddTeams, "don't hold each of 3 seats once"),
    ("declares", broken.UnknownSuits, "'SX' is no group of different suits"),
    ("declares", broken.local_class(), "bots can't import the rules"),
    ("questions", broken.SameTokenTwice, "a token is offered twice: S S"),
    ("questions", broken.LongToken, "'spades are the trumps' is not 1 to 16 printable ASCII"),
    ("questions", broken.PrettyToken, "'♠' is not 1 to 16 printable ASCII"),
    ("questions", broken.TooManyTokens, "has 300 tokens, 256 at most"),
    ("questions", broken.TakesAnything, "is not legal, but leads to action "),
    ("copies", broken.GrowingList, "playing a copy on has changed the hand (extra: "),
    ("copies", broken.CopiesShare, "playing a copy on has changed the hand (question: "),
    ("replay", broken.Remembers, "is something of it kept in the variant itself?"),
    ("cards", broken.DealsTwice, "is in the hand of seat"),
    ("cards", broken.DropsCards, "went out of a hand, and nobody played or put them aside"),
    ("cards", broken.TakesBack, "came into a hand, and not from the pack or the table"),
    ("cards", broken.UnequalHands, "seats play to one trick from hands of different sizes"),
    ("scores", broken.HalfPoints, "which is no whole number"),
    ("scores", broken.TooFewScores, "score() gives 2 numbers for 3 seats"),
    ("payoffs", broken.PaysTooLittle, "less than lowest_payoff, 1"),
    ("payoffs", broken.UnevenTeam, "unlike in the team (0, 1)"),
    ("ends", broken.NobodyWins, "the game has no winner after 1000 hands of random play"),
    ("ends", broken.WonByNobody, "with nobody: []"),
    ("views", broken.CountsEvents, "by its own events alone seat"),
    ("views", broken.GivesSilently, "cards must come by give(), hand_over() or pick_up()"),
    ("views", broken.TellsASet, "can't be sent"),
    ("secrets", broken.TellsTheTalon, "it is sent the event ('talon', ["),
    ("secrets", broken.TellsTheNeighbour, "it is sent the event ('peep', ["),
    ("secrets", broken.TellsAHint, "it is sent the event ('ace', "),
    ("secrets", broken.LeaksByItsView, "it is sent the view {'secret': ["),
    ("worlds", broken.HangsOnHidden, "no world can be drawn"),
    ("rotation", broken.SeatZeroLeads, "seat numbers must only be used relative"),
    ("rotation", broken.DealsFromSeatZero, "deal with hand.around(hand.left_of(hand.dealer))"),
    ("rotation", broken.SeatZeroScores, "turned by one seat: scores "),
    ("rotation", broken.OneKeepsTheDeal, "the next dealers are 1 and 1"),
    ("relabel", broken.HeartsCount, "exchanged scores"),
    ("relabel", broken.HeartsMayNotBeLed, "exchanged: legal are "),
    ("reasons", broken.NoReason, "make the rule an obligation, or write why_illegal() for the phase"),
    ("reasons", broken.ReasonFails, "why_illegal('nonsense') raises ValueError"),
]


@pytest.mark.parametrize("law", LAWS.values(), ids=lambda law: law.name)
def test_a_sound_game_keeps_every_law(law) -> None:
    for variant in settings_of(Sound):
        for seed in range(12):
            check_law(law, variant, seed)


def test_every_law_has_a_broken_specimen() -> None:
    # Diversity is about the sampler: it has its own below.
    assert {name for name, _, _ in BROKEN} | {"diversity"} == set(LAWS)


@pytest.mark.parametrize(("name", "kind", "words"), BROKEN, ids=lambda value: getattr(value, "__name__", None))
def test_a_broken_game_is_caught(name: str, kind: type[Variant], words: str) -> None:
    step = Bench("broken", settings_of(kind), range(12)).law(LAWS[name])
    assert step.verdict is Verdict.FAIL
    assert words in step.evidence[0]
    # What is told to show it again does so.
    again = dict(zip(step.again.split()[1::2], step.again.split()[2::2], strict=True))
    options = {"target": 1} if again.get("--option") == "target=1" else {"misere": True} if "--option" in again else {}
    with pytest.raises(Exception, match=r"\S"):
        check_law(name, kind(seats=int(again["--seats"]), **options), int(again["--seed"]))


def test_a_law_says_no_more_than_it_knows() -> None:
    """Each of these breaks one law in one way; most others go on holding, or a fault would be hard to find."""
    for name, kind in (
        ("scores", broken.HalfPoints),
        ("rotation", broken.SeatZeroScores),
        ("relabel", broken.HeartsCount),
    ):
        result = check_variant("broken", settings_of(kind), hands=4)
        assert [step.name for step in result.steps if step.verdict is Verdict.FAIL] == [name]
        assert not result.ok


def test_when_hands_do_not_end_nothing_else_is_tried() -> None:
    result = check_variant("broken", settings_of(broken.Crashes), hands=2)
    assert [step.verdict for step in result.steps] == [Verdict.FAIL] + [Verdict.NOT_RUN] * (len(result.steps) - 1)


def test_cards_that_the_rules_show_are_no_secret_told() -> None:
    for seed in range(12):
        check_law("secrets", broken.ShowsAces(), seed)


# The laws of worlds hold the sampler to the variant, so here the sampler is broken.


class StockStays(Worlds):
    """The cards left over never change places with those in the hands."""

    def draw(self, rng: random.Random, *, most_tries: int = 1) -> Hand:
        rest = super().draw(random.Random(0)).undealt
        return next(world for _ in range(100_000) if (world := Worlds.draw(self, rng)).undealt == rest)


class ForgetsVoids(Worlds):
    """Deals the unseen cards anew, whatever was played before."""

    def draw(self, rng: random.Random, *, most_tries: int = 1) -> Hand:
        world = super().draw(rng)
        one, other = (seat for seat in range(3) if seat != self._seat)
        both = [card for card in range(16) if (world.hands[one] | world.hands[other]) >> card & 1]
        rng.shuffle(both)
        half = world.hands[one].bit_count()
        world.hands[one] = sum(1 << card for card in both[:half])
        world.hands[other] = sum(1 << card for card in both[half:])
        places = {card: place for place, card in enumerate(world.pack)}
        pack = list(world.pack)
        for card, place in zip(both, sorted(places[card] for card in both), strict=True):
            pack[place] = card
        world.pack = tuple(pack)
        return world


@pytest.mark.parametrize(
    ("law", "sampler", "words"),
    [("diversity", StockStays, "never drawn, though possible: "), ("worlds", ForgetsVoids, "in a drawn world")],
)
def test_a_broken_sampler_is_caught(
    law: str, sampler: type[Worlds], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world_laws, "Worlds", sampler)
    monkeypatch.setattr(world_laws, "MOST_DRAWS", 60)
    with pytest.raises(LawBroken, match=words):
        for seed in range(12):
            check_law(law, Sound(), seed)


# Advice.

ADVICE: list[tuple[str, type[Variant], str]] = [
    ("coverage", broken.NeverBinds, 'the obligation "a ten is played first" never ruled a card out in 32 hands'),
    ("coverage", broken.SaysLittle, "never legal in the phase 'trump' in 32 hands of random play: C D"),
    ("silence", broken.SaysLittle, "the phase 'trump' says only that a token is not allowed"),
    ("sums", broken.WrongSum, "payoff_sum is 100, and "),
    ("exactness", broken.ManyRejected, "of the arrangements of unseen cards were rejected, at most "),
    ("options", broken.DeadOption, "the option colour (at True) changed nothing in 8 hands"),
    ("rules", broken.Announces, "the rules text is short"),
    ("rules", broken.Announces, "no readings"),
    ("rules", broken.Announces, "names none of these events: loudly"),
    ("rules", broken.Announces, "names none of these kinds of choice: announce"),
    ("rules", broken.Announces, "names none of these tokens: hop skip"),
    ("rules", broken.Announces, "names none of these view keys: said"),
]


@pytest.mark.parametrize(("name", "kind", "words"), ADVICE)
def test_what_is_worth_a_look_is_told(name: str, kind: type[Variant], words: str) -> None:
    step = Bench("odd", settings_of(kind), range(8)).survey(next(one for one in SURVEYS if one.name == name))
    assert step.verdict is Verdict.ADVICE
    assert any(words in line for line in step.evidence), step.evidence


def test_an_exempt_law_is_not_checked_and_its_reason_is_told() -> None:
    class Exempt(broken.SeatZeroScores):
        exempt: ClassVar[Any] = {"rotation": "the host scores one more", "declares": "a class of this test"}

    result = check_variant("exempt", settings_of(Exempt), hands=2)
    step = next(step for step in result.steps if step.name == "rotation")
    assert (step.verdict, step.evidence) == (Verdict.EXEMPT, ("the host scores one more",))
    assert result.ok
    check_law("rotation", Exempt(), 0)


def test_trials_are_the_same_for_the_same_seed_and_begin_anywhere_in_a_game() -> None:
    game = Sound()
    assert Trial(game, 3).last == Trial(game, 3).last
    assert Trial(game, 3).last.pack != Trial(game, 4).last.pack
    assert {Trial(game, seed).last.number for seed in range(12)} >= {1, 2, 3}


def test_a_hand_that_breaks_off_is_looked_at_up_to_there() -> None:
    result = check_variant("broken", settings_of(broken.DealsTwice), hands=6)
    failed = {step.name: step.evidence[0] for step in result.steps if step.verdict is Verdict.FAIL}
    assert "no legal action" in failed["play"]
    assert "is in the hand of seat" in failed["cards"]
