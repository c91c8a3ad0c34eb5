"""French Tarot, from hands worked by hand."""

from __future__ import annotations

import pytest
from arena_french_tarot import FrenchTarot

from arena.errors import IllegalAction
from arena.hand import Hand
from arena.tricks import Tricks
from tests.plugins.tables import asked, lawful_game, play, told

NO_POIGNEE = "none none none none"


def trumps(*numbers: int) -> str:
    return " ".join(f"T{number}" for number in numbers)


# Seat 3 deals, seat 0 speaks first. Seat 1 holds eleven trumps with the excuse.
HANDS = [
    f"{trumps(1, 2, 3, 4)} KS QS CS JS TS 9S 8S KH 7H 6H 5H 4H 3H 2H",
    f"{trumps(12, 13, 14, 15, 16, 17, 18, 19, 20, 21)} EX 1H KD QD CD JD TD 9D",
    f"{trumps(5, 6, 7)} QH CH JH TH 9H 8H 8D 7D 6D 5D 4D 3D 2D 1D KC",
    f"{trumps(8, 9, 10, 11)} QC CC JC TC 9C 8C 7C 6C 5C 4C 3C 2C 1C 7S",
]
DOG = "6S 5S 4S 3S 2S 1S"


def dealt(*hands: str, dog: str = DOG, **options: object) -> Hand:
    """The hands from seat 0 on, in packets of three; the last seat deals and the dog comes last."""
    hands = hands or tuple(HANDS)
    variant = FrenchTarot(len(hands), **options)
    piles = [hand.split() for hand in hands]
    tokens = [card for start in range(0, len(piles[0]), 3) for pile in piles for card in pile[start : start + 3]]
    pack = [variant.deck.card(token) for token in [*tokens, *dog.split()]]
    assert sorted(pack) == list(range(78))
    return Hand(variant, pack=pack, dealer=variant.seats - 1)


def holding(*hands: str, leader: int = 0) -> Hand:
    """Seat 0 plays garde sans; the seats hold these cards, and `leader` is to lead."""
    hand = play(dealt(), f"sans pass pass pass {NO_POIGNEE}")
    assert isinstance(hand.phase, Tricks)
    old = hand.phase
    hand.hands = [hand.deck.set_of(cards.split()) for cards in hands]
    hand.phase = Tricks(leader, old.ranking, leading=old.leading, following=old.following)
    return hand


# The deal and the bids


@pytest.mark.parametrize(("seats", "each", "dog"), [(3, 24, 6), (4, 18, 6), (5, 15, 3)])
def test_the_deal(seats: int, each: int, dog: int) -> None:
    hand = Hand(FrenchTarot(seats), pack=range(78), dealer=0)
    assert [cards.bit_count() for cards in hand.hands] == [each] * seats
    assert hand.undealt.bit_count() == dog
    assert asked(hand) == ("bid", 1)


def test_the_cards_are_worth_91_points() -> None:
    variant = FrenchTarot()
    worth = {"KS": 9, "QH": 7, "CD": 5, "JC": 3, "TS": 1, "1H": 1, "T1": 9, "T21": 9, "EX": 9, "T20": 1}
    for token, halves in worth.items():
        assert variant.half_points(variant.deck.set_of([token])) == halves
    assert variant.half_points(variant.deck.all) == 182


def test_everybody_bids_once_and_higher() -> None:
    hand = play(dealt(), "petite")
    assert asked(hand) == ("bid", 1)
    assert hand.legal_tokens() == ["pass", "garde", "sans", "contre"]
    with pytest.raises(IllegalAction, match="'petite' can't be chosen here"):
        hand.play("petite")
    play(hand, "pass garde pass")
    assert (hand.declarer, hand.contract) == (2, "garde")
    assert asked(hand) == ("discard", 2)


def test_nothing_is_higher_than_garde_contre() -> None:
    hand = play(dealt(), "contre")
    assert asked(hand) == ("poignee", 0)


def test_if_all_pass_nobody_scores() -> None:
    hand = play(dealt(), "pass pass pass pass")
    assert hand.over
    assert hand.scores == (0, 0, 0, 0)


# The dog


