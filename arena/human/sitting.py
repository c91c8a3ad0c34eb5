"""One match with a person at the table: the referee in a thread of its own, the person's side where it is called from.

Used by `arena play` and by the web server. It knows bots as programs, and neither terminals nor browsers.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from contextlib import suppress

from arena.human.chair import Chair, WithPeople, program_for
from arena.human.person import Front, Left, PersonSession
from arena.league.work import lines
from arena.records import MatchRecord, MatchSpec
from arena.referee.lines import Lines
from arena.referee.listening import Listener, Overheard
from arena.referee.match import play_match
from arena.referee.sandbox import Program, Sandbox
from arena.variant import Variant
from arena.wire.plain import Pipe

HUMAN = "human"
"""What a person is called among the names of bots."""

NO_CLOCK_MS = 7 * 24 * 3_600_000
"""The clock of a person who is given none: nobody thinks for a week."""


class Sitting:
    """A match in which a person has one seat, `seat`, and programs have the others.

    programs: by seat, for all seats but the person's. person_ms: the person's clock for a move; bots keep the match's.
    """

    def __init__(
        self,
        spec: MatchSpec,
        variant: Variant,
        programs: Mapping[int, Program],
        tier: Sandbox,
        *,
        seat: int,
        person_ms: int = NO_CLOCK_MS,
        listener: Listener | None = None,
    ) -> None:
        self._spec = spec
        self._variant = variant
        self._chair = Chair()
        seated = {**programs, seat: program_for(self._chair)}
        self._programs = tuple(seated[place] for place in range(spec.seats))
        self._tier = WithPeople(tier)
        self._listener = listener
        self._clocks_ms = {seat: person_ms}
        self._record: MatchRecord | None = None
        self._error: BaseException | None = None

    def play(self, front: Front) -> MatchRecord:
        """Play to the end, asking `front`; the record is void if the person leaves.

        Whatever the referee or the front raises is raised here, when all processes are gone.
        """
        referee = threading.Thread(target=self._referee, name="referee")
        referee.start()
        left = True
        try:
            with suppress(Left, BrokenPipeError):
                session = PersonSession(front, self._variant, HUMAN, self._chair.source)
                session.serve(Pipe(self._chair.source, self._chair.target))
                left = False
        finally:
            self._chair.hang_up(left=left)
            referee.join()
            self._chair.close()
        if self._error is not None:
            raise self._error
        assert self._record is not None
        return self._record

    @property
    def left(self) -> bool:
        """Whether the person has given the table up."""
        return self._chair.left

    def leave(self) -> None:
        """Give the table up, from any thread; `play` then returns as soon as its front does."""
        self._chair.hang_up(left=True)

    def _referee(self) -> None:
        try:
            to_bots: Lines = lines(self._programs, self._variant, self._tier, self._spec, self._listener)
            if self._listener is not None:
                to_bots = Overheard(to_bots, self._listener)
            self._record = play_match(self._spec, self._variant, to_bots, self._clocks_ms)
        except BaseException as error:  # noqa: BLE001  (raised again by `play`, in the thread that can tell it)
            self._error = error
        finally:
            self._chair.give_back()
