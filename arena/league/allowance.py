"""How much memory a bot is given, when its league allows that much: what it asks for, or what its language needs.

Asked by the preflight when it makes programs. The league's own limit is put over it where bots are started.
"""

from __future__ import annotations

from pathlib import PurePath

from arena.league.bots import BotFolder

USUAL_MB = 256
# A virtual machine reserves for its heap, its compiler and its classes before a bot has said a word.
VIRTUAL_MACHINES = frozenset({"java", "kotlin", "scala", "clojure", "groovy", "dotnet", "c#", "f#"})
VIRTUAL_MACHINE_MB = 512


def memory_mb(bot: BotFolder) -> int:
    """MiB: `memory_mb` of its bot.toml, or the usual for its language, known by that name or by its command."""
    if bot.memory_mb:
        return bot.memory_mb
    runtime = PurePath(bot.command[0]).name
    on_machine = {runtime.lower(), bot.language.lower()} & VIRTUAL_MACHINES
    return VIRTUAL_MACHINE_MB if on_machine else USUAL_MB
