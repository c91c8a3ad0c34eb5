"""Every step of a bot's conformance run lets sound bots pass, and catches the broken ones made for it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from arena_trollin import Trollin

from arena.errors import SandboxError
from arena.league.bots import read_bot
from arena.records import Limits
from arena.referee.sandbox import Program, Sandbox, choose
from arena.testing import BOT_STEPS, BotConformance, Step, Verdict, bot_steps, check_bot
from arena.testing.bot_probe import Prober
from arena.testing.bot_steps import Tried
from tests.sample_bots.conftest import lacking
from tests.sdk.driver import ROOT

BROKEN = Path(__file__).parent / "broken_bots"
SETTINGS = [Trollin(2, target=4), Trollin(3, target=4)]
PASS, FAIL, ADVICE, NOT_RUN = Verdict.PASS, Verdict.FAIL, Verdict.ADVICE, Verdict.NOT_RUN

# For each specimen the steps that don't pass, with words of their evidence; where nothing is said, "not run".
EXPECTED: dict[str, dict[str, tuple[Verdict, str]]] = {
    "sound": {},
    "no_view": {},
    "takes_its_helper_along": {},
    "never_ready": {"start": (FAIL, "no `ready` within 1000 ms of `hello`")},
    "dies_at_start": {"start": (FAIL, "No module named 'no_such_module'")},
    "other_protocol": {"handshake": (FAIL, "`ready` speaks protocol 2; this referee speaks protocol 1")},
    "prints_first": {
        "handshake": (FAIL, 'text was written to standard output: "hello, I am a bot"'),
        "output": (FAIL, 'text was written to standard output: "hello, I am a bot"'),
    },
    "other_name": {"handshake": (ADVICE, "bot.toml has the name 'other_name'")},
    "only_for_two": {
        "games": (FAIL, "trollin with 3 seats, in seat 1; it is told 50 ms for a move, and allowed 1000:")
    },
    "illegal": {"games": (FAIL, 'illegal: answered "2C": ')},
    "no_later_words": {"growth": (FAIL, "what is weather?")},
    "slow": {"clock": (FAIL, "within 200 ms")},
    "one_table_after_all": {"tables": (FAIL, "4 tables at once:")},
    "tables_mixed": {"tables": (ADVICE, "with 4 tables at once it plays otherwise than with one: deals ")},
    "refuses_and_needs_it": {
        "games": (FAIL, "KeyError: 'view'"),
        "view": (FAIL, "it refuses the view, but plays only if it is sent it all the same:"),
    },
    "stays": {"bye": (FAIL, "it was still there a second after `bye`"), "leftovers": (NOT_RUN, "it does not exit")},
    "exits_with_an_error": {"bye": (ADVICE, "after `bye` it exited with status 1")},
    "leaves_a_daemon": {"leftovers": (FAIL, "still running after it: ")},
    "prints_last": {"output": (FAIL, 'text was written to standard output: "that was fun"')},
    "by_chance": {"repeat": (ADVICE, "the same deals with the same seeds were played otherwise: deals ")},
}
# Where nothing can be tried any more.
CUT_SHORT = {"never_ready", "dies_at_start", "other_protocol", "prints_first", "illegal", "refuses_and_needs_it"}
TIERS = ("bwrap", "landlock", "none")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A bot's folder with nothing in it but its bot.toml and the bare protocol."""
    shutil.copy(BROKEN / "frames.py", tmp_path / "frames.py")
    (tmp_path / "bot.toml").write_text('name = "specimen"\nversion = "1"\ncommand = ["python3", "bot.py"]\n')
    return tmp_path


def specimen(name: str, folder: Path) -> Path:
    shutil.copy(BROKEN / f"{name}.py", folder / "bot.py")
    if name == "other_name":
        text = (folder / "bot.toml").read_text()
        (folder / "bot.toml").write_text(text.replace("specimen", name))
    return folder


def sandbox(tier: str) -> Sandbox:
    try:
        return choose(tier)
    except SandboxError as error:
        pytest.skip(str(error))


def checked(folder: Path, tier: str = "auto", **limits: int) -> dict[str, Step]:
    result = check_bot(folder, SETTINGS, sandbox(tier), limits=Limits(**{"start_ms": 10_000, **limits}))
    return by_name(result)


def by_name(result: BotConformance) -> dict[str, Step]:
    assert tuple(step.name for step in result.steps) == BOT_STEPS
    assert result.ok == all(step.verdict is not FAIL for step in result.steps)
    return {step.name: step for step in result.steps}


def test_every_step_has_a_specimen() -> None:
    caught = {
        step for expected in EXPECTED.values() for step, (verdict, _) in expected.items() if verdict is not NOT_RUN
    }
    # These two have tests of their own.
    assert caught | {"folder", "build"} == set(BOT_STEPS)
    assert {file.stem for file in BROKEN.glob("*.py")} == {"frames", *EXPECTED}


