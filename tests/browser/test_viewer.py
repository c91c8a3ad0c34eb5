"""The hand viewer in a browser: what a seat knows, stepping, views, sittings side by side, and who can use it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from arena.game import Game
from arena.reports.viewer import address, table_page, write_viewer
from arena.reports.viewer.watched import watched_table
from arena.views import Views
from tests.browser.conftest import DESK, PHONE, Open, Opened
from tests.reports.played import find, played
from tests.viewer.tables import BOTS, VARIANTS, filled, league, variant

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TROLLIN = league(variant("trollin", 4))
BRIDGE = league(variant("bridge"))


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pages of single tables: trollin.html, bridge.html, and a league's viewer in the folder trollin."""
    folder = tmp_path_factory.mktemp("pages")
    with filled(folder / "trollin", TROLLIN, range(3)) as store:
        write_viewer(store, find, folder / "trollin")
        (folder / "trollin.html").write_text(table_page(store, find, "m0.r0.d1"))
    with filled(folder / "bridge", BRIDGE, [0]) as store:
        (folder / "bridge.html").write_text(table_page(store, find, "m0.r0.d0"))
    return folder


@pytest.fixture(scope="module")
def script(browser: Browser, pages: Path) -> Iterator[Page]:
    """A page whose functions are called without looking at it."""
    context = browser.new_context()
    page = context.new_page()
    page.goto((pages / "trollin.html").as_uri())
    yield page
    context.close()


@pytest.fixture
def trollin(opened: Open, pages: Path) -> Opened:
    shown = opened(pages / "trollin.html")
    shown.page.wait_for_selector(".board .card")
    return shown


def said(shown: Opened) -> str:
    return shown.page.inner_text("#said")


def at(shown: Opened) -> dict[str, str]:
    """What the address names."""
    return dict(pair.split("=") for pair in shown.page.evaluate("location.hash.slice(1)").split("&"))


def held(shown: Opened) -> list[str]:
    """The cards of the seats as they are told to who listens, in the order around the table from the bottom."""
    return [
        " ".join(fan)
        for fan in shown.page.eval_on_selector_all(
            "#boards .seat", "seats => seats.map(seat => [...seat.querySelectorAll('.fan')].map(fan => fan.ariaLabel))"
        )
    ]


# What a seat knows.

FOLDED = """([hand, seats]) => Array.from({ length: hand.steps.length + 1 }, (_, step) =>
    Array.from({ length: seats }, (_, seat) => {
        const seen = knowledgeAt(hand, step, seat, seats);
        const { hands, trick, taken, won, trump, up, shown } = seen;
        return { hand: hands[seat], trick: taken === null ? trick : [], won, trump, up, shown };
    }))"""


def expected(views: Views, seat: int) -> dict[str, Any]:
    view = views.view(seat, "play")
    shown: list[list[str]] = [[] for _ in view["won"]]
    for place, cards in view.get("shown", []):
        shown[place] = cards
    return {
        "hand": Counter(view["hand"]),
        "trick": [list(play) for play in view["trick"]],
        "won": view["won"],
        "trump": view["trump"],
        "up": view.get("up", []),
        "shown": [Counter(cards) for cards in shown],
    }


@pytest.mark.parametrize("name", VARIANTS)
def test_the_page_folds_what_a_seat_is_told_into_the_view_that_bots_are_sent(name, script):
    game = variant(name)
    record = played("m0.r0.b0", [0], league=league(game), bots=BOTS[: game.seats])
    (hand,) = json.loads(json.dumps(watched_table(game, record.spec, record.tables[0], record.seats)))["hands"]
    folded = script.evaluate(FOLDED, [hand, game.seats])
    table = Game(game, record.spec.seed, 0, single=True)
    views = [Views(game, game.start_totals()) for _ in range(game.seats)]
    actions, read = record.tables[0].hands[0].actions, 0
    for step, moments in enumerate(folded):
        for seat, view in enumerate(views):
            view.fold([told for told in table.log[read:] if told[0] in (-1, seat)])
            moment = moments[seat]
            moment["hand"] = Counter(moment["hand"])
            moment["shown"] = [Counter(cards) for cards in moment["shown"]]
            assert moment == expected(view, seat), (step, seat)
        read = len(table.log)
        if step < len(actions):
            table.hand.apply(actions[step])


