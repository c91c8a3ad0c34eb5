"""Pinochle against its rules."""

from __future__ import annotations

import itertools
import random

import pytest
from arena_pinochle import MELDS, Pinochle

from arena.errors import IllegalAction
from arena.hand import Hand
from arena.phases import ALL
from arena.tricks import Tricks
from arena.views import Views
from tests.game.playing import any_action, audience
from tests.plugins.random_play import dealt, held_to_the_laws, pack_of, play, whole_game

ONE = "AS TS KS QS JS 9S AH AD AC KH QH JD"  # Spades: run, dix, aces, marriage, pinochle.
THREE = "9S 9H 9H 9D 9D 9C 9C JH JH JC JC JS"  # Spades: dix.


def opening(**options: object) -> Hand:
    """Seat 0 deals, seat 1 bids first; seats 2 and 0 get what is left."""
    variant = Pinochle(**options)
    left = list(variant.deck.tokens)
    for token in f"{ONE} {THREE}".split():
        left.remove(token)
    hands = {1: ONE, 3: THREE, 2: " ".join(left[:12]), 0: " ".join(left[12:])}
    packets = [(seat, 3) for seat in (1, 2, 3, 0)] * 4
    return Hand(variant, pack=pack_of(variant, dealt(variant, packets, hands)), dealer=0)


def asked(hand: Hand) -> tuple[str, int]:
    assert hand.phase is not None
    return hand.phase.kind, hand.phase.turn


def holding(*hands: str, trump: str = "C", **options: object) -> Hand:
    """The seats hold just these cards; seat 0 leads."""
    hand = opening(**options)
    hand.dealer, hand.declarer, hand.contract, hand.trump = 3, 0, "100", trump
    taken, sets = 0, []
    for cards in hands:
        held = 0
        for token in cards.split():
            face = hand.deck.faces[token] & ~taken
            held |= face & -face
            taken |= face & -face
        sets.append(held)
    hand.hands = sets
    variant = hand.variant
    assert isinstance(variant, Pinochle)
    hand.phase = variant._play(hand)
    return hand


def show_all(hand: Hand) -> Hand:
    """Everybody shows all there is."""
    while asked(hand)[0] == "meld":
        hand.play(hand.legal_tokens()[0])
    return hand


# The auction


def test_bids_rise_by_tens_and_who_passes_is_out() -> None:
    hand = opening()
    assert hand.legal_tokens()[:3] == ["pass", "100", "110"]
    assert hand.legal_tokens()[-1] == "900"
    play(hand, "100 pass")
    with pytest.raises(IllegalAction, match="'100' is not higher than '100', bid by seat 1"):
        hand.play("100")
    with pytest.raises(IllegalAction, match="'115' is not an action"):
        hand.play("115")
    play(hand, "150 pass 200 pass")
    assert (hand.declarer, hand.contract) == (1, "200")
    assert asked(hand) == ("trump", 1)
    assert hand.legal_tokens() == list("SHDC")


def test_the_minimum_is_an_option() -> None:
    assert opening(minimum=250).legal_tokens()[:2] == ["pass", "250"]


def test_when_all_pass_the_dealer_plays_or_the_deal_moves_on() -> None:
    hand = opening()
    play(hand, "pass pass pass pass")
    assert (hand.declarer, hand.contract, asked(hand)) == (0, "100", ("trump", 0))
    hand = opening(all_pass="redeal")
    play(hand, "pass pass pass pass")
    assert hand.over
    assert hand.scores == (0, 0, 0, 0)
    assert hand.log[-1] == (ALL, ("redeal",))
    assert hand.variant.winners_after(hand, [0, 0, 0, 0]) is None


@pytest.mark.parametrize(("leads", "leader"), [("bidder", 3), ("first", 1)])
def test_who_leads(leads: str, leader: int) -> None:
    hand = opening(leads=leads)
    play(hand, "pass pass 100 pass H")
    assert asked(hand) == ("meld", 1)
    assert asked(show_all(hand)) == ("play", leader)