@pytest.mark.parametrize("name", EXPECTED)
def test_a_specimen_is_told_what_is_wrong_with_it_and_no_more(name: str, folder: Path) -> None:
    limits = {"start_ms": 1000} if name == "never_ready" else {}
    steps = checked(specimen(name, folder), **limits)
    for step in steps.values():
        verdict, words = EXPECTED[name].get(step.name, (PASS, ""))
        if step.verdict is NOT_RUN and verdict is PASS:
            assert name in CUT_SHORT, step
            continue
        assert (step.verdict, words in "\n".join(step.evidence)) == (verdict, True), step
        assert bool(step.remedy) == (step.verdict in (FAIL, ADVICE)), step


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("name", ["sound", "leaves_a_daemon", "takes_its_helper_along"])
def test_what_a_bot_leaves_is_seen_in_every_sandbox(name: str, tier: str, folder: Path) -> None:
    if tier == "landlock" and name != "sound":
        pytest.skip("a bot can start no process there")
    steps = checked(specimen(name, folder), tier)
    for step in ("bye", "leftovers"):
        assert steps[step].verdict is EXPECTED[name].get(step, (PASS, ""))[0], steps[step]


def test_the_evidence_has_both_directions_and_the_log(folder: Path) -> None:
    steps = checked(specimen("no_later_words", folder))
    evidence = steps["growth"].evidence
    assert evidence[0].startswith('when it was told more than version 1 has: > [{"type":"weather"')
    assert evidence[1].startswith("crash: exited with status 1")
    assert evidence[2].startswith("last messages")
    assert evidence[3].startswith('  > [{"type":"hello"')
    assert evidence[-2:] == ("its standard error:", "  what is weather?")


def test_a_folder_that_is_no_bots(folder: Path) -> None:
    (folder / "bot.toml").write_text('name = "a"\ncomand = ["x"]\n')
    steps = checked(folder)
    assert steps["folder"].verdict is FAIL
    assert "comand: unknown key; did you mean command?" in steps["folder"].evidence[0]
    assert {step.verdict for step in steps.values() if step.name != "folder"} == {NOT_RUN}


def test_a_build_that_fails(folder: Path) -> None:
    specimen("sound", folder)
    with (folder / "bot.toml").open("a") as file:
        file.write('build = ["sh", "-c", "echo no such header; exit 3"]\n')
    steps = checked(folder)
    assert steps["build"].verdict is FAIL
    assert steps["build"].evidence[0].startswith("build: sh -c echo no such header; exit 3: exited with status 3")
    assert steps["build"].evidence[1] == "  no such header"
    assert {step.verdict for step in list(steps.values())[2:]} == {NOT_RUN}


def test_a_tool_that_is_not_here_is_named_before_anything_is_built(folder: Path) -> None:
    specimen("sound", folder)
    with (folder / "bot.toml").open("a") as file:
        file.write('build = ["no-such-compiler", "bot.c"]\n')
    steps = checked(folder)
    assert steps["build"].verdict is FAIL
    assert steps["build"].evidence == ("no-such-compiler, which builds it, is not installed",)
    assert steps["build"].remedy == "install it, or name another in bot.toml"


def test_a_program_that_the_build_does_not_make(folder: Path) -> None:
    (folder / "bot.toml").write_text('name = "specimen"\nversion = "1"\ncommand = ["./bot"]\n')
    steps = checked(folder)
    assert steps["start"].verdict is FAIL
    assert "exited with status 127" in steps["start"].evidence[0]
    assert steps["start"].remedy.startswith("the `command` of bot.toml can't be started: does the build make it")


def test_a_slow_start_is_worth_a_word(folder: Path) -> None:
    source = (specimen("sound", folder) / "bot.py").read_text()
    (folder / "bot.py").write_text("import threading\nthreading.Event().wait(1.6)\n" + source)
    prober = Prober("slow", Program(("python3", "bot.py"), folder), choose("none"), Limits(start_ms=3000), 50)
    finding = bot_steps.start(Tried(read_bot(folder), tuple(SETTINGS), prober))
    assert (finding.verdict, finding.remedy) == (ADVICE, "a slower machine may be too slow: load less before `ready`")


@pytest.mark.parametrize("name", ["bare", "first", "greedy", "random", "thrifty"])
def test_the_sample_bots_pass(name: str) -> None:
    """Those in other languages are checked as what a new bot begins as (tests/cli/test_bot.py)."""
    path = ROOT / "sample_bots" / name
    if reason := lacking(read_bot(path)):
        pytest.skip(reason)
    steps = by_name(check_bot(path, SETTINGS, choose("auto")))
    assert {step.name: step for step in steps.values() if step.verdict is not PASS} == {}
