"""`arena analyse` as a user runs it, on a league whose hands were played at random."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from arena.store import Store
from tests.cli.command import CODE, output, refusal
from tests.reports.played import played
from tests.store.made_up import BOTS, ENTRANTS, LEAGUE


@pytest.fixture(scope="module")
def club(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("played") / "club"
    folder.mkdir()
    with Store.create(folder, LEAGUE, ENTRANTS) as store:
        store.write(played("m0.r0.b0", range(30)))
    return folder


ARGUMENTS = ("--jobs", 1, "--hands", 2, "--worlds", 4, "--bot", "ann")


def test_what_it_tells_and_keeps(club):
    told = output("analyse", club, *ARGUMENTS)
    assert told.startswith("club (trollin): 2 of 30 hands (a sample, --hands changes it), 4 worlds a decision\n")
    assert "ann" in told
    assert "bob" not in told
    kept = json.loads((club / "analysis.json").read_text())
    assert json.loads(output("analyse", club, *ARGUMENTS, "--json")) == kept
    assert (kept["hands"], kept["of_hands"], [bot["bot"] for bot in kept["bots"]]) == (2, 30, ["ann"])
    for costly in kept["bots"][0]["worst"]:
        shown = output("replay", club, "--table", costly["table"], "--hand", costly["hand"])
        assert f"table {costly['table']}: trollin" in shown


def test_a_bot_that_is_not_there(club):
    assert f"no bot 'eve' in this league; it has {', '.join(BOTS)}" in refusal("analyse", club, "--bot", "eve")


def test_a_folder_without_a_league(tmp_path):
    assert "no such file" in refusal("analyse", tmp_path / "nothing")


def test_ctrl_c_keeps_what_was_judged(club):
    arguments = ("--hands", "0", "--fresh", "--worlds", "8", "--bot", "ann")
    command = [sys.executable, "-c", CODE, "analyse", str(club), *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        try:
            assert run.stderr is not None
            assert run.stderr.readline() == "judging 30 of 30 hands\n"
            assert run.stderr.readline() == "1 of 30 hands\n"
            run.send_signal(signal.SIGINT)
            told, complaint = run.communicate()
        finally:
            run.kill()
    assert (run.returncode, told) == (130, "")
    assert complaint.endswith("stopped; what was judged is kept, and the same command goes on\n")
    assert "Traceback" not in complaint
    lines = (club / "analysis.jsonl").read_bytes().split(b"\n")
    assert len(lines) > 2
    assert lines[-1] == b"", "only whole lines"
    assert all(json.loads(line) for line in lines[:-1])
