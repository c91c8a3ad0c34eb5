"""`arena compare`: is one bot better than another? Deals are played until that is known, or too many have been."""

from __future__ import annotations

import json
import secrets
import tempfile
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arena.cli import options

if TYPE_CHECKING:
    from arena.league.file import LeagueSpec
    from arena.league.questions import Compared
    from arena.plugin import Registry
    from arena.variant import Variant

_OPEN = 1
_INTERRUPTED = 130


def _positive(context: click.Context, parameter: click.Parameter, value: float | None) -> float | None:
    if value is not None and not value > 0:
        raise click.BadParameter("must be more than 0")
    return value


@click.command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option("--variant", "name", required=True, metavar="VARIANT", help="The game to compare them in.")
@click.option("--seats", type=int, metavar="N", help="Seats at the table, shared by halves [default: the fewest].")
@options.variant_options
@click.option(
    "--deals-at-most", type=click.IntRange(2), default=20_000, show_default=True, metavar="N", help="Give up after N."
)
@click.option(
    "--margin",
    type=float,
    callback=_positive,
    metavar="M",
    help="A lead a table below this is no difference [default: 1/20 of the standard deviation of one table's lead].",
)
@click.option(
    "--alpha",
    type=click.FloatRange(0, 0.5, min_open=True),
    default=0.05,
    show_default=True,
    help="Chance of better or worse where there is no difference.",
)
@click.option(
    "--beta",
    type=click.FloatRange(0, 0.5, min_open=True),
    default=0.05,
    show_default=True,
    help="Chance of no difference where it is as large as the margin.",
)
@click.option("--seed", metavar="TEXT", help="What the deals follow from [default: drawn, and told].")
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Matches at a time [default: one a core].")
@click.option(
    "--out",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Keep what is played in DIR, or go on with what is there [default: nothing is kept].",
)
@options.sandbox
@options.as_json
@click.pass_context
def compare(
    context: click.Context,
    first: str,
    second: str,
    name: str,
    seats: int | None,
    settings: tuple[str, ...],
    deals_at_most: int,
    margin: float | None,
    alpha: float,
    beta: float,
    seed: str | None,
    jobs: int | None,
    out: Path | None,
    sandbox: str,
    as_json: bool,
) -> None:
    """Play A against B until one is better, or neither by more than a margin.

    Each deal is played again with the seats exchanged. The answer may be looked for after every round without
    spoiling the chances of error. Exit status 1: still open after the last deal.
    """
    from arena.cli.progress import progress
    from arena.league.executors import cores
    from arena.league.questions import Compared
    from arena.league.season import Means, run_league
    from arena.plugin import load
    from arena.stats.sequential import Verdict

    plugins: tuple[str, ...] = context.obj
    registry = load(plugins)
    variant = registry.variant(name)(seats=seats, **dict(map(options.setting, settings)))
    spec = _league(first, second, registry, variant, deals_at_most, _seed(seed, out))
    with ExitStack() as stack:
        folder = out or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="arena-compare-")))
        told = stack.enter_context(progress())
        names = (spec.entries[0].name, spec.entries[1].name)
        question = Compared(names, float(variant.lowest_payoff), told.note, margin=margin, alpha=alpha, beta=beta)
        means = Means(jobs or len(cores()), sandbox, plugins)
        outcome = run_league(spec, variant, folder, means, told, question)
    _tell(spec, question, alpha, beta, as_json=as_json)
    if outcome.stopped:
        kept = (
            f"the same command goes on ({out}, seed {spec.seed!r})" if out else "nothing was kept; use --out to go on"
        )
        click.echo(f"stopped before the end; {kept}", err=True)
        context.exit(_INTERRUPTED)
    if outcome.void:
        listed = "; ".join(f"{record.spec.name}: {record.void}" for record in outcome.void)
        click.echo(f"stopped, because matches are void: {listed}", err=True)
    for bot in outcome.paused:
        click.echo(f"stopped, because {bot} fails its matches; try it by: arena bot check", err=True)
    context.exit(_OPEN if not question.looks or question.looks[-1].verdict is Verdict.OPEN else 0)


def _seed(given: str | None, out: Path | None) -> str:
    """The seed asked for, or that of what is gone on with, or a new one."""
    from arena.store import DATABASE, Store

    if given is not None:
        return given
    if out is not None and (out / DATABASE).exists():
        with Store.read(out) as store:
            return store.league.seed
    return secrets.token_hex(4)


def _league(first: str, second: str, registry: Registry, variant: Variant, deals: int, seed: str) -> LeagueSpec:
    """The comparison as a league of two on duplicate deals."""
    from arena.league.file import Entry, LeagueSpec, check_plays, find_bot, number_names
    from arena.records import Mode

    found = [find_bot(bot, registry, Path()) for bot in (first, second)]
    for bot in found:
        check_plays(bot, variant.name)
    names = number_names(bot.name for bot in found)
    return LeagueSpec(
        name="compare",
        variant=variant.name,
        seats=variant.seats,
        seed=seed,
        mode=Mode.DEALS,
        count=deals,
        entries=tuple(Entry(name, bot) for name, bot in zip(names, found, strict=True)),
        options=asdict(variant.options),
    )


def _tell(spec: LeagueSpec, question: Compared, alpha: float, beta: float, *, as_json: bool) -> None:
    names = [entry.name for entry in spec.entries]
    if as_json:
        told: dict[str, Any] = {
            "variant": spec.variant,
            "seats": spec.seats,
            "options": dict(spec.options),
            "seed": spec.seed,
            "bots": names,
            "alpha": alpha,
            "beta": beta,
            "verdict": question.looks[-1].verdict if question.looks else "open",
            "looks": [asdict(look) for look in question.looks],
        }
        click.echo(json.dumps(told, indent=2))
        return
    if not question.looks:
        click.echo("too little was played to tell anything")
        return
    for line in _answer(names, question, alpha, beta, spec):
        click.echo(line)


def _answer(names: list[str], question: Compared, alpha: float, beta: float, spec: LeagueSpec) -> list[str]:
    from arena.stats.sequential import Verdict

    last = question.looks[-1]
    first, second = names
    said = {
        Verdict.BETTER: f"{first} is better than {second}",
        Verdict.WORSE: f"{first} is worse than {second}",
        Verdict.NO_DIFFERENCE: f"no difference between {first} and {second} that is larger than {last.margin:.4f}",
        Verdict.OPEN: f"still open whether {first} is better than {second}; allow more deals, or a larger margin",
    }
    return [
        said[last.verdict],
        f"{first} leads by {last.mean:+.4f} a table, and by {last.low:+.4f} to {last.high:+.4f} with "
        f"{100 * (1 - alpha):g} % at every look at once",
        f"{last.deals} deals of {spec.variant} with {spec.seats} seats, each played with the seats exchanged, too; "
        f"seed {spec.seed!r}",
        f"chances of error: {alpha:g} for better or worse, {beta:g} for no difference beyond {last.margin:.4f}",
    ]
