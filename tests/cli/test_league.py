"""A league from the command line: run, status, report, export, verify and replay, with real bots."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import CODE, arena, output, refusal

LEAGUE = """
[league]
name = "cups"
variant = "trollin"
seats = 4
seed = "cups"
deals = 6
[league.options]
target = 9
[[bot]]
name = "random"
[[bot]]
name = "bare"
"""
SAMPLES = sorted((Path(__file__).parents[2] / "sample_leagues").glob("*.toml"))


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    """A folder in which a league has been run as a user would."""
    place = tmp_path_factory.mktemp("place")
    (place / "cups.toml").write_text(LEAGUE)
    run = arena("league", "run", "cups.toml", cwd=place)
    assert run.returncode == 0, run.stderr
    (place / "told").write_text(run.stdout)
    (place / "progress").write_text(run.stderr)
    return place


def test_run_tells_how_it_goes_in_plain_lines(place):
    lines = (place / "progress").read_text().splitlines()
    assert lines[0] == "building, starting and questioning the bots"
    assert re.fullmatch("the seed of this league is committed to: [0-9a-f]{64}", lines[1])
    assert lines[2].startswith("24 tables to play, ")
    assert lines[2].endswith("bots in the sandbox bwrap")
    assert lines[-1].startswith("24 of 24 tables (100 %), ")


def test_run_ends_with_the_standings_and_where_the_reports_are(place):
    told = (place / "told").read_text()
    assert "random" in told
    assert "bare" in told
    written = [line for line in told.splitlines() if line.strip().startswith("leagues/cups/")]
    assert {Path(line.strip()).suffix for line in written} >= {".md", ".json", ".csv", ".html"}
    for line in written:
        assert (place / line.strip()).stat().st_size > 0


def test_report_writes_the_same_files_again(place):
    report = next((place / "leagues/cups").glob("*.md"))
    before = report.read_text()
    report.unlink()
    assert output("league", "report", "leagues/cups", cwd=place) == (place / "told").read_text()
    assert report.read_text() == before


def test_status(place):
    told = json.loads(output("league", "status", "leagues/cups", "--json", cwd=place))
    assert told["league"] == "cups"
    assert told["bots"] == ["random", "bare"]
    assert (told["tables"], told["planned"], told["hands"], told["void"]) == (24, 24, 24, [])
    assert "24 of 24 tables (100 %), 24 hands" in output("league", "status", "leagues/cups", cwd=place)


def test_export_has_a_line_a_hand_in_the_schedules_order(place):
    lines = [json.loads(line) for line in output("export", "leagues/cups", cwd=place).splitlines()]
    assert [line["table"] for line in lines] == [f"m0.r{r}.d{d}" for r in range(4) for d in range(6)]
    first = lines[0]
    assert first["bots"] == ["random", "random", "bare", "bare"]
    assert (first["league"], first["variant"], first["players"], first["hand"]) == ("cups", "trollin", 4, 1)
    assert first["options"]["target"] == 9
    assert [len(hand) for hand in first["hands"]] == [9, 9, 9, 9]
    assert [kind for _, kind, _ in first["actions"]] == ["play"] * 36
    assert len(first["tricks"]) == 9
    for line in lines[6:]:
        deal = lines[int(line["table"].rpartition("d")[2])]
        assert line["hands"] == deal["hands"], "every sitting plays the same deals"


def test_export_is_quiet_when_the_reader_goes_away(place):
    command = f"{sys.executable} -c '{CODE}' export leagues/cups | head -n 1; echo ${{PIPESTATUS[0]}}"
    run = subprocess.run(["bash", "-c", command], cwd=place, capture_output=True, text=True, check=True)
    line, status = run.stdout.splitlines()
    assert json.loads(line)["table"] == "m0.r0.d0"
    assert status in ("141", "0"), "0 where everything fitted into the pipe"
    assert run.stderr == ""


def test_verify_finds_what_was_tampered_with(place, tmp_path):
    head, *told = output("verify", "leagues/cups", cwd=place).splitlines()
    assert told == [
        "chain of 7 links: every link holds",
        "2 bots: their copies are what entered",
        told[2],
        "4 matches, 24 tables, 24 hands: all as the rules have it",
    ]
    assert head.removeprefix("head ") in output("league", "status", "leagues/cups", cwd=place)
    assert output("verify", "leagues/cups", "--head", head[5:25], cwd=place).startswith(head)
    assert json.loads(output("verify", "leagues/cups", "--json", cwd=place))["ok"] is True
    shutil.copytree(place / "leagues/cups", tmp_path / "forged")
    with sqlite3.connect(tmp_path / "forged" / "league.db") as database:
        database.execute("UPDATE hand SET scores = '[9, 9, 9, 9]' WHERE number = 3")
    database.close()
    run = arena("verify", tmp_path / "forged")
    assert run.returncode == 1
    assert re.search(r"^m0\.r0\.d3[,:] hand 1: scores are 9 9 9 9 in the database, ", run.stdout, re.MULTILINE)
    assert run.stdout.endswith("4 matches, 24 tables, 24 hands: 4 differences\n")
    run = arena("verify", tmp_path / "forged", "--json")
    assert (run.returncode, json.loads(run.stdout)["ok"]) == (1, False)


def test_verify_compares_the_seed_with_the_commitment_that_was_told_at_the_start(place, tmp_path):
    said = (place / "progress").read_text().splitlines()[1].split()[-1]
    assert f"commitment to the seed: {said}" in output("league", "status", "leagues/cups", cwd=place)
    assert f"commitment {said}: the seed keeps it" in output("verify", "leagues/cups", cwd=place)
    assert json.loads(output("verify", "leagues/cups", "--commitment", said, "--json", cwd=place))["ok"] is True
    run = arena("verify", "leagues/cups", "--commitment", "0123456789ab", cwd=place)
    assert run.returncode == 1
    assert f"seed: the published commitment 0123456789ab is not this league's ({said})" in run.stdout
    assert "--commitment 12: must be the 12 to 64 hex digits" in refusal(
        "verify", "leagues/cups", "--commitment", "12", cwd=place
    )
    report = json.loads((place / "leagues/cups/report.json").read_text())["league"]
    assert report["commitment"] == said
    text = "\0".join(("trickarena/1", "commitment", report["nonce"], report["seed"]))
    assert hashlib.sha256(text.encode()).hexdigest() == said


def test_verify_finds_bots_in_the_wrong_seats(place, tmp_path):
    shutil.copytree(place / "leagues/cups", tmp_path / "forged")
    with sqlite3.connect(tmp_path / "forged" / "league.db") as database:
        database.execute('UPDATE match SET bots = \'["bare", "bare", "random", "random"]\' WHERE sitting = 0')
    database.close()
    run = arena("verify", tmp_path / "forged")
    assert run.returncode == 1
    assert "the schedule random random bare bare" in run.stdout


def test_replay(place):
    told = output("replay", "leagues/cups", cwd=place)
    assert told.startswith("table m0.r0.d0: trollin, seed 'cups'\nhand 1: seat ")
    assert [line.split()[0] for line in told.splitlines() if "*" in line] == list("123456789")
    other = output("replay", "leagues/cups", "--table", "m0.r3.d5", "--hand", 1, cwd=place)
    assert other.startswith("table m0.r3.d5: ")
    hand = json.loads(output("replay", "leagues/cups", "--table", "m0.r3.d5", "--json", cwd=place))
    assert hand["bots"] == ["random", "bare", "bare", "random"]
    assert len(hand["hands"][0]["tricks"]) == 9
    assert "no table 'm0.r3.d6' has been played" in refusal("replay", "leagues/cups", "--table", "m0.r3.d6", cwd=place)
    assert "'x' is not the name of a table" in refusal("replay", "leagues/cups", "--table", "x", cwd=place)
    assert "has 1 hands, not 2" in refusal("replay", "leagues/cups", "--hand", 2, cwd=place)


def test_replay_shows_the_score_sheet_of_troeven(tmp_path):
    (tmp_path / "t.toml").write_text(
        LEAGUE.replace('"trollin"', '"troeven"')
        .replace("deals = 6", "games = 1")
        .replace("target = 9", "max_hands = 3")
    )
    output("league", "run", "t.toml", "--out", "t", "--jobs", 1, cwd=tmp_path)
    told = output("replay", "t", cwd=tmp_path)
    assert "  trump: seat " in told
    assert "hand 2: " in told
    from arena_troeven import Troeven

    sheet = Troeven().score_sheet([])
    assert sheet
    assert sheet.splitlines()[0].split()[0] in told


def test_a_second_run_has_nothing_to_play(place):
    run = arena("league", "run", "cups.toml", cwd=place)
    assert run.returncode == 0
    assert run.stderr.startswith("0 of 24 tables to play, ")
    assert run.stdout == (place / "told").read_text()


def test_ctrl_c_stops_with_status_130_and_the_same_command_goes_on(tmp_path):
    (tmp_path / "long.toml").write_text(LEAGUE.replace("deals = 6", "deals = 2000"))
    command = [sys.executable, "-c", CODE, "league", "run", "long.toml", "--out", "out", "--jobs", "1"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as run:
        assert run.stderr is not None
        for line in run.stderr:
            if " tables (" in line:  # A first match is stored.
                break
        meanwhile = json.loads(output("league", "status", "out", "--json", cwd=tmp_path))
        assert (meanwhile["planned"], meanwhile["over"]) == (8000, False)
        assert meanwhile["tables"] > 0
        os.killpg(run.pid, signal.SIGINT)
        told, rest = run.communicate()
    assert run.returncode == 130
    assert "stopping: " in rest
    assert rest.endswith("stopped before the end; run the same command again to go on (out)\n")
    assert "out/report.md" in told, "what has been played is reported"
    status = json.loads(output("league", "status", "out", "--json", cwd=tmp_path))
    assert 0 < status["tables"] < status["planned"] == 8000
    report = (tmp_path / "out/report.json").read_text()
    assert json.loads(report)["league"]["seed"] is None
    assert "cups" not in report.replace('"name": "cups"', ""), "the seed, which is the name here, is told nowhere"
    assert "seed told when all is played" in output("replay", "out", "--hand", 1, cwd=tmp_path)


def test_a_bot_that_fails_is_paused_and_taken_up_again_and_the_league_goes_on(tmp_path):
    (tmp_path / "weak").mkdir()
    (tmp_path / "weak/bot.toml").write_text('name = "weak"\ncommand = ["python3", "bot.py"]\n')
    (tmp_path / "weak/bot.py").write_text(
        "from arena.sdk import run\nturns = iter(range(20))\n"
        "run(lambda act: act.legal[0 * next(turns)], name='weak', version='1')\n"
    )
    text = (
        LEAGUE.replace('"random"', '"weak"').replace('name = "weak"', 'path = "weak"').replace("seats = 4", "seats = 2")
    )
    (tmp_path / "weak.toml").write_text(text.replace("deals = 6", "deals = 12") + '[[bot]]\nname = "random"\n')
    run = arena("league", "run", "weak.toml", "--out", "out", "--jobs", 1, cwd=tmp_path)
    assert run.returncode == 1
    assert re.search(r"^weak is paused: it failed its first match, m0\.r0\.b0-12: crash, ", run.stderr, re.MULTILINE)
    assert run.stderr.endswith("weak is paused; to go on with it: arena league unpause out weak\n")
    assert "! weak is paused, and what it has not played is left out" in run.stdout
    status = json.loads(output("league", "status", "out", "--json", cwd=tmp_path))
    # The match in which it failed, and both sittings of the others.
    assert (status["tables"], status["planned"], status["over"]) == (36, 72, True)
    assert [pause["bot"] for pause in status["paused"]] == ["weak"]
    assert "random is not paused in out; paused: weak" in refusal("league", "unpause", "out", "random", cwd=tmp_path)
    output("league", "unpause", "out", "weak", cwd=tmp_path)
    assert "paused" not in output("league", "status", "out", cwd=tmp_path)
    run = arena("league", "run", "weak.toml", "--out", "out", "--jobs", 1, cwd=tmp_path)
    assert (run.returncode, "m0.r1.b0-12: crash" in run.stderr) == (1, True), "it may play, fails again, and is paused"
    assert output("verify", "out", cwd=tmp_path).endswith("4 matches, 48 tables, 48 hands: all as the rules have it\n")


@pytest.mark.parametrize("command", ["league status", "league report", "export", "verify", "replay"])
def test_a_folder_without_a_league_is_refused(command, tmp_path):
    words = command.split()
    assert "holds no league" in refusal(*words, tmp_path)
    (tmp_path / "league.db").touch()
    assert "is empty, not a league's database" in refusal(*words, tmp_path)
    (tmp_path / "league.db").unlink()
    with sqlite3.connect(tmp_path / "league.db") as database:
        database.execute("CREATE TABLE recipes (cake TEXT)")
    database.close()
    assert "is another program's database, not a league's (it holds recipes)" in refusal(*words, tmp_path)


def test_bad_leagues_leave_nothing_behind(tmp_path):
    (tmp_path / "bad.toml").write_text(LEAGUE.replace("deals = 6", "deals = 0"))
    message = refusal("league", "run", "bad.toml", "--out", "out", cwd=tmp_path)
    assert message == "arena: bad.toml: [league] deals: must be a whole number from 1 to 10000000, not 0\n"
    assert not (tmp_path / "out").exists()
    assert "there is no such file" in refusal("league", "run", "none.toml", cwd=tmp_path)
    (tmp_path / "file").touch()
    (tmp_path / "good.toml").write_text(LEAGUE)
    assert "file: can't be made a league's folder" in refusal(
        "league", "run", "good.toml", "--out", "file", cwd=tmp_path
    )


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_the_sample_leagues_are_good_files(sample):
    from arena.league.file import read_league
    from arena.plugin import load

    spec = read_league(sample, load())
    assert spec.name == sample.stem
