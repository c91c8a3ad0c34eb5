"""Five Hundred against its rules."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from arena_five_hundred import VALUES, FiveHundred

from arena.errors import IllegalAction
from arena.hand import Hand
from arena.phases import ALL
from arena.views import Views
from arena.worlds import Worlds
from tests.plugins.tables import any_action, asked, dealt, lawful_game, play, told

SPADES = "BJ JS JC AS KS QS TS 9S 8S 7S"
LOW = {1: "5S 6S 7S 8S 5C 6C 7C 4H 5H 4D", 2: "AS KS QS AC KC QC AH KH QH AD", 0: "9S TS JS 8C 9C TC 6H 7H 8H 5D"}
MISERE = "7S 8S MIS pass pass pass"


def bidding(bids: str = "", **options: object) -> Hand:
    return play(dealt(FiveHundred(**options), {}, size=10), bids)


def holding(hands: dict[int, str], bids: str, discards: str, rest: str = "", **options: object) -> Hand:
    """Seat 0 deals, seat 1 bids first; `rest` is the kitty."""
    return play(dealt(FiveHundred(**options), hands, rest, size=10), f"{bids} {discards}")


def scored(contract: str, tricks: int, *, declarer: int = 0, **options: object) -> list[int]:
    """The scores of the bidders and of the defenders, for so many tricks of the bidders."""
    hand = bidding(**options)
    hand.declarer, hand.contract = declarer, contract
    hand.won[declarer] = tricks
    hand.won[(declarer + 1) % 4] = 10 - tricks
    scores = hand.variant.score(hand)
    assert scores[declarer] == scores[(declarer + 2) % 4]
    assert scores[(declarer + 1) % 4] == scores[(declarer + 3) % 4]
    return [scores[declarer], scores[(declarer + 1) % 4]]


# The pack and the auction


def test_43_cards_ten_each_and_three_in_the_kitty() -> None:
    hand = bidding()
    assert hand.deck.size == 43
    assert {"4H", "4D", "BJ", "5S", "5C"} <= set(hand.deck.tokens)
    assert not {"4S", "4C", "3H"} & set(hand.deck.tokens)
    assert [cards.bit_count() for cards in hand.hands] == [10] * 4
    assert hand.undealt.bit_count() == 3
    assert asked(hand) == ("bid", 1)


def test_the_avondale_schedule() -> None:
    assert [VALUES[f"6{strain}"] for strain in "SCDHN"] == [40, 60, 80, 100, 120]
    assert [VALUES[f"{level}S"] for level in range(6, 11)] == [40, 140, 240, 340, 440]
    assert (VALUES["8H"], VALUES["10N"], VALUES["MIS"], VALUES["OPEN"]) == (300, 520, 250, 500)


def test_bids_rise_and_misere_stands_between_seven_and_eight() -> None:
    bids = FiveHundred().bids
    assert bids[:6] == ("6S", "6C", "6D", "6H", "6N", "7S")
    assert bids[bids.index("7N") : bids.index("8C")] == ("7N", "MIS", "8S")
    assert bids[bids.index("10D") :] == ("10D", "OPEN", "10H", "10N")
    assert FiveHundred(open_misere="highest").bids[-1] == "OPEN"
    assert "MIS" not in FiveHundred(misere="no").bids


def test_a_lower_bid_is_refused_and_who_has_passed_is_out() -> None:
    hand = bidding("6H pass")
    with pytest.raises(IllegalAction, match="'6D' is not higher than '6H', bid by seat 1"):
        hand.play("6D")
    play(hand, "6N pass 7S")
    assert asked(hand) == ("bid", 3)
    hand.play("pass")
    assert (hand.declarer, hand.contract, hand.trump) == (1, "7S", "S")
    assert told(hand, "contract", "trump") == [("contract", 1, "7S"), ("trump", 1, "S")]


def test_misere_may_be_bid_over_seven_only_unless_set_otherwise() -> None:
    assert "MIS" not in bidding().legal_tokens()
    assert "MIS" not in bidding("6N").legal_tokens()
    assert "MIS" in bidding("7S").legal_tokens()
    assert "MIS" in bidding("7N").legal_tokens()
    assert "MIS" not in bidding("8S").legal_tokens()
    assert "OPEN" in bidding().legal_tokens()
    assert "OPEN" not in bidding("10H").legal_tokens()
    assert "MIS" in bidding(misere="any").legal_tokens()
    assert "MIS" not in bidding("7S", misere="no").legal_tokens()
    with pytest.raises(IllegalAction, match="'MIS' may be bid only over a bid of seven"):
        bidding("6S").play("MIS")


def test_four_passes_throw_the_hand_in() -> None:
    hand = bidding("pass pass pass pass")
    assert hand.over
    assert list(hand.scores) == [0, 0, 0, 0]
    assert hand.variant.winners_after(hand, [0] * 4) is None


# The kitty


def test_the_bidder_takes_the_kitty_unseen_by_the_others_discards_three_and_leads() -> None:
    hand = play(dealt(FiveHundred(), {1: SPADES}, "AH KH QH", size=10), "10S pass pass pass")
    assert asked(hand) == ("discard", 1)
    assert [(to, event) for to, event in hand.log if event[0] == "hand"][-1] == (1, ("hand", ["QH", "KH", "AH"]))
    play(hand, "QH KH 7S")
    assert hand.log[-1] == (ALL, ("picked", 1, 3))
    assert hand.hands[1].bit_count() == 10
    assert asked(hand) == ("play", 1)
    views = Views(hand.variant, [0] * 4)
    views.fold(hand.log)
    view = views.view(2, "play")
    assert (view["declarer"], view["contract"], view["trump"]) == (1, "10S", "S")


# Trumps


def test_the_joker_and_the_bowers_lead_the_trumps() -> None:
    ranking = FiveHundred().ranking("S", tops=("BJ", "JS", "JC"))
    order = ["5S", "9S", "TS", "QS", "KS", "AS", "JC", "JS", "BJ"]
    cards = [ranking.deck.card(token) for token in order]
    for higher in range(1, len(cards)):
        assert ranking.winner(cards[higher - 1 : higher + 1]) == 1
    assert ranking.winner([ranking.deck.card("AC"), ranking.deck.card("JC")]) == 1


def test_joker_and_left_bower_are_followed_as_trumps() -> None:
    hands = {1: SPADES, 2: "5S AC KC QC TC 9C 8C 7C 6C 5C", 3: "6S AD KD QD JD TD 9D 8D 7D 6D"}
    hand = holding(hands, "10S pass pass pass", "QH KH AH", "AH KH QH")
    play(hand, "JC")
    assert hand.legal_tokens() == ["5S"]
    with pytest.raises(IllegalAction, match="AC breaks a rule: a card of the suit led"):
        hand.play("AC")
    play(hand, "5S 6S")
    hand.play(hand.legal_tokens()[0])
    assert told(hand, "trick") == [("trick", 1)]


# The joker without trumps


def test_without_trumps_the_joker_is_for_who_can_not_follow_and_it_wins() -> None:
    hands = {1: "AS KS 5S AC KC AD KD AH KH QH", 2: "BJ QS 5C 6C 7C 8C 9C TC JC QC"}
    hand = holding(hands, "8N pass pass pass", "4D 5D 6D", "4D 5D 6D")
    play(hand, "AS")
    assert hand.legal_tokens() == ["QS"]
    with pytest.raises(IllegalAction, match="BJ breaks a rule"):
        hand.play("BJ")
    hand.play("QS")
    for _ in range(2):
        hand.play(hand.legal_tokens()[0])
    hand.play("AH")
    assert "BJ" in hand.legal_tokens()
    hand.play("BJ")
    for _ in range(2):
        hand.play(hand.legal_tokens()[0])
    assert told(hand, "trick") == [("trick", 1), ("trick", 2)]


def test_who_leads_the_joker_names_the_suit_but_none_failed_to_follow() -> None:
    hands = {
        1: "AS KS 5S AC KC AD KD AH KH QH",
        2: "BJ QS 5C 6C 7C 8C 9C TC JC QC",
        3: "8S 9S TS JS 9H JH 7D 8D 9D TD",
    }
    hand = holding(hands, "8N pass pass pass", "4D 5D 6D", "4D 5D 6D")
    play(hand, "AH 5C JH TH  5S QS 8S 6S")
    assert asked(hand) == ("play", 2)
    play(hand, "BJ")
    assert asked(hand) == ("suit", 2)
    assert hand.legal_tokens() == ["S", "D", "C"]
    with pytest.raises(IllegalAction, match="'H' can't be named for the joker"):
        hand.play("H")
    hand.play("C")
    assert hand.log[-1] == (ALL, ("suit", 2, "C"))
    assert asked(hand) == ("play", 3)
    for seat in (3, 0, 1):
        assert asked(hand) == ("play", seat)
        clubs = hand.hands[seat] & hand.deck.suit("C")
        assert set(hand.legal_tokens()) == set(hand.deck.tokens_of(clubs or hand.hands[seat]))
        hand.play(hand.legal_tokens()[0])
    assert told(hand, "trick")[-1] == ("trick", 2)


# Misere


def misere(bid: str = MISERE, **options: object) -> Hand:
    """Seat 3 plays misere; seat 1, the partner, lays the cards down."""
    hands = {3: "BJ 5S 6S 7S 5C 6C 4H 5H 4D 5D", 0: "AS KS QS JS TS AC KC QC JC TC"}
    hand = dealt(FiveHundred(**options), hands, "AD KD QD", size=10)
    play(hand, bid)
    return play(hand, "AD KD QD")


def test_at_misere_the_partner_does_not_play() -> None:
    hand = misere("7S pass MIS pass pass")
    assert (hand.declarer, hand.trump) == (3, None)
    seats = []
    chance = random.Random(1)
    while not hand.over:
        seats.append(asked(hand)[1])
        hand.apply(any_action(hand, chance))
    assert 1 not in seats
    assert seats[0] == 3
    assert hand.hands[1].bit_count() == 10


def test_at_misere_the_joker_must_go_when_suit_can_not_be_followed() -> None:
    for option in (True, False):
        hand = misere("7S pass MIS pass pass", misere_joker=option)
        play(hand, "4D AC 6D")
        assert asked(hand) == ("play", 2)
        hand.hands[3] = hand.deck.set_of(["BJ", "5S", "6S", "7S", "5C", "6C", "4H", "5H", "5D"])
        play(hand, "7D")
        assert hand.legal_tokens() == ["5D"]
        hand.hands[3] = hand.deck.set_of(["BJ", "5S", "6S", "7S", "5C", "6C", "4H", "5H", "6H"])
        if option:
            assert hand.legal_tokens() == ["BJ"]
            with pytest.raises(IllegalAction, match="5S breaks a rule: at misere the joker"):
                hand.play("5S")
        else:
            assert len(hand.legal_tokens()) == 9


@pytest.mark.parametrize("option", ["after one trick", "before the lead"])
def test_the_hand_of_an_open_misere_is_shown(option: str) -> None:
    hand = misere("pass pass OPEN pass", exposed=option)
    before = len(told(hand, "show"))
    assert before == (option == "before the lead")
    play(hand, "4D AC")
    play(hand, hand.legal_tokens()[-1])
    assert len(told(hand, "show")) == 1
    assert asked(hand)[0] == "play"
    views = Views(hand.variant, [0] * 4)
    views.fold(hand.log)
    assert views.view(0, "play")["shown"] == [(3, hand.deck.tokens_of(hand.hands[3]))]


# Scores


@pytest.mark.parametrize(
    ("contract", "tricks", "scores"),
    [
        ("6S", 6, [40, 40]),
        ("6S", 9, [40, 10]),
        ("6S", 10, [250, 0]),
        ("6S", 5, [-40, 50]),
        ("8H", 8, [300, 20]),
        ("8H", 10, [300, 0]),
        ("10N", 10, [520, 0]),
        ("10N", 9, [-520, 10]),
        ("10N", 0, [-520, 100]),
        ("MIS", 0, [250, 0]),
        ("MIS", 1, [-250, 0]),
        ("OPEN", 0, [500, 0]),
        ("OPEN", 10, [-500, 0]),
    ],
)
def test_a_bid_is_won_or_lost_and_defenders_score_their_tricks(contract: str, tricks: int, scores: list[int]) -> None:
    assert scored(contract, tricks) == scores
    assert scored(contract, tricks, declarer=3) == scores


def test_a_slam_is_worth_no_more_by_an_option() -> None:
    assert scored("6S", 10, slam=False) == [40, 0]


# The game


def ended(declarer: int | None, scores: list[int], totals: list[int], **options: object) -> list[int] | None:
    hand = bidding(**options)
    hand.declarer, hand.scores = declarer, tuple(scores)
    winners = hand.variant.winners_after(hand, totals)
    return None if winners is None else list(winners)


def test_a_side_wins_by_making_a_bid() -> None:
    assert ended(0, [300, 20] * 2, [510, 40] * 2) == [0, 2]
    assert ended(1, [20, 300] * 2, [510, 520] * 2) == [1, 3]
    assert ended(0, [300, 20] * 2, [480, 40] * 2) is None


def test_points_for_defending_do_not_win_unless_they_may() -> None:
    assert ended(0, [300, 20] * 2, [310, 505] * 2) is None
    assert ended(0, [300, 20] * 2, [310, 505] * 2, win_on_bid=False) == [1, 3]
    assert ended(0, [300, 20] * 2, [510, 505] * 2, win_on_bid=False) == [0, 2]
    assert ended(0, [-40, 60] * 2, [510, 100] * 2) is None


def test_a_side_that_falls_to_minus_500_has_lost() -> None:
    assert ended(0, [-300, 20] * 2, [-500, 40] * 2) == [1, 3]
    assert ended(0, [-300, 20] * 2, [-499, 40] * 2) is None
    assert ended(None, [0] * 4, [0] * 4) is None


def test_a_game_without_bids_comes_to_an_end() -> None:
    assert ended(None, [0] * 4, [30, 60] * 2, max_hands=1) == [1, 3]
    assert ended(None, [0] * 4, [0] * 4, max_hands=1) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {
            "misere": "any",
            "open_misere": "highest",
            "exposed": "before the lead",
            "misere_joker": False,
            "win_on_bid": False,
        },
    ],
)
def test_random_games_obey_the_laws(options: dict[str, object]) -> None:
    for seed in range(12):
        lawful_game(FiveHundred(**options), seed, most_hands=4)
    assert lawful_game(FiveHundred(target=100, **options), 3, most_hands=60, worlds=False).over


@pytest.mark.parametrize("contract", ["7N", "MIS", "OPEN"])
def test_hands_without_trumps_obey_the_laws(contract: str) -> None:
    asked_for, chance = Counter[str](), random.Random(7)
    for seed in range(25):
        pack = list(range(43))
        random.Random(seed).shuffle(pack)
        hand = play(Hand(FiveHundred(misere="any"), pack=pack, dealer=seed % 4), f"{contract} pass pass pass")
        while not hand.over:
            kind, seat = asked(hand)
            asked_for[kind] += 1
            if chance.random() < 0.1:
                events = [event for to, event in hand.log if to in (ALL, seat)]
                world = Worlds(hand.variant, seat, events).draw(chance)
                assert world.legal_tokens() == hand.legal_tokens()
            twin = hand.copy()
            hand.apply(any_action(hand, chance))
            assert twin.phase is not None
            assert twin.phase.kind == kind
        assert sum(hand.won) == 10
    assert asked_for["suit"] > 0 or contract != "7N"
