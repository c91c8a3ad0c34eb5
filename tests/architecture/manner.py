"""Reads source files for the manner of the project: nothing at import, nothing swallowed, short pieces."""

from __future__ import annotations

import ast
import re

from tests.architecture.layers import called

BROAD = {"Exception", "BaseException"}
QUIET = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign)
DOES_SOMETHING = re.compile(
    r"^(open|print|input|exec|eval|subprocess\..*|socket\..*|time\..*|random\..*|secrets\..*|threading\..*|signal\..*"
    r"|sqlite3\..*|os\.(?!path\.|fspath$|sysconf$).*|.*\.(cwd|home|read_text|read_bytes|write_text|mkdir|exists|connect))$"
)

MOST_LINES_A_FILE = 400
MOST_LINES_A_FUNCTION = 60


def done_at_import(source: str) -> list[str]:
    """What a module does when it is imported beyond importing and defining, a sentence each."""
    told = []
    body = ast.parse(source).body
    for node in body:
        if isinstance(node, QUIET):
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                told += [f"line {node.lineno}: calls {name}" for name in acting_calls(node.value)]
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue  # A docstring, of the module or of the name before it.
        elif isinstance(node, ast.If) and is_guard(node.test):
            continue
        else:
            told.append(f"line {node.lineno}: a statement that runs ({type(node).__name__})")
    return told


def is_guard(test: ast.expr) -> bool:
    return ast.unparse(test) in ("TYPE_CHECKING", "__name__ == '__main__'") or ast.unparse(test).startswith(
        ("sys.version_info", "sys.platform")
    )


def acting_calls(value: ast.expr) -> list[str]:
    """The calls in a value that reach out of the module: files, clocks, processes, chance."""
    waiting: list[ast.AST] = [value]
    names = []
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Lambda):
            continue
        if isinstance(node, ast.Call) and DOES_SOMETHING.match(called(node)):
            names.append(called(node))
        if isinstance(node, ast.Attribute) and ast.unparse(node) == "os.environ":
            names.append("os.environ")
        waiting += ast.iter_child_nodes(node)
    return names


def swallowed(source: str) -> list[str]:
    """Handlers of every exception that neither raise, nor use what they caught, a sentence each."""
    told = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ExceptHandler) and is_broad(node.type):
            raises = any(isinstance(inner, ast.Raise) for inner in ast.walk(node))
            uses = any(isinstance(inner, ast.Name) and inner.id == node.name for inner in ast.walk(node))
            if not raises and not uses:
                told.append(f"line {node.lineno}: every exception is swallowed")
        elif isinstance(node, ast.Call) and called(node).rpartition(".")[2] == "suppress":
            told += [f"line {node.lineno}: every exception is suppressed" for arg in node.args if is_broad(arg)]
    return told


def is_broad(kind: ast.expr | None) -> bool:
    if isinstance(kind, ast.Tuple):
        return any(is_broad(part) for part in kind.elts)
    return kind is None or ast.unparse(kind).rpartition(".")[2] in BROAD


def state_of_the_process(source: str) -> list[str]:
    """`global` statements: state that a second table in the same process would share."""
    return [
        f"line {node.lineno}: global {', '.join(node.names)}"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Global)
    ]


def too_long(source: str) -> list[str]:
    """Files and functions that are past the limit, a sentence each."""
    told = []
    lines = len(source.splitlines())
    if lines > MOST_LINES_A_FILE:
        told.append(f"{lines} lines in one file")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > MOST_LINES_A_FUNCTION:
                told.append(f"line {node.lineno}: {node.name} has {length} lines")
    return told


def left_behind(text: str) -> list[str]:
    """Notes of unfinished work, and paths of one machine, a sentence each."""
    marks = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X)\b|(?<![\w.-])/(?:wo" + r"rk|root/\w|home/\w)[\w./-]*")
    return [
        f"line {number}: {found.group()}"
        for number, line in enumerate(text.splitlines(), 1)
        for found in marks.finditer(line)
    ]
