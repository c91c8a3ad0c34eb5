"""The four steps of docs/writing-a-bot.md: each change goes into the file of the step before, and what comes out plays.

TRICKARENA_STEPS=60 plays so many deals to see that each step gains on the one before (some minutes).
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
from arena_troeven import Troeven
from arena_trollin import Trollin
from arena_whist import Whist

from arena.sdk import Bot
from tests.sample_bots.duels import Random, bot_class, gain, payoffs

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "writing-a-bot.md").read_text(encoding="utf-8")
CHANGES: list[str] = re.findall(r"```diff\n(.*?)```", PAGE, re.DOTALL)
DEALS = int(os.environ.get("TRICKARENA_STEPS", "0"))


@pytest.fixture(scope="module")
def steps(tmp_path_factory: pytest.TempPathFactory) -> list[type[Bot]]:
    """The bots of the steps, each made from the one before by its change."""
    place = tmp_path_factory.mktemp("steps")
    source = (ROOT / "sample_bots" / "greedy" / "bot.py").read_text(encoding="utf-8")
    found = []
    for number, change in enumerate(["", *CHANGES], 1):
        folder = place / f"step{number}"
        folder.mkdir()
        (folder / "bot.py").write_text(source, encoding="utf-8")
        if change:
            subprocess.run(["git", "apply", "-"], input=change, text=True, cwd=folder, check=True)
        source = (folder / "bot.py").read_text(encoding="utf-8")
        found.append(bot_class(folder / "bot.py", "Greedy"))
    return found


@pytest.fixture(autouse=True)
def at_a_table_of_whist(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA_VARIANT", "arena_whist:Whist")


def test_there_are_four_steps(steps: list[type[Bot]]) -> None:
    assert len(steps) == len(re.findall(r"^### Step ", PAGE, re.MULTILINE)) == 4


def test_every_step_plays_legally(steps: list[type[Bot]]) -> None:
    for step in steps:
        assert sum(payoffs(Whist(), 0, [step, Random, step, Random])) == 0


@pytest.mark.skipif(DEALS < 2, reason="some minutes; TRICKARENA_STEPS=60 runs it")
@pytest.mark.parametrize("number", [2, 3, 4])
def test_every_step_gains_on_the_one_before(
    steps: list[type[Bot]], number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the games in which the page says so."""
    variant = Trollin(4) if number == 2 else Troeven()
    monkeypatch.setenv("ARENA_VARIANT", f"{type(variant).__module__}:{type(variant).__name__}")
    assert gain(variant, DEALS, steps[number - 1], steps[number - 2]) > 0
