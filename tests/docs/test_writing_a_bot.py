"""docs/writing-a-bot.md is followed to the letter: its files are written, its commands are run in their order."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from arena.league.beginnings import languages
from arena.league.sample_bots import arena_bots
from arena.plugin import load
from arena.testing import BOT_STEPS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "writing-a-bot.md").read_text(encoding="utf-8")
COMMANDS = [line for text in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in text.splitlines()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The reader's folder, with the first bot of the page in it."""
    place = tmp_path_factory.mktemp("reader")
    (place / "mybot").mkdir()
    for name, kind in (("bot.toml", "toml"), ("bot.py", "python")):
        first = re.search(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)
        assert first is not None
        (place / "mybot" / name).write_text(first[1], encoding="utf-8")
    return place


def test_every_command_works_in_the_order_of_the_page(folder: Path) -> None:
    assert len(COMMANDS) >= 12
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    for command in COMMANDS:
        assert command.startswith("arena "), command
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        assert "fault" not in done.stdout, command
        assert bool(done.stderr) == ("--trace" in command), command


def test_the_page_names_every_step_of_the_check_and_every_language() -> None:
    assert [step for step in BOT_STEPS if f"`{step}`" not in PAGE] == []
    assert [language for language in languages(arena_bots()) if language not in PAGE] == []


def test_the_plugin_of_the_page_registers_its_bots(tmp_path: Path) -> None:
    shown = re.search(r"```py\n(.*?)```", PAGE, re.DOTALL)
    assert shown is not None
    package = tmp_path / "arena_my_bots"
    for version in ("1.9", "1.10"):
        (package / f"careful-{version}").mkdir(parents=True)
        (package / f"careful-{version}" / "bot.toml").write_text(
            f'name = "careful"\nversion = "{version}"\ncommand = ["python3", "bot.py"]\n'
        )
    (package / "__init__.py").write_text(shown[1], encoding="utf-8")
    registry = load([str(package)])
    assert registry.bot("careful") == package / "careful-1.10"
    assert registry.bot("careful@1.9") == package / "careful-1.9"
