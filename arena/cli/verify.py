"""`arena verify`: is a league's folder what was played? By the rules, by the chain of records, by the bots' digests."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from arena.cli import options
from arena.errors import InputError

_FEWEST_DIGITS = 12


@click.command()
@options.league_folder
@click.option("--head", "published", default="", metavar="HEX", help="A head of the chain that was published before.")
@click.option("--commitment", "promised", default="", metavar="HEX", help="The league's commitment, as published.")
@options.as_json
@click.pass_context
def verify(context: click.Context, folder: Path, published: str, promised: str, as_json: bool) -> None:
    """Check all that is stored of the league in DIR.

    Every hand is replayed with the rules and compared; every link of the chain of records is followed; the copy of
    every bot is compared with what entered; the seed is compared with the commitment to it. Exit status 1 if anything
    differs.
    """
    from arena.league.copies import check_copies
    from arena.league.lineups import Lineups
    from arena.plugin import load
    from arena.reports.commitment import broken_promises
    from arena.reports.export import variant_of
    from arena.reports.verify import verify as check
    from arena.store import Store

    _check_hex("--head", published)
    _check_hex("--commitment", promised)
    registry = load(context.obj)
    with Store.read(folder) as store, store.snapshot():
        entrants = store.entrants
        lineups = Lineups(tuple(entrant.name for entrant in entrants), variant_of(store.league, registry.variant).teams)
        result = check(store, registry.variant, seating=lineups.seats_of)
        links, chain = store.check_chain(published), store.chain()
        copies = check_copies(store.path.parent, entrants)
        promises, commitment = broken_promises(store.league, promised), store.league.commitment
    differences = [*result.differences, *links.differences, *copies.differences, *promises]
    notes = [*result.notes, *links.notes]
    counts = {"matches": result.matches, "tables": result.tables, "hands": result.hands}
    if as_json:
        bots = {"entrants": len(entrants), "sound": copies.sound}
        found = {"ok": not differences, "differences": differences, "notes": notes}
        told = {**counts, **found, "chain": asdict(chain), "bots": bots, "commitment": commitment}
        click.echo(json.dumps(told, indent=2))
    else:
        for sentence in (*differences, *notes):
            click.echo(sentence)
        click.echo(f"head {chain.head or '-'}")
        click.echo(f"chain of {chain.links} links: {_verdict(links.differences, 'every link holds')}")
        click.echo(f"{len(entrants)} bots: {_verdict(copies.differences, 'their copies are what entered')}")
        kept = "the seed keeps it" if commitment else "an older arena made none"
        click.echo(f"commitment {commitment or '-'}: {_verdict(promises, kept)}")
        played = ", ".join(f"{number} {what}" for what, number in counts.items())
        click.echo(f"{played}: {_verdict(result.differences, 'all as the rules have it')}")
    context.exit(1 if differences else 0)


def _verdict(differences: Sequence[str], good: str) -> str:
    if not differences:
        return good
    return "1 difference" if len(differences) == 1 else f"{len(differences)} differences"


def _check_hex(option: str, text: str) -> None:
    if text and not re.fullmatch(rf"[0-9a-fA-F]{{{_FEWEST_DIGITS},64}}", text):
        raise InputError(
            f"{option} {text}: must be the {_FEWEST_DIGITS} to 64 hex digits with which what was published begins, as "
            "`arena league status` prints them"
        )
