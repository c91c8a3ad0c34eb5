"""Troeven against its rules, sentence by sentence. Whole hands, worked by hand, are in `golden/`."""

from __future__ import annotations

import itertools

import pytest
from arena_troeven import Troeven

from arena.errors import IllegalAction, InputError
from arena.game import Game
from arena.hand import Hand
from arena.phases import ALL
from arena.tricks import Tricks, follow_suit_or_trump
from arena.views import Views
from tests.plugins import transcripts

RANKING = "AKQJT987"


def identity(dealer: int = 0) -> Hand:
    return Hand(Troeven(), pack=range(32), dealer=dealer)


def holding(trump: str, *hands: str, leader: int = 0) -> Hand:
    """A hand in which the seats hold just these cards, with this trump, and `leader` is to lead."""
    hand = identity()
    hand.play(trump)
    hand.hands = [hand.deck.set_of(cards.split()) for cards in hands]
    hand.phase = Tricks(leader, hand.variant.ranking(trump), following=(follow_suit_or_trump,))
    return hand


def pile_worth(points: int) -> list[str]:
    """Cards of a whole pack that are worth this much together, the dearest first."""
    cards = []
    for value, rank in ((4, "A"), (3, "K"), (2, "Q"), (1, "J")):
        for suit in "SHDC":
            if points >= value:
                cards.append(rank + suit)
                points -= value
    assert points == 0
    return cards


def scored(dealer: int, points_of_seats_0_and_2: int) -> list[int]:
    """The scores of a hand in which seats 0 and 2 have won cards worth this much, and seats 1 and 3 the rest."""
    hand = identity(dealer)
    even = hand.deck.set_of(pile_worth(points_of_seats_0_and_2))
    odd = hand.deck.all & ~even
    low = hand.deck.set_of(["AS", "KS", "JD", "7C", "8H", "QD", "TC"])
    hand.taken = [even & low, odd & ~low, even & ~low, odd & low]
    return list(hand.variant.score(hand))


# The pack


def test_the_pack_has_32_cards_from_the_ace_to_the_seven() -> None:
    deck = Troeven().deck
    assert set(deck.tokens) == {rank + suit for rank in RANKING for suit in "SHDC"}
    assert deck.size == 32


@pytest.mark.parametrize("trump", "SHDC")
def test_every_suit_ranks_ace_to_seven_trump_or_not(trump: str) -> None:
    variant = Troeven()
    ranking, card = variant.ranking(trump), variant.deck.card
    for suit in "SHDC":
        for higher, lower in itertools.combinations(RANKING, 2):
            assert ranking.winner([card(lower + suit), card(higher + suit)]) == 1
            assert ranking.winner([card(higher + suit), card(lower + suit)]) == 0
        if suit != trump:
            assert ranking.winner([card("A" + suit), card("7" + trump)]) == 1
            other = next(name for name in "SHDC" if name not in (suit, trump))
            assert ranking.winner([card("7" + suit), card("A" + other)]) == 0


def test_ace_king_queen_jack_count_4_3_2_1_and_all_together_40() -> None:
    hand = identity()
    for seat, rank in enumerate("AKQJ"):
        hand.taken[seat] = hand.deck.rank(rank)
    values = {"A": 4, "K": 3, "Q": 2, "J": 1}
    assert hand.points(values) == [16, 12, 8, 4]
    assert scored(0, 20) == [0, 0, 0, 0]
    assert scored(0, 21) != scored(0, 19) != [0, 0, 0, 0]


@pytest.mark.parametrize("players", [2, 3, 5, 6])
def test_it_is_a_game_for_four(players: int) -> None:
    with pytest.raises(InputError, match=rf"troeven .*4 players, not .*{players}"):
        Troeven(players)


def test_partners_sit_opposite() -> None:
    assert Troeven().teams == ((0, 2), (1, 3))
    assert [Troeven().team_of(seat) for seat in range(4)] == [0, 1, 0, 1]


