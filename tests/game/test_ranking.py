"""Who wins a trick, against a naive judge that compares cards by their tokens."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass

import pytest
from arena_trollin import Trollin
from hypothesis import given

from arena.cards import Deck, Ranking
from tests.game.playing import Twins, bounded, fresh, seeds, steps, variants

JOKERS = ("BJ", "SJ")


@dataclass(frozen=True)
class Judge:
    """The rules of a trick in words: trumps beat the suit led, which beats the rest; then the order of the ranks."""

    trump: str | None
    ranks: str
    tops: tuple[str, ...] = ()
    trump_ranks: str = ""

    def suit(self, token: str) -> str:
        if token in self.tops:
            return self.trump or "tops"
        return token[1]

    def beats(self, one: str, other: str, led: str) -> bool:
        """Whether `one` is higher than `other` in a trick of the suit `led`."""
        trumps = self.trump or ("tops" if self.tops else None)
        for strong in (trumps, led):
            mine, yours = self.suit(one) == strong, self.suit(other) == strong
            if mine and yours:
                return self.height(one) > self.height(other)
            if mine or yours:
                return mine
        return False

    def height(self, token: str) -> int:
        order = list(self.trump_ranks or self.ranks) if self.suit(token) == self.trump else list(self.ranks)
        order += [*reversed(self.tops)]
        return order.index(token) if token in self.tops else order.index(token[0])

    def winners(self, cards: list[str]) -> list[int]:
        """The places of all cards that beat every other one: the rules promise that there is exactly one."""
        led = self.suit(cards[0])
        return [
            place
            for place, card in enumerate(cards)
            if all(self.beats(card, other, led) for number, other in enumerate(cards) if number != place)
        ]


CONTRACTS = {
    "trollin for two": (Deck.french(down_to="T", specials=("SJ", "BJ")), Judge("S", "TJQKA", JOKERS)),
    **{f"troeven, {trump}": (Deck.french(down_to="7"), Judge(trump, "789TJQKA")) for trump in "SHDC"},
    "no trump": (Deck.french(down_to="9"), Judge(None, "9TJQKA")),
    "jacks alone are trumps": (Deck.french(down_to="9"), Judge(None, "9QKTA", ("JC", "JS", "JH", "JD"))),
    "bowers": (Deck.french(down_to="9"), Judge("H", "9TJQKA", ("JH", "JD"))),
    "tens high": (Deck.french(down_to="9"), Judge("D", "9JQKTA", trump_ranks="QKTA9J")),
}


@pytest.mark.parametrize("contract", CONTRACTS)
def test_every_trick_of_two_and_of_three_cards_has_exactly_one_winner_the_naive_one(contract: str) -> None:
    deck, judge = CONTRACTS[contract]
    ranking = Ranking(
        deck,
        trump=judge.trump,
        tops=judge.tops,
        ranks=ranks_with_jack(judge),
        trump_ranks=judge.trump_ranks or None,
    )
    cards = range(deck.size)
    chance = random.Random(contract)
    triples = list(itertools.permutations(cards, 3))
    for trick in (*itertools.permutations(cards, 2), *chance.sample(triples, min(len(triples), 6000))):
        tokens = [deck.tokens[card] for card in trick]
        assert judge.winners(tokens) == [ranking.winner(trick)], tokens


def ranks_with_jack(judge: Judge) -> str:
    """A `Ranking` places every rank of the deck, also one whose cards are all tops."""
    return judge.ranks if "J" in judge.ranks else judge.ranks + "J"


@given(seeds)
@bounded
def test_tricks_of_six_have_exactly_one_winner_in_the_whole_pack(seed: int) -> None:
    variant = Trollin(6)
    ranking, judge = variant.ranking("S", tops=JOKERS), Judge("S", "23456789TJQKA", JOKERS)
    chance = random.Random(seed)
    for _ in range(20):
        trick = chance.sample(range(54), chance.randint(1, 6))
        assert judge.winners([variant.deck.tokens[card] for card in trick]) == [ranking.winner(trick)]


@given(variants, seeds)
@bounded
def test_at_the_table_the_naive_winner_takes_the_trick_and_leads_the_next(variant: object, seed: int) -> None:
    hand, chance = fresh(variant, seed)  # type: ignore[arg-type]
    later_wins = isinstance(variant, Twins) and variant.later_wins
    for _ in steps(hand, chance):
        pass
    tops = JOKERS if hand.variant.name == "trollin" else ()
    judge = Judge(hand.trump, hand.deck.ranks, tops)
    trick: list[tuple[int, str]] = []
    leader, won = None, [0] * hand.seats
    for event in [event for _, event in hand.log if event[0] in ("play", "trick")]:
        if event[0] == "play":
            assert event[1] == (trick[-1][0] + 1) % hand.seats if trick else leader in (None, event[1])
            trick.append((event[1], event[2]))
            continue
        cards = [card for _, card in trick]
        places = judge.winners(cards) or [best_of_twins(judge, cards, later_wins=later_wins)]
        assert [seat for place, (seat, _) in enumerate(trick) if place in places] == [event[1]]
        leader, trick = event[1], []
        won[leader] += 1
    assert won == hand.won


def best_of_twins(judge: Judge, cards: list[str], *, later_wins: bool) -> int:
    """Where two equal cards share the best place, the first or the second of them."""
    led = judge.suit(cards[0])
    best = [place for place, card in enumerate(cards) if not any(judge.beats(other, card, led) for other in cards)]
    assert len({cards[place] for place in best}) == 1
    return best[-1 if later_wins else 0]


@pytest.mark.parametrize(("later_wins", "winner"), [(False, 0), (True, 2)])
def test_of_two_equal_cards_the_first_wins_unless_the_rules_say_the_second(later_wins: bool, winner: int) -> None:
    deck = Deck(ranks="9TJQKA", suits="SH", copies=2)
    ranking = Ranking(deck, trump="S", later_wins=later_wins)
    first, second = [card for card, token in enumerate(deck.tokens) if token == "AH"]
    assert ranking.winner([first, deck.card("KH"), second]) == winner
    assert ranking.winner([first, deck.card("9S"), second]) == 1


def test_a_special_card_of_no_suit_can_not_win() -> None:
    deck = Deck.french(down_to="9", specials=("FOOL",))
    ranking = Ranking(deck, trump="S")
    assert ranking.winner([deck.card("9H"), deck.card("FOOL")]) == 0


def test_trumps_by_nature_belong_to_the_trump_suit_and_not_to_their_own() -> None:
    deck = Deck.french(down_to="9")
    ranking = Ranking(deck, trump="H", tops=("JH", "JD"))
    hearts, diamonds = deck.suits.index("H"), deck.suits.index("D")
    assert set(deck.tokens_of(ranking.cards_of[hearts])) == {"9H", "TH", "JH", "QH", "KH", "AH", "JD"}
    assert set(deck.tokens_of(ranking.cards_of[diamonds])) == {"9D", "TD", "QD", "KD", "AD"}
    assert ranking.trumps == ranking.cards_of[hearts]


def test_without_a_trump_there_are_no_trumps() -> None:
    assert Ranking(Deck.french(), trump=None).trumps == 0


def test_the_second_of_two_equal_cards_wins_for_the_named_faces_alone() -> None:
    deck = Deck(ranks="9TJQKA", suits="SH", copies=2)
    ranking = Ranking(deck, trump="S", tops=("TH",), later_wins=("TH",))
    tens = [card for card, token in enumerate(deck.tokens) if token == "TH"]
    aces = [card for card, token in enumerate(deck.tokens) if token == "AH"]
    assert ranking.winner([aces[0], tens[0], tens[1]]) == 2
    assert ranking.winner([aces[0], deck.card("KH"), aces[1]]) == 0
