"""What the live pages are told: the list of leagues, or one league, whenever it has changed.

Looking happens in threads, and takes no more than its share of the time.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import asdict
from typing import Any

from starlette.concurrency import run_in_threadpool

from arena.league.following import SHARE_OF_TIME
from arena.serve.shelf import Shelf
from arena.serve.stream import LOOK_S, QUIET_S, News

EVERY_S = 1.0


def listed(shelf: Shelf) -> list[dict[str, Any]]:
    """Every league on a shelf as it stands, its standings left out; `folder` is the name that its address has."""
    found = []
    for name in shelf.folders():
        seen = shelf.look(name, ranked=False)
        if seen is not None:
            told = asdict(seen)
            del told["standings"]
            found.append({"folder": name, **told})
    return found


async def changes(look: Callable[[], Any], ending: Callable[[], bool]) -> AsyncIterator[News | None]:
    """What `look` sees, whenever that is something new; None now and then while it is not."""
    before: Any = None
    number, told_s = 0, time.monotonic()
    while not ending():
        begun_s = time.monotonic()
        seen = await run_in_threadpool(look)
        if seen is not None and seen != before:
            before, told_s = seen, begun_s
            yield number, {"seen": seen}
            number += 1
        elif begun_s - told_s >= QUIET_S:
            told_s = begun_s
            yield None
        next_s = time.monotonic() + max(EVERY_S, (time.monotonic() - begun_s) / SHARE_OF_TIME)
        while not ending() and (left_s := next_s - time.monotonic()) > 0:
            await asyncio.sleep(min(left_s, LOOK_S))