# Deal and trump


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_the_caller_at_the_dealers_left_sees_four_cards_alone_before_the_call(dealer: int) -> None:
    hand = identity(dealer)
    caller = (dealer + 1) % 4
    assert hand.phase is not None
    assert (hand.phase.kind, hand.phase.turn) == ("trump", caller)
    first_four = hand.deck.tokens_of(0b1111)
    assert hand.log == [(ALL, ("deal", 1, dealer)), (caller, ("hand", first_four))]
    views = Views(hand.variant, [7, 7, 7, 7])
    views.fold(hand.log)
    assert views.view(caller, "trump")["hand"] == first_four
    assert all(views.view(seat, "trump")["hand"] == [] for seat in range(4) if seat != caller)


@pytest.mark.parametrize("trump", "SHDC")
def test_the_caller_names_any_suit_held_or_not(trump: str) -> None:
    # The four lowest numbers are 7S 8S 9S TS: three of the suits are not held.
    hand = identity(dealer=3)
    assert set(hand.legal_tokens()) == set("SHDC")
    hand.play(trump)
    assert hand.trump == trump
    assert (ALL, ("trump", 0, trump)) in hand.log
    with pytest.raises(IllegalAction, match=trump):
        identity().play(trump.lower())


@pytest.mark.parametrize("word", ["pass", "", "N", "AS", "SH"])
def test_the_caller_can_not_pass_or_name_anything_else(word: str) -> None:
    with pytest.raises(IllegalAction, match="S H D C"):
        identity().play(word)


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_after_the_call_packets_of_four_go_to_the_three_others_and_then_to_all_from_the_caller(dealer: int) -> None:
    hand = identity(dealer)
    caller, second, third, fourth = ((dealer + step) % 4 for step in (1, 2, 3, 4))
    hand.play("H")
    packet = [0b1111 << 4 * place for place in range(8)]
    assert hand.hands[caller] == packet[0] | packet[4]
    assert hand.hands[second] == packet[1] | packet[5]
    assert hand.hands[third] == packet[2] | packet[6]
    assert hand.hands[fourth] == packet[3] | packet[7]
    assert fourth == dealer
    assert hand.undealt == 0


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_the_call_is_known_before_the_rest_is_dealt_and_each_seat_is_told_its_own_cards(dealer: int) -> None:
    hand = identity(dealer)
    caller = (dealer + 1) % 4
    hand.play("C")
    kinds = [(seat, event[0]) for seat, event in hand.log]
    assert kinds[:3] == [(ALL, "deal"), (caller, "hand"), (ALL, "trump")]
    assert sorted(kinds[3:]) == [(seat, "hand") for seat in range(4)]
    for seat in range(4):
        told = [token for to, event in hand.log if to == seat for token in event[1]]
        assert sorted(told) == sorted(hand.deck.tokens_of(hand.hands[seat]))


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_the_caller_leads(dealer: int) -> None:
    hand = identity(dealer)
    hand.play("D")
    assert isinstance(hand.phase, Tricks)
    assert hand.phase.turn == (dealer + 1) % 4


def test_the_deal_moves_clockwise_and_the_first_dealer_is_drawn() -> None:
    variant = Troeven()
    assert [variant.next_dealer(identity(dealer)) for dealer in range(4)] == [1, 2, 3, 0]
    drawn = [Game(variant, "seed", number, single=True).hand.dealer for number in range(200)]
    assert all(drawn.count(seat) > 30 for seat in range(4))


# Play


@pytest.mark.parametrize(
    ("trump", "led", "held", "legal"),
    [
        ("H", "8S", "AS 7H KD", "AS 7H"),
        ("H", "8S", "7H KD", "7H KD"),
        ("H", "8S", "AS KD QC", "AS"),
        ("H", "8S", "AS TS 7S AH 7H AD AC", "AS TS 7S AH 7H"),
        ("H", "8S", "KD QC 9D", "KD QC 9D"),
        ("H", "8H", "7H KD AS", "7H"),
        ("H", "8H", "KD AS", "KD AS"),
        ("S", "8H", "AS 7H KD", "AS 7H"),
        ("D", "8S", "AS 7H KD", "AS KD"),
        ("C", "8S", "AS 7H KD", "AS"),
    ],
)
def test_who_holds_the_suit_led_plays_it_or_a_trump_and_who_does_not_plays_anything(
    trump: str, led: str, held: str, legal: str
) -> None:
    hand = holding(trump, led, held, "9C", "9D")
    hand.play(led)
    assert set(hand.legal_tokens()) == set(legal.split())


