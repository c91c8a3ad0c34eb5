"""A program that replays hands of bridge with RLCard, run in a process of its own by `tests.oracle.test_bridge`.

A line of JSON in: the number of the board, the cards of the four hands and the actions, by RLCard's numbers. A line
out: for each decision whose cards are due and what is legal; then the seats that are vulnerable, who is declarer,
the factor of doubling, the tricks of both sides and the payoffs. It stops at an action that RLCard does not allow.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import numpy as np
from rlcard.envs.bridge import DefaultBridgePayoffDelegate
from rlcard.games.bridge.game import BridgeGame
from rlcard.games.bridge.round import BridgeRound
from rlcard.games.bridge.utils.action_event import ActionEvent
from rlcard.games.bridge.utils.bridge_card import BridgeCard


def dealt(board: int, hands: list[list[int]]) -> BridgeGame:
    """RLCard deals at random: its players are given these cards instead."""
    game = BridgeGame()
    game.round = BridgeRound(num_players=4, board_id=board, np_random=np.random.RandomState(0))
    for player, cards in zip(game.round.players, hands, strict=True):
        player.hand = [BridgeCard.card(card) for card in cards]
    return game


def replayed(request: dict[str, Any]) -> dict[str, Any]:
    game = dealt(request["board"], request["hands"])
    decisions = []
    for action in request["actions"]:
        if game.is_over():
            return {"decisions": decisions, "result": None}
        legal = sorted(event.action_id for event in game.judger.get_legal_actions())
        decisions.append([game.get_player_id(), legal])
        if action not in legal:
            return {"decisions": decisions, "result": None}
        game.step(ActionEvent.from_action_id(action))
    return {"decisions": decisions, "result": result(game) if game.is_over() else None}


def result(game: BridgeGame) -> dict[str, Any]:
    declarer = game.round.get_declarer()
    return {
        "vulnerable": [seat for seat in range(4) if game.round.vul[seat]],
        "declarer": None if declarer is None else declarer.player_id,
        "factor": game.round.doubling_cube,
        "tricks": list(map(int, game.round.won_trick_counts)),
        "payoffs": [float(payoff) for payoff in DefaultBridgePayoffDelegate().get_payoffs(game)],
    }


def main() -> None:
    for line in sys.stdin:
        print(json.dumps(replayed(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
