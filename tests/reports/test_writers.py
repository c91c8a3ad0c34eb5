"""Every format tells the report, and none of them lets hostile text do anything but be read."""

from __future__ import annotations

import csv
import html
import json
import re
from dataclasses import replace

import pytest

from arena.errors import InputError, PluginError
from arena.plugin import ReportWriter, load
from arena.records import FaultKind
from arena.reports.league import league_report
from arena.reports.markdown import text as markdown_text
from arena.reports.tables import COLUMNS
from arena.reports.terminal import terminal_text
from arena.reports.wording import estimate, languages, number, plain, rough, signed
from arena.reports.writers import arena_report_writers, write_reports
from arena.store import Entrant, Store
from tests.store.made_up import ENTRANTS, LEAGUE, fault, match

WRITERS = {writer.name: writer for writer in arena_report_writers()}


def test_the_built_in_formats_come_by_the_front_door():
    assert set(WRITERS) == {"text", "markdown", "json", "csv", "html"}
    assert set(WRITERS) <= set(load().writers)
    assert all(isinstance(writer, ReportWriter) for writer in WRITERS.values())


@pytest.mark.parametrize("name", ["text", "markdown", "html"])
def test_readable_formats_tell_all_parts(report, name):
    written = WRITERS[name].write(report)
    for word in ("club", "spring", "ann", "bob", "cat", "dan", "illegal", "crash", "95 %", "bwrap"):
        assert word in written
    assert "9 of 12 tables played (unfinished)" in written
    assert "a card of the suit led must be played" in written


@pytest.mark.parametrize("name", ["text", "markdown", "html"])
def test_a_fault_is_told_with_the_end_of_the_log(tmp_path, name):
    with Store.create(tmp_path, LEAGUE, ENTRANTS) as store:
        record = match("m0.r0.b0", {0: (1, 2, 3, 4)})
        wrong = replace(
            fault(kind=FaultKind.CRASH, stderr="Traceback:\nin choose\nKeyError: 'TH'\n"), bot=ENTRANTS[0].name
        )
        store.write(replace(record, faults=(wrong,)))
        written = html.unescape(WRITERS[name].write(league_report(store)))
    assert "in choose" in written
    assert "KeyError: 'TH'" in written


@pytest.mark.parametrize("name", ["text", "markdown", "html"])
def test_languages_are_told_where_bots_say_them(tmp_path, name):
    folder = tmp_path / "tongues"
    folder.mkdir()
    spoken = [Entrant(bot, "1", "", language) for bot, language in zip("abcd", ("Rust", "", "Go", "Rust"), strict=True)]
    with Store.create(folder, LEAGUE, spoken) as store:
        told = league_report(store)
    assert languages(told) == "Rust: a, d; Go: c"
    assert "Rust: a, d; Go: c" in WRITERS[name].write(told)
    silent = {**told, "entrants": [{**entrant, "language": ""} for entrant in told["entrants"]]}
    assert languages(silent) == ""
    assert "Rust" not in WRITERS[name].write(silent)


@pytest.mark.parametrize("name", ["text", "markdown", "html"])
def test_a_league_that_has_not_begun_can_be_written(tmp_path, name):
    folder = tmp_path / "new"
    folder.mkdir()
    with Store.create(folder, LEAGUE, ENTRANTS) as store:
        assert "0 tables played" in WRITERS[name].write(league_report(store))


@pytest.mark.parametrize("name", ["text", "markdown", "html"])
def test_a_missing_sandbox_is_said_loudly(tmp_path, name):
    folder = tmp_path / "open"
    folder.mkdir()
    with Store.create(folder, LEAGUE, ENTRANTS) as store:
        store.write(match("m0.r0.b0", {0: (1, 2, 3, 4)}, sandbox="none"))
        assert "WITHOUT A SANDBOX" in WRITERS[name].write(league_report(store))


def test_json_is_the_report(report):
    assert json.loads(WRITERS["json"].write(report)) == report


def test_csv_has_the_documented_header_and_a_line_a_bot(report):
    rows = list(csv.DictReader(WRITERS["csv"].write(report).splitlines()))
    assert list(rows[0]) == list(COLUMNS)
    assert [row["bot"] for row in rows] == [line["bot"] for line in report["standings"]]
    first = report["standings"][0]
    assert float(rows[0]["payoff"]) == first["payoff"]["mean"]
    assert (rows[0]["place"], rows[0]["separated"], rows[0]["version"]) == ("1", "", "1.0")
    assert rows[0]["language"] == "python"
    assert int(rows[0]["tables"]) == 9


def test_text_keeps_to_eighty_columns(report, hostile):
    for data in (report, hostile):
        assert max(map(len, terminal_text(data).splitlines())) <= 80


def test_text_of_many_bots_keeps_to_eighty_columns(tmp_path):
    bots = [f"bot-with-quite-a-name-{number}" for number in range(14)]
    folder = tmp_path / "many"
    folder.mkdir()
    with Store.create(folder, LEAGUE, map(Entrant, bots)) as store:
        for number in range(10):
            paid = dict.fromkeys(range(2), (-10.25, 20.5, 3, 4))
            store.write(match(f"m{number}.r0.b0", paid, bots=bots[number : number + 4]))
        written = terminal_text(league_report(store))
    assert max(map(len, written.splitlines())) <= 80
    assert written.count("Lead of the row") == 3
    # Nothing of a number may be cut off.
    assert "-30.75" in written and "±" in written and written.count("…") >= 14


