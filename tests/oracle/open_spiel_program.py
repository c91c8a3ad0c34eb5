"""A program that replays hands with OpenSpiel, run in a process of its own by `tests.oracle.spiel`.

A line of JSON in: game, its parameters, the chance outcomes, and the actions of the players. A line out: for each
decision who was to act and what was legal, and the returns. It stops at an action that OpenSpiel does not allow.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import pyspiel


def replayed(request: dict[str, Any]) -> dict[str, Any]:
    state = pyspiel.load_game(request["game"], request["parameters"]).new_initial_state()
    for outcome in request["chance"]:
        state.apply_action_with_legality_check(outcome)
    decisions = []
    for action in request["actions"]:
        if state.is_terminal() or state.is_chance_node():
            return {"decisions": decisions, "returns": None}
        legal = state.legal_actions()
        decisions.append([state.current_player(), legal])
        if action not in legal:
            return {"decisions": decisions, "returns": None}
        state.apply_action_with_legality_check(action)
    return {"decisions": decisions, "returns": state.returns() if state.is_terminal() else None}


def main() -> None:
    for line in sys.stdin:
        print(json.dumps(replayed(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
