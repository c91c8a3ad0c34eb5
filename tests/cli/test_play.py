"""`arena play`, with real bots in the sandbox."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.command import arena, output, refusal

VARIANT = """
from arena.plugin import hookimpl
from arena_trollin import Trollin

class Short(Trollin):
    name = "toy_short"
    summary = "trollin by another name"

@hookimpl
def arena_variants():
    return [Short]
"""


def bot(folder: Path, name: str, program: str) -> Path:
    (folder / name).mkdir()
    (folder / name / "bot.toml").write_text(f'name = "{name}"\nversion = "1"\ncommand = ["python3", "bot.py"]\n')
    (folder / name / "bot.py").write_text(program)
    return folder / name


def test_a_deal_shown_trick_by_trick(tmp_path):
    told = output("play", "trollin", "bare", "bare", "greedy", "--deals", 1, "--seed", "s", "--show", cwd=tmp_path)
    lines = told.splitlines()
    assert lines[0] == "trollin, 3 players, seed 's', sandbox bwrap"
    assert "deal 0" in lines
    assert sum("*" in line and ">" in line for line in lines) == 9
    assert any("♠" in line for line in lines)
    assert "1 deal; payoff per deal:" in lines
    assert {line.split()[1] for line in lines[-3:]} == {"bare", "bare-2", "greedy"}


def test_the_same_seed_gives_the_same_table_and_another_seed_another(tmp_path):
    command = ("play", "troeven", "random", "greedy", "--seats", 4, "--games", 1, "--show", "--seed")
    first = output(*command, "a", cwd=tmp_path)
    assert output(*command, "a", cwd=tmp_path) == first
    assert output(*command, "b", cwd=tmp_path) != first
    assert "random-2" in first
    assert "greedy-2" in first


def test_json_has_who_played_and_how_it_went(tmp_path):
    told = output(
        *("play", "trollin", "random", "bare", "--games", 2, "--seed", "s"),
        *("--option", "target=5", "--option", "declare=true", "--json"),
        cwd=tmp_path,
    )
    result = json.loads(told)
    assert (result["variant"], result["mode"], result["sandbox"]) == ("trollin", "games", "bwrap")
    assert result["options"] == {"target": 5, "declare": True}
    assert result["bots"] == ["random", "bare"]
    assert result["tables"] == 2
    assert result["faults"] == []
    assert sum(row["payoff"] for row in result["standings"]) == 1


def test_a_fault_is_shown_with_its_evidence(tmp_path):
    bot(tmp_path, "rude", "import sys\nprint('hello', file=sys.stderr)\nsys.exit(3)\n")
    told = output("play", "trollin", "./rude", "random", "--deals", 1, cwd=tmp_path)
    assert "fault of rude (seat 0" in told
    assert "exited with status 3" in told
    assert "    hello" in told
    assert "faults " in told


def test_a_fault_tells_what_was_asked_answered_and_legal_and_the_log_can_not_command_the_terminal(tmp_path):
    dying = "def choose(act):\n    if act.turn == 4:\n        print('\\x1b[2Jso long')\n        raise SystemExit(5)\n"
    program = f"from arena.sdk import run\n{dying}    return act.legal[0]\nrun(choose, name='dying', version='1')\n"
    bot(tmp_path, "dying", program)
    told = output("play", "trollin", "./dying", "random", "--deals", 1, "--seed", "s", cwd=tmp_path)
    detail = next(line for line in told.splitlines() if line.startswith("  crash: "))
    assert "exited with status 5. It had been asked turn 4 of table 0; legal were: " in detail
    assert '    > [{"type":"act","table":0,"turn":4,' in told
    assert "\n    \\x1b[2Jso long\n" in told


def test_a_variant_that_is_not_installed_is_played_by_bots_that_import_it(tmp_path):
    (tmp_path / "toy_short.py").write_text(VARIANT)
    program = "import toy_short\nfrom arena.sdk import run\nrun(lambda act: act.legal[0], name='b', version='1')\n"
    bot(tmp_path, "knows", program)
    told = output("--plugin", "toy_short.py", "play", "toy_short", "./knows", "random", "--deals", 2, cwd=tmp_path)
    assert "fault" not in told
    assert "no variant named 'toy_short'" in refusal("play", "toy_short", "random", "random", cwd=tmp_path)
    run = arena("variant", "list", cwd=tmp_path, env={"ARENA_PLUGINS": str(tmp_path / "toy_short.py")})
    assert "toy_short: trollin by another name" in run.stdout


def test_what_can_not_be_played_is_refused_in_one_message(tmp_path):
    assert refusal("play", "trolin", "random", "random") == (
        "arena: there is no variant named 'trolin'; did you mean trollin or troeven? known: "
        + ", ".join(row["name"] for row in json.loads(output("variant", "list", "--json")))
        + "\n"
    )
    assert "there is no bot named 'randon'; did you mean random?" in refusal("play", "trollin", "randon", "bare")
    assert "troeven is a game for 4 players, not for 2" in refusal("play", "troeven", "random", "bare")
    assert "3 bots for 2 seats" in refusal("play", "trollin", "random", "bare", "bare", "--seats", 2)
    assert "trollin has no option 'x'" in refusal("play", "trollin", "bare", "bare", "--option", "x=1")
    assert "--option x: must be KEY=VALUE" in refusal("play", "trollin", "bare", "bare", "--option", "x")
    assert "exclude each other" in refusal("play", "trollin", "bare", "bare", "--deals", 1, "--games", 1)
    assert "no such folder" in refusal("play", "trollin", "./none", "bare", cwd=tmp_path)
    assert "'--sandbox'" in refusal("play", "trollin", "bare", "bare", "--sandbox", "no")


def test_no_sandbox_only_by_that_word_and_told(tmp_path):
    told = output("play", "trollin", "bare", "bare", "--deals", 1, "--sandbox", "none", cwd=tmp_path)
    assert told.splitlines()[0].endswith("sandbox none")
