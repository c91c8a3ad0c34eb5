"""An analysis of a league that nobody's bots played: what is judged, what is kept, and what it is summed up to."""

from __future__ import annotations

import json
from concurrent.futures import Executor, Future
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from arena.analysis import ANALYSIS, JUDGEMENTS, Analysis, Chosen, Settings, analyse, read_analysis
from arena.analysis.run import Means, pick
from arena.analysis.work import Work
from arena.errors import InputError, StoreError
from arena.store import Store
from tests.reports.played import GAMES, played
from tests.store.made_up import BOTS, ENTRANTS, LEAGUE

FEW = Settings(worlds=2, exact_cards=8, exact_cards_seen=8)
ALL = Chosen()


class Here(Executor):
    """Does the work at once, in this process; stops as on a Ctrl-C after so many pieces."""

    def __init__(self, most: int = 1000) -> None:
        self.most = most
        self.works: list[Work] = []

    def submit(self, fn, /, *args, **kwargs):
        if len(self.works) == self.most:
            raise KeyboardInterrupt
        self.works.append(args[0])
        done: Future[object] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


class Told:
    """What is told of the progress."""

    def __init__(self) -> None:
        self.begun = (0, 0, 0)
        self.hands = self.looked_again = 0

    def begin(self, hands: int, of_hands: int, kept: int) -> None:
        self.begun = (hands, of_hands, kept)

    def judged(self) -> None:
        self.hands += 1

    def again(self, decisions: int) -> None:
        self.looked_again = decisions


@pytest.fixture(scope="module")
def league(tmp_path_factory) -> Path:
    """Four deals in two sittings; a stand-in helped cat at one table."""
    folder = tmp_path_factory.mktemp("league")
    with Store.create(folder, LEAGUE, ENTRANTS) as store:
        store.write(played("m0.r0.b0", (0, 1, 2, 3), forfeits=(1,)))
        other = played("m0.r1.b0", (0, 1), bots=(BOTS[3], *BOTS[:3]))
        helped = replace(other.tables[0], stood_in=(3,))
        store.write(replace(other, tables=(helped, *other.tables[1:])))
    return folder


@pytest.fixture
def place(league: Path, tmp_path: Path) -> Path:
    """A folder of its own for what is kept."""
    return tmp_path


def run(
    league: Path,
    place: Path,
    chosen: Chosen = ALL,
    settings: Settings = FEW,
    *,
    most: int = 1000,
    told: Told | None = None,
    fresh: bool = False,
) -> tuple[Analysis, list[Work]]:
    here = Here(most)
    with Store.read(league) as store:
        return analyse(store, place, settings, chosen, Means(here, 1, fresh=fresh), told or Told()), here.works


def kept(place: Path) -> list[dict]:
    return [json.loads(line) for line in (place / JUDGEMENTS).read_text().splitlines()[1:]]


def test_every_choice_of_every_seat_is_judged(league, place):
    told = Told()
    analysis, _ = run(league, place, told=told)
    assert (analysis.hands, analysis.of_hands, told.begun, told.hands) == (6, 6, (6, 6, 0), 6)
    assert [bot.bot for bot in analysis.bots] == list(BOTS)
    lines = kept(place)
    seats = {(line["table"], line["seat"]): line["bot"] for line in lines}
    assert len(seats) == len(lines) == 4 * 6 - 1
    assert ("m0.r1.d0", 3) not in seats, "a stand-in played there"
    assert seats["m0.r1.d1", 0] == "dan"
    for bot in analysis.bots:
        decisions = sum(len(line["judgements"]) for line in lines if line["bot"] == bot.bot)
        assert bot.kinds[0].decisions == decisions > 0
        assert (bot.kinds[0].kind, bot.unknown) == ("all", 0)


def test_the_mean_is_that_of_the_decisions_and_its_interval_goes_by_deals(league, place):
    analysis, _ = run(league, place, Chosen(bot="ann"))
    (ann,) = analysis.bots
    sums: dict[int, list[float]] = {}
    for line in kept(place):
        sums.setdefault(line["deal"], []).extend(judged["known"]["mean"] for judged in line["judgements"])
    every = [lost for row in sums.values() for lost in row]
    mean = sum(every) / len(every)
    known = ann.kinds[0].known
    assert known is not None
    assert known.mean == pytest.approx(mean)
    assert (known.deals, known.tables) == (4, len(every))
    squares = sum((sum(row) - mean * len(row)) ** 2 for row in sums.values())
    # The t quantile of three degrees of freedom.
    assert known.half_width == pytest.approx(3.18245 * (4 / 3 * squares) ** 0.5 / len(every), rel=1e-4)


def test_an_interrupted_run_goes_on_and_ends_alike(league, place, tmp_path_factory):
    undisturbed = tmp_path_factory.mktemp("undisturbed")
    whole, works = run(league, undisturbed)
    with pytest.raises(KeyboardInterrupt):
        run(league, place, most=3)
    begun = (place / JUDGEMENTS).read_bytes()
    # The process died in the middle of a line.
    (place / JUDGEMENTS).write_bytes(begun + b'{"table": "m0.r')
    told = Told()
    again, rest = run(league, place, told=told)
    assert told.begun[2] + told.hands == 6
    assert told.begun[2] > 0
    assert len(rest) < len(works)
    assert again == whole
    assert (place / ANALYSIS).read_bytes() == (undisturbed / ANALYSIS).read_bytes()
    assert (place / JUDGEMENTS).read_bytes() == (undisturbed / JUDGEMENTS).read_bytes()


