"""Leagues end to end, with real bots in the sandbox: gone on with, stopped, killed, and always the same."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from arena.plugin import load
from arena.reports.export import export as export_lines
from arena.store import Store
from tests.league.runs import heard, league_file, run_whole, started


def export(folder: Path) -> str:
    with Store.read(folder) as store:
        return "\n".join(export_lines(store, load().variant))


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("undisturbed")
    file = league_file(folder)
    run_whole(file, folder / "out", jobs=2)
    return file, export(folder / "out")


def workers(coordinator: int) -> list[int]:
    """The worker processes of a run, as the kernel knows them."""
    children = Path(f"/proc/{coordinator}/task/{coordinator}/children").read_text().split()
    return [int(pid) for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def test_a_worker_that_is_killed_costs_nothing(undisturbed, tmp_path):
    file, expected = undisturbed
    folder = tmp_path / "out"
    with started(file, folder) as process:
        heard(process, "stored", 2)
        os.kill(workers(process.pid)[0], signal.SIGKILL)
        note = heard(process, "note a worker process died")
        assert "played again in fresh ones: m" in note
        heard(process, "done")
    assert export(folder) == expected


def test_the_first_ctrl_c_finishes_what_is_in_play_and_stops(undisturbed, tmp_path):
    file, expected = undisturbed
    folder = tmp_path / "out"
    with started(file, folder) as process:
        heard(process, "stored")
        os.killpg(process.pid, signal.SIGINT)
        note = heard(process, "note stopping")
        assert "Ctrl-C again drops them" in note
        playing = int(note.split()[2])
        assert process.stdout is not None
        rest = process.stdout.read().splitlines()
        assert process.wait() == 0
    assert rest[-1] == "stopped"
    assert 1 <= playing <= 3
    assert len(rest) == playing + 1, "each match in play was stored, and none was begun"
    run_whole(file, folder)
    assert export(folder) == expected


def test_the_second_ctrl_c_drops_what_is_in_play(tmp_path):
    file = league_file(tmp_path, count="games = 50")
    slow = tmp_path / "slow"
    slow.mkdir()
    (slow / "bot.toml").write_text('name = "slow"\ncommand = ["python3", "bot.py"]\n')
    (slow / "bot.py").write_text(
        "import time\nfrom arena.sdk import run\n"
        "def choose(act):\n    time.sleep(0.5)\n    return act.legal[0]\n"
        "run(choose, name='slow', version='1')\n"
    )
    file.write_text(file.read_text() + '[[bot]]\npath = "slow"\n')
    folder = tmp_path / "out"
    with started(file, folder) as process:
        heard(process, "stored m2.")  # From now on only matches with the slow bot are left.
        os.killpg(process.pid, signal.SIGINT)
        heard(process, "note stopping")
        os.killpg(process.pid, signal.SIGINT)
        heard(process, "stopped")
        assert process.wait() == 0
    with Store.read(folder) as store:
        assert 1 <= store.progress().matches <= 6


def test_two_runs_at_once_are_refused_naming_the_other(undisturbed, tmp_path):
    from arena.errors import InputError
    from tests.league.told import main

    file, _ = undisturbed
    folder = tmp_path / "out"
    with started(file, folder) as process:
        heard(process, "begin")
        with pytest.raises(InputError, match=f"this league is being played by process {process.pid}; wait"):
            main(str(file), str(folder), "1")
    assert process.wait() == -signal.SIGKILL
    run_whole(file, folder)
