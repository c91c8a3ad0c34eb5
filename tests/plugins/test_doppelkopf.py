"""Doppelkopf, from hands worked by hand."""

from __future__ import annotations

import pytest
from arena_doppelkopf import Doppelkopf, game_value

from arena.errors import IllegalAction
from arena.hand import Hand
from tests.plugins.tables import asked, lawful_game, play, told

# Seat 3 deals, seat 0 leads. Seats 0 and 2 hold a queen of clubs each.
HANDS = [
    "TH QC QS JC AD TD AC AC TS KH 9H 9S",
    "TH QH QD JS AD 9D KC KC AS AS TS 9S",
    "QC QS QH JC JH TD KD TC TC KS AH 9H",
    "QD JS JH JD JD KD 9D 9C 9C KS AH KH",
]
HEALTHY = "healthy " * 4


def dealt(*hands: str, number: int = 1, **options: object) -> Hand:
    """The hands from seat 0 on, dealt by seat 3."""
    variant = Doppelkopf(**options)
    left, pack = variant.deck.all, []
    for token in " ".join(hands or HANDS).split():
        face = variant.deck.faces[token] & left
        assert face, f"{token} is there three times"
        pack.append((face & -face).bit_length() - 1)
        left ^= face & -face
    assert not left
    return Hand(variant, pack=pack, dealer=3, number=number)


def with_marriage(**options: object) -> Hand:
    """Seat 0 has both queens of clubs and says so."""
    hands = [HANDS[0].replace("QS", "QC"), HANDS[1], HANDS[2].replace("QC QS", "QS QS"), HANDS[3]]
    return play(dealt(*hands, **options), "reservation healthy healthy healthy")


# Naming the game


def test_all_are_asked_and_if_all_are_healthy_the_normal_game_is_played() -> None:
    hand = dealt()
    assert asked(hand) == ("reservation", 0)
    play(hand, HEALTHY)
    assert asked(hand) == ("play", 0)
    assert isinstance(hand.variant, Doppelkopf)
    assert hand.variant.re_side(hand) == {0, 2}
    assert not told(hand, "game")


def test_those_with_reservations_name_them_in_order_until_one_is_a_solo() -> None:
    hand = play(dealt(), "healthy reservation healthy reservation")
    assert asked(hand) == ("game", 1)
    assert hand.legal_tokens() == ["S", "H", "D", "C", "Q", "J", "A"]
    with pytest.raises(IllegalAction, match="'marriage' can't be chosen here"):
        hand.play("marriage")
    hand.play("Q")
    assert asked(hand) == ("play", 0)
    assert hand.declarer == 1
    assert isinstance(hand.variant, Doppelkopf)
    assert hand.variant.re_side(hand) == {1}


def test_a_solo_goes_before_a_marriage() -> None:
    hands = [HANDS[0].replace("QS", "QC"), HANDS[1], HANDS[2].replace("QC QS", "QS QS"), HANDS[3]]
    hand = play(dealt(*hands), "reservation healthy healthy reservation marriage")
    assert asked(hand) == ("game", 3)
    hand.play("A")
    assert (hand.extra["game"], hand.declarer) == ("A", 3)
    assert not hand.trump


def test_option_solo_leads() -> None:
    assert asked(play(dealt(solo_leads=True), "healthy reservation healthy healthy C")) == ("play", 1)
    assert asked(play(dealt(), "healthy reservation healthy healthy C")) == ("play", 0)


# Cards


def winner(game: str, cards: str, **options: object) -> int:
    variant = Doppelkopf(**options)
    left, numbers = variant.deck.all, []
    for token in cards.split():
        face = variant.deck.faces[token] & left
        numbers.append((face & -face).bit_length() - 1)
        left ^= face & -face
    return variant.game_ranking(game).winner(numbers)


@pytest.mark.parametrize(
    ("game", "cards", "place"),
    [
        ("normal", "QC TH QS AD", 1),
        ("normal", "JD AD TD KD", 0),
        ("normal", "AC AC TC 9D", 3),
        ("normal", "TC AC KC AC", 1),
        ("normal", "KH AH 9H AH", 1),
        ("normal", "QC QC QS QS", 0),
        ("normal", "TH TH QC QC", 0),
        ("H", "AH TH KH QD", 1),
        ("H", "AD TD AD KD", 0),
        ("C", "AC JD QD 9C", 2),
        ("Q", "TH AH JC QD", 3),
        ("Q", "TH AH JC KH", 1),
        ("Q", "KS JS 9S TS", 3),
        ("J", "QC KC AC JD", 3),
        ("J", "QC KC TC 9C", 2),
        ("A", "JS QS KS 9S", 2),
        ("A", "TD AD AD TH", 1),
    ],
)
def test_who_wins_a_trick(game: str, cards: str, place: int) -> None:
    assert winner(game, cards) == place


