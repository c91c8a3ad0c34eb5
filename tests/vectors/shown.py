"""A recorded conversation as docs/protocol.md shows it: each frame in words, as JSON and as bytes."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.vectors.conversations import conversations
from tests.vectors.record import Conversation, messages_of

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
SHOWN = "trollin-2"
BEGIN = "<!-- From here on written by `python -m tests.vectors.make`: edit tests/vectors/shown.py, not this. -->\n"
END = "<!-- To here. -->\n"
_WIDTH = 118


def dump(data: bytes) -> str:
    """Sixteen bytes a line, with the characters that they are beside them."""
    lines = []
    for at in range(0, len(data), 16):
        piece = data[at : at + 16]
        text = "".join(chr(byte) if 0x20 <= byte < 0x7F else "." for byte in piece)
        lines.append(f"{piece.hex(' '):<47}  {text}\n")
    return "".join(lines)


def written(page: str) -> str:
    """The page with its whole hand made anew."""
    before, begun, rest = page.partition(BEGIN)
    _, ended, after = rest.partition(END)
    assert begun and ended, f"{PAGE.name} has lost the marks around its whole hand"
    [conversation] = [each for each in conversations() if each.name == SHOWN]
    return f"{before}{BEGIN}\n{_hand(conversation)}{END}{after}"


def _hand(conversation: Conversation) -> str:
    parts = []
    for number, (who, data) in enumerate(conversation.frames, 1):
        messages = messages_of(data)
        arrow = "referee → bot" if who == "referee" else "bot → referee"
        caption = "; ".join(_caption(message, conversation.seat) for message in messages)
        stop = "" if caption.endswith("?") else "."
        parts.append(
            f"**{number}. {arrow}:** {caption}{stop}\n\n```json\n{_json(messages)}```\n```text\n{dump(data)}```\n\n"
        )
    return "".join(parts)


def _json(messages: list[Any]) -> str:
    """Each message on lines of its own, its events and its view likewise; no key is torn from its value."""
    told = []
    for message in messages:
        plain = {key: value for key, value in message.items() if key not in ("events", "view")}
        long = [json.dumps({key: message[key]})[1:-1] for key in ("events", "view") if key in message]
        told.append(",\n  ".join([json.dumps(plain)[:-1], *long]) + "}")
    lines = ("[" + ",\n ".join(told) + "]").split("\n")
    return "".join(f"{part}\n" for line in lines for part in _wrapped(line))


def _wrapped(line: str) -> list[str]:
    """Broken at spaces, but not after a colon: no text of a conversation without faults has one inside."""
    whole = line.replace('": ', '":\0')
    parts = textwrap.wrap(whole, _WIDTH, subsequent_indent="   ", break_long_words=False, break_on_hyphens=False)
    return [part.replace("\0", " ") for part in parts]


def _caption(message: dict[str, Any], seat: int) -> str:
    match message["type"]:
        case "hello":
            return f"{message['seats']} seats, this bot's is {message['seat']}"
        case "ready":
            return "one table at a time, with views"
        case "start":
            return f"table {message['table']} opens, seat {message['dealer']} deals"
        case "act":
            return "; ".join([*_news(message["events"], seat), _asked(message["view"])])
        case "move":
            return f"it plays {message['action']}"
        case "end":
            return "; ".join([*_news(message["events"], seat), f"scores {message['scores']}"])
        case _:
            return "goodbye"


def _news(events: list[Any], seat: int) -> Iterator[str]:
    """What the others did, and who won."""
    for event in events:
        if event[0] == "play" and event[1] != seat:
            yield f"seat {event[1]} has played {event[2]}"
        elif event[0] == "trick":
            yield "the trick is the bot's" if event[1] == seat else f"the trick is seat {event[1]}'s"


def _asked(view: dict[str, Any]) -> str:
    return "what does the bot play to it?" if view["trick"] else "what does it lead?"


def write() -> None:
    """Bring the page up to date."""
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
