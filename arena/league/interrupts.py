"""Ctrl-C while a league runs: the first asks to stop, the second to stop at once.

Only the runner uses it; the signal is counted here and acted upon there, at a moment when nothing is half
done.
"""

from __future__ import annotations

import signal
from types import FrameType, TracebackType
from typing import Self


class Interrupts:
    """Counts Ctrl-C while it is entered, in place of the usual exception. For the main thread only."""

    def __init__(self) -> None:
        self.count = 0

    def __enter__(self) -> Self:
        self._before = signal.signal(signal.SIGINT, self._heard)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _heard(self, number: int, frame: FrameType | None) -> None:
        self.count += 1