def test_the_dog_is_shown_and_the_taker_puts_small_cards_aside_unseen() -> None:
    hand = play(dealt(), "petite pass pass pass")
    assert told(hand, "up") == [("up", DOG.split()[::-1])]
    assert asked(hand) == ("discard", 0)
    legal = set(hand.legal_tokens())
    assert not legal & {"KS", "KH", "T1", "T2"}
    assert {"QS", "JS", "1S", "7H"} < legal
    with pytest.raises(IllegalAction, match="KS may not be chosen for this"):
        hand.play("KS")
    play(hand, "6S 5S 4S 3S 2S 1S")
    assert {to for to, event in hand.log if event[0] == "discard"} == {0}
    assert not told(hand, "aside")
    assert hand.hands[0].bit_count() == 18


def test_trumps_are_put_aside_only_when_nothing_else_is_left_and_then_shown() -> None:
    rich = [
        f"{trumps(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 21)} EX KS KH KD",
        "QS CS JS TS 9S 8S 7S 6S 5S 4S 3S 2S 1S QH CH JH TH 9H",
        "QD CD JD TD 9D 8D 7D 6D 5D 4D 3D 2D 1D QC CC JC TC 9C",
        "8H 7H 6H 5H 4H 3H 2H 1H 8C 7C 6C 5C 4C 3C 2C 1C T14 T15",
    ]
    hand = play(dealt(*rich, dog=f"KC {trumps(16, 17, 18, 19, 20)}"), "garde pass pass pass")
    assert not {"T1", "T21", "EX", "KC"} & set(hand.legal_tokens())
    assert "T2" in hand.legal_tokens()
    play(hand, "T2 T3 T4 T5 T6 T7")
    assert told(hand, "aside") == [("aside", 0, ["T2", "T3", "T4", "T5", "T6", "T7"])]


def test_in_sans_and_contre_the_dog_stays_where_it_is() -> None:
    hand = play(dealt(), "sans pass pass pass")
    assert not told(hand, "up")
    assert asked(hand) == ("poignee", 0)
    assert hand.undealt == hand.deck.set_of(DOG.split())


# Poignées


def test_only_who_holds_enough_trumps_may_show_them() -> None:
    hand = play(dealt(), "sans pass pass pass")
    assert hand.legal_tokens() == ["none"]
    hand.play("none")
    assert asked(hand) == ("poignee", 1)
    assert hand.legal_tokens() == ["none", "single"]
    hand.play("single")
    assert told(hand, "show") == [("show", 1, trumps(*range(12, 22)).split())]


def test_the_excuse_is_shown_when_the_trumps_do_not_suffice() -> None:
    hands = [HANDS[0].replace("T1 ", "T12 "), HANDS[1].replace("T12 ", "9C "), HANDS[2], HANDS[3].replace("9C ", "T1 ")]
    hand = play(dealt(*hands), "sans pass pass pass none single")
    assert told(hand, "show") == [("show", 1, [*trumps(*range(13, 22)).split(), "EX"])]


def test_poignees_can_be_left_out() -> None:
    assert asked(play(dealt(poignees=False), "sans pass pass pass")) == ("play", 0)


# Legal cards


def test_suit_is_followed_and_the_excuse_is_always_free() -> None:
    hand = holding("KS 2H", "QS T5 EX", "T6 3H", "T7 4H")
    hand.play("KS")
    assert hand.legal_tokens() == ["QS", "EX"]
    with pytest.raises(IllegalAction, match="T5 breaks a rule: a card of the suit led must be played"):
        hand.play("T5")


def test_without_the_suit_one_must_trump() -> None:
    hand = holding("KS 2H", "T5 EX 3H", "T6 4H", "T7 5H")
    hand.play("KS")
    assert hand.legal_tokens() == ["T5", "EX"]
    with pytest.raises(IllegalAction, match="3H breaks a rule: who lacks the suit led must trump"):
        hand.play("3H")


def test_trumps_must_be_higher_if_they_can() -> None:
    hand = holding("KS 2H", "T5 3H", "T4 T6 4H", "T3 T2 EX")
    play(hand, "KS T5")
    assert hand.legal_tokens() == ["T6"]
    with pytest.raises(IllegalAction, match="T4 breaks a rule: a trump must be higher than those in the trick"):
        hand.play("T4")
    hand.play("T6")
    # Undertrumping is forced where nothing is higher.
    assert hand.legal_tokens() == ["T2", "T3", "EX"]


