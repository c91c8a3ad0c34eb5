"""A person at a table in the terminal: shows what happens, marks what is legal, reads the answers.

`arena play` seats it. It gets what a bot in that chair gets, from `arena.human`, and knows no rules itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from arena.cli.hand_words import SUIT_STYLES, Teller, in_order
from arena.human import NO_CLOCK_MS, Asked, Left
from arena.human.rules import reflowed
from arena.reports.viewer.faces import short

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from arena.sdk import End, Hello, Start
    from arena.variant import Variant

HELP = """\
Answer with its number, or with the card or word itself (AS for the ace of
spades, pass); Tab completes.
  ?  this help    r  the rules    t  the table    s  the score    q  leave"""
USUAL = {"phase", "hand", "trick", "leader", "trump", "won", "scores", "bids", "up", "shown"}
"""The keys of a view that every game has; the others are the variant's own and are shown as they are."""


class TerminalFront:
    """The person's side in lines of text. `names` are the players' by seat; `read` gives a line for a prompt.

    `read` raises EOFError at the end of the input.
    """

    def __init__(
        self, variant: Variant, names: Sequence[str], seat: int, console: Console, read: Callable[[str], str]
    ) -> None:
        self._variant = variant
        self._names = ["you" if place == seat else name for place, name in enumerate(names)]
        self._seat = seat
        self._console = console
        self._read = read
        self._teller = Teller(variant, self._names, seat)
        self._scored: list[Sequence[int]] = []
        self._totals: list[int] = []
        self._shown: Asked | None = None

    def opened(self, hello: Hello, start: Start) -> None:
        """A table begins."""
        self._scored = []
        self._totals = list(start.totals)
        if hello.limits["move_ms"] < NO_CLOCK_MS:
            self._print(f"You have {hello.limits['move_ms'] / 1000:g} s for each move.")

    def told(self, event: Sequence[Any]) -> None:
        """Print what has happened, a whole trick in one line."""
        for line in self._teller.lines(event):
            self._print(line)
        if event[0] == "scores":
            self._scored.append(event[1])
            self._totals = [total + change for total, change in zip(self._totals, event[1], strict=True)]
            self._print_score()

    def answer(self, asked: Asked) -> str:
        """Show the table and read an answer; the keys for help and the like are dealt with here."""
        choices = self._choices(asked)
        if self._shown is not asked:
            self._shown = asked
            self._print_position(asked, choices)
        _complete(choices)
        while True:
            try:
                said = self._read(f"{asked.view['phase']}> ").strip()
            except (EOFError, KeyboardInterrupt):
                self._print("")
                raise Left from None
            if asked.withdrawn():
                # Too late, whatever it is; the referee's own words come next.
                return asked.legal[0]
            if said in asked.legal:
                return said
            if said in KEYS:
                KEYS[said](self, asked)
            elif said.isdecimal() and numbered(choices) and 1 <= int(said) <= len(choices):
                return choices[int(said) - 1]
            elif said:
                return said

    def refused(self, reason: str) -> None:
        """Say why."""
        self._console.print(reason, style="bold", markup=False)

    def ended(self, end: End) -> None:
        """Tell what the table paid."""
        paid = ", ".join(f"{name} {payoff:+g}" for name, payoff in zip(self._names, end.payoffs, strict=True))
        self._print(f"The table is over. Payoffs: {paid}")

    def fault(self, kind: str, detail: str) -> None:
        """Tell what the referee holds against the person."""
        self._console.print(f"The referee: {kind}: {detail}", style="bold", markup=False)

    # What the keys do.

    def _help(self, asked: Asked) -> None:
        self._print(HELP)

    def _rules(self, asked: Asked) -> None:
        self._print(reflowed(type(self._variant).rules_text()))

    def _table(self, asked: Asked) -> None:
        self._print_position(asked, self._choices(asked))

    def _score(self, asked: Asked) -> None:
        self._print_score()

    def _leave(self, asked: Asked) -> None:
        raise Left

    # How it looks.

    def _print(self, line: str | Text) -> None:
        self._console.print(line, markup=False, highlight=False)

    def _choices(self, asked: Asked) -> list[str]:
        """The legal tokens in the order in which they are shown and numbered."""
        if all(token in self._variant.deck.faces for token in asked.legal):
            return in_order(asked.legal, self._variant)
        return list(asked.legal)

    def _print_position(self, asked: Asked, choices: Sequence[str]) -> None:
        view = asked.view
        for line in self._facts(view):
            self._print(line)
        held = in_order(view["hand"], self._variant)
        numbers = dict(zip(choices, range(1, len(choices) + 1), strict=True)) if numbered(choices) else {}
        if set(choices) <= set(held):
            self._print(self._row("your hand", held, numbers, set(choices)))
            return
        if held:
            self._print(self._row("your hand", held, {}, set(held)))
        self._print(self._row("choose", choices, numbers, set(choices)))

    def _facts(self, view: dict[str, Any]) -> Iterable[str | Text]:
        """What lies on the table, in a line each."""
        yield ""
        if view["trick"]:
            yield self._teller.plays("on the table", view["trick"])
        if view.get("up"):
            yield self._row("face up", view["up"], {}, set(view["up"]))
        for place, cards in view.get("shown", ()):
            yield self._row(f"{self._names[place]} shows", in_order(cards, self._variant), {}, set(cards))
        facts = [f"trumps {short(view['trump'])}"] if view["trump"] else []
        if any(view["won"]):
            tricks = zip(self._names, view["won"], strict=True)
            facts.append("tricks: " + ", ".join(f"{name} {won}" for name, won in tricks))
        facts += [f"{key}: {self._teller.value(view[key])}" for key in view if key not in USUAL and view[key]]
        if facts:
            yield "  " + "; ".join(facts)

    def _row(self, label: str, tokens: Sequence[str], numbers: dict[str, int], bright: set[str]) -> Text:
        """Tokens side by side: with a number where they can be chosen, dim where they can't."""
        from rich.text import Text

        line = Text(f"  {label}: ", no_wrap=False)
        for token in tokens:
            if token in numbers:
                line.append(f"{numbers[token]}:", style="dim")
            shown = short(token)
            style = SUIT_STYLES.get(token[-1:], "") if token in self._variant.deck.faces else ""
            line.append(shown, style=f"bold {style}" if token in bright else "dim")
            line.append("  ")
        return line

    def _print_score(self) -> None:
        sheet = self._variant.score_sheet(self._scored)
        if sheet:
            self._print(sheet)
            return
        self._print("  score: " + ", ".join(f"{n} {total}" for n, total in zip(self._names, self._totals, strict=True)))


KEYS: dict[str, Callable[[TerminalFront, Asked], None]] = {
    "?": TerminalFront._help,
    "r": TerminalFront._rules,
    "t": TerminalFront._table,
    "s": TerminalFront._score,
    "q": TerminalFront._leave,
}


def numbered(choices: Sequence[str]) -> bool:
    """Whether choices can be named by their number: not where they are numbers themselves."""
    return not any(token.isdecimal() for token in choices)


def _complete(choices: Sequence[str]) -> None:
    """Let the Tab key complete a choice, where the terminal has that."""
    try:
        import readline
    except ImportError:
        return  # A Python without it reads lines all the same.

    def completion(text: str, state: int) -> str | None:
        found = [token for token in choices if token.lower().startswith(text.lower())]
        return found[state] if state < len(found) else None

    readline.set_completer(completion)
    readline.parse_and_bind("tab: complete")
