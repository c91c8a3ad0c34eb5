"""Two bots on the same deals, with no processes: their classes sit at the table themselves, and a deal is fixed."""

from __future__ import annotations

import dataclasses
import importlib.util
from pathlib import Path
from statistics import mean

from arena.game import Game
from arena.phases import ALL
from arena.sdk import Act, Bot, Hello, Start
from arena.variant import Variant
from arena.views import Views
from arena.wire import plain
from tests.sdk.driver import act, hello, start


class Random(Bot):
    def choose(self, act: Act) -> str:
        return act.rng.choice(act.legal)


def bot_class(file: Path, name: str) -> type[Bot]:
    """The class of a bot, from a file that is not on the path."""
    spec = importlib.util.spec_from_file_location(f"{file.parent.name}_bot", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: type[Bot] = getattr(module, name)
    return found


def as_sent(event: object) -> list[object]:
    """An event as a bot gets it: through the bytes of the wire."""
    [got] = plain.unpack(plain.pack([{"event": event}])[4:])
    return got["event"]


def payoffs(variant: Variant, number: int, players: list[type[Bot]]) -> tuple[float, ...]:
    """What a deal pays with these bots in its seats; the environment must name the variant, as in a match."""
    game = Game(variant, "greedy in company", number, single=True)
    views, bots, told = Views(variant, game.totals), [], 0
    options = dataclasses.asdict(variant.options)
    for seat, player in enumerate(players):
        bot, opening = player(), Start(start(seed=100 * number + seat, totals=game.totals))
        bot.seated(Hello(hello(variant.name, options=options, seats=variant.seats, seat=seat)), opening)
        bot.start(opening)
        bots.append(bot)
    while (phase := game.hand.phase) is not None:
        for audience, event in game.log[told:]:
            views.see(event, audience)
            sent = as_sent(event)
            for seat, bot in enumerate(bots):
                if audience in (ALL, seat):
                    bot.events.append(sent)
                    bot.event(sent)
        told = len(game.log)
        bot = bots[phase.turn]
        view = views.view(phase.turn, phase.kind)
        game.hand.play(bot.choose(Act(act(legal=game.hand.legal_tokens(), view=view), bot, 0.0)))
    game.close()
    return game.payoffs


def gain(variant: Variant, deals: int, one: type[Bot], other: type[Bot]) -> float:
    """What `one` is paid more than `other`, per seat and deal; each team in turn is `one`, on the same deals."""
    gains = []
    for deal in range(deals):
        for team in variant.teams:
            paid = payoffs(variant, deal, [one if seat in team else other for seat in range(variant.seats)])
            own = mean(paid[seat] for seat in team)
            others = mean(pay for seat, pay in enumerate(paid) if seat not in team)
            gains.append(own - others)
    return mean(gains)
