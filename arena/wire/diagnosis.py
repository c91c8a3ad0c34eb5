"""Why a payload is no message of the protocol, in words that a bot's author understands.

Called only after the typed decoder has refused a payload, so it may be slow; it reads hostile bytes, so it
uses msgpack's own bounds (an announced array is never larger than the payload, nesting is limited).
"""

from __future__ import annotations

import json
from typing import Any, Final

import msgpack

from arena.wire import PROTOCOL
from arena.wire.quoting import cut, hexadecimal, looks_like_text, printable, quoted

# For each type a bot may send: its keys, what each must be, and whether it may be left out.
_KEYS: Final[dict[str, dict[str, tuple[type, bool]]]] = {
    "ready": {
        "protocol": (int, True),
        "name": (str, True),
        "version": (str, True),
        "tables": (int, False),
        "view": (bool, False),
    },
    "move": {"table": (int, True), "turn": (int, True), "action": (str, True)},
}
_NAMES: Final[dict[type, str]] = {
    bool: "a boolean",
    int: "an integer",
    float: "a float",
    str: "a string",
    bytes: "binary data",
    list: "an array",
    dict: "a map",
    type(None): "nil",
}

# A bot that fills its frames must not buy the referee's time with them: evidence is shown six frames at a fault.
_LONGEST_SHOWN = 1 << 17


def diagnose(payload: bytes) -> str:
    """What is wrong with this payload; nothing ("") when every rule that this module knows is kept."""
    if not payload:
        return "the frame is empty; it must hold an array of messages"
    try:
        value = unpack(payload)
    except (ValueError, TypeError) as error:
        return _not_msgpack(payload, error)
    if isinstance(value, dict):
        return f"a frame holds an array of messages, also when there is only one; got {_came(value)}"
    if not isinstance(value, list):
        return f"a frame holds an array of messages; got {_came(value)}"
    for at, message in enumerate(value):
        if reason := _message(message):
            return reason if len(value) == 1 else f"message {at + 1} of {len(value)} in the frame: {reason}"
    return ""


def unpack(payload: bytes) -> Any:
    """The payload's value, read tolerantly: keys of any scalar type, broken UTF-8 kept as escapes.

    Raises ValueError when it is not one whole msgpack value, TypeError when a map or array is a map's key.
    """
    return msgpack.unpackb(payload, strict_map_key=False, unicode_errors="backslashreplace")


def payload_text(payload: bytes, most: int, table: int | None = None) -> str:
    """One line that shows a payload: JSON-like when it is msgpack, else its first `most` bytes.

    With a table, messages of other tables are only counted.
    """
    if len(payload) > _LONGEST_SHOWN:
        return f"{len(payload)} bytes: {quoted(payload, most)}"
    try:
        value = unpack(payload)
    except (ValueError, TypeError):
        return f"not msgpack: {quoted(payload, most)}"
    if table is None or not isinstance(value, list):
        return printable(_text(value))
    kept = [each for each in value if not isinstance(each, dict) or each.get("table") in (table, None)]
    others = len(value) - len(kept)
    return printable(_text(kept)) + (f" and {others} of other tables" if others else "")


def _message(message: Any) -> str:
    if not isinstance(message, dict):
        return f"a message is a map with a key `type`; got {_came(message)}"
    if "type" not in message:
        return f"the message has no key `type`: {_shown(message)}"
    kind = message["type"]
    if not isinstance(kind, str):
        return f"`type` must be a string; got {_came(kind)}"
    if kind not in _KEYS:
        return f"unknown message type {_shown(kind)}: a bot sends `ready` and `move`"
    return _keys(kind, message)


def _keys(kind: str, message: dict[Any, Any]) -> str:
    if kind == "ready" and type(spoken := message.get("protocol")) is int and spoken != PROTOCOL:
        return f"`ready` speaks protocol {spoken}; this referee speaks protocol {PROTOCOL}"
    for key, (wanted, needed) in _KEYS[kind].items():
        if key not in message:
            if needed:
                return f"`{kind}` lacks the key `{key}`: {_shown(message)}"
        elif type(message[key]) is not wanted:
            return f"`{key}` of `{kind}` must be {_NAMES[wanted]}; got {_came(message[key])}"
    if kind == "ready" and message.get("tables", 1) < 1:
        return f"`tables` of `ready` must be 1 or more; got {message['tables']}"
    odd = next((key for key in message if not isinstance(key, str)), "")
    return "" if odd == "" else f"the keys of a message are strings; got {_came(odd)}"


def _not_msgpack(payload: bytes, error: Exception) -> str:
    if payload.lstrip()[:1] in (b"{", b"[", b'"') and payload.isascii():
        return f"the frame holds JSON text, {quoted(payload)}; it must hold msgpack"
    shown = quoted(payload) if looks_like_text(payload) else hexadecimal(payload)
    match error:
        case TypeError():
            return f"the keys of a message are strings, not arrays or maps. The frame's bytes: {shown}"
        case msgpack.ExtraData():
            extra = f"{_came(error.unpacked)}, and {len(error.extra)} bytes after it"
            return f"the frame is not one msgpack value: it holds {extra}. Its bytes: {shown}"
        case msgpack.StackError():
            return f"the frame is nested too deeply. Its bytes: {shown}"
        case msgpack.FormatError():
            return f"the frame is not msgpack (it holds the byte c1, which means nothing). Its bytes: {shown}"
    return f"the frame is not msgpack ({error}). Its bytes: {shown}"


def _came(value: Any) -> str:
    """A value with its type in words."""
    if value is None:
        return "nil"
    return f"{_NAMES.get(type(value), 'an extension type')}, {_shown(value)}"


def _shown(value: Any) -> str:
    return printable(cut(_text(value), 120))


def _text(value: Any) -> str:
    """A value as JSON, or as Python writes it where JSON has no word for it."""
    try:
        return json.dumps(value, ensure_ascii=False, default=repr, separators=(",", ":"))
    except RecursionError:
        return "(nested too deeply to show)"
    except (TypeError, ValueError):
        return repr(value)
