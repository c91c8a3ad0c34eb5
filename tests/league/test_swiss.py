"""Swiss rounds: neighbours meet, nobody twice, byes go round; and the draw follows from the results alone."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.league.formats.swiss import Swiss
from arena.plugin import Field, Meeting


def field(bots: int, size: int = 2, absent=()) -> Field:
    return Field(tuple(f"b{n}" for n in range(bots)), size, bots, frozenset(absent))


def play(bots: int, size: int, rounds: int, strengths, chance: random.Random | None = None, absent=lambda done: ()):
    """All rounds of a tournament; who is stronger is paid more, give or take `chance`."""
    played: list[list[Meeting]] = []
    for done in range(rounds):
        drawn = list(Swiss().draw(field(bots, size, absent(done)), {"rounds": rounds}, played))
        noise = (lambda: chance.gauss(0, 1)) if chance else (lambda: 0.0)
        played.append([Meeting(table, tuple(strengths[bot] + noise() for bot in table)) for table in drawn])
    return played


@settings(max_examples=80, deadline=None)
@given(bots=st.integers(2, 41), part=st.floats(0, 1), seed=st.integers(0, 99))
def test_pairs_never_meet_twice_and_byes_go_round(bots, part, seed):
    most = max(1, (bots - bots % 2) // 2)
    rounds = max(1, round(part * most))
    assert Swiss().obstacle(field(bots), {"rounds": rounds}) == ""
    played = play(bots, 2, rounds, range(bots), random.Random(seed))
    assert [len(drawn) for drawn in played] == [bots // 2] * rounds
    pairs = Counter(meeting.lineup for drawn in played for meeting in drawn)
    assert set(pairs.values()) == {1}
    byes = Counter(bot for drawn in played for bot in set(range(bots)) - {b for m in drawn for b in m.lineup})
    assert sum(byes.values()) == (bots % 2) * rounds
    assert max(byes.values(), default=0) <= 1


@settings(max_examples=50, deadline=None)
@given(size=st.sampled_from([3, 4]), bots=st.integers(4, 40), seed=st.integers(0, 99))
def test_tables_are_filled_each_time_by_all_that_there_is_room_for(size, bots, seed):
    rounds = 5 if bots >= 6 * size else 2 if bots > size + 1 else 1
    played = play(bots, size, rounds, range(bots), random.Random(seed))
    lineups = [meeting.lineup for drawn in played for meeting in drawn]
    assert len(set(lineups)) == len(lineups), "no table is there twice"
    for drawn in played:
        sitting = [bot for meeting in drawn for bot in meeting.lineup]
        assert len(set(sitting)) == len(sitting)
    if bots >= 6 * size:
        assert [len(drawn) for drawn in played] == [bots // size] * rounds
        byes = Counter(dict.fromkeys(range(bots), 0))
        for drawn in played:
            byes.update(set(range(bots)) - {bot for meeting in drawn for bot in meeting.lineup})
        assert max(byes.values()) - min(byes.values()) <= 1, "nobody has a second bye before all have had one"


def test_while_rounds_are_few_nobody_meets_anybody_twice_at_tables_of_four():
    played = play(200, 4, 10, range(200), random.Random(4))
    pairs = Counter(pair for drawn in played for meeting in drawn for pair in combinations(meeting.lineup, 2))
    assert max(pairs.values()) == 1


def test_the_first_round_follows_the_order_of_entry_and_the_next_ones_the_points():
    first = list(Swiss().draw(field(6), {"rounds": 3}, ()))
    assert first == [(0, 1), (2, 3), (4, 5)]
    results = [Meeting((0, 1), (0.0, 1.0)), Meeting((2, 3), (2.0, 1.0)), Meeting((4, 5), (1.0, 1.0))]
    # Points: 1, 2 have 1 (2 has been paid more), 4, 5 half a point, 0, 3 none (3 has been paid more).
    assert list(Swiss().draw(field(6), {"rounds": 3}, [results])) == [(1, 2), (3, 4), (0, 5)]


def test_a_lone_bye_neither_gains_nor_costs():
    results = [Meeting((0, 1), (1.0, 0.0)), Meeting((2, 3), (1.0, 0.0))]
    second = list(Swiss().draw(field(5), {"rounds": 2}, [results]))
    # 0 and 2 have a point, 4 (which had the bye) stands as with half a point, and 3 is the lowest.
    assert second == [(0, 2), (1, 4)]


def test_the_order_in_which_results_came_does_not_matter():
    chance = random.Random(1)
    played = play(12, 3, 3, range(12), chance)
    shuffled = [chance.sample(drawn, len(drawn)) for drawn in played]
    assert list(Swiss().draw(field(12, 3), {"rounds": 9}, played)) == list(
        Swiss().draw(field(12, 3), {"rounds": 9}, shuffled)
    )


def test_the_best_are_found_in_few_rounds():
    played = play(64, 2, 8, range(64), random.Random(0))
    points = Counter(dict.fromkeys(range(64), 0.0))
    for meeting in (meeting for drawn in played for meeting in drawn):
        points[meeting.lineup[meeting.payoffs[1] > meeting.payoffs[0]]] += 1
    assert points.most_common(1)[0][0] >= 60


def test_who_is_paused_is_not_drawn_and_what_was_not_played_counts_for_nobody():
    played = play(8, 2, 3, range(8), absent=lambda done: (7,) if done else ())
    for drawn in played[1:]:
        assert 7 not in {bot for meeting in drawn for bot in meeting.lineup}
    unplayed = [Meeting((0, 1), ()), Meeting((2, 3), (0.0, 1.0))]
    assert list(Swiss().draw(field(4), {"rounds": 2}, [unplayed])) == [(0, 3), (1, 2)]


@pytest.mark.parametrize(
    ("bots", "size", "rounds", "reason"),
    [
        (8, 2, 5, "rounds: must be a number from 1 to 4 with 8 bots, not 5"),
        (9, 2, 0, "rounds: must be a number from 1 to 4 with 9 bots, not 0"),
        (3, 4, 1, "swiss: a table needs 4 bots, and there are 3"),
    ],
)
def test_what_can_not_be_drawn_is_refused(bots, size, rounds, reason):
    assert Swiss().obstacle(field(bots, size), {"rounds": rounds}).startswith(reason)


def test_newcomers_are_refused_with_the_reason_and_more_rounds_are_welcome():
    late = Field(("a", "b", "c", "d", "e"), 2, 4)
    assert Swiss().obstacle(late, {"rounds": 1}).startswith("swiss: e can't join: who plays whom was drawn round by")
    assert Swiss().refusal({"rounds": 2}, {"rounds": 3}) == ""
    assert Swiss().refusal({"rounds": 2}, {"rounds": 1}).startswith("rounds: were 2, and what is drawn can't be taken")
