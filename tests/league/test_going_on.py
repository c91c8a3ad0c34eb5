"""Going on with a league that has changed: what is welcome, and what is refused and why. With real bots."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.errors import InputError, StoreError
from arena.store import DATABASE, Store
from tests.league.runs import league_file
from tests.league.told import main


def tables(folder: Path) -> list[object]:
    """Every table in the store's order, whatever matches it was played in."""
    with Store.read(folder) as store:
        return [
            (record.spec.table(table.number), record.spec.bots, table)
            for record in store.records()
            for table in record.tables
        ]


def test_more_bots_and_more_deals_give_what_they_would_have_given_at_once(tmp_path, capsys):
    grown, whole = tmp_path / "grown", tmp_path / "whole"
    main(str(league_file(tmp_path, "random bare", "deals = 6")), str(grown), "1")
    before = tables(grown)
    main(str(league_file(tmp_path, "random bare random", "deals = 6")), str(grown), "1")
    assert tables(grown)[: len(before)] == before
    main(str(league_file(tmp_path, "random bare random", "deals = 11")), str(grown), "1")
    assert "begin 66 36" in capsys.readouterr().out
    main(str(league_file(tmp_path, "random bare random", "deals = 11")), str(whole), "1")
    assert tables(grown) == tables(whole)
    assert len(tables(grown)) == 66
    with Store.read(grown) as store:
        assert store.progress().planned == 66
    capsys.readouterr()
    main(str(league_file(tmp_path, "random bare random", "deals = 11")), str(grown), "1")
    assert capsys.readouterr().out.splitlines() == ["begin 66 66", "done"], "nothing is left, and nobody is asked"


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> Path:
    """A folder with a small league in `out`, whose bot in `mine` may be tampered with."""
    folder = tmp_path_factory.mktemp("played")
    mine = folder / "mine"
    mine.mkdir()
    (mine / "bot.toml").write_text('name = "mine"\ncommand = ["python3", "bot.py"]\n')
    (mine / "bot.py").write_text("from arena.sdk import run\nrun(lambda act: act.legal[0], name='m', version='1')\n")
    file = league_file(folder, "random bare", "deals = 3\nseating = 'single'")
    file.write_text(file.read_text().replace("seats = 2", "seats = 4") + '[[bot]]\npath = "mine"\n')
    main(str(file), str(folder / "out"), "1")
    return folder


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (('"small"\n', '"other"\n'), "holds another league: name is 'small' there, 'other' here"),
        (('seed = "small"', 'seed = "big"'), "seed is 'small' there, 'big' here"),
        (
            ("target = 5", "target = 8"),
            "options is {'target': 5, 'declare': False} there, {'target': 8, 'declare': False}",
        ),
        (("'single'", "'duplicate'"), "seating is 'single' there, 'duplicate' here"),
        (("deals = 3", "games = 3"), "mode is 'deals' there, 'games' here"),
        (("[[bot]]", "[limits]\nmove_ms = 5\n[[bot]]"), "limits move_ms is 1000 there, 5 here"),
        (("deals = 3", "deals = 2"), "changed.toml only 2; what is stored can't be taken back"),
        (('[[bot]]\nname = "bare"\n', ""), "the bots of this league are random, bare, mine, in this order"),
        (("[[bot]]", '[[bot]]\nname = "greedy"\n[[bot]]'), "changed.toml has greedy, random, bare, mine: restore"),
        (('path = "mine"\n', 'path = "mine"\n[[bot]]\nname = "greedy"\n'), "these are different schedules"),
    ],
)
def test_what_would_mix_results_is_refused_with_the_reason(played, change, reason):
    text = (played / "small.toml").read_text()
    assert change[0] in text
    changed = played / "changed.toml"
    changed.write_text(text.replace(*change, 1))
    before = tables(played / "out")
    with pytest.raises(InputError) as caught:
        main(str(changed), str(played / "out"), "1")
    assert reason in str(caught.value)
    assert str(caught.value).startswith(f"{played / 'out'}: ")
    assert tables(played / "out") == before


def test_a_bot_that_has_changed_is_refused_with_both_digests(played):
    file = played / "mine" / "bot.py"
    text = file.read_text()
    file.write_text(text + "# better\n")
    try:
        with pytest.raises(InputError, match=r"bot mine has changed .*\(content [0-9a-f]{12} then, [0-9a-f]{12} now\)"):
            main(str(played / "small.toml"), str(played / "out"), "1")
    finally:
        file.write_text(text)


def test_a_foreign_database_is_left_alone(tmp_path):
    (tmp_path / DATABASE).write_bytes(b"")
    with pytest.raises(StoreError, match="is empty, not a league's database"):
        main(str(league_file(tmp_path)), str(tmp_path), "1")
    assert (tmp_path / DATABASE).read_bytes() == b""


def test_a_bot_that_is_not_ready_is_told_before_anything_is_stored(tmp_path):
    for name, build, program in (
        ("mute", "", "raise SystemExit('no licence found')"),
        ("illegal", "", "from arena.sdk import run\nrun(lambda act: 'XX', name='i', version='1')"),
        ("unbuilt", 'build = ["sh", "-c", "echo no compiler; exit 3"]', ""),
    ):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "bot.toml").write_text(f'name = "{name}"\ncommand = ["python3", "bot.py"]\n{build}\n')
        (folder / "bot.py").write_text(program + "\n")
    file = league_file(tmp_path, "random", "deals = 3")
    text = file.read_text()
    file.write_text(text + '[[bot]]\npath = "mute"\n[[bot]]\npath = "illegal"\n')
    with pytest.raises(InputError) as caught:
        main(str(file), str(tmp_path / "out"), "1")
    message = str(caught.value)
    assert message.startswith("these bots are not ready to play:\n- mute: crash: ")
    assert "no licence found" in message
    assert "- illegal: illegal: " in message
    assert '"action":"XX"' in message
    assert "random" not in message
    file.write_text(text + '[[bot]]\npath = "unbuilt"\n')
    with pytest.raises(InputError, match=r"these bots can't be built:\n- unbuilt .*build: sh -c .*(.|\n)*no compiler"):
        main(str(file), str(tmp_path / "out"), "1")
    assert not (tmp_path / "out" / DATABASE).exists()
