"""A bot whose answer gets better with time: which answer goes out, and when it is interrupted."""

import itertools
import time

import pytest

from arena.sdk import Act, Hello, Start
from arena.sdk.thinker import Thinker, TimeIsUp, alarm_in
from tests.sdk.driver import act, hello, start


class Said:
    def __init__(self, choice):
        self.choice = choice


def seated(looking):
    """A thinker that looks like this, and a way to put a question with so many milliseconds."""
    bot = type("Test", (Thinker,), {"looking": looking})()
    bot.seated(Hello(hello()), Start(start()))
    return bot, lambda ms, *legal: Act(act(legal=legal, ms=ms), bot, time.monotonic())


def test_the_last_thing_found_is_the_answer():
    bot, question = seated(lambda self, act, deadline_s: iter([Said("KS"), Said("AS"), Said("QS")]))
    assert bot.choose(question(60_000, "AS", "KS", "QS")) == "QS"


def test_without_a_choice_nothing_is_looked_for():
    bot, question = seated(lambda self, act, deadline_s: pytest.fail("it looked"))
    assert bot.choose(question(60_000, "AS")) == "AS"


def test_who_finds_nothing_answers_with_the_first_legal_token():
    bot, question = seated(lambda self, act, deadline_s: iter(()))
    assert bot.choose(question(60_000, "pass", "7")) == "pass"


def endless(self, act, deadline_s):
    yield Said("KS")
    yield Said("QS")
    for _ in itertools.count():
        pass


def test_an_alarm_interrupts_what_never_ends():
    bot, question = seated(endless)
    assert bot.choose(question(300, "AS", "KS", "QS")) == "QS"


def test_the_deadline_is_a_part_of_the_time_and_never_far_off():
    seen = []
    bot, question = seated(lambda self, act, deadline_s: iter(seen.append(deadline_s - act.heard_s) or ()))
    bot.choose(question(100, "AS", "KS"))
    bot.choose(question(600_000, "AS", "KS"))
    assert seen == [pytest.approx(0.1 * Thinker.thinking), pytest.approx(Thinker.most_s)]


def test_an_alarm_is_off_when_its_block_is_left():
    with alarm_in(60):
        pass
    with pytest.raises(TimeIsUp), alarm_in(0.01):
        for _ in itertools.count():
            pass
