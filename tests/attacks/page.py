"""Writes the table of attacks into docs/security.md: `python -m tests.attacks.page`.

What an attack tries is its own docstring, what comes of it is the catalogue that the tests hold it to; so the
page can't promise what is not tried.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from pathlib import Path

from arena.records import FaultKind
from tests.attacks.catalogue import (
    COLLUSIONS,
    JUDGED,
    REACHES,
    TIERS,
    VILLAINS,
    Collusion,
    Group,
    Judged,
    Reach,
    Villain,
)
from tests.attacks.machine import NEVER
from tests.attacks.stage import PROGRAMS
from tests.referee.test_villains import VILLAINS as VILLAINS_FOLDER

PAGE = Path(__file__).parents[2] / "docs" / "security.md"
BEGIN, END = "<!-- attacks: written by tests/attacks/page.py -->\n", "<!-- attacks: end -->\n"
Attack = Reach | Judged | Collusion | Villain
ATTACKS: Sequence[Attack] = (*REACHES, *JUDGED, *COLLUSIONS, *VILLAINS)


def source(attack: Attack) -> Path:
    return (VILLAINS_FOLDER if isinstance(attack, Villain) else PROGRAMS) / f"{attack.program}.py"


def tries(attack: Attack) -> str:
    """The first paragraph of the program's docstring, on one line."""
    told = ast.get_docstring(ast.parse(source(attack).read_text(encoding="utf-8"))) or ""
    return " ".join(told.partition("\n\n")[0].split())


def outcome(attack: Attack, tier: str) -> str:
    """What must come of an attack in a tier, in a few words."""
    if isinstance(attack, Villain):
        return verdict(attack.kind)
    if tier in attack.hole:
        return f"**open**: {attack.hole[tier]}"
    if isinstance(attack, Judged):
        if tier == "none":
            return verdict(attack.bwrap[0]) if attack.allowed is NEVER else bare(attack)
        kind, reasons = getattr(attack, tier)
        return ", ".join([refused(reasons)] * bool(reasons) + [verdict(kind)] * (kind is not None or not reasons))
    if tier == "none":
        return bare(attack)
    return refused(getattr(attack, tier))


def bare(attack: Reach | Judged | Collusion) -> str:
    """What comes of it without protection."""
    if isinstance(attack, Collusion):
        return "succeeds"
    return "fails" if attack.allowed is NEVER else f"succeeds {attack.allowed.words}".strip()


def refused(reasons: str) -> str:
    words = [f"`{word}`" for word in reasons.split() if word[0].isupper()]
    return f"refused ({', '.join(words)})" if words else "refused"


def verdict(kind: FaultKind | None) -> str:
    return "ended with the match" if kind is None else f"fault `{kind}`"


def table() -> str:
    """All attacks by group, in Markdown."""
    lines = []
    for group in Group:
        lines += [f"### {group.value}", "", f"| attack | {' | '.join(TIERS)} |", "|---" * (len(TIERS) + 1) + "|"]
        for attack in ATTACKS:
            if attack.group is group:
                cells = " | ".join(outcome(attack, tier) for tier in TIERS)
                lines.append(f"| `{attack.program}`: {tries(attack)} | {cells} |")
        lines.append("")
    return "\n".join(lines)


def written(page: str) -> str:
    """The page with its table as it has to be."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
