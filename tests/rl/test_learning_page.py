"""docs/learning.md: its programs run, and its numbers are those of the encodings."""

import re

import pytest

from arena.rl import Encoding
from tests.rl.games import made
from tests.sdk.driver import ROOT, Table, python_bot

pytest.importorskip("pettingzoo")

PAGE = (ROOT / "docs" / "learning.md").read_text(encoding="utf-8")
TRAINING, FEATURES, BOT = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
SIZES = re.findall(r"^\| `(\w+)`(?:, (\d) seats)? \| (\d+) \| (\d+) \|$", PAGE, re.MULTILINE)


def test_the_environment_is_used_as_shown(capsys):
    exec(TRAINING + FEATURES, {})
    lines = capsys.readouterr().out.splitlines()
    assert sorted(line.split()[0] for line in lines[:4]) == ["seat_0", "seat_1", "seat_2", "seat_3"]
    assert lines[4].startswith("385 {'chair ")
    assert "'phase play': 1.0" in lines[4]


def test_the_bot_plays_as_shown(tmp_path):
    table = Table(made("troeven"), 0, 1)
    source = f"from arena.sdk import run\n{BOT}\nrun(Trained)\n"
    with python_bot(source, tmp_path, ARENA_VARIANT="arena_troeven:Troeven") as bot:
        bot.ask(table.hello())
        bot.send(table.start())
        while (question := table.next_question()) is not None:
            table.answer(*bot.ask(question))
        bot.send(table.end(), {"type": "bye"})
        assert bot.finish()[0] == 0


def test_the_sizes_are_those_of_the_encodings():
    assert len(SIZES) == 3
    for name, seats, features, actions in SIZES:
        encoding = Encoding.of(made(name, int(seats) if seats else None))
        assert (encoding.size, len(encoding.actions)) == (int(features), int(actions))
