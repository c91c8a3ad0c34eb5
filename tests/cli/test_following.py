"""Following a match: `--trace` and `--stderr` of `arena play`, and `arena bot debug`."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from arena.errors import SandboxError
from arena.referee.sandbox import choose
from tests.cli.command import CODE, arena, refusal

TALKER = """
import sys
from arena.sdk import run

def choose(act):
    print("turn", act.turn, "\\x1b[2J", file=sys.stderr)
    sys.stderr.write("and that is" if act.turn == 8 else "")
    return act.legal[0]

run(choose, name="talker", version="1")
"""
# Slower than any clock of a league, by default.
PONDERER = """
import os, sys, threading
from arena.sdk import run

def choose(act):
    print("limits", act.hello.limits, "ms", act.ms, "pid", os.getpid(), file=sys.stderr)
    hoard = bytearray(600 << 20) if act.turn == 0 else b""
    threading.Event().wait(1.2 if act.turn == 0 else 0)
    return act.legal[0] if len(sys.argv) < 2 else "XX"

run(choose, name="ponderer", version="1")
"""


def bot(folder: Path, name: str, program: str, *arguments: str) -> None:
    (folder / name).mkdir()
    command = json.dumps(["python3", "bot.py", *arguments])
    (folder / name / "bot.toml").write_text(f'name = "{name}"\nversion = "1"\ncommand = {command}\n')
    (folder / name / "bot.py").write_text(program)


def followed(text: str) -> list[tuple[str, str, str]]:
    """The lines of a trace: who, which way, what; the times are looked at as numbers."""
    lines = [re.fullmatch(r" *(\d+\.\d{4}) s  (\S+ \(seat \d\)) +([*><|!]) (.*)", line) for line in text.splitlines()]
    found = [line for line in lines if line]
    times = [float(line[1]) for line in found]
    assert times == sorted(times)
    return [(line[2], line[3], line[4]) for line in found]


def test_the_messages_of_a_seat_are_shown_in_both_directions(tmp_path):
    bot(tmp_path, "talker", TALKER)
    run = arena("play", "trollin", "random", "./talker", "--deals", 1, "--seed", "s", "--trace", 1, cwd=tmp_path)
    lines = followed(run.stderr)
    assert len(lines) == len(run.stderr.splitlines())
    assert {who for who, _, _ in lines} == {"talker (seat 1)"}
    assert [way for _, way, _ in lines] == ["*", ">", "<", *[">", "<"] * 9, ">", "*"]
    assert lines[1][2].startswith('[{"type":"hello","variant":"trollin"')
    assert lines[3][2].startswith('[{"type":"start","table":0')
    assert lines[4][2].startswith('[{"type":"move","table":0,"turn":0,"action":"')
    assert lines[-2][2].endswith('{"type":"bye"}]')
    assert lines[-1][2] == "exited with status 0"
    assert run.stdout.splitlines()[1] == "1 deal; payoff per deal:"


def test_a_log_is_shown_as_it_comes_and_can_not_command_the_terminal(tmp_path):
    bot(tmp_path, "talker", TALKER)
    command = ("play", "trollin", "./talker", "random", "--deals", 1, "--json", "--stderr", "talker")
    run = arena(*command, cwd=tmp_path)
    assert followed(run.stderr) == [
        *(("talker (seat 0)", "|", f"turn {turn} \\x1b[2J") for turn in range(9)),
        ("talker (seat 0)", "|", "and that is"),
    ]
    assert json.loads(run.stdout)["faults"] == []


def test_what_a_bot_does_wrong_stands_in_the_trace(tmp_path):
    bot(tmp_path, "prints", "print('hello', flush=True)\nimport sys\nsys.stdin.read()\n")
    run = arena("play", "trollin", "./prints", "random", "--deals", 1, "--trace", "prints", cwd=tmp_path)
    marked = [what for _, way, what in followed(run.stderr) if way == "!"]
    assert marked[0].startswith('protocol: text was written to standard output: "hello"')


def test_nobody_sits_there():
    for option in ("--trace", "--stderr"):
        told = refusal("play", "trollin", "random", "random", option, "greedy")
        assert told == f"arena: {option} greedy: nobody sits there; the seats are: 0 random, 1 random-2\n"


def test_nobody_is_in_a_hurry_with_a_bot_that_is_debugged(tmp_path):
    bot(tmp_path, "ponderer", PONDERER)
    run = arena("bot", "debug", "./ponderer", "--seats", 3, "--seat", 2, "--seed", "s", cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    first, attach, inside, *rest = run.stdout.splitlines()
    assert first == "trollin, 3 players, seed 's', sandbox bwrap, ponderer in seat 2"
    assert re.fullmatch(r"ponderer is process \d+\. Attach with: gdb -p \d+", attach)
    assert "is its number here" in inside
    assert not any("fault" in line for line in rest)
    # It thinks as it would in a league: it is told the usual limits.
    log = followed(run.stderr)
    assert log[0][0] == "ponderer (seat 2)"
    assert log[0][2].startswith("limits {'start_ms': 10000, 'move_ms': 1000, 'memory_mb': 256} ms 1000 pid ")


def test_the_first_fault_ends_the_debugging_and_is_told_with_its_evidence(tmp_path):
    bot(tmp_path, "ponderer", PONDERER, "wrong")
    run = arena("bot", "debug", "./ponderer", "--variant", "troeven", "--deals", 5, cwd=tmp_path)
    assert run.stdout.count("fault of ponderer (seat 0") == 1
    assert 'illegal: answered "XX": ' in run.stdout
    assert '  > [{"type":"start","table":0' in run.stdout
    assert "  its standard error:" in run.stdout


@pytest.mark.parametrize("tier", ["bwrap", "landlock", "none"])
def test_the_process_to_attach_to_is_the_bots_and_it_waits_for_enter(tier, tmp_path):
    try:
        choose(tier)
    except SandboxError as error:
        pytest.skip(str(error))
    bot(tmp_path, "talker", TALKER)
    terminal, end = pty.openpty()
    command = [sys.executable, "-c", CODE, "bot", "debug", "./talker", "--sandbox", tier]
    with subprocess.Popen(command, cwd=tmp_path, stdin=end, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        os.close(end)
        assert run.stdout is not None
        told = b""
        while b"Press Enter" not in told and (more := os.read(run.stdout.fileno(), 4096)):
            told += more
        pid = re.search(rb"is process (\d+)", told)
        assert pid is not None
        assert b"bot.py" in Path(f"/proc/{int(pid[1])}/cmdline").read_bytes()
        os.write(terminal, b"\n")
        rest, log = run.communicate()
        os.close(terminal)
    assert run.returncode == 0
    assert b"payoff per deal" in rest
    assert b"turn 8" in log


def test_what_can_not_be_debugged_is_refused(tmp_path):
    assert "--seat 2: there are 2 seats, numbered from 0" in refusal("bot", "debug", "random", "--seat", 2)
    assert "there is no bot named 'randon'" in refusal("bot", "debug", "randon")
    bot(tmp_path, "talker", TALKER)
    with (tmp_path / "talker" / "bot.toml").open("a") as file:
        file.write('variants = ["troeven"]\n')
    assert "talker does not play trollin" in refusal("bot", "debug", "./talker", "--variant", "trollin", cwd=tmp_path)
