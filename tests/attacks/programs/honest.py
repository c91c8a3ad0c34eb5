"""No attack: what the cards of the others' matches are compared with."""

from bot import play

play(lambda: None)