def test_the_partner_passes_cards_and_gets_as_many_back() -> None:
    hand = opening(passing=2)
    play(hand, "100 pass pass pass S")
    assert asked(hand) == ("pass", 3)
    play(hand, "9H JH")
    assert (1, ("hand", ["9H", "JH"])) in hand.log
    assert [event for event in audience(hand, 2) if event[0] in ("pass", "picked")] == [("picked", 3, 2)]
    assert asked(hand) == ("pass", 1)
    play(hand, "JH JD")
    assert [cards.bit_count() for cards in hand.hands] == [12] * 4
    assert hand.hands[3] & hand.deck.faces["JD"]
    # Without the jack of diamonds there is no pinochle in the bidder's hand.
    assert hand.legal_tokens() == ["run", "aces", "H", "dix", "done"]
    assert show_all(hand).extra["melds"][1] == 150 + 100 + 20 + 10


# Melds


@pytest.mark.parametrize(
    ("cards", "tenfold", "twice"),
    [
        ("AS TS KS QS JS", 150, 150),
        ("AS TS KS QS JS KS QS", 190, 190),
        ("AS TS KS QS JS KS", 150, 150),
        ("AS TS KS QS JS AS TS KS QS JS", 1500, 300),
        ("KS QS", 40, 40),
        ("KS QS KS QS", 80, 80),
        ("KS QS KS", 40, 40),
        ("KH QH KD QD", 40, 40),
        ("KH QH KH QH", 40, 40),
        ("9S 9S 9H", 20, 20),
        ("QS JD", 40, 40),
        ("QS JD QS JD", 300, 300),
        ("QS JD QS", 40, 40),
        ("AS AH AD AC", 100, 100),
        ("AS AH AD AC AS AH AD AC", 1000, 200),
        ("AS AS AD AC", 0, 0),
        ("KS KH KD KC", 80, 80),
        ("QH QD QC QS", 60, 60),
        ("JH JD JC JS", 40, 40),
        ("JH JD JC JS JH JD JC JS", 400, 80),
        # A card serves in melds of different kinds: kings and queens around with all four marriages.
        ("KS KH KD KC QS QH QD QC", 80 + 60 + 40 + 60, 240),
        ("TS TS TH AH", 0, 0),
    ],
)
def test_what_melds_are_worth(cards: str, tenfold: int, twice: int) -> None:
    for doubles, points in (("tenfold", tenfold), ("twice", twice)):
        variant = Pinochle(doubles=doubles)
        held = variant.deck.set_of(cards.split())
        counts = {meld: variant.count(meld, held, "S") for meld in MELDS if meld != "done"}
        assert sum(variant.worth(meld, "S")[count] for meld, count in counts.items()) == points


def test_melds_are_shown_one_by_one_and_everybody_is_asked() -> None:
    hand = opening()
    play(hand, "100 pass pass pass S")
    assert asked(hand) == ("meld", 1)
    assert hand.legal_tokens() == ["run", "aces", "pinochle", "H", "dix", "done"]
    with pytest.raises(IllegalAction, match="'kings' can't be chosen"):
        hand.play("kings")
    hand.play("aces")
    assert (ALL, ("show", 1, ["AS", "AH", "AD", "AC"])) in hand.log
    play(hand, "run dix")
    assert hand.legal_tokens() == ["pinochle", "H", "done"]
    play(hand, "done done")
    assert asked(hand) == ("meld", 3)
    play(hand, "dix done done")
    assert asked(hand) == ("play", 1)
    # Pinochle and marriage were not shown.
    assert hand.extra["melds"] == (0, 260, 0, 10)
    views = Views(hand.variant, [0] * 4)
    views.fold(hand.log)
    view = views.view(2, "play")
    assert view["melds"] == [0, 260, 0, 10]
    assert dict(view["shown"]) == {1: ["9S", "JS", "QS", "KS", "TS", "AS", "AH", "AD", "AC"], 3: ["9S"]}


