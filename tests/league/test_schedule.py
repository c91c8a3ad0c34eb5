"""The schedule: who meets whom, in which seats, on which deals; and what is left of it."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from arena.league.file import ChosenFormat, Seating
from arena.league.formats.gauntlet import Gauntlet
from arena.league.formats.round_robin import RoundRobin
from arena.league.formats.swiss import Swiss
from arena.league.schedule import BLOCK, Schedule
from arena.records import Mode
from tests.league.leagues import alone, league

PARTNERS = ((0, 2), (1, 3))


def tables_of(schedule: Schedule, done: set[str] | None = None) -> list[tuple[str, int]]:
    return [(spec.table(n), n) for spec in schedule.missing(done or set()) for n in spec.numbers]


def test_partnerships_meet_in_pairs_and_exchange_their_seats():
    schedule = Schedule(league(["x", "y", "z"]), PARTNERS)
    assert [(spec.name, "".join(spec.bots)) for spec in schedule.missing()] == [
        ("m0.r0.b0-10", "xyxy"),
        ("m0.r1.b0-10", "yxyx"),
        ("m1.r0.b0-10", "xzxz"),
        ("m1.r1.b0-10", "zxzx"),
        ("m2.r0.b0-10", "yzyz"),
        ("m2.r1.b0-10", "zyzy"),
    ]


def test_enough_bots_meet_at_tables_of_distinct_ones_and_move_round_the_table():
    schedule = Schedule(league(4), alone(4))
    assert ["".join(spec.bots) for spec in schedule.missing()] == ["abcd", "dabc", "cdab", "bcda"]
    assert len(list(Schedule(league(6), alone(4)).lineups)) == 15


def test_two_bots_share_four_seats_by_halves():
    schedule = Schedule(league(2), alone(4))
    assert ["".join(spec.bots) for spec in schedule.missing()] == ["aabb", "baab", "bbaa", "abba"]


def test_two_bots_share_five_seats_by_three_and_two_both_ways():
    schedule = Schedule(league(2), alone(5))
    rows = ["".join(spec.bots) for spec in schedule.missing()]
    assert rows == ["aaabb", "baaab", "bbaaa", "abbaa", "aabba", "bbbaa", "abbba", "aabbb", "baabb", "bbaab"]


@given(bots=st.integers(2, 7), places=st.integers(2, 6))
def test_every_bot_fills_every_seat_equally_often_and_meets_every_other_equally_often(bots, places):
    schedule = Schedule(league(bots, seats=places, count=1), alone(places))
    in_seat: Counter[tuple[str, int]] = Counter()
    met: Counter[frozenset[str]] = Counter()
    for spec in schedule.missing():
        in_seat.update((bot, seat) for seat, bot in enumerate(spec.bots))
        met.update(frozenset(pair) for pair in combinations(sorted(set(spec.bots)), 2))
    assert len(in_seat) == bots * places
    assert len(set(in_seat.values())) == 1
    assert len(met) == bots * (bots - 1) // 2
    assert len(set(met.values())) == 1


@given(
    bots=st.integers(2, 6), places=st.sampled_from([alone(2), alone(3), alone(4), PARTNERS]), count=st.integers(1, 60)
)
def test_single_seating_plays_each_deal_once_in_each_lineup_and_spreads_the_sittings(bots, places, count):
    seats = sum(map(len, places))
    schedule = Schedule(league(bots, seats=seats, count=count, seating=Seating.SINGLE), places)
    played: Counter[tuple[str, int]] = Counter()
    sittings: Counter[tuple[str, str]] = Counter()
    for spec in schedule.missing():
        lineup, sitting, _ = spec.name.split(".")
        played.update((lineup, number) for number in spec.numbers)
        sittings[lineup, sitting] += len(spec.numbers)
    lineups = len(list(schedule.lineups))
    assert played == Counter({(f"m{m}", number): 1 for m in range(lineups) for number in range(count)})
    assert max(sittings.values()) - min(sittings.values()) <= 1 or count < len(schedule.lineups.sittings())
    assert sum(played.values()) == schedule.tables()


@given(bots=st.integers(2, 6), more=st.integers(1, 2), places=st.sampled_from([alone(2), PARTNERS]))
def test_bots_added_at_the_end_only_add_lineups_at_the_end(bots, more, places):
    before = list(Schedule(league(bots), places).lineups)
    after = list(Schedule(league(bots + more), places).lineups)
    assert after[: len(before)] == before


@given(bots=st.integers(2, 8), places=st.sampled_from([alone(2), alone(3), alone(6), PARTNERS]))
def test_a_lineup_is_found_by_its_number(bots, places):
    lineups = Schedule(league(bots), places).lineups
    assert [lineups[number] for number in range(len(lineups))] == list(lineups)
    for m, lineup in enumerate(lineups):
        for r, sitting in enumerate(lineups.sittings()):
            assert lineups.seats_of(m, r) == lineups.seats(lineup, sitting)
    assert lineups.seats_of(len(lineups), 0) == lineups.seats_of(0, len(lineups.sittings())) == ()


def test_all_lineups_play_the_same_deals_block_by_block():
    count = BLOCK[Mode.DEALS] + 3
    specs = list(Schedule(league(2, seats=2, count=count), alone(2)).missing())
    assert [spec.name for spec in specs] == ["m0.r0.b0", "m0.r1.b0", "m0.r0.b1-503", "m0.r1.b1-503"]
    assert specs[0].numbers == specs[1].numbers == tuple(range(500))
    assert specs[3].numbers == (500, 501, 502)
    assert specs[3].table(502) == "m0.r1.d502"


def test_what_is_stored_is_not_played_again():
    schedule = Schedule(league(3), PARTNERS)
    names = [spec.name for spec in schedule.missing()]
    assert [spec.name for spec in schedule.missing(set(names[:2] + names[3:]))] == names[2:3]
    assert not list(schedule.missing(set(names)))


def test_more_deals_go_on_where_the_short_block_ended():
    done = {spec.name for spec in Schedule(league(2, seats=2, count=100), alone(2)).missing()}
    assert done == {"m0.r0.b0-100", "m0.r1.b0-100"}
    grown = Schedule(league(2, seats=2, count=600), alone(2))
    missing = list(grown.missing(done))
    assert [(spec.name, spec.numbers[0], spec.numbers[-1]) for spec in missing] == [
        ("m0.r0.b0", 100, 499),
        ("m0.r1.b0", 100, 499),
        ("m0.r0.b1-600", 500, 599),
        ("m0.r1.b1-600", 500, 599),
    ]
    assert not list(grown.missing(done | {spec.name for spec in missing}))


@given(
    counts=st.lists(st.integers(1, 130), min_size=1, max_size=5),
    stored=st.lists(st.booleans(), min_size=200, max_size=200),
    seating=st.sampled_from(Seating),
)
def test_a_league_that_grows_while_it_is_interrupted_plays_every_table_once(counts, stored, seating):
    """However it grows and wherever each run ends, nothing is played twice and nothing is left out."""
    done: set[str] = set()
    played: Counter[str] = Counter()
    flips = iter(stored)
    for count in sorted(counts):
        schedule = Schedule(league(3, mode=Mode.GAMES, count=count, seating=seating), PARTNERS)
        for spec in schedule.missing(done):
            if next(flips, True):
                done.add(spec.name)
                played.update(spec.table(number) for number in spec.numbers)
    schedule = Schedule(league(3, mode=Mode.GAMES, count=max(counts), seating=seating), PARTNERS)
    played.update(table for table, _ in tables_of(schedule, done))
    assert set(played.values()) == {1}
    assert sorted(played) == sorted({table for table, _ in tables_of(schedule)})


def test_the_schedule_is_lazy():
    schedule = Schedule(league(4, count=10_000_000), alone(4))
    assert next(schedule.missing()).numbers == tuple(range(500))
    assert schedule.tables() == 40_000_000


def chosen(form, **settings: object) -> ChosenFormat:
    return ChosenFormat(form, {**form.settings, **settings})


def lineups_of(schedule: Schedule) -> list[str]:
    lineups = schedule.lineups
    return ["".join(lineups[number]) for number, _ in schedule.chosen()]


@given(bots=st.integers(2, 9), places=st.sampled_from([alone(2), alone(3), alone(4), PARTNERS]))
def test_a_line_up_has_the_same_number_whatever_the_format_and_however_many_bots(bots, places):
    lineups = Schedule(league(bots), places).lineups
    for number in range(len(lineups)):
        assert lineups.number(lineups.places(number)) == number
    more = Schedule(league(bots + 1), places).lineups
    if more.size == lineups.size:
        assert [more.places(number) for number in range(len(lineups))] == list(map(lineups.places, range(len(lineups))))


def test_several_formats_play_each_line_up_once():
    formats = (chosen(Gauntlet(), challengers=("d",)), chosen(RoundRobin()))
    both = Schedule(league(5, seats=2, formats=formats), alone(2))
    assert lineups_of(both) == ["ad", "bd", "cd", "de", "ab", "ac", "bc", "ae", "be", "ce"]
    assert both.tables() == 200
    swiss = chosen(Swiss(), rounds=2)
    two = Schedule(league(5, seats=2, formats=(chosen(Gauntlet(), challengers=("d",)), swiss)), alone(2))
    assert two.tables() == 20 * (4 + 2 * 2), "of rounds that are not drawn, all that there may be"
    assert two.with_round(swiss, two.draw(swiss, {})).tables() == 20 * (4 + 1 + 2), "c and d meet in the gauntlet"


def test_a_format_that_is_added_plays_what_is_missing():
    before = Schedule(league(5, seats=2, formats=(chosen(Gauntlet(), challengers=("d",)),)), alone(2))
    done = {spec.name for spec in before.missing()}
    after = Schedule(league(5, seats=2), alone(2))
    missing = [spec.name for spec in after.missing(done)]
    assert len(missing) == 20 - len(done)
    assert not done & set(missing)


def test_rounds_are_played_as_far_as_they_are_drawn():
    swiss = chosen(Swiss(), rounds=2)
    schedule = Schedule(league(4, seats=2, formats=(swiss,)), alone(2))
    assert (list(schedule.missing()), schedule.tables()) == ([], 80)
    drawn = schedule.draw(swiss, {})
    schedule = schedule.with_round(swiss, drawn)
    assert lineups_of(schedule) == ["ab", "cd"]
    results = {frozenset("ab"): {"a": 0.0, "b": 1.0}, frozenset("cd"): {"c": 3.0, "d": 1.0}}
    assert schedule.next_to_draw() == swiss
    schedule = schedule.with_round(swiss, schedule.draw(swiss, results))
    assert lineups_of(schedule) == ["ab", "cd", "bc", "ad"]
    assert (schedule.next_to_draw(), schedule.tables()) == (None, 80)


def test_a_paused_bot_is_not_drawn_and_the_plan_shrinks_with_it():
    swiss = chosen(Swiss(), rounds=2)
    schedule = Schedule(league(6, seats=2, formats=(swiss,)), alone(2))
    schedule = schedule.with_round(swiss, schedule.draw(swiss, {}))
    assert schedule.tables() == 20 * 6
    schedule = schedule.with_round(swiss, schedule.draw(swiss, {}, absent=("a", "c")))
    assert schedule.tables() == 20 * 5
    assert all("a" not in pair and "c" not in pair for pair in lineups_of(schedule)[3:])


def test_two_hundred_bots_begin_at_once():
    """The first match of 64 million line-ups is computed, not searched; so is their number."""
    schedule = Schedule(league([f"b{n}" for n in range(200)], count=100), alone(4))
    assert next(schedule.missing()).bots == ("b0", "b1", "b2", "b3")
    assert schedule.tables() == 64_684_950 * 4 * 100
