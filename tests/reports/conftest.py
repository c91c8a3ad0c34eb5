"""The reports of `reported`, a folder each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.reports.reported import drawn_report, hostile_report, short_report


@pytest.fixture
def report(tmp_path: Path) -> dict[str, Any]:
    return short_report(tmp_path)


@pytest.fixture
def drawn(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return drawn_report(tmp_path_factory.mktemp("drawn"))


@pytest.fixture
def hostile(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return hostile_report(tmp_path_factory.mktemp("hostile"))
