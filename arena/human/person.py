"""A person as the SDK's bot: hears what a bot hears, asks a `Front` for the answers, and lets no illegal one through.

Run by a `Sitting` in a thread that may wait as long as people do. It knows the game by its rules, and the table only by
what this seat was told.
"""

from __future__ import annotations

import random
import select
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from arena.retelling import NoWorld
from arena.sdk import Act, Bot, End, Hello, Start
from arena.sdk.session import Session
from arena.variant import Variant
from arena.wire import PROTOCOL
from arena.wire.quoting import cut, printable

if TYPE_CHECKING:
    from arena.wire.plain import Message

_MOST_TRIES = 200
_LONGEST_SHOWN = 24


class Left(Exception):
    """The person has left the table."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to a person: the tokens to choose from, what is known (the protocol's view), and the clock.

    withdrawn: whether the referee has gone on without an answer (its clock ran out); whatever is answered then is late.
    """

    legal: tuple[str, ...]
    view: dict[str, Any]
    ms: int
    withdrawn: Callable[[], bool] = lambda: False


class Front(Protocol):
    """Who shows a table to a person. All calls come from one thread, which may be kept waiting.

    Any of them raises Left when the person goes.
    """

    def opened(self, hello: Hello, start: Start) -> None:
        """A table opens: a deal, or a game."""

    def told(self, event: Sequence[Any]) -> None:
        """Something has happened that this seat may know; each event comes once, in order."""

    def answer(self, asked: Asked) -> str:
        """What the person says to a question; asked again after `refused`."""

    def refused(self, reason: str) -> None:
        """What was said is not legal, for this reason."""

    def ended(self, end: End) -> None:
        """The table is over."""

    def fault(self, kind: str, detail: str) -> None:
        """The referee has written down a fault of the person's: as a rule, its time was over."""


class Person(Bot):
    """One table's person."""

    def __init__(self, front: Front, variant: Variant, withdrawn: Callable[[], bool]) -> None:
        self._front = front
        self._rules = variant
        self._withdrawn = withdrawn

    @property
    def game(self) -> Variant:
        """The rules; unlike a bot, a person sits in the referee's process and is handed them."""
        return self._rules

    def start(self, start: Start) -> None:
        """The table opens."""
        self._front.opened(self.hello, start)

    def event(self, event: list[Any]) -> None:
        """Tell it."""
        self._front.told(event)

    def choose(self, act: Act) -> str:
        """Ask until the answer is legal."""
        asked = Asked(tuple(act.legal), act.view, act.message["ms"], self._withdrawn)
        while True:
            text = self._front.answer(asked)
            token = match_token(text, asked.legal)
            if token is not None:
                return token
            self._front.refused(self.why_illegal(text, asked.legal))

    def end(self, end: End) -> None:
        """The table is over."""
        self._front.ended(end)

    def why_illegal(self, text: str, legal: Sequence[str]) -> str:
        """Why an answer is not legal, in the variant's own words.

        They come from a hand that is like the real one in all that this seat was told, so that they can't tell more.
        """
        token = text.strip()
        if not token:
            return "Nothing was said."
        if len(token) > _LONGEST_SHOWN or not token.isprintable():
            return f"{printable(cut(token, _LONGEST_SHOWN))} is nothing that can be said here."
        try:
            hand = self.worlds().draw(random.Random(0), most_tries=_MOST_TRIES)
        except NoWorld:
            return f"{token} is not legal now."
        if hand.phase is None or sorted(hand.legal_tokens()) != sorted(legal):
            return f"{token} is not legal now."
        known = match_token(token, hand.phase.alphabet(hand)) or token
        return hand.phase.why_illegal(hand, known)


def match_token(text: str, tokens: Sequence[str]) -> str | None:
    """The one of these tokens that a person means: as written, or in other letters where only one is meant."""
    said = text.strip()
    if said in tokens:
        return said
    near = {token for token in tokens if token.lower() == said.lower()}
    return near.pop() if len(near) == 1 else None


class PersonSession(Session):
    """The protocol as bots speak it, with a person behind it."""

    def __init__(self, front: Front, variant: Variant, name: str, source: int) -> None:
        """`source` is where frames are read: one that comes before the answer says that none is wanted any more."""
        super().__init__(Person, {"type": "ready", "protocol": PROTOCOL, "name": name, "version": "-"})
        self._front = front
        self._make_bot = lambda: Person(front, variant, lambda: bool(select.select([source], [], [], 0)[0]))

    def _hear(self, kind: Any, message: Message) -> None:
        if kind == "fault":
            self._front.fault(message["kind"], message["detail"])
        else:
            super()._hear(kind, message)
