"""A person is asked, told and recorded like a bot, in every variant; what is not legal comes back with the reason."""

from __future__ import annotations

import pytest
from arena_hearts import Hearts
from arena_troeven import Troeven
from arena_trollin import Trollin

from arena.human import match_token
from arena.plugin import load
from arena.replay import replay_table
from tests.human.alone import Scripted, play_alone

VARIANTS = load().variants


class Stubborn(Scripted):
    """Says something that is not legal before each of its first answers: a card that it lacks, or else any card."""

    def answer(self, asked):
        first = (not self.asked or self.asked[-1] is not asked) and len(self.reasons) < 12
        self.asked.append(asked)
        wrong = [token for token in self.deck if token not in asked.legal]
        return wrong[len(self.asked) % len(wrong)] if first and wrong else self.rng.choice(asked.legal)


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_a_person_plays_a_deal_of_every_variant_and_no_slip_of_the_tongue_reaches_the_referee(name):
    variant = VARIANTS[name]()
    front = Stubborn(seed=3)
    front.deck = list(variant.deck.faces)
    seat = variant.seats - 1
    record = play_alone(variant, front, seat=seat)
    assert record.void == ""
    assert not record.seats[seat].faults and len(front.over) == 1
    (table,) = record.tables
    (hand,) = replay_table(variant, "alone", 0, [hand.actions for hand in table.hands], single=True)
    answered = sum(asked == seat for asked, _, _ in hand.actions)
    assert record.seats[seat].decisions == answered
    assert len({id(asked) for asked in front.asked}) == answered
    assert all(reason.endswith((".", ")")) for reason in front.reasons)
    assert not [reason for reason in front.reasons if reason.endswith("is legal.")]
    assert front.over[0].payoffs == list(table.payoffs)


def test_the_reason_is_the_rule_that_a_card_breaks():
    front = Scripted()
    front.answer = lambda asked: revoke(front, asked)
    play_alone(Trollin(4), front, seat=2, deals=4)
    rules = {reason.partition(" breaks a rule: ")[2] for reason in front.reasons}
    assert rules and all(rules) and len(rules) == 1


def revoke(front, asked):
    """A card of the hand that may not be played, said once."""
    held = [card for card in asked.view["hand"] if card not in asked.legal]
    new = asked not in front.asked
    front.asked.append(asked)
    return held[0] if held and new else asked.legal[0]


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("", "Nothing was said."),
        ("\x1b[2J", "\\x1b[2J is nothing that can be said here."),
        ("x" * 50, "... (50 characters) is nothing that can be said here."),
        ("fold", "'fold' can't be chosen here; the choice (trump) is between S, H, D, C."),
    ],
)
def test_nonsense_is_answered_in_words(said, reason):
    front = Scripted(said)
    play_alone(Troeven(), front, seat=next(seat for seat in range(4) if calls(seat)))
    assert len(front.reasons) == 1 and front.reasons[0].endswith(reason)


def calls(seat):
    """Whether the seat chooses trumps in the first deal."""
    front = Scripted()
    play_alone(Troeven(), front, seat=seat)
    return front.asked[0].view["phase"] == "trump"


def test_three_cards_passed_are_three_questions_and_the_person_hears_of_them_alone():
    front = Scripted()
    play_alone(Hearts(), front, seat=1)
    assert [asked.view["phase"] for asked in front.asked[:4]] == ["pass", "pass", "pass", "play"]
    assert {event[1] for event in front.events if event[0] == "pass"} == {1}


def test_a_person_is_told_its_own_clock_and_bots_theirs():
    front = Scripted()
    play_alone(Trollin(3), front, clocks_ms={0: 45_000})
    assert front.hello.limits["move_ms"] == 45_000
    assert {asked.ms for asked in front.asked} == {45_000}


@pytest.mark.parametrize(
    ("said", "meant"),
    [("AS", "AS"), (" as ", "AS"), ("PASS", "pass"), ("c", None), ("C", "C"), ("", None), ("1", "1")],
)
def test_what_is_said_is_taken_as_written_or_in_other_letters(said, meant):
    tokens = ["AS", "pass", "1", "C"] if said != "c" else ["cc", "CC"]
    assert match_token(said, tokens) == meant