def test_the_second_of_a_meld_shows_both_and_brings_the_rest() -> None:
    hand = opening()
    play(hand, "100 pass pass pass S")
    hand.hands[1] = hand.deck.set_of(["AS", "AS", "AH", "AH", "AD", "AD", "AC", "AC", "KS", "KS", "QS", "QS"])
    variant = hand.variant
    assert isinstance(variant, Pinochle)
    hand.phase = variant._ask_for_meld(hand, 1)
    assert hand.legal_tokens() == ["aces", "S", "done"]
    play(hand, "aces")
    assert hand.extra["melds"][1] == 100
    play(hand, "aces")
    assert hand.extra["melds"][1] == 1000
    assert (ALL, ("show", 1, ["AS", "AS", "AH", "AH", "AD", "AD", "AC", "AC"])) in hand.log
    play(hand, "S S")
    assert hand.extra["melds"][1] == 1080
    assert hand.legal_tokens() == ["done"]


def test_a_marriage_beside_a_run_shows_the_other_king_and_queen() -> None:
    hand = opening()
    play(hand, "100 pass pass pass S")
    hand.hands[1] = hand.deck.set_of(["AS", "TS", "KS", "KS", "QS", "QS", "JS", "9H", "9H", "JC", "JC", "JH"])
    variant = hand.variant
    assert isinstance(variant, Pinochle)
    hand.phase = variant._ask_for_meld(hand, 1)
    play(hand, "run S")
    assert (ALL, ("show", 1, ["QS", "QS", "KS", "KS"])) in hand.log
    assert hand.extra["melds"][1] == 190


# The play: seat 3 is on trial, clubs are trumps.


@pytest.mark.parametrize(
    ("trick", "held", "always", "trumps"),
    [
        ("KS JS 9S", "AS TS QS AC", "AS TS", "AS TS QS"),  # Follow, and head,
        ("AS JS 9S", "TS QS AC", "TS QS", "TS QS"),  # or lower;
        ("AS JS 9S", "AS QS AC", "AS QS", "AS QS"),  # an equal card does not head.
        ("KS JC 9S", "AS QS AC", "AS QS", "AS QS"),  # Where it is trumped any card of the suit does.
        ("KS JS 9S", "9C AC AH", "9C AC", "9C AC"),  # Without the suit, trump,
        ("KS QC 9S", "9C AC AH", "AC", "9C AC"),  # and higher,
        ("KS AC 9S", "9C QC AH", "9C QC", "9C QC"),  # or lower;
        ("KS JS 9S", "AH TH", "AH TH", "AH TH"),  # without trumps anything.
        ("KC JC 9C", "AC QC AH", "AC", "AC"),  # To trumps a higher one.
        ("AC JC 9C", "TC QC AH", "TC QC", "TC QC"),
    ],
)
def test_follow_trump_and_head(trick: str, held: str, always: str, trumps: str) -> None:
    for heading, legal in (("always", always), ("trumps", trumps)):
        hand = holding(*(f"{card} 9D" for card in trick.split()[:2]), f"{trick.split()[2]} JD", held, heading=heading)
        play(hand, trick)
        assert set(hand.legal_tokens()) == set(legal.split()), heading


def test_the_words() -> None:
    hand = holding("KS 9D", "JS 9D", "9S JD", "AS QS AC")
    play(hand, "KS JS 9S")
    with pytest.raises(IllegalAction, match="QS breaks a rule: the trick so far must be beaten"):
        hand.play("QS")
    hand = holding("KS 9D", "JS 9D", "9S JD", "9C AH")
    play(hand, "KS JS 9S")
    with pytest.raises(IllegalAction, match="AH breaks a rule: a hand that can't follow suit must trump"):
        hand.play("AH")
    hand = holding("KC 9D", "JC 9D", "9C JD", "AC QC", heading="trumps")
    play(hand, "KC JC 9C")
    with pytest.raises(IllegalAction, match="QC breaks a rule: a higher trump must be played to a trump"):
        hand.play("QC")


