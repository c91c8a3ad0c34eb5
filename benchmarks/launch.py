"""Runs a program and prints what it used, as JSON: exit status, wall seconds, processor seconds, most memory in KiB.

A process of its own, small, because a child's most memory is never less than its parent's was when it was started.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time


def main() -> None:
    begun_s = time.perf_counter()
    status = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL)
    wall_s = time.perf_counter() - begun_s
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(json.dumps([status, wall_s, usage.ru_utime + usage.ru_stime, usage.ru_maxrss]))


if __name__ == "__main__":
    main()
