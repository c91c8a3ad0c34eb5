"""The server's pages in a real browser: a whole hand by keyboard alone, a slip, the rules, dark and on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from arena.store import Store
from tests.browser.conftest import DESK, PHONE, Opened
from tests.reports.played import played
from tests.serve.conftest import Running, league, served
from tests.store.made_up import BOTS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

QUESTION = '.hand [aria-disabled="false"], #answers button'


@dataclass(frozen=True)
class Site:
    """What a page's requests may go to."""

    url: str

    def as_uri(self) -> str:
        return self.url


@pytest.fixture(scope="module")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    root = tmp_path_factory.mktemp("leagues")
    league(root / "pairs")
    with served(root, tmp_path_factory.mktemp("kept")) as running:
        yield running


@pytest.fixture
def shown(browser: Browser, server: Running, request: pytest.FixtureRequest) -> Iterator[Opened]:
    """A page in a window of some size, in light or dark; with motion reduced, so that nothing is slowed to be seen."""
    size, scheme = getattr(request, "param", (DESK, "light"))
    settings: dict[str, Any] = {"color_scheme": scheme, "reduced_motion": "reduce"}
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **settings)
    yield Opened(context.new_page(), Site(server.url))  # type: ignore[arg-type]
    context.close()


def seated(shown: Opened, server: Running, variant: str) -> None:
    """Take a seat as the form proposes it, by keyboard."""
    shown.page.goto(f"{server.url}/play/{variant}")
    shown.page.get_by_role("button", name="Take your seat").press("Enter")
    shown.page.wait_for_selector(QUESTION)


def test_a_whole_hand_by_keyboard_alone(shown, server):
    page = shown.page
    seated(shown, server, "trollin")
    asked = 0
    while not page.locator("#again").is_visible():
        # The focus is on the first answer already: who only presses Enter gets through the hand.
        page.wait_for_selector(f"{QUESTION.replace('button', 'button:focus')}, #again:visible")
        if page.locator("#again").is_visible():
            break
        lines = page.locator("#log li").count()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Enter")
        asked += 1
        page.wait_for_selector(f"#log li:nth-child({lines + 1})")
    assert asked == 9
    assert page.locator("#log .trick").count() == 9
    page.get_by_role("link", name="Look at it again").press("Enter")
    page.wait_for_selector(".board .card")
    assert not shown.troubles


def test_a_card_that_is_not_legal_is_answered_with_the_reason_and_nothing_is_lost(shown, server):
    page = shown.page
    seated(shown, server, "hearts")
    wrong = '.hand:has([aria-disabled="false"]) [aria-disabled="true"]'
    while not page.locator(wrong).count():
        lines = page.locator("#log li").count()
        page.locator('.hand [aria-disabled="false"]').first.press("Enter")
        page.wait_for_selector(f"#log li:nth-child({lines + 1})")
        page.wait_for_selector(QUESTION)
    page.locator(wrong).first.press("Enter")
    page.wait_for_selector("#reason:not(:empty)")
    assert "breaks a rule" in page.locator("#reason").inner_text()
    page.locator('.hand [aria-disabled="false"]').first.press("Enter")
    page.wait_for_selector("#reason:empty", state="attached")
    page.get_by_role("button", name="Leave the table").press("Enter")
    page.wait_for_selector("#again:visible")
    assert "nothing of it is kept" in page.locator("#turn").inner_text()
    assert not shown.troubles


@pytest.mark.parametrize("shown", [(DESK, "light"), (PHONE, "dark")], indirect=True, ids=["desk", "phone"])
def test_the_rules_are_a_key_away_and_axe_has_nothing_to_say(shown, server):
    page = shown.page
    seated(shown, server, "bridge")
    assert page.get_by_role("button", name="pass").count() == 1
    assert not shown.violations() and not shown.sticks_out()
    page.keyboard.press("?")
    page.wait_for_selector("#rules[open]")
    assert not shown.violations() and not shown.sticks_out()
    page.keyboard.press("Escape")
    page.wait_for_selector("#rules:not([open])", state="attached")
    page.get_by_role("button", name="Leave the table").press("Enter")
    page.wait_for_selector("#again:visible")
    for path in ("/", "/play", "/play/trollin", "/leagues/pairs"):
        page.goto(server.url + path)
        assert (path, shown.violations(), shown.sticks_out()) == (path, [], 0)
    assert not shown.troubles


def test_the_standings_move_while_a_league_is_played(shown, server):
    page = shown.page
    page.goto(f"{server.url}/leagues/pairs")
    page.get_by_text("8 of 11 tables").wait_for()
    with Store.append(server.root / "pairs") as store:
        store.write(played("m0.r1.b1", (500, 501, 502), league=store.league, bots=(BOTS[3], *BOTS[:3])))
    page.get_by_text("11 of 11 tables").wait_for()
    page.get_by_role("link", name="Report").click()
    page.get_by_role("heading", name="Standings").wait_for()
    assert not shown.troubles
