"""docs/leagues.md: its league files can be read, and it names every format and every key."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arena.league.file import LEAGUE_KEYS, read_league
from arena.plugin import load

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "leagues.md").read_text(encoding="utf-8")
FILES = re.findall(r"```toml\n(.*?)```", PAGE, flags=re.DOTALL)


@pytest.mark.parametrize("text", FILES, ids=lambda text: re.findall(r'name = "(.*?)"', text)[0])
def test_a_league_file_on_the_page_is_a_good_one(tmp_path, text):
    (tmp_path / "sample_bots").symlink_to(ROOT / "sample_bots")
    (tmp_path / "league.toml").write_text(text)
    assert read_league(tmp_path / "league.toml", load()).entries


def test_the_page_names_every_key_and_every_format_with_its_settings():
    for key in LEAGUE_KEYS:
        assert re.search(rf"\b{key}\b", PAGE), key
    for name, form in load().formats.items():
        row = re.search(rf"^\| `{name}` \|.*$", PAGE, re.MULTILINE)
        assert row, name
        for setting in form.settings:
            assert f"`{setting}`" in row[0], setting
