"""Server-sent events: news to a page that stays open, until the page goes or the server ends.

`Channel` is what one thread tells and any number of pages hear, from its beginning; `stream` turns any source of news
into a response.
"""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

from starlette.responses import StreamingResponse

QUIET_S = 15.0
"""After so long without news a line that means nothing is sent, so that a page that has gone is noticed."""

LOOK_S = 0.5
"""How often a stream looks whether the server is ending."""

News = tuple[int, dict[str, Any]]
"""A number that rises, and what there is to tell."""


class Channel:
    """All that was told at one table. `tell` may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._told: list[dict[str, Any]] = []
        self._waiting: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()
        self.closed = False
        self.heard_s = time.monotonic()

    def tell(self, **news: Any) -> None:
        """Tell something to all who listen, now or later."""
        with self._lock:
            self._told.append(news)
            self._wake()

    def close(self) -> None:
        """There will be no more news."""
        with self._lock:
            self.closed = True
            self._wake()

    @property
    def attended(self) -> bool:
        """Whether somebody listens."""
        return bool(self._waiting)

    def _wake(self) -> None:
        for loop, event in self._waiting:
            loop.call_soon_threadsafe(event.set)

    async def news(self, after: int, ending: Callable[[], bool]) -> AsyncIterator[News | None]:
        """What was told after number `after`, and what will be; None when there has been nothing for a while.

        Before the first wait, and never again, comes {"kind": "present"}: what follows happens now.
        """
        event = asyncio.Event()
        listener = asyncio.get_running_loop(), event
        with self._lock:
            self._waiting.add(listener)
        place, caught_up = after + 1, False
        try:
            while not ending():
                event.clear()
                with self._lock:
                    fresh, closed = self._told[place:], self.closed
                for told in fresh:
                    yield place, told
                    place += 1
                if not caught_up:
                    caught_up = True
                    yield place - 1, {"kind": "present"}
                if closed:
                    return
                if not await _set_within(event, ending):
                    yield None
        finally:
            with self._lock:
                self._waiting.discard(listener)
                self.heard_s = time.monotonic()


async def _set_within(event: asyncio.Event, ending: Callable[[], bool]) -> bool:
    """Wait for an event; False if nothing comes for a while or the server ends."""
    until_s = time.monotonic() + QUIET_S
    while time.monotonic() < until_s and not ending():
        try:
            await asyncio.wait_for(event.wait(), LOOK_S)
        except TimeoutError:
            continue
        return True
    return False


async def _lines(source: AsyncIterator[News | None]) -> AsyncIterator[str]:
    async for news in source:
        if news is None:
            yield ": \n\n"
        else:
            number, told = news
            yield f"id: {number}\ndata: {json.dumps(told)}\n\n"
    yield "event: end\ndata: {}\n\n"


def stream(source: AsyncIterator[News | None]) -> StreamingResponse:
    """A response that tells what comes, until the source has no more."""
    return StreamingResponse(_lines(source), media_type="text/event-stream")
