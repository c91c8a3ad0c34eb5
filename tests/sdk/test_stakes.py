"""What is at stake in a trick, in games whose rules are known to the reader."""

import random

import pytest
from arena_euchre import Euchre
from arena_hearts import Hearts
from arena_oh_hell import OhHell
from arena_schnapsen import Schnapsen
from arena_skat import Skat
from arena_whist import Whist

from arena.game import Game
from arena.phases import ALL
from arena.puppet import NoWorld
from arena.sdk.stakes import Stakes


def at_play(variant, *said, number=0):
    """A deal in which these tokens have been said or played, and from then on the first legal ones up to the tricks."""
    hand = Game(variant, "stakes", number, single=True).hand
    for token in said:
        hand.play(token)
    while hand.phase.kind != "play":
        hand.play(hand.legal_tokens()[0])
    return hand


def stakes_of(hand, seat=None, seed=1):
    seat = hand.phase.turn if seat is None else seat
    told = [event for audience, event in hand.log if audience in (ALL, seat)]
    return Stakes(hand.variant, seat, told, random.Random(seed))


def test_partners_are_paid_alike_and_opponents_the_contrary():
    stakes = stakes_of(at_play(Whist()))
    mine, left, partner, right = [stakes.pays((stakes._seat + step) % 4, ["AS"]) for step in range(4)]
    assert mine == partner > left == right


def test_tricks_are_good_in_whist_and_bad_in_hearts():
    assert stakes_of(at_play(Whist())).usual > 0
    assert stakes_of(at_play(Hearts(passing="none"))).usual < 0


def test_the_queen_of_spades_costs_thirteen_hearts():
    stakes = stakes_of(at_play(Hearts(passing="none")))
    me, other = stakes._seat, (stakes._seat + 1) % 4
    gain = stakes.pays(other, ["QS"]) - stakes.pays(me, ["QS"])
    assert gain > 9 * (stakes.pays(other, ["2H"]) - stakes.pays(me, ["2H"])) > 0


def test_in_skat_the_defenders_are_partners():
    """Forehand passes at 18, so that middlehand plays; rearhand and forehand defend."""
    hand = Game(Skat(), "stakes", 3, single=True).hand
    for token in ("18", "pass", "pass", "pick"):
        hand.play(token)
    hand.play(hand.legal_tokens()[0])
    hand.play(hand.legal_tokens()[0])
    hand.play("G")
    declarer = hand.declarer
    one, other = [seat for seat in range(3) if seat != declarer]
    stakes = stakes_of(hand, one)
    assert stakes.pays(one, ["AS", "TS"]) == stakes.pays(other, ["AS", "TS"]) >= stakes.pays(declarer, ["AS", "TS"])


def test_a_trick_more_than_bid_is_worth_nothing_good():
    """Everybody has bid nothing but the last, whose bid the hook forbids."""
    hand = Game(OhHell(4), "stakes", 0, single=True).hand
    for token in ("0", "0", "0"):
        hand.play(token)
    hand.play("10" if "10" in hand.legal_tokens() else hand.legal_tokens()[-1])
    stakes = stakes_of(hand)
    assert stakes.pays(stakes._seat, ["AS"]) <= stakes.pays((stakes._seat + 1) % 4, ["AS"])


def test_cards_are_ranked_as_the_trick_lies():
    hand = at_play(Whist(), number=2)
    leader = hand.phase.turn
    hand.play(hand.legal_tokens()[-1])
    card = hand.deck.tokens[hand.phase.cards[0]]
    stakes = stakes_of(hand)
    assert (stakes.holder, stakes.to_come) == (leader, [(leader + 2) % 4, (leader + 3) % 4])
    higher = {
        rank + card[1] for rank in "23456789TJQKA" if "23456789TJQKA".index(rank) > "23456789TJQKA".index(card[0])
    }
    trumps = {rank + hand.trump for rank in "23456789TJQKA"} if hand.trump != card[1] else set()
    mine = set(hand.deck.tokens_of(hand.hands[hand.phase.turn]))
    assert set(stakes.beaters()) == (higher | trumps) - mine
    assert {token for token in mine if stakes.takes(token)} == (higher | trumps) & mine


def best_of(hand):
    cards = hand.phase.cards
    return hand.deck.tokens[cards[hand.phase.ranking.winner(cards)]]


@pytest.mark.parametrize("number", range(4))
def test_who_sits_out_is_passed_over(number):
    """In Euchre the partner of who plays alone lays the cards down, and three play."""
    hand = Game(Euchre(), "stakes", number, single=True).hand
    hand.play(next(token for token in hand.legal_tokens() if token != "pass"))
    hand.play("alone")
    while hand.phase.kind != "play":
        hand.play(hand.legal_tokens()[0])
    for left in (2, 1, 0):
        stakes = stakes_of(hand)
        assert len(stakes.to_come) == left
        assert (hand.declarer + 2) % 4 not in [hand.phase.turn, *stakes.to_come]
        assert stakes.holder is None or stakes.beaters() == stakes.beaters(best_of(hand))
        hand.play(hand.legal_tokens()[0])


def test_no_card_is_stronger_than_the_highest_trump():
    stakes = stakes_of(hand := at_play(Whist()))
    assert stakes.strength("A" + hand.trump) == 1
    assert stakes.strength("K" + hand.trump) < 1 or "A" + hand.trump not in stakes.unseen
    plain = next(suit for suit in "SHDC" if suit != hand.trump)
    assert stakes.strength("2" + plain) < stakes.strength("A" + plain) < 1


def test_unseen_is_the_pack_less_what_was_played_and_is_held():
    hand = at_play(Whist())
    for _ in range(6):
        hand.play(hand.legal_tokens()[0])
    stakes = stakes_of(hand)
    held = hand.hands[hand.phase.turn]
    played = sum(hand.taken) | hand.phase.pile
    assert stakes.unseen == hand.deck.tokens_of(hand.deck.all & ~held & ~played)


def test_it_hangs_on_nothing_that_was_not_told():
    """Two deals that look alike to a seat, the cards of the two others exchanged."""
    hand = at_play(Whist())
    seat, (one, other) = hand.phase.turn, [(hand.phase.turn + step) % 4 for step in (1, 2)]
    before = stakes_of(hand)
    hand.hands[one], hand.hands[other] = hand.hands[other], hand.hands[one]
    after = stakes_of(hand)
    assert [before.pays(place, ["AS"]) for place in range(4)] == [after.pays(place, ["AS"]) for place in range(4)]
    assert before.tricks == after.tricks and seat == after._seat


def test_gains_compare_the_same_cards():
    hand = Game(Schnapsen(), "stakes", 1, single=True).hand
    stakes = stakes_of(hand)
    token, *_, other = hand.legal_tokens()
    gains = stakes.gains(token, over=other)
    assert stakes.gains(token, over=token) == [0.0] * len(gains)
    assert gains == [-gain for gain in stakes.gains(other, over=token)]
    assert stakes.gains("no token", over=token) == []


def test_events_of_another_game_are_refused():
    hand = at_play(Whist())
    told = [event for audience, event in hand.log if audience in (ALL, 0)]
    with pytest.raises(NoWorld):
        Stakes(Hearts(), 0, told, random.Random(1))
