"""The SDK's loop, as the referee sees it: real processes over real pipes."""

import subprocess
import sys

from tests.sdk.driver import ROOT, act, hello, move, python_bot, start

FIRST = """
from arena.sdk import run
def choose(act):
    return act.legal[0]
run(choose, name="first", version="2.1")
"""


def test_a_function_is_a_bot(tmp_path):
    with python_bot(FIRST, tmp_path) as bot:
        assert bot.ask(hello()) == [{"type": "ready", "protocol": 1, "name": "first", "version": "2.1"}]
        assert bot.ask(start(), act()) == [move(0, 1, "AS")]
        assert bot.ask(act(turn=2, legal=["KD"])) == [move(0, 2, "KD")]
        bot.send({"type": "bye"})
        assert bot.finish() == (0, b"", "")


def test_the_end_of_the_stream_ends_the_bot(tmp_path):
    with python_bot(FIRST, tmp_path) as bot:
        bot.ask(hello())
        bot.stdin.close()
        assert bot.process.wait(timeout=30) == 0


def test_bye_ends_the_bot_though_the_stream_stays_open(tmp_path):
    with python_bot(FIRST, tmp_path) as bot:
        bot.ask(hello())
        bot.send({"type": "bye"})
        assert bot.process.wait(timeout=30) == 0


def test_what_the_bot_asked_for_is_in_ready(tmp_path):
    source = 'from arena.sdk import run\nrun(lambda act: act.legal[0], name="x", tables=8, view=False)'
    with python_bot(source, tmp_path) as bot:
        assert bot.ask(hello()) == [
            {"type": "ready", "protocol": 1, "name": "x", "version": "0", "tables": 8, "view": False}
        ]


LOUD = """
import ctypes, os, subprocess, sys
from arena.sdk import run
print("before run")
def choose(act):
    print("print")
    sys.stdout.write("sys.stdout, no newline")
    os.write(1, b"descriptor 1\\n")
    libc = ctypes.CDLL(None)
    libc.puts(b"the C library")
    libc.fflush(None)
    subprocess.run(["echo", "a child"])
    rest = subprocess.run(["cat"], capture_output=True).stdout
    print("a child read", rest)
    return act.legal[-1]
run(choose)
"""


def test_prints_of_every_kind_end_in_the_log(tmp_path):
    with python_bot(LOUD, tmp_path) as bot:
        bot.ask(hello())
        assert bot.ask(start(), act(turn=1)) == [move(0, 1, "KS")]
        assert bot.ask(act(turn=2)) == [move(0, 2, "KS")]
        bot.send({"type": "bye"})
        status, rest, log = bot.finish()
    assert (status, rest) == (0, b"")
    for line in ("before run", "print", "sys.stdout", "descriptor 1", "the C library", "a child", "a child read b''"):
        assert line in log


PER_TABLE = """
from arena.sdk import Bot, run
class Counter(Bot):
    def start(self, start):
        self.count = 0
        self.heard = []
        print(f"start {start.table} dealer {start.dealer} seat {self.seat} {self.variant} {self.options} {self.seats}")
    def event(self, event):
        self.heard.append(event[0])
    def choose(self, act):
        self.count += 1
        print(f"table {act.table} turn {act.turn} count {self.count} heard {self.heard} all {len(self.events)}")
        return act.legal[self.count - 1]
    def end(self, end):
        print(f"end {end.table} {end.scores} {end.payoffs} heard {self.heard}")
run(Counter, tables=2)
"""


def test_a_class_has_one_instance_for_each_table_and_hears_its_events_in_order(tmp_path):
    with python_bot(PER_TABLE, tmp_path) as bot:
        assert bot.ask(hello(options={"target": 9})) == [
            {"type": "ready", "protocol": 1, "name": "Counter", "version": "0", "tables": 2}
        ]
        assert bot.ask(
            start(5, dealer=3), start(6, dealer=1), act(5, 1, events=[["deal", 1, 3], ["hand", ["AS"]]]), act(6, 1)
        ) == [move(5, 1, "AS"), move(6, 1, "AS")]
        bot.send({"type": "tell", "table": 5, "events": [["trick", 0]]})
        assert bot.ask(act(5, 2, events=[["play", 1, "KD"]])) == [move(5, 2, "KS")]
        end = {"type": "end", "table": 5, "scores": [1, 0, 0, 0], "payoffs": [1, 0, 0, 0], "events": [["scores", [1]]]}
        assert bot.ask(end, start(5), act(5, 1), act(6, 2)) == [move(5, 1, "AS"), move(6, 2, "KS")]
        bot.send({"type": "bye"})
        status, _, log = bot.finish()
    assert status == 0
    assert log.splitlines() == [
        "start 5 dealer 3 seat 2 trollin {'target': 9} 4",
        "start 6 dealer 1 seat 2 trollin {'target': 9} 4",
        "table 5 turn 1 count 1 heard ['deal', 'hand'] all 2",
        "table 6 turn 1 count 1 heard [] all 0",
        "table 5 turn 2 count 2 heard ['deal', 'hand', 'trick', 'play'] all 4",
        "end 5 [1, 0, 0, 0] [1, 0, 0, 0] heard ['deal', 'hand', 'trick', 'play', 'scores']",
        "start 5 dealer 0 seat 2 trollin {'target': 9} 4",
        "table 5 turn 1 count 1 heard [] all 0",
        "table 6 turn 2 count 2 heard [] all 0",
    ]


