"""Answers, and answers, and answers: whole frames without end."""

from lines import move, play, write


def answer(act):
    if act["turn"] == 4:
        flood = move(act, turn=0) * 1000
        while True:
            write(flood)


play(answer)
