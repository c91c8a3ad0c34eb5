"""The rules of a game for who reads them at a table: paragraphs that fill whatever width there is."""

from __future__ import annotations


def reflowed(text: str) -> str:
    """A text whose paragraphs are one line each, so that they fill whatever width there is."""
    lines: list[str] = []
    for line in text.splitlines():
        goes_on = bool(line) and not line.startswith(" ") and bool(lines) and bool(lines[-1]) and lines[-1] != "Options"
        if goes_on and not lines[-1].startswith(" "):
            lines[-1] += f" {line}"
        else:
            lines.append(line)
    return "\n".join(lines)
