"""A stranger's distribution: built, installed, found by its entry point, and played with its own bot.

End to end, with real processes in the sandbox.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PYPROJECT = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "arena-highcard"
version = "0.3"
[project.entry-points.arena]
highcard = "arena_highcard"
[tool.hatch.build.targets.wheel]
packages = ["arena_highcard"]
"""

PLUGIN = '''
"""High card: one trick of three cards each, spades are trumps, the winner gets a point."""

from dataclasses import dataclass
from pathlib import Path

from arena.cards import Deck
from arena.plugin import hookimpl
from arena.tricks import Tricks, follow_suit
from arena.variant import Variant, option


@dataclass(frozen=True, slots=True)
class Options:
    cards: int = option(3, "cards each", least=1, most=10)


class HighCard(Variant):
    name = "highcard"
    summary = "the most tricks win a point"
    players = (2, 3)
    Options = Options

    def make_deck(self):
        return Deck.french(down_to="2")

    def begin(self, hand):
        hand.give(self.options.cards, to=hand.around(hand.dealer))
        return Tricks(hand.dealer, self.ranking("S"), following=(follow_suit,))

    def score(self, hand):
        return [int(won == max(hand.won)) for won in hand.won]

    def winners(self, totals, hands):
        return [s for s, total in enumerate(totals) if total == max(totals)] if hands >= 3 else None


@hookimpl
def arena_variants():
    return [HighCard]


@hookimpl
def arena_bots():
    return [Path(__file__).parent / "lowest"]


class Words:
    name = "words"
    suffix = ".words"

    def write(self, report):
        return "words about " + report["league"]["name"]


@hookimpl
def arena_report_writers():
    return [Words()]
'''

BOT = """
import arena_highcard  # a bot may use its variant's own module
from arena.sdk import run

run(lambda act: act.legal[0], name="lowest", version="1")
"""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which the distribution is installed, in a folder of its own on the path."""
    source = tmp_path_factory.mktemp("source")
    package = source / "arena_highcard"
    (package / "lowest").mkdir(parents=True)
    (source / "pyproject.toml").write_text(PYPROJECT)
    (package / "__init__.py").write_text(PLUGIN)
    (package / "lowest" / "bot.toml").write_text(
        'name = "lowest"\nversion = "1"\ncommand = ["python3", "bot.py"]\nvariants = ["highcard"]\n'
    )
    (package / "lowest" / "bot.py").write_text(BOT)
    target = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    offline = ["--no-build-isolation", "--no-index", "--target", str(target), str(source)]
    subprocess.run([*pip, *offline], check=True)
    return {**os.environ, "PYTHONPATH": str(target)}


def arena(environment: dict[str, str], *arguments: str) -> str:
    command = [sys.executable, "-c", "from arena.cli import main; main()", *arguments]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_its_variant_is_listed_with_its_origin(environment):
    rows = {row["name"]: row for row in json.loads(arena(environment, "variant", "list", "--json"))}
    assert rows["highcard"]["plugin"] == "highcard (entry point highcard = 'arena_highcard' of arena-highcard 0.3)"
    assert rows["highcard"]["options"][0]["meaning"] == "cards each"
    assert "trollin" in rows


def test_its_bot_is_listed(environment):
    rows = {row["name"]: row for row in json.loads(arena(environment, "bot", "list", "--json"))}
    assert rows["lowest"]["variants"] == ["highcard"]
    assert Path(rows["lowest"]["folder"]).name == "lowest"


def test_its_variant_is_played_by_its_bot_and_by_ours(environment):
    told = arena(environment, "play", "highcard", "lowest", "random", "--deals", "4", "--seed", "s", "--json")
    result = json.loads(told)
    assert result["faults"] == []
    assert result["bots"] == ["lowest", "random"]
    assert result["tables"] == 4
    assert {row["decisions"] for row in result["standings"]} == {12}


def test_a_league_of_it_writes_its_report(environment, tmp_path):
    file = tmp_path / "league.toml"
    file.write_text(
        '[league]\nname = "cards"\nvariant = "highcard"\nseats = 2\nseed = "s"\ndeals = 5\n'
        '[league.options]\ncards = 2\n[[bot]]\nname = "lowest"\n[[bot]]\nname = "random"\n'
    )
    folder = tmp_path / "out"
    arena(environment, "league", "run", str(file), "--out", str(folder))
    assert [path.read_text() for path in folder.glob("*.words")] == ["words about cards"]
