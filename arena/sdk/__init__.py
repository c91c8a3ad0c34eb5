"""What a Python bot imports: `run`, and `Bot` for bots with state.

    from arena.sdk import run

    run(lambda act: act.legal[0], name="first")

A bot is ready soon after its process has started, so this package imports msgpack and little else; the rules of
the game (`bot.game`, `act.knowledge()`) are imported when first asked for.
"""

from arena.sdk.bot import Bot
from arena.sdk.heard import Act, End, Hello, Start
from arena.sdk.session import run

__all__ = ["Act", "Bot", "End", "Hello", "Start", "run"]
