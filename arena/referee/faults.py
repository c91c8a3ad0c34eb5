"""Faults in words: what the author of a bot needs to know, with the evidence.

The match decides that something was a fault; here it is written down. Everything that a bot wrote is hostile
text: it is cut and made printable before it goes anywhere.
"""

from __future__ import annotations

import traceback
from math import inf
from types import TracebackType

from arena.records import Fault, FaultKind
from arena.referee.player import Player, Question
from arena.referee.table import Table
from arena.variant import Variant
from arena.wire.messages import Act, Move, decode, readable
from arena.wire.quoting import cut, quoted

LONGEST_DETAIL = 1000
HEADER_BYTES = 4
NOTHING_OF_IT = "[] and "
ECHO = "`turn` must be echoed from the act that is answered"


def fault_record(
    player: Player,
    kind: FaultKind,
    detail: str,
    *,
    table: str,
    at: Table | None,
    question: Question | None,
    log: str,
    used_s: float,
    allowed_s: float,
) -> Fault:
    """The fault as it is kept: where it happened, what the clock said, and the last frames and log lines."""
    return Fault(
        kind=kind,
        seat=player.seat,
        bot=player.bot,
        detail=cut(detail, LONGEST_DETAIL),
        table=table,
        hand=at.game.hand.number if at else 0,
        trick=sum(at.game.hand.won) if at else 0,
        used_ms=round(used_s * 1000),
        allowed_ms=round(allowed_s * 1000),
        frames=_evidence(player, at.number if at else None, question),
        stderr=log,
    )


def _evidence(player: Player, table: int | None, question: Question | None) -> tuple[str, ...]:
    """The last frames as far as they are about this table; the question is always among them."""
    shown = [(way, readable(data[HEADER_BYTES:] if way == ">" else data, table=table)) for way, data in player.recent]
    lines = [f"{way} {text}" for way, text in shown if not text.startswith(NOTHING_OF_IT)]
    if question is not None and question.deadline_s < inf:
        act = question.act
        if not any(f'"table":{act.table},"turn":{act.turn},"legal":' in line for line in lines):
            lines.insert(0, f"> [{readable(act)}]")
    return tuple(lines)


def illegal(question: Question, move: Move) -> str:
    """What was answered, which rule it breaks, and what would have been legal."""
    hand = question.table.game.hand
    assert hand.phase is not None
    token = move.action if len(move.action) <= 20 else move.action[:20] + "..."
    why = hand.phase.why_illegal(hand, token) if token.isprintable() else "That is no token."
    return f"answered {quoted(token.encode())}: {why} Legal: {' '.join(question.act.legal)}."


def timeout(player: Player, questions: list[Question], unfinished: str) -> str:
    """Which question was not answered in time, and what had come instead."""
    act = questions[0].act
    others = f" (and {len(questions) - 1} more at other tables)" if len(questions) > 1 else ""
    came = f"of an answer there were {unfinished}" if unfinished else _earlier(player, act) or "nothing had come"
    return (
        f"no answer to turn {act.turn} of table {act.table}{others} within {act.ms} ms; {came}. "
        f"Legal were: {' '.join(act.legal)}."
    )


def _earlier(player: Player, act: Act) -> str:
    """Whether what has come since was an answer to an earlier question at the same table; "" if not."""
    for way, payload in reversed(player.recent):
        if way == ">":
            return ""
        for message in decode(payload):
            if isinstance(message, Move) and message.table == act.table and message.turn < act.turn:
                return f"what had come was an answer to turn {message.turn}; {ECHO}"
    return ""


def asked(questions: list[Question]) -> str:
    """What a bot had been asked when something else went wrong, and what was legal; "" if nothing."""
    sent = [question.act for question in questions if question.deadline_s < inf]
    if not sent:
        return ""
    others = f" (and {len(sent) - 1} more at other tables)" if len(sent) > 1 else ""
    act = sent[0]
    return f"It had been asked turn {act.turn} of table {act.table}{others}; legal were: {' '.join(act.legal)}."


def not_asked(move: Move, asked: int) -> str:
    """A move that answers nothing that was ever asked."""
    if not asked:
        return f"a move for table {move.table}, at which this bot was never asked anything."
    return (
        f"a move for turn {move.turn} of table {move.table}, but the last question there was turn {asked - 1}; {ECHO}."
    )


def raised_by(variant: Variant, trace: TracebackType | None) -> bool:
    """Whether an exception came out of the variant's own code."""
    module = type(variant).__module__
    return any(frame.f_globals.get("__name__") == module for frame, _ in traceback.walk_tb(trace))


def variant_failure(variant: Variant, error: Exception, table: Table | None, name: str) -> str:
    """Whose failure spoiled a match, and the way to it: the table, the hand and the actions played before."""
    lines = traceback.extract_tb(error.__traceback__)
    module = type(variant).__module__
    where = next((f"{line.name}, line {line.lineno}" for line in reversed(lines) if module in line.filename), "?")
    text = f"variant {variant.name} ({module}, in {where}): {type(error).__name__}: {error}"
    if table is None:
        return text
    hand = table.game.hand
    return f"{text}; table {name}, hand {hand.number}, after the actions {list(hand.actions)}"