def test_a_side_card_thrown_while_holding_the_suit_led_is_refused_with_the_rule() -> None:
    hand = holding("H", "8S", "AS 7H KD", "9C", "9D")
    hand.play("8S")
    with pytest.raises(IllegalAction, match=r"KD .*suit led.* or a trump.*Legal: AS 7H"):
        hand.play("KD")


def test_nobody_must_beat_or_overtrump_and_the_lead_is_free() -> None:
    hand = holding("H", "8S AH", "AH 7H 9S", "TH 7S KD", "9D")
    assert set(hand.legal_tokens()) == {"8S", "AH"}
    hand.play("8S")
    hand.play("AH")
    assert set(hand.legal_tokens()) == {"TH", "7S"}


@pytest.mark.parametrize(
    ("trump", "plays", "winner"),
    [
        ("H", "8S 9S AD TS", 3),
        ("H", "8S 9S 7H TS", 2),
        ("H", "8S 9H 7H TS", 1),
        ("H", "7H 9H AH TH", 2),
        ("C", "7D AS AH KS", 0),
    ],
)
def test_the_highest_trump_wins_or_else_the_highest_card_of_the_suit_led(trump: str, plays: str, winner: int) -> None:
    cards = plays.split()
    hand = holding(trump, *cards)
    for card in cards:
        hand.play(card)
    assert hand.won == [int(seat == winner) for seat in range(4)]


# Score of a hand


@pytest.mark.parametrize(
    ("dealer", "points", "totals"),
    [
        (0, 22, (6, 8)),
        (0, 18, (7, 6)),
        (2, 22, (6, 8)),
        (2, 18, (7, 6)),
        (1, 22, (6, 7)),
        (1, 18, (8, 6)),
        (3, 22, (6, 7)),
        (3, 18, (8, 6)),
        (0, 21, (6, 8)),
        (0, 19, (7, 6)),
        (1, 40, (6, 7)),
        (1, 0, (8, 6)),
        (0, 40, (6, 8)),
        (0, 0, (7, 6)),
    ],
)
def test_the_side_with_more_goes_down_and_the_callers_side_up_if_it_loses(
    dealer: int, points: int, totals: tuple[int, int]
) -> None:
    """`points` and `totals` are those of seats 0 and 2 first; both sides stood at 7."""
    assert [7 + change for change in scored(dealer, points)] == [*totals, *totals]


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_at_20_to_20_nothing_changes_whoever_dealt(dealer: int) -> None:
    assert scored(dealer, 20) == [0, 0, 0, 0]


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_the_caller_is_always_an_opponent_of_the_dealer(dealer: int) -> None:
    hand = identity(dealer)
    assert hand.phase is not None
    assert hand.variant.team_of(hand.phase.turn) != hand.variant.team_of(dealer)


@pytest.mark.parametrize("name", ["callers_win", "dealers_win", "tie"])
def test_a_hand_worked_by_hand_comes_out_as_written(name: str) -> None:
    script = transcripts.read(f"troeven_{name}.txt")
    variant = Troeven()
    hand = transcripts.play(variant, script)
    points = hand.points({"A": 4, "K": 3, "Q": 2, "J": 1})
    result = (
        transcripts.row("points of 0+2 and 1+3:", [points[0] + points[2], points[1] + points[3]]),
        transcripts.row("tricks:", hand.won),
        transcripts.row("scores:", hand.scores),
        transcripts.row("payoffs:", variant.payoffs(hand.scores)),
    )
    assert transcripts.told(hand, *result) == script.told


# Payoffs


@pytest.mark.parametrize(
    ("scores", "payoffs"),
    [
        ([-1, 1, -1, 1], [2, -2, 2, -2]),
        ([1, -1, 1, -1], [-2, 2, -2, 2]),
        ([-1, 0, -1, 0], [1, -1, 1, -1]),
        ([0, -1, 0, -1], [-1, 1, -1, 1]),
        ([0, 0, 0, 0], [0, 0, 0, 0]),
    ],
)
def test_a_hand_pays_the_own_decrease_and_the_opponents_increase(scores: list[int], payoffs: list[int]) -> None:
    assert list(Troeven().payoffs(scores)) == payoffs


# The game


