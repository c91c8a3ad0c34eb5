"""Builds: a bot author's commands, in the same sandbox, with the folder writable."""

from __future__ import annotations

import shutil
import socket
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest

from arena.records import Limits
from arena.referee.sandbox import Program, Sandbox, building
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
    walled: Sandbox, folder: Path, compiler: str, files: dict[str, str], command: tuple[str, ...], product: str
) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    for name, content in files.items():
        (folder / name).write_text(textwrap.dedent(content))
    result = walled.build(Program(command, folder), PATIENT)
    assert result.ok, result
    assert run(walled, folder, product).output == "built\n"


@pytest.mark.parametrize(
    ("runtime", "command"),
    [
        ("node", ("node", "-e", "console.log('hello')")),
        ("perl", ("perl", "-e", "print qq(hello\\n)")),
        ("java", ("java", "-Xmx256m", "-XX:+UseSerialGC", "Hello.java")),
    ],
)
def test_runtimes_work_inside(walled: Sandbox, folder: Path, runtime: str, command: tuple[str, ...]) -> None:
    if not any(Path(place, runtime).exists() for place in ("/usr/bin", "/usr/local/bin")):
        pytest.skip(f"{runtime} is not installed for the whole system")
    (folder / "Hello.java").write_text(
        'class Hello { public static void main(String[] a) { System.out.println("hello"); } }'
    )
    outcome = run(walled, folder, *command)
    assert outcome.output == "hello\n", outcome


# Threads of every kind, and a runtime's own: garbage collectors, compilers, pools.
BUSY = {
    "Busy.java": """
        class Busy {
            public static void main(String[] a) throws Exception {
                Thread[] threads = new Thread[4];
                for (int i = 0; i < 4; i++) {
                    threads[i] = new Thread(() -> { StringBuilder s = new StringBuilder();
                        for (int k = 0; k < 200000; k++) { s.append(k); if (s.length() > 9999) s.setLength(0); } });
                    threads[i].start();
                }
                for (Thread t : threads) t.join();
                System.out.println("done");
            }
        }
    """,
    "busy.js": """
        const { Worker } = require('worker_threads');
        const crypto = require('crypto'), fs = require('fs');
        crypto.pbkdf2('a', 'b', 1000, 32, 'sha256', () => {
            fs.promises.readFile(__filename).then(() => {
                new Worker("setTimeout(() => {}, 1)", { eval: true }).on('exit', () => console.log('done'));
            });
        });
    """,
    "busy.py": """
        import asyncio, concurrent.futures, hashlib, random, socket, threading
        async def main():
            loop = asyncio.get_running_loop()
            with concurrent.futures.ThreadPoolExecutor(4) as pool:
                await asyncio.gather(*[loop.run_in_executor(pool, hashlib.sha256, bytes(1 << 20)) for _ in range(8)])
            await asyncio.sleep(0.001)
            print("done")
        asyncio.run(main())
    """,
}


@pytest.mark.parametrize(
    "command",
    [
        ("java", "-Xmx256m", "-XX:+UseSerialGC", "Busy.java"),
        ("java", "Busy.java"),
        ("node", "busy.js"),
        ("python3", "busy.py"),
    ],
)
def test_threads_of_every_runtime_work_inside(walled: Sandbox, folder: Path, command: tuple[str, ...]) -> None:
    if not any(Path(place, command[0]).exists() for place in ("/usr/bin", "/usr/local/bin")):
        pytest.skip(f"{command[0]} is not installed for the whole system")
    (folder / command[-1]).write_text(textwrap.dedent(BUSY[command[-1]]))
    outcome = run(walled, folder, *command)
    assert outcome.output == "done\n", outcome


@pytest.mark.parametrize("opened", [False, True])
def test_a_build_reaches_the_network_only_if_it_is_opened(walled: Sandbox, folder: Path, opened: bool) -> None:
    source = "import socket, sys; socket.create_connection(('127.0.0.1', int(sys.argv[1]))); print('reached')"
    with socket.create_server(("127.0.0.1", 0)) as server:
        command = ("python3", "-c", source, str(server.getsockname()[1]))
        result = walled.build(Program(command, folder), replace(PATIENT, build_network=opened))
    assert result.ok == ("reached" in result.output) == opened, result


def test_a_build_that_uses_too_much_memory_is_ended(sandbox: Sandbox, folder: Path) -> None:
    source = "held = []\nwhile True: held.append(bytearray(b'x') * (1 << 20))"
    small = replace(PATIENT, memory_mb=128)
    program = Program(("python3", "-c", source), folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(building, "_MEMORY_MB", 128)
        result = sandbox.build(program, small)
    assert not result.ok
    assert "the limit is 128 MiB" in result.detail or "MemoryError" in result.output, result
