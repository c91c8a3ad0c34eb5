"""Decks and sets of cards, against the plainest way to say the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.cards import RANKS, SUITS, Deck, bits
from tests.game.playing import bounded

FIFTY_TWO = [rank + suit for suit in "SHDC" for rank in "23456789TJQKA"]


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    return Deck(
        ranks=RANKS[draw(st.integers(0, 12)) :],
        suits=SUITS[: draw(st.integers(1, 4))],
        specials=draw(st.sampled_from([(), ("SJ", "BJ"), ("SJ",)])),
        copies=draw(st.integers(1, 3)),
    )


@given(st.integers(0, 2**70))
@bounded
def test_bits_are_the_places_of_the_ones_lowest_first(mask: int) -> None:
    assert list(bits(mask)) == [place for place in range(71) if mask & 2**place]


def test_the_french_pack_is_numbered_suit_by_suit_from_low_to_high_with_the_specials_last() -> None:
    assert Deck.french().tokens == tuple(FIFTY_TWO)
    deck = Deck.french(down_to="K", specials=("SJ", "BJ"))
    assert deck.tokens == ("KS", "AS", "KH", "AH", "KD", "AD", "KC", "AC", "SJ", "BJ")
    assert (deck.size, deck.all) == (10, 0b11_1111_1111)


def test_the_small_joker_is_not_the_jack_of_spades() -> None:
    deck = Deck.french(specials=("SJ", "BJ"))
    assert deck.card("SJ") == 52
    assert deck.card("JS") == 9


@given(decks(), st.data())
@bounded
def test_tokens_of_a_set_are_those_of_its_cards_lowest_first(deck: Deck, data: st.DataObject) -> None:
    cards = data.draw(st.integers(0, deck.all))
    assert deck.tokens_of(cards) == [deck.tokens[card] for card in range(deck.size) if cards >> card & 1]


@pytest.mark.parametrize("size", [1, 2, 7, 8, 9, 13])
def test_tokens_of_works_for_packs_of_every_small_size(size: int) -> None:
    deck = Deck(ranks=RANKS[:size], suits="S")
    for cards in (0, 1, deck.all, 1 << size - 1):
        assert deck.tokens_of(cards) == [deck.tokens[card] for card in range(size) if cards >> card & 1]


def test_what_tokens_of_gives_belongs_to_the_caller() -> None:
    deck = Deck.french()
    deck.tokens_of(0b11).clear()
    assert deck.tokens_of(0b11) == ["2S", "3S"]


@given(decks(), st.data())
@bounded
def test_set_of_and_tokens_of_undo_each_other(deck: Deck, data: st.DataObject) -> None:
    cards = deck.one_of_each(data.draw(st.integers(0, deck.all)))
    faces = deck.tokens_of(cards)
    assert len(set(faces)) == len(faces)
    assert deck.tokens_of(deck.set_of(faces)) == faces


@given(decks())
@bounded
def test_each_face_is_on_as_many_cards_as_there_are_copies(deck: Deck) -> None:
    assert sorted(set(deck.tokens)) == sorted(deck.faces)
    for face, cards in deck.faces.items():
        assert cards.bit_count() == deck.copies == deck.tokens.count(face)
        assert deck.tokens[deck.card(face)] == face
        assert deck.card(face) == deck.tokens.index(face)
    assert sum(deck.faces.values()) == deck.all


@given(decks())
@bounded
def test_printed_suits_and_ranks_leave_the_specials_out(deck: Deck) -> None:
    plain = len(deck.suits) * len(deck.ranks)
    printed = deck.tokens[: plain * deck.copies]
    for suit in deck.suits:
        assert deck.tokens_of(deck.suit(suit)) == [token for token in printed if token[1] == suit]
    for rank in deck.ranks:
        assert deck.tokens_of(deck.rank(rank)) == [token for token in printed if token[0] == rank]


@given(decks(), st.data())
@bounded
def test_one_of_each_keeps_the_first_of_every_face(deck: Deck, data: st.DataObject) -> None:
    cards = data.draw(st.integers(0, deck.all))
    tokens = [(card, deck.tokens[card]) for card in range(deck.size) if cards >> card & 1]
    first: dict[str, int] = {}
    for card, token in tokens:
        first.setdefault(token, card)
    assert deck.one_of_each(cards) == sum(1 << card for card in first.values())


def test_equal_faces_are_taken_one_after_the_other_and_no_more_than_there_are() -> None:
    deck = Deck(ranks="KA", suits="SH", copies=2)
    assert deck.tokens == ("KS", "KS", "AS", "AS", "KH", "KH", "AH", "AH")
    assert deck.set_of(["AS", "AS"]) == 0b1100
    with pytest.raises(KeyError, match="AS"):
        deck.set_of(["AS", "AS", "AS"])


def test_an_unknown_token_is_a_key_error() -> None:
    deck = Deck.french(down_to="7")
    for token in ("2S", "BJ", "", "as"):
        with pytest.raises(KeyError):
            deck.card(token)
        with pytest.raises(KeyError):
            deck.set_of([token])


def test_decks_of_the_same_faces_are_equal() -> None:
    assert Deck.french(down_to="7") == Deck.french(down_to="7")
    assert hash(Deck.french(down_to="7")) == hash(Deck.french(down_to="7"))
    assert Deck.french(down_to="7") != Deck.french(down_to="8")
    assert Deck.french() != Deck.french(specials=("BJ",))