def test_both_sides_start_at_seven() -> None:
    assert Troeven().start_totals() == [7, 7, 7, 7]


@pytest.mark.parametrize(
    ("totals", "hands", "winners"),
    [
        ([7, 7, 7, 7], 1, None),
        ([0, 5, 0, 5], 12, [0, 2]),
        ([12, 0, 12, 0], 30, [1, 3]),
        ([1, 1, 1, 1], 199, None),
        ([1, 2, 1, 2], 200, [0, 2]),
        ([9, 8, 9, 8], 200, [1, 3]),
        ([6, 6, 6, 6], 200, [0, 1, 2, 3]),
        ([0, 3, 0, 3], 200, [0, 2]),
    ],
)
def test_the_first_side_at_0_wins_and_after_200_hands_the_lower(
    totals: list[int], hands: int, winners: list[int] | None
) -> None:
    assert Troeven().winners(totals, hands) == winners


def test_option_max_hands_moves_the_end() -> None:
    assert Troeven(max_hands=3).winners([6, 7, 6, 7], 2) is None
    assert Troeven(max_hands=3).winners([6, 7, 6, 7], 3) == [0, 2]


def test_the_winning_side_shares_the_game_and_an_equal_end_is_a_draw() -> None:
    assert Troeven().game_payoffs([0, 2]) == [1, 0, 1, 0]
    assert Troeven().game_payoffs([1, 3]) == [0, 1, 0, 1]
    assert Troeven().game_payoffs([0, 1, 2, 3]) == [0.5, 0.5, 0.5, 0.5]


def test_a_whole_game_is_cut_off_at_max_hands_as_a_draw_when_the_scores_are_equal() -> None:
    # A league seed is looked for in which the first hand is a tie, played by lowest cards.
    for number in range(400):
        game = Game(Troeven(max_hands=1), "ties", number, single=False)
        while not game.hand.over:
            game.hand.play(game.hand.legal_tokens()[0])
        game.close()
        assert game.over
        if game.hand.scores == (0, 0, 0, 0):
            assert game.totals == [7, 7, 7, 7]
            assert game.payoffs == (0.5, 0.5, 0.5, 0.5)
            return
    pytest.fail("no tie in 400 hands")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"max_hands": 0}, "'max_hands' must be at least 1, not 0"),
        ({"max_hands": "many"}, "'max_hands' must be a whole number"),
        ({"max_hands": 1.5}, "'max_hands' must be a whole number"),
        ({"target": 23}, "no option 'target'"),
        ({"maxhands": 3}, "Did you mean 'max_hands'"),
    ],
)
def test_an_impossible_option_is_refused_in_words(options: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words) as refusal:
        Troeven(4, **options)
    assert str(refusal.value).startswith("troeven")


def test_the_printed_rules_name_every_reading_and_option() -> None:
    text = Troeven.rules_text()
    for reading in ("packets of four", "no upper bound"):
        assert any(reading in entry for entry in Troeven.readings), reading
    for entry in (*Troeven.readings, "max_hands = 200"):
        assert entry in text


# The score sheet


def open_and_cancelled(totals: list[int]) -> list[tuple[int, int]]:
    """For each side the branches that are open (-) and those with a ball (o)."""
    sheet = Troeven().score_sheet(totals)
    return [(line.count(" -"), line.count(" o")) for line in sheet.splitlines()]


@pytest.mark.parametrize(
    ("totals", "branches"),
    [
        ([7, 7, 7, 7], [(7, 0), (7, 0)]),
        ([6, 8, 6, 8], [(6, 1), (8, 0)]),
        ([7, 6, 7, 6], [(7, 0), (6, 1)]),
        ([0, 12, 0, 12], [(0, 7), (12, 0)]),
    ],
)
def test_the_score_sheet_draws_seven_branches_or_more_and_a_ball_on_each_that_is_cancelled(
    totals: list[int], branches: list[tuple[int, int]]
) -> None:
    assert open_and_cancelled(totals) == branches


def test_the_score_sheet_names_the_sides_and_their_numbers() -> None:
    even, odd = Troeven().score_sheet([6, 8, 6, 8]).splitlines()
    assert "0+2" in even
    assert even.endswith("6")
    assert "1+3" in odd
    assert odd.endswith("8")
