"""Pages in a real browser: Debian's chromium, driven headless, every complaint of the page noted.

Tests skip, saying why, where the extra `browser` or chromium is missing.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

PHONE, DESK = (390, 844), (1280, 860)

Open = Callable[..., "Opened"]


class Opened:
    """A page, and what should not have happened in it: messages of the console, errors, requests that left it."""

    def __init__(self, page: Page, folder: Path) -> None:
        self.page = page
        self.troubles: list[str] = []
        page.on("console", lambda message: self.troubles.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        page.on("request", lambda request: self._asked(request.url, folder.as_uri()))

    def _asked(self, url: str, own: str) -> None:
        if not url.startswith((own, "data:")):
            self.troubles.append(f"request: {url}")

    def violations(self) -> list[str]:
        """What axe finds wrong with the page for people who do not see it, or not well; a line each."""
        from axe_playwright_python.sync_playwright import Axe

        found: list[dict[str, Any]] = Axe().run(self.page).response["violations"]
        return [f"{each['id']}: {node['html'][:200]}" for each in found for node in each["nodes"]]

    def sticks_out(self) -> int:
        """By how many pixels the page is wider than its window."""
        wide: int = self.page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        return max(wide, 0)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser, started once for all tests of a worker."""
    api = pytest.importorskip("playwright.sync_api", reason="needs the extra `browser`: pip install -e .[browser]")
    program = shutil.which("chromium")
    if program is None:
        pytest.skip("needs chromium: apt-get install chromium")
    with api.sync_playwright() as playwright:
        # Root may not use chromium's own sandbox; the pages are ours.
        started = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="session")
def windows(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Where pages are opened, one for each combination of settings: making one takes longer than most tests."""
    made: dict[tuple[object, ...], BrowserContext] = {}

    def window(size: tuple[int, int], scheme: str, scripts: bool) -> BrowserContext:
        key = (size, scheme, scripts)
        if key not in made:
            made[key] = browser.new_context(
                viewport={"width": size[0], "height": size[1]},
                color_scheme=scheme,  # type: ignore[arg-type]
                java_script_enabled=scripts,
            )
        return made[key]

    yield window
    for context in made.values():
        context.close()


@pytest.fixture
def opened(windows: Callable[..., BrowserContext]) -> Iterator[Open]:
    """Opens a file from disk, as a reader does, in a window of a size and a colour scheme."""
    pages = []

    def open_file(
        file: Path, *, at: str = "", size: tuple[int, int] = DESK, scheme: str = "light", scripts: bool = True
    ) -> Opened:
        result = Opened(windows(size, scheme, scripts).new_page(), file.parent)
        pages.append(result.page)
        result.page.goto(file.as_uri() + (f"#{at}" if at else ""))
        return result

    yield open_file
    for page in pages:
        page.close()
