"""The bots in many languages play the golden conversations: the same moves as recorded, in every language."""

from __future__ import annotations

import json

import pytest
from arena_trollin import Trollin

from arena.league.work import lines
from arena.records import MatchSpec, Mode
from arena.referee.match import play_match
from arena.referee.sandbox import choose
from tests.sample_bots.conftest import FOLDERS
from tests.sdk.driver import ROOT, act, hello, move, start
from tests.vectors.make import HERE

CONVERSATIONS = {file.stem: json.loads(file.read_text()) for file in sorted(HERE.glob("conversations/*.json"))}
PLAYED = {name: told for name, told in CONVERSATIONS.items() if told["strategy"] != "first"}
FROM_REFEREE = json.loads((HERE / "frames.json").read_text())["from_referee"]
THRIFTY = [folder for folder in FOLDERS if folder.name.startswith("thrifty")]
PYTHON = ROOT / "sample_bots" / "thrifty"


def frames(told, sender):
    return [bytes.fromhex(frame["bytes"]) for frame in told["frames"] if frame["from"] == sender]


def moves(messages):
    return {(move["table"], move["turn"]): move["action"] for move in messages if move["type"] == "move"}


def recorded(told):
    return moves(message for frame in told["frames"] if frame["from"] == "bot" for message in frame["messages"])


def asked(frame):
    """How many answers the referee waits for after this frame."""
    return sum(message["type"] in ("hello", "act") for message in frame["messages"])


@pytest.mark.parametrize("name", PLAYED)
@pytest.mark.parametrize("folder", THRIFTY, ids=lambda folder: folder.name)
def test_a_recorded_conversation_is_answered_as_it_was(folder, name, started):
    told, said = PLAYED[name], []
    with started(folder) as bot:
        for frame in told["frames"]:
            if frame["from"] == "referee":
                bot.stdin.write(bytes.fromhex(frame["bytes"]))
                bot.stdin.flush()
                answers = []
                while len(answers) < asked(frame):
                    answers += bot.receive()
                said += answers
        status, rest, log = bot.finish()
    assert (status, rest) == (0, b""), log
    assert (said[0]["type"], said[0]["protocol"], said[0]["name"]) == ("ready", 1, folder.name)
    assert len(said) == len(recorded(told)) + 1
    if told["strategy"]:
        assert (moves(said), log) == (recorded(told), "")
    else:
        assert moves(said).keys() == recorded(told).keys()


@pytest.mark.parametrize("size", [1, 1000])
@pytest.mark.parametrize("folder", THRIFTY, ids=lambda folder: folder.name)
def test_how_a_conversation_is_cut_into_reads_changes_nothing(folder, size, started):
    told, said = CONVERSATIONS["trollin-three-tables"], []
    stream = b"".join(frames(told, "referee"))
    with started(folder) as bot:
        for at in range(0, len(stream), size):
            bot.stdin.write(stream[at : at + size])
            bot.stdin.flush()
        while len(said) < len(recorded(told)) + 1:
            said += bot.receive()
        assert moves(said) == recorded(told)
        assert bot.finish() == (0, b"", "")


@pytest.mark.parametrize("folder", THRIFTY, ids=lambda folder: folder.name)
def test_every_good_frame_is_read_and_a_bad_one_is_the_end(folder, started):
    good = [bytes.fromhex(vector["bytes"]) for vector in FROM_REFEREE if vector["verdict"] == "good"]
    good = [data for data in good if b"bye" not in data]
    assert len(good) > 5
    view = {"phase": "play", "hand": ["AS"], "trick": [], "leader": None, "trump": None, "won": [], "scores": []}
    with started(folder) as bot:
        bot.ask(hello())
        bot.send(start(17))
        for data in good:
            bot.stdin.write(data)
        assert bot.ask(act(17, 1, ["AS"], view=view)) == [move(17, 1, "AS")]
        [nonsense] = [vector["bytes"] for vector in FROM_REFEREE if vector["name"] == "a frame that is not msgpack"]
        bot.stdin.write(bytes.fromhex(nonsense))
        status, rest, log = bot.finish()
    assert (status != 0, rest) == (True, b""), log


def match(names, programs):
    spec = MatchSpec("m0.r0.b0", "trollin", {}, "seed", Mode.DEALS, names, tuple(range(20)))
    variant = Trollin(2)
    return play_match(spec, variant, lines(programs, variant, choose("auto"), spec))


@pytest.mark.parametrize("folder", THRIFTY, ids=lambda folder: folder.name)
def test_in_the_sandbox_under_the_usual_limits_it_plays_as_the_python_bot_does(folder, program_of):
    own, other = program_of(folder), program_of(PYTHON)
    played = match(("own", "other"), (own, other))
    assert (played.void, played.faults) == ("", ())
    assert [seat.faults for seat in played.seats] == [0, 0]
    assert played.tables == match(("own", "other"), (other, other)).tables
