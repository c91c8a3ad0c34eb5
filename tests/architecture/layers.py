"""Reads source files and says which imports break the direction of the layers. It runs nothing of what it reads."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]

GROUND = {"errors", "records", "seeds"}
"""Modules directly under `arena` that everything may import; the others directly there are the game layer."""

_LOW = {"ground", "game", "search", "wire", "plugin", "sdk", "referee", "store", "stats"}

MAY_IMPORT = {
    "ground": {"ground"},
    "game": {"ground", "game"},
    "search": {"ground", "game", "search"},
    "wire": {"ground", "game", "wire"},
    "plugin": {"ground", "game", "plugin"},
    "sdk": {"ground", "game", "wire", "sdk"},
    "referee": {"ground", "game", "wire", "referee"},
    "store": {"ground", "store"},
    "stats": {"ground", "stats"},
    "rl": {"ground", "game", "plugin", "rl"},
    "league": _LOW | {"league"},
    "analysis": _LOW | {"analysis"},
    "reports": _LOW | {"analysis", "reports"},
    "human": _LOW | {"league", "human"},
    "serve": _LOW | {"league", "analysis", "reports", "human", "serve"},
    "testing": _LOW | {"league", "analysis", "reports", "testing"},
    "cli": _LOW | {"league", "analysis", "reports", "human", "serve", "testing", "cli"},
}

PLUGINS = "plugins"
FOR_PLUGINS = {"Field", "Format", "Meeting", "ReportWriter", "hookimpl"}
"""All that a plugin module may take from `arena.plugin`."""

AT_HOME = {
    "msgpack": "wire",
    "msgspec": "wire",
    "pluggy": "plugin",
    "click": "cli",
    "sqlite3": "store",
    "vl_convert": "reports",
    "gymnasium": "rl",
    "pettingzoo": "rl",
    "starlette": "serve",
    "uvicorn": "serve",
}
"""Libraries that one layer alone may import."""

STANDARD_ONLY = {"ground", "game", "search", "sdk", PLUGINS}
"""Layers that need no library at all: a bot's process and a stranger's plugin start with little."""


@dataclass(frozen=True)
class Import:
    """One name brought in: `from module import name`, or `import module` with an empty name."""

    line: int
    module: str
    name: str = ""

    @property
    def full(self) -> str:
        return f"{self.module}.{self.name}" if self.name else self.module


def imports(source: str, module: str, *, package: bool = False) -> Iterator[Import]:
    """Every import of a module's text: at its top, in functions, under TYPE_CHECKING, by importlib with a text."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (Import(node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = absolute(node, module, package=package)
            yield from (Import(node.lineno, origin, alias.name) for alias in node.names)
        elif isinstance(node, ast.Call) and called(node) in ("__import__", "import_module", "importlib.import_module"):
            match node.args:
                case [ast.Constant(value=str(name)), *_]:
                    yield Import(node.lineno, name)


def absolute(node: ast.ImportFrom, module: str, *, package: bool) -> str:
    """The module that a `from` statement names, a relative one counted from `module`."""
    if not node.level:
        return node.module or ""
    parts = module.split(".")
    base = parts[: len(parts) - node.level + package]
    return ".".join([*base, node.module] if node.module else base)


def called(node: ast.Call) -> str:
    """The dotted name of what a call calls; ".read" for a method of something that has no name of its own."""
    parts: list[str] = []
    place: ast.expr = node.func
    while isinstance(place, ast.Attribute):
        parts.append(place.attr)
        place = place.value
    return ".".join([place.id if isinstance(place, ast.Name) else "", *reversed(parts)])


def layer_of(module: str) -> str:
    """The layer of a module inside the project; "" for any other."""
    first, _, rest = module.partition(".")
    if first.startswith("arena_"):
        return PLUGINS
    if first != "arena":
        return ""
    second = rest.partition(".")[0]
    if second in ("", *GROUND):
        return "ground"
    if second == "__main__":
        return "cli"
    return second if second in MAY_IMPORT else "game"


def offences(source: str, module: str, *, package: bool = False) -> list[str]:
    """What in this module's text breaks the direction, a sentence each."""
    here = layer_of(module)
    return [
        f"{module}, line {found.line}: {why}"
        for found in imports(source, module, package=package)
        if (why := offence(here, found))
    ]


def offence(here: str, found: Import) -> str:
    root = found.module.partition(".")[0]
    target = layer_of(found.full if found.module == "arena" else found.module)
    if not target:
        return library_offence(here, root)
    if here == PLUGINS:
        if (
            target == "game"
            or found.module == "arena.errors"
            or (found.module == "arena.plugin" and found.name in FOR_PLUGINS)
        ):
            return ""
        return f"a plugin imports {found.full}"
    if target == PLUGINS or target not in MAY_IMPORT[here]:
        return f"the layer {here} imports {found.full} of the layer {target}"
    return ""


def library_offence(here: str, root: str) -> str:
    if AT_HOME.get(root, here) != here:
        return f"{root} belongs into the layer {AT_HOME[root]} alone"
    if here in STANDARD_ONLY and root not in sys.stdlib_module_names:
        return f"the layer {here} needs the standard library only, not {root}"
    return ""


@dataclass(frozen=True)
class Source:
    """One file of the project."""

    path: Path
    module: str

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @property
    def package(self) -> bool:
        return self.path.name == "__init__.py"

    @property
    def layer(self) -> str:
        return layer_of(self.module)


def project() -> list[Source]:
    """Every module of `arena` and of the first-party plugins."""
    found = []
    for folder, base in ((ROOT / "arena", ROOT), (ROOT / "plugins", ROOT / "plugins")):
        for path in sorted(folder.rglob("*.py")):
            parts = path.relative_to(base).with_suffix("").parts
            found.append(Source(path, ".".join(parts[:-1] if parts[-1] == "__init__" else parts)))
    return found
