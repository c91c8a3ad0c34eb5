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


IMAGINES = """
from arena.sdk import run
def choose(act):
    worlds = act.worlds()
    world = worlds.draw(act.rng)
    assert worlds.count >= 1 and world.legal_tokens() == act.legal
    deck, seat = world.deck, act.seat
    assert deck.tokens_of(world.hands[seat]) == act.hand
    assert world.number == max(event[1] for event in act.bot.events if event[0] == "deal")
    told = [event for to, event in world.log if to in (-1, seat)]
    assert len(told) == len(act.bot.events) - max(n for n, e in enumerate(act.bot.events) if e[0] == "deal")
    print(worlds.count, *deck.tokens_of(world.hands[(seat + 1) % 4]))
    return act.legal[-1]
run(choose)
"""


@pytest.mark.parametrize("named", VARIANTS)
def test_a_bot_draws_worlds_in_which_it_knows_the_same(named, tmp_path):
    table = Table(VARIANTS[named], 3, 1)
    with python_bot(IMAGINES, tmp_path, ARENA_VARIANT=named) as bot:
        counts = [int(line.split()[0]) for line in play_to_the_end(bot, table).splitlines()]
    # What is told can only take worlds away, until the cards of the others have all been seen.
    assert len(counts) == table.turn
    assert counts[0] > 10**6 and counts == sorted(counts, reverse=True)


def test_worlds_are_those_of_the_last_deal(tmp_path):
    first, second = Table(Trollin(4), 3, 1), Table(Trollin(4), 4, 1)
    while question := first.next_question():
        first.answer({"type": "move", "table": 3, "turn": question["turn"], "action": question["legal"][-1]})
    past = [event for told in (first.game.log,) for to, event in told if to in (-1, 1)]
    question = second.next_question()
    assert question is not None
    now = {**question, "table": 0, "events": [*past, *question["events"]]}
    source = "from arena.sdk import run\nrun(lambda act: act.worlds().draw(act.rng).legal_tokens()[0])"
    with python_bot(source, tmp_path, ARENA_VARIANT="arena_trollin:Trollin") as bot:
        bot.ask(hello(seat=1))
        bot.send(start())
        [answer] = bot.ask(now)
    assert answer["action"] == question["legal"][0]


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
