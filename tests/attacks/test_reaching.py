"""Attacks that try to reach something: refused for the right reason, nothing changed, nothing left.

The same programs, run without protection, must succeed where this machine lets them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arena.referee.sandbox import Sandbox
from tests.attacks.catalogue import REACHES, Reach
from tests.attacks.running import Report, end_if_known, run
from tests.attacks.stage import Stage, bots_folder
from tests.attacks.traces import traces

# The kernel, or the network, does not have what was asked for: no protection is needed there.
NOT_THERE = {
    "ENOSYS",
    "EOPNOTSUPP",
    "EAFNOSUPPORT",
    "ENODEV",
    "ENXIO",
    "ENETUNREACH",
    "EADDRNOTAVAIL",
    "ESOCKTNOSUPPORT",
}
OWNER = 64999


def dress(stage: Stage, attack: Reach) -> None:
    """Put up what this attack needs."""
    folder = bots_folder(stage.place, attack.program)
    for need in attack.needs:
        match need:
            case "home":
                stage.put_file_at_home()
            case "memory":
                stage.put_shared_memory()
            case "victims":
                stage.start_victims()
            case "servers":
                stage.serve()
            case "terminal":
                stage.open_terminal()
            case "setuid":
                put_setuid_program(folder)
    (folder / "place").mkdir()
    stage.note()


def put_setuid_program(folder: Path) -> None:
    """A setuid copy of cat, and a secret of its owner; without root both are the user's own."""
    shutil.copy("/bin/cat", folder / "cat")
    (folder / "secret").write_text("achieved: read the secret of a setuid program's owner\n")
    if os.geteuid() == 0:
        for name in ("cat", "secret"):
            os.chown(folder / name, OWNER, OWNER)
        (folder / "secret").chmod(0o400)
    else:
        (folder / "secret").chmod(0)
    (folder / "cat").chmod(0o4755)


def assert_refused(attack: Reach, tier: str, report: Report, effects: list[str]) -> None:
    expected = set(getattr(attack, tier).split())
    assert report.achieved == ()
    assert effects == []
    if attack.program == "setuid_program":
        assert report.ending == getattr(attack, tier)
    elif report.ending == "killed by signal 31 (SIGSYS)":
        assert "SIGSYS" in expected and "trying: " in report.text
    else:
        assert report.ending == "exited with status 0", report
        assert report.refused and report.reasons <= expected, report


@pytest.mark.parametrize("attack", REACHES, ids=lambda attack: attack.program)
def test_an_attack_reaches_nothing_with_protection_and_something_without(
    attack: Reach, tier: Sandbox, place: Path
) -> None:
    bare = tier.name == "none"
    if "home" in attack.needs and attack.allowed.why_not():
        pytest.skip(attack.allowed.why_not())
    with Stage(place, tier) as stage:
        dress(stage, attack)
        report = run(stage, attack.program)
        effects = stage.effects()
        end_if_known(attack.hole, tier.name, bool(report.achieved))
        if not bare:
            assert_refused(attack, tier.name, report, effects)
            assert [trace for trace in traces(stage.nonce) if not trace.startswith(stage.own_traces)] == []
            return
    if reason := attack.allowed.why_not():
        pytest.skip(f"without protection: {reason}")
    if not report.achieved and report.reasons and report.reasons <= NOT_THERE:
        pytest.skip(f"without protection: this machine does not have it ({report.text.strip()})")
    assert report.achieved, report
    assert report.reasons <= NOT_THERE, report
    assert effects or not attack.visible, report


def test_a_descriptor_that_is_left_open_would_be_found(place: Path) -> None:
    """The control for what the referee itself prevents in every tier."""
    folder = bots_folder(place, "leftover_descriptors")
    with Path("/etc/hostname").open() as file:
        done = subprocess.run(
            [sys.executable, "leftover_descriptors.py", "{}"],
            cwd=folder,
            pass_fds=(file.fileno(),),
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stderr == f"achieved: descriptors [{file.fileno()}]\n"
