"""A match with players in memory: what is asked, what is judged, and who hears of it."""

from __future__ import annotations

from typing import Any

import msgpack
import pytest
from arena_troeven import Troeven
from arena_trollin import Trollin

from arena.records import FaultKind, MatchRecord, Mode, OnFault
from arena.referee.lines import Trouble
from arena.replay import replay_table
from arena.wire.framing import frame
from tests.referee.memory import Honest, Reaction, move, play

HONEST = [Honest] * 4


def all_faults(record: MatchRecord) -> list[Any]:
    return [*record.faults, *(f for table in record.tables for hand in table.hands for f in hand.faults)]


def outcome(record: MatchRecord) -> list[Any]:
    return [(table.number, table.payoffs, [hand.actions for hand in table.hands]) for table in record.tables]


def test_honest_players_play_every_deal_and_the_record_replays() -> None:
    variant = Trollin(4)
    record, lines = play(variant, HONEST, numbers=(0, 1, 5))
    assert [table.number for table in record.tables] == [0, 1, 5]
    assert [seat.decisions for seat in record.seats] == [27] * 4
    assert record.sandbox == "memory" and not all_faults(record) and lines.closed
    for table in record.tables:
        (hand,) = replay_table(variant, "test", table.number, [h.actions for h in table.hands], single=True)
        assert hand.complete and hand.scores == table.hands[0].scores and hand.payoffs == table.payoffs


def test_every_seat_hears_hello_start_acts_end_and_bye_in_that_order() -> None:
    _, lines = play(Trollin(3), [Honest] * 3, numbers=(0,))
    for seat in range(3):
        (player,) = lines.players[seat]
        assert player.kinds() == ["hello", "start", *["act"] * 9, "end", "bye"]


def test_the_first_questions_carry_what_the_protocol_promises() -> None:
    _, lines = play(Troeven(), HONEST, numbers=(0,))
    hello, start = lines.players[0][0].heard[:2]
    assert hello["protocol"] == 1 and hello["variant"] == "troeven" and hello["options"] == {"max_hands": 200}
    assert (hello["seats"], hello["seat"], hello["tables"]) == (4, 0, 64)
    assert hello["limits"] == {"start_ms": 10_000, "move_ms": 1000, "memory_mb": 512}
    assert start["totals"] == [7, 7, 7, 7] and 0 <= start["seed"] < 1 << 63
    caller = (start["dealer"] + 1) % 4
    act = next(m for m in lines.players[caller][0].heard if m["type"] == "act")
    assert act["legal"] == ["S", "H", "D", "C"] and act["turn"] == 0 and act["ms"] == 1000
    assert act["events"][0] == ["deal", 1, start["dealer"]]
    assert act["events"][1][0] == "hand" and len(act["events"][1][1]) == 4
    assert act["view"]["phase"] == "trump" and act["view"]["hand"] == act["events"][1][1]


def test_the_events_of_a_seat_together_are_all_that_it_may_know_and_no_more() -> None:
    _, lines = play(Trollin(4), HONEST, numbers=(0,))
    heard = [lines.players[seat][0].heard for seat in range(4)]
    events = [[event for m in messages for event in m.get("events", [])] for messages in heard]
    for seat in range(4):
        assert [event[0] for event in events[seat]].count("hand") == 1
        assert len([event for event in events[seat] if event[0] == "play"]) == 36
    public = [[event for event in mine if event[0] != "hand"] for mine in events]
    assert public[0] == public[1] == public[2] == public[3]


def test_a_bot_that_refuses_the_view_gets_none() -> None:
    class Blind(Honest):
        view = False

    _, lines = play(Trollin(2), [Blind, Honest], numbers=(0,))
    acts = [m for m in lines.players[0][0].heard if m["type"] == "act"]
    assert acts and all("view" not in act for act in acts)
    assert all("view" in m for m in lines.players[1][0].heard if m["type"] == "act")


@pytest.mark.parametrize("variant", [Trollin(4), Troeven()], ids=lambda v: v.name)
def test_many_tables_at_once_give_the_same_result_as_one_at_a_time(variant: Any) -> None:
    class Many(Honest):
        tables = 8

    numbers = range(20)
    one, _ = play(variant, HONEST, numbers=numbers)
    many, lines = play(variant, [Many] * 4, numbers=numbers)
    assert outcome(one) == outcome(many)
    assert max(frames.count(b"\xa3act") for seat in lines.frames for frames in seat) > 1