def test_a_seats_view_shows_no_card_that_it_was_not_told(opened, pages):
    shown = opened(pages / "trollin.html", at="table=m0.r0.d1&view=2&step=0")
    shown.page.wait_for_selector(".board .card")
    own, *others = held(shown)
    assert own.startswith("North holds the ")
    for other in others:
        assert sum(map(int, re.findall(r"holds (\d+) hidden", other))) == 9
        assert "the" not in other.split()
    assert shown.page.locator("#boards .seat .suit-back").count() == 27


# Stepping.


def test_keys_step_card_by_card_and_trick_by_trick(trollin):
    keys = trollin.page.keyboard
    assert said(trollin).startswith("Hand 1: ")
    keys.press("ArrowRight")
    assert re.fullmatch(r"(South|West|North|East) plays the .+\.", said(trollin))
    assert at(trollin)["step"] == "1"
    keys.press("ArrowDown")
    assert at(trollin)["step"] == "4"
    assert re.search(r"plays the .+(, and|; (South|West|North|East)) takes the trick\.", said(trollin))
    assert trollin.page.locator(".played.wins").count() == 1
    keys.press("ArrowUp")
    assert at(trollin)["step"] == "0"
    keys.press("End")
    assert at(trollin)["step"] == "36"
    assert "the hand scores South " in said(trollin)
    keys.press("ArrowLeft")
    assert at(trollin)["step"] == "35"
    keys.press("Home")
    assert at(trollin)["step"] == "0"
    assert not trollin.troubles


def test_a_link_lands_on_its_moment_and_the_page_follows_it(trollin):
    trollin.page.evaluate("location.hash = 'table=m0.r1.d1&hand=1&step=6'")
    trollin.page.wait_for_function("document.querySelector('[aria-current]').dataset.step === '6'")
    assert trollin.page.locator(".played").count() == 2
    assert trollin.page.input_value("#choices label:has-text('Table') select") == "m0.r1.d1"


def test_wishes_out_of_reach_become_the_nearest_moment(opened, pages):
    shown = opened(pages / "trollin.html", at="table=m0.r0.d1&hand=9&step=999&view=17")
    shown.page.wait_for_selector(".board .card")
    assert at(shown) == {"table": "m0.r0.d1", "hand": "1", "step": "36", "view": "3"}


def test_legal_cards_are_marked_until_they_are_not_wanted(trollin):
    page = trollin.page
    assert page.locator(".slot.legal").count() == 9, "whoever leads may play anything"
    page.keyboard.press("ArrowRight")
    legal = page.locator("#question .chip").count()
    assert legal == page.locator(".slot.legal").count()
    assert legal + page.locator(".slot.illegal").count() == 9
    page.keyboard.press("l")
    assert page.locator(".slot.legal, .slot.illegal, .chip").count() == 0


def test_help_names_every_key(trollin):
    trollin.page.keyboard.press("?")
    assert trollin.page.locator("dialog[open] kbd").count() == 12
    trollin.page.keyboard.press("Escape")
    assert trollin.page.locator("dialog[open]").count() == 0


