"""`arena play VARIANT human BOT ...`: by a script on standard input, and by keys on a terminal."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from arena_trollin import Trollin
from rich.console import Console

from arena.cli.by_hand import TerminalFront
from arena.human import Asked
from tests.cli.command import CODE, arena, output, refusal

ANSI = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


def script(*says: str, times: int = 20) -> str:
    """These lines, and then the first choice again and again."""
    return "\n".join([*says, *["1"] * times]) + "\n"


def by_script(text: str, *arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", CODE, "play", *map(str, arguments)]
    return subprocess.run(command, input=text, capture_output=True, text=True, cwd=cwd, check=False)


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> tuple[Path, str]:
    """A deal of trollin played by a script that first says what it may not, and asks for all there is to ask for."""
    place = tmp_path_factory.mktemp("place")
    said = script("2S", "?", "s", "r", "bj")
    run = by_script(said, "trollin", "human", "greedy", "random", "--deals", 1, "--seed", "s", cwd=place)
    assert run.returncode == 0, run.stderr
    return place, run.stdout


def test_a_whole_deal_by_script_with_reasons_rules_and_score(played):
    _, told = played
    lines = told.splitlines()
    assert lines[0] == "trollin, 3 players, seed 's', sandbox bwrap"
    assert "'2S' is not a card of this deck." in told
    assert "  score: you 0, greedy 0, random 0" in lines
    assert "The player at the dealer's left leads." in told
    assert "  1.  you BJ" in told
    assert len(re.findall(r"^ +\d\. .* take", told, re.M)) == 9
    assert "1 deal; payoff per deal:" in lines
    assert max(map(len, lines)) <= 80


def test_the_table_is_kept_can_be_replayed_and_verified(played):
    place, told = played
    assert told.splitlines()[-1] == "kept in tables/trollin-1; to see it again: arena replay tables/trollin-1"
    seen = json.loads(output("replay", "tables/trollin-1", "--json", cwd=place))
    assert seen["bots"] == ["human", "greedy", "random"]
    assert seen["hands"][0]["actions"][0] == [0, "play", "BJ"]
    assert arena("verify", "tables/trollin-1", cwd=place).returncode == 0
    report = json.loads(output("league", "status", "tables/trollin-1", "--json", cwd=place))
    assert report["over"] and report["hands"] == 1


def test_who_leaves_leaves_nothing_and_no_bot_behind(tmp_path):
    for said in (script("q"), ""):
        run = by_script(said, "trollin", "human", "greedy", cwd=tmp_path)
        assert run.returncode == 0, run.stderr
        assert run.stdout.splitlines()[-1] == "You have left the table; nothing of it is kept."
        assert not list(tmp_path.iterdir())


def test_a_table_of_bots_is_kept_where_told_and_never_over_another(tmp_path):
    run = arena("play", "trollin", "bare", "bare", "--deals", 1, "--out", "here", "--json", cwd=tmp_path)
    assert json.loads(run.stdout)["tables"] == 1 and "kept in here" in run.stderr
    assert arena("verify", "here", cwd=tmp_path).returncode == 0
    assert "--out here: a league or a table is kept there already" in refusal(
        *("play", "trollin", "bare", "bare", "--out", "here"), cwd=tmp_path
    )


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("human", "human"), "name 'human' once"),
        (("bare", "bare", "--move-ms", "9"), "there is none at this table"),
        (("human", "bare", "--json"), "a human plays in lines of text"),
        (("human", "--seats", "3"), "nobody to play with"),
    ],
)
def test_what_can_not_be_is_refused_in_words(arguments, reason, tmp_path):
    assert reason in refusal("play", "trollin", *arguments, cwd=tmp_path)


def test_what_is_said_too_late_ends_the_question_whatever_it_is():
    lines = iter(["?", "nonsense"])
    shown = io.StringIO()
    gone = iter([False, True])
    front = TerminalFront(Trollin(2), ("human", "bot"), 0, Console(file=shown), lambda prompt: next(lines))
    view = {"phase": "play", "hand": ["AS", "KH"], "trick": [], "trump": "S", "won": [0, 0]}
    assert front.answer(Asked(("AS", "KH"), view, 1000, lambda: next(gone))) == "AS"
    assert "Tab completes" in shown.getvalue()
    assert "1:A♠  2:K♥" in shown.getvalue()


def test_on_a_terminal_cards_are_typed_completed_and_coloured(tmp_path):
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    environment.pop("NO_COLOR", None)
    shown = on_terminal(tmp_path, environment)
    assert "\x1b[1;31m" in shown
    plain = ANSI.sub("", shown)
    assert "You have left the table" in plain
    assert " 1.  you BJ" in plain


def test_no_colour_where_it_is_not_wanted(tmp_path):
    shown = on_terminal(tmp_path, {**os.environ, "TERM": "xterm", "COLUMNS": "80", "NO_COLOR": "1"})
    assert "[31m" not in shown and "31m" not in shown
    assert " 1.  you BJ" in ANSI.sub("", shown)


def on_terminal(place: Path, environment: dict[str, str]) -> str:
    """What a terminal shows of a table where the big joker is completed from its first letter, and then left."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", CODE, "play", "trollin", "human", "bare", "--seats", "3", "--seed", "s"]
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=place, env=environment)
    os.close(theirs)
    shown = ""
    for keys in (b"b\t\r", b"q\r"):
        prompt = shown.count("play> ")
        while shown.count("play> ") == prompt:
            shown += os.read(ours, 4096).decode()
        os.write(ours, keys)
    try:
        while data := os.read(ours, 4096):
            shown += data.decode()
    except OSError:
        pass  # So Linux tells that nobody is at the other end any more.
    process.wait()
    os.close(ours)
    assert process.returncode == 0
    return shown
