"""Schieber Jass against its rules."""

from __future__ import annotations

import itertools
import random

import pytest
from arena_schieber import CONTRACTS, Schieber

from arena.errors import IllegalAction
from arena.hand import Hand
from arena.phases import ALL
from arena.tricks import Tricks
from arena.views import Views
from arena.worlds import Worlds
from tests.game.playing import any_action, audience
from tests.plugins.random_play import dealt, held_to_the_laws, pack_of, play, whole_game


def opening(one: str, two: str = "", three: str = "", zero: str = "", **options: object) -> Hand:
    """Seat 0 deals, seat 1 is the first hand. Seats without cards written get what is left, by number."""
    variant = Schieber(**options)
    written = {1: one.split(), 2: two.split(), 3: three.split(), 0: zero.split()}
    used = [token for cards in written.values() for token in cards]
    left = [token for token in variant.deck.tokens if token not in used]
    hands = {}
    for seat, cards in written.items():
        more = 9 - len(cards)
        hands[seat] = " ".join([*cards, *left[:more]])
        left = left[more:]
    packets = [(seat, 3) for seat in (1, 2, 3, 0)] * 3
    return Hand(variant, pack=pack_of(variant, dealt(variant, packets, hands)), dealer=0)


def holding(contract: str, *hands: str, leader: int = 0, **options: object) -> Hand:
    """The seats hold just these cards in this contract; `leader` is to lead."""
    hand = Hand(Schieber(wys="none", **options), pack=range(36), dealer=(leader - 1) % 4)
    hand.play(contract)
    hand.hands = [hand.deck.set_of(cards.split()) for cards in hands]
    return hand


def asked(hand: Hand) -> tuple[str, int]:
    assert hand.phase is not None
    return hand.phase.kind, hand.phase.turn


# The contract


def test_the_first_hand_names_a_contract_or_pushes_and_leads_in_any_case() -> None:
    hand = Hand(Schieber(wys="none"), pack=range(36), dealer=0)
    assert hand.legal_tokens() == ["S", "H", "D", "C", "obe", "une", "push"]
    hand.play("push")
    assert asked(hand) == ("bid", 3)
    with pytest.raises(IllegalAction, match="'push' can't be chosen"):
        hand.play("push")
    hand.play("H")
    assert (hand.declarer, hand.contract, hand.trump) == (3, "H", "H")
    assert hand.log[-2:] == [(ALL, ("contract", 3, "H")), (ALL, ("trump", 3, "H"))]
    assert asked(hand) == ("play", 1)


def test_the_partner_may_push_back_by_option() -> None:
    hand = Hand(Schieber(wys="none", push_back=True), pack=range(36), dealer=0)
    play(hand, "push push")
    assert asked(hand) == ("bid", 1)
    assert "push" not in hand.legal_tokens()
    hand.play("une")
    assert (hand.declarer, hand.contract, hand.trump) == (1, "une", None)


@pytest.mark.parametrize(
    ("contract", "suit", "order"),
    [
        ("C", "C", "J9AKQT876"),
        ("C", "S", "AKQJT9876"),
        ("obe", "C", "AKQJT9876"),
        ("une", "C", "6789TJQKA"),
    ],
)
def test_the_order_of_the_cards(contract: str, suit: str, order: str) -> None:
    variant = Schieber()
    ranking, card = variant.contract_ranking(contract), variant.deck.card
    for higher, lower in itertools.pairwise(order):
        assert ranking.winner([card(lower + suit), card(higher + suit)]) == 1
        assert ranking.winner([card(higher + suit), card(lower + suit)]) == 0
    assert ranking.winner([card("AS"), card("6C")]) == int(contract == "C")


# What may be played: seat 3 is on trial, clubs are trumps.


