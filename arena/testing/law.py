"""What a law of the conformance kit is, what comes of checking it, and how a fault is told to the variant's author.

The modules beside this one write the laws; `arena.testing.conformance` runs them.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from arena.testing.trial import Trial


class LawBroken(AssertionError):
    """A variant breaks a law; the message is the evidence, for the variant's author."""


def require(holds: object, evidence: str) -> None:
    """Raise LawBroken with this evidence unless it holds."""
    if not holds:
        raise LawBroken(evidence)


@dataclass(frozen=True, slots=True)
class Law:
    """What must hold of every variant. `check` raises where a trial shows that it doesn't."""

    name: str
    meaning: str
    check: Callable[[Trial], None]


@dataclass(frozen=True, slots=True)
class Survey:
    """What is worth an author's look, though nothing need be wrong: `look` sees all trials and gives advice."""

    name: str
    meaning: str
    look: Callable[[Sequence[Trial]], Iterator[str]]


class Verdict(StrEnum):
    """How a step of the run came out; EXEMPT: the variant says that, and why, the law does not hold for it."""

    PASS = "pass"
    FAIL = "fail"
    ADVICE = "advice"
    EXEMPT = "exempt"
    NOT_RUN = "not run"


@dataclass(frozen=True, slots=True)
class Step:
    """A step with its verdict, for a law, a survey, or what a bot must be able to do.

    again: the arguments of `arena variant check` that show a failure again. remedy: what to do about it.
    """

    name: str
    meaning: str
    verdict: Verdict
    evidence: tuple[str, ...] = ()
    again: str = ""
    remedy: str = ""


def in_words(error: Exception) -> str:
    """An error as evidence: a broken law speaks for itself, of any other error the place is told as well."""
    if isinstance(error, AssertionError) and str(error):
        return str(error)
    frames = traceback.extract_tb(error.__traceback__)
    place = f", at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    own = [frame for frame in frames if "arena/testing" not in Path(frame.filename).as_posix()]
    called = f", called from {Path(own[0].filename).name}:{own[0].lineno}" if len(own) > 1 else ""
    return f"{type(error).__name__}: {error}{place}{called}"