def test_option_second_ten_is_for_the_tens_of_hearts_alone() -> None:
    assert winner("normal", "TH TH QC QC", second_ten=True) == 1
    assert winner("normal", "QC QC QS QS", second_ten=True) == 0
    assert winner("S", "TH TH QC QC", second_ten=True) == 1
    assert winner("Q", "TH TH KH 9H", second_ten=True) == 0


def test_the_second_ten_wins_at_the_table_too() -> None:
    for second_ten, winner_of_trick in ((False, 0), (True, 1)):
        hand = play(dealt(second_ten=second_ten), HEALTHY + "TH TH KD JD")
        assert told(hand, "trick") == [("trick", winner_of_trick)]


def test_trumps_are_one_suit_and_the_ten_of_hearts_is_one() -> None:
    hand = play(dealt(), HEALTHY + "KH")
    # Seat 1 has no heart but trumps and other suits: anything goes; seat 2 must follow with a heart.
    assert "TH" in hand.legal_tokens()
    hand.play("9S")
    assert hand.legal_tokens() == ["9H", "AH", "re"]
    with pytest.raises(IllegalAction, match="QC breaks a rule: a card of the suit led"):
        hand.play("QC")


def test_without_nines_there_are_ten_cards_each() -> None:
    hand = Hand(Doppelkopf(nines=False), pack=range(40), dealer=0)
    assert [cards.bit_count() for cards in hand.hands] == [10] * 4
    assert not any(token[0] == "9" for token in hand.deck.tokens)


# Marriage


def test_the_first_other_player_to_win_a_trick_is_the_partner() -> None:
    hand = play(with_marriage(), "marriage")
    assert asked(hand) == ("play", 0)
    assert "re" not in hand.legal_tokens()
    play(hand, "AC KC TC 9C")
    assert not told(hand, "partner")
    assert "re" not in hand.legal_tokens()
    play(hand, "9H 9D AH AH")
    assert told(hand, "partner") == [("partner", 1)]
    assert isinstance(hand.variant, Doppelkopf)
    assert hand.variant.re_side(hand) == {0, 1}
    # Found in the second trick: ten cards are enough for re.
    assert "re" in hand.legal_tokens()


def test_a_marriage_without_a_partner_after_three_tricks_is_played_alone() -> None:
    hand = play(with_marriage(), "marriage AC KC TC 9C AC KC TC 9C TH 9D KD 9D")
    assert told(hand, "partner") == [("partner", 0)]
    assert isinstance(hand.variant, Doppelkopf)
    assert hand.variant.re_side(hand) == {0}


def test_option_marriage_fail_waits_for_a_fail_suit() -> None:
    tokens = "marriage TD TH KD 9D"
    assert told(play(with_marriage(), tokens), "partner") == [("partner", 1)]
    hand = play(with_marriage(marriage="fail"), tokens)
    assert not told(hand, "partner")
    play(hand, "AS KS KS 9S")
    assert told(hand, "partner") == [("partner", 1)]


# Announcements


def test_each_side_announces_for_itself_step_by_step() -> None:
    hand = play(dealt(), HEALTHY)
    assert hand.legal_tokens()[-1] == "re"
    assert "kontra" not in hand.legal_tokens()
    play(hand, "re")
    assert asked(hand) == ("play", 0)
    assert told(hand, "announce") == [("announce", 0, "re")]
    assert hand.legal_tokens()[-1] == "no90"
    with pytest.raises(IllegalAction, match="'no60' can't be announced now"):
        hand.play("no60")
    play(hand, "no90 no60 no30 schwarz")
    assert hand.extra["said"] == (5, 0)
    assert not set(hand.legal_tokens()) & {"re", "kontra", "no90", "no60", "no30", "schwarz"}
    hand.play("AC")
    assert hand.legal_tokens()[-1] == "kontra"


def test_the_partner_goes_on_where_the_other_stopped() -> None:
    hand = play(dealt(), HEALTHY + "re AC KC")
    assert asked(hand) == ("play", 2)
    assert hand.legal_tokens()[-1] == "no90"


