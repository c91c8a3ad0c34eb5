"""The manner of the project, where a program can judge it."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.architecture.layers import ROOT, project
from tests.architecture.manner import done_at_import, left_behind, state_of_the_process, swallowed, too_long

SOURCES = project()
WRITTEN = {".py", ".md", ".toml", ".c", ".h", ".txt", ".js", ".go", ".rs", ".java"}


def written_files() -> list[Path]:
    """Everything that people wrote: what git tracks or would track, so nothing fetched or built."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    files = [ROOT / name for name in listed.stdout.decode().split("\0") if name]
    return [path for path in files if path.suffix in WRITTEN | {""} and path.is_file()]


def told_of_all(judge: Callable[[str], list[str]]) -> list[str]:
    return [f"{source.module}, {told}" for source in SOURCES for told in judge(source.text)]


def test_nothing_happens_at_import() -> None:
    assert told_of_all(done_at_import) == []


def test_no_exception_is_swallowed() -> None:
    assert told_of_all(swallowed) == []


def test_no_state_is_kept_by_the_process() -> None:
    assert told_of_all(state_of_the_process) == []


def test_files_and_functions_are_short() -> None:
    assert told_of_all(too_long) == []


def test_every_module_says_what_it_is() -> None:
    assert [source.module for source in SOURCES if not ast.get_docstring(ast.parse(source.text))] == []


def test_modules_have_names_from_the_field() -> None:
    vague = {"utils", "util", "helpers", "helper", "manager", "misc", "common"}
    assert [source.module for source in SOURCES if vague & set(source.module.split("."))] == []


def test_no_unfinished_note_and_no_path_of_one_machine_is_left() -> None:
    files = written_files()
    assert len(files) > len(SOURCES)
    told = [f"{path.relative_to(ROOT)}, {note}" for path in files for note in left_behind(path.read_text("utf-8"))]
    assert told == []


# Each judge can find fault.


@pytest.mark.parametrize(
    "text",
    [
        "main()",
        "for name in names:\n    register(name)",
        "with open('x') as file:\n    DATA = file.read()",
        "try:\n    import fast\nexcept ImportError:\n    fast = None",
        "HOME = os.environ['HOME']",
        "START = time.monotonic()",
        "TEXT = Path('rules.txt').read_text()",
        "HERE: Path = Path.cwd()",
        "RULES = [open(name).read() for name in NAMES]",
        "if DEBUG:\n    trace()",
        "assert ready",
    ],
)
def test_a_module_that_acts_at_import_is_found(text: str) -> None:
    source = '"""A module."""\n\nimport os\n' + text
    assert len(done_at_import(source)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "SIZE = 3",
        "HOOK = pluggy.HookimplMarker('arena')",
        "TABLE = [row for row in range(3)]\n'''What it is.'''",
        "if TYPE_CHECKING:\n    import x",
        "if __name__ == '__main__':\n    main()",
        "now = lambda: time.monotonic()",
        "def f():\n    print(open('x').read())",
    ],
)
def test_a_module_that_only_defines_is_left_in_peace(text: str) -> None:
    assert done_at_import('"""A module."""\n\nimport os\n' + text) == []


@pytest.mark.parametrize(
    ("handler", "faults"),
    [
        ("except Exception:\n    pass", 1),
        ("except:\n    return None", 1),
        ("except (ValueError, BaseException):\n    x = 1", 1),
        ("except Exception as error:\n    pass", 1),
        ("except Exception as error:\n    keep(error)", 0),
        ("except Exception:\n    clean()\n    raise", 0),
        ("except ProcessLookupError:\n    pass", 0),
        ("finally:\n    with contextlib.suppress(Exception):\n        close()", 1),
        ("finally:\n    with contextlib.suppress(OSError):\n        close()", 0),
    ],
)
def test_a_swallowed_exception_is_found(handler: str, faults: int) -> None:
    body = "try:\n    act()\n" + handler
    source = "def f():\n" + "\n".join("    " + line for line in body.splitlines())
    assert len(swallowed(source)) == faults


def test_a_global_a_long_file_and_a_long_function_are_found() -> None:
    assert state_of_the_process("def f():\n    global table\n    table = 1") == ["line 2: global table"]
    assert too_long("x = 1\n" * 401) == ["401 lines in one file"]
    assert too_long("def f():\n" + "    x = 1\n" * 60) == ["line 1: f has 61 lines"]
    assert too_long("x = 1\n" * 400 + "") == []


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("# TO" + "DO later", 1),
        ("# FIX" + "ME", 1),
        ("open('/wo" + "rk/main/x')", 1),
        ("/ro" + "ot/arena and /ho" + "me/ann/x", 2),
        ("https://example.org/wo" + "rk", 0),
        ("tests/wo" + "rk/x and framework/x", 0),
        ("the folder /home as a whole, and /root", 0),
        ("TODOS", 0),
    ],
)
def test_a_note_or_a_path_left_behind_is_found(text: str, faults: int) -> None:
    assert len(left_behind(text)) == faults
