"""Plugins that the user names by path: what they bring, and what is said of those that are broken."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from arena.errors import InputError, PluginError
from arena.plugin import load, plugin_paths

TOY = """
from dataclasses import dataclass
from pathlib import Path
from arena.plugin import hookimpl
from arena_trollin import Trollin

class Toy(Trollin):
    name = "{name}"
    summary = "trollin by another name"

@hookimpl
def arena_variants():
    return [Toy]
"""
_numbers = count()


@pytest.fixture(autouse=True)
def modules() -> Iterator[None]:
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if name.startswith("toy_"):
            del sys.modules[name]


def plugin(folder: Path, text: str) -> Path:
    file = folder / f"toy_{next(_numbers)}.py"
    file.write_text(text)
    return file


def refused(*paths: Path) -> str:
    with pytest.raises(PluginError) as caught:
        load([str(path) for path in paths])
    return str(caught.value)


def test_the_first_party_plugins_come_in_by_their_entry_points():
    registry = load()
    assert {"trollin", "troeven"} <= set(registry.variants)
    assert registry.variant("troeven").players == (4,)
    assert "entry point trollin = 'arena_trollin' of trickarena" in registry.origins["variant", "trollin"]


def test_the_built_in_bots_and_writers_come_in_by_the_same_door():
    registry = load()
    assert {"random", "greedy"} <= set(registry.bots)
    assert (registry.bot("greedy") / "bot.toml").is_file()
    assert {"markdown", "json", "csv", "html"} <= set(registry.writers)


def test_a_module_file(tmp_path):
    file = plugin(tmp_path, TOY.format(name="toy"))
    registry = load([str(file)])
    assert registry.variant("toy").summary == "trollin by another name"
    assert registry.origins["variant", "toy"] == f"{file.stem} (--plugin {file})"
    assert "toy" not in load().variants


def test_a_package_folder_with_modules_of_its_own_and_a_bot(tmp_path):
    package = tmp_path / f"toy_{next(_numbers)}"
    (package / "clever").mkdir(parents=True)
    (package / "clever" / "bot.toml").write_text('name = "clever"\nversion = "1"\ncommand = ["x"]\n')
    (package / "game.py").write_text(TOY.format(name="toy"))
    (package / "__init__.py").write_text(
        "from pathlib import Path\n"
        "from arena.plugin import hookimpl\n"
        f"from {package.name}.game import Toy\n"
        "@hookimpl\ndef arena_variants():\n    return [Toy]\n"
        "@hookimpl\ndef arena_bots():\n    yield Path(__file__).parent / 'clever'\n"
    )
    registry = load([str(package)])
    assert "toy" in registry.variants
    assert registry.bot("clever") == package / "clever"


def bots(folder: Path, *versions: str, name: str = "clever") -> Path:
    """A plugin with these versions of a bot; "" is one that gives no version."""
    home = folder / f"bots_{next(_numbers)}"
    for number, version in enumerate(versions):
        (home / str(number)).mkdir(parents=True)
        given = f'version = "{version}"\n' if version else ""
        (home / str(number) / "bot.toml").write_text(f'name = "{name}"\n{given}command = ["x"]\n')
    return plugin(
        folder,
        "from pathlib import Path\nfrom arena.plugin import hookimpl\n@hookimpl\ndef arena_bots():\n"
        f"    return sorted(Path({str(home)!r}).iterdir())\n",
    )


def test_versions_of_a_bot_may_come_from_several_plugins_and_the_plain_name_is_the_newest(tmp_path):
    one, two = bots(tmp_path, "1.9", "spring", "1.10rc1", ""), bots(tmp_path, "1.10")
    registry = load([str(one), str(two)])
    assert list(registry.versions["clever"]) == ["1.10", "1.10rc1", "1.9", "0", "spring"]
    assert registry.bot("clever") == registry.bot("clever@1.10") == registry.bots["clever"]
    assert (registry.bot("clever@1.9") / "bot.toml").read_text().splitlines()[1] == 'version = "1.9"'
    assert registry.origins["bot", "clever"] == f"{two.stem} (--plugin {two})"
    assert registry.origins["bot", "clever@spring"] == f"{one.stem} (--plugin {one})"


def test_a_version_that_is_not_there_is_told_with_those_that_are(tmp_path):
    registry = load([str(bots(tmp_path, "1.9", "1.10"))])
    with pytest.raises(InputError, match=r"^there is no version '2' of the bot 'clever'; known: 1\.10, 1\.9$"):
        registry.bot("clever@2")
    with pytest.raises(InputError, match="there is no bot named 'cleve'; did you mean clever"):
        registry.bot("cleve@1.9")


def test_the_same_version_of_a_bot_twice_is_refused_with_both_origins(tmp_path):
    one, two = bots(tmp_path, "1.0"), bots(tmp_path, "1.0")
    message = refused(one, two)
    assert "two plugins bring version '1.0' of a bot named 'clever': " in message
    assert f"--plugin {one}" in message
    assert f"--plugin {two}" in message


def test_a_version_is_a_text(tmp_path):
    file = bots(tmp_path, "1")
    toml = next(tmp_path.glob("bots_*/0/bot.toml"))
    toml.write_text('name = "clever"\nversion = 1.5\ncommand = ["x"]\n')
    assert 'version must be a text, as version = "1.5"' in refused(file)


def test_the_environment_names_plugins_too_and_a_path_counts_once(tmp_path, monkeypatch):
    one, two = plugin(tmp_path, TOY.format(name="toy")), plugin(tmp_path, TOY.format(name="toy2"))
    monkeypatch.setenv("ARENA_PLUGINS", os.pathsep.join([str(one), str(two)]))
    registry = load([str(one)])
    assert {"toy", "toy2"} <= set(registry.variants)
    assert set(plugin_paths([str(one)])) == {one, two}


def test_loading_twice_gives_the_same_classes(tmp_path):
    file = plugin(tmp_path, TOY.format(name="toy"))
    assert load([str(file)]).variant("toy") is load([str(file)]).variant("toy")


def test_two_variants_of_one_name_are_refused_with_both_origins(tmp_path):
    one, two = plugin(tmp_path, TOY.format(name="toy")), plugin(tmp_path, TOY.format(name="toy"))
    message = refused(one, two)
    assert "two plugins bring a variant named 'toy'" in message
    assert f"--plugin {one}" in message
    assert f"--plugin {two}" in message
    assert "entry point trollin" in refused(plugin(tmp_path, TOY.format(name="trollin")))


def test_a_misspelt_hook_names_plugin_and_hook(tmp_path):
    file = plugin(tmp_path, TOY.format(name="toy").replace("arena_variants", "arena_variant"))
    message = f"plugin {file.stem} (--plugin {file}): there is no hook arena_variant; did you mean arena_variants?"
    assert refused(file) == message


def test_a_hook_without_its_mark_is_not_passed_over(tmp_path):
    file = plugin(tmp_path, TOY.format(name="toy").replace("@hookimpl\n", ""))
    assert "arena_variants is not marked; put @hookimpl above it" in refused(file)


def test_a_hook_with_arguments_that_it_does_not_have(tmp_path):
    file = plugin(tmp_path, TOY.format(name="toy").replace("arena_variants()", "arena_variants(more)"))
    message = refused(file)
    assert file.stem in message
    assert "more" in message


def test_a_plugin_that_fails_at_import_is_named_with_the_cause(tmp_path):
    file = plugin(tmp_path, "import no_such_module")
    message = refused(file)
    assert f"plugin {file.stem} (--plugin {file}) can't be imported" in message
    assert "ModuleNotFoundError: No module named 'no_such_module'" in message
    assert file.stem not in sys.modules


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("arena_variants():\n    return [int]", "hook arena_variants: <class 'int'> is no subclass of Variant"),
        ("arena_variants():\n    return 3", "hook arena_variants: TypeError"),
        ("arena_variants():\n    raise ValueError('oh')", "hook arena_variants: ValueError: oh"),
        ("arena_bots():\n    return ['x']", "hook arena_bots: 'x' is no absolute path"),
        ("arena_bots():\n    return [Path('/none')]", "hook arena_bots: /none/bot.toml can't be read"),
        ("arena_report_writers():\n    return [3]", "hook arena_report_writers: 3 is no ReportWriter"),
    ],
)
def test_a_hook_that_breaks_its_contract(tmp_path, body, message):
    head = "from pathlib import Path\nfrom arena.plugin import hookimpl\n@hookimpl\ndef "
    assert message in refused(plugin(tmp_path, head + body))


def test_none_from_a_hook_is_nothing(tmp_path):
    head = "from arena.plugin import hookimpl\n@hookimpl\ndef arena_variants():\n    return None\n"
    assert load([str(plugin(tmp_path, head))]).variants.keys() == load().variants.keys()


def test_a_path_that_is_no_plugin(tmp_path):
    with pytest.raises(InputError, match=r"--plugin .*/none.py: .* does not exist; give the plugin's module"):
        load([str(tmp_path / "none.py")])
    with pytest.raises(InputError, match=r"neither a .py file nor a folder with an __init__.py"):
        load([str(tmp_path)])
    (tmp_path / "json.py").touch()
    with pytest.raises(PluginError, match="another module named json exists already; rename"):
        load([str(tmp_path / "json.py")])


def test_unknown_names_are_told_with_the_near_ones():
    with pytest.raises(InputError, match=r"no variant named 'trolin'; did you mean trollin or troeven\? known: "):
        load().variant("trolin")
    with pytest.raises(InputError, match="there is no bot named 'zzz'; known: "):
        load().bot("zzz")