@pytest.mark.parametrize(
    ("trick", "held", "legal"),
    [
        ("KS 7S 8S", "AS 9H 6C", "AS 6C"),  # Follow or trump;
        ("KS 7S 8S", "9H 6C 7D", "9H 6C 7D"),  # without the suit anything.
        ("KC 7C 8C", "AC QC AS", "AC QC"),  # Trumps to trumps,
        ("KC 7C 8C", "JC QC AS", "JC QC"),
        ("KC 7C 8C", "JC AS 6H", "JC AS 6H"),  # but for the jack alone.
        ("KS TC 8S", "AS 9H 6C", "AS"),  # No lower trump,
        ("KS TC 8S", "9H 6C AC", "9H AC"),
        ("KS TC 8S", "AS 6C AC", "AS AC"),
        ("KS TC 9C", "AS AC JC", "AS JC"),
        ("KS TC 8S", "6C 7C AC", "6C 7C AC"),  # unless the hand is all trumps.
        ("KS TC 8S", "6C 7C", "6C 7C"),
    ],
)
def test_follow_trump_and_do_not_undertrump(trick: str, held: str, legal: str) -> None:
    hand = holding("C", *(f"{card} 9D" for card in trick.split()), held)
    play(hand, trick)
    assert set(hand.legal_tokens()) == set(legal.split())


def test_by_option_only_who_can_do_nothing_else_undertrumps() -> None:
    for held, legal in (("6C 7C AC", {"AC"}), ("6C 7C", {"6C", "7C"})):
        hand = holding("C", "KS 9D", "TC 9D", "8S 9D", held, undertrump="forced")
        play(hand, "KS TC 8S")
        assert set(hand.legal_tokens()) == legal


def test_without_trumps_the_suit_is_followed() -> None:
    hand = holding("obe", "KS 9D", "7S 8D", "8S 7D", "AS JS 6C")
    play(hand, "KS 7S 8S")
    assert set(hand.legal_tokens()) == {"AS", "JS"}


def test_the_words() -> None:
    hand = holding("C", "KS 9D", "TC 9D", "8S 9D", "AS 9H 6C")
    play(hand, "KS TC 8S")
    with pytest.raises(IllegalAction, match="9H breaks a rule: the suit led must be followed or trumped"):
        hand.play("9H")
    with pytest.raises(IllegalAction, match="6C breaks a rule: a trump lower than one in the trick"):
        hand.play("6C")


# Wys


def melds(cards: str, wys: str = "modern") -> list[tuple[int, str]]:
    variant = Schieber(wys=wys)
    return sorted((variant.worth(meld), meld) for meld in variant.melds(variant.deck.set_of(cards.split())))


@pytest.mark.parametrize(
    ("cards", "modern", "simple"),
    [
        ("AS KS QS", [(20, "3-AS")], [(20, "3-AS")]),
        ("AS KS JS TS", [], []),
        ("6H 7H 8H 9H", [(50, "4-9H")], [(50, "4-9H")]),
        ("9H TH JH QH KH", [(100, "5-KH")], [(100, "5-KH")]),
        ("9H TH JH QH KH AH", [(150, "6-AH")], [(100, "6-AH")]),
        ("6H 7H 8H 9H TH JH QH KH AH", [(300, "9-AH")], [(100, "9-AH")]),
        ("JS JH JD JC", [(200, "4xJ")], [(200, "4xJ")]),
        ("9S 9H 9D 9C", [(150, "4x9")], [(150, "4x9")]),
        ("TS TH TD TC", [(100, "4xT")], [(100, "4xT")]),
        ("8S 8H 8D 8C", [(100, "4x8")], []),
        ("KS KH KD KC QS AS", [(20, "3-AS"), (100, "4xK")], [(20, "3-AS"), (100, "4xK")]),
        ("AS KS QS 8C 7C 6C", [(20, "3-8C"), (20, "3-AS")], [(20, "3-8C"), (20, "3-AS")]),
    ],
)
def test_what_counts_as_a_meld(cards: str, modern: list[tuple[int, str]], simple: list[tuple[int, str]]) -> None:
    assert melds(cards) == modern
    assert melds(cards, "simple") == simple


