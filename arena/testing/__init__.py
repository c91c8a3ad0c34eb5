"""The conformance kit for variants: laws that every card game of the arena must keep, for authors' own tests.

    from arena.testing import law_tests
    from arena_mygame import MyGame

    test_laws = law_tests(MyGame)

`arena variant check NAME` runs the same laws from the command line.
"""

from arena.testing.conformance import Conformance, check_law, check_variant, variant_laws
from arena.testing.law import Law, LawBroken, Step, Verdict
from arena.testing.pytest_laws import law_tests
from arena.testing.settings import settings_of

__all__ = [
    "Conformance",
    "Law",
    "LawBroken",
    "Step",
    "Verdict",
    "check_law",
    "check_variant",
    "law_tests",
    "settings_of",
    "variant_laws",
]
