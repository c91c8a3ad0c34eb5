"""The README is followed to the letter: its files are written, its commands are run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS: list[tuple[str, str]] = re.findall(r"```(\w+)\n(.*?)```", README, re.DOTALL)
FILES = {match[1]: text for _, text in BLOCKS if (match := re.match(r"# (\S+\.\w+)\n", text))}
COMMANDS = [line for kind, text in BLOCKS if kind == "sh" for line in text.splitlines()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The reader's folder, with the files that the README shows."""
    place = tmp_path_factory.mktemp("reader")
    for name, text in FILES.items():
        (place / name).parent.mkdir(exist_ok=True)
        (place / name).write_text(text, encoding="utf-8")
    return place


def test_the_readme_shows_a_bot_of_fifteen_lines_and_a_league() -> None:
    assert set(FILES) == {"mybot/bot.toml", "mybot/bot.py", "league.toml"}
    assert len(FILES["mybot/bot.py"].strip().splitlines()) - 1 <= 15


@pytest.mark.parametrize("command", [line for line in COMMANDS if line.startswith("make ")])
def test_the_make_targets_exist(command: str) -> None:
    target = command.split()[1]
    tried = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True, check=False)
    assert tried.returncode == 0, tried.stderr


def test_every_arena_command_works_in_the_order_of_the_page(folder: Path) -> None:
    """One test, since each command goes on from the one before."""
    arena = shutil.which("arena", path=str(Path(sys.executable).parent))
    assert arena is not None, "the package is not installed in this environment"
    commands = [line for line in COMMANDS if line.startswith("arena ")]
    assert len(commands) >= 7
    for command in commands:
        environment = {**os.environ, "PATH": f"{Path(arena).parent}:{os.environ['PATH']}"}
        done = subprocess.run(
            ["sh", "-c", command], cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        assert done.stdout.strip(), command


def test_the_pages_that_it_names_exist() -> None:
    links = re.findall(r"\]\(([^)]+)\)", README)
    assert links and [link for link in links if not (ROOT / link).is_file()] == []
