"""Plays a card that it holds but may not play, as soon as there is one."""

from lines import move, play


def answer(act):
    bad = [card for card in act["view"]["hand"] if card not in act["legal"]]
    return move(act, action=bad[0]) if bad else None


play(answer)
