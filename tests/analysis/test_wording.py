"""An analysis in words, as a bot's author reads it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from arena.analysis import Analysis, BotLosses, Judgement, Loss, Losses, Settings
from arena.analysis.summary import Costly
from arena.analysis.wording import analysis_text, command, sentence
from arena.stats import Estimate

# Half a point of noise at 95 %: 0.245 * 2.04, the t quantile of 31 degrees of freedom.
KNOWN = Loss("JS", 1.3, 0.245, 32, exact=False)
CARD = Judgement(13, 4, "play", "QS", 5, KNOWN, Loss("JS", 2.0, 0.0, 1, exact=True))
COSTLY = Costly("m3.r0.d17", 1, 2, CARD)


def test_a_card():
    assert sentence(COSTLY) == (
        "m3.r0.d17 hand 1 trick 4: played QS, JS was better by 1.3 points (±0.5) knowing what you knew; "
        "with all cards seen 2 points"
    )


@pytest.mark.parametrize(
    ("seen", "words"),
    [
        (Loss("QS", -0.2, 0.3, 32, exact=False), "with all cards seen nothing was better"),
        (Loss("KD", 0.2, 0.3, 32, exact=False), "with all cards seen no clear loss"),
        (Loss("KD", 1.0, 0.0, 1, exact=True), "with all cards seen KD by 1 point"),
    ],
)
def test_with_all_cards_seen(seen, words):
    assert sentence(replace(COSTLY, judgement=replace(CARD, seen=seen))).endswith(words)


def test_a_bid_and_an_end_that_was_solved():
    known = Loss("pass", 12.0, 0.0, 1, exact=True)
    bid = Judgement(2, 0, "bid", "20", 7, known, Loss("pass", 12.0, 0.0, 1, exact=True))
    assert sentence(replace(COSTLY, judgement=bid)) == (
        "m3.r0.d17 hand 1 bid: 20, pass was better by 12 points knowing what you knew, solved to the end; "
        "with all cards seen 12 points"
    )


def test_the_command_that_shows_it_can_be_pasted():
    assert command(COSTLY, Path("my league")) == "arena replay 'my league' --table m3.r0.d17 --hand 1"


def test_the_whole():
    losses = Losses("all", 200, Estimate(0.25, 0.05, 20, 200), Estimate(0.5, 0.125, 20, 200), 7, 60)
    ann = BotLosses(
        "ann", (losses, replace(losses, kind="bid", decisions=9), replace(losses, kind="play")), (COSTLY,), 3
    )
    bob = BotLosses("bob", (Losses("all", 1, Estimate(0.0, None, 1, 1), None, 0, 0),), (), 0)
    analysis = Analysis("club", "trollin", Settings(), {}, 20, 400, (ann, bob))
    lines = list(analysis_text(analysis, Path("club")))
    assert lines[0] == "club (trollin): 20 of 400 hands (a sample, --hands changes it), 32 worlds a decision"
    assert [line.split() for line in lines[4:7]] == [
        ["ann", "200", "0.250", "±", "0.050", "0.500", "±", "0.125", "7"],
        ["bid", "9", "0.250", "±", "0.050", "0.500", "±", "0.125", "7"],
        ["play", "200", "0.250", "±", "0.050", "0.500", "±", "0.125", "7"],
    ]
    assert lines[7].split() == ["bob", "1", "0.000", "-", "0"]
    assert "ann: 3 decisions are left out, because no hands could be drawn that fit them" in lines
    assert f"  {sentence(COSTLY)}" in lines
    assert lines[-1] == "bob: no decision stands out as a mistake"
