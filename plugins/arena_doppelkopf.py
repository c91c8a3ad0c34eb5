"""Doppelkopf: two packs, secret partners by the queens of clubs, announcements, solos and marriages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from arena.announcing import Announcing
from arena.cards import SUITS, Deck, Ranking, bits
from arena.hand import Hand
from arena.phases import Choose, Event, Phase
from arena.plugin import hookimpl
from arena.tricks import Tricks
from arena.variant import Variant, option

POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
QUEENS, JACKS = ("QC", "QS", "QH", "QD"), ("JC", "JS", "JH", "JD")
PLAIN: dict[str, tuple[str, ...]] = {"Q": QUEENS, "J": JACKS, "A": ()}
SOLOS = (*SUITS, *PLAIN)
MARRIAGE = "marriage"
# What the losing side stays below at each step, and what beats an announcement of that step.
BELOW, BEATEN = (90, 60, 30), (120, 90, 60, 30)
RE, KONTRA = 0, 1


@dataclass(frozen=True, slots=True)
class DoppelkopfOptions:
    """What a league may set."""

    hands: int = option(24, "hands that make a game", least=1)
    nines: bool = option(True, "48 cards; without the nines 40")
    second_ten: bool = option(False, "the second ten of hearts in a trick beats the first")
    marriage: str = option(
        "any",
        "the partner of a marriage is who wins the first trick, or the first with a fail suit led",
        among=("any", "fail"),
    )
    solo_leads: bool = option(False, "a soloist leads, not the player at the dealer's left")
    charlie: bool = option(True, "a point for winning the last trick with a jack of clubs")
    announcements: bool = option(True, "re, kontra and the announcements after them")


class Doppelkopf(Variant):
    """The game."""

    name = "doppelkopf"
    summary = "two packs of 24; who holds the queens of clubs plays together, and says so or not; 121 of 240 points"
    players: ClassVar[tuple[int, ...]] = (4,)
    Options = DoppelkopfOptions
    lowest_payoff = -63
    rules = """
        Two packs of A T K Q J 9, twelve cards each. An ace counts 11, a ten 10, a king 4, a queen 3, a jack 2: together
        240. Trumps, high to low: TH QC QS QH QD JC JS JH JD AD TD KD 9D; the fail suits rank A T K 9. Of two equal
        cards the first wins. The holders of the queens of clubs are the re side, the others kontra.

        From the dealer's left each says `healthy` or `reservation`; then those with a reservation name it in order,
        until one names a solo: with a suit `D H S C` as trumps under the ten of hearts, queens and jacks; with only the
        queens `Q` or the jacks `J` as trumps; or without trumps `A`. In these three the suits rank A T K Q J 9.
        The soloist is re alone. Who has both queens of clubs may say `marriage`: if nobody plays a solo, the first
        other player to win one of the first three tricks is the partner, or else there is none. Who has both queens and
        is healthy plays alone in silence.

        The player at the dealer's left leads. Follow suit if you can, trumps being one suit. Before playing a card one
        may announce for the own side `re` or `kontra` while holding all cards but one at least, and then, by either
        partner, `no90`, `no60`, `no30`, `schwarz` in this order with one card fewer each; in answer to the other side
        `re` or `kontra` with one card fewer than its announcement took. In a marriage nothing is announced before the
        partner is found; then the limits are as many cards lower as that took tricks beyond the first.

        Re wins with 121 points, kontra with 120; if kontra alone was announced, with 120 and 121. A side that has
        announced no90 (no60, no30, schwarz) must keep the other below that (without a trick), and else loses; if both
        have and fail, none wins. The winners score 1; 1 each for keeping the losers below 90, 60, 30 and without a
        trick; 2 each for re and kontra; 1 for each announcement above these; 1 each for 120 against no90, 90 against
        no60, 60 against no30, 30 against schwarz; kontra 1 for beating two. Two against two, each side also scores 1
        for each trick of 40 points, ace of diamonds won from the other side, and last trick won with a jack of clubs.
        Each re player scores the difference, each kontra player its negative, one alone three times as much.
        Sources: tournament rules of the German Doppelkopf association (DDV); pagat.com (Doppelkopf); D. Parlett.
        Events: ["reservation", seat, token], ["game", seat, token], ["partner", seat] (the holder's own seat: alone),
        ["announce", seat, token]. View: `game` (or "normal"), `declarer`, `partner`, `announced` (pairs).
    """
    readings = (
        "Announcements are made on one's own turn to play, one step after the other.",
        "Every solo is voluntary; there are no compulsory solos, no poverty and no throwing in of hands.",
        "When neither side wins, each scores what it has done to the other (below 90 and so on), and special points.",
        "Option `second_ten`: a common house rule; the DDV lets the first of two equal cards win always.",
        "Option `marriage`: the DDV takes any trick; many tables take the first in which a fail suit was led.",
    )

    options: DoppelkopfOptions

    def make_deck(self) -> Deck:
        """Two packs; the ranks as the fail suits have them."""
        return Deck(ranks="9JQKTA" if self.options.nines else "JQKTA", copies=2)

    def begin(self, hand: Hand) -> Phase:
        """Deal, and ask for reservations."""
        first = hand.left_of(hand.dealer)
        hand.give(self.deck.size // 4, to=hand.around(first))
        hand.extra.update(game="normal", waiting=(), partner=None, said=(0, 0), late=0, full=(), charlie=None)
        return Choose("reservation", first, ("healthy", "reservation"))

    def after(self, hand: Hand, phase: Phase) -> Phase | None:
        """Reservations, their names, the tricks."""
        match phase:
            case Choose("reservation", seat, answer):
                if answer == "reservation":
                    hand.extra["waiting"] = (*hand.extra["waiting"], seat)
                if seat != hand.dealer:
                    return Choose("reservation", hand.left_of(seat), phase.choices)
                return self._next_name(hand)
            case Choose("game", seat, game):
                if game != MARRIAGE or hand.extra["game"] == "normal":
                    hand.declarer, hand.extra["game"] = seat, game
                return self._next_name(hand) if game == MARRIAGE else self._play(hand)
            case Tricks(leader=winner) if any(hand.hands):
                return self._courted(hand, phase)
            case Tricks(leader=winner):
                card = phase.last[phase.ranking.winner(phase.last)]
                hand.extra["charlie"] = winner if self.deck.tokens[card] == "JC" else None
        return None

    def _next_name(self, hand: Hand) -> Phase:
        waiting = hand.extra["waiting"]
        if not waiting:
            return self._play(hand)
        hand.extra["waiting"] = waiting[1:]
        queens = hand.hands[waiting[0]] & self.deck.faces["QC"]
        allowed = (*SOLOS, MARRIAGE) if queens.bit_count() == 2 else SOLOS
        return Choose("game", waiting[0], (*SOLOS, MARRIAGE), allowed)

    def _play(self, hand: Hand, leader: int | None = None) -> Phase:
        game = hand.extra["game"]
        hand.trump = trump_of(game)
        if leader is None:
            soloist = hand.declarer if self.options.solo_leads and game in SOLOS else None
            leader = hand.left_of(hand.dealer) if soloist is None else soloist
        courting = game == MARRIAGE and hand.extra["partner"] is None
        return Play(leader, self.game_ranking(game), rounds=1 if courting else 0)

    def _courted(self, hand: Hand, phase: Tricks) -> Phase:
        """After a trick of a marriage: the partner, if it is settled."""
        winner, tricks = phase.leader, sum(hand.won)
        fits = self.options.marriage == "any" or phase.ranking.suit_of[phase.last[0]] != phase.ranking.trump
        if (winner != hand.declarer and fits) or tricks == 3:
            found = winner if winner != hand.declarer and fits else hand.declarer
            hand.extra["partner"], hand.extra["late"] = found, tricks - 1
            hand.tell(("partner", found))
        return self._play(hand, winner)

    def game_ranking(self, game: str) -> Ranking:
        """How the cards rank in a game."""
        if game in PLAIN:
            return self.ranking(tops=PLAIN[game])
        later = ("TH",) if self.options.second_ten else False
        return self.ranking(trump_of(game), tops=("TH", *QUEENS, *JACKS), later_wins=later)

    def re_side(self, hand: Hand) -> set[int]:
        """The soloist, the marriage with its partner, or who was dealt the queens of clubs."""
        if hand.extra["game"] in SOLOS:
            return {int(hand.declarer or 0)}
        queens = self.deck.faces["QC"]
        partner = {hand.extra["partner"]} if hand.extra["partner"] is not None else set()
        return {seat for seat in range(4) if hand.dealt[seat] & queens} | partner

    def side_of(self, seat: int, hand: Hand) -> int:
        """RE or KONTRA."""
        return RE if seat in self.re_side(hand) else KONTRA

    def score(self, hand: Hand) -> Sequence[int]:
        """The difference between the sides for each player; three times that for one alone."""
        re = self.re_side(hand)
        alone = len(re) == 1
        taken = hand.points(POINTS)
        points = [sum(taken[seat] for seat in range(4) if (seat in re) == side) for side in (True, False)]
        tricks = [sum(hand.won[seat] for seat in range(4) if (seat in re) == side) for side in (True, False)]
        value = game_value(points, tricks, hand.extra["said"], alone=alone)
        if not alone:
            value += self._specials(hand, re)
        return [(3 * value if alone else value) if seat in re else -value for seat in range(4)]

    def _specials(self, hand: Hand, re: set[int]) -> int:
        """Full tricks, foxes and charlie: re's less kontra's."""
        sides = [1 if seat in re else -1 for seat in range(4)]
        total: int = sum(sides[winner] for winner in hand.extra["full"])
        for fox in bits(self.deck.faces["AD"]):
            owner = next(seat for seat in range(4) if hand.dealt[seat] >> fox & 1)
            winner = next(seat for seat in range(4) if hand.taken[seat] >> fox & 1)
            total += sides[winner] if sides[winner] != sides[owner] else 0
        if self.options.charlie and hand.extra["charlie"] is not None:
            total += sides[hand.extra["charlie"]]
        return total

    def winners(self, totals: Sequence[int], hands: int) -> Sequence[int] | None:
        """The highest after so many hands."""
        if hands < self.options.hands:
            return None
        return [seat for seat in range(4) if totals[seat] == max(totals)]

    def opening_view(self) -> dict[str, Any]:
        """A normal game until somebody names another."""
        return {"trump": "D", "game": "normal", "declarer": None, "partner": None, "announced": []}

    def see(self, view: dict[str, Any], event: Event) -> None:
        """The game, the partner of a marriage, announcements."""
        if event[0] == "game" and (event[2] != MARRIAGE or view["game"] == "normal"):
            view["declarer"], view["game"], view["trump"] = event[1], event[2], trump_of(event[2])
        elif event[0] == "partner":
            view["partner"] = event[1]
        elif event[0] == "announce":
            view["announced"] = [*view["announced"], [event[1], event[2]]]


def trump_of(game: str) -> str | None:
    """The trump suit of a game."""
    return None if game in PLAIN else game if game in SUITS else "D"


def game_value(points: Sequence[int], tricks: Sequence[int], said: Sequence[int], *, alone: bool) -> int:
    """What a game counts for the re side, special points apart.

    points, tricks, said: of re and kontra. said: 0 nothing, 1 re or kontra, 2 no90, ... 5 schwarz.
    """
    done = [_done_to(points[1 - side], tricks[1 - side], points[side], said[1 - side]) for side in (RE, KONTRA)]
    won = [_has_won(side, points, tricks, said) for side in (RE, KONTRA)]
    if won == [False, False]:
        return done[RE] - done[KONTRA]
    winner = RE if won[RE] else KONTRA
    announced = sum(2 * (level > 0) + max(level - 1, 0) for level in said)
    against = winner == KONTRA and not alone
    return (1 + done[winner] + announced + against) * (1 if winner == RE else -1)


def _has_won(side: int, points: Sequence[int], tricks: Sequence[int], said: Sequence[int]) -> bool:
    other = 1 - side
    if said[side] > 1:
        return tricks[other] == 0 if said[side] == 5 else points[other] < BELOW[said[side] - 2]
    if said[other] > 1:
        return tricks[side] > 0 if said[other] == 5 else points[side] >= BELOW[said[other] - 2]
    kontra_only = said[KONTRA] == 1 and said[RE] == 0
    return points[side] >= (121 if (side == KONTRA) == kontra_only else 120)


def _done_to(points: int, tricks: int, own: int, said: int) -> int:
    """How many steps the other side was kept below, and how many of its announcements beaten by own points."""
    return (
        sum(points < limit for limit in BELOW)
        + (tricks == 0)
        + sum(own >= least for least in BEATEN[: max(said - 1, 0)])
    )


class Play(Announcing):
    """The tricks, with re, kontra and what follows them; full tricks are remembered."""

    __slots__ = ()
    words = ("re", "kontra", "no90", "no60", "no30", "schwarz")

    def may_announce(self, hand: Hand) -> int:
        """The next step of the own side, while enough cards are held; a little longer in answer to the other side."""
        variant, held = hand.variant, hand.hands[self.turn].bit_count()
        assert isinstance(variant, Doppelkopf)
        spare = held - variant.deck.size // 4 + hand.extra["late"]
        courting = hand.extra["game"] == MARRIAGE and hand.extra["partner"] is None
        if spare < -6 or courting or not variant.options.announcements:
            return 0
        side = variant.side_of(self.turn, hand)
        step, theirs = hand.extra["said"][side] + 1, hand.extra["said"][1 - side]
        if step > 5 or spare < -(theirs + 1 if step == 1 and theirs else step):
            return 0
        return 1 << (side if step == 1 else step)

    def announce(self, hand: Hand, number: int) -> None:
        """Note how far the side has gone."""
        variant, said = hand.variant, list(hand.extra["said"])
        assert isinstance(variant, Doppelkopf)
        said[number if number < 2 else variant.side_of(self.turn, hand)] = max(number, 1)
        hand.extra["said"] = tuple(said)

    def apply(self, hand: Hand, action: int) -> bool:
        """Announce or play; note a trick of forty points."""
        over = super().apply(hand, action)
        if not self.cards and action < hand.deck.size:
            points = sum(POINTS.get(hand.deck.tokens[card][0], 0) for card in self.last)
            if points >= 40:
                hand.extra["full"] = (*hand.extra["full"], self.leader)
        return over


@hookimpl
def arena_variants() -> Iterable[type[Variant]]:
    """The game that this module brings."""
    return [Doppelkopf]