@pytest.mark.parametrize("meld", ["3-8S", "4-9H", "9-AC", "4x6", "4xA"])
def test_a_meld_names_its_cards(meld: str) -> None:
    variant = Schieber()
    cards = variant.cards_of(meld)
    assert cards.bit_count() == int(meld[0])
    assert variant.melds(cards) == [meld]


@pytest.mark.parametrize(("wys", "left"), [("modern", ["3-AS", "done"]), ("simple", ["done"])])
def test_a_card_serves_in_a_run_and_in_a_four_or_not(wys: str, left: list[str]) -> None:
    hand = opening("KS KH KD KC QS AS 6H 8H 6D", wys=wys)
    play(hand, "obe 100 pass pass pass")
    assert asked(hand) == ("meld", 1)
    assert hand.legal_tokens() == ["3-AS", "4xK", "done"]
    hand.play("4xK")
    assert hand.legal_tokens() == left
    assert hand.extra["melds"] == (0, 100, 0, 0)


MELDS = (
    "AS KS QS 6H 8H TC JD 7C KC",  # 20
    "6D 7D 8D 9D AH KH 6S QC 8C",  # 50
    "QD KD AD 7S 9S 7H 9H JC 6C",  # 20
    "8S TS JS TH JH QH TD 9C AC",  # 20
)


def show_all(hand: Hand) -> None:
    while asked(hand)[0] == "meld":
        hand.play(hand.legal_tokens()[0])


@pytest.mark.parametrize(
    ("said", "melds"),
    [
        ("20 50 20 20", (20, 0, 50, 0)),
        ("20 50 20 pass", (0, 0, 50, 0)),
        ("20 pass 20 pass", (0, 20, 0, 20)),
        ("pass 50 pass pass", (0, 0, 50, 0)),
    ],
)
def test_the_side_of_the_best_meld_shows_and_scores(said: str, melds: tuple[int, ...]) -> None:
    hand = opening(*MELDS)
    play(hand, f"C {said}")
    show_all(hand)
    assert hand.extra["melds"] == melds
    shown = {event[1]: event[2] for _, event in hand.log if event[0] == "show"}
    assert set(shown) == {seat for seat in range(4) if melds[seat]}
    assert shown.get(2, ["6D", "7D", "8D", "9D"]) == ["6D", "7D", "8D", "9D"]
    assert asked(hand) == ("play", 1)
    views = Views(hand.variant, [0] * 4)
    views.fold(hand.log)
    assert views.view(1, "play")["melds"] == list(melds)


def test_what_is_not_shown_does_not_score() -> None:
    hand = opening(*MELDS)
    play(hand, "C 20 50 20 20")
    assert asked(hand) == ("meld", 2)
    with pytest.raises(IllegalAction, match="'4x9' can't be chosen"):
        hand.play("4x9")
    play(hand, "done")
    assert asked(hand) == ("meld", 0)
    play(hand, "3-QH done")
    assert hand.extra["melds"] == (20, 0, 0, 0)


def test_only_what_the_best_meld_is_worth_can_be_said() -> None:
    hand = opening(*MELDS)
    hand.play("C")
    assert asked(hand) == ("wys", 1)
    assert hand.legal_tokens() == ["pass", "20"]
    with pytest.raises(IllegalAction, match="'50' can't be chosen"):
        hand.play("50")


