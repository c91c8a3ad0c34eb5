"""docs/writing-a-variant.md: its game is checked, tested, played in a league; every example is held to the kit."""

from __future__ import annotations

import importlib.util
import inspect
import json
import re
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from arena.announcing import Announcing
from arena.bidding import Auction, Duels
from arena.cards import Deck, Ranking
from arena.hand import Hand
from arena.phases import Choose
from arena.picking import Pick
from arena.testing import Verdict, check_variant, settings_of, variant_laws
from arena.testing.conformance import SURVEYS
from arena.tricks import Tricks
from arena.variant import Variant, option
from tests.cli.command import arena

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "writing-a-variant.md").read_text()
FILES = re.findall(r"```(?:python|toml) file=(\S+)\n(.*?)```", PAGE, flags=re.DOTALL)
PIECES = "\n".join(re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL))
COMMANDS = re.findall(r"^arena --plugin arena_ferry.py .*$", PAGE, flags=re.MULTILINE)
GAMES = [text for name, text in FILES if name == "arena_ferry.py"]


@cache
def imported(folder: Path, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def pieces(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    folder = tmp_path_factory.mktemp("page")
    (folder / "pieces_of_the_page.py").write_text(PIECES)
    return imported(folder, "pieces_of_the_page")


EXAMPLES = re.findall(r"^class (\w+)\((?:Plain|Strict)\)", PIECES, flags=re.MULTILINE)


@pytest.mark.parametrize("name", ["Plain", *EXAMPLES])
def test_an_example_keeps_every_law(name: str, pieces: ModuleType) -> None:
    kind = getattr(pieces, name)
    result = check_variant(name, settings_of(kind), hands=6)
    assert [(step.name, step.evidence) for step in result.steps if step.verdict is Verdict.FAIL] == []
    assert [line for step in result.steps if step.name in ("silence", "sums") for line in step.evidence] == []


def test_the_example_that_is_exempt_needs_it(pieces: ModuleType) -> None:
    kind = type("Knockout", (pieces.Knockout,), {"exempt": {"declares": "made here"}})
    result = check_variant("knockout", settings_of(kind), hands=12)
    assert [step.name for step in result.steps if step.verdict is Verdict.FAIL] == ["rotation"]


def test_what_the_page_warns_of_breaks_worlds(pieces: ModuleType) -> None:
    class LooksItUp(pieces.Announced):  # type: ignore[misc, name-defined]
        def first(self, hand: Hand) -> object:
            ace = self.deck.faces["AS"]
            holder = next((seat for seat in range(4) if hand.hands[seat] & ace), None)
            return self.play(hand) if holder is None else Choose("trump", holder, "SHDC")

    result = check_variant("looks", settings_of(LooksItUp), hands=6)
    assert "worlds" in [step.name for step in result.steps if step.verdict is Verdict.FAIL]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All files of the page, and the first bot of the page about bots."""
    place = tmp_path_factory.mktemp("ferry")
    for name, text in FILES:
        (place / name).write_text(text)
    bots = (DOCS / "writing-a-bot.md").read_text()
    (place / "mybot").mkdir()
    for name, kind in (("bot.toml", "toml"), ("bot.py", "python")):
        found = re.search(rf"```{kind}\n(.*?)```", bots, flags=re.DOTALL)
        assert found is not None
        (place / "mybot" / name).write_text(found[1])
    return place


@pytest.mark.parametrize("text", GAMES, ids=["first", "whole"])
def test_each_state_of_the_game_keeps_every_law(text: str, tmp_path: Path) -> None:
    (tmp_path / "arena_ferry.py").write_text(text)
    run = arena("--plugin", "arena_ferry.py", "variant", "check", "ferry", "--hands", 4, "--json", cwd=tmp_path)
    steps = json.loads(run.stdout)["steps"]
    assert (run.returncode, [step for step in steps if step["verdict"] == "fail"]) == (0, [])
    if text is GAMES[-1]:
        assert {step["name"] for step in steps if step["verdict"] == "advice"} <= {"options"}


def test_the_games_are_as_short_as_promised() -> None:
    first, whole = (len(text.splitlines()) for text in GAMES)
    assert first < 45
    assert whole < 110


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_of_the_page_do_what_they_say(command: str, folder: Path) -> None:
    run = arena(*shlex.split(command)[1:], cwd=folder)
    assert run.returncode == 0, run.stdout + run.stderr
    if " league run " in command:
        assert (folder / "results").is_dir()


def test_the_tests_of_the_page_pass(folder: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_arena_ferry.py"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout
    assert f"{len(variant_laws())} passed" in run.stdout


def public(kind: type) -> set[str]:
    return {name for name in vars(kind) if not name.startswith("_")}


def parameters(function: object) -> set[str]:
    assert callable(function)
    return set(inspect.signature(function).parameters) - {"self"}


# What plays a hand or belongs to the inside of phases is no author's business.
INSIDE = {
    *("legal", "legal_tokens", "apply", "play", "copy", "over", "actions", "deck", "log", "opening", "pack", "phase"),
    *("scores", "seats", "stock", "variant", "action", "turn", "kind", "size", "plain", "copies"),
    *("describe_options", "rules_text", "game_payoffs", "team_of", "options", "tokens", "choices", "first", "out"),
    *("told_as", "bids", "legal", "count", "followed"),
}


@pytest.mark.parametrize("kind", [Variant, Hand, Deck, Ranking, Tricks, Choose, Auction, Duels, Pick, Announcing])
def test_the_page_names_the_whole_surface(kind: type) -> None:
    names = public(kind) | (parameters(kind) if kind is not Variant else set())
    assert sorted(name for name in names - INSIDE if not re.search(rf"\b{name}\b", PAGE)) == []


def test_the_page_names_options_laws_and_advice() -> None:
    assert [name for name in parameters(option) if name not in PAGE] == []
    for step in (*variant_laws(), *SURVEYS):
        assert f"| `{step.name}` |" in PAGE
