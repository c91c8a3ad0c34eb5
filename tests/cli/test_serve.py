"""`arena serve` and `arena league watch` as commands: where they are, what they say, and how they end."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from arena.league.lock import locked
from arena.store import Store, course
from tests.cli.command import CODE, arena, output, refusal
from tests.serve.conftest import league

# A process that a test starts in the background may have been told to ignore Ctrl-C.
HEEDING = f"import signal; signal.signal(signal.SIGINT, signal.default_int_handler); {CODE}"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("leagues")
    league(root / "pairs")
    return root


def started(*arguments: object, **settings: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-u", "-c", HEEDING, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **settings)  # type: ignore[call-overload, no-any-return]


def test_it_says_where_it_is_and_ends_quietly_at_a_ctrl_c(root):
    server = started("serve", root, "--port", 0)
    first = server.stdout.readline()
    found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/ shows the leagues in .* \(pairs\); Ctrl-C ends it\n", first)
    assert found is not None
    port = int(found[1])
    with socket.create_connection(("127.0.0.1", port)) as page:
        # A page that stays open must not keep it.
        page.sendall(b"GET /leagues/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert page.recv(12) == b"HTTP/1.1 200"
        taken = refusal("serve", root, "--port", port)
        server.send_signal(signal.SIGINT)
        told, complaints = server.communicate()
    assert server.returncode == 0
    assert told == "" and complaints == "ended\n"
    assert f"127.0.0.1, port {port}: the port is taken by another program; choose another with --port" in taken


def test_json_has_the_address_and_the_leagues_and_a_warning_stands_aside(root):
    server = started("serve", root, "--port", 0, "--host", "0.0.0.0", "--json")
    told = json.loads(server.stdout.readline())
    assert server.stderr.readline().startswith("Warning: others in your network can see these pages")
    server.send_signal(signal.SIGINT)
    server.communicate()
    assert server.returncode == 0
    assert re.fullmatch(r"http://[^/]+:\d+/", told["url"])
    assert [each["folder"] for each in told["leagues"]] == ["pairs"]


def test_a_folder_that_is_not_there_is_refused(tmp_path):
    assert "nowhere: there is no such folder" in refusal("serve", "nowhere", cwd=tmp_path)


# Watching.


def test_a_look_at_a_league_that_was_interrupted(root):
    told = output("league", "watch", root / "pairs", "--once")
    assert re.fullmatch(
        r"8 of 11 tables \(72 %\); leading: \S+ \d.*; interrupted: arena league run goes on with it\n", told
    )


def test_a_league_that_is_over_is_shown_and_left(tmp_path):
    folder = league(tmp_path / "over")
    with Store.append(folder) as store:
        store.plan(8)
        course.end(store, over=True)
    seen = json.loads(output("league", "watch", folder, "--json"))
    assert (seen["tables"], seen["over"], seen["running"], seen["per_second"]) == (8, True, False, 0)
    assert seen["standings"][0]["place"] == 1


def test_a_league_is_followed_while_it_is_played_and_a_ctrl_c_ends_the_watching_only(root):
    folder = root / "pairs"
    with locked(folder):
        watching = started("league", "watch", folder)
        assert watching.stdout.readline().endswith("; being played\n")
        with Store.append(folder) as store:
            store.plan(40)
        assert watching.stdout.readline().startswith("8 of 40 tables (20 %)")
        watching.send_signal(signal.SIGINT)
        told, complaints = watching.communicate()
    assert (watching.returncode, told, complaints) == (0, "", "")


def test_colours_and_pictures_are_for_terminals(root):
    run = arena("league", "watch", root / "pairs", "--once", env={**os.environ, "FORCE_COLOR": "1"})
    assert "\x1b" not in run.stdout
