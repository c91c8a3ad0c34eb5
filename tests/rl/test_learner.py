"""The example: it trains to the same weights from the same seed, and its policy plays a league without a fault."""

import importlib.util
import json
import shutil
import sys

import numpy as np
import pytest

from arena.rl import env
from tests.cli.command import output
from tests.rl.games import made
from tests.sdk.driver import ROOT

pytest.importorskip("pettingzoo")
pytest.importorskip("sklearn")

EXAMPLE = ROOT / "examples" / "learner"

LEAGUE = """
[league]
name = "learners"
variant = "trollin"
seats = 2
seed = "learners"
deals = 4
[[bot]]
path = "bot"
[[bot]]
name = "random"
"""


def module(file):
    spec = importlib.util.spec_from_file_location(f"example_{file.stem}", file)
    found = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.fixture(scope="module")
def example():
    return module(EXAMPLE / "train.py")


@pytest.fixture(scope="module")
def plan(example):
    return example.Plan(seats=2, deals=128, tables=32, hidden=(16,))


@pytest.fixture(scope="module")
def policy(example, plan):
    return example.train(plan)


def test_trains_to_the_same_bits_from_the_same_seed(example, plan, policy):
    again = example.train(plan)
    assert list(again) == list(policy) == ["w0", "b0", "w1", "b1", "encoding"]
    for name, array in policy.items():
        assert array.tobytes() == again[name].tobytes()


def test_another_seed_gives_other_weights(example, plan, policy):
    other = example.train(example.Plan(**{**vars(plan), "seed": 2}))
    assert (other["w0"] != policy["w0"]).any()


def test_only_the_value_of_what_was_tried_is_changed(example, plan):
    """With everything shown as it is and paid as foreseen, there is nothing to learn."""
    learner = example.Learner(plan, 6, 3)
    shown = np.eye(6, dtype=np.float32)[np.arange(example.BATCH) % 6]
    chosen = np.arange(example.BATCH) % 3
    foreseen = learner.net.predict(shown)[np.arange(example.BATCH), chosen]
    before = learner.net.coefs_[0].copy()
    assert learner.learn(example.Choices(list(shown), list(chosen), list(foreseen))) < 1e-9
    assert np.abs(learner.net.coefs_[0] - before).max() < 1e-3
    assert learner.learn(example.Choices(list(shown), list(chosen), list(foreseen + 1))) == pytest.approx(1, abs=0.01)


def test_plays_a_league_without_a_fault(policy, tmp_path):
    folder = tmp_path / "bot"
    shutil.copytree(EXAMPLE / "bot", folder, ignore=shutil.ignore_patterns("*.npz"))
    np.savez_compressed(folder / "trollin-2.npz", **policy)
    (tmp_path / "league.toml").write_text(LEAGUE)
    assert "learner" in output("league", "run", "league.toml", "--out", "out", cwd=tmp_path)
    hands = [json.loads(line) for line in output("export", "out", cwd=tmp_path).splitlines()]
    assert len(hands) == 8
    assert not any(hand["faults"] for hand in hands)


def test_the_kept_policy_is_of_the_games_present_encoding():
    bot = module(EXAMPLE / "bot" / "bot.py")
    game = made("trollin", 2)
    policy = bot.Policy(EXAMPLE / "bot" / "trollin-2.npz", game)
    table = env(game, raw=True)
    table.reset(seed=1)
    assert policy.encoding.features == table.encoding.features
    assert policy.encoding.actions == table.encoding.actions
    shown = table.observe(table.agent_selection)["observation"]
    assert policy.values(shown[None]).shape == (1, len(table.encoding.actions))