@pytest.mark.parametrize(
    ("one", "two", "contract", "winner"),
    [
        ("TS JS QS 6H 8H 6D 8D", "JH QH KH 6S 8S TD KD AD", "obe", 2),  # The higher one,
        ("TS JS QS 6H 8H 6D 8D", "JH QH KH 6S 8S TD KD AD", "une", 1),  # in une the lower,
        ("JS QS KS 6H 8H 6D 8D", "JH QH KH 6S 8S TD KD AD", "obe", 1),  # else the first,
        ("JS QS KS 6H 8H 6D 8D", "JH QH KH 6S 8S TD KD AD", "H", 2),  # but trumps before it.
    ],
)
def test_equal_melds_are_told(one: str, two: str, contract: str, winner: int) -> None:
    fill = {"1": "9H AH", "2": "8C"}
    hand = opening(f"{one} {fill['1']}", f"{two} {fill['2']}")
    hand.play(contract)
    play(hand, "20 20 pass pass")
    assert asked(hand) == ("height", 1)
    assert len(hand.legal_tokens()) == 1
    hand.play(hand.legal_tokens()[0])
    assert asked(hand) == ("height", 2)
    hand.play(hand.legal_tokens()[0])
    assert asked(hand) == ("meld", winner)
    show_all(hand)
    assert hand.log[-1] == (ALL, ("meld", winner, "done"))
    assert hand.extra["melds"] == tuple(20 * (seat == winner) for seat in range(4))


def test_five_in_a_row_beat_four_of_a_rank() -> None:
    hand = opening("AS AH AD AC 6S 8S 6H 8H 6D", "TH JH QH KH 9H 7C 9C TS QS")
    play(hand, "C 100 100 pass pass 4xA 5-K")
    assert asked(hand) == ("meld", 2)
    play(hand, "5-KH")
    assert hand.extra["melds"] == (0, 0, 100, 0)


def test_nobody_has_to_say_anything() -> None:
    hand = opening("AS KS QS")
    play(hand, "C pass pass pass pass")
    assert hand.extra["melds"] == (0, 0, 0, 0)
    assert not [event for _, event in hand.log if event[0] == "show"]
    views = Views(hand.variant, [0] * 4)
    views.fold(hand.log)
    view = views.view(1, "play")
    assert (view["contract"], view["trump"], view["melds"]) == ("C", "C", [0, 0, 0, 0])


# The score


def scored(
    contract: str, even: str, won: int, *, last: int = 0, melds: tuple[int, ...] = (0, 0, 0, 0), **options: object
) -> list[int]:
    """Seats 0 and 2 took `even` in `won` tricks, the others the rest."""
    hand = Hand(Schieber(**options), pack=range(36), dealer=0)
    hand.play(contract)
    taken = hand.deck.set_of(even.split())
    hand.taken = [taken, hand.deck.all & ~taken, 0, 0]
    hand.won = [won, 9 - won, 0, 0]
    hand.extra.update(last=last, melds=melds)
    hand.dealt = [0, 0, hand.deck.set_of(["KC", "QC"]), hand.deck.set_of(["KS"])]
    return list(hand.variant.score(hand))


@pytest.mark.parametrize("contract", CONTRACTS)
def test_the_whole_pack_is_worth_157_and_a_match_100(contract: str) -> None:
    everything = " ".join(Schieber().deck.tokens)
    stoeck = 20 if contract == "C" else 0
    assert scored(contract, everything, 9) == [257 + stoeck, 0, 257 + stoeck, 0]
    assert scored(contract, everything, 8, stoeck=False) == [157, 0, 157, 0]


@pytest.mark.parametrize(
    ("contract", "cards", "points"),
    [
        ("C", "JC 9C", 34),
        ("C", "JS 9S 8S 6S", 2),
        ("obe", "8S 9S 6S AS", 19),
        ("une", "8S 9S 6S AS", 19),
        ("une", "AS AH", 0),
        ("obe", "6S 6H", 0),
    ],
)
def test_values(contract: str, cards: str, points: int) -> None:
    assert scored(contract, cards, 4, last=1, stoeck=False)[0] == points


def test_stoeck_wys_and_the_factor() -> None:
    assert scored("C", "JC", 4, last=1) == [40, 137, 40, 137]
    assert scored("S", "JS", 4, last=1) == [20, 137, 20, 137]  # King and queen of spades lie apart.
    assert scored("C", "JC", 4, last=1, melds=(20, 0, 50, 0)) == [110, 137, 110, 137]
    assert scored("C", "JC", 4, last=1, melds=(20, 0, 50, 0), factors="2 1 1 2 3 3") == [220, 274, 220, 274]
    assert scored("une", "AS", 4, last=1, factors="1 2 2 1 3 4") == [0, 628, 0, 628]


