"""`arena compare` as a user has it: verdicts, figures for programs, going on, and mistakes in words."""

from __future__ import annotations

import json

import pytest

from tests.cli.command import arena, refusal

GAME = ("--variant", "trollin", "--option", "target=5")


@pytest.fixture(scope="module")
def won(tmp_path_factory):
    """greedy against one that plays its lowest card, kept in a folder."""
    folder = tmp_path_factory.mktemp("compare") / "kept"
    run = arena("compare", "greedy", "first", *GAME, "--seed", "cmp", "--out", folder, "--jobs", 2)
    assert run.returncode == 0, run.stderr
    return folder, run


def test_the_answer_comes_first_and_says_what_it_rests_on(won):
    _, run = won
    lines = run.stdout.splitlines()
    assert lines[0] == "greedy is better than first"
    assert lines[1].startswith("greedy leads by +")
    assert "with 95 % at every look at once" in lines[1]
    assert lines[2].endswith("each played with the seats exchanged, too; seed 'cmp'")
    assert "chances of error: 0.05 for better or worse, 0.05 for no difference beyond" in lines[3]


def test_progress_tells_each_look(won):
    _, run = won
    assert "100 deals: +" in run.stderr


def test_going_on_with_what_is_kept_plays_nothing_and_says_the_same(won):
    folder, run = won
    again = arena("compare", "greedy", "first", *GAME, "--out", folder, "--json")
    assert again.returncode == 0, again.stderr
    told = json.loads(again.stdout)
    assert told["verdict"] == "better"
    assert told["seed"] == "cmp"
    assert told["bots"] == ["greedy", "first"]
    last = told["looks"][-1]
    assert last["low"] > 0
    assert f"{last['mean']:+.4f} a table" in run.stdout


def test_a_question_that_stays_open_is_no_success():
    run = arena("compare", "greedy", "greedy", *GAME, "--deals-at-most", 20, "--margin", 0.001, "--jobs", 1)
    assert run.returncode == 1
    assert run.stdout.startswith(
        "still open whether greedy is better than greedy-2; allow more deals, or a larger margin"
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("greedy", "nobody", *GAME), "there is no bot named 'nobody'"),
        (("greedy", "first", "--variant", "trolin"), "trollin"),
        (("greedy", "first", *GAME, "--margin", 0), "--margin"),
        (("greedy", "first", *GAME, "--alpha", 0.7), "--alpha"),
        (("greedy", "first", *GAME, "--seats", 9), "2, 3, 4, 5, 6"),
        (("greedy", "first"), "--variant"),
    ],
)
def test_mistakes_are_told_in_words(arguments, words):
    assert words in refusal("compare", *arguments)
