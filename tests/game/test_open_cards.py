"""Cards in sight of all: taken up from the table, laid down on it, and the last trick."""

from __future__ import annotations

from collections.abc import Sequence

from arena.cards import Deck
from arena.hand import Hand
from arena.obligations import must_beat, must_overtrump, must_trump, no_undertrump
from arena.phases import ALL, Phase
from arena.tricks import Obligation, Tricks, follow_suit
from arena.variant import Variant
from arena.views import Views
from tests.game.playing import audience


class Open(Variant):
    """Two cards each; the fifth is turned up, and seat 0 puts its first card for it. Hearts are trumps."""

    name, summary, players = "open", "a toy", (2,)

    def make_deck(self) -> Deck:
        return Deck(ranks="JQKA", suits="SH")

    def begin(self, hand: Hand) -> Phase:
        hand.give(2, to=[0, 1])
        up = hand.turn_up(1)
        hand.put_down(hand.deck.set_of(["JS"]), seat=0)
        hand.pick_up(up, to=0)
        return Tricks(0, self.ranking("H"))

    def score(self, hand: Hand) -> Sequence[int]:
        return hand.won


def exchanged() -> Hand:
    """Seat 0 was dealt JS QS, seat 1 KS AS; JH was turned up."""
    return Hand(Open(), pack=range(8), dealer=0)


def test_a_card_taken_up_and_one_laid_down_are_seen_by_everybody() -> None:
    hand = exchanged()
    assert hand.deck.tokens_of(hand.hands[0]) == ["QS", "JH"]
    assert hand.deck.tokens_of(hand.dealt[0]) == ["JS", "QS", "JH"]
    assert hand.log[-4:] == [
        (ALL, ("show", 0, ["JS"])),
        (ALL, ("down", 0, ["JS"])),
        (0, ("hand", ["JH"])),
        (ALL, ("show", 0, ["JH"])),
    ]
    for seat, cards in ((0, ["QS", "JH"]), (1, ["KS", "AS"])):
        views = Views(hand.variant, [0, 0])
        for event in audience(hand, seat):
            views.see(event, seat)
        view = views.view(seat, "play")
        assert view["hand"] == cards
        assert view["shown"] == [(0, ["JH"])]


def test_the_cards_of_the_last_trick_stay_known() -> None:
    hand = exchanged()
    assert isinstance(hand.phase, Tricks)
    for token in ("QS", "KS"):
        hand.play(token)
    assert hand.deck.tokens_of(sum(1 << card for card in hand.phase.last)) == ["QS", "KS"]
    assert (hand.phase.cards, hand.phase.pile) == ([], 0)


def legal(held: str, trick: str, *steps: Obligation) -> set[str]:
    """What of these cards may follow this trick, hearts being trumps and the steps binding after following suit."""
    deck = Deck.french()
    table = type("Table", (Open,), {"players": (4,), "make_deck": lambda self: deck, "begin": lambda self, hand: None})
    hand = Hand(table(), pack=range(52), dealer=0)
    hand.phase = Tricks(0, hand.variant.ranking("H"), following=(follow_suit, *steps))
    tokens = trick.split()
    for seat, token in enumerate(tokens):
        hand.hands[seat] = deck.set_of([token])
    hand.hands[len(tokens)] = deck.set_of(held.split())
    for token in tokens:
        hand.play(token)
    return set(hand.legal_tokens())


def test_who_can_not_follow_must_trump() -> None:
    assert legal("2H 3C 4C", "AS", must_trump) == {"2H"}
    assert legal("2S 2H 3C", "AS", must_trump) == {"2S"}
    assert legal("3C 4D", "AS", must_trump) == {"3C", "4D"}


def test_the_trick_must_be_beaten_if_it_can_be() -> None:
    assert legal("2S 9S AS", "TS", must_beat) == {"AS"}
    assert legal("2S 9S", "TS", must_beat) == {"2S", "9S"}
    assert legal("2S AS", "TS 2H", must_beat) == {"2S", "AS"}


def test_a_trump_must_be_higher_where_one_is_played() -> None:
    assert legal("2H KH 3C", "AS TH", must_overtrump) == {"KH", "3C"}
    assert legal("2H 3H 3C", "AS TH", must_overtrump) == {"2H", "3H", "3C"}
    assert legal("2H KH 3C", "TH", must_overtrump) == {"KH"}


def test_no_trump_below_a_trump_while_there_is_anything_else() -> None:
    assert legal("2H KH 3C", "AS TH", no_undertrump) == {"KH", "3C"}
    assert legal("2H 3H 3C", "AS TH", no_undertrump) == {"3C"}
    assert legal("2H 3H", "AS TH", no_undertrump) == {"2H", "3H"}
    assert legal("2H 3H", "TH", no_undertrump) == {"2H", "3H"}
    assert legal("2H 3H 3C", "AS", no_undertrump) == {"2H", "3H", "3C"}