def test_colour_only_where_it_is_asked_for(report, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" not in terminal_text(report)
    assert "\x1b[1m" in terminal_text(report, color=True)


@pytest.mark.parametrize("name", ["text", "markdown", "html", "csv", "json"])
def test_no_format_lets_a_control_character_through(hostile, name):
    written = WRITERS[name].write(hostile)
    lines = [char for char in written if not char.isprintable() and char != "\n"]
    assert lines == []


def test_a_coloured_terminal_gets_no_escape_but_our_own(hostile):
    ours = re.compile(r"\x1b\[[0-9;]*m")
    rest = ours.sub("", terminal_text(hostile, color=True))
    assert "\x1b" not in rest and "\x9b" not in rest
    assert "\\x1b[2J" in rest


def test_markdown_keeps_hostile_text_out_of_its_markup(hostile):
    written = WRITERS["markdown"].write(hostile)
    outside = re.sub(r"(`{3,})text\n.*?\n\1\n", "", written, flags=re.DOTALL)
    assert "<script>" not in outside
    assert "\\<script\\>" in outside
    # A bar that is not escaped would be a column more.
    for line in outside.splitlines():
        if line.startswith("| ") and not set(line) <= set("|:- "):
            assert len(re.findall(r"(?<!\\)\|", line)) in (5, 7, 8, 9, 12)


def test_markdown_fences_can_not_be_closed_from_inside(tmp_path):
    folder = tmp_path / "fence"
    folder.mkdir()
    with Store.create(folder, LEAGUE, ENTRANTS) as store:
        record = match("m0.r0.b0", {0: (1, 2, 3, 4)})
        store.write(replace(record, faults=(fault(stderr="````\n<b>\n"),)))
        written = WRITERS["markdown"].write(league_report(store))
    assert "`````text\n> act\n< move 2S\n--- log\n````\n<b>\n`````\n" in written


def test_csv_cells_are_no_formulas(hostile):
    rows = list(csv.DictReader(WRITERS["csv"].write(hostile).splitlines()))
    assert any(row["bot"].startswith("'=1+1") for row in rows)


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("plain text, ünïcode ♥", "plain text, ünïcode ♥"),
        ("\x1b[31m", "\\x1b[31m"),
        ("a\nb\tc", "a\\nb\\tc"),
        ("\u202e\u200b\ufeff", "\\u202e\\u200b\\ufeff"),
        ("\udce9", "\\udce9"),
        ("\U000e0001", "\\U000e0001"),
    ],
)
def test_plain(raw, shown):
    assert plain(raw) == shown


def test_numbers():
    assert number(None) == "-"
    assert number(-0.0) == "0.000"
    assert [signed(value) for value in (0.5, -0.25, 0.001, -0.001, 0)] == ["+0.50", "-0.25", "0.00", "0.00", "0.00"]
    assert [rough(value) for value in (None, 0.0, 0.0468, 0.684, 7.96, 58.73, 338.7)] == [
        "-",
        "0.000",
        "0.047",
        "0.68",
        "8.0",
        "59",
        "340",
    ]
    assert estimate(None) == "-"
    assert estimate({"mean": 1.5, "half_width": None}) == "1.500"
    assert estimate({"mean": 1.5, "half_width": 0.25}) == "1.500 ± 0.250"


def test_markdown_text():
    assert markdown_text("a_b*c`d|e<f>[g]") == "a\\_b\\*c\\`d\\|e\\<f\\>\\[g\\]"
    assert markdown_text("2.250 ± 0.114") == "2.250 ± 0.114"


class Shout:
    """A stranger's format, with a suffix that is taken."""

    name = "shout"
    suffix = ".txt"

    def write(self, report):
        return report["league"]["name"].upper() + "\udce9"


def test_files_are_written_whole_and_under_names_of_their_own(tmp_path, report):
    folder = tmp_path / "new" / "reports"
    files = write_reports(report, folder, [*WRITERS.values(), Shout()])
    assert [file.name for file in files] == [
        "report.txt",
        "report.md",
        "report.json",
        "report.csv",
        "report.html",
        "report-shout.txt",
    ]
    assert sorted(folder.iterdir()) == sorted(files)
    assert files[-1].read_text() == "CLUB\\udce9"


def test_a_format_that_fails_is_named_and_leaves_the_old_file(tmp_path, report):
    class Broken(Shout):
        def write(self, report):
            raise KeyError("league")

    (tmp_path / "report.txt").write_text("old")
    with pytest.raises(PluginError, match=r"report format 'shout' fails: KeyError: 'league'"):
        write_reports(report, tmp_path, [Broken()])
    assert (tmp_path / "report.txt").read_text() == "old"


def test_a_folder_that_can_not_be_written_is_told(tmp_path, report):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match=r"report\.txt: can't be written"):
        write_reports(report, tmp_path / "file", [Shout()])
