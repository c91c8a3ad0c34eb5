"""The page is well formed, sends for nothing, runs nothing but its own script, and shows hostile text as text."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser

import pytest

from arena.reports.page import PageWriter
from arena.reports.wording import plain, rough
from tests.reports.reported import HOSTILE, drawn_report, hostile_report, short_report

VOID = ("meta", "link", "br")


class Page(HTMLParser):
    """What a browser would make of a page: its elements, their attributes, its scripts, and the text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str, str]] = []
        self.scripts: list[tuple[dict[str, str], str]] = []
        self.style = ""
        self.text = ""
        self.open: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag == "script":
            self.scripts.append(({name: value or "" for name, value in attrs}, ""))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "script" in self.open:
            self.scripts[-1] = (self.scripts[-1][0], self.scripts[-1][1] + data)
        elif "style" in self.open:
            self.style += data
        else:
            self.text += data

    @property
    def policy(self) -> str:
        return next(value for _, name, value in self.attributes if name == "content" and "default-src" in value)


def page_of(report) -> Page:
    return Page(PageWriter().write(report))


def sha(text: str) -> str:
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


@pytest.fixture(scope="module", params=[short_report, drawn_report, hostile_report])
def page(request, tmp_path_factory) -> Page:
    return page_of(request.param(tmp_path_factory.mktemp("made")))


def test_it_is_well_formed_and_sends_for_nothing(page):
    assert page.open == []
    assert page.tags.isdisjoint({"img", "image", "use", "iframe", "object", "embed", "form", "base", "foreignobject"})
    links = {value for _, name, value in page.attributes if name in ("href", "src", "srcset", "action", "xlink:href")}
    inside = re.compile(r"data:,|#[a-z]+|viewer\.html#table=[\w.%+-]+&hand=\d+&step=\d+")
    assert [link for link in links if not inside.fullmatch(link)] == []
    assert "url(" not in page.style and "@import" not in page.style


def test_it_may_run_its_own_script_and_nothing_else(page):
    assert page.policy.startswith("default-src 'none'; ")
    assert "unsafe" not in page.policy
    assert [name for _, name, _ in page.attributes if name.startswith("on") or name == "style"] == []
    programs = [text for said, text in page.scripts if said.get("type") != "application/json"]
    assert [said for said, _ in page.scripts if "src" in said] == []
    (program,) = programs
    assert f"script-src {sha(program)};" in page.policy
    assert f"style-src {sha(page.style)};" in page.policy


def test_every_part_can_be_linked_to_and_every_link_has_its_part(page):
    marks = [value for _, name, value in page.attributes if name == "id"]
    assert len(set(marks)) == len(marks)
    links = [value[1:] for tag, name, value in page.attributes if (tag, name) == ("a", "href") and value[0] == "#"]
    assert len(links) >= 4 and set(links) <= set(marks)


def test_hostile_text_is_shown_as_text(hostile):
    page = page_of(hostile)
    assert "<script>alert(1)</script>" in page.text
    assert "\\x1b[2J\\x07\\r\\nHTTP \\u202egnirts" in page.text
    (data,) = (text for said, text in page.scripts if said.get("id") == "hands-data")
    assert json.loads(data)["bots"][0] == "a" + plain(HOSTILE)
    assert "<" not in data


def test_it_needs_no_colour_scheme_of_its_own(report):
    page = page_of(report)
    assert "prefers-color-scheme: dark" in page.style and "color-scheme: light dark" in page.style
    assert ("meta", "name", "viewport") in page.attributes


def test_charts_take_their_colours_from_the_page(drawn):
    page = page_of(drawn)
    colours = {value for _, name, value in page.attributes if name in ("fill", "stroke")}
    assert colours <= {"none", "var(--ink)", "var(--soft)", "var(--rule)", "var(--accent)"}
    assert "var(--accent)" in colours
    # One for standings, one a bot for means and for payoffs, two for seats, one for times.
    labels = [value for tag, name, value in page.attributes if (tag, name) == ("svg", "aria-label")]
    assert len(labels) == 1 + 4 + 4 + 1 + 1
    assert "Payoffs of ann" in labels


def test_a_few_deals_are_not_drawn(report):
    assert "svg" not in page_of(report).tags


def test_the_hands_that_mattered_lead_to_the_viewer(drawn):
    page = page_of(drawn)
    links = {value for tag, name, value in page.attributes if (tag, name) == ("a", "href")}
    widest = drawn["notable"]["swings"][0]
    assert f"viewer.html#table={widest['more']['table']}&hand=1&step=0" in links
    # The fault's evidence does as well.
    assert "viewer.html#table=m0.r0.d4&hand=1&step=0" in links


def test_times_are_told_by_bot(drawn):
    used = drawn["usage"][0]
    text = page_of(drawn).text
    assert rough(used["median_ms"]) in text and rough(used["p99_ms"]) in text


def test_a_league_of_very_many_bots_keeps_to_the_first_in_its_crosstable(report):
    bots = [f"bot-{number}" for number in range(90)]
    cells = [[{"payoff": 1.0, "lead": 0.5, "tables": 3} for _ in bots] for _ in bots]
    written = PageWriter().write({**report, "crosstable": {"bots": bots, "cells": cells}})
    assert "bot-59" in written and "bot-60" not in written
    assert "The first 60 bots" in written
