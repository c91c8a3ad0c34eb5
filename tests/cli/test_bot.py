"""Checking a bot, and making a new one: in every language that is here, checked and played as it comes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.league.beginnings import languages
from arena.league.sample_bots import arena_bots
from arena.testing import BOT_STEPS
from tests.cli.command import arena, output, refusal
from tests.sample_bots.conftest import lacking

ROOT = Path(__file__).parents[2]
LANGUAGES = languages(arena_bots())
GOOD = "from arena.sdk import run\nrun(lambda act: act.legal[0], name='mine', version='1')\n"
RUDE = "from arena.sdk import run\nrun(lambda act: '2C', name='mine', version='1')\n"


def bot(folder: Path, program: str, more: str = "") -> None:
    (folder / "mine").mkdir()
    (folder / "mine" / "bot.toml").write_text(f'name = "mine"\nversion = "1"\ncommand = ["python3", "bot.py"]\n{more}')
    (folder / "mine" / "bot.py").write_text(program)


def test_a_good_bot_is_ready_for_a_league(tmp_path):
    bot(tmp_path, GOOD, 'variants = ["troeven"]\n')
    told = output("bot", "check", "./mine", cwd=tmp_path)
    lines = told.splitlines()
    assert lines[0].startswith("mine: sandbox ")
    assert [line.split()[1] for line in lines if line.startswith("PASS")] == list(BOT_STEPS)
    assert any("- troeven with 4 seats: " in line for line in lines)
    assert lines[-1] == "ready for a league"


def test_a_bot_of_no_variant_is_tried_in_all_of_them_at_every_number_of_seats():
    known = {row["name"]: row["players"] for row in json.loads(output("variant", "list", "--json"))}
    result = json.loads(output("bot", "check", "bare", "--json"))
    assert (result["bot"], result["ok"]) == ("bare", True)
    assert result["variants"][:2] == ["trollin", "troeven"]
    assert set(result["variants"]) == set(known) and len(result["variants"]) == len(known)
    assert result["sandbox"] in ("bwrap", "landlock")
    steps = {step["name"]: step for step in result["steps"]}
    assert tuple(steps) == BOT_STEPS
    told, *played = steps["games"]["evidence"]
    assert told.startswith("it is told ") and told.endswith(" ms for a move, and allowed 1000")
    assert [line.partition(":")[0] for line in played] == [
        f"{name} with {', '.join(map(str, known[name]))} seats" for name in result["variants"]
    ]


def test_a_bad_bot_is_told_why_with_status_1(tmp_path):
    bot(tmp_path, RUDE)
    run = arena("bot", "check", "./mine", "--variant", "whist", "--sandbox", "none", cwd=tmp_path)
    assert (run.returncode, run.stderr) == (1, "")
    assert "FAIL     games      plays whole games at every number of seats\n" in run.stdout
    assert '- illegal: answered "2C": ' in run.stdout
    assert "           > [{" in run.stdout
    assert "what to do: answer with one of `legal`, as it is written there\n" in run.stdout
    assert "NOT RUN  growth " in run.stdout
    assert run.stdout.endswith("failed: games\n")


def test_a_bot_toml_that_is_broken_is_a_step_that_fails_and_no_folder_is_a_wrong_argument(tmp_path):
    bot(tmp_path, GOOD, "comand = 1\n")
    run = arena("bot", "check", "./mine", "--json", cwd=tmp_path)
    assert run.returncode == 1
    first = json.loads(run.stdout)["steps"][0]
    assert (first["name"], first["verdict"]) == ("folder", "fail")
    assert "there is no such folder" in refusal("bot", "check", "./nowhere", cwd=tmp_path)
    assert "there is no bot named 'nowhere'" in refusal("bot", "check", "nowhere", cwd=tmp_path)
    assert "there is no variant named 'trolin'" in refusal("bot", "check", "bare", "--variant", "trolin")


def test_a_variant_that_a_bot_does_not_claim_is_refused(tmp_path):
    bot(tmp_path, GOOD, 'variants = ["troeven"]\n')
    assert "mine does not play trollin" in refusal("bot", "check", "./mine", "--variant", "trollin", cwd=tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_bot_builds_passes_the_check_and_plays(language, tmp_path):
    if reason := lacking(LANGUAGES[language]):
        pytest.skip(reason)
    told = output("bot", "new", "My.bot_1", "--lang", language.lower(), cwd=tmp_path)
    assert told.startswith(f"made ./My.bot_1: a bot in {language}. Next:\n  arena bot check ./My.bot_1\n")
    result = json.loads(output("bot", "check", "./My.bot_1", "--variant", "troeven", "--json", cwd=tmp_path))
    steps = {step["name"]: step for step in result["steps"]}
    assert {step["verdict"] for step in steps.values()} == {"pass"}, result
    assert steps["handshake"]["evidence"][0].startswith("My.bot_1 1.0, ")
    played = output("play", "trollin", "./My.bot_1", "random", "--deals", 1, cwd=tmp_path)
    assert "fault" not in played
    readme = (tmp_path / "My.bot_1" / "README.md").read_text()
    assert readme.startswith(f"# My.bot_1\n\nA bot in {language}.")
    assert "- It leads its strongest card." in readme


def test_without_a_language_they_are_listed_with_what_this_machine_has():
    told = output("bot", "new", "mybot").splitlines()
    assert told[-1] == "make one with: arena bot new mybot --lang LANGUAGE"
    heads = [line for line in told[:-1] if not line.startswith("  - ")]
    assert [line.partition(":")[0].partition(" (")[0] for line in heads] == list(LANGUAGES)
    assert "Python: all that it needs is here" in told
    assert any(line.startswith("TypeScript (or ts): ") for line in told)
    rows = {row["language"]: row for row in json.loads(output("bot", "new", "--json"))}
    assert {language: row["ready"] for language, row in rows.items()} == {
        language: not lacking(sample) for language, sample in LANGUAGES.items()
    }
    assert not Path("mybot").exists()


def test_all_that_is_missing_is_named_with_how_to_get_it(tmp_path):
    told = arena("bot", "new", env={"PATH": str(tmp_path)}).stdout.splitlines()
    perl = told.index("Perl: not ready")
    assert told[perl + 1 : perl + 3] == [
        "  - perl, which builds it, is not installed; get it with: apt-get install perl",
        "  - whether Data::MessagePack is installed can't be told without perl; get it with: "
        "apt-get install libdata-messagepack-perl",
    ]
    assert "Python: all that it needs is here" in told


def test_a_new_bot_is_made_and_what_this_machine_lacks_for_it_is_told(tmp_path):
    run = arena("bot", "new", "mine", "--lang", "lua", env={"PATH": str(tmp_path)}, cwd=tmp_path)
    assert run.returncode == 0
    first, lack, _, following, check, *_ = run.stdout.splitlines()
    assert first == "made ./mine: a bot in Lua. This machine lacks:"
    assert lack == "  - lua5.3, which builds it, is not installed; get it with: apt-get install lua5.3"
    assert (following, check) == ("Next:", "  arena bot check ./mine")
    assert "the new bot needs a name: arena bot new NAME --lang lua" in refusal("bot", "new", "--lang", "lua")


def test_a_language_by_its_short_name_or_its_beginning(tmp_path):
    for number, (said, meant) in enumerate(
        {"c": "C", "CPP": "C++", "java": "Java", "ja-": "", "ru": "", "py": "Python"}.items()
    ):
        if meant:
            told = json.loads(output("bot", "new", f"b{number}", "--lang", said, "--json", cwd=tmp_path))
            assert (told["language"], told["folder"]) == (meant, str(tmp_path / f"b{number}"))
        else:
            message = refusal("bot", "new", f"b{number}", "--lang", said, cwd=tmp_path)
            assert f"there is no sample bot in {said!r} to begin with; the languages are: C, C++, Go" in message


def test_nothing_is_overwritten_and_a_bad_name_makes_nothing(tmp_path):
    (tmp_path / "mine").mkdir()
    told = refusal("bot", "new", "mine", "--lang", "python", cwd=tmp_path)
    assert told == "arena: mine exists already, and nothing is overwritten; name another folder by --dir\n"
    assert list((tmp_path / "mine").iterdir()) == []
    assert "made other/place: a bot" in output(
        "bot", "new", "mine", "--lang", "python", "--dir", "other/place", cwd=tmp_path
    ).replace("./", "")
    assert "'a/b' can't be a bot's name" in refusal("bot", "new", "a/b", "--lang", "python", cwd=tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine", "other"]


def test_from_an_installed_wheel(tmp_path):
    """The sample bots come along in the package, and a new bot begins there as well."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    target = tmp_path / "installed"
    offline = ["--no-build-isolation", "--no-index", "--target", str(target), str(ROOT)]
    subprocess.run([*pip, *offline], check=True)
    environment = {"PYTHONPATH": str(target)}
    told = arena("bot", "list", "--json", env=environment, cwd=tmp_path)
    folders = {row["name"]: row["folder"] for row in json.loads(told.stdout)}
    assert Path(folders["thrifty"]).is_relative_to(target)
    made = arena("bot", "new", "mine", "--lang", "python", env=environment, cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    checked = arena("bot", "check", "./mine", "--variant", "troeven", env=environment, cwd=tmp_path)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert os.access(tmp_path / "mine" / "bot.py", os.R_OK)
