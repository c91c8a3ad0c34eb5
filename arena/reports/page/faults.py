"""What went wrong: the faults of bots with their evidence, and matches that nobody is to blame for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from arena.reports import wording
from arena.reports.markdown import evidence
from arena.reports.page.hands import link
from arena.reports.page.markup import Part, cell, note, part, shown, table


def faults(report: Mapping[str, Any]) -> Part | None:
    """By bot and kind: how many, and the first ones with the last messages and the end of the log."""
    if not report["faults"]:
        return None
    told = "What bots did wrong, with the last messages and the last lines of their log."
    return part("faults", "Faults", note(told), *_faults(report))


def voids(report: Mapping[str, Any]) -> Part | None:
    """The matches that are to be played again, and why."""
    if not report["void"]:
        return None
    rows = [
        [cell(shown(void["match"]), "name"), cell(str(void["attempts"])), cell(shown(void["reason"]), "prose")]
        for void in report["void"]
    ]
    return part(
        "void", "Void, to be played again", table("Void matches", ["match", "tries", "reason"], rows, left=(0, 2))
    )


def _faults(report: Mapping[str, Any]) -> Iterator[str]:
    for found in report["faults"]:
        examples = "".join(map(_example, found["examples"]))
        yield (
            f"<details><summary><b>{shown(found['bot'])}</b> {shown(found['kind'])} "
            f"<small>{wording.times(found['count'])}</small></summary>{examples}</details>"
        )


def _example(example: Mapping[str, Any]) -> str:
    lines = "\n".join(escape(line) for line in evidence(example))
    proof = f'<pre tabindex="0" role="group" aria-label="Evidence">{lines}</pre>' if lines else ""
    place = wording.where(example)
    where = link(example["table"], place, hand=example["hand"]) if example["table"] else shown(place)
    return f'<div class="fault"><p class="note">{where}</p><p>{shown(example["detail"])}</p>{proof}</div>'
