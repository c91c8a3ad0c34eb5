"""A table as a PettingZoo AEC environment: the agents are its seats, an episode is one deal or one game.

Each seat is shown what `arena.rl.encoding` makes of the events that the seat is told. Made by `arena.rl.env`; it
knows no plugin and no wire.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import seeding
from pettingzoo.utils.env import AECEnv

from arena.errors import IllegalAction, InputError
from arena.game import Game
from arena.rl.coders import REACH
from arena.rl.encoding import Encoding
from arena.rl.memory import Memories
from arena.variant import Variant

MODES = ("deal", "game")


class CardTable(AECEnv[str, dict[str, Any], int]):
    """The environment. Agents are `seat_0`, `seat_1` and so on, clockwise.

    An observation is a dict of `observation`, the tensor, and `action_mask`. The reward is the payoff, by seat, with
    the action that ends the episode; before, it is 0. encoding: what the numbers mean. game: the table itself, for
    who wants to look at all cards.
    """

    def __init__(self, variant: Variant, *, mode: str = "deal", render_mode: str | None = None) -> None:
        if mode not in MODES:
            raise InputError(f"the mode of an environment is one of {', '.join(MODES)}, not {mode!r}")
        if render_mode not in (None, "ansi"):
            raise InputError(f"the render mode of an environment is 'ansi' or None, not {render_mode!r}")
        super().__init__()
        self.metadata = {"name": f"{variant.name}_{mode}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.variant = variant
        self.encoding = Encoding.of(variant)
        self.possible_agents = [f"seat_{seat}" for seat in range(variant.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        tensor = Box(-REACH, REACH, (self.encoding.size,), np.float32)
        mask = Box(0, 1, (len(self.encoding.actions),), np.int8)
        self.observation_spaces = {
            agent: Dict({"observation": tensor, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(len(self.encoding.actions)) for agent in self.possible_agents}
        self._single = mode == "deal"
        self._seed: int | None = None
        self._number = 0

    def observation_space(self, agent: str) -> Dict:
        """The space of what an agent is shown: the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete[Any]:
        """The space of what an agent may do: the same object each time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Open a table. The deals follow from the seed; without one, those after the last table's come.

        `options` is taken because the interface has it, and means nothing.
        """
        if seed is not None or self._seed is None:
            _, self._seed = seeding.np_random(seed)
            self._number = 0
        else:
            self._number += 1
        self.open(Game(self.variant, f"environment {self._seed}", self._number, single=self._single))

    def open(self, game: Game) -> None:
        """Open this very table instead of one that the environment draws: a deal of a league, say, nothing played."""
        self.game = game
        self._listeners = Memories(self.variant, self.game.totals)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def _go_on(self) -> None:
        """Come to the next question, over the ends of hands; or end the episode and pay."""
        game = self.game
        while game.hand.phase is None:
            game.close()
            if game.over:
                self.rewards = dict(zip(self.possible_agents, map(float, game.payoffs), strict=True))
                self.terminations = dict.fromkeys(self.agents, True)
                self._listeners.listen(game.log)
                return
            game.next_hand()
        self._listeners.listen(game.log)
        self.agent_selection = self.possible_agents[game.hand.phase.turn]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent is shown now; who is not asked has no legal action."""
        seat, phase = self._seats[agent], self.game.hand.phase
        asked = phase is not None and phase.turn == seat
        kind = phase.kind if phase and asked else ""
        view = self._listeners.views.view(seat, kind)
        legal = self.game.hand.legal_tokens() if asked else ()
        tensor, mask = self.encoding.observe(self._listeners.memories[seat], view, legal)
        return {"observation": tensor, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Carry out an action of the agent whose turn it is; None takes an agent off the table after the end.

        Raises IllegalAction, with the rule, for an action that the mask forbids.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._act(action)
        self._go_on()
        self._accumulate_rewards()

    def _act(self, action: int | None) -> None:
        hand, actions = self.game.hand, self.encoding.actions
        assert hand.phase is not None
        kind = hand.phase.kind
        if action is None or not 0 <= action < len(actions):
            raise IllegalAction(f"{action!r} is no action: they are numbered from 0 to {len(actions) - 1}.")
        chosen = actions[int(action)]
        if chosen.phase != kind:
            raise IllegalAction(
                f"{chosen.token!r} in the phase {chosen.phase!r} (action {action}) is not asked for now, but {kind!r}."
                f" Legal: {' '.join(hand.legal_tokens())}."
            )
        hand.play(chosen.token)

    def render(self) -> str | None:
        """With render mode "ansi": the table as the seat on turn sees it, in lines of text."""
        if self.render_mode is None:
            return None
        phase = self.game.hand.phase
        seat, kind = (phase.turn, phase.kind) if phase else (0, "over")
        view = self._listeners.views.view(seat, kind)
        return "\n".join([f"{self.variant.name}, seat {seat}", *(f"  {key}: {value}" for key, value in view.items())])

    def close(self) -> None:
        """Nothing is held open."""
