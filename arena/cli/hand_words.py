"""What happens at a table in words, as one of its players is told it: a trick in a line, the rest as it comes.

Used by the person's terminal (`arena.cli.by_hand`). It knows the protocol's kinds of events, and no rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from arena.reports.viewer.faces import SYMBOLS, short

if TYPE_CHECKING:
    from rich.text import Text

    from arena.variant import Variant

SUIT_STYLES = {"H": "red", "D": "yellow", "C": "green", "S": "cyan"}
_SUIT_ORDER = "SHCD"
_SHOWING = {"show": ("show", "shows"), "down": ("lay down", "lays down")}


def in_order(tokens: Iterable[str], variant: Variant) -> list[str]:
    """Cards as one holds them: what has no suit first, then suit by suit, the highest first."""
    height = {token: place for place, token in enumerate(variant.deck.faces)}

    def place(token: str) -> tuple[int, int]:
        suit = token[1:] if len(token) == 2 and token[1] in SYMBOLS else ""
        return _SUIT_ORDER.find(suit) if suit else -1, -height[token]

    return sorted(tokens, key=place)


class Teller:
    """Makes lines of events. `names` are the players' by seat, with "you" at `seat`."""

    def __init__(self, variant: Variant, names: Sequence[str], seat: int) -> None:
        self._variant = variant
        self._names = names
        self._seat = seat
        self._trick: list[tuple[int, str]] = []
        self._tricks = 0

    def lines(self, event: Sequence[Any]) -> Iterator[str | Text]:
        """The lines that this event completes; none while a trick is going on."""
        match list(event):
            case ["play", int(seat), str(token)]:
                self._trick.append((seat, token))
            case ["trick", int(winner)]:
                self._tricks += 1
                line = self.plays(f"{self._tricks:2}.", self._trick)
                self._trick = []
                yield line.append(f"  {self._does(winner, 'take')} the trick")
            case ["deal", int(number), int(dealer)]:
                self._trick, self._tricks = [], 0
                yield ""
                yield f"Hand {number}: {self._does(dealer, 'deal')}."
            case _:
                if text := self._rarer(list(event)):
                    yield f"  {text}"

    def plays(self, label: str, plays: Iterable[Sequence[Any]]) -> Text:
        """Who played what, in a row."""
        from rich.text import Text

        line = Text(f"  {label}")
        for seat, token in plays:
            line.append(f"  {self._names[seat]} ")
            line.append(short(token), style=f"bold {SUIT_STYLES.get(token[-1:], '')}".strip())
        return line

    def value(self, value: Any) -> str:
        """Any value of a view or an event."""
        if isinstance(value, dict):
            return ", ".join(f"{key} {self.value(each)}" for key, each in value.items())
        if isinstance(value, list | tuple):
            return " ".join(map(self.value, value))
        return short(value) if isinstance(value, str) else str(value)

    def _does(self, seat: int, verb: str, thirds: str = "") -> str:
        return f"you {verb}" if seat == self._seat else f"{self._names[seat]} {thirds or verb + 's'}"

    def _rarer(self, event: list[Any]) -> str:
        match event:
            case ["hand", list(cards)] if cards:
                return f"you get {self.value(in_order(cards, self._variant))}"
            case ["bid", int(seat), "pass"]:
                return self._does(seat, "pass", "passes")
            case ["bid", int(seat), token]:
                return f"{self._does(seat, 'bid')} {self.value(token)}"
            case ["trump", _, suit]:
                return f"trumps are {self.value(suit)}" if suit else "there are no trumps"
            case ["pass", int(seat), token]:
                return f"{self._does(seat, 'pass', 'passes')} on {self.value(token)}"
            case ["discard", int(seat), token]:
                return f"{self._does(seat, 'put')} {self.value(token)} aside"
            case ["picked", int(seat), count]:
                return f"{self._does(seat, 'have', 'has')} chosen {count}"
            case ["show" | "down" as kind, int(seat), cards]:
                return f"{self._does(seat, *_SHOWING[kind])} {self.value(cards)}"
            case ["up", cards]:
                return f"face up: {self.value(cards)}" if cards else ""
            case ["redeal"]:
                return "the cards are thrown in and dealt again"
            case ["scores", list(scores)]:
                told = ", ".join(f"{name} {score:+}" for name, score in zip(self._names, scores, strict=True))
                return f"the hand scores: {told}"
            case ["hand" | "carry", *_]:
                return ""
            case [str(kind), int(seat), *rest] if 0 <= seat < len(self._names) and rest:
                return f"{self._names[seat]}: {kind} {self.value(rest)}"
            case [str(kind), *rest]:
                return f"{kind} {self.value(rest)}".rstrip()
        return ""
