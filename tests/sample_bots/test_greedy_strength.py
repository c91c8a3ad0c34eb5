"""Greedy has understood something of each founding game: it beats random players clearly.

No processes: the bots' classes sit at the table themselves. The deals are fixed, so the outcome is too.
"""

import importlib.util
from statistics import mean

import pytest
from arena_troeven import Troeven
from arena_trollin import Trollin

from arena.game import Game
from arena.phases import ALL
from arena.sdk import Act, Bot, Hello, Start
from arena.views import Views
from tests.sdk.driver import ROOT, act, hello, start


class Random(Bot):
    def choose(self, act):
        return act.rng.choice(act.legal)


@pytest.fixture(scope="module")
def greedy():
    spec = importlib.util.spec_from_file_location("greedy_bot", ROOT / "sample_bots" / "greedy" / "bot.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Greedy


def payoffs(variant, number, players):
    game = Game(variant, "greedy against random", number, single=True)
    views, bots, told = Views(variant, game.totals), [], 0
    for seat, player in enumerate(players):
        bot, opening = player(), Start(start(seed=100 * number + seat, totals=game.totals))
        bot.seated(Hello(hello(variant.name, seats=variant.seats, seat=seat)), opening)
        bot.start(opening)
        bots.append(bot)
    while (phase := game.hand.phase) is not None:
        for audience, event in game.log[told:]:
            views.see(event, audience)
            for seat, bot in enumerate(bots):
                if audience in (ALL, seat):
                    bot.event(list(event))
        told = len(game.log)
        bot = bots[phase.turn]
        view = views.view(phase.turn, phase.kind)
        game.hand.play(bot.choose(Act(act(legal=game.hand.legal_tokens(), view=view), bot, 0.0)))
    game.close()
    return game.payoffs


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_trollin(greedy, seats):
    own, others = [], []
    for deal in range(150):
        chair = deal % seats
        paid = payoffs(Trollin(seats), deal, [greedy if seat == chair else Random for seat in range(seats)])
        own.append(paid[chair])
        others += [pay for seat, pay in enumerate(paid) if seat != chair]
    assert mean(own) > 1.2 * mean(others)


def test_troeven(greedy):
    paid = []
    for deal in range(150):
        side = deal % 2
        paid.append(payoffs(Troeven(4), deal, [greedy if seat % 2 == side else Random for seat in range(4)])[side])
    assert mean(paid) > 0.5
