"""How names, numbers and hostile text are worded, the same in every format.

Used by the writers. Whatever a bot wrote may try to command the terminal or the page that shows it; here it
becomes text that can only be read.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import floor, log10
from typing import Any

NONE = "-"
CLOSE = "~"
"""The mark of a bot that is not separated from the one above it."""


def plain(text: object) -> str:
    r"""One line of printable characters: line ends, escapes and direction marks are spelt out (`\n`, `\x1b`)."""
    return "".join(char if char.isprintable() else _spelt(char) for char in str(text))


def plain_lines(text: str) -> list[str]:
    """The lines of a longer text, each as `plain` makes it, tabs widened; without empty ones at the ends."""
    return [plain(line.expandtabs(4)).rstrip() for line in text.strip("\r\n").split("\n")] if text.strip() else []


def number(value: float | None, digits: int = 3) -> str:
    """A number with so many decimals, or a dash."""
    return NONE if value is None else f"{value + 0.0:.{digits}f}"


def rough(value: float | None) -> str:
    """A number of which two digits are known: 0.047, 0.68, 7.9, 58, 340."""
    if not value:
        return number(value)
    digits = 1 - floor(log10(abs(value)))
    return number(round(value, digits), max(0, digits))


def estimate(value: Mapping[str, Any] | None, digits: int = 3) -> str:
    """A mean and half its interval: 2.250 ± 0.114."""
    if value is None:
        return NONE
    half, mean = value["half_width"], number(value["mean"], digits)
    return mean if half is None else f"{mean} ± {number(half, digits)}"


def signed(value: float, digits: int = 2) -> str:
    """A difference, with its sign; nought has none."""
    text = f"{value:+.{digits}f}"
    return text[1:] if not text.strip("+-0.") else text


def times(count: int) -> str:
    """How often."""
    return "once" if count == 1 else f"{count} times"


def place(line: Mapping[str, Any]) -> str:
    """A place in the standings, and behind it the mark of `close`, or a space."""
    if line["place"] is None:
        return NONE
    return f"{line['place']}{close(line) or ' '}"


def close(line: Mapping[str, Any]) -> str:
    """The mark of a bot that is not separated from the one above it, or nothing."""
    return CLOSE if line["behind"] is not None and not line["separated"] else ""


def terms(report: Mapping[str, Any]) -> str:
    """The league in a line: variant, seats, length, seating, options, seed."""
    league = report["league"]
    parts = [
        f"{league['variant']}, {league['seats']} seats",
        f"{league['format']}, {league['seating']} {league['mode']}",
    ]
    parts += [f"{key} {value}" for key, value in league["options"].items()]
    return plain("; ".join([*parts, f"seed {seed(report)}"]))


def seed(report: Mapping[str, Any]) -> str:
    """The league's seed, or that it is not told yet."""
    told = report["league"]["seed"]
    return "told when all is played" if told is None else str(told)


def commitment(report: Mapping[str, Any]) -> list[str]:
    """What the league is committed to its seed by, in lines of at most 80 characters; none in older leagues."""
    league = report["league"]
    lines = [f"commitment {league['commitment']}"] if league.get("commitment") else []
    return [*lines, f"nonce {league['nonce']}"] if lines and league["nonce"] else lines


def progress(report: Mapping[str, Any]) -> str:
    """How much is played, in a sentence."""
    done = report["progress"]
    planned = done["planned"]
    of = f" of {planned}" if planned is not None else ""
    unfinished = " (unfinished)" if planned is not None and done["tables"] < planned else ""
    return f"{done['tables']}{of} tables played{unfinished}, {done['hands']} hands in {done['matches']} matches"


def protections(report: Mapping[str, Any]) -> str:
    """The tiers of protection that the matches were played with."""
    return plain(", ".join(count["tier"] for count in report["sandbox"]) or NONE)


def chain(report: Mapping[str, Any]) -> str:
    """The head of the chain of records, in a line of 80 characters; and whether something is not in the chain."""
    known = report["chain"]
    loose = f" ({known['unchained']} older matches unchained)" if known["unchained"] else ""
    taken = f" ({known['withdrawn']} matches withdrawn)" if known["withdrawn"] else ""
    return f"chain head {known['head'] or NONE}{loose}{taken}"


def languages(report: Mapping[str, Any]) -> str:
    """Which bots are written in which language, as far as they say; empty if none does."""
    bots: dict[str, list[str]] = {}
    for entrant in report["entrants"]:
        if entrant["language"]:
            bots.setdefault(entrant["language"], []).append(entrant["name"])
    return plain("; ".join(f"{language}: {', '.join(names)}" for language, names in bots.items()))


def versions(report: Mapping[str, Any]) -> str:
    """Names and versions of the programs that made the league."""
    return plain(", ".join(f"{name} {version}" for name, version in report["league"]["versions"].items()) or NONE)


def where(example: Mapping[str, Any]) -> str:
    """The place of a fault: table, hand and trick; or the match, for a fault outside any table."""
    if not example["table"]:
        return plain(f"match {example['match']}")
    return plain(f"{example['table']}, hand {example['hand']}, trick {example['trick'] + 1}")


def explained(report: Mapping[str, Any]) -> list[str]:
    """What the standings' columns mean, a sentence each."""
    unit = report["league"]["unit"]
    return [
        f"Payoff is the mean a table, with a 95 % interval that takes all tables of one {unit} as one observation.",
        "Card play leaves out tables that were forfeited, and those where a stand-in answered for the bot.",
        f"{CLOSE} means that the bot above is not clearly ahead: on the same {unit}s the difference may be "
        "chance, all pairs of bots considered.",
    ]


def _spelt(char: str) -> str:
    return char.encode("unicode_escape", "surrogatepass").decode("ascii")
