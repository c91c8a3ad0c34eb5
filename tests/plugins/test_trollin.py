"""Trollin against its rules, sentence by sentence. Whole hands, worked by hand, are in `golden/`."""

from __future__ import annotations

import itertools

import pytest
from arena_trollin import Trollin

from arena.errors import IllegalAction, InputError
from arena.game import Game
from arena.tricks import Tricks
from tests.plugins import transcripts
from tests.plugins.trollin_hands import finished, holding, identity, result, scored

TRUMPS_OF_54 = ["BJ", "SJ", "AS", "KS", "QS", "JS", "TS", "9S", "8S", "7S", "6S", "5S", "4S", "3S", "2S"]


# The deck


@pytest.mark.parametrize(
    ("players", "ranks", "cards", "dealt", "left"),
    [
        (2, "AKQJT", 22, 18, 4),
        (3, "AKQJT98", 30, 27, 3),
        (4, "AKQJT9876", 38, 36, 2),
        (5, "AKQJT987654", 46, 45, 1),
        (6, "AKQJT98765432", 54, 54, 0),
    ],
)
def test_the_pack_is_cut_down_by_the_number_of_players(
    players: int, ranks: str, cards: int, dealt: int, left: int
) -> None:
    variant = Trollin(players)
    expected = {rank + suit for rank in ranks for suit in "SHDC"} | {"BJ", "SJ"}
    assert set(variant.deck.tokens) == expected
    assert variant.deck.size == len(expected) == cards
    hand = identity(variant)
    assert [held.bit_count() for held in hand.hands] == [9] * players
    assert sum(held.bit_count() for held in hand.hands) == dealt
    assert hand.undealt.bit_count() == left


@pytest.mark.parametrize("players", [0, 1, 7, 8])
def test_other_numbers_of_players_are_refused_in_words(players: int) -> None:
    with pytest.raises(InputError, match=rf"trollin .* 2, 3, 4, 5, 6 players, not .*{players}"):
        Trollin(players)


# Ranking


def test_trumps_rank_big_joker_small_joker_and_then_ace_to_two_with_the_jack_in_its_place() -> None:
    variant = Trollin(6)
    ranking, card = variant.ranking("S", tops=("BJ", "SJ")), variant.deck.card
    for higher, lower in itertools.combinations(TRUMPS_OF_54, 2):
        for led in ("2H", "AC", "3D"):
            assert ranking.winner([card(led), card(lower), card(higher)]) == 2, (higher, lower)
            assert ranking.winner([card(led), card(higher), card(lower)]) == 1, (higher, lower)
        assert ranking.winner([card(higher), card(lower)]) == 0
        assert ranking.winner([card(lower), card(higher)]) == 1


@pytest.mark.parametrize("suit", "HDC")
def test_side_suits_rank_ace_to_two_and_lose_to_every_trump(suit: str) -> None:
    variant = Trollin(6)
    ranking, card = variant.ranking("S", tops=("BJ", "SJ")), variant.deck.card
    for higher, lower in itertools.combinations("AKQJT98765432", 2):
        assert ranking.winner([card(lower + suit), card(higher + suit)]) == 1
        assert ranking.winner([card(higher + suit), card(lower + suit)]) == 0
    for trump in TRUMPS_OF_54:
        assert ranking.winner([card("A" + suit), card(trump)]) == 1


def test_a_card_of_another_side_suit_never_wins() -> None:
    variant = Trollin(6)
    ranking, card = variant.ranking("S", tops=("BJ", "SJ")), variant.deck.card
    assert ranking.winner([card("2H"), card("AD"), card("AC"), card("KD")]) == 0


@pytest.mark.parametrize(
    ("plays", "winner"),
    [
        ("9D AD 2S SJ", 3),
        ("SJ AS BJ KH", 2),
        ("QS TS JS 9S", 0),
        ("JS TS QS 9S", 2),
        ("TS JS 9S AD", 1),
        ("2C AH KD 3C", 3),
        ("AH KH SJ BJ", 3),
        ("AC KC 2S QC", 2),
    ],
)
def test_worked_tricks(plays: str, winner: int) -> None:
    cards = plays.split()
    hand = holding(Trollin(6), *cards, "4H", "5H")
    for card in cards:
        hand.play(card)
    assert isinstance(hand.phase, Tricks)
    assert hand.phase.winner == winner


