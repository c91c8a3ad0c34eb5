"""Calls itself by another name than its bot.toml."""

from frames import play

play(name="somebody", version="7")
