"""Tables of one deal and of many hands: totals, dealers, numbers, the end, and what a forfeit costs."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from arena_troeven import Troeven
from arena_trollin import Trollin
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import IllegalAction
from arena.game import Game
from arena.hand import Hand
from arena.replay import PlayedHand, replay_hand, replay_table
from arena.variant import Variant
from tests.game.playing import Twins, any_action, bounded, seeds

GAMES = (Trollin(2), Trollin(4, declare=True), Trollin(6), Troeven(), Twins())


def hands_of(game: Game, chance: random.Random) -> Iterator[Hand]:
    """Every hand of a table after it was played at random and closed."""
    while True:
        while not game.hand.over:
            game.hand.apply(any_action(game.hand, chance))
        game.close()
        yield game.hand
        if game.over:
            return
        game.next_hand()


some_games = given(st.sampled_from(GAMES), seeds)


@some_games
@bounded
def test_totals_are_the_start_and_the_scores_of_all_hands(variant: Variant, seed: int) -> None:
    game, totals = Game(variant, "t", seed, single=False), list(variant.start_totals())
    for hand in hands_of(game, random.Random(seed)):
        totals = [total + change for total, change in zip(totals, hand.scores, strict=True)]
        assert list(game.totals) == totals
        assert hand.log[-1] == (-1, ("scores", hand.scores))
        assert tuple(game.hand_payoffs) == tuple(variant.payoffs(hand.scores))


@some_games
@bounded
def test_hands_are_numbered_from_one_and_the_deal_moves_clockwise(variant: Variant, seed: int) -> None:
    game = Game(variant, "t", seed, single=False)
    first = game.first_dealer
    for count, hand in enumerate(hands_of(game, random.Random(seed))):
        assert (hand.number, hand.dealer) == (count + 1, (first + count) % variant.seats)
        assert hand.log[hand.opening] == (-1, ("deal", count + 1, hand.dealer))


@some_games
@bounded
def test_a_game_ends_with_the_hand_that_the_rules_say_and_not_before(variant: Variant, seed: int) -> None:
    game = Game(variant, "t", seed, single=False)
    hands = list(hands_of(game, random.Random(seed)))
    totals = list(variant.start_totals())
    for hand in hands:
        totals = [total + change for total, change in zip(totals, hand.scores, strict=True)]
        winners = variant.winners(totals, hand.number)
        assert (winners is not None) == (hand is hands[-1])
    assert winners is not None
    assert list(game.payoffs) == [variant.game_payoffs(winners)[seat] for seat in range(variant.seats)]
    assert sum(game.payoffs) == pytest.approx(len(variant.teams[0]))


@some_games
@bounded
def test_a_single_deal_ends_after_one_hand_and_pays_what_the_hand_pays(variant: Variant, seed: int) -> None:
    game = Game(variant, "t", seed, single=True)
    (hand,) = hands_of(game, random.Random(seed))
    assert game.over
    assert tuple(game.payoffs) == tuple(variant.payoffs(hand.scores))


@pytest.mark.parametrize("variant", GAMES, ids=lambda v: v.name)
def test_the_hands_of_a_game_are_dealt_anew(variant: Variant) -> None:
    packs = [hand.pack for hand in hands_of(Game(variant, "t", 1, single=False), random.Random(1))]
    assert len(packs) > 1
    assert len(set(packs)) == len(packs)


def test_what_a_variant_carries_over_is_known_in_the_next_hand_and_only_there() -> None:
    hands = hands_of(Game(Twins(), "t", 1, single=False), random.Random(1))
    assert [hand.extra.get("last") for hand in hands] == [None, 1, 2]


# Forfeits


@pytest.mark.parametrize(
    ("variant", "seat", "payoffs"),
    [
        (Trollin(4), 2, (3, 3, 0, 3)),
        (Trollin(2), 0, (0, 9)),
        (Trollin(6), 5, (1.8, 1.8, 1.8, 1.8, 1.8, 0)),
        (Troeven(), 0, (-2, 2, -2, 2)),
        (Troeven(), 3, (2, -2, 2, -2)),
    ],
)
def test_who_forfeits_a_deal_gets_the_least_and_the_others_share_the_rest(
    variant: Variant, seat: int, payoffs: tuple[float, ...]
) -> None:
    assert Game(variant, "t", 0, single=True).forfeit_payoffs(seat) == payoffs


@pytest.mark.parametrize(
    ("variant", "seat", "payoffs"),
    [
        (Trollin(3), 1, (0.5, 0, 0.5)),
        (Trollin(2), 0, (0, 1)),
        (Troeven(), 0, (0, 1, 0, 1)),
        (Troeven(), 1, (1, 0, 1, 0)),
    ],
)
def test_who_forfeits_a_game_has_lost_it_and_the_others_share_the_win(
    variant: Variant, seat: int, payoffs: tuple[float, ...]
) -> None:
    assert Game(variant, "t", 0, single=False).forfeit_payoffs(seat) == payoffs


# Played again from the record


def record(variant: Variant, seed: int, *, single: bool) -> tuple[Game, list[bytes], list[Hand]]:
    game = Game(variant, "t", seed, single=single)
    hands = list(hands_of(game, random.Random(seed)))
    return game, [bytes(hand.actions) for hand in hands], hands


@given(st.sampled_from(GAMES), seeds, st.booleans())
@bounded
def test_a_table_is_rebuilt_from_seed_number_and_actions(variant: Variant, seed: int, single: bool) -> None:
    game, actions, hands = record(variant, seed, single=single)
    again = list(replay_table(variant, "t", seed, actions, single=single))
    tokens = variant.deck.tokens_of
    for hand, shown in zip(hands, again, strict=True):
        assert shown.number == hand.number
        assert shown.dealer == hand.dealer
        assert shown.hands == tuple(tuple(tokens(cards)) for cards in hand.dealt)
        assert shown.undealt == tuple(tokens(hand.undealt))
        assert shown.scores == hand.scores
        assert shown.complete
        assert_tricks_are_the_actions(shown)
    assert again[-1].totals == tuple(game.totals)
    assert again[-1].game_over
    assert again[-1].game_payoffs == game.payoffs
    assert not any(shown.game_over for shown in again[:-1])


def assert_tricks_are_the_actions(shown: PlayedHand) -> None:
    plays = [(seat, token) for seat, kind, token in shown.actions if kind == "play"]
    seats = len(shown.hands)
    for number, (leader, cards, winner) in enumerate(shown.tricks):
        assert [((leader + place) % seats, card) for place, card in enumerate(cards)] == plays[:seats]
        plays = plays[seats:]
        if number + 1 < len(shown.tricks):
            assert shown.tricks[number + 1][0] == winner
    assert plays == []


@given(st.sampled_from(GAMES), seeds)
@bounded
def test_a_hand_that_broke_off_counts_for_nothing(variant: Variant, seed: int) -> None:
    _, (actions,), (hand,) = record(variant, seed, single=True)
    cut = seed % len(actions)
    (shown,) = replay_table(variant, "t", seed, [actions[:cut]], single=True)
    zeros = (0,) * variant.seats
    assert (shown.complete, shown.game_over) == (False, False)
    assert (shown.scores, shown.payoffs) == (zeros, zeros)
    assert shown.totals == tuple(variant.start_totals())
    assert len(shown.actions) == cut
    assert all(winner >= 0 for _, cards, winner in shown.tricks if len(cards) == variant.seats)
    assert all(winner == -1 for _, cards, winner in shown.tricks if len(cards) < variant.seats)
    # Troeven may have broken off before its deal was complete.
    given_so_far = {token for cards in shown.hands for token in cards}
    assert given_so_far | set(shown.undealt) == set(variant.deck.tokens)
    assert all(
        set(now) <= set(variant.deck.tokens_of(all_given))
        for now, all_given in zip(shown.hands, hand.dealt, strict=True)
    )


def fresh_trollin() -> Hand:
    return Hand(Trollin(4), pack=range(38), dealer=0)


def test_a_record_with_an_illegal_action_is_refused_with_hand_action_and_card() -> None:
    hand = fresh_trollin()
    # Seat 3, the dealer's right, got cards 0, 4, 8 ...; seat 1 leads and has 2, 6, 10 ... : 6S is not its own.
    with pytest.raises(IllegalAction, match=r"hand 1, action 0: 6S is not legal for seat 1 \(legal: .*8S"):
        replay_hand(hand, bytes([0]))


def test_a_record_with_a_number_that_is_no_card_is_refused() -> None:
    with pytest.raises(IllegalAction, match="hand 1, action 0: number 200 is not legal for seat 1"):
        replay_hand(fresh_trollin(), bytes([200]))


def test_a_record_that_goes_on_after_the_end_is_refused() -> None:
    _, (actions,), _ = record(Troeven(), 3, single=True)
    with pytest.raises(IllegalAction, match="2 actions after its end"):
        list(replay_table(Troeven(), "t", 3, [actions + b"\x00\x00"], single=True))
    with pytest.raises(IllegalAction, match="hand 2 is recorded, but the table ended before it"):
        list(replay_table(Troeven(), "t", 3, [actions, b""], single=True))


def test_a_record_with_a_hand_after_one_that_broke_off_is_refused() -> None:
    _, actions, _ = record(Trollin(2), 3, single=False)
    with pytest.raises(IllegalAction, match="hand 2 is recorded"):
        list(replay_table(Trollin(2), "t", 3, [actions[0][:-1], actions[1]], single=False))


@given(seeds)
@bounded
def test_a_record_of_other_cards_is_refused_or_tells_another_hand(seed: int) -> None:
    _, (actions,), (hand,) = record(Trollin(4), seed, single=True)
    place = seed % len(actions)
    changed = bytes([*actions[:place], (actions[place] + 1 + seed % 37) % 38, *actions[place + 1 :]])
    try:
        (shown,) = replay_table(Trollin(4), "t", seed, [changed], single=True)
    except IllegalAction:
        return
    assert [token for _, _, token in shown.actions] != [hand.deck.tokens[action] for action in actions]


def test_a_game_that_no_rule_ends_is_a_draw_of_all_after_a_thousand_hands() -> None:
    class Endless(Trollin):
        def score(self, hand: Hand) -> list[int]:
            return [-1] * self.seats

    game = Game(Endless(2), "endless", 0, single=False)
    while True:
        while not game.hand.over:
            game.hand.apply((game.hand.legal() & -game.hand.legal()).bit_length() - 1)
        game.close()
        if game.over:
            break
        game.next_hand()
    assert game.hand.number == 1000
    assert game.payoffs == (0.5, 0.5)
