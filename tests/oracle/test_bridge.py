"""Bridge against OpenSpiel and RLCard: the same legal calls and cards at every decision, the same results.

OpenSpiel also scores; RLCard knows the boards' vulnerability, and counts tricks. What is compared: docs/oracle.md.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from arena_bridge import BIDS, DOUBLE, REDOUBLE, Bridge

from arena.cards import bits
from arena.hand import Hand
from arena.tricks import Tricks
from arena.variant import Variant
from tests.oracle.spiel import DEALS, MISSING, Comparison, Likeness, OpenSpiel, compare, in_turns, installed

RANKS, SUITS = "23456789TJQKA", "CDHS"
RLCARD = Path(__file__).with_name("rlcard_program.py")
FACTOR = {"": 1, DOUBLE: 2, REDOUBLE: 4}


@pytest.fixture(scope="module")
def spiel() -> Iterator[OpenSpiel]:
    if not installed():
        pytest.skip(MISSING)
    with OpenSpiel() as process:
        yield process


@pytest.fixture(scope="module")
def rlcard() -> Iterator[OpenSpiel]:
    if not installed("rlcard.games.bridge.game"):
        pytest.skip(MISSING.replace("OpenSpiel", "RLCard"))
    with OpenSpiel(RLCARD) as process:
        yield process


def call(tokens: Sequence[str], chance: random.Random) -> str:
    """Half the time a pass, else a low bid or a double: any bid at random would come to slams only."""
    doubles = [token for token in tokens if token in (DOUBLE, REDOUBLE)]
    roll = chance.random()
    if roll < 0.5 or len(tokens) == 1:
        return tokens[0]
    if doubles and roll < 0.7:
        return doubles[0]
    higher = [token for token in tokens if token in BIDS] or doubles or list(tokens)
    return chance.choice(higher[:6] if roll < 0.95 else higher)


# OpenSpiel


def in_spiel(dealers: bool, others: bool) -> tuple[Variant, Likeness]:
    """The dealer's side vulnerable, the others, both or nobody; its dealer is always seat 0."""
    which = {(False, False): "none", (True, True): "both", (True, False): "dealers", (False, True): "others"}
    calls = {"pass": 52, DOUBLE: 53, REDOUBLE: 54} | {bid: 55 + place for place, bid in enumerate(BIDS)}

    def card(token: str) -> int:
        return RANKS.index(token[0]) * 4 + SUITS.index(token[1])

    return Bridge(vulnerability=which[dealers, others]), Likeness(
        "bridge",
        lambda hand: [card(hand.deck.tokens[number]) for number in in_turns(hand, 0)],
        lambda kind, token: calls[token] if kind == "bid" else card(token),
        lambda hand: hand.scores,
        {"use_double_dummy_result": False, "dealer_vul": dealers, "non_dealer_vul": others},
        dealer=0,
        bid=call,
    )


def test_open_spiel(spiel: OpenSpiel) -> None:
    games = [in_spiel(dealers, others) for dealers in (False, True) for others in (False, True)]
    seen = Comparison()
    for deal in range(DEALS):
        compare(spiel, *games[deal // 16 % 4], deal, seen)
    print(
        f"bridge: {seen.deals} deals, {seen.decisions} decisions, {len(seen.results)} different scores, no difference"
    )
    assert seen.decisions > 40 * DEALS
    assert DEALS < 300 or len(seen.results) > 30


# RLCard


def in_rlcard(kind: str, token: str) -> int:
    if kind == "play":
        return 39 + SUITS.index(token[1]) * 13 + RANKS.index(token[0])
    return {"pass": 36, DOUBLE: 37, REDOUBLE: 38}[token] if token not in BIDS else 1 + BIDS.index(token)


def rlcard_payoffs(hand: Hand) -> list[float]:
    """Its own count: the tricks bid and 2, or minus those that are short, for declarers; its tricks for the others."""
    if hand.declarer is None or hand.contract is None:
        return [0.0] * 4
    side = [hand.won[seat] + hand.won[(seat + 2) % 4] for seat in range(4)]
    short = 6 + int(hand.contract[0]) - side[hand.declarer]
    mine = 6 + int(hand.contract[0]) + 2 if short <= 0 else -short
    return [float(mine if (seat - hand.declarer) % 2 == 0 else side[seat]) for seat in range(4)]


def test_rlcard(rlcard: OpenSpiel) -> None:
    variant, decisions, passed_out = Bridge(), 0, 0
    for deal in range(DEALS):
        chance = random.Random(f"rlcard/{deal}")
        pack = list(range(52))
        chance.shuffle(pack)
        board = 1 + deal % 16
        hand = Hand(variant, pack=pack, dealer=(board - 1) % 4, number=board)
        hands = [[in_rlcard("play", hand.deck.tokens[card]) - 39 for card in bits(cards)] for cards in hand.hands]
        asked: list[list[object]] = []
        actions: list[int] = []
        while hand.phase is not None:
            phase, tokens = hand.phase, hand.legal_tokens()
            # It lets dummy's seat act where we ask declarer.
            place = phase.place if isinstance(phase, Tricks) else phase.turn
            asked.append([place, sorted(in_rlcard(phase.kind, token) for token in tokens)])
            token = call(tokens, chance) if phase.kind == "bid" else chance.choice(tokens)
            actions.append(in_rlcard(phase.kind, token))
            hand.play(token)
        answer = rlcard.ask(board=board, hands=hands, actions=actions)
        assert answer["decisions"] == asked, f"deal {deal}"
        tricks = [hand.won[0] + hand.won[2], hand.won[1] + hand.won[3]]
        assert answer["result"] == {
            "vulnerable": list(hand.extra["vulnerable"]),
            "declarer": hand.declarer,
            "factor": FACTOR[hand.extra.get("doubling", "")],
            "tricks": tricks,
            "payoffs": rlcard_payoffs(hand),
        }, f"deal {deal}"
        decisions += len(asked)
        passed_out += hand.declarer is None
    print(f"bridge with RLCard: {DEALS} deals, {decisions} decisions, {passed_out} passed out, no difference")
    assert decisions > 40 * DEALS
