"""The clock on the wall is never asked: it may be set back in the middle of a run."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import arena
from arena.store import Store
from tests.durability.running import export, finish

# Every call for the time of day goes an hour further back than the one before.
BACKWARDS = """
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long calls;

int clock_gettime(clockid_t clock, struct timespec *now) {
    int failed = (int)syscall(SYS_clock_gettime, clock, now);
    if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        now->tv_sec -= 3600 * __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
    return failed;
}
int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec exact;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &exact);
    now->tv_sec = exact.tv_sec;
    now->tv_usec = exact.tv_nsec / 1000;
    return 0;
}
time_t time(time_t *now) {
    struct timespec exact;
    clock_gettime(CLOCK_REALTIME, &exact);
    if (now)
        *now = exact.tv_sec;
    return exact.tv_sec;
}
"""
OF_THE_DAY = re.compile(
    r"(.*\.)?(time\.(time|time_ns|localtime|gmtime|ctime|strftime)|CLOCK_REALTIME|(datetime|date)\.(now|utcnow|today)"
    r"|st_[amc]time(_ns)?|get[amc]time)"
)

# A file's time there is a mark that has changed or not; no earlier or later is told from it.
ONLY_A_MARK = {("following.py", "status.st_mtime_ns")}


def test_no_code_of_the_arena_asks_for_the_time_of_day():
    found = [
        f"{file.name}, line {node.lineno}: {ast.unparse(node)}"
        for file in Path(*arena.__path__).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Attribute) and OF_THE_DAY.fullmatch(ast.unparse(node))
        if (file.name, ast.unparse(node)) not in ONLY_A_MARK
    ]
    assert found == []


def test_the_search_finds_what_it_is_for():
    for text in ("time.time()", "datetime.datetime.now()", "file.stat().st_mtime", "time.CLOCK_REALTIME"):
        assert any(OF_THE_DAY.fullmatch(ast.unparse(node)) for node in ast.walk(ast.parse(text))), text
    assert not OF_THE_DAY.fullmatch("time.monotonic")


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler, for a clock that runs backwards")
def test_a_clock_that_runs_backwards_changes_nothing(undisturbed, tmp_path, monkeypatch):
    file, whole, expected = undisturbed
    folder = shutil.copytree(whole, tmp_path / "out")
    with Store.append(folder) as store:
        for name in ("m0.r0.b0", "m1.r1.b0", "m2.r0.b1"):
            store.withdraw(name, "to be played by another clock")
    source, library = tmp_path / "backwards.c", tmp_path / "backwards.so"
    source.write_text(BACKWARDS)
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, source], check=True)
    monkeypatch.setenv("LD_PRELOAD", str(library))
    ask = "import time; first = time.time(); print(int(first - time.time()))"
    told = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True, env=os.environ)
    assert told.stdout in ("3600\n", "3599\n"), "the clock does run backwards"
    finish(file, folder)
    assert export(folder) == expected