# Jokers are spades


def test_a_joker_that_is_the_only_spade_must_be_played_to_a_spade_lead() -> None:
    hand = holding(Trollin(6), "3S 2S", "BJ 7H 6D", "4S", "5S", "6S", "7S")
    hand.play("3S")
    assert hand.legal_tokens() == ["BJ"]
    with pytest.raises(IllegalAction, match=r"7H .*suit led.*Legal: BJ"):
        hand.play("7H")


@pytest.mark.parametrize("joker", ["BJ", "SJ"])
def test_a_led_joker_is_a_spade_lead(joker: str) -> None:
    hand = holding(Trollin(6), f"{joker} AH", "2S 7H 6D", "4D 4H", "5S KS", "6S", "7S")
    hand.play(joker)
    assert hand.legal_tokens() == ["2S"]
    hand.play("2S")
    assert hand.legal_tokens() == ["4H", "4D"]


@pytest.mark.parametrize("led", ["3H", "3D", "3C"])
def test_a_joker_does_not_follow_a_side_suit_and_is_free_only_without_it(led: str) -> None:
    suit = led[1]
    hand = holding(Trollin(6), led, f"BJ SJ AS 7{suit}", "BJ AS", "5S", "6S", "7S")
    hand.play(led)
    assert hand.legal_tokens() == [f"7{suit}"]
    hand.play(f"7{suit}")
    assert set(hand.legal_tokens()) == {"BJ", "AS"}


def test_who_can_not_follow_need_not_trump() -> None:
    hand = holding(Trollin(6), "3H", "BJ 2S 9D 9C", "5S", "6S", "7S", "8S")
    hand.play("3H")
    assert set(hand.legal_tokens()) == {"BJ", "2S", "9D", "9C"}


def test_the_leader_may_lead_anything_hearts_and_trumps_and_jokers_included() -> None:
    hand = holding(Trollin(6), "BJ AS 2H 9D 9C", "5S", "6S", "7S", "8S", "9S")
    assert set(hand.legal_tokens()) == {"BJ", "AS", "2H", "9D", "9C"}


# The deal


def test_cards_are_dealt_one_at_a_time_from_the_dealers_right() -> None:
    # 4 players, dealer 2: the first card goes to seat 1, then 2, 3, 0, and so on for nine rounds.
    variant = Trollin(4)
    hand = identity(variant, dealer=2)
    assert hand.hands[1] == sum(1 << card for card in (0, 4, 8, 12, 16, 20, 24, 28, 32))
    assert hand.hands[2] == sum(1 << card for card in (1, 5, 9, 13, 17, 21, 25, 29, 33))
    assert hand.hands[3] == sum(1 << card for card in (2, 6, 10, 14, 18, 22, 26, 30, 34))
    assert hand.hands[0] == sum(1 << card for card in (3, 7, 11, 15, 19, 23, 27, 31, 35))
    assert hand.undealt == 1 << 36 | 1 << 37


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_for_every_dealer_the_deal_starts_at_the_right_and_the_lead_at_the_left(players: int) -> None:
    variant = Trollin(players)
    for dealer in range(players):
        hand = identity(variant, dealer=dealer)
        right = dealer - 1 if dealer else players - 1
        for place in range(players * 9):
            assert hand.hands[(right + place) % players] >> place & 1
        assert hand.phase is not None
        assert hand.phase.turn == (0 if dealer == players - 1 else dealer + 1)