def test_trumps_led_are_overtrumped_too_and_side_cards_are_not_judged() -> None:
    hand = holding("T10 2H", "T9 T11 3H", "KS 4H", "T12 T8 5H")
    hand.play("T10")
    assert hand.legal_tokens() == ["T11"]
    hand.play("T11")
    assert set(hand.legal_tokens()) == {"KS", "4H"}
    hand.play("KS")
    assert hand.legal_tokens() == ["T12"]


def test_who_follows_suit_need_not_beat_a_trump() -> None:
    hand = holding("KS 2H", "T5 3H", "QS 4H", "JS 5H")
    play(hand, "KS T5")
    assert hand.legal_tokens() == ["QS"]


def test_when_the_excuse_is_led_the_next_card_makes_the_suit() -> None:
    hand = holding("EX 2H", "9S 3H T5", "4H KS", "T6 5H")
    hand.play("EX")
    assert len(hand.legal_tokens()) == 3
    hand.play("9S")
    assert hand.legal_tokens() == ["KS"]
    play(hand, "KS T6")
    assert told(hand, "trick") == [("trick", 3)]


def test_the_excuse_wins_nothing() -> None:
    hand = holding("2S 2H", "EX 3H", "1S 4H", "1D 5H")
    play(hand, "2S EX 1S 1D")
    assert told(hand, "trick") == [("trick", 0)]


# The score, of four: seat 0 plays. All that is not in its tricks is in seat 1's.


def scored(cards: str, contract: str = "petite", *, tricks: int = 9, **extra: object) -> list[int]:
    """What seat 0 and seat 1 score when seat 0 has these cards at the end, those put aside included."""
    hand = play(dealt(), f"sans pass pass pass {NO_POIGNEE}")
    hand.contract, hand.stock = contract, 78
    mine = hand.deck.set_of(cards.split())
    hand.taken = [mine, hand.deck.all & ~mine, 0, 0]
    hand.won = [tricks, 18 - tricks, 0, 0]
    hand.extra.update(extra)
    scores = list(hand.variant.score(hand))
    assert scores[1] == scores[2] == scores[3]
    assert sum(scores) == 0
    return scores[:2]


KINGS_AND_QUEENS = "KS KH KD KC QS QH QD QC"  # 32 points
HONOURS = KINGS_AND_QUEENS + " CS CH CD CC JS JH JD JC"  # 48 points
SMALL = "TS 9S 8S 7S 6S 5S 4S 3S 2S 1S TH 9H 8H 7H 6H 5H"  # 8 points


@pytest.mark.parametrize(
    ("cards", "contract", "each"),
    [
        (f"{HONOURS} {SMALL}", "petite", 25),
        (f"{HONOURS} {SMALL} TD 9D", "petite", 26),
        (f"{HONOURS} TS 9S 8S 7S", "petite", -31),
        (f"{HONOURS} {SMALL}", "garde", 50),
        (f"{HONOURS} {SMALL}", "sans", 100),
        (f"{HONOURS} {SMALL}", "contre", 150),
        (f"{HONOURS} TS 9S 8S 7S", "contre", -186),
        # One bout: 51; the trump of 21 brings 4.5 and one more card.
        (f"{HONOURS} T21 T2", "petite", 27),
        # Two bouts: 41. The excuse was dealt to seat 1: it changes back for a small card.
        (f"{KINGS_AND_QUEENS} T21 T1", "petite", 25),
        (f"{KINGS_AND_QUEENS} T21 T1", "garde", 50),
        (f"{KINGS_AND_QUEENS} T21", "petite", -(25 + 15)),
    ],
)
def test_the_score_is_25_and_the_difference_times_the_contract(cards: str, contract: str, each: int) -> None:
    assert scored(cards, contract) == [3 * each, -each]


def test_the_excuse_returns_to_who_played_it_for_a_small_card() -> None:
    # Seat 1 was dealt it. With the excuse among its cards seat 0 has 56 points, and keeps half a point of it.
    with_excuse = scored(f"{HONOURS} TS 9S 8S 7S 6S 5S 4S 3S EX")
    assert with_excuse == scored(f"{HONOURS} TS 9S 8S 7S 6S 5S 4S 3S 2S")