@pytest.mark.parametrize(("cards", "said", "word"), [(12, 0, "re"), (11, 0, "re"), (10, 0, ""), (10, 1, "no90")])
def test_an_announcement_takes_enough_cards(cards: int, said: int, word: str) -> None:
    hand = play(dealt(), HEALTHY)
    held = hand.deck.tokens_of(hand.hands[0])
    hand.hands[0] = hand.deck.set_of(held[:cards])
    hand.extra["said"] = (said, 0)
    assert [token for token in hand.legal_tokens() if token not in hand.deck.tokens] == ([word] if word else [])


@pytest.mark.parametrize(
    ("theirs", "cards", "allowed"),
    [(1, 10, True), (1, 9, False), (2, 9, True), (2, 8, False), (5, 6, True), (5, 5, False)],
)
def test_an_answer_has_one_card_more_time(theirs: int, cards: int, allowed: bool) -> None:
    hand = play(dealt(), HEALTHY)
    hand.hands[0] = hand.deck.set_of(hand.deck.tokens_of(hand.hands[0])[:cards])
    hand.extra["said"] = (0, theirs)
    assert ("re" in hand.legal_tokens()) == allowed


def test_the_limits_move_with_the_size_of_the_hands_and_can_be_switched_off() -> None:
    hand = Hand(Doppelkopf(nines=False), pack=range(40), dealer=3)
    play(hand, HEALTHY)
    hand.hands[0] &= hand.hands[0] - 1
    assert {"re", "kontra"} & set(hand.legal_tokens())
    hand.hands[0] &= hand.hands[0] - 1
    assert not {"re", "kontra"} & set(hand.legal_tokens())
    assert "re" not in play(dealt(announcements=False), HEALTHY).legal_tokens()


# What a game counts, for re. Points and tricks of re; what re and kontra have announced.


@pytest.mark.parametrize(
    ("points", "tricks", "said", "alone", "value"),
    [
        (121, 6, (0, 0), False, 1),
        (120, 6, (0, 0), False, -2),
        (120, 6, (0, 0), True, -1),
        (150, 6, (0, 0), False, 1),
        (151, 6, (0, 0), False, 2),
        (181, 8, (0, 0), False, 3),
        (211, 10, (0, 0), False, 4),
        (240, 11, (0, 0), False, 4),
        (240, 12, (0, 0), False, 5),
        (89, 4, (0, 0), False, -3),
        (0, 0, (0, 0), False, -6),
        # Re and kontra: two points each, and kontra alone moves the line.
        (121, 6, (1, 0), False, 3),
        (120, 6, (1, 0), False, -4),
        (120, 6, (0, 1), False, 3),
        (119, 6, (0, 1), False, -4),
        (120, 6, (1, 1), False, -6),
        # No 90 announced and made, or missed.
        (151, 6, (2, 0), False, 1 + 1 + 2 + 1),
        (150, 6, (2, 0), False, -(1 + 2 + 1 + 1)),
        # 120 against no 90 count one more.
        (120, 6, (2, 0), False, -(1 + 2 + 1 + 1 + 1)),
        # No 60 missed with the others at 80; at 90 one more.
        (160, 6, (3, 0), False, -(1 + 2 + 2 + 1)),
        (150, 6, (3, 0), False, -(1 + 2 + 2 + 1 + 1)),
        (181, 8, (3, 0), False, 1 + 2 + 2 + 2),
        (211, 8, (4, 0), False, 1 + 3 + 2 + 3),
        (240, 12, (5, 0), False, 1 + 4 + 2 + 4),
        (240, 11, (5, 0), False, -(1 + 2 + 4 + 1)),
        (205, 11, (5, 0), True, -(1 + 2 + 4 + 1)),
        # Kontra's no 90 is beaten with 90.
        (90, 5, (0, 2), False, 1 + 2 + 1),
        (89, 5, (0, 2), False, -(1 + 1 + 2 + 1 + 1)),
        (121, 6, (0, 2), False, 1 + 2 + 1 + 1),
        (90, 5, (1, 2), False, 1 + 2 + 2 + 1),
        # Both announced no 90 and missed: only what was done counts.
        (120, 6, (2, 2), False, 1 - 1),
        (121, 6, (2, 2), False, 1),
        (100, 6, (2, 3), False, 1 - 1),
    ],
)
def test_the_value_of_a_game(points: int, tricks: int, said: tuple[int, int], alone: bool, value: int) -> None:
    assert game_value([points, 240 - points], [tricks, 12 - tricks], said, alone=alone) == value


