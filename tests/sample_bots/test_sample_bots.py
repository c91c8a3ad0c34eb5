"""Each sample bot, started by the command of its own bot.toml, plays both games over real pipes."""

import shutil
import subprocess

import pytest
from arena_troeven import Troeven
from arena_trollin import Trollin

from arena.league.bots import read_bot
from tests.sample_bots.conftest import FOLDERS
from tests.sdk.driver import ROOT, Table, act, hello, move, start

FIRST = ROOT / "sample_bots" / "first"

GAMES = [Trollin(2), Trollin(4), Trollin(6), Trollin(4, declare=True), Troeven(4)]
# Those in other languages play recorded conversations instead (test_conversations.py).
AT_TABLES = [folder for folder in FOLDERS if "-" not in folder.name]


def test_ten_languages_and_more_are_there():
    languages = {read_bot(folder).language for folder in FOLDERS} - {""}
    assert languages >= {"C", "C++", "Go", "Java", "JavaScript", "Kotlin", "Lua", "Perl", "Python", "Ruby", "Rust"}
    assert "TypeScript" in languages


def test_the_c_bot_has_no_warnings(tmp_path):
    if shutil.which("cc") is None:
        pytest.skip("cc is not installed")
    build = [*read_bot(FIRST).build, "-Wall", "-Wextra", "-Werror"]
    shutil.copytree(FIRST, tmp_path / "first")
    subprocess.run(build, cwd=tmp_path / "first", check=True)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_folder_is_complete_and_named_as_its_bot(folder):
    assert read_bot(folder).name == folder.name
    assert len((folder / "README.md").read_text().splitlines()) <= 10


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name}-{game.seats}-{game.options}")
@pytest.mark.parametrize("folder", AT_TABLES, ids=lambda folder: folder.name)
def test_a_bot_plays_whole_deals_with_legal_answers(folder, game, started):
    named = f"{type(game).__module__}:{type(game).__qualname__}"
    with started(folder, ARENA_VARIANT=named) as bot:
        tables = [Table(game, number, seat=1) for number in range(3)]
        [ready] = bot.ask(tables[0].hello())
        assert (ready["type"], ready["protocol"], ready["name"]) == ("ready", 1, folder.name)
        for table in tables:
            bot.send(table.start())
            while question := table.next_question():
                question["ms"] = 200  # Nobody holds the bot to it; one that searches uses a part of it.
                [answer] = bot.ask(question)
                table.answer(answer)
            bot.send(table.end())
        bot.send({"type": "bye"})
        assert bot.finish() == (0, b"", "")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_bot_passes_over_what_it_does_not_know(folder, started):
    view = {"phase": "dance", "hand": ["AS"], "trick": [], "leader": None, "trump": None, "won": [], "scores": []}
    with started(folder) as bot:
        bot.ask(hello("a game of later", mood=[1.5, {"deep": [None, True, b"bytes", -7, 2**40]}]))
        question = act(3, 1, ["waltz"], events=[["music", 3.5]], view=view, hint={"a": [1, 2]})
        assert bot.ask({"type": "weather", "legal": 3}, start(3, extra="x" * 70_000), question) == [move(3, 1, "waltz")]
        bot.send({"type": "bye"})
        assert bot.finish()[0] == 0


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_bot_leaves_when_its_input_ends(folder, started):
    with started(folder) as bot:
        bot.ask(hello())
        bot.stdin.close()
        assert bot.process.wait(timeout=30) == 0


def test_first_answers_64_tables_with_one_frame(started):
    with started(FIRST, "--tables", "64", "--no-view") as bot:
        [ready] = bot.ask(hello())
        assert (ready["tables"], ready["view"]) == (64, False)
        bot.send(*(start(table) for table in range(64)))
        for turn in (1, 2**40):
            questions = [act(table, turn, [f"{table % 10}S", "KD"], events=[["play", 0, "2C"]]) for table in range(64)]
            assert bot.ask(*questions) == [move(table, turn, f"{table % 10}S") for table in range(64)]


def test_first_reads_frames_that_come_in_pieces_and_several_at_once(started):
    from arena.wire import plain

    questions = [plain.pack([act(0, turn, ["7C", "8C"])]) for turn in (1, 2, 3)]
    stream = plain.pack([hello()]) + plain.pack([start()]) + b"".join(questions)
    with started(FIRST) as bot:
        for at in range(0, len(stream), 7):
            bot.stdin.write(stream[at : at + 7])
            bot.stdin.flush()
        assert bot.receive()[0]["type"] == "ready"
        assert [bot.receive() for _ in questions] == [[move(0, turn, "7C")] for turn in (1, 2, 3)]


def test_first_takes_a_long_frame_and_refuses_an_endless_one(started):
    with started(FIRST) as bot:
        bot.ask(hello())
        assert bot.ask(act(0, 1, ["AS"], events=[["text", "y" * 3_000_000]])) == [move(0, 1, "AS")]
        bot.stdin.write(b"\xff\xff\xff\xff")
        bot.stdin.flush()
        assert bot.finish() == (1, b"", "first: the referee announced a frame that is too long\n")


@pytest.mark.parametrize("payload", [b"\xc1", b"\x91", b"\xdd\xff\xff\xff\xff", b"\x91\x81\xdb\xff\xff\xff\xff"])
def test_first_never_reads_past_its_frame(payload, started):
    with started(FIRST) as bot:
        bot.stdin.write(len(payload).to_bytes(4, "big") + payload)
        bot.stdin.flush()
        assert bot.finish() == (1, b"", "first: the referee sent a frame that is not the protocol\n")


def test_first_names_a_wrong_command_line(started):
    with started(FIRST, "--fast") as bot:
        assert bot.finish() == (1, b"", "first: usage: first [--tables N] [--no-view]\n")


def test_random_draws_by_its_seed(started):
    cards = [f"{rank}S" for rank in "23456789TJQKA"]
    answers = []
    for _ in range(2):
        with started(ROOT / "sample_bots" / "random") as bot:
            bot.ask(hello())
            bot.send(start(seed=7))
            answers.append([bot.ask(act(0, turn, cards))[0]["action"] for turn in range(10)])
    assert answers[0] == answers[1]
    assert len(set(answers[0])) > 1
