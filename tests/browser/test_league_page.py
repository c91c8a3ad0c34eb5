"""The league's page as a reader has it: opened from disk, sorted, filtered, by keyboard, in the dark, on a phone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from arena.reports.page import PageWriter
from tests.browser.conftest import PHONE, Open
from tests.reports.reported import HOSTILE, drawn_report, hostile_report

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROWS = "#{} tbody tr"


@pytest.fixture(scope="module")
def ordinary(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(drawn_report, tmp_path_factory.mktemp("ordinary"))


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(hostile_report, tmp_path_factory.mktemp("hostile"))


def written(made, folder: Path) -> Path:
    page = folder / "report.html"
    page.write_text(PageWriter().write(made(folder)), encoding="utf-8")
    return page


def column(page: Page, part: str, number: int) -> list[str]:
    return page.locator(f"#{part} tbody tr > *:nth-child({number})").all_inner_texts()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["ordinary", "hostile"])
def test_it_opens_without_a_complaint_and_suits_everybody(opened: Open, request, name, scheme):
    it = opened(request.getfixturevalue(name), scheme=scheme)
    for fold in it.page.locator("details").all():
        fold.locator("summary").click()
    assert it.violations() == []
    assert it.troubles == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["ordinary", "hostile"])
def test_on_a_phone_only_tables_scroll_sideways(opened: Open, request, name, scheme):
    it = opened(request.getfixturevalue(name), size=PHONE, scheme=scheme)
    for fold in it.page.locator("details").all():
        fold.locator("summary").click()
    assert it.sticks_out() == 0
    assert it.violations() == []
    assert it.troubles == []


def test_dark_is_dark(opened: Open, ordinary: Path):
    shades = []
    for scheme in ("light", "dark"):
        page = opened(ordinary, scheme=scheme).page
        paper, mark = page.evaluate(
            "[getComputedStyle(document.body).backgroundColor, "
            "getComputedStyle(document.querySelector('#standings .chart path')).fill]"
        )
        shades.append((sum(map(int, paper[4:-1].split(","))), mark))
    (light, light_mark), (dark, dark_mark) = shades
    assert light > 700 and dark < 100
    # The charts follow.
    assert light_mark != dark_mark


def test_tables_are_sorted_by_a_click_and_back_by_another(opened: Open, ordinary: Path):
    it = opened(ordinary)
    payoff = it.page.locator("#standings thead th", has_text="payoff")
    before = column(it.page, "standings", 2)
    payoff.locator("button").click()
    assert payoff.get_attribute("aria-sort") == "descending"
    assert column(it.page, "standings", 2) == before
    payoff.locator("button").click()
    assert payoff.get_attribute("aria-sort") == "ascending"
    assert column(it.page, "standings", 2) == before[::-1]
    it.page.locator("#standings thead th", has_text="bot").locator("button").click()
    assert column(it.page, "standings", 2) == sorted(before)
    assert it.page.locator("#standings [aria-sort]").count() == 1


def test_cells_without_a_value_come_last_either_way(opened: Open, ordinary: Path):
    it = opened(ordinary)
    behind = it.page.locator("#ratings thead th", has_text="behind").locator("button")
    for _ in range(2):
        behind.click()
        assert column(it.page, "ratings", 4)[-1] == "–"


def test_everything_can_be_done_by_keyboard(opened: Open, ordinary: Path):
    page = opened(ordinary).page
    reached = []
    for _ in range(150):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.outerHTML.slice(0, 40)"))
    for what in ('<a href="#standings"', "<button", "<select", "<summary", '<div class="wide"', '<a href="viewer.html'):
        assert any(each.startswith(what) for each in reached), what
    payoff = page.locator("#standings thead th", has_text="payoff")
    payoff.locator("button").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    assert payoff.get_attribute("aria-sort") == "ascending"
    page.locator("summary").first.focus()
    page.keyboard.press("Enter")
    assert page.locator("details").first.get_attribute("open") is not None


def test_hands_are_filtered_by_bot_opponent_seat_and_outcome(opened: Open, ordinary: Path):
    page = opened(ordinary).page

    def rows() -> list[list[str]]:
        return [line.split("\t") for line in page.locator("#hands-list tr").all_inner_texts()]

    def choose(name: str, text: str) -> None:
        page.locator(f"select[name={name}]").select_option(label=text)

    every = rows()
    choose("bot", "ann")
    assert rows() and all("ann" in row for row in rows())
    choose("outcome", "paid less")
    assert {row[5] for row in rows()} == {"ann"}
    choose("against", "dan")
    assert {(row[3], row[5]) for row in rows()} == {("dan", "ann")}
    choose("outcome", "any")
    choose("against", "any")
    choose("bot", "any")
    choose("seat", "2")
    assert {row[1] for row in rows()} == {"2"}
    choose("seat", "any")
    choose("outcome", "with a fault")
    told = [row[7] for row in rows()]
    assert any("a card of the suit led must be played" in each for each in told)
    assert all(each == "fault at a table" or each.startswith("illegal, trick 4: ") for each in told)
    choose("outcome", "any")
    assert rows() == every
    # Without a choice each deal has one row; of a bot there are all.
    assert len({row[0] for row in every if row[2] != "–"}) == len([row for row in every if row[2] != "–"])
    choose("bot", "dan")
    few = len(rows())
    page.get_by_role("button", name="More", exact=True).click()
    assert len(rows()) > few


def test_without_scripts_the_tables_and_charts_are_there(opened: Open, ordinary: Path):
    page = opened(ordinary, scripts=False).page
    assert sorted(column(page, "standings", 2)) == ["ann", "bob", "cat", "dan"]
    assert page.locator("#hands-list tr").count() > 0
    assert page.locator("svg.chart").count() == 11
    assert page.locator("thead button").count() == 0 and page.locator("select").count() == 0


def test_hostile_names_are_shown_as_they_are(opened: Open, hostile: Path):
    it = opened(hostile)
    assert it.page.evaluate("document.querySelectorAll('script').length") == 2
    shown = it.page.locator("#hands-list tr").first.inner_text()
    assert "<script>alert(1)</script>" in shown and "\\x1b[2J" in shown
    assert "<script>" in it.page.locator("#standings svg").text_content()
    assert it.page.title().startswith(HOSTILE[:20])
    assert it.troubles == []
