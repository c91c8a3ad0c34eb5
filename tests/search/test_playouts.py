"""Prices asked of the rules, and how the seats of a play-out go by them."""

import random

import pytest
from arena_bridge import Bridge
from arena_hearts import Hearts
from arena_skat import Skat
from arena_troeven import Troeven
from arena_trollin import Trollin
from arena_whist import Whist

from arena.hand import Hand
from arena.search import Experience
from arena.search.playout import Manner, PlayOuts, any_of, ducking, priced, strengths, winning
from arena.search.prices import Prices
from tests.game.playing import Twins, any_action, fresh, played


def learned(variant, endings=30):
    """The prices of hands played at random."""
    prices, rng = Prices(variant), random.Random(1)
    for seed in range(endings):
        prices.learn(played(variant, seed), variant.deck.all, rng)
    prices.settle()
    return prices


def test_hearts_and_the_queen_cost_what_the_rules_say_and_other_cards_nothing():
    variant = Hearts(4)
    prices, deck = learned(variant), variant.deck
    assert prices.trick == [0, 0, 0, 0]
    assert all(-14 < prices.card[seat][deck.card("QS")] < -12 for seat in range(4))
    assert all(-2 < prices.card[seat][deck.card("5H")] < 0 for seat in range(4))
    assert prices.card[0][deck.card("AC")] == 0
    assert max(prices.usual) < 0


def test_in_whist_tricks_pay_and_cards_do_not():
    prices = learned(Whist(4))
    assert min(prices.trick) > 0
    assert {price for row in prices.card for price in row} == {0}
    assert prices.ally[0] == [True, False, True, False]


def test_in_troeven_an_ace_pays_more_than_a_seven():
    variant = Troeven(4)
    prices, deck = learned(variant, 60), variant.deck
    aces, sevens = deck.rank("A"), deck.rank("7")
    paid = [sum(prices.card[0][card] for card in range(32) if some >> card & 1) for some in (aces, sevens)]
    assert paid[0] > paid[1] == 0


def test_who_is_always_paid_alike_is_an_ally_without_a_fixed_team():
    variant = Skat(3)
    hand = next(hand for seed in range(200) if (hand := played(variant, seed)).declarer is not None)
    prices = Prices(variant)
    prices.learn(hand, variant.deck.all, random.Random(0))
    prices.settle()
    defenders = [seat for seat in range(3) if seat != hand.declarer]
    for seat in defenders:
        assert [prices.ally[seat][other] for other in range(3)] == [other in defenders for other in range(3)]


def test_learning_leaves_the_hand_as_it_was():
    hand = played(Trollin(4), 3)
    before = hand.copy()
    Prices(hand.variant).learn(hand, hand.deck.all, random.Random(0))
    assert (hand.taken, hand.won, hand.scores) == (before.taken, before.won, before.scores)


@pytest.mark.parametrize("manner", list(Manner), ids=lambda manner: manner.name)
@pytest.mark.parametrize("variant", [Trollin(3), Troeven(4), Twins(), Skat(3)], ids=lambda variant: variant.name)
def test_every_manner_plays_legal_cards_to_the_end(variant, manner):
    prices = learned(variant, 4)
    for seed in range(10):
        hand, chance = fresh(variant, seed)
        outs = PlayOuts(prices, chance)
        pack, dealer = hand.pack, hand.dealer
        outs.finish(hand, [manner] * variant.seats)
        again = Hand(variant, pack=pack, dealer=dealer)
        for action in hand.actions:
            assert again.legal() >> action & 1
            again.apply(action)
        assert again.scores == hand.scores


def trick_of(variant, tokens, hands):
    """A hand of Trollin in which these cards lie in the trick and these are held, from the leader on."""
    hand, _ = fresh(variant, 0)
    phase, deck = hand.phase, variant.deck
    hand.hands = [0] * variant.seats
    seats = hand.around(phase.leader)
    for seat, cards in zip(seats, hands, strict=True):
        hand.hands[seat] = deck.set_of(cards)
    for seat, token in zip(seats, tokens, strict=False):
        hand.hands[seat] |= 1 << deck.card(token)
    for token in tokens:
        hand.apply(deck.card(token))
    return hand


