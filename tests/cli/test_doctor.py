"""`arena doctor`: everything tried, the exit status an answer, and the way to something better."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from arena.referee.sandbox import linux
from arena.referee.sandbox.choice import TIERS
from arena.referee.sandbox.doctor import examination
from tests.cli.command import arena

ATTEMPTS = {"read a file of the host", "reach the network", "signal the arena", "use memory without limit"}


def without_bubblewrap(folder: Path) -> dict[str, str]:
    """An environment whose PATH has all but bwrap."""
    for place in ("/usr/local/bin", "/usr/bin", "/bin"):
        for program in Path(place).iterdir():
            link = folder / program.name
            if program.name != "bwrap" and not link.is_symlink():
                link.symlink_to(program)
    return {"PATH": str(folder)}


def test_a_machine_where_bots_may_run() -> None:
    run = arena("doctor")
    if run.returncode == 1:
        pytest.skip("no tier works on this machine")
    assert run.returncode == 0, run.stderr
    assert "untrusted bots may run" in run.stdout
    assert "refused: read a file of the host" in run.stdout
    assert "SUCCEEDED" not in run.stdout


def test_its_findings_as_json_are_all_there() -> None:
    run = arena("doctor", "--json")
    told = json.loads(run.stdout)
    assert (run.returncode == 0) == told["safe"]
    assert [tier["name"] for tier in told["tiers"]] == list(TIERS)
    for tier in told["tiers"]:
        if tier["works"]:
            assert tier["attempts"].keys() >= ATTEMPTS and all(tier["attempts"].values())
            assert tier["why_not"] is tier["remedy"] is None
        else:
            assert tier["why_not"] and tier["remedy"]
    assert {"landlock", "seccomp", "no_new_privs", "limits", "user namespaces"} <= {
        layer["name"] for layer in told["layers"]
    }
    python = next(tool for tool in told["tools"] if tool["command"] == "python3")
    assert python["language"] == "Python" and (python["for_play"] or not told["safe"])


def test_the_better_tier_is_told_with_its_remedy(tmp_path: Path) -> None:
    run = arena("doctor", env=without_bubblewrap(tmp_path))
    if "tier landlock: works" not in run.stdout:
        pytest.skip("landlock does not work on this machine")
    assert run.returncode == 0
    assert "bots get the tier landlock" in run.stdout
    assert "a better one, bwrap, is to be had: install it (apt-get install bubblewrap)" in run.stdout


def test_without_any_tier_the_answer_is_no(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(linux, "landlock_version", lambda: 0)
    from arena.referee.sandbox import choice

    choice._tried.cache_clear()
    try:
        found = examination()
    finally:
        choice._tried.cache_clear()
    assert found.chosen is None
    assert [bool(tier.why_not and tier.remedy) for tier in found.tiers] == [True, True]
    landlock = next(layer for layer in found.layers if layer.name == "landlock")
    assert not landlock.works and landlock.said


def test_nothing_of_it_is_left() -> None:
    before = {entry.name for entry in Path("/tmp").iterdir() if entry.stat().st_uid == os.geteuid()}
    arena("doctor")
    after = {entry.name for entry in Path("/tmp").iterdir() if entry.stat().st_uid == os.geteuid()}
    assert not {name for name in after - before if name.startswith("arena")}
