"""Every bot in docs/writing-a-bot.md plays, and the page leaves nothing of the SDK out."""

import re

import pytest
from arena_troeven import Troeven
from arena_trollin import Trollin

from arena import sdk
from arena.records import FaultKind
from tests.sdk.driver import ROOT, Table, python_bot

PAGE = (ROOT / "docs" / "writing-a-bot.md").read_text()
BOTS = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
GAMES = {"arena_trollin:Trollin": Trollin(4), "arena_troeven:Troeven": Troeven(4)}


@pytest.mark.parametrize("named", GAMES)
@pytest.mark.parametrize("source", BOTS, ids=lambda source: re.search(r'name="(\w+)"', source)[1])
def test_a_bot_of_the_page_plays(source, named, tmp_path):
    table = Table(GAMES[named], 5, 1)
    with python_bot(source, tmp_path, ARENA_VARIANT=named) as bot:
        bot.ask(table.hello())
        bot.send(table.start())
        while question := table.next_question():
            [answer] = bot.ask(question)
            table.answer(answer)
        bot.send(table.end(), {"type": "bye"})
        assert bot.finish()[:2] == (0, b"")


def public(kind: type) -> list[str]:
    own = [name for name in {**vars(kind), **getattr(kind, "__annotations__", {})} if not name.startswith("_")]
    return [name for name in own if name not in {"seated", "heard_s"}]


@pytest.mark.parametrize("kind", [sdk.Act, sdk.Bot, sdk.Hello, sdk.Start, sdk.End], ids=lambda kind: kind.__name__)
def test_the_page_names_the_whole_surface(kind):
    assert [name for name in public(kind) if not re.search(rf"\b{name}\b", PAGE)] == []


def test_the_page_tells_what_to_do_about_every_fault():
    assert [kind for kind in FaultKind if f"| `{kind}` |" not in PAGE] == []
