"""What a decision cost: estimated without bias, exact near the end, and not called a mistake when it is noise."""

from __future__ import annotations

import math
import random
from statistics import fmean, stdev

import pytest

from arena.analysis.decisions import Decision, decisions
from arena.analysis.judging import Loss, Settings, judge, loss
from arena.cards import bits
from arena.errors import IllegalAction
from arena.game import Game
from arena.plugin import load
from arena.variant import Variant
from arena.views import Views
from arena.worlds import Worlds
from tests.search.test_endgame import naively

REGISTRY = load()
TROLLIN = REGISTRY.variant("trollin")(seats=4)


def recorded(variant: Variant, number: int) -> bytes:
    """A hand played at random."""
    rng = random.Random(number)
    hand = Game(variant, "judged", number, single=True).hand
    while not hand.over:
        hand.apply(rng.choice(list(bits(hand.legal()))))
    return bytes(hand.actions)


def choices(variant: Variant, number: int) -> list[Decision]:
    actions = recorded(variant, number)
    return list(decisions(variant, "judged", number, [actions], range(variant.seats), single=True))


# The decisions of a recorded hand.


def test_decisions_are_the_choices_of_the_hand_as_they_stood():
    hand = Game(TROLLIN, "judged", 3, single=True).hand
    expected = []
    for position, action in enumerate(recorded(TROLLIN, 3)):
        legal = hand.legal_tokens()
        if len(legal) > 1:
            expected.append((position, hand.phase.turn, tuple(legal), TROLLIN.deck.tokens[action], hand.hands.copy()))
        hand.apply(action)
    found = choices(TROLLIN, 3)
    assert [(d.number, d.seat, d.legal, d.played, d.hand.hands) for d in found] == expected
    assert all(d.trick == d.number // 4 and d.kind == "play" for d in found)


def test_only_the_seats_asked_for():
    found = list(decisions(TROLLIN, "judged", 3, [recorded(TROLLIN, 3)], [2], single=True))
    assert {d.seat for d in found} == {2}


def test_what_a_seat_was_told_is_what_its_view_comes_from():
    for decision in choices(TROLLIN, 4):
        views = Views(TROLLIN, TROLLIN.start_totals())
        for event in decision.told:
            views.see(event, decision.seat)
        view = views.view(decision.seat, decision.kind)
        assert view["hand"] == TROLLIN.deck.tokens_of(decision.hand.hands[decision.seat])
        assert not any(event[0] == "hand" and event[1] != view_cards(decision) for event in decision.told)


def view_cards(decision: Decision) -> list[str]:
    return TROLLIN.deck.tokens_of(decision.hand.dealt[decision.seat])


def test_a_later_hand_of_a_game_begins_anew():
    troeven = REGISTRY.variant("troeven")()
    rng = random.Random(1)
    game, hands = Game(troeven, "judged", 0, single=False), []
    for _ in range(2):
        while not game.hand.over:
            game.hand.apply(rng.choice(list(bits(game.hand.legal()))))
        hands.append(bytes(game.hand.actions))
        game.close()
        last, _ = game.hand, game.next_hand()
    found = list(decisions(troeven, "judged", 0, hands, range(4), single=False))
    assert {d.hand.number for d in found} == {2}
    assert all(d.told[0] == ("deal", 2, last.dealer) for d in found)
    assert found[0].kind == "trump"


def test_a_record_against_the_rules_is_refused():
    with pytest.raises(IllegalAction, match="hand 1, action 0"):
        list(decisions(TROLLIN, "judged", 3, [b"\xff"], [0], single=True))


# The estimate.


def test_the_loss_of_a_sure_thing():
    found = loss({"AS": [2.0], "KS": [1.0], "QS": [2.0]}, "KS", exact=True)
    assert found == Loss("AS", 1.0, 0.0, 1, True)
    assert found.clear


def test_an_action_as_good_as_the_best_is_the_best():
    found = loss({"AS": [2.0, 1.0, 3.0, 4.0], "KS": [1.0, 2.0, 4.0, 3.0]}, "KS", exact=True)
    assert found.best == "KS"
    assert loss({"AS": [2.0], "KS": [2.0]}, "KS", exact=True).mean == 0


def test_one_half_chooses_and_the_other_says_what_it_is_worth():
    # The even worlds would choose A (sums 8, 6, 2), the odd ones B (2, 6, 4).
    samples = {"A": [4.0, 1.0, 4.0, 1.0], "B": [3.0, 3.0, 3.0, 3.0], "C": [1.0, 2.0, 1.0, 2.0]}
    found = loss(samples, "C", exact=False)
    # Even worlds value B, odd worlds value A: gains 2, -1, 2, -1.
    gains = [2.0, -1.0, 2.0, -1.0]
    assert found.mean == fmean(gains)
    assert found.error == pytest.approx(stdev(gains) / math.sqrt(4))
    assert (found.best, found.worlds, found.clear) == ("B", 4, False)


def noisy(rng: random.Random, actions: int, worlds: int) -> dict[str, list[float]]:
    return {f"{action}": [rng.gauss(0, 1) for _ in range(worlds)] for action in range(actions)}


def test_noise_is_no_loss():
    """Ten actions of the same worth: the best mean is well above 0, the estimate is not; few are called mistakes."""
    rng = random.Random(7)
    trials = [noisy(rng, 10, 32) for _ in range(800)]
    found = [loss(samples, "0", exact=False) for samples in trials]
    naive = fmean(max(map(fmean, samples.values())) - fmean(samples["0"]) for samples in trials)
    error = stdev(lost.mean for lost in found) / math.sqrt(len(found))
    assert naive > 10 * error
    assert abs(fmean(lost.mean for lost in found)) < 4 * error
    assert sum(lost.clear for lost in found) <= 8


def test_a_real_loss_is_found():
    rng = random.Random(8)
    found = []
    for _ in range(300):
        samples = noisy(rng, 4, 32)
        samples["3"] = [value + 2 for value in samples["3"]]
        found.append(loss(samples, "0", exact=False))
    assert {lost.best for lost in found} == {"3"}
    assert fmean(lost.mean for lost in found) == pytest.approx(2, abs=0.1)
    assert all(lost.clear for lost in found)


# Judging.


def test_with_all_cards_seen_the_end_is_exact():
    seen = 0
    for decision in choices(TROLLIN, 5):
        if sum(cards.bit_count() for cards in decision.hand.hands) > 12:
            continue
        judged = judge(TROLLIN, decision, Settings(worlds=4), "t")
        values = {token: paid[decision.seat] for token, paid in naively(decision.hand).items()}
        assert judged.seen.mean == max(values.values()) - values[decision.played]
        assert (judged.seen.exact, judged.seen.error) == (True, 0)
        seen += 1
    assert seen > 3


def test_what_a_seat_knew_is_the_mean_over_its_worlds():
    """Worlds drawn by another generator and solved the slow way give the same loss, within the noise of both."""
    decision = next(d for d in choices(TROLLIN, 6) if d.trick == 6)
    judged = judge(TROLLIN, decision, Settings(worlds=100), "t")
    assert judged.known is not None
    worlds, rng = Worlds(TROLLIN, decision.seat, decision.told), random.Random(99)
    rows = [naively(worlds.draw(rng)) for _ in range(60)]
    best = judged.known.best
    gains = [row[best][decision.seat] - row[decision.played][decision.seat] for row in rows]
    noise = math.hypot(judged.known.error, stdev(gains) / math.sqrt(len(gains)))
    assert judged.known.exact
    assert abs(judged.known.mean - fmean(gains)) <= 4 * noise


def test_the_same_settings_give_the_same_judgement_and_another_seed_another():
    decision = choices(TROLLIN, 7)[3]
    one = judge(TROLLIN, decision, Settings(worlds=8), "t")
    assert one == judge(TROLLIN, decision, Settings(worlds=8), "t")
    others = [judge(TROLLIN, decision, Settings(worlds=8, seed=str(seed)), "t") for seed in range(1, 4)]
    assert any(other.known != one.known for other in others)


def test_an_end_that_is_too_large_is_played_out():
    decision = next(d for d in choices(TROLLIN, 6) if d.trick == 6)
    judged = judge(TROLLIN, decision, Settings(worlds=8, most_positions=1), "t")
    assert judged.known is not None
    assert (judged.known.exact, judged.seen.exact, judged.seen.worlds) == (False, False, 8)


def test_a_choice_that_is_no_card():
    troeven = REGISTRY.variant("troeven")()
    judged = judge(troeven, choices(troeven, 1)[0], Settings(worlds=4), "t")
    assert (judged.kind, judged.trick, judged.choices) == ("trump", 0, 4)
