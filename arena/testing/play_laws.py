"""Laws of the play: hands and games come to an end, questions can be answered, copies and replays are faithful.

Each law looks at one trial and raises LawBroken with evidence for the variant's author.
"""

from __future__ import annotations

from typing import Any

from arena.cards import bits
from arena.game import Game
from arena.hand import Hand
from arena.phases import MOST_TOKENS, Phase
from arena.testing.law import LawBroken, require
from arena.testing.trial import Dealt, Trial, play_out

LONGEST_TOKEN = 16


def play(trial: Trial) -> None:
    """Hands end, without an error, and somebody is asked."""
    if trial.error is not None:
        raise trial.error
    require(trial.last.actions, f"hand {trial.last.number} was over before anybody was asked")


def ends(trial: Trial) -> None:
    """A whole game of random play comes to winners, and they share one point."""
    variant, rng = trial.variant, trial.rng("ends")
    game = Game(variant, f"kit/{trial.seed}", 0, single=False)
    while True:
        play_out(game.hand, rng)
        game.close()
        if game.over:
            break
        game.next_hand()
    winners = variant.winners_after(game.hand, game.totals)
    require(
        winners is not None,
        f"the game has no winner after {game.hand.number} hands of random play (totals {game.totals}) and ends as a "
        "draw: let winners() end it, if need be by an option that limits the hands",
    )
    require(winners, f"winners() ended the game at totals {game.totals} with nobody: {winners!r}")
    assert winners is not None
    seats = set(winners)
    require(seats <= set(range(variant.seats)), f"winners() names seats that there are not: {winners!r}")
    require(len(seats) == len(list(winners)), f"winners() names a seat twice: {winners!r}")
    for team in variant.teams:
        shares = {game.payoffs[seat] for seat in team}
        require(len(shares) == 1, f"the game is won by {winners!r} and pays {game.payoffs}: unlike in the team {team}")


def questions(trial: Trial) -> None:
    """There is always something to do, and tokens and actions name each other."""
    for hand in trial.last.steps():
        if hand.phase is not None:
            question(hand, hand.phase)


def question(hand: Hand, phase: Phase) -> None:
    """The law for one position."""
    where = f"{_where(hand)}, phase {phase.kind!r}"
    require(phase.turn in range(hand.seats), f"{where}: it is the turn of seat {phase.turn}, which there is not")
    legal, alphabet = phase.legal(hand), phase.alphabet(hand)
    require(legal > 0, f"{where}: seat {phase.turn} has no legal action")
    require(len(alphabet) <= MOST_TOKENS, f"{where}: the alphabet has {len(alphabet)} tokens, {MOST_TOKENS} at most")
    require(legal < 1 << len(alphabet), f"{where}: a legal action lies outside the alphabet of {len(alphabet)}")
    tokens = phase.tokens(hand, legal)
    require(len(set(tokens)) == len(tokens), f"{where}: a token is offered twice: {' '.join(tokens)}")
    for token in alphabet:
        plain = token.isascii() and token.isprintable() and " " not in token and 0 < len(token) <= LONGEST_TOKEN
        require(plain, f"{where}: the token {token!r} is not 1 to {LONGEST_TOKEN} printable ASCII characters")
    for token in tokens:
        action = phase.action(hand, token, legal)
        right = action >= 0 and legal >> action & 1 and alphabet[action] == token
        require(right, f"{where}: the legal token {token!r} leads to action {action}")
    for token in set(alphabet) - set(tokens):
        action = phase.action(hand, token, legal)
        require(action == -1, f"{where}: {token!r} is not legal, but leads to action {action}")


def copies(trial: Trial) -> None:
    """A copy goes its own way, the same way as the hand would, and the hand doesn't notice."""
    rng = trial.rng("copies")
    actions = trial.last.actions
    chosen = set(rng.sample(range(len(actions)), min(5, len(actions))))
    for position, hand in enumerate(trial.last.steps()):
        if position not in chosen:
            continue
        before, twin, stray = picture(hand), hand.copy(), hand.copy()
        _same(before, picture(twin), f"{_where(hand)}: a copy is unlike its hand")
        play_out(stray, rng)
        _same(before, picture(hand), f"{_where(hand)}: playing a copy on has changed the hand")
        _same(before, picture(twin), f"{_where(hand)}: playing a copy on has changed another copy")
        for action in actions[position:]:
            twin.apply(action)
        require(
            twin.scores == trial.last.scores,
            f"{_where(hand)}: a copy played on in the same way scores {twin.scores}, the hand {trial.last.scores}",
        )


def replay(trial: Trial) -> None:
    """Pack and actions bring the same hand back, events included, also while another hand is being played."""
    last = trial.last
    one, other = last.deal(), _another(last)
    plain = list(last.steps())[-1]
    for action in last.actions:
        phase = one.phase
        require(phase is not None, f"{_where(one)}: played over, the hand ends before its recorded actions")
        assert phase is not None
        require(
            phase.legal(one) >> action & 1,
            f"{_where(one)}: played over beside another hand, {_token(phase, one, action)} is no longer legal: "
            "is something of the hand kept in the variant itself?",
        )
        one.apply(action)
        if other.phase is not None:
            other.apply(next(bits(other.legal())))
    kept = "played over beside another hand, the hand ends otherwise: is something of it kept in the variant itself?"
    _same(picture(plain), picture(one), kept)
    require(one.log == plain.log, f"played over, other events are told: {_first_difference(plain.log, one.log)}")
    require(one.scores == last.scores, f"played over, the hand scores {one.scores}, not {last.scores}")


def _another(dealt: Dealt) -> Hand:
    """The same table with the pack the other way round."""
    return Hand(dealt.variant, pack=dealt.pack[::-1], dealer=dealt.dealer, number=dealt.number, carry=dealt.carry)


def _token(phase: Phase, hand: Hand, action: int) -> str:
    alphabet = phase.alphabet(hand)
    return repr(alphabet[action]) if action < len(alphabet) else f"action {action}"


def _first_difference(these: list[Any], those: list[Any]) -> str:
    for one, other in zip(these, those, strict=False):
        if one != other:
            return f"{other[1]} instead of {one[1]}"
    return f"{len(those)} instead of {len(these)}"


def picture(hand: Hand) -> dict[str, Any]:
    """All of a hand's state that can be compared, by name."""
    phase = hand.phase
    asked = (phase.kind, phase.turn, phase.legal(hand)) if phase else None
    names = ("hands", "dealt", "taken", "won", "stock", "trump", "declarer", "contract", "scores")
    return {
        **{name: str(getattr(hand, name)) for name in names},
        "extra": repr(hand.extra),
        "actions": bytes(hand.actions),
        "question": asked,
    }


def _same(one: dict[str, Any], other: dict[str, Any], what: str) -> None:
    for name, value in one.items():
        if other[name] != value:
            raise LawBroken(f"{what} ({name}: {value}, {other[name]})")


def _where(hand: Hand) -> str:
    return f"hand {hand.number}, action {len(hand.actions)}"
