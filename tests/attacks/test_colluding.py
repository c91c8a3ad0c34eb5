"""Two processes of one bot, in the same folder, that try to leave each other a mark."""

from __future__ import annotations

import ctypes
import os
from contextlib import closing, suppress
from pathlib import Path

import pytest

from arena.referee.sandbox import Sandbox
from tests.attacks.catalogue import COLLUSIONS, Collusion
from tests.attacks.running import Report, end_if_known, ended, run, start
from tests.attacks.stage import Stage, bots_folder, innermost
from tests.attacks.traces import number, traces
from tests.referee.sandbox.running import read_line


def collude(stage: Stage, attack: Collusion) -> list[Report]:
    """The first process, a second one beside it, and perhaps a third one after it: what each achieved."""
    put_unread_file(bots_folder(stage.place, attack.program))
    with closing(start(stage, attack.program, role="leave")) as first:
        assert read_line(first) == "left"
        partner = innermost(first)
        beside = run(stage, attack.program, role="find", partner_runs=True, partner=partner)
        with suppress(BrokenPipeError):  # Some tell what they saw without waiting to be asked.
            os.write(first.stdin, b"\n")
        reports = [ended(first), beside]
    if attack.later:
        reports.append(run(stage, attack.program, role="find", partner_runs=False))
    return reports


def put_unread_file(folder: Path) -> None:
    """A file that was last read long before it was last written."""
    (folder / "unread.bin").touch()
    os.utime(folder / "unread.bin", (1, 2))


def sweep(nonce: str) -> None:
    """Remove what an unprotected process left in the kernel; files are the stage's business."""
    libc = ctypes.CDLL(None)
    libc.shmctl(libc.shmget(number(nonce), 0, 0), 0, None)
    libc.msgctl(libc.msgget(number(nonce), 0), 0, None)
    ctypes.CDLL("librt.so.1").mq_unlink(f"/{nonce}".encode())
    unlink_key(nonce)


def unlink_key(nonce: str) -> None:
    libc, user_ring, search, unlink = ctypes.CDLL(None), -4, 10, 9
    call = {"x86_64": 250, "aarch64": 219}[os.uname().machine]
    key = libc.syscall(call, search, ctypes.c_long(user_ring), b"user", nonce.encode(), 0)
    if key > 0:
        libc.syscall(call, unlink, key, ctypes.c_long(user_ring))


@pytest.mark.parametrize("attack", COLLUSIONS, ids=lambda attack: attack.program)
def test_processes_of_one_bot_find_no_mark_of_each_other(attack: Collusion, tier: Sandbox, place: Path) -> None:
    with Stage(place, tier) as stage:
        try:
            reports = collude(stage, attack)
            left = traces(stage.nonce)
        finally:
            sweep(stage.nonce)
    if tier.name == "none":
        assert any(report.achieved for report in reports), reports
        if attack.later:
            assert left and all(report.achieved for report in reports[1:]), reports
        return
    end_if_known(attack.hole, tier.name, any(report.achieved for report in reports))
    assert [report.achieved for report in reports] == [()] * len(reports)
    assert {why for report in reports for why in report.reasons} <= set(getattr(attack, tier.name).split())
    assert [report.ending for report in reports] == ["exited with status 0"] * len(reports)
    assert left == []
