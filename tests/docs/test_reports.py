"""The page on reports: the CSV's header as it is, and a writer that works."""

from __future__ import annotations

import re
from pathlib import Path

from arena.plugin import ReportWriter
from arena.reports.tables import COLUMNS

PAGE = (Path(__file__).parents[2] / "docs" / "reports.md").read_text(encoding="utf-8")


def test_every_column_is_documented_in_its_order():
    table = PAGE[PAGE.index("| column | what |") :].partition("\n\n")[0]
    assert dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", table, re.MULTILINE)) == COLUMNS
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == list(COLUMNS)


def test_the_writer_on_the_page_is_one():
    programs = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    (program,) = (text for text in programs if "arena_report_writers" in text)
    names: dict[str, object] = {}
    exec(program, names)
    (writer,) = names["arena_report_writers"]()
    assert isinstance(writer, ReportWriter)
    assert writer.write({"standings": [{"bot": bot} for bot in "abcd"]}) == "a, b, c\n"
