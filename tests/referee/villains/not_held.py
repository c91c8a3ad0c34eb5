"""Plays a card that another seat holds or nobody: anything but its own."""

from lines import move, play


def answer(act):
    return move(act, action="BJ" if "BJ" not in act["view"]["hand"] else "SJ")


play(answer)
