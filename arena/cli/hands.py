"""A hand as text: who held what, what was said, and trick by trick who led, followed and won.

For `arena play --show` and `arena replay`; it shows what `arena.replay` rebuilds and knows no rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arena.replay import PlayedHand
from arena.variant import Variant

_SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def card(token: str) -> str:
    """A card, or a suit, with its suit as a symbol; anything else as it is."""
    if token in _SUITS or (len(token) == 2 and token[1] in _SUITS):
        return token[:-1] + _SUITS[token[-1]]
    return token


def hand_text(
    hand: PlayedHand, variant: Variant, bots: Sequence[str], scored: Sequence[Sequence[int]]
) -> Iterator[str]:
    """The lines that show one hand. `bots` are the names by seat, `scored` the scores of the hands up to this one."""
    width = max(len(bot) for bot in bots)
    yield f"hand {hand.number}: seat {hand.dealer} ({bots[hand.dealer]}) deals"
    for seat, dealt in enumerate(hand.hands):
        yield f"  seat {seat}  {bots[seat]:{width}}  {' '.join(f'{card(token):2}' for token in dealt)}".rstrip()
    if hand.undealt:
        yield f"  not dealt{' ' * (width - 1)}  {' '.join(map(card, hand.undealt))}"
    for seat, kind, token in hand.actions:
        if kind != "play":
            yield f"  seat {seat} ({bots[seat]}): {kind} {card(token)}"
    for number, (leader, cards, winner) in enumerate(hand.tricks, 1):
        shown = " ".join(f"{card(token):2}" for token in cards)
        ending = f"seat {winner} ({bots[winner]}) wins" if winner >= 0 else "broken off"
        yield f"  {number:2}. seat {leader} ({bots[leader]}) leads: {shown}  {ending}"
    if not hand.complete:
        yield "  the hand was not finished"
        return
    yield from _score(hand, bots, width)
    sheet = variant.score_sheet(scored)
    if sheet:
        yield from ("  " + line for line in sheet.splitlines())


def _score(hand: PlayedHand, bots: Sequence[str], width: int) -> Iterator[str]:
    """Score, total, payoff and tricks by seat."""
    won = [sum(winner == seat for _, _, winner in hand.tricks) for seat in range(len(bots))]
    yield f"  {'':{width + 8}}  tricks  score  total  payoff"
    for seat, bot in enumerate(bots):
        row = f"{won[seat]:6}  {hand.scores[seat]:+5}  {hand.totals[seat]:5}  {hand.payoffs[seat]:+6g}"
        yield f"  seat {seat}  {bot:{width}}  {row}"