def test_everything_is_reached_by_tab(trollin):
    """By the tab key alone: choices, steps, and one place in the course, where Enter jumps."""
    page, names = trollin.page, []
    for _ in range(16):
        page.keyboard.press("Tab")
        names.append(page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.textContent.trim()"))
    for wanted in ("To the deal", "A step forward", "Step", "Keys", "the deal"):
        assert wanted in names
    page.locator(".move", has_text="the deal").focus()
    page.keyboard.press("End")
    page.locator("[aria-current]").focus()
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    assert at(trollin)["table"] == "m0.r0.d1"


def test_the_auction_and_dummy_are_shown(opened, pages):
    shown = opened(pages / "bridge.html", at="table=m0.r0.d0&step=4")
    shown.page.wait_for_selector(".calls td")
    calls = shown.page.locator(".calls td").all_inner_texts()
    assert len([call for call in calls if call]) == 4
    shown.page.keyboard.press("ArrowDown")
    assert shown.page.locator(".calls").count() == 1, "the end of the auction is a place to stop at"
    shown.page.keyboard.press("ArrowRight")
    assert re.search(r"plays the .+; \w+ shows the ", said(shown))


# Sittings.


def test_another_sitting_of_the_deal_stands_beside_with_the_same_cards(trollin):
    page = trollin.page
    page.keyboard.press("c")
    boards = page.locator("#boards .board")
    assert boards.count() == 2
    assert at(trollin)["beside"] == "m0.r1.d1"
    seats = held(trollin)
    assert seats[:4] == seats[4:]
    names = [board.locator(".who b").all_inner_texts() for board in boards.all()]
    assert sorted(names[0]) == sorted(names[1])
    assert names[0] != names[1]
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    assert [board.locator(".played").count() for board in boards.all()] == [1, 1]
    spoken = page.locator("#said[aria-live]").inner_text()
    assert spoken == page.locator("figure .told").first.inner_text(), "who listens hears every step here as well"
    page.keyboard.press("c")
    assert boards.count() == 1


# A league's viewer.


def test_side_files_are_loaded_from_disk_when_they_are_wanted(opened, pages):
    name, moment = address("m0.r1.d2", 1, 5).split("#")
    shown = opened(pages / "trollin" / name, at=moment)
    shown.page.wait_for_selector(".board .card")
    assert at(shown)["table"] == "m0.r1.d2"
    shown.page.click("text=‹ deal")
    shown.page.wait_for_function("location.hash.includes('.d1&')")
    assert not shown.troubles


@pytest.mark.parametrize(
    ("table", "told"),
    [("m0.r0.d99", "arena replay DIR --table m0.r0.d99 --html"), ("<i>x", "“<i>x” is not the name of a table")],
)
def test_a_table_that_is_not_there_is_told_in_words(table, told, opened, pages):
    shown = opened(pages / "trollin" / "viewer.html", at=f"table={table}")
    shown.page.wait_for_selector("#trouble:not([hidden])")
    assert told in shown.page.inner_text("#trouble")
    assert shown.page.locator("#trouble i").count() == 0


def test_a_missing_side_file_is_told_in_words(opened, pages, tmp_path):
    (tmp_path / "viewer.html").write_bytes((pages / "trollin" / "viewer.html").read_bytes())
    shown = opened(tmp_path / "viewer.html")
    shown.page.wait_for_selector("#trouble:not([hidden])")
    assert "hands/000.js" in shown.page.inner_text("#trouble")


# Everybody.


def test_a_bots_name_is_only_ever_text(trollin):
    assert "<b>cat</b>" in trollin.page.locator(".who b").all_inner_texts()
    assert trollin.page.locator(".who b b").count() == 0


@pytest.mark.parametrize(
    ("size", "scheme", "moment"),
    [
        (DESK, "light", "table=m0.r0.d0&step=3"),
        (PHONE, "dark", "table=m0.r0.d0&step=3"),
        (DESK, "dark", "table=m0.r0.d0&step=22&beside=m0.r1.d0"),
        (PHONE, "light", "table=m0.r0.d0&step=22&beside=m0.r1.d0"),
    ],
)
def test_axe_finds_nothing_and_nothing_sticks_out(moment, size, scheme, opened, pages):
    shown = opened(pages / "bridge.html", at=moment, size=size, scheme=scheme)
    shown.page.wait_for_selector(".board .card")
    assert shown.violations() == []
    assert shown.sticks_out() == 0
    assert not shown.troubles


def test_without_scripts_the_reader_is_told_what_else_there_is(opened, pages):
    shown = opened(pages / "trollin.html", scripts=False)
    assert "arena replay DIR" in shown.page.inner_text("main")


def test_who_wants_no_motion_gets_none(opened, pages):
    shown = opened(pages / "trollin.html")
    shown.page.wait_for_selector(".slot .card")
    duration = "getComputedStyle(document.querySelector('.slot .card')).transitionDuration"
    assert shown.page.evaluate(duration) == "0.12s"
    shown.page.emulate_media(reduced_motion="reduce")
    assert shown.page.evaluate(duration) == "0s"
