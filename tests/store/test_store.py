"""What is written comes back, in the schedule's order, and nothing is half kept."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from arena.errors import StoreError
from arena.records import MatchResult, Mode, SeatRecord
from arena.store import DATABASE, Entrant, FaultCount, SandboxCount, Store, VoidMatch
from tests.store.made_up import BOTS, ENTRANTS, LEAGUE, fault, match, rich_match, seat, spec, table


@pytest.fixture
def store(tmp_path: Path):
    with Store.create(tmp_path, LEAGUE, ENTRANTS) as made:
        yield made


def test_a_new_league_is_in_its_folder_and_remembers_its_terms(tmp_path, store):
    assert (tmp_path / DATABASE).is_file()
    with Store.read(tmp_path) as again:
        assert again.league == LEAGUE
        assert again.entrants == ENTRANTS
        assert again.done() == set()


def test_a_match_comes_back_as_it_was(store):
    store.write(rich_match())
    assert store.record("m0.r0.b0") == rich_match()
    assert list(store.records()) == [rich_match()]
    assert store.done() == {"m0.r0.b0"}


def test_it_comes_back_also_from_another_opening(tmp_path, store):
    store.write(rich_match())
    store.close()
    with Store.append(tmp_path) as again:
        assert again.record("m0.r0.b0") == rich_match()
        again.write(match("m0.r1.b0", {0: (1, 2, 3, 4)}))
        assert again.done() == {"m0.r0.b0", "m0.r1.b0"}


def test_matches_come_in_the_order_of_the_schedule_not_of_playing(store):
    played = ["m10.r0.b0", "m0.r0.b1", "m2.r1.b0", "m0.r1.b0", "m2.r0.b0", "m0.r0.b0"]
    for name in played:
        number = 500 if name.endswith("b1") else 0
        store.write(match(name, {number: (1, 1, 1, 1)}))
    assert list(store.names()) == ["m0.r0.b0", "m0.r0.b1", "m0.r1.b0", "m2.r0.b0", "m2.r1.b0", "m10.r0.b0"]


def test_the_rest_of_a_block_comes_after_its_first_part(store):
    store.write(match("m0.r0.b0", dict.fromkeys((3, 4), (1, 1, 1, 1))))
    store.write(match("m0.r0.b0-3", dict.fromkeys((0, 1, 2), (1, 1, 1, 1))))
    assert [record.spec.name for record in store.records()] == ["m0.r0.b0-3", "m0.r0.b0"]


def test_results_come_by_deal_across_all_matches(store):
    store.write(match("m0.r0.b0", {0: (1, 2, 3, 4), 1: (5, 6, 7, 8)}))
    store.write(match("m0.r0.b1", {500: (0, 0, 0, 1)}))
    store.write(match("m1.r0.b0", {0: (9, 9, 9, 9)}, out=["bob"]))
    results = list(store.results())
    assert [result.numbers for result in results] == [(0, 1), (0,), (500,)]
    assert results[1] == MatchResult(
        bots=BOTS,
        out=(False, True, False, False),
        numbers=(0,),
        payoffs=((9.0, 9.0, 9.0, 9.0),),
        stood_in=((),),
        forfeited=((),),
        name="m1.r0.b0",
    )


def test_one_table_is_found_by_its_name(store):
    store.write(match("m0.r0.b0", {0: (1, 2, 3, 4)}))
    store.write(match("m0.r0.b1", {500: (0, 0, 0, 1), 501: (2, 2, 2, 2)}))
    found, played = store.table("m0.r0.d501")
    assert found.name == "m0.r0.b1"
    assert found.table(501) == "m0.r0.d501"
    assert played == table(501, (2, 2, 2, 2))
    with pytest.raises(StoreError, match=r"no table 'm0\.r0\.d2' has been played"):
        store.table("m0.r0.d2")
    with pytest.raises(StoreError, match="not the name of a table"):
        store.table("m0.r0.b0")


@pytest.mark.parametrize("numbers", [(), (7,), (0, 5), tuple(range(500)), (3, 7, 11, 15), (1, 2, 4)])
def test_the_numbers_of_a_match_come_back(store, numbers):
    record = replace(match("m0.r0.b0", {}), spec=spec("m0.r0.b0", numbers))
    store.write(record)
    assert store.record("m0.r0.b0").spec.numbers == numbers


def test_a_match_is_stored_once(store):
    store.write(match("m0.r0.b0", {0: (1, 2, 3, 4)}))
    with pytest.raises(StoreError, match=r"m0\.r0\.b0 is stored already"):
        store.write(match("m0.r0.b0", {0: (4, 3, 2, 1)}))
    assert store.record("m0.r0.b0").tables[0].payoffs == (1, 2, 3, 4)


def test_a_match_on_other_terms_is_refused(store):
    record = match("m0.r0.b0", {0: (1, 2, 3, 4)})
    with pytest.raises(StoreError, match="seed 'autumn' for 'spring'; mode 'games' for 'deals'"):
        store.write(replace(record, spec=replace(record.spec, seed="autumn", mode=Mode.GAMES)))
    assert store.done() == set()


@pytest.mark.parametrize("name", ["", "b0", "m1.r2", "m1.r2.b3.b4", "m1.r2.bx", "m1.r2.b²"])
def test_a_name_that_is_no_match_is_refused(store, name):
    with pytest.raises(StoreError, match="not the name of a match"):
        store.write(match(name, {0: (1, 2, 3, 4)}))


def test_nothing_is_kept_of_a_match_that_fails_half_way(store):
    twice = match("m0.r0.b0", {0: (1, 2, 3, 4)})
    twice = replace(twice, tables=twice.tables * 2)
    with pytest.raises(StoreError):
        store.write(twice)
    good, bad = table(0, (1, 2, 3, 4)), replace(table(1, (0, 0, 0, 0)), payoffs=(0, 0, 0, float("nan")))
    with pytest.raises(StoreError, match="finite"):
        store.write(replace(twice, tables=(good, bad)))
    assert store.done() == set()
    store.write(match("m0.r0.b0", {0: (1, 2, 3, 4)}))
    assert store.progress().hands == 1


def test_text_that_is_no_utf8_is_kept_readable(store):
    record = match("m0.r0.b0", {0: (1, 2, 3, 4)})
    seats = (seat("ann", log="caf\udce9 \x00 end"), *record.seats[1:])
    store.write(replace(record, seats=seats))
    assert store.record("m0.r0.b0").seats[0].log == "caf\\udce9 \x00 end"


def test_minus_nought_is_nought(store):
    store.write(match("m0.r0.b0", {0: (0.0, 1, 2, 3), 1: (-0.0, 1, 2, 3)}))
    assert [str(table.payoffs[0]) for table in store.record("m0.r0.b0").tables] == ["0.0", "0.0"]


def test_a_void_match_is_kept_apart_until_it_is_played(store):
    void = replace(match("m0.r0.b0", {}), void="host: it woke 700 ms late")
    store.write(void)
    store.write(replace(void, void="host: again", seats=()))
    assert store.done() == set()
    assert store.voids() == [VoidMatch("m0.r0.b0", "host: again", 2)]
    assert store.progress().void == 1
    store.write(match("m0.r0.b0", {0: (1, 2, 3, 4)}))
    assert store.voids() == []
    assert store.done() == {"m0.r0.b0"}
    with pytest.raises(StoreError, match="stored already"):
        store.write(void)


def test_a_void_part_of_a_block_is_forgotten_when_the_whole_block_is_played(store):
    store.write(replace(match("m0.r0.b0-3", {}), void="host: slow"))
    store.write(match("m0.r0.b0", {0: (1, 2, 3, 4)}))
    assert store.voids() == []


def test_progress_counts_what_is_played(store):
    store.plan(12)
    store.write(rich_match())
    progress = store.progress()
    assert (progress.matches, progress.tables, progress.hands, progress.void) == (1, 3, 4, 0)
    assert progress.planned == 12


def test_bots_enter_behind_those_that_are_there(store):
    store.enter([*ENTRANTS, Entrant("eve", "2", "digest of eve", "c")])
    assert [entrant.name for entrant in store.entrants] == [*BOTS, "eve"]
    store.enter(store.entrants)
    assert len(store.entrants) == 5


def test_a_bot_that_has_changed_is_refused(store):
    with pytest.raises(StoreError, match=r"'bob' has changed .* \(version 1\.0 then, 1\.1 now\)"):
        store.enter([Entrant("eve"), Entrant("bob", "1.1", "another digest")])
    assert [entrant.name for entrant in store.entrants] == list(BOTS)


def test_faults_are_counted_and_shown_in_the_schedules_order(store):
    later = match("m1.r0.b0", {0: (1, 2, 3, 4)})
    store.write(replace(later, faults=(fault(detail="later"),)))
    store.write(rich_match())
    assert store.fault_counts() == [FaultCount("bob", "illegal", 4), FaultCount("cat", "crash", 1)]
    examples = store.fault_examples("bob", "illegal", 3)
    assert [(name, found.trick) for name, found in examples] == [("m0.r0.b0", 3), ("m0.r0.b0", 5), ("m0.r0.b0", 3)]
    assert examples[0][1] == fault()
    assert store.fault_examples("bob", "illegal", 9)[3][1].detail == "later"


def test_usage_is_summed_by_bot(store):
    record = match("m0.r0.b0", {0: (1, 2, 3, 4)}, bots=("ann", "bob", "ann", "bob"))
    seats: list[SeatRecord] = [
        seat("ann", decisions=3, slowest_s=0.5, out=True),
        seat("bob"),
        seat("ann", decisions=4, slowest_s=0.75, out=True, late=2),
        seat("bob"),
    ]
    store.write(replace(record, seats=tuple(seats)))
    ann, bob = store.usage()
    assert (ann.bot, ann.decisions, ann.slowest_s, ann.cpu_s, ann.starts) == ("ann", 7, 0.75, 0.25, 2)
    assert (ann.late, ann.out, bob.out) == (2, 1, 0)


def test_sandboxes_are_counted(store):
    for number, tier in enumerate(["bwrap", "none", "bwrap"]):
        store.write(match(f"m{number}.r0.b0", {0: (1, 2, 3, 4)}, sandbox=tier))
    assert store.sandboxes() == [SandboxCount("bwrap", 2), SandboxCount("none", 1)]


def test_a_reader_sees_what_a_run_stores_and_a_snapshot_does_not_move(tmp_path, store):
    with Store.read(tmp_path) as reader:
        store.write(match("m0.r0.b0", {0: (1, 2, 3, 4)}))
        assert reader.done() == {"m0.r0.b0"}
        with reader.snapshot():
            assert reader.progress().matches == 1
            store.write(match("m1.r0.b0", {0: (1, 2, 3, 4)}))
            assert reader.progress().matches == 1
        assert reader.progress().matches == 2


def test_a_reader_cannot_write(tmp_path, store):
    with Store.read(tmp_path) as reader, pytest.raises(StoreError, match="read-only"):
        reader.write(match("m0.r0.b0", {0: (1, 2, 3, 4)}))


def test_every_write_is_on_the_disk_before_it_returns(store):
    assert store.connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store.connection.execute("PRAGMA synchronous").fetchone() == (2,)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ("UPDATE hand SET scores = 'zero'", "match m0.r0.b0 is damaged"),
        ("UPDATE hand SET scores = '[1, \"2\", 3, 4]'", "no list of whole numbers"),
        ("UPDATE hand SET actions = 7", "actions are no bytes"),
        ("UPDATE match SET numbers = '1:2'", "match m0.r0.b0 is damaged"),
        ("UPDATE match SET bots = '{}'", "no list of texts"),
        ("UPDATE fault SET kind = 'rude'", "'rude' is not a valid FaultKind"),
        ("DELETE FROM played WHERE number = 1", "hands of table 1, but no such table"),
    ],
)
def test_a_damaged_match_is_told_by_name(tmp_path, store, change, what):
    store.write(rich_match())
    with sqlite3.connect(tmp_path / DATABASE) as hand:
        hand.execute(change)
    hand.close()
    with pytest.raises(StoreError) as told:
        store.record("m0.r0.b0")
    assert "m0.r0.b0 is damaged" in str(told.value)
    assert what in str(told.value)


def test_memory_does_not_grow_with_the_league(store):
    import tracemalloc

    for block in range(12):
        numbers = range(block * 100, block * 100 + 100)
        store.write(match(f"m0.r0.b{block}", dict.fromkeys(numbers, (1, 2, 3, 4))))
    peaks = []
    tracemalloc.start()
    try:
        for matches in (3, 12):
            tracemalloc.reset_peak()
            for _, record in zip(range(matches), store.records(), strict=False):
                assert len(record.tables) == 100
            peaks.append(tracemalloc.get_traced_memory()[1])
    finally:
        tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0]


def test_rows_that_nobody_wants_any_more_may_outlive_the_database(store):
    store.write(rich_match())
    rows = store.results()
    next(rows)
    store.close()
    # What can't be raised from a generator that is thrown away becomes a warning, and warnings are errors here.
    rows.close()
