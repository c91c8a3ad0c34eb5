"""The laws as tests of pytest, for the authors of variants. pytest is imported only when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from arena.testing.conformance import Bench, variant_laws
from arena.testing.law import Law, Verdict
from arena.testing.settings import settings_of
from arena.variant import Variant


def law_tests(kind: type[Variant], *, seeds: Iterable[int] = range(4)) -> Callable[..., None]:
    """A test function, one test for each law, over every number of seats and every option's other values.

    Put it into a module of tests under a name that begins with `test`. A law that the variant is exempt from is
    skipped, with the reason.
    """
    import pytest

    bench = Bench(kind.name, settings_of(kind), list(seeds))

    @pytest.mark.parametrize("law", variant_laws(), ids=lambda law: law.name)
    def test_law(law: Law) -> None:
        step = bench.law(law)
        if step.verdict is Verdict.EXEMPT:
            pytest.skip("; ".join(step.evidence))
        assert step.verdict is Verdict.PASS, f"{law.name}: {step.evidence[0]}\nagain: arena variant check {step.again}"

    return test_law
