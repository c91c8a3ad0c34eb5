"""`arena variant new`: the folder of a new plugin, with a small game that plays and tests that pass."""

from __future__ import annotations

import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath
from string import Template

import click

from arena.errors import InputError

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST_NAME = 40


@click.command()
@click.argument("name")
@click.option("--dir", "folder", type=click.Path(path_type=Path), metavar="PATH", help="The folder [./arena-NAME].")
@click.pass_obj
def new(plugins: tuple[str, ...], name: str, folder: Path | None) -> None:
    """Make an installable plugin with a small game called NAME, to be turned into yours."""
    from arena.plugin import load

    if not NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        raise InputError(
            f"{name!r} can't be a variant's name: small letters, digits and single hyphens, a letter first, at most "
            f"{LONGEST_NAME} characters, as my-game"
        )
    registry = load(plugins)
    if name in registry.variants:
        raise InputError(f"there is a variant named {name!r} already ({registry.origins['variant', name]})")
    key = name.replace("-", "_")
    module = f"arena_{key}"
    title = "".join(part.capitalize() for part in name.split("-"))
    target = Path(f"arena-{name}") if folder is None else folder
    if target.exists():
        raise InputError(f"{target} exists already, and nothing is overwritten; name another folder by --dir")
    words = {"name": name, "key": key, "module": module, "title": title}
    for path, text in _texts(files("arena") / "templates" / "variant", PurePosixPath()):
        # The template's files end in .txt, so that no tool takes them for sources.
        made = target / str(path.with_suffix("")).replace("module.py", f"{module}.py")
        made.parent.mkdir(parents=True, exist_ok=True)
        made.write_text(Template(text).substitute(words), encoding="utf-8")
    plugin = target / f"{module}.py"
    click.echo(
        f"made {target}: the game is {plugin.name}. Next:\n"
        f"  arena --plugin {plugin} variant check {name}\n"
        f"  arena --plugin {plugin} play {name} random random random\n"
        f"  pip install {target}"
    )


def _texts(folder: Traversable, below: PurePosixPath) -> list[tuple[PurePosixPath, str]]:
    """Every file of a template with its path in it."""
    found: list[tuple[PurePosixPath, str]] = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        path = below / entry.name
        found += _texts(entry, path) if entry.is_dir() else [(path, entry.read_text(encoding="utf-8"))]
    return found
