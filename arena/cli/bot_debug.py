"""`arena bot debug`: one bot at a table with players in memory and all the time in the world."""

from __future__ import annotations

import secrets
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli import options
from arena.errors import InputError

if TYPE_CHECKING:
    from arena.league.bots import BotFolder

NATIVE = "gdb -p {pid}"
JVM = "jstack {pid}; a debugger needs a network: --sandbox none, and -agentlib:jdwp=... in `command`"
NODE = "the inspector needs a network: --sandbox none, then kill -USR1 {pid}"
ATTACH = {
    "Go": "dlv attach {pid}",
    "Java": JVM,
    "JavaScript": NODE,
    "Kotlin": JVM,
    "Python": "py-spy dump --pid {pid}, or from Python 3.14 on: python3 -m pdb -p {pid}",
    "Ruby": "a debugger needs a socket: --sandbox none, and rdbg --open in `command`",
    "TypeScript": NODE,
}
YAMA = Path("/proc/sys/kernel/yama/ptrace_scope")


@click.command()
@click.argument("bot")
@click.option("--variant", metavar="NAME", help="The variant [default: the first that it plays, or trollin].")
@click.option("--seats", type=int, metavar="N", help="Seats at the table [default: the fewest].")
@click.option("--seat", type=click.IntRange(0), default=0, show_default=True, help="Where the bot sits.")
@options.variant_options
@click.option("--deals", type=click.IntRange(1), default=1, show_default=True, metavar="N", help="How many deals.")
@click.option("--seed", metavar="TEXT", help="What the deals follow from [default: drawn, and told].")
@click.option("--trace", is_flag=True, help="Show the messages in both directions as they come.")
@options.sandbox
@click.pass_obj
def debug(
    plugins: tuple[str, ...],
    bot: str,
    variant: str | None,
    seats: int | None,
    seat: int,
    settings: tuple[str, ...],
    deals: int,
    seed: str | None,
    trace: bool,
    sandbox: str,
) -> None:
    """Play BOT with nobody in a hurry, so that a debugger can be attached to it.

    The others play at random. A move may take a day, and the bot may use any amount of memory; it is told the usual
    limits. Says which process to attach to and waits for Enter, if it is used from a terminal. The bot's log is
    shown as it comes. The table ends at the bot's first fault. With --sandbox none a debugger can also listen on a
    network port: the bot can then do whatever you can.
    """
    from arena.cli.play import tell_faults, tell_standings
    from arena.cli.trace import Trace, head
    from arena.league.file import check_plays, find_bot
    from arena.league.preflight import make_program
    from arena.plugin import load, plugin_paths
    from arena.records import Limits
    from arena.referee.sandbox import choose
    from arena.testing.debugging import debug_match

    registry = load(plugins)
    found = find_bot(bot, registry, Path())
    kind = registry.variant(variant or (found.variants or ("trollin",))[0])
    check_plays(found, kind.name)
    chosen = kind(seats=kind.players[0] if seats is None else seats, **dict(map(options.setting, settings)))
    if seat >= chosen.seats:
        raise InputError(f"--seat {seat}: there are {chosen.seats} seats, numbered from 0")
    seed = secrets.token_hex(4) if seed is None else seed
    tier = choose(sandbox, readable=plugin_paths(plugins))
    click.echo(
        f"{chosen.name}, {chosen.seats} players, seed {seed!r}, sandbox {tier.name}, {found.name} in seat {seat}"
    )
    listener = Trace([head(found.name, seat)], frames={0} if trace else set(), logs={0})
    with tempfile.TemporaryDirectory(prefix="arena-") as folder:
        program = make_program(found, Path(folder), tier, Limits())
        record = debug_match(
            found.name,
            program,
            chosen,
            tier,
            seat=seat,
            seed=seed,
            deals=deals,
            attach=lambda pid: _wait(found, pid, tier.name),
            listener=listener,
        )
    listener.finish()
    if record.void:
        raise InputError(f"the table is void: {record.void}")
    tell_faults(record)
    tell_standings(record)


def _wait(bot: BotFolder, pid: int, tier: str) -> None:
    """Say what to attach to, and wait for whoever is there to do so."""
    click.echo(f"{bot.name} is process {pid}. Attach with: {ATTACH.get(bot.language, NATIVE).format(pid=pid)}")
    if tier != "none":
        click.echo(
            f"  ({pid} is its number here; in its sandbox it has another, and its files are below /proc/{pid}/root)"
        )
    if YAMA.exists() and YAMA.read_text().strip() != "0":
        click.echo("  (this machine lets only root attach: use sudo, or sysctl -w kernel.yama.ptrace_scope=0)")
    if sys.stdin.isatty():
        click.prompt("Press Enter to let it play", default="", show_default=False, prompt_suffix="")
