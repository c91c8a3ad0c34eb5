"""The first-party report formats, as a plugin brings its own, and the writing of the files.

Found by the entry point `reports`, so that built-in formats come in by the same door as a stranger's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from arena.errors import InputError, PluginError
from arena.plugin import ReportWriter, hookimpl
from arena.store.drafts import draft_of


@hookimpl
def arena_report_writers() -> Iterable[ReportWriter]:
    """Text, Markdown, JSON, CSV and a web page."""
    from arena.reports.markdown import MarkdownWriter
    from arena.reports.page import PageWriter
    from arena.reports.tables import CsvWriter, JsonWriter
    from arena.reports.terminal import TextWriter

    return [TextWriter(), MarkdownWriter(), JsonWriter(), CsvWriter(), PageWriter()]


def write_reports(report: Mapping[str, Any], folder: Path, writers: Iterable[ReportWriter]) -> list[Path]:
    """Write a report in every format; returns the files, in the writers' order.

    A file is `report` and the writer's suffix, or `report-NAME` and the suffix where another writer has the same.
    Each appears whole or not at all. Raises PluginError for a writer that fails, InputError for a folder that can't
    be written.
    """
    files: list[Path] = []
    for writer in writers:
        file = folder / f"report{writer.suffix}"
        if file in files:
            file = folder / f"report-{writer.name}{writer.suffix}"
        _replace(file, _text(writer, report))
        files.append(file)
    return files


def _text(writer: ReportWriter, report: Mapping[str, Any]) -> bytes:
    try:
        return writer.write(report).encode("utf-8", "backslashreplace")
    except Exception as error:
        raise PluginError(f"report format {writer.name!r} fails: {type(error).__name__}: {error}") from error


def _replace(file: Path, content: bytes) -> None:
    """Put a file in its place when it is whole."""
    draft = draft_of(file)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        try:
            draft.write_bytes(content)
            draft.replace(file)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(
            f"{file}: can't be written: {error.strerror}; nothing that was played is lost: make room, or allow "
            f"writing, and run: arena league report {file.parent}"
        ) from error
