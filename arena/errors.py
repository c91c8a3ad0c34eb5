"""The errors of the arena: one small tree, sorted by who has to act.

Anything here reaches a person as a message, never as a traceback. A message says what is wrong, where
(file and key, or command and argument) and what to do. A bot's misbehaviour is not an error: it is data
(`arena.records.Fault`).
"""


class ArenaError(Exception):
    """Base of every error that is raised on purpose."""


class InputError(ArenaError):
    """What the user gave can't be used: a league file, a bot folder, an argument, a name. Exit status 2."""


class SandboxError(ArenaError):
    """A protection that was asked for, or is needed, can't be had on this machine. Exit status 2."""


class StoreError(ArenaError):
    """A league's database is missing, foreign, locked, or of a version this program does not know."""


class PluginError(ArenaError):
    """A plugin broke its contract; the message names the plugin, and the hand and action that led there."""


class WireError(ArenaError):
    """Bytes that are not the protocol, described in words that a bot's author understands."""


class IllegalAction(ArenaError, ValueError):
    """An action that the rules do not allow now; the message says which ones they do."""
