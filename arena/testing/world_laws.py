"""Laws of imagined worlds: what `arena.worlds` draws for a variant is a possible past, and leaves no possibility out.

What a world may be is not asked of the sampler again: its actions are judged by the rules, and the places that a card
can take are proven by exchanging it in the real hand.
"""

from __future__ import annotations

from arena.hand import Hand
from arena.testing.knowledge_laws import Exchanged, looked_at, seen_by, transcript
from arena.testing.law import LawBroken, require
from arena.testing.trial import Trial, told
from arena.worlds import Worlds

TRIES = 400
"""Arrangements that are tried for one world: more are not needed where the count is near the truth."""

MOST_DRAWS = 3000
"""Worlds that are drawn before a place counts as left out."""

PAIRS = 25
"""How many pairs of cards are exchanged to prove where cards can be."""

WHAT_TO_DO = (
    "what follows in a hand may hang on actions, and on what show() and turn_up() return, "
    "but not on cards that a seat has not seen"
)

Place = tuple[str, str]
"""A card's face, and where it lies."""


def worlds(trial: Trial) -> None:
    """A drawn world is legal from the start, has told the seat the same, and stands where the real hand stands."""
    rng = trial.rng("worlds")
    for position, seat in looked_at(trial):
        real = trial.last.at(position)
        where = f"hand {real.number}, action {position}, for seat {seat}"
        try:
            found = Worlds(trial.variant, seat, told(real.log, seat))
            drawn = [found.draw(rng, most_tries=TRIES) for _ in range(2)]
        except Exception as error:
            raise LawBroken(f"{where}: no world can be drawn ({error}): {WHAT_TO_DO}") from error
        for world in drawn:
            _judge(world, real, seat, where)


def _judge(world: Hand, real: Hand, seat: int, where: str) -> None:
    fresh = Hand(world.variant, pack=world.pack, dealer=real.dealer, number=real.number, carry=_carry(real))
    for time, action in enumerate(world.actions):
        require(fresh.legal() >> action & 1, f"{where}: in a drawn world action {time} is not legal")
        fresh.apply(action)
    require(told(fresh.log, seat) == told(real.log, seat), f"{where}: a drawn world has told the seat other things")
    for name, drawn, held in (("hand", fresh.hands, real.hands), ("tricks", fresh.taken, real.taken)):
        sizes = [cards.bit_count() for cards in drawn]
        require(
            sizes == [cards.bit_count() for cards in held],
            f"{where}: in a drawn world the seats have other numbers of cards ({name}: {sizes})",
        )
    faces = world.deck.tokens_of
    require(faces(fresh.hands[seat]) == faces(real.hands[seat]), f"{where}: a drawn world gives it other cards")
    require(fresh.legal_tokens() == real.legal_tokens(), f"{where}: a drawn world asks it another question")


def _carry(hand: Hand) -> dict[str, object]:
    return next((event[1] for _, event in hand.log if event[0] == "carry"), {})


def diversity(trial: Trial) -> None:
    """Every unseen card is drawn into every place where it can be, the pack and what was put aside included."""
    positions = looked_at(trial)
    for position, seat in {positions[0], positions[len(positions) // 2]}:
        possible = proven_places(trial, position, seat)
        real = trial.last.at(position)
        found, rng = Worlds(trial.variant, seat, told(real.log, seat)), trial.rng("diversity")
        left = possible.copy()
        for _ in range(MOST_DRAWS):
            if not left:
                break
            left -= places(found.draw(rng, most_tries=TRIES))
        require(
            not left,
            f"hand {real.number}, action {position}, for seat {seat}: in {MOST_DRAWS} worlds never drawn, though "
            f"possible: {', '.join(sorted(f'{face} in {place}' for face, place in left))}",
        )


def proven_places(trial: Trial, position: int, seat: int) -> set[Place]:
    """Where unseen cards lie, and where they could: an exchange of two that the rules allow and the seat can't see."""
    dealt = trial.last
    real = dealt.at(position)
    hidden = [card for card in range(real.deck.size) if not seen_by(real, seat) >> card & 1]
    where = {card: place_of(real, card) for card in hidden}
    face = real.deck.tokens
    proven = {(face[card], where[card]) for card in hidden}
    mine = transcript(dealt.up_to(position), seat, dealt.totals)
    rng = trial.rng(f"pairs {position}")
    for _ in range(PAIRS if len(hidden) > 1 else 0):
        one, other = rng.sample(hidden, 2)
        if where[one] == where[other] or ((face[one], where[other]) in proven and (face[other], where[one]) in proven):
            continue
        theirs = transcript(Exchanged(dealt, {one: other, other: one}).steps(position), seat, dealt.totals)
        if theirs == mine:
            proven |= {(face[one], where[other]), (face[other], where[one])}
    return proven


def places(hand: Hand) -> set[Place]:
    """Where each face lies."""
    return {(token, place_of(hand, card)) for card, token in enumerate(hand.deck.tokens)}


def place_of(hand: Hand, card: int) -> str:
    """Where a card lies, in words."""
    for seat, cards in enumerate(hand.hands):
        if cards >> card & 1:
            return f"the hand of seat {seat}"
    if hand.undealt >> card & 1:
        return "the pack"
    return "the tricks" if any(cards >> card & 1 for cards in hand.taken) else "what lies aside"