def test_of_two_equal_cards_one_is_offered_and_the_first_played_wins() -> None:
    hand = holding("AH AH", "AS AS", "9H 9H", "JH JH")
    assert hand.legal_tokens() == ["AH"]
    play(hand, "AH AS 9H JH")
    assert hand.won == [1, 0, 0, 0]
    hand = holding("KH 9D", "AH 9D", "AH JD", "JH JD")
    play(hand, "KH AH AH JH")
    assert hand.won == [0, 1, 0, 0]


def test_ace_ten_king_queen_jack_nine() -> None:
    hand = holding("AH", "AS", "9H", "JH")
    assert isinstance(hand.phase, Tricks)
    card = hand.deck.card
    for higher, lower in itertools.pairwise("ATKQJ9"):
        assert hand.phase.ranking.winner([card(lower + "H"), card(higher + "H")]) == 1


# The score


def scored(
    won: tuple[int, int], melds: tuple[int, ...], bid: int, *, declarer: int = 1, **options: object
) -> list[int]:
    """Seat 0 took the aces of hearts and a nine in `won[0]` tricks, seat 1 the rest with the last one."""
    hand = opening(**options)
    hand.declarer, hand.contract, hand.trump = declarer, str(bid), "S"
    mine = hand.deck.faces["AH"] | hand.deck.faces["9H"]
    if not won[0]:
        mine = 0
    hand.taken, hand.won = [mine, hand.deck.all & ~mine, 0, 0], [*won, 0, 0]
    hand.extra.update(last=1, melds=melds)
    return list(hand.variant.score(hand))


@pytest.mark.parametrize(("counting", "aces"), [("classic", 22), ("fives", 20), ("tens", 20)])
def test_the_cards_are_worth_250_with_the_last_trick(counting: str, aces: int) -> None:
    assert scored((2, 10), (0, 0, 0, 0), 100, counting=counting) == [aces, 250 - aces, aces, 250 - aces]
    assert scored((0, 12), (0, 0, 0, 0), 100, counting=counting) == [0, 250, 0, 250]


def test_the_bid_is_made_or_the_side_is_set() -> None:
    assert scored((2, 10), (10, 40, 20, 0), 260) == [52, 268, 52, 268]
    assert scored((2, 10), (10, 40, 20, 0), 268 // 10 * 10 + 10) == [52, -270, 52, -270]
    assert scored((2, 10), (10, 40, 20, 0), 100, declarer=0) == [-100, 268, -100, 268]


def test_melds_count_only_with_a_trick() -> None:
    assert scored((0, 12), (100, 0, 0, 0), 100) == [0, 250, 0, 250]
    assert scored((0, 12), (100, 0, 0, 0), 100, declarer=2) == [-100, 250, -100, 250]


def test_the_bidding_side_wins_first() -> None:
    hand = opening()
    hand.declarer = 1
    variant = hand.variant
    assert variant.winners_after(hand, [990, 990, 990, 990]) is None
    hand.number = 100
    assert variant.winners_after(hand, [-20, -10, -20, -10]) == [1, 3]
    assert variant.winners_after(hand, [1200, 1000, 1200, 1000]) == (1, 3)
    assert variant.winners_after(hand, [1200, 990, 1200, 990]) == (0, 2)
    assert variant.payoffs([52, -270, 52, -270]) == [322, -322, 322, -322]


def modest(hand: Hand, chance: random.Random) -> int:
    """Nobody bids, so that games get somewhere; cards at random."""
    legal = hand.legal()
    return (legal & -legal).bit_length() - 1 if asked(hand)[0] == "bid" else any_action(hand, chance)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"passing": 3, "leads": "first", "counting": "tens"},
        {"heading": "trumps", "all_pass": "redeal", "doubles": "twice", "counting": "fives"},
    ],
)
def test_random_play_keeps_the_laws(options: dict[str, object]) -> None:
    for hand in held_to_the_laws(Pinochle(**options), range(6)):
        assert sum(hand.won) in (0, 12)


def test_a_whole_game_ends() -> None:
    chance = random.Random(1)
    assert len(whole_game(Pinochle(), lambda hand: modest(hand, chance))) >= 3