def test_the_summary_is_read_as_it_was_written(league, place):
    assert read_analysis(place) is None
    analysis, _ = run(league, place, Chosen(hands=2))
    assert read_analysis(place) == analysis
    (place / ANALYSIS).write_text("{}")
    with pytest.raises(InputError, match=r"analysis\.json: is no analysis"):
        read_analysis(place)


def test_a_larger_sample_holds_the_smaller_one(league):
    with Store.read(league) as store:
        samples = [pick(store, Chosen(hands=hands), "0")[0] for hands in range(1, 7)]
        assert all(set(small) < set(large) for small, large in pairwise(samples))
        assert pick(store, Chosen(hands=2), "0") == (samples[1], 6)
        assert {tuple(pick(store, Chosen(hands=2), str(seed))[0]) for seed in range(9)} > {tuple(samples[1])}
        assert pick(store, Chosen(table="m0.r0.d2"), "0") == ([("m0.r0.d2", 1)], 1)


def test_what_was_judged_is_not_judged_again(league, place):
    run(league, place, Chosen(bot="ann", hands=3))
    _, works = run(league, place, Chosen(hands=3))
    first_time = [work for work in works if not work.only]
    assert {work.bots[seat] for work in first_time for seat in work.seats} == set(BOTS) - {"ann"}


def test_the_worst_are_looked_at_again_in_fresh_worlds(league, place):
    told = Told()
    analysis, works = run(league, place, told=told)
    again = {(work.table, number) for work in works for number in work.only}
    worst = [costly for bot in analysis.bots for costly in bot.worst]
    assert len(again) == told.looked_again
    assert worst, "random play makes clear mistakes"
    first = {(line["table"], judged["number"]): judged for line in kept(place) for judged in line["judgements"]}
    for costly in worst:
        assert (costly.table, costly.judgement.number) in again
        known, before = costly.judgement.known, first[costly.table, costly.judgement.number]["known"]
        assert known.clear
        assert known.worlds in (1, 4 * before["worlds"])
    for bot in analysis.bots:
        losses = [costly.judgement.known.mean for costly in bot.worst]
        assert losses == sorted(losses, reverse=True)
        assert len(losses) <= 10


def test_other_settings_are_not_mixed(league, place):
    run(league, place, Chosen(hands=1))
    with pytest.raises(InputError, match=r"made with other settings: worlds 2 there, 3 here; .* --fresh"):
        run(league, place, Chosen(hands=1), replace(FEW, worlds=3))
    run(league, place, Chosen(hands=1), replace(FEW, worlds=3), fresh=True)
    assert json.loads((place / JUDGEMENTS).read_text().splitlines()[0])["settings"]["worlds"] == 3


def test_two_analyses_at_once_are_refused(league, place):
    class Meanwhile(Told):
        def begin(self, hands: int, of_hands: int, kept: int) -> None:
            with pytest.raises(InputError, match="another analysis of this league is going on"):
                run(league, place)

    run(league, place, Chosen(hands=1), told=Meanwhile())


@pytest.mark.parametrize(
    ("chosen", "settings", "words"),
    [
        (Chosen(bot="eve"), FEW, "no bot 'eve' in this league; it has ann, bob, cat, dan"),
        (Chosen(), Settings(worlds=1), "worlds must be 2 or more"),
    ],
)
def test_what_can_not_be_analysed(league, place, chosen, settings, words):
    with pytest.raises(InputError, match=words):
        run(league, place, chosen, settings)


def test_a_table_that_is_not_there(league, place):
    with pytest.raises(StoreError, match=r"no table 'm7\.r0\.d0'"):
        run(league, place, Chosen(table="m7.r0.d0"))


def test_a_league_without_hands(tmp_path):
    Store.create(tmp_path, LEAGUE, ENTRANTS).close()
    with pytest.raises(InputError, match="nothing to analyse"):
        run(tmp_path, tmp_path)


def test_a_file_that_is_no_analysis(league, place):
    (place / JUDGEMENTS).write_text("hello\n")
    with pytest.raises(InputError, match="is no analysis"):
        run(league, place)


def test_hands_of_whole_games(tmp_path):
    with Store.create(tmp_path, GAMES, ENTRANTS) as store:
        store.write(played("m0.r0.b0", (0,), league=GAMES))
    analysis, works = run(tmp_path, tmp_path, Chosen(bot="bob", hands=2))
    assert analysis.hands == 2 < analysis.of_hands
    assert {len(work.hands) for work in works} == {line["hand"] for line in kept(tmp_path)}


def test_deals_of_one_number_are_one_cluster(league, place):
    run(league, place)
    assert {(line["table"].rpartition("d")[2], line["deal"]) for line in kept(place)} == {(str(n), n) for n in range(4)}