def test_questions_open_at_once_share_their_times() -> None:
    class Many(Honest):
        tables = 3

    _, lines = play(Trollin(2), [Many, Many], numbers=range(6), move_ms=100)
    first = [m for m in msgpack.unpackb(lines.frames[0][1][4:]) if m["type"] == "act"]
    assert {act["ms"] for act in first} == {100 * len(first)}


class Slow(Honest):
    """Answers its fourth question too late, by one millisecond."""

    def act(self, act: dict[str, Any]) -> list[Reaction]:
        return [(1.001 if act["turn"] == 3 else 0.001, move(act))]


def test_an_answer_after_the_deadline_is_a_timeout_and_then_late() -> None:
    record, lines = play(Trollin(4), [Slow, Honest, Honest, Honest], numbers=(0, 1))
    faults = all_faults(record)
    assert [(f.kind, f.seat, f.bot) for f in faults] == [(FaultKind.TIMEOUT, 0, "a")] * 2
    assert faults[0].used_ms == 1000 and faults[0].allowed_ms == 1000 and faults[0].trick == 3
    assert faults[0].table == "m0.r0.d0" and faults[0].hand == 1 and faults[0].stderr == "log of seat 0"
    assert faults[0].frames[-1].startswith("> ") and '"turn":3' in faults[0].frames[-1]
    assert record.seats[0].late == 2 and record.seats[0].starts == 1 and not record.seats[0].out
    assert [table.stood_in for table in record.tables] == [(0,), (0,)]
    assert lines.players[0][0].kinds().count("end") == 2
    assert all(lines.players[seat][0].kinds().count("end") == 2 for seat in (1, 2, 3))


def test_an_answer_at_the_deadline_counts() -> None:
    class JustInTime(Honest):
        think_s = 1.0

    record, _ = play(Trollin(2), [JustInTime, Honest], numbers=(0,))
    assert not all_faults(record) and record.seats[0].slowest_s == pytest.approx(1.0)


def test_two_answers_to_one_question_are_one_answer_and_one_late() -> None:
    class Twice(Honest):
        def act(self, act: dict[str, Any]) -> list[Reaction]:
            return [(0.001, move(act)), (0.001, move(act))]

    record, _ = play(Trollin(2), [Twice, Honest], numbers=(0,))
    assert not all_faults(record) and record.seats[0].late == 9 and record.seats[0].decisions == 9


def test_an_illegal_card_is_explained_and_a_stand_in_finishes_the_hand() -> None:
    class Cheat(Honest):
        def act(self, act: dict[str, Any]) -> list[Reaction]:
            bad = next((card for card in act["view"]["hand"] if card not in act["legal"]), None)
            return [(0.0, move(act, bad))]

    record, lines = play(Trollin(2), [Cheat, Honest], numbers=(0,))
    (fault,) = all_faults(record)
    assert fault.kind is FaultKind.ILLEGAL
    assert "a card of the suit led must be played" in fault.detail and "Legal: " in fault.detail
    notice = next(m for m in lines.players[0][0].heard if m["type"] == "fault")
    assert notice["kind"] == "illegal" and notice["table"] == 0 and notice["detail"] == fault.detail
    assert record.tables[0].stood_in == (0,) and record.tables[0].hands[0].complete


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ({"action": "XX"}, "'XX' is not a card of this deck"),
        ({"action": "\x1b[2J" * 1000}, "That is no token"),
        ({"action": ""}, "is not a card of this deck"),
    ],
)
def test_a_token_that_is_no_card_is_illegal(answer: dict[str, Any], words: str) -> None:
    class Wrong(Honest):
        def act(self, act: dict[str, Any]) -> list[Reaction]:
            return [(0.0, move(act, **answer))]

    record, _ = play(Trollin(2), [Wrong, Honest], numbers=(0,))
    (fault,) = all_faults(record)
    assert fault.kind is FaultKind.ILLEGAL and words in fault.detail and fault.detail.isprintable()
    assert len(fault.detail) < 700


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"turn": 99}, "`turn` must be echoed"),
        ({"turn": -1}, "`turn` must be echoed"),
        ({"table": 77}, "never asked anything"),
        ({"type": "resign"}, "resign"),
    ],
)
def test_a_move_that_answers_nothing_breaks_the_protocol_and_restarts_the_bot(said: dict[str, Any], words: str) -> None:
    class Confused(Honest):
        def act(self, act: dict[str, Any]) -> list[Reaction]:
            return [(0.0, move(act, **said))]

    record, lines = play(Trollin(2), [Confused, Honest], numbers=(0, 1))
    faults = all_faults(record)
    assert [f.kind for f in faults] == [FaultKind.PROTOCOL] * 2 and words in faults[0].detail
    assert record.seats[0].starts == 2 and lines.players[1][0].kinds().count("end") == 2
    assert lines.players[0][0].kinds()[-2:] == ["fault", "bye"]


