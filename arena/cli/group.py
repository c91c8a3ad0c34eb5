"""The command group: which commands there are, and what holds for all of them.

A command's file is imported only when the command is called, so that `arena --help` is there at once.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping

import click

COMMANDS = {
    "play": ("arena.cli.play:play", "Play one table here in the terminal."),
    "compare": ("arena.cli.compare:compare", "Play two bots until it is known which is better."),
    "league": ("arena.cli.league:league", "Run a league, see where it stands, write its reports."),
    "export": ("arena.cli.export:export", "Print every hand of a league as JSON lines."),
    "verify": ("arena.cli.verify:verify", "Replay every hand of a league and compare."),
    "replay": ("arena.cli.replay:replay", "Show a hand of a league trick by trick."),
    "analyse": ("arena.cli.analyse:analyse", "What each decision of a league's bots cost them."),
    "serve": ("arena.cli.serve:serve", "Show leagues in a browser, live, and play there by hand."),
    "bot": ("arena.cli.bot:bot", "The bots that are known."),
    "doctor": ("arena.cli.doctor:doctor", "Try whether bots by strangers may run on this machine."),
    "variant": ("arena.cli.variant:variant", "The variants that are known, and their rules."),
}


class LazyGroup(click.Group):
    """A group whose commands are named as "module:attribute" and imported when they are called."""

    def __init__(self, *, lazy: Mapping[str, tuple[str, str]], **attributes: object) -> None:
        super().__init__(**attributes)  # type: ignore[arg-type]
        self._lazy = lazy

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order in which they are given."""
        return list(self._lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command of this name."""
        if cmd_name not in self._lazy:
            return None
        module, _, attribute = self._lazy[cmd_name][0].partition(":")
        command = getattr(importlib.import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in self._lazy.items()])


@click.command(cls=LazyGroup, lazy=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--plugin",
    "plugins",
    multiple=True,
    metavar="PATH",
    help="A plugin that is not installed: its module file or package folder. Can be repeated.",
)
@click.version_option(package_name="trickarena", prog_name="arena")
@click.pass_context
def arena(context: click.Context, plugins: tuple[str, ...]) -> None:
    """Competitions for programs that play trick-taking card games.

    A BOT is a folder with a bot.toml, or the name of a registered bot (arena bot list).
    """
    context.obj = plugins
