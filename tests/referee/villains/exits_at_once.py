"""Exits before it says a word."""

import sys

sys.exit("no such file: weights.bin")
