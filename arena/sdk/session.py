"""`run`: a bot's whole life, from the referee's `hello` to its `bye`.

The loop reads a frame, keeps the tables' bots informed, and answers all questions of the frame with one frame. It
knows messages, not games; how bytes become messages is `arena.wire.plain`'s.
"""

from __future__ import annotations

import os
import sys
import time

from arena.sdk.bot import Bot
from arena.sdk.heard import Act, End, Hello, Start
from arena.sdk.streams import claim
from arena.wire import PROTOCOL
from arena.wire.plain import Pipe

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` would be half of a small bot's start-up
    from collections.abc import Callable
    from typing import Any, TypeAlias

    from arena.wire.plain import Message

    Choose: TypeAlias = Callable[[Act], str]
    ChooseMany: TypeAlias = Callable[[list[Act]], list[str]]


def run(player: type[Bot] | Choose, *, name: str = "", version: str = "0", tables: int = 1, view: bool = True) -> None:
    """Plays until the referee says bye or closes the pipe; then returns.

    `player` is a function from an `Act` to a token, or a subclass of `Bot`. `name` is the function's or class's
    own unless given. `tables` is how many tables it plays at once at most; `view=False` spares the referee the
    views (`act.view` is then folded from the events when it is used). An exception out of the player ends the
    program with its traceback on standard error, and the referee reports it as a crash.
    """
    if os.isatty(0):
        sys.exit("This program is a bot; the arena starts it. Try: arena play VARIANT . random random random")
    ready = {"type": "ready", "protocol": PROTOCOL, "name": name or player.__name__, "version": version}
    if tables != 1:
        ready["tables"] = tables
    if not view:
        ready["view"] = view
    Session(player, ready).serve(Pipe(*claim()))


class Session:
    """The tables of one process, each with its bot."""

    def __init__(self, player: type[Bot] | Choose, ready: dict[str, Any]) -> None:
        self._make_bot = _maker(player)
        self._choose_many = _batch_method(player)
        self._hears_events = getattr(player, "event", Bot.event) is not Bot.event
        self._ready = ready
        self._bots: dict[int, Bot] = {}
        self._hello: Hello | None = None

    def serve(self, pipe: Pipe) -> None:
        """Answers frame after frame until `bye` or the end of the stream."""
        while (messages := pipe.receive()) is not None:
            heard_s = time.monotonic()
            acts: list[Act] = []
            for message in messages:
                kind = message.get("type")
                if kind == "act":
                    bot = self._bots[message["table"]]
                    if events := message["events"]:
                        self._inform(bot, events)
                    acts.append(Act(message, bot, heard_s))
                elif kind == "bye":
                    return
                elif kind == "hello":
                    self._hello = Hello(message)
                    pipe.send([self._ready])
                else:
                    self._hear(kind, message)
            if acts:
                pipe.send(self._answers(acts))

    def _answers(self, acts: list[Act]) -> list[Message]:
        if self._choose_many is None:
            return [_move(act, act.bot.choose(act)) for act in acts]
        tokens = self._choose_many(acts)
        if len(tokens) != len(acts):
            raise ValueError(f"choose_many returned {len(tokens)} tokens for {len(acts)} questions")
        return [_move(act, token) for act, token in zip(acts, tokens, strict=True)]

    def _hear(self, kind: Any, message: Message) -> None:
        """A message that is neither first, nor last, nor a question; of an unknown type it is passed over."""
        if kind == "start":
            assert self._hello is not None
            bot, start = self._make_bot(), Start(message)
            bot.seated(self._hello, start)
            self._bots[start.table] = bot
            bot.start(start)
        elif kind == "tell":
            self._inform(self._bots[message["table"]], message["events"])
        elif kind == "end":
            bot = self._bots.pop(message["table"])
            self._inform(bot, message["events"])
            bot.end(End(message))
        elif kind == "fault":
            sys.stderr.write(f"arena: fault: {message['kind']}: {message['detail']}\n")

    def _inform(self, bot: Bot, events: list[list[Any]]) -> None:
        if not self._hears_events:
            bot.events += events
            return
        for event in events:
            bot.events.append(event)
            bot.event(event)


def _move(act: Act, token: str) -> Message:
    if not isinstance(token, str):
        raise TypeError(f"choose must return one of {act.legal}; it returned {token!r}")
    message = act.message
    return {"type": "move", "table": message["table"], "turn": message["turn"], "action": token}


class _Function(Bot):
    """A bot that is no more than a function."""

    def __init__(self, function: Choose) -> None:
        self._function = function

    def choose(self, act: Act) -> str:
        return self._function(act)


def _maker(player: type[Bot] | Choose) -> Callable[[], Bot]:
    if isinstance(player, type):
        if issubclass(player, Bot):
            return player
        raise TypeError(f"{player.__name__} must be a subclass of arena.sdk.Bot")
    return lambda: _Function(player)


def _batch_method(player: type[Bot] | Choose) -> ChooseMany | None:
    """The class method `choose_many` of a player that has one."""
    method: ChooseMany | None = getattr(player, "choose_many", None)
    if method is not None and getattr(method, "__self__", None) is not player:
        raise TypeError("choose_many answers for all tables together: write it as @classmethod choose_many(cls, acts)")
    return method
