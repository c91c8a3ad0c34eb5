"""No seat is told what it may not know: the hidden cards change places, and its bytes stay the same."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from arena_troeven import Troeven
from arena_trollin import Trollin

from arena.hand import Hand
from arena.phases import Event, Phase
from arena.variant import Variant
from arena.views import Views
from arena.wire.messages import Act, encode
from tests.game.playing import Twins, audience, name, played

TRIES = 12
"""How many times the hidden cards are dealt anew for one position, until the public history is possible again."""


@dataclass
class World:
    """One deal on which the same tokens are played, and what a seat was sent on the way, as bytes."""

    variant: Variant
    pack: tuple[int, ...]
    dealer: int

    def questions(self, tokens: list[str], seat: int) -> list[bytes] | None:
        """Every question to `seat` up to and after the last token; None where the tokens can't be played."""
        hand, asked = Hand(self.variant, pack=self.pack, dealer=self.dealer), []
        for token in [*tokens, ""]:
            assert hand.phase is not None
            if hand.phase.turn == seat:
                asked.append(self.question(hand, seat))
            if token:
                if token not in hand.legal_tokens():
                    return None
                hand.play(token)
        return [*asked, self.everything_told(hand, seat)]

    def question(self, hand: Hand, seat: int) -> bytes:
        assert hand.phase is not None
        views = Views(self.variant, self.variant.start_totals())
        views.fold(hand.log)
        view = views.view(seat, hand.phase.kind)
        return encode([Act(0, 1, hand.legal_tokens(), 1000, audience(hand, seat), view)])

    def everything_told(self, hand: Hand, seat: int) -> bytes:
        return encode([Act(0, 1, [], 1000, audience(hand, seat))])


def history(hand: Hand) -> list[tuple[int, str]]:
    """Seat and token of every action of a finished hand."""
    again, moves = Hand(hand.variant, pack=hand.pack, dealer=hand.dealer), []
    for action in hand.actions:
        assert again.phase is not None
        moves.append((again.phase.turn, again.phase.alphabet(again)[action]))
        again.apply(action)
    return moves


def places_known(hand: Hand, tokens: list[str], seat: int) -> set[int]:
    """The places in the pack whose cards `seat` knows after these tokens: its own, and all that were played."""
    again = Hand(hand.variant, pack=hand.pack, dealer=hand.dealer)
    played_cards = 0
    for token in tokens:
        before = list(again.hands)
        again.play(token)
        for was, now in zip(before, again.hands, strict=True):
            played_cards |= was & ~now
    known = again.dealt[seat] | played_cards
    return {place for place, card in enumerate(again.pack) if known >> card & 1}


def another_world(hand: Hand, tokens: list[str], seat: int, chance: random.Random) -> World:
    """The cards that `seat` does not know change places, those left in the pack included."""
    known = places_known(hand, tokens, seat)
    hidden = [place for place in range(len(hand.pack)) if place not in known]
    pack = list(hand.pack)
    for place, source in zip(hidden, chance.sample(hidden, len(hidden)), strict=True):
        pack[place] = hand.pack[source]
    return World(hand.variant, tuple(pack), hand.dealer)


def compared(variant: Variant, seed: int) -> list[tuple[int, int]]:
    """Check one hand at every decision; which seats were compared, each with the number of its decision."""
    hand, chance = played(variant, seed), random.Random(seed)
    moves = history(hand)
    here, done, decisions = World(variant, hand.pack, hand.dealer), [], [0] * variant.seats
    for position, (seat, _) in enumerate(moves):
        tokens = [token for _, token in moves[:position]]
        mine = here.questions(tokens, seat)
        for _ in range(TRIES):
            other = another_world(hand, tokens, seat, chance)
            theirs = other.questions(tokens, seat)
            if other.pack != here.pack and theirs is not None:
                assert theirs == mine, f"{variant.name}: seat {seat} is told a secret before decision {position}"
                done.append((seat, decisions[seat]))
                break
        decisions[seat] += 1
    return done


GAMES = [Trollin(2), Trollin(3), Trollin(4), Trollin(5), Trollin(6), Trollin(3, declare=True), Troeven(), Twins()]


@pytest.mark.parametrize("variant", GAMES, ids=name)
def test_a_seats_bytes_do_not_depend_on_the_cards_that_it_does_not_know(variant: Variant) -> None:
    done = [pair for seed in range(6) for pair in compared(variant, seed)]
    # The first decision of every seat, and deep into the hand, or else the test has seen little.
    assert {seat for seat, decision in done if decision == 0} == set(range(variant.seats))
    assert max(decision for _, decision in done) >= 5
    assert len(done) > 8 * variant.seats


# The law must be able to fail: variants that tell too much.


class TellsTheTalon(Trollin):
    name: ClassVar[str] = "tells the talon"

    def begin(self, hand: Hand) -> Phase:
        phase = super().begin(hand)
        hand.tell(("talon", hand.deck.tokens_of(hand.undealt)))
        return phase


class TellsTheDealersPartner(Troeven):
    name: ClassVar[str] = "tells the dealer's partner"

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        following = super().after(hand, phase)
        if following is not None:
            hand.tell(("whisper", hand.deck.tokens_of(hand.hands[hand.dealer])), to=(hand.dealer + 2) % 4)
        return following


class LeaksByItsView(Trollin):
    """A value made from the whole state finds its way into the view."""

    name: ClassVar[str] = "leaks by its view"
    secret: list[str]

    def begin(self, hand: Hand) -> Phase:
        phase = super().begin(hand)
        self.secret = hand.deck.tokens_of(hand.hands[hand.dealer])
        return phase

    def opening_view(self) -> dict[str, Any]:
        return {"trump": "S", "secret": list(self.secret)}

    def see(self, view: dict[str, Any], event: Event) -> None:
        return None


@pytest.mark.parametrize("leaky", [TellsTheTalon(3), TellsTheDealersPartner(), LeaksByItsView(4)], ids=name)
def test_a_variant_that_tells_a_secret_is_caught(leaky: Variant) -> None:
    with pytest.raises(AssertionError, match=f"{leaky.name}: seat . is told a secret"):
        for seed in range(6):
            compared(leaky, seed)
