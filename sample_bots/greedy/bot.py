"""Plays any game one trick at a time: wins what pays, ducks what costs, and saves what it may need.

It asks the same three things of every card. Who wins the trick if I play it? What am I paid then? How much will I
miss the card? What tricks pay it does not know by the game's name: `act.stakes()` asks the rules.

One file, made to be copied. Begin with `worth`: everything else serves it.
"""

import argparse
from statistics import mean, stdev

from arena.sdk import Act, Bot, run
from arena.sdk.stakes import Stakes

SUITS = "SHDC"
AFTER = 1.0  # how much of a usual trick the strongest card will bring later on


class Greedy(Bot):
    slip = 0.0  # how often it plays any legal card instead, to be a little weaker

    def choose(self, act: Act) -> str:
        if len(act.legal) == 1:
            return act.legal[0]
        if self.slip and act.rng.random() < self.slip:
            return act.rng.choice(act.legal)
        if act.view["phase"] != "play":
            return self.part_with(act) if act.legal[0] in act.hand else self.say(act)
        cards = [token for token in act.legal if token in self.game.deck.faces]
        words = [token for token in act.legal if token not in cards]
        card = self.play(cards, act)
        return self.boldest([card, *words], act) if words else card

    # Playing a card

    def play(self, cards: list[str], act: Act) -> str:
        stakes = act.stakes()
        later = AFTER * stakes.usual
        return max(cards, key=lambda card: self.worth(card, act, stakes) - later * stakes.strength(card))

    def worth(self, card: str, act: Act, stakes: Stakes) -> float:
        """What I am paid on the average, over those who may win this trick if I play the card."""
        trick = [other for _, other in act.trick] + [card]
        chances = self.winners(card, act, stakes)
        return sum(chance * stakes.pays(seat, trick) for seat, chance in chances.items() if chance)

    def winners(self, card: str, act: Act, stakes: Stakes) -> dict[int, float]:
        """Who may win the trick if I play this card, and how likely each is to."""
        mine = stakes.takes(card)
        holder = self.seat if mine or stakes.holder is None else stakes.holder
        beaters = stakes.beaters(card if mine else None)
        # Each of those to come holds about as many of the unseen cards as I hold cards, and can play half of them.
        hold = (1 - len(beaters) / max(1, len(stakes.unseen))) ** (len(stakes.to_come) * len(act.hand) / 2)
        chances = {seat: (1 - hold) / len(stakes.to_come) for seat in stakes.to_come}
        return chances | {holder: hold}

    # Passing and discarding

    def part_with(self, act: Act) -> str:
        """Where tricks are good a small card of a short suit; where they are bad the most dangerous one."""
        stakes = act.stakes()
        sign = 1 if stakes.usual >= 0 else -1
        lengths = {suit: sum(card.endswith(suit) for card in act.hand) for suit in SUITS}
        return min(act.legal, key=lambda card: sign * stakes.strength(card) + lengths.get(card[-1], 9) / 20)

    # Bids, trumps, and whatever else is said

    def say(self, act: Act) -> str:
        suits = [token for token in act.legal if token in SUITS]
        counts = {
            token: 0 if token == "nil" else int(token) for token in act.legal if token == "nil" or token.isdigit()
        }
        if len(counts) == len(act.legal):
            return self.count_tricks(counts, act)
        if len(suits) == len(act.legal):
            return max(suits, key=lambda suit: self.as_trump(suit, act.hand))
        # A bid far above the lowest is no bid for who looks no further than this.
        return self.boldest(act.legal[:7], act)

    def count_tricks(self, counts: dict[str, int], act: Act) -> str:
        """Where everybody says how many tricks they will win: what comes nearest to what chance would bring."""
        likely = act.stakes().tricks
        return min(counts, key=lambda token: abs(counts[token] - likely))

    def as_trump(self, suit: str, hand: list[str]) -> float:
        """Many cards of the suit, and high ones."""
        ranks = self.game.deck.ranks
        return sum(1 + ranks.index(card[0]) / len(ranks) for card in hand if card[1:] == suit)

    def boldest(self, tokens: list[str], act: Act) -> str:
        """The first of these, which is the quiet one, unless another surely pays more even if all play at random."""
        stakes = act.stakes()
        chosen, most = tokens[0], 0.0
        for token in tokens[1:]:
            gains = stakes.gains(token, over=tokens[0])
            sure = mean(gains) - stdev(gains) / len(gains) ** 0.5 if len(gains) > 1 else 0.0
            if sure > most:
                chosen, most = token, sure
        return chosen


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("--slip", type=float, default=0.0, help="how often any legal token is played, from 0 to 1")
    Greedy.slip = options.parse_args().slip
    if not 0 <= Greedy.slip <= 1:
        options.error(f"--slip is a chance, from 0 to 1, not {Greedy.slip}")
    run(Greedy, name="greedy", version="2.0")
