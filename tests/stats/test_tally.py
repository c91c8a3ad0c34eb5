"""What counts for whom: official payoffs, card play, seats that a bot holds, pairs that met."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator, Sequence

import pytest

from arena.records import MatchResult
from arena.stats import Meeting, crosstable, standings, tally

PAIR = ("ann", "bob")


def result(
    bots: Sequence[str],
    payoffs: dict[int, Sequence[float]],
    *,
    out: Sequence[int] = (),
    stood_in: dict[int, Sequence[int]] | None = None,
    forfeited: dict[int, Sequence[int]] | None = None,
) -> MatchResult:
    return MatchResult(
        bots=tuple(bots),
        out=tuple(seat in out for seat in range(len(bots))),
        numbers=tuple(payoffs),
        payoffs=tuple(tuple(map(float, paid)) for paid in payoffs.values()),
        stood_in=tuple(tuple((stood_in or {}).get(number, ())) for number in payoffs),
        forfeited=tuple(tuple((forfeited or {}).get(number, ())) for number in payoffs),
    )


def test_payoffs_go_to_the_bots_in_the_seats():
    total = tally([result(PAIR, {0: (3, 1)}), result(("bob", "ann"), {0: (2, 5)})], PAIR, 0)
    ann, bob = total.payoff.mean(0), total.payoff.mean(1)
    assert ann is not None and bob is not None
    assert (ann.mean, ann.deals, ann.tables) == (4.0, 1, 2)
    assert (bob.mean, bob.deals, bob.tables) == (1.5, 1, 2)


def test_a_bot_with_several_seats_is_paid_their_mean():
    total = tally([result(("ann", "bob", "ann", "bob"), {0: (1, 4, 2, 4)})], PAIR, 0)
    ann = total.payoff.mean(0)
    assert ann is not None
    assert (ann.mean, ann.tables) == (1.5, 1)


def test_out_of_a_match_is_last_at_all_its_tables_but_not_in_card_play():
    matches = [result(PAIR, {0: (3, 1), 1: (2, 2)}, out=[0], stood_in={1: [0]}), result(PAIR, {5: (4, 0)})]
    total = tally(matches, PAIR, -7)
    official, played = total.payoff.mean(0), total.card_play.mean(0)
    assert official is not None and played is not None
    assert official.mean == pytest.approx((-7 - 7 + 4) / 3)
    assert (played.mean, played.tables) == (3.5, 2)
    assert (total.out[0], total.stood_in[0]) == (2, 1)
    other = total.payoff.mean(1)
    assert other is not None and other.mean == 1.0


def test_a_bot_is_out_with_all_its_seats():
    total = tally([result(("ann", "bob", "ann", "bob"), {0: (3, 1, 3, 1)}, out=[2])], PAIR, 0)
    ann = total.payoff.mean(0)
    assert ann is not None and ann.mean == 0
    assert total.out[0] == 1


def test_a_stand_in_spoils_the_card_play_of_its_bot_alone():
    total = tally([result(PAIR, {0: (3, 1), 1: (1, 5)}, stood_in={0: [1]})], PAIR, 0)
    ann, bob = total.card_play.mean(0), total.card_play.mean(1)
    assert ann is not None and bob is not None
    assert (ann.mean, ann.tables, bob.mean, bob.tables) == (2.0, 2, 5.0, 1)


def test_a_forfeit_is_nobodys_card_play():
    total = tally([result(PAIR, {0: (9, 0), 1: (1, 5)}, forfeited={0: [1]})], PAIR, 0)
    for bot, mean in ((0, 1.0), (1, 5.0)):
        played = total.card_play.mean(bot)
        assert played is not None
        assert (played.mean, played.tables) == (mean, 1)
    official = total.payoff.mean(0)
    assert official is not None and official.mean == 5.0
    assert list(total.forfeited) == [0, 1]


def test_tables_of_one_deal_in_different_matches_are_one_observation():
    trio = ("ann", "bob", "cat")
    matches = [
        result(PAIR, {0: (4, 1), 1: (1, 1)}),
        result(("ann", "cat"), {0: (4, 1), 1: (1, 1)}),
        result(PAIR, {7: (2, 0)}),
    ]
    ann = tally(matches, trio, 0).payoff.mean(0)
    assert ann is not None
    assert (ann.deals, ann.tables) == (3, 5)
    # Sums 8, 2, 2 at 2, 2, 1 tables: mean 12 / 5, residuals 3.2, -2.8, -0.4, t(2) = 4.30265.
    assert ann.mean == pytest.approx(2.4)
    squares = 3.2**2 + 2.8**2 + 0.4**2
    assert ann.half_width == pytest.approx(4.30265 * (3 / 2 * squares) ** 0.5 / 5, rel=1e-5)


def test_blocks_that_overlap_are_joined():
    """A block that was played in two parts by some and in one by others, as after a league has grown."""
    parts = [
        result(PAIR, {0: (4, 1), 1: (1, 1)}),
        result(("cat", "ann"), {0: (1, 4), 1: (1, 1), 2: (0, 2), 3: (3, 3)}),
        result(PAIR, {2: (2, 0), 3: (3, 1)}),
    ]
    ann = tally(parts, ("ann", "bob", "cat"), 0).payoff.mean(0)
    assert ann is not None
    assert (ann.deals, ann.tables, ann.mean) == (4, 8, 2.5)


def test_crosstable():
    trio = ("ann", "bob", "cat")
    matches = [
        result(trio, {0: (3, 1, 2), 1: (0, 3, 0)}),
        result(PAIR, {0: (5, 2)}),
        result(("bob", "ann"), {1: (2, 2)}),
    ]
    table = crosstable(tally(matches, (*trio, "dan"), 0))
    assert table[0][0] is None
    assert table[0][1] == Meeting(payoff=(3 + 0 + 5 + 2) / 4, lead=(2 - 3 + 3 + 0) / 4, tables=4)
    assert table[1][0] == Meeting(payoff=(1 + 3 + 2 + 2) / 4, lead=-0.5, tables=4)
    assert table[2][0] == Meeting(payoff=1.0, lead=-0.5, tables=2)
    assert table[3] == [None] * 4


def test_standings_are_by_official_payoff_with_shared_places():
    bots = ("ann", "bob", "cat", "dan", "eve")
    matches = [result(bots[:4], {n: (2 + n % 2, 5 + n % 2, 2 + n % 2, 0) for n in range(8)})]
    lines = standings(tally(matches, bots, 0))
    assert [(line.place, line.bot) for line in lines] == [(1, "bob"), (2, "ann"), (2, "cat"), (4, "dan"), (None, "eve")]
    assert [line.separated for line in lines] == [False, True, False, True, False]
    assert lines[0].behind is None
    assert lines[1].behind is not None and lines[1].behind.mean == pytest.approx(3)
    assert lines[4].payoff is None


def test_neighbours_that_chance_may_have_put_in_order_are_not_separated():
    paid = {n: (3, 2) if n % 2 else (1, 2) for n in range(8)} | {8: (3, 2)}
    first, second = standings(tally([result(PAIR, paid)], PAIR, 0))
    assert (first.bot, second.bot, second.place) == ("ann", "bob", 2)
    assert second.behind is not None and second.behind.covers_zero
    assert not second.separated


def test_no_match_at_all():
    lines = standings(tally([], PAIR, 0))
    assert [(line.place, line.bot, line.payoff, line.card_play) for line in lines] == [
        (None, "ann", None, None),
        (None, "bob", None, None),
    ]


def test_memory_is_flat_in_the_number_of_deals():
    def results(blocks: int) -> Iterator[MatchResult]:
        for block in range(blocks):
            numbers = range(block * 100, block * 100 + 100)
            for bots in (PAIR, PAIR[::-1]):
                yield result(bots, {number: (number % 3, 1) for number in numbers})

    tally(results(1), PAIR, 0)
    peaks = []
    tracemalloc.start()
    try:
        for blocks in (20, 100):
            tracemalloc.reset_peak()
            tally(results(blocks), PAIR, 0)
            peaks.append(tracemalloc.get_traced_memory()[1])
    finally:
        tracemalloc.stop()
    assert peaks[1] < 1.2 * peaks[0]
