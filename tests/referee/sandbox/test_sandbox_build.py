"""Builds: a bot author's commands, in the same sandbox, with the folder writable."""

from __future__ import annotations

import shutil
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest

from arena.records import Limits
from arena.referee.sandbox import Program, Sandbox
from tests.referee.sandbox.running import run

PATIENT = Limits()


def test_a_build_leaves_its_product_to_the_folders_owner(sandbox: Sandbox, folder: Path) -> None:
    (folder / "source").write_text("text")
    (folder / "link").symlink_to("/etc/passwd")
    result = sandbox.build(Program(("sh", "-c", "mkdir out; cp source out/product; echo built"), folder), PATIENT)
    assert (result.ok, result.detail, result.output) == (True, "exited with status 0", "built\n")
    product = folder / "out" / "product"
    assert product.read_text() == "text"
    assert len({path.stat().st_uid for path in (folder, folder / "source", product)}) == 1
    assert run(sandbox, folder, "cat", "out/product").output == "text"


def test_a_failed_build_tells_its_status_and_its_last_words(sandbox: Sandbox, folder: Path) -> None:
    script = "yes noise | head -c 100000; echo 'missing semicolon' >&2; exit 2"
    result = sandbox.build(Program(("sh", "-c", script), folder), PATIENT)
    assert (result.ok, result.detail) == (False, "exited with status 2")
    assert "missing semicolon" in result.output
    assert len(result.output) <= 8192


def test_a_build_that_does_not_end_is_ended(sandbox: Sandbox, folder: Path) -> None:
    result = sandbox.build(
        Program(("sh", "-c", "echo begun; sleep 1000 & sleep 1000"), folder), replace(PATIENT, build_ms=300)
    )
    assert (result.ok, result.detail) == (False, "did not finish within 0.3 s")


def test_a_build_with_a_daemon_ends_with_its_first_process(sandbox: Sandbox, folder: Path) -> None:
    result = sandbox.build(Program(("sh", "-c", "sleep 1000 & echo built"), folder), PATIENT)
    assert (result.ok, result.output) == (True, "built\n")


def test_a_build_has_no_network_and_writes_nowhere_else(bwrap: Sandbox, folder: Path) -> None:
    script = "tail -n +3 /proc/net/dev | cut -d: -f1; touch /usr/x /etc/x; touch /tmp/scratch && echo scratch"
    result = bwrap.build(Program(("sh", "-c", script), folder), PATIENT)
    assert [line.strip() for line in result.output.splitlines() if "touch:" not in line] == ["lo", "scratch"]


C = '#include <stdio.h>\nint main(void) { puts("built"); return 0; }\n'
GO = 'package main\nimport "fmt"\nfunc main() { fmt.Println("built") }\n'
RUST = 'fn main() { println!("built"); }\n'
CARGO = '[package]\nname = "bot"\nversion = "1.0.0"\nedition = "2021"\n[[bin]]\nname = "bot"\npath = "bot.rs"\n'


@pytest.mark.parametrize(
    ("compiler", "files", "command", "product"),
    [
        ("gcc", {"bot.c": C}, ("gcc", "-O2", "-o", "bot", "bot.c"), "./bot"),
        ("go", {"bot.go": GO}, ("go", "build", "-o", "bot", "bot.go"), "./bot"),
        (
            "cargo",
            {"bot.rs": RUST, "Cargo.toml": CARGO},
            ("cargo", "build", "--release"),
            "./target/release/bot",
        ),
    ],
)
def test_compilers_work_inside(
    bwrap: Sandbox, folder: Path, compiler: str, files: dict[str, str], command: tuple[str, ...], product: str
) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    for name, content in files.items():
        (folder / name).write_text(textwrap.dedent(content))
    result = bwrap.build(Program(command, folder), PATIENT)
    assert result.ok, result
    assert run(bwrap, folder, product).output == "built\n"


@pytest.mark.parametrize(
    ("runtime", "command"),
    [
        ("node", ("node", "-e", "console.log('hello')")),
        ("perl", ("perl", "-e", "print qq(hello\\n)")),
        ("java", ("java", "-Xmx256m", "-XX:+UseSerialGC", "Hello.java")),
    ],
)
def test_runtimes_work_inside(bwrap: Sandbox, folder: Path, runtime: str, command: tuple[str, ...]) -> None:
    if not any(Path(place, runtime).exists() for place in ("/usr/bin", "/usr/local/bin")):
        pytest.skip(f"{runtime} is not installed for the whole system")
    (folder / "Hello.java").write_text(
        'class Hello { public static void main(String[] a) { System.out.println("hello"); } }'
    )
    outcome = run(bwrap, folder, *command)
    assert outcome.output == "hello\n", outcome
