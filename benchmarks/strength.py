"""How much better one bot plays than another, variant by variant: `python -m benchmarks.strength`.

For every variant a league of the two bots alone is played, each deal again with the seats exchanged, and the standings
say how far apart they are and whether that is more than chance. The bot gets a counted number of worlds instead of a
clock, so that the figures are the same on any machine, busy or not.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from arena.plugin.registry import load

PATIENT_MS = 60_000
"""No clock where worlds are counted; a bot that hangs is noticed all the same."""


@dataclass(frozen=True, slots=True)
class Row:
    """One variant: by how much the first bot is ahead per deal, and the half-width of the 95 % interval.

    cpu_ms, against_cpu_ms: processor time of a decision. separated: by the standings.
    """

    variant: str
    seats: int
    deals: int
    ahead: float
    half_width: float
    separated: bool
    cpu_ms: float
    against_cpu_ms: float
    taken_s: float

    def line(self) -> str:
        """The row of a Markdown table; at last what a decision cost either bot."""
        apart = "yes" if self.separated else "no"
        ahead = f"{self.ahead:+.2f} ± {self.half_width:.2f}"
        cost = f"{self.cpu_ms:.0f}, {self.against_cpu_ms:.0f}"
        return f"| {self.variant} | {self.seats} | {self.deals} | {ahead} | {apart} | {cost} |"


@dataclass(frozen=True, slots=True)
class Wish:
    """What is measured: the bots, each with its worlds for a decision (0: by the clock), and how many deals."""

    bot: str
    against: str
    worlds: int
    against_worlds: int
    move_ms: int
    deals: int
    jobs: int
    seed: str


def counting(bot: str, worlds: int, into: Path) -> None:
    """A copy of a bot's folder that looks at so many worlds; 0: as it is."""
    shutil.copytree(load().bot(bot), into)
    if worlds:
        settings = into / "bot.toml"
        words = f'"bot.py", "--worlds", "{worlds}"'
        settings.write_text(settings.read_text(encoding="utf-8").replace('"bot.py"', words), encoding="utf-8")


def measured(variant: str, seats: int, wish: Wish, folder: Path) -> Row:
    """Play the league of one variant and read its report."""
    counting(wish.bot, wish.worlds, folder / "bot")
    counting(wish.against, wish.against_worlds, folder / "against")
    file = folder / "league.toml"
    file.write_text(
        f'[league]\nname = "strength"\nvariant = "{variant}"\nseats = {seats}\nseed = "{wish.seed}"\n'
        f'deals = {wish.deals}\nseating = "duplicate"\n[limits]\nmove_ms = {wish.move_ms}\n'
        f'[[bot]]\npath = "bot"\n[[bot]]\npath = "against"\n',
        encoding="utf-8",
    )
    arena = Path(sys.executable).parent / "arena"
    begun_s = time.monotonic()
    command = [arena, "league", "run", file, "--out", folder / "out", "--jobs", str(wish.jobs)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{variant}: the league ended with status {done.returncode}\n{done.stdout}{done.stderr}")
    report = json.loads((folder / "out" / "report.json").read_text(encoding="utf-8"))
    first, second = report["standings"]
    if any(line["faults"] for line in (first, second)):
        sys.exit(f"{variant}: there were faults; strength is measured without any\n{done.stdout}")
    sign = -1 if first["bot"] == wish.against else 1
    cpu_ms = {row["bot"]: row["cpu_ms"] for row in report["usage"]}
    return Row(
        variant=variant,
        seats=seats,
        deals=second["behind"]["deals"],
        ahead=sign * second["behind"]["mean"],
        half_width=second["behind"]["half_width"],
        separated=second["separated"],
        cpu_ms=cpu_ms[wish.bot],
        against_cpu_ms=cpu_ms[wish.against],
        taken_s=time.monotonic() - begun_s,
    )


def tables(names: list[str]) -> list[tuple[str, int]]:
    """`variant` or `variant:seats`, as name and seats; all variants at their first number of seats for none."""
    variants = load().variants
    wanted = names or [*variants]
    found = []
    for text in wanted:
        name, _, seats = text.partition(":")
        if name not in variants:
            sys.exit(f"there is no variant {name!r}; there are {', '.join(variants)}")
        found.append((name, int(seats or variants[name]().seats)))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variants", nargs="*", help="variant or variant:seats [default: all]")
    parser.add_argument("--bot", default="pimc")
    parser.add_argument("--against", default="greedy")
    parser.add_argument("--worlds", type=int, default=16, help="worlds for each decision; 0: by the clock")
    parser.add_argument("--against-worlds", type=int, default=0, help="the same for the other bot")
    parser.add_argument("--move-ms", type=int, default=PATIENT_MS)
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--seed", default="strength")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    wish = Wish(**{name: value for name, value in vars(given).items() if name not in ("variants", "json")})
    if not given.json:
        print(f"| variant | seats | deals | {wish.bot} - {wish.against} a deal, 95 % | separated | cpu ms each |")
        print("|---|--:|--:|--:|---|--:|")
    rows = []
    for variant, seats in tables(given.variants):
        with tempfile.TemporaryDirectory() as place:
            row = measured(variant, seats, wish, Path(place))
        rows.append(asdict(row))
        if not given.json:
            print(row.line(), flush=True)
    if given.json:
        print(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
