"""Skat's discard and card play against OpenSpiel: the same legal cards at every decision, the same card points.

Its auction is a house rule of its own (the first who names a game plays it, and then takes the skat), so that ours is
led to the same player and game. What is compared: docs/oracle.md.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from arena_skat import NULL, POINTS, Skat

from arena.cards import bits
from arena.hand import Hand
from tests.oracle.spiel import DEALS, MISSING, OpenSpiel, installed

PASS, GAMES = 32, {"D": 33, "H": 34, "S": 35, "C": 36, "G": 37, "N": 38}
AUCTIONS = ("pass pass 18", "18 pass pass", "pass 18 pass")
"""How ours leaves each seat as declarer, seat 2 being the dealer."""


@pytest.fixture(scope="module")
def spiel() -> Iterator[OpenSpiel]:
    if not installed():
        pytest.skip(MISSING)
    with OpenSpiel() as process:
        yield process


def card(token: str) -> int:
    return "DHSC".index(token[1]) * 8 + "789QKTAJ".index(token[0])


def dealt_there(hand: Hand) -> list[int]:
    """Three cards each, the skat, four each and three each: the hands and the skat that were dealt here."""
    piles = [[card(hand.deck.tokens[number]) for number in bits(cards)] for cards in hand.hands]
    skat = [card(hand.deck.tokens[number]) for number in bits(hand.undealt)]
    packets = [[number for pile in piles for number in pile[start:end]] for start, end in ((0, 3), (3, 7), (7, 10))]
    return [*packets[0], *skat, *packets[1], *packets[2]]


def returned(hand: Hand) -> list[float]:
    """Its returns: card points of declarer above 60 as a part of 120 (null: 90 or 30), shared by the opponents."""
    declarer = hand.declarer
    assert declarer is not None
    aside = sum(POINTS.get(hand.deck.tokens[number][0], 0) for number in bits(hand.extra["skat"]))
    points = hand.points(POINTS)[declarer] + aside
    if hand.contract in NULL:
        points = 30 if hand.won[declarer] else 90
    mine = (points - 60) / 120
    return [mine if seat == declarer else -mine / 2 for seat in range(3)]


def chosen(hand: Hand, game: str, chance: random.Random) -> str:
    """A card at random; in null declarer keeps and plays low cards, or it would never be won."""
    assert hand.phase is not None
    tokens = hand.legal_tokens()
    if game not in NULL or hand.phase.turn != hand.declarer:
        return chance.choice(tokens)
    lowest_first = sorted(tokens, key=lambda token: hand.deck.ranks.index(token[0]))
    return lowest_first[-1 if hand.phase.kind == "discard" else 0]


def compared(spiel: OpenSpiel, deal: int, games: Counter[str]) -> int:
    """Play a deal at random and hold it against OpenSpiel; returns the number of decisions."""
    chance = random.Random(f"skat/{deal}")
    pack = list(range(32))
    chance.shuffle(pack)
    hand = Hand(Skat(), pack=pack, dealer=2)
    outcomes, declarer, game = dealt_there(hand), chance.randrange(3), chance.choice(list(GAMES))
    for token in [*AUCTIONS[declarer].split(), "pick"]:
        hand.play(token)
    asked: list[list[object]] = []
    actions = [PASS] * declarer + [GAMES[game]]
    while hand.phase is not None:
        if hand.phase.kind == "game":
            hand.play(game)
            continue
        asked.append([hand.phase.turn, sorted(map(card, hand.legal_tokens()))])
        token = chosen(hand, game, chance)
        actions.append(card(token))
        hand.play(token)
    answer = spiel.ask(game="skat", parameters={}, chance=outcomes, actions=actions)
    assert answer["decisions"][declarer + 1 :] == asked, f"deal {deal}: {game} by seat {declarer}"
    assert answer["returns"] == pytest.approx(returned(hand)), f"deal {deal}: {game} by seat {declarer}"
    games[f"{game} won" if hand.scores[declarer] > 0 else f"{game} lost"] += 1
    return len(asked)


def test_skat(spiel: OpenSpiel) -> None:
    games: Counter[str] = Counter()
    decisions = sum(compared(spiel, deal, games) for deal in range(DEALS))
    print(f"skat: {DEALS} deals, {decisions} decisions, {dict(sorted(games.items()))}, no difference")
    assert decisions > 15 * DEALS
    assert DEALS < 300 or len({game[0] for game in games}) == 6
