"""A bot folds what it is told into what it knows, by the rules of the game."""

import pytest
from arena_troeven import Troeven
from arena_trollin import Trollin

from tests.sdk.driver import Table, act, hello, python_bot, start

VARIANTS = {"arena_trollin:Trollin": Trollin(4), "arena_troeven:Troeven": Troeven(4)}

COMPARES = """
from arena.sdk import run
def choose(act):
    assert act.knowledge() == act.message["view"], (act.knowledge(), act.message["view"])
    assert act.hand == act.view["hand"] and act.trick == act.view["trick"] and act.trump == act.view["trump"]
    assert act.bot.game.deck.set_of(act.hand)
    return act.legal[-1]
run(choose)
"""

FOLDS = """
from arena.sdk import run
def choose(act):
    assert "view" not in act.message
    view = act.view
    assert view["phase"] in ("play", "")
    assert set(act.legal) <= set(act.hand) or view["phase"] == ""
    print(view["hand"], view["won"], act.trick)
    return act.legal[-1]
run(choose, view=False)
"""


@pytest.mark.parametrize("named", VARIANTS)
@pytest.mark.parametrize("seat", range(4))
def test_the_fold_of_the_events_is_the_view(named, seat, tmp_path):
    table = Table(VARIANTS[named], 3, seat)
    with python_bot(COMPARES, tmp_path, ARENA_VARIANT=named) as bot:
        play_to_the_end(bot, table)


@pytest.mark.parametrize("named", VARIANTS)
def test_a_bot_that_refused_the_view_still_has_it(named, tmp_path):
    table = Table(VARIANTS[named], 3, 1, view=False)
    with python_bot(FOLDS, tmp_path, ARENA_VARIANT=named) as bot:
        log = play_to_the_end(bot, table)
    assert len(log.splitlines()) == table.turn


def test_rules_that_nobody_named_are_asked_for_in_words(tmp_path):
    source = "from arena.sdk import run\nrun(lambda act: act.bot.game.deck, name='x')"
    with python_bot(source, tmp_path, ARENA_VARIANT="") as bot:
        bot.ask(hello())
        bot.send(start(), act())
        status, _, log = bot.finish()
    assert status == 1
    assert "LookupError: the rules of trollin can't be loaded" in log


def play_to_the_end(bot, table):
    bot.ask(table.hello())
    bot.send(table.start())
    while question := table.next_question():
        [answer] = bot.ask(question)
        table.answer(answer)
    bot.send(table.end(), {"type": "bye"})
    status, rest, log = bot.finish()
    assert (status, rest) == (0, b"")
    return log
