"""Swings compare what one seat of one deal was paid in two hands, and keep the widest of each pair and kind."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from arena.records import MatchResult
from arena.stats import SwingKind, Swings

PAIR = ("ann", "bob")


def played(
    name: str,
    bots: Sequence[str],
    paid: Mapping[int, Sequence[float]],
    *,
    stood_in: Mapping[int, Sequence[int]] | None = None,
    out: Sequence[str] = (),
) -> MatchResult:
    stood = stood_in or {}
    return MatchResult(
        bots=tuple(bots),
        out=tuple(bot in out for bot in bots),
        numbers=tuple(paid),
        payoffs=tuple(map(tuple, paid.values())),
        stood_in=tuple(tuple(stood.get(number, ())) for number in paid),
        forfeited=tuple(() for _ in paid),
        name=name,
    )


def swings_of(*results: MatchResult, bots: int = 2, single: bool = False, lowest: float = -9.0):
    swings = Swings(bots, lowest, single=single)
    for result in results:
        swings.add(result)
    return swings.widest()


def test_the_same_seat_in_two_hands_is_a_swing():
    # With the cards of seat 0, ann was paid 5 and bob 1; with those of seat 1, bob 2 and ann 2.
    found = swings_of(played("m0.r0.b0", PAIR, {7: (5, 2)}), played("m0.r1.b0", PAIR[::-1], {7: (1, 2)}))
    (swing,) = found
    assert (swing.deal, swing.seat, swing.swing, swing.kind) == (7, 0, 4, SwingKind.PLAY)
    assert (swing.more.bot, swing.more.table, swing.more.payoff) == ("ann", "m0.r0.d7", 5)
    assert (swing.less.bot, swing.less.table, swing.less.payoff) == ("bob", "m0.r1.d7", 1)


def test_the_widest_seat_of_a_deal_stands_for_it_and_both_directions_count():
    first = played("m0.r0.b0", PAIR, {0: (5, 9)})
    second = played("m0.r1.b0", PAIR[::-1], {0: (4, 1)})
    # Seat 0: ann 5, bob 4. Seat 1: bob 9, ann 1.
    found = swings_of(first, second)
    assert [(swing.more.bot, swing.seat, swing.swing) for swing in found] == [("bob", 1, 8), ("ann", 0, 1)]


def test_partners_are_compared_with_who_else_held_their_seats():
    first = played("m0.r0.b0", ("ann", "bob", "ann", "bob"), {3: (2, -2, 2, -2)})
    second = played("m0.r1.b0", ("bob", "ann", "bob", "ann"), {3: (-1, 1, -1, 1)})
    assert {(swing.more.bot, swing.swing) for swing in swings_of(first, second)} == {("ann", 3)}


def test_a_tie_at_one_of_the_tables_only_is_a_tie_broken():
    first = played("m0.r0.b0", PAIR, {0: (3, 3), 1: (3, 3)})
    second = played("m0.r1.b0", PAIR[::-1], {0: (1, 3), 1: (1, 1)})
    found = {swing.deal: swing.kind for swing in swings_of(first, second) if swing.more.bot == "ann"}
    assert found == {0: SwingKind.TIE, 1: SwingKind.PLAY}


def test_where_a_stand_in_answered_or_a_bot_was_put_out_it_is_a_fault():
    second = played("m0.r1.b0", PAIR[::-1], {0: (1, 1), 1: (1, 1)})
    stood = played("m0.r0.b0", PAIR, {0: (4, 1), 1: (4, 1)}, stood_in={1: [1]})
    assert {swing.deal: swing.kind for swing in swings_of(stood, second)} == {0: SwingKind.TIE, 1: SwingKind.FAULT}
    gone = played("m0.r0.b0", PAIR, {0: (4, 1)}, out=["bob"])
    by_bot = {swing.more.bot: swing for swing in swings_of(gone, second, lowest=-9)}
    assert by_bot["ann"].kind == SwingKind.FAULT
    # bob is paid the least there is, so ann, with the same cards, was paid 10 more.
    assert (by_bot["ann"].swing, by_bot["ann"].seat) == (10, 1)


def test_other_line_ups_and_blocks_are_not_mixed():
    results = (
        played("m0.r0.b0", PAIR, {0: (9, 0)}),
        played("m1.r0.b0", ("cat", "bob"), {0: (0, 0)}),
        played("m1.r0.b1", ("cat", "bob"), {500: (0, 0)}),
        played("m0.r1.b1", PAIR[::-1], {500: (0, 0)}),
    )
    assert swings_of(*results, bots=3) == []


def test_only_deals_that_all_sittings_have_played_count():
    first = played("m0.r0.b0", PAIR, {0: (1, 0), 1: (9, 0), 2: (3, 0)})
    second = played("m0.r1.b0-9", PAIR[::-1], {0: (0, 0), 2: (0, 0)})
    assert [(swing.deal, swing.swing) for swing in swings_of(first, second)] == [(2, 3), (0, 1)]


def test_in_a_league_that_plays_each_deal_once_bots_are_compared_within_a_table():
    found = swings_of(
        played("m0.r0.b0", ("ann", "bob", "cat"), {0: (4, 1, 0)}),
        played("m0.r1.b0", ("bob", "cat", "ann"), {1: (0, 0, 0)}),
        bots=3,
        single=True,
    )
    told = [(swing.more.bot, swing.less.bot, swing.swing, swing.seat) for swing in found]
    assert told == [("ann", "cat", 4, 0), ("ann", "bob", 3, 0), ("bob", "cat", 1, 1)]
    assert all(swing.more.table == swing.less.table == "m0.r0.d0" for swing in found)


def test_only_the_widest_are_kept_and_of_equal_ones_the_earliest():
    first = played("m0.r0.b0", PAIR, {number: (1 + (number >= 100), 0) for number in range(200)})
    second = played("m0.r1.b0", PAIR[::-1], dict.fromkeys(range(200), (0, -1)))
    found = [swing for swing in swings_of(first, second) if swing.more.bot == "ann"]
    assert [swing.deal for swing in found] == list(range(100, 125))


def test_a_deal_is_kept_once_for_a_pair_and_kind_by_its_widest_swing():
    results = [
        played(f"m{lineup}.r{sitting}.b0", bots, {0: paid, 1: (0, 0, 0)})
        for lineup, third in ((0, "cat"), (1, "dan"))
        for sitting, bots, paid in (
            (0, ("ann", "bob", third), (3 + lineup, 2, 1)),
            (1, ("bob", third, "ann"), (0, 2, 1)),
        )
    ]
    found = [swing for swing in swings_of(*results, bots=4) if (swing.more.bot, swing.less.bot) == ("ann", "bob")]
    assert [(swing.deal, swing.swing, swing.more.table) for swing in found] == [(0, 4, "m1.r0.d0")]


def test_memory_is_bounded_for_many_bots():
    names = [f"bot-{number}" for number in range(120)]
    swings = Swings(len(names), 0, single=False)
    for lineup, (one, other) in enumerate(itertools.pairwise(names)):
        for sitting, bots in enumerate(((one, other), (other, one))):
            paid = dict.fromkeys(range(30), (3.0 - sitting, 1.0))
            swings.add(played(f"m{lineup}.r{sitting}.b0", bots, paid))
    assert 120 < len(swings.widest()) <= 1500
