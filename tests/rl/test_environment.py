"""The environment keeps PettingZoo's contract, pays what the table pays, and refuses what the rules refuse."""

import random
import subprocess
import sys
import warnings

import numpy as np
import pytest

from arena.errors import IllegalAction, InputError
from arena.rl import env
from tests.rl.games import EVERY, LONG, SOME, made

pettingzoo_test = pytest.importorskip("pettingzoo.test")
performance = pytest.importorskip("pettingzoo.test.performance_benchmark")

UNAVOIDABLE = ("Observation is not a NumPy array", "Observation space for each agent probably should be gymnasium")
"""PettingZoo asks for these of all but its own environments, though its documents ask for a dict with a mask."""


def api_test(name, mode, cycles):
    with warnings.catch_warnings():
        for text in UNAVOIDABLE:
            warnings.filterwarnings("ignore", text)
        pettingzoo_test.api_test(env(made(name), mode=mode), num_cycles=cycles)


@pytest.mark.parametrize("mode", ["deal", "game"])
@pytest.mark.parametrize("name", SOME)
def test_keeps_the_interface(name, mode):
    api_test(name, mode, 15)


@pytest.mark.parametrize("name", EVERY)
def test_plays_the_same_from_the_same_seed(name):
    pettingzoo_test.seed_test(lambda: env(made(name), mode="game"), num_cycles=15)


@LONG
@pytest.mark.parametrize("mode", ["deal", "game"])
@pytest.mark.parametrize("name", EVERY)
def test_keeps_the_interface_for_long(name, mode):
    api_test(name, mode, 1000)
    pettingzoo_test.seed_test(lambda: env(made(name), mode=mode), num_cycles=500)


class FewCycles:
    """A clock for the benchmark that has run out after some looks at it."""

    def __init__(self, looks):
        self.looks = looks

    def time(self):
        self.looks -= 1
        return 0.0 if self.looks > 0 else 10.0


@pytest.mark.parametrize("name", SOME)
def test_runs_the_performance_benchmark(name, monkeypatch, capsys):
    monkeypatch.setattr(performance, "time", FewCycles(looks=25))
    performance.performance_benchmark(env(made(name)))
    assert "Finished performance benchmark" in capsys.readouterr().out


def at_random(table, seed=0):
    """Plays an episode to its end; returns how many actions there were."""
    rng, actions = random.Random(seed), 0
    while not any(table.terminations.values()):
        mask = table.observe(table.agent_selection)["action_mask"]
        assert not any(table.rewards.values())
        table.step(rng.choice(np.flatnonzero(mask).tolist()))
        actions += 1
    return actions


def test_a_deal_pays_its_payoffs_at_the_end():
    table = env("trollin", seats=3, raw=True)
    table.reset(seed=5)
    assert at_random(table) == 27
    hand = table.unwrapped.game.hand
    assert list(table.rewards.values()) == [float(score) for score in hand.scores]
    assert table.rewards == table._cumulative_rewards


def test_a_game_goes_on_over_the_hands_and_pays_the_winners():
    table = env("troeven", mode="game", raw=True)
    table.reset(seed=5)
    hand_actions = 1 + 32
    actions = at_random(table)
    assert actions > hand_actions
    assert actions % hand_actions == 0
    assert sorted(table.rewards.values()) in ([0.0, 0.0, 1.0, 1.0], [0.5] * 4)
    assert table.unwrapped.game.hand.number == actions // hand_actions


def test_deals_go_on_from_a_seed_and_begin_again_with_it():
    def packs(table, count):
        found = [table.game.hand.pack]
        for _ in range(count - 1):
            table.reset()
            found.append(table.game.hand.pack)
        return found

    table, other = env("trollin", raw=True), env("trollin", raw=True)
    table.reset(seed=9)
    first = packs(table, 3)
    assert len(set(first)) == 3
    table.reset(seed=9)
    assert packs(table, 3) == first
    other.reset(seed=10)
    assert other.game.hand.pack not in first


def test_only_the_seat_in_turn_has_actions():
    table = env("troeven", raw=True)
    table.reset(seed=1)
    for agent in table.agents:
        assert table.observe(agent)["action_mask"].any() == (agent == table.agent_selection)


def test_an_illegal_action_is_refused_with_the_rule():
    table = env("trollin", seats=4, raw=True)
    table.reset(seed=1)
    encoding = table.encoding
    held = table.game.hand.legal_tokens()
    missing = next(token for token in table.variant.deck.tokens if token not in held)
    with pytest.raises(IllegalAction, match=f"{missing} is not in the hand. Legal: {held[0]}"):
        table.step(encoding.number("play", missing))
    for number in (None, -1, len(encoding.actions)):
        with pytest.raises(IllegalAction, match="numbered from 0 to 37"):
            table.step(number)


def test_an_action_of_another_phase_is_refused():
    table = env("troeven", raw=True)
    table.reset(seed=1)
    with pytest.raises(IllegalAction, match=r"'AS' in the phase 'play' .* is not asked for now, but 'trump'"):
        table.step(table.encoding.number("play", "AS"))


def test_a_table_can_be_looked_at():
    table = env("trollin", seats=2, render_mode="ansi")
    table.reset(seed=3)
    text = table.render()
    assert text.startswith("trollin, seat ")
    assert "trump: S" in text


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        ({"variant": "trolin"}, "trollin"),
        ({"variant": "trollin", "seats": 9}, "2, 3, 4, 5, 6 players, not for 9"),
        ({"variant": "trollin", "options": {"tarot": 1}}, "no option 'tarot'"),
        ({"variant": "trollin", "mode": "hand"}, "one of deal, game, not 'hand'"),
        ({"variant": "trollin", "render_mode": "human"}, "'ansi' or None, not 'human'"),
        ({"variant": made("trollin"), "seats": 2}, "already made"),
    ],
)
def test_a_wrong_wish_is_told(wishes, message):
    with pytest.raises(InputError, match=message):
        env(**wishes)


def test_is_not_imported_before_it_is_asked_for():
    code = "import arena.rl, sys; sys.exit(any(name in sys.modules for name in ('pettingzoo', 'gymnasium', 'pluggy')))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_missing_extra_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "arena.rl.environment", None)
    monkeypatch.delitem(sys.modules, "arena.rl.environment")
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.setitem(sys.modules, "gymnasium.spaces", None)
    with pytest.raises(InputError, match=r"pip install 'trickarena\[rl\]'"):
        env("trollin")