def test_an_answer_to_an_earlier_question_is_named_when_the_time_is_over() -> None:
    class Stuck(Honest):
        def act(self, act: dict[str, Any]) -> list[Reaction]:
            return [(0.0, move(act, turn=0))]

    record, _ = play(Trollin(2), [Stuck, Honest], numbers=(0,))
    (fault,) = all_faults(record)
    assert fault.kind is FaultKind.TIMEOUT
    assert "; what had come was an answer to turn 0; `turn` must be echoed from the act" in fault.detail


def test_a_crash_costs_the_hand_and_the_bot_comes_back_for_the_next() -> None:
    class Crash(Honest):
        def act(self, act: dict[str, Any]) -> list[Reaction]:
            if act["table"] == 1 and act["turn"] == 2:
                return [(0.0, Trouble(FaultKind.CRASH, "exited with status 3"))]
            return super().act(act)

    record, lines = play(Trollin(4), [Honest, Crash, Honest, Honest], numbers=(0, 1, 2))
    (fault,) = all_faults(record)
    assert (fault.kind, fault.table) == (FaultKind.CRASH, "m0.r0.d1")
    asked = lines.players[1][0].heard[-1]
    assert fault.detail == (
        f"exited with status 3. It had been asked turn 2 of table 1; legal were: {' '.join(asked['legal'])}."
    )
    assert [table.stood_in for table in record.tables] == [(), (1,), ()]
    assert record.seats[1].starts == 2 and record.seats[1].decisions == 9 + 2 + 9
    assert lines.players[1][1].kinds() == ["hello", "start", *["act"] * 9, "end", "bye"]


def test_of_many_tables_the_evidence_is_that_of_the_faults_own() -> None:
    class Many(Honest):
        tables = 8

    class Confused(Many):
        def act(self, act: dict[str, Any]) -> list[Reaction]:
            return [(0.0, move(act, "2C" if act["table"] == 5 else None))]

    record, _ = play(Trollin(2), [Many, Confused], numbers=range(8))
    fault = next(fault for fault in all_faults(record) if fault.table == "m0.r0.d5")
    assert '"type":"act","table":5' in fault.frames[0]
    assert fault.frames[-1] == '< [{"type":"move","table":5,"turn":0,"action":"2C"}]'
    assert not any('"table":4' in frame for frame in fault.frames)


def test_a_bot_that_has_used_up_its_faults_is_out_and_the_others_play_on() -> None:
    class Dead(Honest):
        def ready(self, _hello: dict[str, Any]) -> list[Reaction]:
            return [(0.0, Trouble(FaultKind.CRASH, "exited with status 1"))]

    record, lines = play(Trollin(3), [Honest, Honest, Dead], numbers=(0, 1))
    assert [f.kind for f in record.faults] == [FaultKind.CRASH] * 3 and record.faults[0].table == ""
    assert record.seats[2].out and record.seats[2].starts == 3 and record.seats[2].decisions == 0
    assert [table.stood_in for table in record.tables] == [(2,), (2,)]
    assert lines.players[0][0].kinds().count("end") == 2 and len(lines.players[2]) == 3


def test_a_silent_start_is_a_start_timeout() -> None:
    class Mute(Honest):
        def ready(self, _hello: dict[str, Any]) -> list[Reaction]:
            return []

    record, _ = play(Trollin(2), [Mute, Honest], numbers=(0,))
    assert [(f.kind, f.used_ms, f.allowed_ms) for f in record.faults] == [(FaultKind.START_TIMEOUT, 10_000, 10_000)] * 3