def finished(re_cards: str = "", *, tricks: int = 6, hand: Hand | None = None, all_but: str = "") -> Hand:
    """A normal game over: seat 0 has won these cards (or all but some) for re, seat 1 the rest."""
    hand = hand or play(dealt(), HEALTHY)
    cards = hand.deck.set_of(re_cards.split()) if re_cards else hand.deck.all & ~hand.deck.set_of(all_but.split())
    hand.taken = [cards, hand.deck.all & ~cards, 0, 0]
    hand.won = [tricks, 12 - tricks, 0, 0]
    return hand


ALL_ACES_AND_TENS = "AS AS AH AH AD AD AC AC TS TS TH TH TD TD TC TC"


def test_each_player_of_a_side_scores_the_difference() -> None:
    # All 168 points of aces and tens; one fox was dealt to seat 1 and caught.
    hand = finished(ALL_ACES_AND_TENS)
    assert hand.variant.score(hand) == [3, -3, 3, -3]


def test_a_fox_of_ones_own_side_is_no_catch() -> None:
    hand = finished(ALL_ACES_AND_TENS)
    hand.dealt[2] |= hand.dealt[1] & hand.deck.faces["AD"]
    hand.dealt[1] &= ~hand.deck.faces["AD"]
    assert hand.variant.score(hand) == [2, -2, 2, -2]


def test_full_tricks_and_charlie_count_for_those_who_won_them() -> None:
    hand = finished(ALL_ACES_AND_TENS)
    hand.extra["full"] = (0, 2, 1)
    assert hand.variant.score(hand) == [4, -4, 4, -4]
    hand.extra["charlie"] = 3
    assert hand.variant.score(hand) == [3, -3, 3, -3]
    without = finished(ALL_ACES_AND_TENS, hand=play(dealt(charlie=False), HEALTHY))
    without.extra["charlie"] = 3
    assert without.variant.score(without) == [3, -3, 3, -3]


def test_one_alone_scores_three_times_and_without_special_points() -> None:
    hand = finished(ALL_ACES_AND_TENS, hand=play(dealt(), "reservation healthy healthy healthy C"))
    hand.extra["full"] = (0, 0)
    assert hand.variant.score(hand) == [6, -2, -2, -2]


def test_who_has_both_queens_of_clubs_and_is_silent_plays_alone() -> None:
    hands = [HANDS[0].replace("QS", "QC"), HANDS[1], HANDS[2].replace("QC QS", "QS QS"), HANDS[3]]
    hand = finished(ALL_ACES_AND_TENS, hand=play(dealt(*hands), HEALTHY))
    assert hand.variant.score(hand) == [6, -2, -2, -2]


def test_a_trick_of_forty_points_is_noted_when_it_is_won() -> None:
    hand = play(dealt(), HEALTHY)
    full = "AC AS TC TS"
    hand.hands = [hand.deck.set_of([card, "9S"]) for card in full.split()]
    play(hand, full)
    assert hand.extra["full"] == (0,)


@pytest.mark.parametrize(
    ("cards", "charlie"), [("JC JS JH JD", 0), ("QD JC JH JD", None), ("JD JC JC JH", 1), ("JC TH JH JD", None)]
)
def test_the_jack_of_clubs_in_the_last_trick(cards: str, charlie: int | None) -> None:
    hand = play(dealt(), HEALTHY)
    both = hand.deck.set_of(cards.split())
    hand.taken[0] = hand.deck.all & ~both
    for seat, card in enumerate(cards.split()):
        face = hand.deck.faces[card] & both
        hand.hands[seat] = face & -face
        both ^= face & -face
    play(hand, cards)
    assert hand.over
    assert hand.extra["charlie"] == charlie


def test_the_game_ends_after_its_hands() -> None:
    assert Doppelkopf(hands=8).winners([1, 1, -1, -1], 7) is None
    assert Doppelkopf(hands=8).winners([3, 1, 3, -7], 8) == [0, 2]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"nines": False, "second_ten": True},
        {"marriage": "fail", "solo_leads": True},
        {"announcements": False, "charlie": False},
    ],
)
def test_random_games_obey_the_laws(options: dict[str, object]) -> None:
    for seed in range(3):
        game = lawful_game(Doppelkopf(**options), seed, most_hands=2)
        assert sum(game.totals) == 0
