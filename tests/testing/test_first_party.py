"""Every variant that comes with the arena keeps every law, at each number of seats and each option's other values."""

from __future__ import annotations

from functools import cache

import pytest

from arena.plugin import load
from arena.testing import Law, Verdict, settings_of, variant_laws
from arena.testing.conformance import SURVEYS, Bench

HANDS = 2
"""Hands for each setting: all of this together takes about half a minute. `arena variant check` plays more."""


@cache
def bench(name: str) -> Bench:
    return Bench(name, settings_of(load().variants[name]), range(HANDS))


def names() -> list[str]:
    return list(load().variants)


@pytest.mark.parametrize("law", variant_laws(), ids=lambda law: law.name)
@pytest.mark.parametrize("name", names())
def test_a_variant_keeps_the_law(name: str, law: Law) -> None:
    step = bench(name).law(law)
    assert step.verdict in (Verdict.PASS, Verdict.EXEMPT), f"{step.evidence[0]}\narena variant check {step.again}"
    # An exemption is for something that a reader can see the reason of.
    assert step.verdict is Verdict.PASS or all(len(reason.split()) > 3 for reason in step.evidence)


@pytest.mark.parametrize("name", names())
def test_a_variant_can_be_surveyed(name: str) -> None:
    advice = [line for survey in SURVEYS for line in bench(name).survey(survey).evidence]
    assert [line for line in advice if "could not be looked at" in line] == []