def test_winning_takes_a_trick_as_cheaply_as_it_can_and_ducking_leaves_it_as_dearly():
    variant = Trollin(4)
    hand = trick_of(variant, ["TC"], [["6S"], ["9C", "JC", "AC", "8C"], ["7S"], ["8S"]])
    phase, strength = hand.phase, strengths(hand.phase.ranking)
    tokens = variant.deck.tokens
    assert tokens[winning(phase, hand.legal(), strength)] == "JC"
    assert tokens[ducking(phase, hand.legal(), strength)] == "9C"
    leaving = variant.deck.set_of(["6D", "KD"])
    assert tokens[winning(phase, leaving, strength)] == "6D"
    assert tokens[ducking(phase, leaving, strength)] == "KD"


def test_by_price_a_trick_that_pays_is_taken_by_the_card_that_nobody_after_beats():
    variant = Whist(4)
    prices = learned(variant)
    hand, _ = fresh(variant, 0)
    phase, deck = hand.phase, variant.deck
    suit = next(suit for suit in "SHDC" if suit != hand.trump)
    first, second, third, fourth = hand.around(phase.leader)
    hand.hands[first] = deck.set_of([f"5{suit}", f"6{suit}"])
    hand.hands[second] = deck.set_of([f"9{suit}", f"K{suit}", f"A{suit}"])
    hand.hands[third] = deck.set_of([f"Q{suit}"])
    hand.hands[fourth] = deck.set_of([f"T{suit}"])
    hand.apply(deck.card(f"5{suit}"))
    card = priced(hand, phase, hand.legal(), prices, strengths(phase.ranking))
    assert deck.tokens[card] == f"K{suit}"  # The queen behind beats the nine, and the ace is not needed.
    hand.hands[second] = deck.set_of([f"9{suit}", f"8{suit}"])
    assert deck.tokens[priced(hand, phase, hand.legal(), prices, strengths(phase.ranking))] == f"8{suit}"


def test_any_of_reaches_every_legal_action_alike():
    assert [any_of(0b101100, place / 3 + 0.1) for place in range(3)] == [2, 3, 5]
    assert any_of(0b1000, 0.999) == 3


def test_experience_finds_out_that_ducking_pays_where_tricks_cost():
    variant, rng = Hearts(4), random.Random(3)
    experience = Experience(variant, rng)
    hand, chance = fresh(variant, 5)
    while hand.phase.kind != "play":
        hand.apply(any_action(hand, chance))
    for _ in range(120):
        experience.play_out(hand.copy())
    favoured = [experience.favoured(seat) for seat in range(4)]
    assert Manner.WINNING not in favoured


def test_what_a_seat_would_do_itself_is_to_pass_or_to_play_by_price():
    bridge, _ = fresh(Bridge(4), 1)
    assert Experience(bridge.variant, random.Random(0)).preferred(bridge) == "pass"
    hearts, chance = fresh(Hearts(4), 1)
    experience = Experience(hearts.variant, chance)
    assert experience.preferred(hearts) is None  # Three cards must be passed on: there is no price for that.
    while hearts.phase.kind != "play":
        hearts.apply(any_action(hearts, chance))
    assert experience.preferred(hearts) is None  # Nothing is known of prices before the first play-outs.
    for _ in range(20):
        experience.play_out(hearts.copy())
    assert experience.preferred(hearts) in hearts.legal_tokens()


def test_in_a_play_out_the_others_nearly_always_pass():
    variant = Bridge(4)
    hand, chance = fresh(variant, 2)
    outs, spoken = PlayOuts(Prices(variant), chance), []
    for _ in range(40):
        twin = hand.copy()
        twin.play("3H")
        outs.finish(twin, [Manner.ANY] * 4)
        spoken.append(twin.contract)
    assert spoken.count("3H") > 20
