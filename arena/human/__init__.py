"""A person in a seat: the other end of a bot's pipes, held by whoever shows the table and takes the answers.

The terminal and the web server seat people by `Sitting`. The referee sees frames, as from any bot, so that rules, clock
and record are the same; what the person is shown is what a bot in that chair would have been told, and no more.
"""

from arena.human.person import Asked, Front, Left, Person, match_token
from arena.human.sitting import HUMAN, NO_CLOCK_MS, Sitting

__all__ = ["HUMAN", "NO_CLOCK_MS", "Asked", "Front", "Left", "Person", "Sitting", "match_token"]
