"""The referee: seats bots at tables, asks, waits, judges, and writes down what happened.

`arena.referee.match` is the place to start; `arena.referee.process` is the only part that touches processes.
"""
