"""No villain: plays the first legal token. What the others' results are compared with."""

from lines import play

play(lambda act: None)