def test_forfeit_ends_the_table_at_once_and_pays_the_least() -> None:
    record, lines = play(Trollin(4), [Slow, Honest, Honest, Honest], numbers=(0,), on_fault=OnFault.FORFEIT)
    (table,) = record.tables
    assert table.forfeited == (0,) and table.payoffs == (0, 3, 3, 3) and not table.hands[0].complete
    assert [f.kind for f in table.hands[0].faults] == [FaultKind.TIMEOUT]
    assert [lines.players[seat][0].kinds()[-2:] for seat in range(4)] == [["end", "bye"]] * 4
    assert lines.players[1][0].heard[-2]["payoffs"] == [0, 3, 3, 3]


def test_partners_forfeit_together() -> None:
    class Crash(Honest):
        def act(self, act: dict[str, Any]) -> list[Reaction]:
            return [(0.0, Trouble(FaultKind.CRASH, "killed"))]

    record, _ = play(Troeven(), [Honest, Crash, Honest, Honest], numbers=(0,), on_fault=OnFault.FORFEIT)
    assert record.tables[0].forfeited == (1, 3) and record.tables[0].payoffs == (2, -2, 2, -2)


def test_a_whole_game_goes_on_after_a_crash_with_the_bot_back_at_the_next_hand() -> None:
    class Crash(Honest):
        crashed = False

        def act(self, act: dict[str, Any]) -> list[Reaction]:
            if not Crash.crashed and act["turn"] == 12:
                Crash.crashed = True
                return [(0.0, Trouble(FaultKind.CRASH, "killed by signal 9"))]
            return super().act(act)

    variant = Trollin(2)
    record, lines = play(variant, [Crash, Honest], numbers=(4,), mode=Mode.GAMES)
    (table,) = record.tables
    assert table.stood_in == (0,) and sorted(table.payoffs) == [0.0, 1.0] and len(table.hands) > 2
    again = lines.players[0][1].heard
    assert again[1]["type"] == "start" and again[1]["totals"] == list(table.hands[1].totals)
    assert again[2]["events"][0] == ["deal", 3, again[1]["dealer"]]
    replayed = list(replay_table(variant, "test", 4, [hand.actions for hand in table.hands], single=False))
    assert [hand.totals for hand in replayed] == [hand.totals for hand in table.hands]
    assert replayed[-1].game_payoffs == table.payoffs


def test_ready_twice_breaks_the_protocol() -> None:
    class Eager(Honest):
        def ready(self, hello: dict[str, Any]) -> list[Reaction]:
            return super().ready(hello) * 2

    record, _ = play(Trollin(2), [Eager, Honest], numbers=(0,))
    assert {f.kind for f in all_faults(record)} == {FaultKind.PROTOCOL} and "twice" in all_faults(record)[0].detail


def test_a_move_before_ready_breaks_the_protocol() -> None:
    class Early(Honest):
        def ready(self, _hello: dict[str, Any]) -> list[Reaction]:
            answer = {"type": "move", "table": 0, "turn": 0, "action": "AS"}
            return [(0.0, frame(msgpack.packb([answer])))]

    record, _ = play(Trollin(2), [Early, Honest], numbers=(0,))
    assert [f.kind for f in record.faults] == [FaultKind.PROTOCOL] * 3


def test_a_failure_of_the_variant_makes_the_match_void_and_names_the_way_to_it() -> None:
    class Broken(Trollin):
        def score(self, hand: Any) -> Any:
            return [1 // 0]

    Broken.__module__ = __name__
    record, lines = play(Broken(2), [Honest, Honest], numbers=(3,))
    assert record.tables == () and lines.closed
    assert "ZeroDivisionError" in record.void and "trollin" in record.void and "m0.r0.d3, hand 1" in record.void


def test_a_timeout_that_the_host_explains_makes_the_match_void() -> None:
    class Late(Honest):
        think_s = 5.0

    def late() -> Honest:
        lines_late.append(1)
        return Late()

    lines_late: list[int] = []
    from tests.referee.memory import MemoryLines

    original = MemoryLines.wait

    def slow_wait(self: MemoryLines, until: float) -> Any:
        self.late_s = 0.6
        return original(self, until)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MemoryLines, "wait", slow_wait)
        record, _ = play(Trollin(2), [late, Honest], numbers=(0,))
    assert record.void.startswith("host: ") and not record.tables


def test_a_seats_bytes_do_not_depend_on_how_long_the_others_think() -> None:
    class Thinker(Honest):
        think_s = 0.7

    _, quick = play(Trollin(3), [Honest] * 3)
    _, slow = play(Trollin(3), [Honest, Thinker, Thinker])
    assert quick.frames[0] == slow.frames[0]