BATCH = """
from arena.sdk import Bot, run
class Net(Bot):
    def start(self, start):
        self.asked = 0
    @classmethod
    def choose_many(cls, acts):
        for act in acts:
            act.bot.asked += 1
        print([(act.table, act.bot.asked) for act in acts])
        return [act.legal[-1] for act in acts]
run(Net, tables=3)
"""


def test_a_batch_is_answered_at_once(tmp_path):
    with python_bot(BATCH, tmp_path) as bot:
        bot.ask(hello())
        assert bot.ask(start(0), start(1), act(0), act(1)) == [move(0, 1, "KS"), move(1, 1, "KS")]
        assert bot.ask(act(1, 2)) == [move(1, 2, "KS")]
        bot.send({"type": "bye"})
        assert bot.finish()[2] == "[(0, 1), (1, 1)]\n[(1, 2)]\n"


def test_unknown_messages_and_keys_are_passed_over(tmp_path):
    with python_bot(FIRST, tmp_path) as bot:
        bot.ask(hello(weather="fine"), {"type": "anthem", "verses": 3}, {"no": "type"})
        assert bot.ask({"type": "pause", "table": 9}, start(mood=1), act(hint="AS")) == [move(0, 1, "AS")]
        bot.send({"type": "bye", "until": "tomorrow"})
        assert bot.finish() == (0, b"", "")


def test_the_draws_follow_the_seed_alone(tmp_path):
    source = 'from arena.sdk import run\nrun(lambda act: act.rng.choice(act.legal), name="x", tables=9)'
    ranks = [f"{rank}S" for rank in "23456789TJQKA"]

    def draws(table: int, seed: int) -> list[str]:
        with python_bot(source, tmp_path) as bot:
            bot.ask(hello())
            bot.send(start(table, seed=seed))
            return [bot.ask(act(table, turn, ranks))[0]["action"] for turn in range(12)]

    assert draws(0, 2**63 - 1) == draws(8, 2**63 - 1)
    assert draws(0, 1) != draws(0, 2)


def test_a_fault_is_told_in_the_log(tmp_path):
    with python_bot(FIRST, tmp_path) as bot:
        bot.ask(hello())
        bot.send({"type": "fault", "table": None, "kind": "timeout", "detail": "late by 3 ms"}, {"type": "bye"})
        assert bot.finish()[2] == "arena: fault: timeout: late by 3 ms\n"


def crash_of(source, tmp_path):
    with python_bot(source, tmp_path) as bot:
        bot.ask(hello())
        bot.send(start(), act())
        status, rest, log = bot.finish()
    assert rest == b""
    assert status == 1
    return log


def test_an_exception_ends_the_bot_with_its_traceback(tmp_path):
    source = "from arena.sdk import run\ndef choose(act):\n    return {}[act.legal[0]]\nrun(choose)"
    log = crash_of(source, tmp_path)
    assert "return {}[act.legal[0]]" in log
    assert log.endswith("KeyError: 'AS'\n")


def test_what_is_no_token_is_named(tmp_path):
    log = crash_of("from arena.sdk import run\nrun(lambda act: 3)", tmp_path)
    assert "TypeError: choose must return one of ['AS', 'KS']; it returned 3" in log


def test_a_bot_without_choose_is_named(tmp_path):
    log = crash_of("from arena.sdk import Bot, run\nclass Lazy(Bot):\n    pass\nrun(Lazy)", tmp_path)
    assert "Lazy has no method choose(self, act)" in log


def test_importing_the_sdk_stays_light():
    code = "import sys, arena.sdk; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    heavy = {"typing", "dataclasses", "inspect", "msgspec", "random", "asyncio", "pluggy", "click", "arena.variant"}
    assert heavy & set(loaded.split()) == set()


def refused(source, tmp_path):
    with python_bot(source, tmp_path) as bot:
        status, rest, log = bot.finish()
    assert (status, rest) == (1, b"")
    return log


def test_choose_many_on_an_instance_is_refused_in_words(tmp_path):
    source = "from arena.sdk import Bot, run\nclass Net(Bot):\n    def choose_many(self, acts): ...\nrun(Net, tables=2)"
    assert "write it as @classmethod choose_many(cls, acts)" in refused(source, tmp_path)


def test_a_class_that_is_no_bot_is_refused_in_words(tmp_path):
    source = "from arena.sdk import run\nclass Mine:\n    def choose(self, act): ...\nrun(Mine)"
    assert "Mine must be a subclass of arena.sdk.Bot" in refused(source, tmp_path)


def test_a_batch_of_the_wrong_size_is_named(tmp_path):
    log = crash_of(BATCH.replace("return [act.legal[-1] for act in acts]", "return []"), tmp_path)
    assert "choose_many returned 0 tokens for 1 questions" in log
