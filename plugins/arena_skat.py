"""Skat: three players, one of them alone; the auction goes by what a game is worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from arena.bidding import Duels
from arena.cards import CardSet, Deck, Ranking
from arena.hand import Hand
from arena.phases import Choose, Event, Phase
from arena.picking import Pick
from arena.plugin import hookimpl
from arena.tricks import Tricks
from arena.variant import Variant, option

POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
JACKS = ("JC", "JS", "JH", "JD")
BASE = {"D": 9, "H": 10, "S": 11, "C": 12, "G": 24}
NULL = {"N": (23, 35), "N-ouvert": (46, 59)}
GAMES = (*BASE, *NULL)
ANNOUNCED = {"": 0, "schneider": 1, "schwarz": 2, "ouvert": 3}
HAND_GAMES = tuple(f"{game}-{level}" for level in ANNOUNCED if level for game in BASE)
HIGHEST = {"G": 11}
# All that a game can be worth: a base value times 2 to 18 (grand: 11), and the fixed values of null.
VALUES = sorted(
    {base * times for game, base in BASE.items() for times in range(2, HIGHEST.get(game, 18) + 1)}
    | {value for values in NULL.values() for value in values}
)


@dataclass(frozen=True, slots=True)
class SkatOptions:
    """What a league may set."""

    hands: int = option(36, "hands that make a game", least=1)
    scoring: str = option(
        "plain",
        "only declarer's game counts, or with Seeger's and Fabian's premiums for games won and defended",
        among=("plain", "seeger"),
    )


class Skat(Variant):
    """The game."""

    name = "skat"
    summary = "one against two; bids are what a game is worth, jacks are trumps, two cards lie in the skat"
    players: ClassVar[tuple[int, ...]] = (3,)
    Options = SkatOptions
    lowest_payoff = -1260
    rules = """
        32 cards, ten to each of three players and two to the skat. In a suit game (`D H S C`) the four jacks are the
        highest trumps, clubs before spades, hearts and diamonds, then A T K Q 9 8 7 of the trump suit; the other
        suits rank A T K Q 9 8 7. In grand (`G`) the jacks alone are trumps. In null (`N`) there are none, and every
        suit ranks A K Q J T 9 8 7. An ace counts 11, a ten 10, a king 4, a queen 3, a jack 2: together 120.

        The player at the dealer's left is forehand, then come middlehand and rearhand, who is the dealer. Middlehand
        bids values to forehand, who answers `yes` or `pass`, until one of them passes; then rearhand bids to the one
        who is left. If nobody has bid, forehand may have the game at 18. If that too is declined, the hand is over.
        Who has won the auction is declarer and answers `hand` or `pick`. Who picks up the skat puts two cards aside.
        Then the game is named. Without the skat it may be announced higher: `-schneider`, `-schwarz` or
        `-ouvert` behind a suit or grand (each includes those before it). `N-ouvert` is open with or without the skat.
        In an ouvert game declarer's cards are laid open. Forehand leads. Follow suit if you can, trumps being one suit.

        Declarer wins with 61 points, the skat included; with schneider announced with 90, with schwarz or ouvert with
        all tricks; null by winning no trick, and it ends with the first that is won. A game is worth its base value (D
        9, H 10, S 11, C 12, G 24) times: the trumps from the jack of clubs on that declarer holds, or lacks, in a
        row (the skat included); 1 for the game; 1 for hand; 1 for schneider (one side has 30 or less); 1 for schneider
        announced; 1 for schwarz (one side has no trick); 1 for schwarz announced; 1 for ouvert. Null is worth 23,
        hand 35, ouvert 46, hand ouvert 59. A game worth less than the bid is lost, at the least multiple of its base
        value that reaches the bid. Declarer scores the value, or loses it twice. A hand pays each what it is ahead
        of the others. After the hands that make a game the highest total wins.
        Sources: the International Skat Order (DSkV and ISPA; English at weddslist.com); pagat.com (Skat).
        Events: ["bid", seat, token], ["take", seat, "hand" or "pick"], ["discard", seat, card] to declarer alone,
        ["picked", seat, 2], ["game", seat, token], ["trump", seat, suit] in a suit game, ["show", seat, cards] in
        ouvert, ["skat", cards] when all is over. View: `declarer`, `take`, `game` (nil before they are known).
    """
    readings = (
        "The skat is the last two cards of the pack; the packets of three, four and three come before it.",
        "A bid may leave out lower values. Null may not be named below the bid, since it could not be won.",
        "Announced levels count also when they are missed, as in the Skat Order: a lost hand game with schneider "
        "announced counts hand, schneider and its announcement.",
        "Seeger: 50 more or less for declarer, 40 to each opponent of a lost game, as in tournaments of three.",
        "When all have passed nobody scores; ramsch, kontra and bock are not of the Skat Order and are not played.",
    )

    options: SkatOptions

    def make_deck(self) -> Deck:
        """Ace to seven."""
        return Deck(ranks="789TJQKA")

    def begin(self, hand: Hand) -> Phase:
        """Ten cards each, and the auction."""
        seats = hand.around(hand.left_of(hand.dealer))
        for packet in (3, 4, 3):
            hand.give(packet, to=seats)
        hand.extra["skat"] = 0
        return Duels(hand.around(hand.left_of(hand.dealer)), [str(value) for value in VALUES])

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        """Auction, skat, game, tricks."""
        match phase:
            case Duels(bidder=int(declarer), high=bid):
                hand.declarer, hand.extra["bid"] = declarer, int(bid)
                return Choose("take", declarer, ("hand", "pick"))
            case Choose("take", declarer, "hand"):
                return Choose("game", declarer, (*GAMES, *HAND_GAMES), self._allowed(hand, by_hand=True))
            case Choose("take", declarer, "pick"):
                hand.give(2, to=[declarer])
                return Pick("discard", [declarer], 2)
            case Pick(turn=declarer):
                hand.extra["skat"] = phase.picked[declarer]
                return Choose("game", declarer, (*GAMES, *HAND_GAMES), self._allowed(hand, by_hand=False))
            case Choose("game", declarer, game):
                return self._play(hand, declarer, game)
            case Tricks(leader=leader):
                return self._next_trick(hand, leader)
        return None

    def _allowed(self, hand: Hand, *, by_hand: bool) -> list[str]:
        null = [game for game, values in NULL.items() if values[by_hand] >= hand.extra["bid"]]
        return [*BASE, *null, *(HAND_GAMES if by_hand else ())]

    def _play(self, hand: Hand, declarer: int, game: str) -> Phase:
        hand.contract = game
        if game[0] in self.deck.suits:
            hand.trump = game[0]
            hand.tell(("trump", declarer, hand.trump))
        if game.endswith("-ouvert"):
            hand.show(declarer)
        rounds = 1 if game in NULL else 0
        return Tricks(hand.left_of(hand.dealer), self.game_ranking(game), rounds=rounds)

    def _next_trick(self, hand: Hand, leader: int) -> Phase | None:
        """Null goes on trick by trick until declarer has won one; at the end the skat is shown."""
        if hand.contract in NULL and leader != hand.declarer and hand.hands[leader]:
            return Tricks(leader, self.ranking(), rounds=1)
        hand.tell(("skat", self.deck.tokens_of(self._skat(hand))))
        return None

    def game_ranking(self, game: str) -> Ranking:
        """How the cards rank in a game."""
        if game in NULL:
            return self.ranking()
        return self.ranking(None if game[0] == "G" else game[0], tops=JACKS, ranks="789JQKTA")

    def _skat(self, hand: Hand) -> CardSet:
        """The two cards that count for declarer without being in a trick."""
        return int(hand.extra["skat"]) or hand.undealt

    def score(self, hand: Hand) -> Sequence[int]:
        """Declarer's game, and the premiums."""
        declarer = hand.declarer
        if declarer is None or hand.contract is None:
            return [0, 0, 0]
        if hand.contract in NULL:
            value, won = NULL[hand.contract][_by_hand(hand)], not hand.won[declarer]
        else:
            value, won = self._game(hand, declarer)
        change = value if won else -2 * value
        if self.options.scoring == "plain":
            return [change if seat == declarer else 0 for seat in range(3)]
        others = 0 if won else 40
        return [change + (50 if won else -50) if seat == declarer else others for seat in range(3)]

    def _game(self, hand: Hand, declarer: int) -> tuple[int, bool]:
        """What a suit game or grand counts, and whether it is won."""
        game, _, announced = str(hand.contract).partition("-")
        level = ANNOUNCED[announced]
        skat = self._skat(hand)
        cards = hand.taken[declarer] | skat
        points = sum((cards & self.deck.rank(rank)).bit_count() * value for rank, value in POINTS.items())
        tricks, all_tricks = hand.won[declarer], sum(hand.won)
        schneider = points >= 90 or points <= 30
        schwarz = tricks in (0, all_tricks)
        levels = _by_hand(hand) + (schneider or level >= 1) + (schwarz or level >= 2) + level
        value = BASE[game] * (self.matadors(hand, game) + 1 + levels)
        made = points >= (61, 90, 90, 90)[level] and (level < 2 or tricks == all_tricks)
        if value < hand.extra["bid"]:
            return -(-hand.extra["bid"] // BASE[game]) * BASE[game], False
        return value, made

    def matadors(self, hand: Hand, game: str) -> int:
        """How many of the highest trumps in a row declarer has, or has not, the skat included."""
        assert hand.declarer is not None
        cards = hand.dealt[hand.declarer] | hand.undealt
        order = JACKS if game == "G" else (*JACKS, *(rank + game for rank in "ATKQ987"))
        held = [bool(cards & self.deck.faces[token]) for token in order]
        return held.index(not held[0]) if (not held[0]) in held else len(held)

    def winners(self, totals: Sequence[int], hands: int) -> Sequence[int] | None:
        """The highest after so many hands."""
        if hands < self.options.hands:
            return None
        return [seat for seat in range(3) if totals[seat] == max(totals)]

    def payoffs(self, scores: Sequence[int]) -> Sequence[float]:
        """What each is ahead of the two others, added up."""
        return [3 * score - sum(scores) for score in scores]

    def opening_view(self) -> dict[str, Any]:
        """No declarer yet."""
        return {"declarer": None, "take": None, "game": None}

    def see(self, view: dict[str, Any], event: Event) -> None:
        """Who plays what, with the skat or without."""
        if event[0] in ("take", "game"):
            view["declarer"], view[event[0]] = event[1], event[2]


def _by_hand(hand: Hand) -> bool:
    return hand.undealt != 0


@hookimpl
def arena_variants() -> Iterable[type[Variant]]:
    """The game that this module brings."""
    return [Skat]
