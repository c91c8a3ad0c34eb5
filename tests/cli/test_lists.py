"""The group itself, and the commands that list what is known."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.cli.command import arena, output, refusal


def test_help_names_every_command_and_imports_nothing_slow():
    code = (
        "import sys\nfrom arena.cli import main\nsys.argv = ['arena', '--help']\n"
        "try:\n    main()\nfinally:\n    print('loaded', *sorted(sys.modules))\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    for command in ("play", "league", "export", "verify", "replay", "bot", "variant"):
        assert f"\n  {command} " in run.stdout
    loaded = set(run.stdout.rpartition("loaded")[2].split())
    assert not loaded & {"numpy", "scipy", "rich", "msgspec", "sqlite3", "asyncio", "arena.referee", "arena.store"}


@pytest.mark.parametrize(
    "command",
    [
        *("play", "league", "league run", "league status", "league report", "export", "verify", "replay"),
        *(
            "bot",
            "bot list",
            "bot new",
            "bot fetch",
            "bot check",
            "bot debug",
            "variant",
            "variant list",
            "variant rules",
            "variant check",
            "variant new",
        ),
    ],
)
def test_every_command_explains_itself(command):
    assert output(*command.split(), "--help").startswith("Usage: arena " + command)


def test_wrong_usage():
    assert "No such command 'plai'" in refusal("plai")
    assert "Missing argument 'VARIANT'" in refusal("play")
    assert refusal().startswith("Usage: arena")
    assert output("--version").startswith("arena, version 0.1")


def test_bots():
    rows = {row["name"]: row for row in json.loads(output("bot", "list", "--json"))}
    assert {"random", "greedy", "first", "bare"} <= set(rows)
    assert rows["first"]["build"][0] == "cc"
    assert rows["random"]["variants"] is None
    assert "sample_bots = 'arena.league.sample_bots'" in rows["random"]["plugin"]
    assert "random 1.0: plays any variant; " in output("bot", "list")


def test_variants():
    rows = {row["name"]: row for row in json.loads(output("variant", "list", "--json"))}
    assert rows["trollin"]["players"] == [2, 3, 4, 5, 6]
    target = {"name": "target", "default": 23, "meaning": "points that end the game", "least": 1}
    assert target in rows["trollin"]["options"]
    told = output("variant", "list")
    assert "    players: 2, 3, 4, 5, 6\n    option target = 23: points that end the game\n" in told


def test_rules_are_printed_with_their_readings():
    for name in ("trollin", "troeven"):
        rules = output("variant", "rules", name)
        assert rules.startswith(f"{name}: ")
        assert "\nReadings" in rules
    assert "there is no variant named 'no-such-game'" in refusal("variant", "rules", "no-such-game")


def test_a_plugin_that_is_broken_is_one_message(tmp_path):
    (tmp_path / "toy_broken.py").write_text("1 / 0\n")
    message = refusal("--plugin", "toy_broken.py", "variant", "list", cwd=tmp_path)
    assert message == (
        "arena: plugin toy_broken (--plugin toy_broken.py) can't be imported: ZeroDivisionError: division by zero; "
        "mend it, or take it away\n"
    )
    run = arena("variant", "list", env={"ARENA_PLUGINS": "/nowhere.py"})
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("arena: ARENA_PLUGINS /nowhere.py: /nowhere.py does not exist")
