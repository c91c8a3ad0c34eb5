"""Whatever process of a run is killed, and whenever: going on gives what would have come without it.

The suite kills a few; TRICKARENA_KILLS=300 kills as many (some minutes).
"""

from __future__ import annotations

import itertools
import os
from collections import Counter

from tests.durability.running import assert_nothing_left, export, finish, killed

KILLS = int(os.environ.get("TRICKARENA_KILLS", "20"))


def test_processes_killed_at_random_moments_cost_nothing(undisturbed, tmp_path):
    file, _, expected = undisturbed
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    names = (tmp_path / f"out{number}" for number in itertools.count())
    done = killed(file, lambda: next(names), scratch, KILLS, "any process")
    print(Counter(role for _, role in done))
    for folder in sorted({folder for folder, _ in done}):
        finish(file, folder, scratch)
        assert export(folder) == expected
        assert_nothing_left(folder, scratch)
