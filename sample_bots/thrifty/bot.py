"""Wins a trick as cheaply as it can, and wastes nothing on one that it can't win. Knows no game in particular."""

from arena.sdk import Act, run

RANKS = "23456789TJQKA"
JOKERS = {"SJ": 98, "BJ": 99}


def suit_of(card: str, trump: str | None) -> str | None:
    return trump if card in JOKERS else card[1]


def strength(card: str, trump: str | None) -> int:
    """How much a card can do: any trump is above all other cards, jokers above other trumps."""
    if card in JOKERS:
        return JOKERS[card]
    return RANKS.find(card[0]) + (20 if card[1] == trump else 0)


def play(legal: list[str], trick: list[tuple[int, str]], trump: str | None) -> str:
    def strong(card: str) -> int:
        return strength(card, trump)

    if not trick:
        return max(legal, key=strong)
    table = [card for _, card in trick]
    counting = {suit_of(table[0], trump), trump}  # a card of any other suit can't win
    best = max(strong(card) for card in table if suit_of(card, trump) in counting)
    winners = [card for card in legal if suit_of(card, trump) in counting and strong(card) > best]
    return min(winners or legal, key=strong)


def choose(act: Act) -> str:
    if act.view["phase"] == "play":
        return play(act.legal, act.view["trick"], act.view["trump"])
    suits = [card[1] for card in act.view["hand"]]
    return max(act.legal, key=suits.count)


if __name__ == "__main__":
    run(choose, name="thrifty", version="1.0", tables=64)