def ended(totals: tuple[int, int], melds: tuple[int, ...] = (0, 0, 0, 0), **options: object) -> object:
    """Who wins when seats 0 and 2 hold the Stoeck, take 20 points and had `totals` before; the others take 137."""
    hand = Hand(Schieber(**options), pack=range(36), dealer=0)
    hand.play("C")
    taken = hand.deck.set_of(["JC"])
    hand.taken, hand.won = [taken, hand.deck.all & ~taken, 0, 0], [4, 5, 0, 0]
    hand.extra.update(last=1, melds=melds)
    hand.dealt = [0, 0, hand.deck.set_of(["KC", "QC"]), 0]
    hand.scores = tuple(hand.variant.score(hand))
    return hand.variant.winners_after(hand, [totals[seat % 2] + hand.scores[seat] for seat in range(4)])


def test_the_end_of_the_game() -> None:
    assert ended((900, 800)) is None
    assert ended((900, 900)) == [1, 3]
    assert ended((980, 990)) == (0, 2)  # Stoeck before the others' tricks,
    assert ended((900, 990), (80, 0, 0, 0)) == (0, 2)  # and Wys,
    assert ended((985, 990), (0, 50, 0, 0)) == (0, 2)  # but Stoeck before Wys.
    assert ended((970, 960), (0, 50, 0, 0)) == (1, 3)
    assert ended((970, 873)) is None  # 1010 to 1010.
    assert ended((971, 873)) == [0, 2]
    assert ended((990, 990), hands=2) is None
    assert ended((990, 990), hands=1) == [1, 3]


def test_payoffs_and_their_bound() -> None:
    assert Schieber().payoffs([40, 137, 40, 137]) == [-97, 97, -97, 97]
    assert Schieber(wys="none").lowest_payoff == -277
    assert Schieber(factors="1 2 2 1 3 4", wys="none").lowest_payoff == -1108
    assert Schieber().like_suits == ("SHDC",)
    assert Schieber(factors="2 1 1 2 3 3").like_suits == ("HD", "SC")


def talkative(hand: Hand, chance: random.Random) -> int:
    """Say what there is to say; else at random."""
    legal = hand.legal()
    return legal.bit_length() - 1 if hand.phase is not None and hand.phase.kind == "wys" else any_action(hand, chance)


@pytest.mark.parametrize("options", [{}, {"wys": "simple", "push_back": True}, {"wys": "none", "undertrump": "forced"}])
def test_random_play_keeps_the_laws(options: dict[str, object]) -> None:
    for hand in held_to_the_laws(Schieber(**options), range(8)):
        assert sum(hand.won) == 9
        variant = hand.variant
        assert isinstance(variant, Schieber)
        assert sum(variant.card_points(hand)) == 157


def test_heights_are_told_and_worlds_agree_with_what_was_said() -> None:
    chance, kinds = random.Random(4), set()
    for _ in range(25):
        pack = list(range(36))
        chance.shuffle(pack)
        hand = Hand(Schieber(), pack=pack, dealer=0)
        while not hand.over and len(hand.actions) < 18:
            kinds |= {asked(hand)[0]}
            hand.apply(talkative(hand, chance))
        world = Worlds(hand.variant, 1, audience(hand, 1)).draw(chance)
        assert audience(world, 1) == audience(hand, 1)
    assert kinds == {"bid", "wys", "height", "meld", "play"}


def test_a_whole_game_ends() -> None:
    chance = random.Random(1)
    assert len(whole_game(Schieber(), lambda hand: talkative(hand, chance))) >= 4


def test_tricks_are_played_to_the_end() -> None:
    hand = holding("C", "KS", "7S", "8S", "AS")
    assert isinstance(hand.phase, Tricks)
    play(hand, "KS 7S 8S AS")
    assert hand.over
    assert hand.extra["last"] == 3
