"""Reads the hands in `golden/`, which were worked by hand, and writes a played hand in the same form.

A transcript's input is its first line, its pack, its choices and the cards of its tricks; all else in it (hands,
leaders, winners, result) is what the rules make of them. Lines with # are remarks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from arena.hand import Hand
from arena.replay import tricks_of
from arena.variant import Variant

GOLDEN = Path(__file__).parent / "golden"
ORDER = ["BJ", "SJ"] + [rank + suit for suit in "SHDC" for rank in "AKQJT98765432"]


@dataclass(frozen=True)
class Transcript:
    """One worked hand: `told` is what must come out, line by line."""

    seats: int
    dealer: int
    declare: bool
    pack: tuple[str, ...]
    tokens: tuple[str, ...]
    told: str


def read(name: str) -> Transcript:
    text = (GOLDEN / name).read_text(encoding="utf-8")
    sections = re.split(r"\n\n", "\n".join(line for line in text.splitlines() if not line.startswith("#")))
    sections = [section.strip("\n") for section in sections if section.strip()]
    head, pack, *told = sections
    seats, dealer = map(int, re.findall(r"(\d) players, dealer seat (\d)", head)[0])
    choices = re.findall(r"^  seat \d: (\S+)$", section_of(told, "Choices"), re.MULTILINE)
    tricks = re.findall(r"leads (.*),", section_of(told, "Tricks"))
    return Transcript(
        seats=seats,
        dealer=dealer,
        declare=head.endswith(", declare"),
        pack=tuple(" ".join(pack.splitlines()[1:]).split()),
        tokens=(*choices, *(token for trick in tricks for token in trick.split())),
        told="\n\n".join(told) + "\n",
    )


def section_of(sections: list[str], title: str) -> str:
    return next((section for section in sections if section.startswith(title)), "")


def deal(variant: Variant, pack: tuple[str, ...], dealer: int) -> Hand:
    assert sorted(pack) == sorted(variant.deck.tokens), "the transcript's pack is not the variant's"
    return Hand(variant, pack=[variant.deck.card(token) for token in pack], dealer=dealer)


def play(variant: Variant, transcript: Transcript) -> Hand:
    hand = deal(variant, transcript.pack, transcript.dealer)
    for token in transcript.tokens:
        hand.play(token)
    assert hand.over
    return hand


def told(hand: Hand, *result: str) -> str:
    """The hand in a transcript's form, from its deal on; `result` are the lines of its last section."""
    faces = hand.deck.tokens_of
    lines = ["Hands"]
    lines += [line(f"  seat {seat}:", faces(cards)) for seat, cards in enumerate(hand.dealt)]
    lines += [line("  face down:", faces(hand.undealt)), ""]
    events = [event for _, event in hand.log]
    choices = [f"  seat {seat}: {token}" for kind, seat, token in choices_of(events)]
    if choices:
        lines += ["Choices", *choices, ""]
    lines += ["Tricks"]
    for number, (leader, cards, winner) in enumerate(tricks_of(events), 1):
        lines.append(f"  {number}. seat {leader} leads {' '.join(cards)}, seat {winner} wins")
    return "\n".join([*lines, "", "Result", *(f"  {entry}" for entry in result)]) + "\n"


def choices_of(events: list[tuple[object, ...]]) -> list[tuple[object, ...]]:
    return [event for event in events if event[0] in ("declare", "trump")]


def line(label: str, tokens: list[str]) -> str:
    return " ".join([label, *sorted(tokens, key=ORDER.index)])


def row(label: str, numbers: object) -> str:
    return " ".join([label, *map(str, numbers)])  # type: ignore[call-overload]
