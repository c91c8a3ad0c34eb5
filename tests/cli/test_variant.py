"""Checking a variant, and making the plugin of a new one: checked, tested, played and installed as it comes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import arena, output, refusal

LAWS = [
    *("play", "declares", "questions", "copies", "replay", "cards", "scores", "payoffs", "ends", "views", "secrets"),
    *("worlds", "diversity", "rotation", "relabel", "reasons"),
]

LEAKY = '''
"""Trollin, but everybody is told what is left over."""
from arena_trollin import Trollin
from arena.plugin import hookimpl

class Leaky(Trollin):
    name = "leaky"
    def begin(self, hand):
        phase = super().begin(hand)
        hand.tell(("talon", hand.deck.tokens_of(hand.undealt)))
        return phase

@hookimpl
def arena_variants():
    return [Leaky]
'''


def test_a_sound_variant_passes_step_by_step():
    told = output("variant", "check", "troeven", "--hands", "2")
    lines = told.splitlines()
    assert lines[0] == "troeven: 3 settings, 2 hands each"
    assert lines[-1] == "every law holds"
    steps = [line.split()[:2] for line in lines if line.split()[0] in ("PASS", "EXEMPT", "ADVICE")]
    assert [name for _, name in steps][: len(LAWS)] == LAWS


def test_seats_and_options_choose_what_is_checked():
    told = json.loads(output("variant", "check", "trollin", "--seats", "3", "--hands", "1", "--json"))
    # The default options, and the other values of two options.
    assert (told["settings"], told["hands"], told["ok"]) == (4, 1, True)
    assert [step["name"] for step in told["steps"]][: len(LAWS)] == LAWS
    told = json.loads(
        output(
            "variant", "check", "trollin", "--option", "declare=true", "--option", "target=5", "--hands", "1", "--json"
        )
    )
    assert told["settings"] == 1


def test_a_law_that_fails_is_told_with_the_command_that_shows_it_again(tmp_path):
    (tmp_path / "toy_leaky.py").write_text(LEAKY)
    plugin = ("--plugin", "toy_leaky.py")
    run = arena(*plugin, "variant", "check", "leaky", "--hands", "4", cwd=tmp_path)
    assert (run.returncode, run.stderr) == (1, "")
    assert run.stdout.splitlines()[-1].startswith("failed: secrets")
    told = run.stdout[run.stdout.index("FAIL     secrets") :].splitlines()
    assert "is told a secret" in told[1]
    assert "('talon', [" in told[1]
    again = told[2].strip()
    assert again.startswith("again: arena variant check leaky --seats ")
    run = arena(*plugin, *again.removeprefix("again: arena ").split(), "--json", cwd=tmp_path)
    failed = {step["name"]: step for step in json.loads(run.stdout)["steps"] if step["verdict"] == "fail"}
    assert run.returncode == 1
    assert failed["secrets"]["again"] == again.removeprefix("again: arena variant check ")


def test_what_can_not_be_checked_is_refused():
    assert "there is no variant named 'trolin'" in refusal("variant", "check", "trolin")
    assert "trollin is a game for 2, 3, 4, 5, 6 players, not for 9" in refusal(
        "variant", "check", "trollin", "--seats", 9
    )
    assert "has no option 'targets'" in refusal("variant", "check", "trollin", "--option", "targets=3")
    assert "--hands" in refusal("variant", "check", "trollin", "--hands", "0")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new plugin's folder."""
    place = tmp_path_factory.mktemp("new")
    told = output("variant", "new", "odd-one", cwd=place)
    assert told.startswith("made arena-odd-one: the game is arena_odd_one.py. Next:\n")
    return place / "arena-odd-one"


def test_a_new_plugin_has_all_that_it_needs(made):
    files = {str(path.relative_to(made)) for path in made.rglob("*") if path.is_file()}
    assert files == {"pyproject.toml", "README.md", "arena_odd_one.py", "tests/test_arena_odd_one.py"}
    for file in files:
        assert "${" not in (made / file).read_text()


def test_it_passes_the_kit_without_a_word_of_advice(made):
    told = json.loads(output("--plugin", made / "arena_odd_one.py", "variant", "check", "odd-one", "--json"))
    assert {step["verdict"] for step in told["steps"]} == {"pass"}


def test_its_own_tests_pass_and_can_fail(made, tmp_path):
    def tests(folder: Path) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder)]
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)

    run = tests(made)
    assert run.returncode == 0, run.stdout
    assert f"{len(LAWS) + 1} passed" in run.stdout
    spoilt = tmp_path / "spoilt"
    (spoilt / "tests").mkdir(parents=True)
    for file in ("pyproject.toml", "tests/test_arena_odd_one.py"):
        (spoilt / file).write_text((made / file).read_text())
    game = (made / "arena_odd_one.py").read_text()
    (spoilt / "arena_odd_one.py").write_text(game.replace("hand.around(first) * CARDS_EACH", "[0, 1, 2] * CARDS_EACH"))
    run = tests(spoilt)
    assert run.returncode == 1
    assert "deal with hand.around(hand.left_of(hand.dealer))" in run.stdout


def test_it_is_played(made):
    told = json.loads(
        output("--plugin", made / "arena_odd_one.py", "play", "odd-one", *["random"] * 3, "--deals", 2, "--json")
    )
    assert (told["tables"], told["faults"]) == (2, [])


def test_it_can_be_installed_and_is_found(made, tmp_path):
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    offline = ["--no-build-isolation", "--no-index", "--target", str(tmp_path), str(made)]
    subprocess.run([*pip, *offline], check=True)
    run = arena("variant", "list", "--json", env={"PYTHONPATH": str(tmp_path)})
    rows = {row["name"]: row for row in json.loads(run.stdout)}
    assert rows["odd-one"]["plugin"] == "odd_one (entry point odd_one = 'arena_odd_one' of arena-odd-one 0.1.0)"


@pytest.mark.parametrize("name", ["Odd", "2-up", "odd_one", "odd--one", "-odd", "odd/one", "a" * 41, "", "ödd"])
def test_a_name_that_will_not_do_is_refused(name, tmp_path):
    assert f"{name!r} can't be a variant's name: small letters" in refusal("variant", "new", "--", name, cwd=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten_and_no_name_taken(tmp_path):
    (tmp_path / "mine").mkdir()
    message = refusal("variant", "new", "odd-one", "--dir", "mine", cwd=tmp_path)
    assert message == "arena: mine exists already, and nothing is overwritten; name another folder by --dir\n"
    assert "there is a variant named 'trollin' already" in refusal("variant", "new", "trollin", cwd=tmp_path)
    assert list((tmp_path / "mine").iterdir()) == []