def test_the_takers_own_excuse_returns_as_a_bout() -> None:
    hands = [HANDS[0].replace("7H", "EX"), HANDS[1].replace("EX", "7H"), *HANDS[2:]]
    hand = play(dealt(*hands), "sans pass pass pass none none none none")
    mine = hand.deck.set_of(f"{HONOURS} TS 9S".split())
    hand.stock, hand.contract = 78, "petite"
    hand.taken, hand.won = [mine, hand.deck.all & ~mine, 0, 0], [9, 9, 0, 0]
    # 49 and 4 for the excuse less the half given: 53, with one bout 51.
    assert hand.variant.score(hand) == [81, -27, -27, -27]
    # A side without a trick has nothing to give for it.
    hand.taken, hand.won = [0, hand.deck.all, 0, 0], [0, 18, 0, 0]
    assert hand.variant.score(hand)[1] == 25 + 56 + 200


def test_played_to_the_last_trick_the_excuse_changes_sides() -> None:
    kept = scored(f"{HONOURS} {SMALL}", last_excuse=False, last=0)
    lost = scored(f"{HONOURS} {SMALL}", last_excuse=True, last=0)
    # 4.5 points and a bout: 60.5 where 51 are needed.
    assert kept[0] == 75
    assert lost[0] == 3 * (25 + 10)


@pytest.mark.parametrize(("last", "each"), [(0, 2 * (25 + 10)), (1, 2 * (25 - 10)), (2, 2 * (25 - 10))])
def test_the_petit_in_the_last_trick_counts_for_who_wins_it(last: int, each: int) -> None:
    assert scored(f"{HONOURS} {SMALL}", "garde", last_petit=True, last=last) == [3 * each, -each]


def test_a_lost_contract_and_a_petit_won_are_set_off() -> None:
    assert scored(f"{HONOURS} TS 9S 8S 7S", last_petit=True, last=0) == [-3 * 21, 21]


def test_poignees_go_to_the_side_that_wins_and_are_not_multiplied() -> None:
    assert scored(f"{HONOURS} {SMALL}", "garde", poignees=(1,)) == [3 * 70, -70]
    assert scored(f"{HONOURS} {SMALL}", "garde", poignees=(2, 1)) == [3 * 100, -100]
    assert scored(f"{HONOURS} TS 9S 8S 7S", "garde", poignees=(3,)) == [-3 * (62 + 40), 62 + 40]


def test_all_tricks_bring_two_hundred() -> None:
    everything = " ".join(FrenchTarot().deck.tokens)
    # The excuse was seat 1's, whose side has no card to give for it: 91 points with three bouts.
    assert scored(everything, tricks=18) == [3 * (25 + 55 + 200), -(25 + 55 + 200)]


def test_the_dog_counts_for_the_taker_in_sans_and_against_in_contre() -> None:
    for contract, points in (("sans", 3), ("contre", 0)):
        hand = play(dealt(), f"{contract} {'' if contract == 'contre' else 'pass pass pass'} {NO_POIGNEE}")
        variant = hand.variant
        assert isinstance(variant, FrenchTarot)
        hand.taken, hand.won = [0, hand.deck.all & ~hand.undealt, 0, 0], [0, 18, 0, 0]
        assert variant.won_by(hand, {0}) == (2 * points, 0)


def test_the_excuse_led_last_by_who_has_won_all_wins() -> None:
    hand = play(dealt(), f"sans pass pass pass {NO_POIGNEE}")
    variant = hand.variant
    assert isinstance(variant, FrenchTarot)
    hand.hands = [hand.deck.set_of([card]) for card in ("EX", "T21", "KS", "2H")]
    hand.won = [17, 0, 0, 0]
    hand.taken = [hand.deck.all & ~sum(hand.hands) & ~hand.undealt, 0, 0, 0]
    hand.dealt[0] |= hand.deck.faces["EX"]
    hand.dealt[1] &= ~hand.deck.faces["EX"]
    hand.phase = variant.after(hand, Tricks(0, variant.cards_ranking()))
    play(hand, "EX T21 KS 2H")
    assert hand.won == [18, 0, 0, 0]
    assert hand.scores[1] == -(4 * (25 + 55) + 200)


def test_the_last_trick_is_noted() -> None:
    hand = play(dealt(), f"sans pass pass pass {NO_POIGNEE}")
    variant = hand.variant
    assert isinstance(variant, FrenchTarot)
    hand.hands = [hand.deck.set_of([card]) for card in ("T1", "EX", "KS", "2H")]
    hand.won = [10, 7, 0, 0]
    hand.phase = variant.after(hand, Tricks(0, variant.cards_ranking()))
    play(hand, "T1 EX KS 2H")
    assert hand.over
    assert (hand.extra["last_petit"], hand.extra["last_excuse"], hand.extra["last"]) == (True, True, 0)