def test_nobody_is_told_of_the_cards_left_face_down_or_of_anothers_hand() -> None:
    variant = Trollin(2)
    hand = identity(variant)
    given = [(seat, event[1]) for seat, event in hand.log if event[0] == "hand"]
    assert sorted(given) == [(seat, variant.deck.tokens_of(hand.hands[seat])) for seat in (0, 1)]
    assert [event for seat, event in hand.log if seat < 0] == [("deal", 1, 0)]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_deal_moves_clockwise_hand_by_hand(players: int) -> None:
    variant = Trollin(players)
    for dealer in range(players):
        assert variant.next_dealer(identity(variant, dealer)) == (dealer + 1) % players


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_first_dealer_is_drawn_so_that_every_seat_deals_somewhere(players: int) -> None:
    variant = Trollin(players)
    drawn = [Game(variant, "seed", number, single=True).hand.dealer for number in range(60 * players)]
    assert all(drawn.count(seat) > 30 for seat in range(players))
    assert set(drawn) == set(range(players))


# Score of a hand


@pytest.mark.parametrize(
    ("hearts", "tricks", "scores"),
    [
        ([3, 3, 2, 1], [4, 2, 2, 1], [4, 2, 2, 1]),
        ([4, 3, 1, 1], [4, 2, 2, 1], [0, 2, 2, 1]),
        ([1, 1, 3, 4], [1, 2, 2, 4], [1, 2, 2, 0]),
        ([0, 0, 9, 0], [3, 3, 1, 2], [3, 3, 0, 2]),
        ([3, 3, 3, 0], [2, 2, 2, 3], [2, 2, 2, 3]),
        ([2, 2, 2, 2], [9, 0, 0, 0], [9, 0, 0, 0]),
        ([3, 2], [4, 5], [0, 5]),
        ([2, 2], [8, 1], [8, 1]),
        ([0, 1], [8, 1], [8, 0]),
        ([2, 3, 2], [3, 3, 3], [3, 0, 3]),
        ([5, 5, 0, 0, 1], [4, 4, 0, 0, 1], [4, 4, 0, 0, 1]),
        ([6, 5, 0, 0, 0], [5, 4, 0, 0, 0], [0, 4, 0, 0, 0]),
        ([0, 3, 3, 3, 3, 1], [1, 2, 2, 2, 2, 0], [1, 2, 2, 2, 2, 0]),
        ([13, 0, 0, 0, 0, 0], [9, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]),
    ],
)
def test_the_most_hearts_alone_score_nothing_and_a_tie_costs_nobody(
    hearts: list[int], tricks: list[int], scores: list[int]
) -> None:
    assert scored(hearts, tricks) == scores


def test_jokers_are_no_hearts_and_spades_diamonds_and_clubs_are_none() -> None:
    variant = Trollin(2)
    hand = finished(variant, hearts=[1, 2], tricks=[5, 4])
    hand.taken[0] |= variant.deck.set_of(["BJ", "SJ", "AS", "KS", "AD", "KD", "AC", "KC"])
    assert list(variant.score(hand)) == [5, 0]


# Whole hands


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_hand_worked_by_hand_comes_out_as_written(players: int) -> None:
    script = transcripts.read(f"trollin_{players}_players.txt")
    assert (script.seats, script.declare) == (players, False)
    hand = transcripts.play(Trollin(players), script)
    assert transcripts.told(hand, *result(hand)) == script.told


# End of the game


@pytest.mark.parametrize(
    ("totals", "winners"),
    [
        ([22, 22, 22, 22], None),
        ([22, 23, 0, 0], [1]),
        ([23, 0, 0, 22], [0]),
        ([24, 23, 23, 25], [3]),
        ([25, 23, 25, 0], None),
        ([23, 23, 0, 0], None),
        ([30, 30, 31, 0], [2]),
        ([0, 0, 0, 0], None),
    ],
)
def test_the_first_to_reach_23_wins_and_a_shared_highest_total_plays_on(
    totals: list[int], winners: list[int] | None
) -> None:
    assert Trollin(4).winners(totals, 5) == winners


def test_option_target_moves_the_end() -> None:
    variant = Trollin(3, target=5)
    assert variant.winners([4, 4, 4], 1) is None
    assert variant.winners([5, 4, 0], 1) == [0]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_game_starts_at_nothing_and_a_hand_pays_its_scores(players: int) -> None:
    variant = Trollin(players)
    assert variant.start_totals() == [0] * players
    assert variant.teams == tuple((seat,) for seat in range(players))
    assert list(variant.payoffs([3, 0, 6][:players])) == [3, 0, 6][:players]
