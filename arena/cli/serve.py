"""`arena serve`: the leagues of a folder in a browser, live, and a table to play at by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli import options
from arena.errors import InputError

if TYPE_CHECKING:
    from arena.plugin import Registry
    from arena.referee.sandbox import Sandbox

PORT = 8765


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path), default=Path("leagues"))
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Where to listen.")
@click.option("--port", type=int, default=PORT, show_default=True, metavar="N", help="The port; 0 is any that is free.")
@click.option(
    "--tables",
    "kept",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Keep the tables that are played by hand there [default: until the server ends].",
)
@options.sandbox
@options.as_json
@click.pass_obj
def serve(
    plugins: tuple[str, ...], folder: Path, host: str, port: int, kept: Path | None, sandbox: str, as_json: bool
) -> None:
    """Show the leagues in DIR [default: leagues] in a browser, live while they are played.

    DIR may also be one league's own folder. Leagues are only read. At /play you can sit down at a table with bots. Only
    this machine can see the pages unless --host says otherwise. Ctrl-C ends it.
    """
    try:
        import arena.serve.running  # noqa: F401
    except ModuleNotFoundError as error:
        raise InputError(f"arena serve needs {error.name}; get it with: pip install 'trickarena[serve]'") from error
    if not folder.is_dir():
        raise InputError(f"{folder}: there is no such folder; give one that leagues are run into")
    try:
        _serve(folder, kept, host, port, sandbox, plugins, as_json=as_json)
    except KeyboardInterrupt:
        click.echo("ended", err=True)


def _serve(
    folder: Path, kept: Path | None, host: str, port: int, sandbox: str, plugins: tuple[str, ...], *, as_json: bool
) -> None:
    """Say where, and serve until a signal comes."""
    from arena.plugin import load, plugin_paths
    from arena.referee.sandbox import choose
    from arena.serve.running import Place, address, bound, is_loopback, prepared

    registry = load(plugins)

    def tier() -> Sandbox:
        return choose(sandbox, readable=plugin_paths(plugins))

    with bound(host, port) as listening, prepared(Place(folder, kept), registry, tier) as server:
        _tell(address(listening), folder, registry, as_json=as_json)
        if not is_loopback(host):
            click.echo(
                "Warning: others in your network can see these pages, and start bots at tables on this machine. "
                "Without --host only you can.",
                err=True,
            )
        server.run(sockets=[listening])


def _tell(where: str, folder: Path, registry: Registry, *, as_json: bool) -> None:
    """Where it is, and which leagues it shows."""
    from arena.serve.live import listed
    from arena.serve.shelf import Shelf

    leagues = listed(Shelf(folder, registry, folder))
    if as_json:
        click.echo(json.dumps({"url": where, "leagues": leagues}))
    else:
        named = ", ".join(league["folder"] for league in leagues) or "none yet"
        click.echo(f"{where} shows the leagues in {folder} ({named}); Ctrl-C ends it")
