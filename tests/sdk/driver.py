"""A bot's process over real pipes, and a table that puts questions to it: a referee with no clock."""

from __future__ import annotations

import dataclasses
import os
import select
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from arena.game import Game
from arena.phases import ALL
from arena.variant import Variant
from arena.views import Views
from arena.wire import plain
from arena.wire.framing import MAX_FROM_BOT, FrameReader

PATIENCE_S = 30.0
ROOT = Path(__file__).parents[2]

Message = dict[str, Any]


def hello(variant: str = "trollin", **changes: Any) -> Message:
    limits = {"start_ms": 10_000, "move_ms": 1000, "memory_mb": 512}
    message = {"type": "hello", "protocol": 1, "variant": variant, "options": {}, "seats": 4, "seat": 2}
    return {**message, "tables": 64, "limits": limits, **changes}


def start(table: int = 0, **changes: Any) -> Message:
    return {"type": "start", "table": table, "dealer": 0, "totals": [0, 0, 0, 0], "seed": 12345, **changes}


def act(table: int = 0, turn: int = 1, legal: Sequence[str] = ("AS", "KS"), **changes: Any) -> Message:
    message = {"type": "act", "table": table, "turn": turn, "legal": list(legal), "ms": 1000, "events": []}
    return {**message, **changes}


def move(table: int, turn: int, action: str) -> Message:
    return {"type": "move", "table": table, "turn": turn, "action": action}


class BotProcess:
    """A bot that is running; leaving the `with` block ends it."""

    def __init__(self, command: Sequence[str | Path], *, cwd: Path = ROOT, **env: str) -> None:
        pipe = subprocess.PIPE
        # Unbuffered, a print before `run` would reach the frames; the referee's own environment has no such setting.
        surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
        self.process = subprocess.Popen(
            list(map(str, command)), stdin=pipe, stdout=pipe, stderr=pipe, cwd=cwd, env={**surroundings, **env}
        )
        assert self.process.stdin and self.process.stdout and self.process.stderr
        self.stdin, self.stdout, self.stderr = self.process.stdin, self.process.stdout, self.process.stderr
        self.reader = FrameReader(MAX_FROM_BOT)
        self.frames: list[list[Message]] = []

    def __enter__(self) -> BotProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.stdin, self.stdout, self.stderr):
            stream.close()

    def send(self, *messages: Message) -> None:
        """All these messages in one frame."""
        self.stdin.write(plain.pack(list(messages)))
        self.stdin.flush()

    def receive(self) -> list[Message]:
        """The messages of the next frame."""
        while not self.frames:
            readable, _, _ = select.select([self.stdout], [], [], PATIENCE_S)
            assert readable, "the bot is silent"
            data = os.read(self.stdout.fileno(), 1 << 16)
            assert data, f"the bot has ended: {self.finish()}"
            self.frames += map(plain.unpack, self.reader.feed(data))
        return self.frames.pop(0)

    def ask(self, *messages: Message) -> list[Message]:
        self.send(*messages)
        return self.receive()

    def finish(self) -> tuple[int, bytes, str]:
        """Closes the bot's input and returns its exit status, what is left of its output, and its log."""
        out, err = self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode, out, err.decode()


def python_bot(source: str, folder: Path, **env: str) -> BotProcess:
    """A bot with this source, run by the interpreter that runs the tests."""
    file = folder / "bot.py"
    file.write_text(source)
    return BotProcess([sys.executable, file], **env)


class Table:
    """One deal at which the bot has `seat` and the others play their first legal token."""

    def __init__(self, variant: Variant, number: int, seat: int, *, view: bool = True) -> None:
        self.game = Game(variant, "a table of the tests", number, single=True)
        self.views = Views(variant, self.game.totals)
        self.variant, self.number, self.seat, self.sends_view = variant, number, seat, view
        self.told = self.fetched = self.turn = 0

    def hello(self) -> Message:
        options = dataclasses.asdict(self.variant.options)
        return hello(self.variant.name, options=options, seats=self.variant.seats, seat=self.seat)

    def start(self) -> Message:
        return start(self.number, dealer=self.game.first_dealer, totals=self.game.totals)

    def next_question(self) -> Message | None:
        """Plays on to the bot's next question; None when the hand is over."""
        hand = self.game.hand
        while hand.phase is not None and hand.phase.turn != self.seat:
            hand.play(hand.legal_tokens()[0])
        if hand.phase is None:
            return None
        self.views.fold(self.game.log, self.told)
        self.told = len(self.game.log)
        self.turn += 1
        view = {"view": self.views.view(self.seat, hand.phase.kind)} if self.sends_view else {}
        return act(self.number, self.turn, hand.legal_tokens(), events=self._news(), **view)

    def answer(self, message: Message) -> None:
        """Takes the bot's move; IllegalAction if the rules don't allow it."""
        assert (message["type"], message["table"], message["turn"]) == ("move", self.number, self.turn)
        self.game.hand.play(message["action"])

    def end(self) -> Message:
        self.game.close()
        payoffs, scores = list(self.game.payoffs), list(self.game.totals)
        return {"type": "end", "table": self.number, "scores": scores, "payoffs": payoffs, "events": self._news()}

    def _news(self) -> list[Any]:
        log = self.game.log[self.fetched :]
        self.fetched = len(self.game.log)
        return [event for audience, event in log if audience in (ALL, self.seat)]
