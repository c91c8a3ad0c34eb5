"""Sheepshead, from hands worked by hand."""

from __future__ import annotations

import itertools

import pytest
from arena_sheepshead import Sheepshead

from arena.errors import IllegalAction, InputError
from arena.hand import Hand
from arena.tricks import Tricks
from tests.plugins.tables import asked, lawful_game, play, told

# Seat 4 deals, seat 0 leads; the blind is 8C 7C.
FIVE = [
    "QC QS JC JS AS 7H",
    "QH JH AD AC KS 8S",
    "QD JD TD TC TS 9S",
    "KD 9D AH KC TH 7S",
    "8D 7D KH 9H 8H 9C",
]
BLIND = "8C 7C"
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
WORTH = tuple(rank + suit for rank in POINTS for suit in "SHDC")


def dealt(*hands: str, blind: str = BLIND, rule: str = "last", **options: object) -> Hand:
    """The hands from seat 0 on, dealt by the last seat; `rule` is the option that says where a blind goes."""
    variant = Sheepshead(len(hands) or 5, blind=rule, **options)
    tokens = " ".join([*(hands or FIVE), blind]).split()
    pack = [variant.deck.card(token) for token in tokens]
    assert sorted(pack) == list(range(32))
    return Hand(variant, pack=pack, dealer=variant.seats - 1)


def pile(points: int, cards: tuple[str, ...] = WORTH) -> list[str]:
    """Cards that are worth this much together."""
    if points == 0:
        return []
    for place, card in enumerate(cards):
        if POINTS[card[0]] <= points:
            rest = pile(points - POINTS[card[0]], cards[place + 1 :])
            if sum(POINTS[token[0]] for token in rest) == points - POINTS[card[0]]:
                return [card, *rest]
    return []


def scored(mine: int, tricks: int, *, call: str = "AC", **options: object) -> list[int]:
    """The scores when the side of picker seat 0 has so many points in its tricks."""
    hand = play(dealt(**options), "pick 8C 7C")
    if asked(hand)[0] == "call":
        hand.play(call)
    taken = hand.deck.set_of(pile(mine))
    hand.taken = [taken, 0, 0, 0, hand.deck.all & ~taken]
    hand.won = [tricks, 0, 0, 0, 6 - tricks]
    return list(hand.variant.score(hand))


# Picking, burying, calling


@pytest.mark.parametrize(("seats", "each", "blind"), [(3, 10, 2), (4, 7, 4), (5, 6, 2)])
def test_the_deal(seats: int, each: int, blind: int) -> None:
    hand = Hand(Sheepshead(seats), pack=range(32), dealer=1)
    assert [cards.bit_count() for cards in hand.hands] == [each] * seats
    assert hand.undealt.bit_count() == blind
    assert asked(hand) == ("pick", 2)


def test_the_blind_is_offered_from_the_dealers_left_on() -> None:
    hand = play(dealt(), "pass pass")
    assert asked(hand) == ("pick", 2)
    hand.play("pick")
    assert asked(hand) == ("discard", 2)
    assert len(hand.legal_tokens()) == 8
    assert [to for to, event in hand.log if event == ("hand", ["7C", "8C"])] == [2]


def test_the_dealer_must_pick_when_that_is_the_rule() -> None:
    hand = play(dealt(all_pass="forced"), "pass pass pass pass")
    assert asked(hand) == ("pick", 4)
    assert hand.legal_tokens() == ["pick"]


def test_an_ace_is_called_of_a_suit_that_the_picker_holds_and_not_the_ace_of() -> None:
    # After burying 8C and 7C: the ace of spades is the picker's own, hearts are held, clubs no more.
    hand = play(dealt(), "pick 8C 7C")
    assert hand.legal_tokens() == ["alone", "AH"]
    with pytest.raises(IllegalAction, match="'AS' can't be chosen here"):
        hand.play("AS")
    # Burying the spade and the heart leaves the clubs.
    hand = play(dealt(), "pick AS 7H")
    assert hand.legal_tokens() == ["alone", "AC"]


def test_with_all_three_aces_a_ten_is_called() -> None:
    hands = ["QC QS AC AS AH JC", "QH JH AD JS KS 8S", *FIVE[2:4], "8D 7D KH 9H 8H 9C"]
    hands[3] = "KD 9D 7H KC TH 7S"
    hand = play(dealt(*hands), "pick 8C 7C")
    assert hand.legal_tokens() == ["alone", "TS", "TH", "TC"]
    # A buried ace is one's own too.
    hand = play(dealt(*hands), "pick AC 7C")
    assert hand.legal_tokens() == ["alone", "TS", "TH", "TC"]


def test_without_a_fail_card_the_picker_is_alone() -> None:
    hands = ["QC QS JC JS QH JH", "AS 7H AD AC KS 8S", *FIVE[2:]]
    assert play(dealt(*hands), "pick 8C 7C").legal_tokens() == ["alone"]


def test_three_players_and_option_none_have_no_call() -> None:
    three = Hand(Sheepshead(3), pack=range(32), dealer=2)
    play(three, "pick")
    play(three, " ".join(three.legal_tokens()[:2]))
    assert asked(three) == ("play", 0)
    assert asked(play(dealt(partner="none"), "pick 8C 7C")) == ("play", 0)


