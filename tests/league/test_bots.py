"""Bots' folders: what is read of them, what counts as their content, and the copy that is played."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from arena.errors import InputError
from arena.league.allowance import memory_mb
from arena.league.bots import BotFolder, check_unchanged, digest, read_bot, snapshot


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "bot"
    (folder / "src").mkdir(parents=True)
    (folder / "bot.toml").write_text('name = "one"\nversion = "1.0"\ncommand = ["./run", "-x"]\n')
    (folder / "src" / "main.c").write_text("int main;")
    (folder / "run").write_text("#!/bin/sh\n")
    (folder / "run").chmod(0o755)
    return folder


def nothing_to_build(copy: Path) -> None:
    raise AssertionError("a bot with no build command was built")


def test_a_folder_says_what_it_is(folder):
    assert read_bot(folder) == BotFolder(folder, "one", "1.0", ("./run", "-x"))
    (folder / "bot.toml").write_text('name = "one"\ncommand = ["a"]\nbuild = ["make", "all"]\nvariants = ["trollin"]\n')
    bot = read_bot(folder)
    assert (bot.version, bot.build, bot.variants) == ("0", ("make", "all"), ("trollin",))
    assert bot.plays("trollin")
    assert not bot.plays("troeven")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "name: is missing; add it"),
        ('name = "a/b"', "name: 'a/b' must be letters, digits and . _ + - only, at most 64 of them"),
        ('name = "a"', "command: is missing; add it"),
        ('name = "a"\ncommand = "run"', 'command: must be a list of texts, as ["one", "two"], not \'run\''),
        ('name = "a"\ncommand = []', "command: must be a list of texts"),
        ('name = "a"\ncomand = ["x"]', "comand: unknown key; did you mean command?"),
        ('name = "a"\ncommand = ["x"]\nbuild = [1]', "build: must be a list of texts"),
    ],
)
def test_a_bad_bot_file_is_told_with_file_key_and_what_to_do(folder, text, message):
    (folder / "bot.toml").write_text(text)
    with pytest.raises(InputError) as caught:
        read_bot(folder)
    assert str(caught.value).startswith(f"{folder / 'bot.toml'}: {message}")


def test_the_digest_is_of_names_programs_and_bytes(folder):
    before = digest(folder)
    assert digest(folder) == before
    (folder / "run").chmod(0o700)  # still a program
    (folder / "src" / "__pycache__").mkdir()
    (folder / "src" / "__pycache__" / "x.pyc").write_bytes(b"x")
    (folder / "target").mkdir()
    (folder / "target" / "CACHEDIR.TAG").write_text("Signature: 8a477f597d28d172789f06886806bc55\n")
    (folder / "target" / "run.o").write_bytes(b"built in place")
    assert digest(folder) == before
    seen = {before}
    for change in (
        lambda: (folder / "run").chmod(0o644),
        lambda: (folder / "src" / "main.c").write_text("int main2;"),
        lambda: (folder / "src" / "main.c").rename(folder / "main.c"),
        lambda: (folder / "link").symlink_to("main.c"),
        lambda: ((folder / "link").unlink(), (folder / "link").symlink_to("run")),
    ):
        change()
        assert digest(folder) not in seen
        seen.add(digest(folder))


def test_a_link_out_of_the_folder_is_refused(folder):
    (folder / "secret").symlink_to("/etc/passwd")
    with pytest.raises(InputError, match="secret: a link out of the bot's folder"):
        digest(folder)


def test_the_copy_is_named_by_content_and_made_once(folder, tmp_path):
    bot = read_bot(folder)
    copy = snapshot(bot, tmp_path / "bots", nothing_to_build)
    assert copy.name == f"one-{digest(folder)[:12]}"
    assert digest(copy) == digest(folder)
    made = copy.stat()
    assert snapshot(bot, tmp_path / "bots", nothing_to_build).stat().st_ino == made.st_ino
    (folder / "run").write_text("#!/bin/sh\nexit\n")
    assert snapshot(bot, tmp_path / "bots", nothing_to_build) != copy


def test_the_copy_can_be_read_by_the_user_that_bots_run_as(folder, tmp_path):
    for path, mode in (("run", 0o700), ("src/main.c", 0o600), ("src", 0o700)):
        (folder / path).chmod(mode)
    (folder / "bot.toml").write_text('name = "one"\ncommand = ["./made"]\nbuild = ["make"]\n')

    def build(copy: Path) -> None:
        (copy / "made").touch(mode=0o755)

    before = os.umask(0o077)
    try:
        copy = snapshot(read_bot(folder), tmp_path / "bots", build)
    finally:
        os.umask(before)
    modes = {path: (copy / path).stat().st_mode & 0o777 for path in ("", "src", "run", "src/main.c", "made")}
    assert modes == {"": 0o755, "src": 0o755, "run": 0o555, "src/main.c": 0o444, "made": 0o555}


@pytest.mark.parametrize(
    "change",
    [
        lambda copy: (copy / "new").touch(),
        lambda copy: (copy / "run").unlink(),
        lambda copy: ((copy / "made").chmod(0o644), (copy / "made").write_bytes(b"other")),
        lambda copy: (copy / "made").chmod(0o444),
    ],
)
def test_a_copy_that_was_changed_after_it_was_built_is_noticed(folder, tmp_path, change):
    (folder / "bot.toml").write_text('name = "one"\ncommand = ["./made"]\nbuild = ["make"]\n')

    def build(copy: Path) -> None:
        (copy / "made").touch(mode=0o755)

    bot = read_bot(folder)
    copy = snapshot(bot, tmp_path / "bots", build)
    check_unchanged(copy)
    change(copy)
    with pytest.raises(InputError, match=f"{copy}: this copy of a bot was changed after it was built"):
        snapshot(bot, tmp_path / "bots", build)


def test_a_bot_asks_for_memory_or_is_given_what_its_language_needs(folder):
    def given(more: str) -> int:
        (folder / "bot.toml").write_text(f'name = "one"\n{more}\n')
        return memory_mb(read_bot(folder))

    assert given('command = ["./run"]') == 256
    assert given('command = ["/usr/bin/java", "-jar", "bot.jar"]') == 512
    assert given('command = ["./run"]\nlanguage = "Kotlin"') == 512
    assert given('command = ["java", "Bot"]\nmemory_mb = 100') == 100
    with pytest.raises(InputError, match="memory_mb: must be a whole number from 16"):
        given('command = ["./run"]\nmemory_mb = 1')


def test_a_build_that_fails_leaves_no_copy(folder, tmp_path):
    (folder / "bot.toml").write_text('name = "one"\ncommand = ["a"]\nbuild = ["make"]\n')
    bot = read_bot(folder)
    built: list[Path] = []

    def fail(copy: Path) -> None:
        built.append(copy)
        raise InputError("no")

    for _ in range(2):
        with pytest.raises(InputError, match="no"):
            snapshot(bot, tmp_path / "bots", fail)
    assert len(built) == 2
    assert list((tmp_path / "bots").iterdir()) == []

    copy = snapshot(bot, tmp_path / "bots", lambda copy: (copy / "a").touch())
    assert (copy / "a").exists()
    assert not (folder / "a").exists()
