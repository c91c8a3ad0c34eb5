"""The direction of the layers: what each part of the project may know of the others."""

from __future__ import annotations

import pytest

from tests.architecture.layers import MAY_IMPORT, PLUGINS, layer_of, offences, project

SOURCES = project()
LAYERS = sorted({source.layer for source in SOURCES})


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_imports_only_what_is_below_it(layer: str) -> None:
    broken = [
        told
        for source in SOURCES
        if source.layer == layer
        for told in offences(source.text, source.module, package=source.package)
    ]
    assert broken == []


def test_the_layers_that_the_test_reads_are_there() -> None:
    assert {"ground", "game", "wire", "plugin", "referee", "league", PLUGINS} <= set(LAYERS)
    assert {"arena.cards", "arena.tricks", "arena.hand", "arena.views"} <= {
        source.module for source in SOURCES if source.layer == "game"
    }
    folders = {source.module.split(".")[1] for source in SOURCES if source.module.count(".") > 1}
    assert folders <= set(MAY_IMPORT), "a folder of arena/ that is no layer"


def test_the_order_of_the_layers_has_no_circle() -> None:
    below = {layer: allowed - {layer} for layer, allowed in MAY_IMPORT.items()}
    while below:
        lowest = [layer for layer, rest in below.items() if not rest & set(below)]
        assert lowest, f"a circle among {sorted(below)}"
        for layer in lowest:
            del below[layer]


@pytest.mark.parametrize(
    ("module", "layer"),
    [
        ("arena", "ground"),
        ("arena.errors", "ground"),
        ("arena.seeds", "ground"),
        ("arena.cards", "game"),
        ("arena.anything_new", "game"),
        ("arena.wire.messages", "wire"),
        ("arena.referee.sandbox.child", "referee"),
        ("arena.__main__", "cli"),
        ("arena_trollin", PLUGINS),
        ("json", ""),
        ("arenas.cards", ""),
    ],
)
def test_a_module_is_put_into_its_layer(module: str, layer: str) -> None:
    assert layer_of(module) == layer


# The checker can fail: made-up modules that offend, each in another way.


@pytest.mark.parametrize(
    ("module", "text", "words"),
    [
        ("arena.cards", "from arena.wire.messages import Act", "game imports arena.wire.messages.Act"),
        ("arena.cards", "import arena.referee", "game imports arena.referee of the layer referee"),
        ("arena.cards", "from arena import store", "game imports arena.store"),
        ("arena.cards", "def f():\n    import arena.store.store as s", "line 2: the layer game imports"),
        ("arena.cards", "if TYPE_CHECKING:\n    from arena.plugin import Registry", "line 2: the layer game"),
        ("arena.cards", "from .wire import plain", "game imports arena.wire.plain"),
        ("arena.cards", "importlib.import_module('arena.league')", "game imports arena.league"),
        ("arena.cards", "__import__('msgpack')", "msgpack belongs into the layer wire alone"),
        ("arena.cards", "import numpy", "standard library only, not numpy"),
        ("arena.records", "from arena.cards import Deck", "ground imports arena.cards.Deck"),
        ("arena.wire.plain", "from arena.referee import match", "wire imports arena.referee"),
        ("arena.wire.plain", "from ..sdk import bot", "wire imports arena.sdk.bot"),
        ("arena.plugin.registry", "from arena.wire import plain", "plugin imports arena.wire"),
        ("arena.sdk.bot", "from arena.referee.table import Table", "sdk imports arena.referee"),
        ("arena.sdk.bot", "import msgpack", "msgpack belongs into the layer wire alone"),
        ("arena.referee.match", "from arena.plugin import load", "referee imports arena.plugin.load"),
        ("arena.referee.match", "from arena.store import Store", "referee imports arena.store.Store"),
        ("arena.referee.match", "import msgspec.msgpack", "msgspec belongs into the layer wire alone"),
        ("arena.store.store", "from arena.game import Game", "store imports arena.game.Game"),
        ("arena.stats.tests", "from arena.store import reading", "stats imports arena.store.reading"),
        ("arena.league.runner", "from arena.cli import main", "league imports arena.cli.main"),
        ("arena.league.runner", "import sqlite3", "sqlite3 belongs into the layer store alone"),
        ("arena.league.file", "import click", "click belongs into the layer cli alone"),
        ("arena.reports.html", "from arena.testing import kit", "reports imports arena.testing.kit"),
        ("arena.testing.kit", "from arena.cli import play", "testing imports arena.cli.play"),
        ("arena.cli.play", "import pluggy", "pluggy belongs into the layer plugin alone"),
        ("arena.cli.play", "import arena_trollin", "cli imports arena_trollin of the layer plugins"),
        ("arena_trollin", "from arena.plugin import load", "a plugin imports arena.plugin.load"),
        ("arena_trollin", "from arena.plugin.hookspecs import hookimpl", "a plugin imports arena.plugin.hookspecs"),
        ("arena_trollin", "import arena.plugin", "a plugin imports arena.plugin"),
        ("arena_trollin", "from arena.wire import plain", "a plugin imports arena.wire.plain"),
        ("arena_trollin", "import arena_troeven", "a plugin imports arena_troeven"),
        ("arena_trollin", "import pluggy", "pluggy belongs into the layer plugin alone"),
    ],
)
def test_an_offence_is_found_and_named(module: str, text: str, words: str) -> None:
    (told,) = offences(text, module)
    assert told.startswith(f"{module}, line ")
    assert words in told


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("arena.tricks", "from arena.cards import Deck\nfrom arena.errors import InputError\nimport functools"),
        ("arena.wire.plain", "import msgpack\nfrom . import framing\nfrom ..errors import WireError"),
        ("arena.referee.match", "from arena.game import Game\nfrom arena.wire.messages import Act"),
        ("arena.league.runner", "from arena.store import Store\nfrom arena.referee.match import play_match"),
        ("arena.cli.play", "import click\nfrom arena.testing import kit\nimport rich"),
        ("arena_trollin", "from arena.plugin import hookimpl\nfrom arena.variant import Variant\nimport dataclasses"),
    ],
)
def test_what_is_allowed_is_no_offence(module: str, text: str) -> None:
    assert offences(text, module) == []


def test_a_relative_import_in_a_package_counts_from_the_package() -> None:
    assert offences("from . import messages", "arena.wire", package=True) == []
    (told,) = offences("from .. import store", "arena.wire", package=True)
    assert "wire imports arena.store" in told
