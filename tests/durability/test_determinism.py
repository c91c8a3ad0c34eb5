"""One worker, two workers, or a run that is killed and gone on with: the export is the same, byte for byte.

Both ways to play (deals, games) and both ways to seat (duplicate, single), with a bot that commits faults: when,
depends on what it is asked and on nothing else. In the first league it uses up its faults and is paused.
"""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pytest

from arena.store import Store, course
from tests.durability.running import export
from tests.league.runs import heard, run_whole, started

RUDE = """
from arena.sdk import run


def choose(act):
    token = sum(map(ord, "".join(act.legal)))
    if len(act.view["hand"]) > 6:
        return act.legal[0]
    if token % 7 == 3:
        return "ZZ"
    if token % 23 == 5:
        raise SystemExit("enough")
    return act.legal[0]


run(choose, name="rude")
"""
LEAGUE = """
[league]
name = "either"
variant = "trollin"
seats = {seats}
seed = "either"
{count}
seating = "{seating}"
[league.options]
target = 4
[limits]
max_faults = {faults}
[[bot]]
name = "random"
[[bot]]
path = "rude"
[[bot]]
name = "bare"
"""


def league(folder: Path, **terms: object) -> Path:
    rude = folder / "rude"
    rude.mkdir()
    (rude / "bot.toml").write_text('name = "rude"\ncommand = ["python3", "bot.py"]\n')
    (rude / "bot.py").write_text(RUDE)
    file = folder / "either.toml"
    file.write_text(LEAGUE.format(**terms))
    return file


@pytest.mark.parametrize(
    ("terms", "kinds", "paused"),
    [
        ({"seats": 2, "count": "deals = 6", "seating": "duplicate", "faults": 3}, {"illegal"}, ("rude",)),
        ({"seats": 3, "count": "games = 6", "seating": "single", "faults": 100}, {"illegal", "crash"}, ()),
    ],
    ids=["duplicate deals", "single games"],
)
def test_how_a_league_is_run_leaves_no_trace_in_its_export(tmp_path, terms, kinds, paused):
    file = league(tmp_path, **terms)
    alone, together, broken = (tmp_path / name for name in ("alone", "together", "broken"))
    run_whole(file, alone, jobs=1)
    expected = export(alone)
    assert kinds <= set(re.findall(r'"kind": "([a-z]+)"', expected))
    with Store.read(alone) as store:
        assert tuple(pause.bot for pause in course.pauses(store)) == paused
    run_whole(file, together, jobs=2)
    assert export(together) == expected
    with started(file, broken, 2) as run:
        heard(run, "stored", 1)
        os.kill(run.pid, signal.SIGKILL)
    run_whole(file, broken, jobs=2)
    assert export(broken) == expected
