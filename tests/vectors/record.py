"""Whole conversations of one seat, recorded between the real referee and deterministic players in memory."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import msgpack

from arena.records import Limits, MatchSpec, Mode
from arena.referee.lines import Happening
from arena.referee.match import play_match
from arena.variant import Variant
from arena.wire.framing import frame
from tests.referee.memory import Honest, MemoryLines, Reaction, move

THRIFTY = Path(__file__).parents[2] / "sample_bots" / "thrifty" / "bot.py"


@dataclass(frozen=True)
class Conversation:
    """Frames in the order of the wire, each with its sender: "referee" or "bot"."""

    name: str
    about: str
    strategy: str | None
    variant: Variant
    seat: int
    frames: list[tuple[str, bytes]] = field(default_factory=list)

    def as_data(self) -> dict[str, Any]:
        hello = messages_of(self.frames[0][1])[0]
        told = {key: hello[key] for key in ("variant", "options", "seats", "seat")}
        frames = [{"from": who, "bytes": data.hex(), "messages": messages_of(data)} for who, data in self.frames]
        return {"about": self.about, "strategy": self.strategy, **told, "frames": frames}


def messages_of(data: bytes) -> list[Any]:
    """The messages of a whole frame."""
    return msgpack.unpackb(data[4:])


class First(Honest):
    """The first legal token, and no wish for views."""

    view = False


class Thrifty(Honest):
    """The sample bot `thrifty` itself."""

    def act(self, act: dict[str, Any]) -> list[Reaction]:
        return [(self.think_s, move(act, thrifty().choose(SimpleNamespace(legal=act["legal"], view=act["view"]))))]


class ManyTables(Thrifty):
    tables = 3


class Careless(Thrifty):
    """Answers the second question of its life with a card that it does not hold, the third with no token at all."""

    asked = 0

    def act(self, act: dict[str, Any]) -> list[Reaction]:
        self.asked += 1
        wrong = {2: "2C", 3: "please"}.get(self.asked)
        return [(self.think_s, move(act, wrong))] if wrong else super().act(act)


@cache
def thrifty() -> ModuleType:
    spec = importlib.util.spec_from_file_location("thrifty_bot", THRIFTY)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class _Overheard(MemoryLines):
    """Lines that write down what one seat hears and says."""

    def __init__(self, makers: Sequence[Callable[[], Honest]], conversation: Conversation) -> None:
        super().__init__(makers)
        self.conversation = conversation

    def send(self, seat: int, frame_bytes: bytes) -> None:
        if seat == self.conversation.seat:
            self.conversation.frames.append(("referee", frame_bytes))
        super().send(seat, frame_bytes)

    def wait(self, until: float) -> tuple[float, Sequence[Happening]]:
        seen_s, happenings = super().wait(until)
        for seat, what in happenings:
            if seat == self.conversation.seat and isinstance(what, bytes):
                self.conversation.frames.append(("bot", frame(what)))
        return seen_s, happenings


def record(
    name: str,
    about: str,
    variant: Variant,
    seat: int,
    player: type[Honest] = Thrifty,
    *,
    tables: int = 1,
    mode: Mode = Mode.DEALS,
) -> Conversation:
    """Play `tables` deals or games with this player in one seat, and First in the others."""
    strategy = {First: "first", Careless: None}.get(player, "thrifty")
    conversation = Conversation(name, about, strategy, variant, seat)
    # The others must not hold the tables back.
    others = type("Others", (First,), {"tables": 64})
    makers = [player if chair == seat else others for chair in range(variant.seats)]
    spec = MatchSpec(
        name="m0.r0.b0",
        variant=variant.name,
        options={},
        seed="golden vectors",
        mode=mode,
        bots=tuple("abcdef"[: variant.seats]),
        numbers=tuple(range(tables)),
        limits=Limits(),
    )
    played = play_match(spec, variant, _Overheard(makers, conversation))
    assert not played.void, played.void
    return conversation
