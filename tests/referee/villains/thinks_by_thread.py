"""Answers at once, and has a thread that thinks on all the time, whoever is asked."""

import threading

from lines import play


def think():
    thoughts = 0
    while True:
        thoughts += 1


threading.Thread(target=think, daemon=True).start()
play(lambda act: None)
