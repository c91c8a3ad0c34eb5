"""Quantiles of how long decisions took, out of counts by slot.

Called by the reports. Knows how `arena.records` cuts time into slots, and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping

from arena.records import slot_start_s


def time_quantile(times: Mapping[int, int], share: float) -> float:
    """The time in seconds that this share of the decisions took at most; times: at least one decision, by slot.

    Within a slot decisions are taken to be spread evenly on the logarithmic scale, so that the answer is at most the
    width of a slot (19 %) off.
    """
    wanted = share * sum(times.values())
    passed, slot = 0.0, 0
    for slot in sorted(times):
        if passed + times[slot] >= wanted:
            return slot_start_s(slot + (wanted - passed) / times[slot])
        passed += times[slot]
    return slot_start_s(slot + 1)
