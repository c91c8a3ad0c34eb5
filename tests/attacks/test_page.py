"""docs/security.md says what the tests hold: every program is published, and the page is what the script writes."""

from __future__ import annotations

from tests.attacks.page import ATTACKS, BEGIN, END, PAGE, source, tries, written
from tests.attacks.stage import PROGRAMS

NO_ATTACKS = {"attempt", "bot", "victim", "honest"}


def test_every_program_is_in_the_catalogue_once() -> None:
    own = [attack.program for attack in ATTACKS if source(attack).parent == PROGRAMS]
    assert sorted(own) == sorted({path.stem for path in PROGRAMS.glob("*.py")} - NO_ATTACKS)


def test_every_attack_says_what_it_tries() -> None:
    assert [attack.program for attack in ATTACKS if len(tries(attack)) < 15] == []


def test_the_page_is_what_the_script_writes() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page.count(BEGIN) == page.count(END) == 1
    assert written(page) == page, "write it anew: python -m tests.attacks.page"
