"""Takes what it can get now and thinks no further than this trick. Knows Trollin and Troeven.

For every legal card it asks three things: how likely does this card win the trick, what is the trick worth,
and how much will the card be missed? In a game that it doesn't know it plays at random.
"""

from typing import Any

from arena.sdk import Act, Bot, Start, run

RANKS = "23456789TJQKA"
JOKERS = {"SJ": 98, "BJ": 99}
TROEVEN_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}


def suit_of(card: str) -> str:
    return "S" if card in JOKERS else card[1]


def power(card: str, led: str, trump: str | None) -> int:
    """Of two cards in one trick, the one with more power wins; 0 can't win at all."""
    if card in JOKERS:
        return JOKERS[card]
    rank = RANKS.index(card[0]) + 1
    if card[1] == trump:
        return 20 + rank
    return rank if card[1] == led else 0


class Greedy(Bot):
    def start(self, start: Start) -> None:
        self.new_hand()

    def new_hand(self) -> None:
        self.seen: set[str] = set()  # every card played in this hand, by anybody
        self.trick: list[tuple[int, str]] = []
        self.hearts = [0] * self.seats  # hearts taken, by seat

    def event(self, event: list[Any]) -> None:
        match event:
            case ["deal", *_]:
                self.new_hand()
            case ["play", seat, card]:
                self.seen.add(card)
                self.trick.append((seat, card))
            case ["trick", winner]:
                self.hearts[winner] += sum(suit_of(card) == "H" for _, card in self.trick)
                self.trick = []

    def choose(self, act: Act) -> str:
        if act.view["phase"] == "play" and self.variant == "trollin":
            return max(act.legal, key=lambda card: self.worth_in_trollin(card, act))
        if act.view["phase"] == "play" and self.variant == "troeven":
            return max(act.legal, key=lambda card: self.worth_in_troeven(card, act))
        if act.view["phase"] == "trump" and self.variant == "troeven":
            return max(act.legal, key=lambda suit: self.worth_as_trump(suit, act.hand))
        return act.rng.choice(act.legal)

    def worth_in_trollin(self, card: str, act: Act) -> float:
        """A trick is worth 1, but who alone has most hearts in the end gets nothing."""
        wins = self.chance(card, act)
        hearts = sum(suit_of(other) == "H" for _, other in self.trick) + (suit_of(card) == "H")
        mine = self.hearts[self.seat] + hearts
        most = max(taken for seat, taken in enumerate(self.hearts) if seat != self.seat)
        value = 1 if hearts == 0 else 0.4 if mine <= most else -0.6 * (mine - most)
        rid_of_a_heart = 0.3 if suit_of(card) == "H" else 0
        return wins * value + (1 - wins) * rid_of_a_heart - 0.25 * self.strength(card, act)

    def worth_in_troeven(self, card: str, act: Act) -> float:
        """Points for whoever wins: mine if I do, or if my partner does."""
        points = sum(TROEVEN_POINTS.get(other[0], 0) for _, other in self.trick)
        points += TROEVEN_POINTS.get(card[0], 0)
        wins = self.chance(card, act)
        partner = (self.seat + 2) % 4
        if self.trick and self.best(act)[0] == partner:
            # What I don't take stays with my partner, unless the player after me takes it.
            safe = self.chance(self.best(act)[1], act)
            ours = wins + (1 - wins) * safe
        else:
            ours = wins
        return (points + 1) * (2 * ours - 1) - 8 * self.strength(card, act)

    def worth_as_trump(self, suit: str, hand: list[str]) -> float:
        """Many cards of the suit, and high ones."""
        return sum(8 + RANKS.index(card[0]) for card in hand if card[1] == suit)

    def best(self, act: Act) -> tuple[int, str]:
        """Who is winning the trick now, and with which card."""
        led = suit_of(self.trick[0][1])
        return max(self.trick, key=lambda play: power(play[1], led, act.trump))

    def chance(self, card: str, act: Act) -> float:
        """About how likely this card wins the trick."""
        led = suit_of(self.trick[0][1]) if self.trick else suit_of(card)
        mine = power(card, led, act.trump)
        if any(power(other, led, act.trump) > mine for _, other in self.trick):
            return 0
        others = self.seats - 1 - len(self.trick)
        unseen = self.unseen(act)
        beaters = sum(power(other, led, act.trump) > mine for other in unseen)
        return float((1 - beaters / max(1, len(unseen))) ** (others * len(act.hand) / 2))

    def strength(self, card: str, act: Act) -> float:
        """How much a card will be missed: the part of the unseen cards that it beats when it is led."""
        unseen = self.unseen(act)
        led = suit_of(card)
        mine = power(card, led, act.trump)
        return sum(power(other, led, act.trump) < mine for other in unseen) / max(1, len(unseen))

    def unseen(self, act: Act) -> list[str]:
        """The cards that others may hold."""
        return [card for card in self.pack() if card not in self.seen and card not in act.hand]

    def pack(self) -> list[str]:
        lowest = {2: "T", 3: "8", 4: "6", 5: "4", 6: "2"}[self.seats] if self.variant == "trollin" else "7"
        ranks = RANKS[RANKS.index(lowest) :]
        cards = [rank + suit for suit in "SHDC" for rank in ranks]
        return cards + list(JOKERS) if self.variant == "trollin" else cards


if __name__ == "__main__":
    run(Greedy, name="greedy", version="1.0")
