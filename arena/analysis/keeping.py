"""The analysis in a league's folder: what was judged, line by line as it is found, and what follows from it.

`analysis.jsonl` begins with the settings and versions that it was made with; a run that was interrupted goes on behind
its last whole line. `analysis.json` is the summary, for reports and programs. Knows files, and no rules.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from arena.analysis.summary import Analysis, analysis_from, judgement_from
from arena.analysis.work import SeatHand
from arena.errors import InputError

JUDGEMENTS = "analysis.jsonl"
ANALYSIS = "analysis.json"

Place = tuple[str, int, int]
"""Table, hand and seat."""


class Judgements:
    """An open `analysis.jsonl`. kept: what it holds, by place."""

    def __init__(self, file: IO[bytes], kept: dict[Place, SeatHand]) -> None:
        self._file = file
        self.kept = kept

    def keep(self, found: SeatHand) -> None:
        """Add a seat's hand."""
        self._file.write(json.dumps(asdict(found)).encode() + b"\n")
        self._file.flush()
        self.kept[found.table, found.hand, found.seat] = found


@contextmanager
def judgements(folder: Path, made_with: Mapping[str, Any], *, fresh: bool) -> Iterator[Judgements]:
    """Open the folder's judgements to go on with them, or begin them; `fresh` forgets what is there.

    made_with: what they depend on, as plain data. InputError if they were made with anything else, are no judgements,
    can't be written, or are being written by another process.
    """
    path = folder / JUDGEMENTS
    try:
        file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644), "r+b")
    except OSError as error:
        raise InputError(f"{path}: can't be written: {error.strerror}") from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InputError(f"{path}: another analysis of this league is going on; wait until it has ended") from None
        kept = {} if fresh else _read(file, path, made_with)
        if not kept:
            file.seek(0)
            file.truncate()
            file.write(json.dumps(made_with).encode() + b"\n")
        yield Judgements(file, kept)


def _read(file: IO[bytes], path: Path, made_with: Mapping[str, Any]) -> dict[Place, SeatHand]:
    """What is there; the file is left at the end of its last whole line."""
    *lines, rest = file.read().split(b"\n")
    if not lines:
        return {}
    try:
        before = json.loads(lines[0])
        found = [_seat_hand(json.loads(line)) for line in lines[1:]]
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"{path}: is no analysis ({error}); remove it, or use --fresh to begin anew") from error
    if found and before != made_with:
        raise InputError(
            f"{path}: was made with other settings: {'; '.join(_differences(before, made_with))}; "
            "use the same ones to go on, or --fresh to begin anew"
        )
    file.seek(-len(rest), os.SEEK_END)
    file.truncate()
    return {(seat_hand.table, seat_hand.hand, seat_hand.seat): seat_hand for seat_hand in found}


def _differences(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    for key, value in now.items():
        old = before.get(key)
        if isinstance(value, Mapping) and isinstance(old, Mapping):
            yield from _differences(old, value)
        elif old != value:
            yield f"{key} {old} there, {value} here"


def _seat_hand(plain: Mapping[str, Any]) -> SeatHand:
    return SeatHand(**{**plain, "judgements": tuple(map(judgement_from, plain["judgements"]))})


def write_analysis(folder: Path, analysis: Analysis) -> Path:
    """Put `analysis.json` into its place when it is whole; returns its path. InputError if it can't be written."""
    path = folder / ANALYSIS
    draft = path.with_name(f".{path.name}-{os.getpid()}")
    try:
        try:
            draft.write_text(json.dumps(asdict(analysis), indent=1) + "\n", encoding="utf-8")
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"{path}: can't be written: {error.strerror}") from error
    return path


def read_analysis(folder: Path) -> Analysis | None:
    """The summary that was written last; None if there is none. InputError for a file that is no summary."""
    path = folder / ANALYSIS
    try:
        return analysis_from(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"{path}: is no analysis ({error}); remove it and run arena analyse again") from error
