"""docs/protocol.md shows each message as JSON and as bytes; here the bytes are made again from the JSON."""

import json
import re

import msgspec
import pytest

from arena.records import FaultKind
from arena.wire import messages, plain
from arena.wire.messages import decode
from tests.sdk.driver import ROOT
from tests.vectors.shown import dump

PAGE = (ROOT / "docs" / "protocol.md").read_text()
EXAMPLES = re.findall(r"```json\n(.*?)```\n```text\n(.*?)```", PAGE, flags=re.DOTALL)
TYPES = {
    kind.__struct_config__.tag: kind
    for kind in vars(messages).values()
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind is not msgspec.Struct
}


def test_every_message_is_shown():
    shown = {message["type"] for example, _ in EXAMPLES for message in json.loads(example)}
    assert shown == set(TYPES) == {"hello", "ready", "start", "act", "move", "tell", "end", "fault", "bye"}


@pytest.mark.parametrize(("example", "shown"), EXAMPLES)
def test_the_bytes_shown_are_the_bytes_of_the_messages_shown(example, shown):
    assert shown == dump(plain.pack(json.loads(example)))


@pytest.mark.parametrize(("example", "shown"), EXAMPLES)
def test_the_referee_writes_or_reads_these_very_bytes(example, shown):
    values = json.loads(example)
    frame = plain.pack(values)
    if {value["type"] for value in values} <= {"ready", "move"}:
        assert [message.__struct_config__.tag for message in decode(frame[4:])] == [value["type"] for value in values]
        return
    typed = [msgspec.convert(value, TYPES[value["type"]]) for value in values]
    assert messages.encode(typed) == frame


def test_every_kind_of_fault_is_named():
    table = PAGE.partition("## Faults")[2]
    assert [kind for kind in FaultKind if f"| `{kind}` |" not in table] == []