# The play


def test_queens_jacks_and_diamonds_are_trumps() -> None:
    hand = play(dealt(), "pick 8C 7C alone QC")
    assert hand.legal_tokens() == ["JH", "QH", "AD"]
    ranking = Sheepshead(5).trumps()
    order = [rank + suit for rank in "QJ" for suit in "CSHD"] + [rank + "D" for rank in "ATK987"]
    for higher, lower in itertools.pairwise(order):
        cards = [hand.deck.card(lower), hand.deck.card(higher)]
        assert ranking.winner(cards) == 1
    assert ranking.winner([hand.deck.card("KS"), hand.deck.card("TS"), hand.deck.card("AC")]) == 1


def calling(token: str, *hands: str, leader: int = 0) -> Hand:
    """Seat 0 has picked and called; the seats hold these cards, and `leader` is to lead."""
    hand = play(dealt(), "pick AS 7H alone")
    assert isinstance(hand.phase, Tricks)
    hand.extra["called"] = token
    hand.hands = [hand.deck.set_of(cards.split()) for cards in hands]
    leading, following = hand.phase.leading, hand.phase.following
    hand.phase = Tricks(leader, hand.phase.ranking, leading=leading, following=following)
    return hand


def test_the_called_ace_is_played_when_its_suit_is_led() -> None:
    hand = calling("AC", "7C QC", "AC KC", "TC 9D", "8D 7D", "9C KH")
    hand.play("7C")
    assert hand.legal_tokens() == ["AC"]
    with pytest.raises(IllegalAction, match="KC breaks a rule: the called card must be played when its suit is led"):
        hand.play("KC")


def test_the_called_ace_is_not_thrown_before() -> None:
    hand = calling("AC", "7H QC", "AC KS", "TC 9D", "8D 7D", "9C KH")
    hand.play("7H")
    with pytest.raises(IllegalAction, match="AC breaks a rule: the called card is kept until its suit is led"):
        hand.play("AC")
    alone = calling("AC", "7H", "AC", "TC", "8D", "9C")
    alone.play("7H")
    assert alone.legal_tokens() == ["AC"]


def test_the_partner_does_not_lead_around_the_called_ace() -> None:
    hand = calling("AC", "7C QC KH", "AC KC KS", "TC 9D 8S", "8D 7D TS", "9C TH 9S", leader=1)
    assert hand.legal_tokens() == ["KS", "AC"]
    with pytest.raises(IllegalAction, match="KC breaks a rule: who holds the called card leads its suit with that"):
        hand.play("KC")


def test_the_picker_keeps_a_card_of_the_called_suit() -> None:
    hand = calling("AC", "7C KH", "AC 7H", "TC 9D", "8D 7D", "KS 9S", leader=4)
    hand.play("KS")
    with pytest.raises(IllegalAction, match="7C breaks a rule: the picker keeps a card of the called suit"):
        hand.play("7C")
    two = calling("AC", "7C 8C", "AC 7H", "TC 9D", "8D 7D", "KS 9S", leader=4)
    two.play("KS")
    assert two.legal_tokens() == ["7C", "8C"]


def test_once_the_called_ace_has_fallen_all_is_free() -> None:
    hand = calling("AC", "7C KC KH", "AC 7H 9H", "TC 9D 8H", "8D 7D JD", "9C 9S 8S")
    play(hand, "KC AC TC 7D 9C")
    assert asked(hand) == ("play", 3)
    play(hand, "8D 9S")
    assert set(hand.legal_tokens()) == {"7C", "KH"}


# Scores


@pytest.mark.parametrize(
    ("points", "tricks", "scores"),
    [
        (61, 3, [2, -1, -1, 1, -1]),
        (90, 5, [2, -1, -1, 1, -1]),
        (91, 5, [4, -2, -2, 2, -2]),
        (120, 6, [6, -3, -3, 3, -3]),
        (60, 3, [-4, 2, 2, -2, 2]),
        (31, 3, [-4, 2, 2, -2, 2]),
        (30, 3, [-8, 4, 4, -4, 4]),
        (0, 0, [-12, 6, 6, -6, 6]),
    ],
)
def test_the_picker_takes_two_shares_and_the_partner_one(points: int, tricks: int, scores: list[int]) -> None:
    # Seat 3 holds the ace of hearts.
    assert scored(points, tricks, call="AH") == scores


def test_all_points_without_all_tricks_are_schneider() -> None:
    assert scored(120, 5, call="AH") == [4, -2, -2, 2, -2]


def test_alone_the_picker_takes_all_and_pays_all() -> None:
    assert scored(61, 3, call="alone") == [4, -1, -1, -1, -1]
    assert scored(60, 3, call="alone") == [-8, 2, 2, 2, 2]


def test_without_the_bump_a_loss_costs_what_a_win_brings() -> None:
    assert scored(60, 3, call="AH", bump=False) == [-2, 1, 1, -1, 1]