# Three and five players


def five() -> Hand:
    hands = [
        f"{trumps(1, 2, 3, 4)} KS QS CS JS TS 9S KH 7H 6H 5H 4H",
        f"{trumps(16, 17, 18, 19, 20, 21)} EX 1H KD QD CD JD TD 9D 8D",
        f"{trumps(5, 6, 7)} QH CH JH TH 9H 8H 7D 6D 5D 4D 3D KC",
        f"{trumps(8, 9, 10, 11)} QC CC JC TC 9C 8C 7C 6C 5C 4C 3C",
        f"{trumps(12, 13, 14, 15)} 2D 1D 2C 1C 3H 2H 8S 7S 6S 5S 4S",
    ]
    return dealt(*hands, dog="3S 2S 1S")


def test_of_five_the_taker_calls_a_king_before_the_dog_is_seen() -> None:
    hand = play(five(), "garde pass pass pass pass")
    assert asked(hand) == ("call", 0)
    assert hand.legal_tokens() == ["KS", "KH", "KD", "KC"]
    assert not told(hand, "up")
    play(hand, "KD")
    assert told(hand, "up") == [("up", ["1S", "2S", "3S"])]
    assert isinstance(hand.variant, FrenchTarot)
    assert hand.variant.side(hand) == {0, 1}


def test_of_five_the_called_suit_is_not_led_to_the_first_trick_but_for_the_king() -> None:
    hand = play(five(), "garde pass pass pass pass KS 3S 2S 1S none none none none none")
    assert asked(hand) == ("play", 0)
    legal = set(hand.legal_tokens())
    assert "KS" in legal
    assert "QS" not in legal
    with pytest.raises(IllegalAction, match="QS breaks a rule: the called suit is not led to the first trick"):
        hand.play("QS")


def test_of_five_with_all_kings_a_queen_may_be_called() -> None:
    hand = five()
    hand.hands[0] = hand.deck.rank("K") | hand.hands[0]
    play(hand, "garde pass pass pass pass")
    assert hand.legal_tokens() == ["KS", "KH", "KD", "KC", "QS", "QH", "QD", "QC"]


@pytest.mark.parametrize(("call", "scores"), [("KD", [50, 25, -25, -25, -25]), ("KS", [100, -25, -25, -25, -25])])
def test_of_five_the_partner_takes_one_share_and_one_alone_four(call: str, scores: list[int]) -> None:
    hand = play(five(), f"sans pass pass pass pass {call} none none none none none")
    mine = hand.deck.set_of(f"{HONOURS} {SMALL}".split())
    hand.stock, hand.contract = 78, "petite"
    hand.taken, hand.won = [mine, 0, hand.deck.all & ~mine, 0, 0], [8, 0, 7, 0, 0]
    if call == "KD":
        # The partner's excuse comes back, as a bout, for a small card: 60 where 51 are needed.
        scores = [2 * 34, 34, -34, -34, -34]
    assert hand.variant.score(hand) == scores


@pytest.mark.parametrize(("cards", "sign"), [("TS", 1), ("", -1)])
def test_half_points_of_three_players_go_to_the_side_that_wins(cards: str, sign: int) -> None:
    hand = Hand(FrenchTarot(3), pack=range(78), dealer=2)
    play(hand, "sans pass pass none none none")
    # 56.5 and 55.5 points without a bout: won and lost by one.
    base = f"{HONOURS} 9S 8S 7S 6S 5S 4S 3S 2S 1S TH 9H 8H 7H 6H 5H".split()
    mine = hand.deck.set_of([*base, *cards.split(), *(["4H"] if cards else [])])
    hand.stock, hand.contract = 78, "petite"
    hand.taken, hand.won = [mine, hand.deck.all & ~mine, 0], [12, 12, 0]
    assert hand.variant.score(hand) == [sign * 52, sign * -26, sign * -26]


def test_the_game_ends_after_its_hands() -> None:
    assert FrenchTarot(hands=4).winners([1, 0, 0, -1], 3) is None
    assert FrenchTarot(hands=4).winners([5, 0, 5, -10], 4) == [0, 2]


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("poignees", [True, False])
def test_random_games_obey_the_laws(seats: int, poignees: bool) -> None:
    for seed in range(2):
        game = lawful_game(FrenchTarot(seats, poignees=poignees), seed, most_hands=1)
        assert sum(game.totals) == 0
