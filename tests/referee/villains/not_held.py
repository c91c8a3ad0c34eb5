"""Plays a card that another seat holds or nobody: anything but its own."""

from lines import move, play


def answer(act):
    return move(act, action=next(card for card in ("BJ", "SJ", "AS") if card not in act["view"]["hand"]))


play(answer)