def test_with_the_jack_of_diamonds_its_holder_is_the_partner() -> None:
    assert scored(61, 3, partner="jack") == [2, -1, 1, -1, -1]
    hand = play(dealt(partner="jack"), "pass pass pick 8C 7C")
    variant = hand.variant
    assert isinstance(variant, Sheepshead)
    assert variant.side(hand) == {2}


def test_four_players_share_evenly() -> None:
    hands = ["QC QS JC JS AS 7H 7S", "QH JH AD AC KS 8S TH", "QD JD TD TC TS 9S AH", "KD 9D KC 9C 8D 7D KH"]
    hand = play(dealt(*hands, blind="8C 7C 9H 8H"), "pick 9H 8H AS 7S AC")
    hand.taken, hand.won = [hand.deck.all, 0, 0, 0], [6, 0, 0, 1]
    assert hand.variant.score(hand) == [2, 2, -2, -2]


def test_the_buried_cards_count_for_the_picker() -> None:
    hand = play(dealt(), "pick AS 7H AC")
    hand.taken[0] = hand.deck.set_of(["AC", "AH", "AD", "TC", "9C", "TS"])
    hand.won = [3, 0, 0, 0, 3]
    # 53 in tricks and the ace of spades make 64.
    assert hand.variant.score(hand) == [2, 1, -1, -1, -1]


# When all pass


def leaster(taken: list[str], tricks: list[int], *, last: int = 0, **options: object) -> list[int]:
    hand = play(dealt(**options), "pass pass pass pass pass")
    hand.taken = [hand.deck.set_of(cards.split()) for cards in taken]
    hand.won = tricks
    hand.extra["last"] = last
    return list(hand.variant.score(hand))


def test_in_a_leaster_the_fewest_points_win_from_everybody() -> None:
    hand = play(dealt(), "pass pass pass pass pass")
    assert told(hand, "leaster") == [("leaster",)]
    assert asked(hand) == ("play", 0)
    assert leaster(["AS", "KS", "AC", "TC", "AH"], [1, 1, 2, 1, 1]) == [-1, 4, -1, -1, -1]


def test_in_a_leaster_one_must_have_won_a_trick() -> None:
    assert leaster(["AS", "", "KC", "TC", "AH"], [2, 0, 2, 1, 1]) == [-1, -1, 4, -1, -1]
    assert leaster(["AS", "7S", "KC", "TC", "AH"], [1, 1, 2, 1, 1]) == [-1, 4, -1, -1, -1]


def test_in_a_leaster_those_who_tie_are_each_paid_by_the_rest() -> None:
    assert leaster(["AS", "KS", "KC", "TC", "AH"], [1, 1, 2, 1, 1]) == [-2, 3, 3, -2, -2]


@pytest.mark.parametrize(("blind", "scores"), [("last", [-1, 4, -1, -1, -1]), ("none", [4, -1, -1, -1, -1])])
def test_the_blind_of_a_leaster_goes_with_the_last_trick_or_nowhere(blind: str, scores: list[int]) -> None:
    hands = [*FIVE[:4], "8D 7D 8C 9H 8H 9C"]
    hand = play(dealt(*hands, blind="KH 7C", rule=blind), "pass " * 5)
    hand.taken = [hand.deck.set_of([card]) for card in ("JC", "QS", "AC", "AS", "AH")]
    hand.won, hand.extra["last"] = [1, 1, 1, 1, 2], 0
    # 2 points and the king of the blind, against 3.
    assert hand.variant.score(hand) == scores


def test_a_doubler_is_scored_by_the_next_hand() -> None:
    hand = play(dealt(all_pass="doubler"), "pass " * 5)
    assert hand.over
    assert hand.scores == (0, 0, 0, 0, 0)
    variant = hand.variant
    assert variant.carry(hand) == {"stake": 2}
    again = Hand(variant, pack=hand.pack, dealer=4, number=2, carry={"stake": 2})
    assert variant.carry(play(again, "pass " * 5)) == {"stake": 4}
    won = play(Hand(variant, pack=hand.pack, dealer=4, number=2, carry={"stake": 2}), "pick 8C 7C AH")
    won.taken, won.won = [won.deck.all, 0, 0, 0, 0], [5, 0, 0, 0, 1]
    assert variant.score(won) == [8, -4, -4, 4, -4]
    assert variant.carry(won) == {}


def test_the_game_and_its_options() -> None:
    assert Sheepshead(5, hands=2).winners([1, 0, 0, 0, -1], 1) is None
    assert Sheepshead(5, hands=2).winners([1, 1, 0, 0, -2], 2) == [0, 1]
    with pytest.raises(InputError, match="5, 4, 3 players"):
        Sheepshead(6)
    assert Sheepshead(4).lowest_payoff == -18


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize(
    "options", [{}, {"partner": "jack", "all_pass": "forced"}, {"all_pass": "doubler", "blind": "none", "bump": False}]
)
def test_random_games_obey_the_laws(seats: int, options: dict[str, object]) -> None:
    for seed in range(3):
        game = lawful_game(Sheepshead(seats, **options), seed, most_hands=3)
        assert sum(game.totals) == 0
