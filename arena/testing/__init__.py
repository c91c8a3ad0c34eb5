"""The conformance kits, for authors' own tests: laws that every card game of the arena must keep, and steps for bots.

    from arena.testing import law_tests
    from arena_mygame import MyGame

    test_laws = law_tests(MyGame)

`arena variant check NAME` runs the same laws from the command line, `arena bot check` the steps of `check_bot`.
"""

from arena.testing.bot_check import BOT_STEPS, BotConformance, check_bot
from arena.testing.conformance import Conformance, check_law, check_variant, variant_laws
from arena.testing.law import Law, LawBroken, Step, Verdict
from arena.testing.pytest_laws import law_tests
from arena.testing.settings import settings_of

__all__ = [
    "BOT_STEPS",
    "BotConformance",
    "Conformance",
    "Law",
    "LawBroken",
    "Step",
    "Verdict",
    "check_bot",
    "check_law",
    "check_variant",
    "law_tests",
    "settings_of",
    "variant_laws",
]
