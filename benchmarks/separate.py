"""What it costs to tell two bots apart: `python -m benchmarks.separate [--variant V] [--slip P] [--deals N]`.

greedy plays against a greedy that slips now and then, on independent deals and on duplicates. From the lead, its
variance and the processor time of a table follow the processor seconds after which an interval leaves out 0: an
ordinary 95 % interval looked at once, at the right moment, and one that holds at every look. At last `arena compare`
does it.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.stats.sequential import Sample, reach

ROOT = Path(__file__).parents[1]
ARENA = (sys.executable, "-c", "from arena.cli import main; main()")

LEAGUE = """
[league]
name = "{seating}"
variant = "{variant}"
seats = {seats}
seed = "separate"
deals = {deals}
seating = "{seating}"
[[bot]]
name = "greedy"
[[bot]]
path = "slips"
"""


@dataclass(frozen=True)
class Way:
    """One way to measure the lead: by deal its mean and variance, and the processor seconds of a deal."""

    name: str
    mean: float
    variance: float
    cpu_s: float
    widest: float

    def deals_once(self) -> float:
        """Deals until an ordinary 95 % interval is as wide as the lead on each side."""
        return 1.96**2 * self.variance / self.mean**2

    def deals_at_every_look(self) -> int:
        """The same for an interval that holds at every look."""
        low, high = 2, 10_000_000
        while low < high:
            middle = (low + high) // 2
            sample = Sample(middle, self.mean, self.variance, self.widest)
            low, high = (low, middle) if reach(sample, 0.05) < abs(self.mean) else (middle + 1, high)
        return low


def weakened(folder: Path, slip: float) -> None:
    """A copy of greedy that plays any legal card now and then."""
    greedy = ROOT / "sample_bots" / "greedy"
    folder.mkdir()
    (folder / "bot.py").write_text((greedy / "bot.py").read_text("utf-8"), "utf-8")
    words = json.dumps(["python3", "bot.py", "--slip", str(slip)])
    (folder / "bot.toml").write_text(f'name = "slips"\nversion = "1.0"\ncommand = {words}\n', "utf-8")


def run(*arguments: object, cwd: Path) -> tuple[float, subprocess.CompletedProcess[str]]:
    """Run `arena`; returns the processor seconds of it and all that it started."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([*ARENA, *map(str, arguments)], cwd=cwd, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1):
        sys.exit(done.stderr)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done


def league(folder: Path, seating: str, deals: int, variant: str, seats: int) -> tuple[float, dict[str, Any]]:
    """Play a league; returns its processor seconds a deal, and the pair's figures."""
    file = folder / f"{seating}.toml"
    file.write_text(LEAGUE.format(seating=seating, variant=variant, seats=seats, deals=deals), "utf-8")
    cpu_s, _ = run("league", "run", file, "--out", folder / seating, "--jobs", 1, cwd=folder)
    report = json.loads((folder / seating / "report.json").read_text("utf-8"))
    (pair,) = report["statistics"]["pairs"]
    return cpu_s / deals, pair


def variance(estimate: dict[str, Any]) -> float:
    """Of one deal, from the interval of the mean."""
    from scipy.special import stdtrit

    deals = estimate["deals"]
    error = estimate["half_width"] / float(stdtrit(deals - 1, 0.975))
    return float(error**2 * deals)


def measured(folder: Path, variant: str, seats: int, deals: int) -> list[Way]:
    """The ways, with the lead as duplicates measure it, which is the surest."""
    single_s, single = league(folder, "single", deals, variant, seats)
    double_s, double = league(folder, "duplicate", deals, variant, seats)
    lead = abs(double["lead"]["mean"])
    half_width = double["lead"]["half_width"]
    print(f"lead {lead:.4f} ± {half_width:.4f} a table, from {deals} duplicate deals", file=sys.stderr)
    if lead < half_width:
        print("this is too uncertain for what follows; ask for more --deals", file=sys.stderr)
    widest = 6 * variance(single["lead"]) ** 0.5
    ways = [Way("independent deals", lead, variance(single["lead"]), single_s, widest)]
    if single["adjusted"] is not None:
        # What the baseline costs is in the time already: the report was made by the same command.
        ways.append(Way("independent deals, control", lead, variance(single["adjusted"]), single_s, widest))
    ways.append(Way("duplicate deals", lead, variance(double["lead"]), double_s, widest))
    return ways


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variant", default="trollin")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--slip", type=float, default=0.5)
    parser.add_argument("--deals", type=int, default=1500, help="deals of the two leagues that are measured")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="arena-separate-") as place:
        folder = Path(place)
        weakened(folder / "slips", asked.slip)
        ways = measured(folder, asked.variant, asked.seats, asked.deals)
        options = ("--variant", asked.variant, "--seats", asked.seats, "--margin", ways[-1].mean / 4)
        options += ("--deals-at-most", 20_000, "--seed", "compared", "--jobs", 1, "--json")
        cpu_s, done = run("compare", "greedy", "slips", *options, cwd=folder)
    tell(ways, cpu_s, json.loads(done.stdout), as_json=asked.json)


def tell(ways: list[Way], cpu_s: float, compared: dict[str, Any], *, as_json: bool) -> None:
    """Print the table."""
    rows = [
        {
            "way": way.name,
            "lead": way.mean,
            "deal_sd": way.variance**0.5,
            "deal_cpu_ms": 1000 * way.cpu_s,
            "once_deals": way.deals_once(),
            "once_cpu_s": way.deals_once() * way.cpu_s,
            "every_look_deals": way.deals_at_every_look(),
            "every_look_cpu_s": way.deals_at_every_look() * way.cpu_s,
        }
        for way in ways
    ]
    last = compared["looks"][-1]
    if as_json:
        print(json.dumps({"ways": rows, "compare": {"cpu_s": cpu_s, "verdict": compared["verdict"], **last}}, indent=2))
        return
    heads = ("lead", "sd", "ms/deal", "once: deals", "cpu s", "every look", "cpu s")
    print(" " * 28 + "".join(f"{head:>13}" for head in heads))
    for row in rows:
        way, *numbers = row.values()
        shown = (f"{number:13.{digits}f}" for number, digits in zip(numbers, (4, 3, 2, 0, 1, 0, 1), strict=True))
        print(f"{way:28}" + "".join(shown))
    print(f"arena compare, everything on: {compared['verdict']} after {last['deals']} deals, {cpu_s:.1f} cpu seconds")


if __name__ == "__main__":
    main()
