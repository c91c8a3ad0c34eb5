"""How bytes that a bot wrote are shown to its author: one line, printable, of bounded length.

Used wherever the wire explains an error or keeps evidence. It knows nothing of frames or messages.
"""

from __future__ import annotations

# What a text may begin with besides printable bytes: bell, backspace, tab, the ends of lines, escape.
_TEXT_CONTROLS = b"\a\b\t\n\v\f\r\x1b"


def looks_like_text(data: bytes | bytearray) -> bool:
    """Whether these bytes begin as printed text begins: ASCII, a line end, an escape, UTF-8 or a BOM."""
    if not data:
        return False
    first = data[0]
    if 0x20 <= first < 0x7F or first in _TEXT_CONTROLS or data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return True
    return 0xC2 <= first <= 0xF4 and (len(data) == 1 or 0x80 <= data[1] <= 0xBF)


def quoted(data: bytes | bytearray, most: int = 80) -> str:
    r"""The first line of a text in double quotes, escaped, cut after `most` bytes.

    An empty first line says little, so leading line ends are kept in their escaped form (`"\nhello"`).
    """
    start = next((at for at, byte in enumerate(data) if byte not in b"\r\n"), len(data))
    ends = [at for at in (data.find(b"\n", start), data.find(b"\r", start)) if at >= 0]
    line = data[: min(ends, default=len(data))]
    text = bytes(line[:most]).decode("utf-8", "backslashreplace")
    shown = text.replace('"', '\\"')
    return f'"{printable(shown)}"' + ("..." if len(line) > most else "")


def printable(text: str) -> str:
    """The text with everything escaped that could command a terminal or turn the direction of writing."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else _escape(char) for char in text)


def hexadecimal(data: bytes | bytearray, most: int = 16) -> str:
    """The bytes as two-digit hexadecimal numbers, cut after `most` of them."""
    return bytes(data[:most]).hex(" ") + (" ..." if len(data) > most else "")


def cut(text: str, most: int) -> str:
    """The text, or its beginning and a note of how much was left out, in at most `most` characters."""
    if len(text) <= most:
        return text
    note = f"... ({len(text)} characters)"
    return text[: max(0, most - len(note))] + note


def _escape(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")
