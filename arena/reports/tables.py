"""The report for programs: JSON with all of it, CSV with the standings.

Two report writers. The CSV's header is a contract; `COLUMNS` says what each column holds.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from typing import Any

from arena.reports.wording import plain

COLUMNS = {
    "league": "the league's name",
    "variant": "the game",
    "place": "place by payoff, shared by equal ones; empty for a bot that has not played",
    "bot": "the bot's name in this league",
    "version": "the bot's version as it says itself",
    "language": "what it is written in, as it says itself; may be empty",
    "payoff": "mean official payoff a table, higher is better",
    "payoff_low": "lower end of its 95 % interval, clustered by deal; empty for fewer than two deals",
    "payoff_high": "upper end of it",
    "separated": "1 if the bot above is clearly ahead, 0 if not; empty for the first",
    "card_play": "mean payoff a table without those that a fault of the bot, or a forfeit, decided",
    "card_play_low": "lower end of its 95 % interval",
    "card_play_high": "upper end of it",
    "deals": "deals (or games) that the bot has played",
    "tables": "tables that it has played",
    "card_play_tables": "tables that count as card play",
    "faults": "faults that it committed",
    "stood_in": "tables where a stand-in answered for it",
    "forfeited": "tables that it forfeited",
    "out": "tables of matches that it was put out of",
    "decisions": "questions that it answered",
    "mean_ms": "mean time of an answer, in milliseconds",
    "slowest_ms": "time of its slowest answer, in milliseconds",
    "cpu_s": "processor time that it used, in seconds",
    "sandbox": "tiers of protection that the league was played with, separated by spaces",
    "strength": "rating by one fit to all tables: mean payoff with every other bot as company equally often",
    "strength_low": "lower end of its 95 % interval, by bootstrap over deals",
    "strength_high": "upper end of it",
    "elo": "rating on the Elo scale by who beat whom, 0 the league's mean; empty where tables have more than two sides",
    "median_ms": "median time of an answer, in milliseconds, to a fifth; empty where nobody counted",
    "p99_ms": "what 99 of 100 answers took at most, likewise",
}


class JsonWriter:
    """`report.json`."""

    name = "json"
    suffix = ".json"

    def write(self, report: Mapping[str, Any]) -> str:
        """The report as it is."""
        return json.dumps(report, indent=2) + "\n"


class CsvWriter:
    """`report.csv`."""

    name = "csv"
    suffix = ".csv"

    def write(self, report: Mapping[str, Any]) -> str:
        """The standings, a line each, under the header of `COLUMNS`."""
        text = io.StringIO()
        writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
        writer.writeheader()
        used = {usage["bot"]: usage for usage in report["usage"]}
        ratings = {line["bot"]: line for line in report["statistics"]["ratings"] or ()}
        entrants = {entrant["name"]: entrant for entrant in report["entrants"]}
        for line in report["standings"]:
            said = {key: entrants.get(line["bot"], {}).get(key, "") for key in ("version", "language")}
            row = _row(report, line, used.get(line["bot"], {})) | said
            row |= _rating(ratings.get(line["bot"]))
            writer.writerow({column: _cell(value) for column, value in row.items()})
        return text.getvalue()


def _row(report: Mapping[str, Any], line: Mapping[str, Any], used: Mapping[str, Any]) -> dict[str, Any]:
    payoff, card_play = line["payoff"] or {}, line["card_play"] or {}
    return {
        "league": report["league"]["name"],
        "variant": report["league"]["variant"],
        "place": line["place"],
        "bot": line["bot"],
        "payoff": payoff.get("mean"),
        "payoff_low": payoff.get("low"),
        "payoff_high": payoff.get("high"),
        "separated": None if line["behind"] is None else int(line["separated"]),
        "card_play": card_play.get("mean"),
        "card_play_low": card_play.get("low"),
        "card_play_high": card_play.get("high"),
        "deals": payoff.get("deals", 0),
        "tables": payoff.get("tables", 0),
        "card_play_tables": card_play.get("tables", 0),
        **{name: line[name] for name in ("faults", "stood_in", "forfeited", "out")},
        **{name: used.get(name) for name in ("decisions", "mean_ms", "slowest_ms", "median_ms", "p99_ms", "cpu_s")},
        "sandbox": " ".join(count["tier"] for count in report["sandbox"]),
    }


def _rating(line: Mapping[str, Any] | None) -> dict[str, Any]:
    strength, elo = (line["strength"], line["elo"] or {}) if line else ({}, {})
    ends = {f"strength_{end}": strength.get(end) for end in ("low", "high")}
    return {"strength": strength.get("mean"), **ends, "elo": elo.get("mean")}


def _cell(value: object) -> object:
    """A cell; a text that a spreadsheet would take for a formula is marked as a text."""
    if not isinstance(value, str):
        return value
    text = plain(value)
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text
