"""An analysis in words: a sentence for a decision, lines for a bot.

For the command line, and for whoever writes reports in text. Knows the values of `arena.analysis` alone.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

from arena.analysis.judging import Loss
from arena.analysis.summary import EVERY, Analysis, BotLosses, Costly, Losses
from arena.stats import Estimate
from arena.stats.moments import quantile

HEADINGS = ("bot", "", "decisions", "by what it knew", "with all cards seen", "clear mistakes")


def sentence(costly: Costly) -> str:
    """What a decision cost, in one line."""
    judged = costly.judgement
    known, seen = judged.known, judged.seen
    assert known is not None
    when = f"trick {judged.trick}: played" if judged.kind == "play" else f"{judged.kind}:"
    where = f"{costly.table} hand {costly.hand} {when} {judged.played}"
    exactly = ", solved to the end" if known.exact else ""
    return (
        f"{where}, {known.best} was better by {_points(known)} knowing what you knew{exactly}; "
        f"with all cards seen {_seen(seen, judged.played, known.best)}"
    )


def _points(loss: Loss) -> str:
    noise = f" (±{_short(_half_width(loss))})" if loss.error else ""
    points = _short(loss.mean)
    return f"{points} {'point' if points == '1' else 'points'}{noise}"


def _seen(loss: Loss, played: str, best: str) -> str:
    if loss.best == played:
        return "nothing was better"
    if not loss.clear:
        return "no clear loss"
    return _points(loss) if loss.best == best else f"{loss.best} by {_points(loss)}"


def _half_width(loss: Loss) -> float:
    return quantile(loss.worlds - 1) * loss.error


def _short(value: float) -> str:
    """Two decimals at most, none where they say nothing."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if abs(value) < 100 else f"{value:.0f}"


def command(costly: Costly, folder: Path) -> str:
    """The command that shows the hand of a decision."""
    return f"arena replay {shlex.quote(str(folder))} --table {costly.table} --hand {costly.hand}"


def analysis_text(analysis: Analysis, folder: Path) -> Iterator[str]:
    """The whole analysis as lines."""
    sample = "all" if analysis.hands == analysis.of_hands else "a sample, --hands changes it"
    settings = analysis.settings
    yield (
        f"{analysis.league} ({analysis.variant}): {analysis.hands} of {analysis.of_hands} hands ({sample}), "
        f"{settings.worlds} worlds a decision"
    )
    yield "points lost a decision, ± 95 %, the fewer the better; forced moves are not counted"
    yield ""
    rows = [HEADINGS, *(_row(bot, line) for bot in analysis.bots for line in bot.kinds)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        words = [f"{cell:<{width}}" for cell, width in zip(row[:2], widths[:2], strict=True)]
        figures = [f"{cell:>{width}}" for cell, width in zip(row[2:], widths[2:], strict=True)]
        yield "  ".join(words + figures).rstrip()
    for bot in analysis.bots:
        yield ""
        yield from _worst(bot, folder)


def _row(bot: BotLosses, line: Losses) -> tuple[str, ...]:
    first = line.kind == EVERY
    return (
        bot.bot if first else "",
        "" if first else line.kind,
        str(line.decisions),
        _mean(line.known),
        _mean(line.seen),
        str(line.mistakes),
    )


def _mean(estimate: Estimate | None) -> str:
    if estimate is None:
        return "-"
    noise = "" if estimate.half_width is None else f" ± {estimate.half_width:.3f}"
    return f"{estimate.mean:.3f}{noise}"


def _worst(bot: BotLosses, folder: Path) -> Iterator[str]:
    if bot.unknown:
        yield f"{bot.bot}: {bot.unknown} decisions are left out, because no hands could be drawn that fit them"
    if not bot.worst:
        yield f"{bot.bot}: no decision stands out as a mistake"
        return
    yield f"{bot.bot}, what cost most (looked at again in fresh worlds)"
    for costly in bot.worst:
        yield f"  {sentence(costly)}"
        yield f"      {command(costly, folder)}"
