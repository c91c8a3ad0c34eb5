"""Schnapsen against its rules."""

from __future__ import annotations

import random

import pytest
from arena_schnapsen import Schnapsen

from arena.errors import IllegalAction
from arena.hand import Hand
from arena.phases import ALL
from arena.views import Views
from tests.game.playing import any_action
from tests.plugins.random_play import held_to_the_laws, pack_of, play, whole_game


def opening(one: str, zero: str, up: str = "QC", talon: str = "", **options: object) -> Hand:
    """Seat 0 deals; seat 1 leads."""
    first, second = one.split(), zero.split()
    tokens = [*first[:3], *second[:3], up, *first[3:], *second[3:], *talon.split()]
    variant = Schnapsen(**options)
    return Hand(variant, pack=pack_of(variant, " ".join(tokens)), dealer=0)


def usual(**options: object) -> Hand:
    """Hearts married in seat 1, spades in seat 0, which also has the jack of trumps."""
    return opening("KH QH AD TD JD", "KS QS JC AH TH", "QC", "AC TC KC AS TS JS KD QD JH", **options)


def cards(hand: Hand, tokens: str) -> int:
    return hand.deck.set_of(tokens.split())


def asked(hand: Hand) -> tuple[str, int]:
    assert hand.phase is not None
    return hand.phase.kind, hand.phase.turn


def lead(hand: Hand, cards: str) -> None:
    """Play these cards; nothing is announced before the first."""
    if asked(hand)[0] == "announce":
        hand.play("lead")
    play(hand, cards)


def set_up(
    one: str,
    zero: str,
    *,
    trump: str = "C",
    taken: tuple[str, str] = ("", ""),
    won: tuple[int, int] = (0, 0),
    leader: int = 1,
    **options: object,
) -> Hand:
    """Late in a hand: the talon is used up, `taken` and `won` are by seat, and the leader is to play."""
    hand = usual(**options)
    hand.trump = trump
    hand.hands = [hand.deck.set_of(zero.split()), hand.deck.set_of(one.split())]
    hand.taken = [hand.deck.set_of(cards.split()) for cards in taken]
    hand.won = list(won)
    hand.extra["up"] = 0
    variant = hand.variant
    assert isinstance(variant, Schnapsen)
    hand.phase = variant._at_lead(hand, leader)
    return hand


def test_the_deal() -> None:
    hand = usual()
    deck = hand.deck
    assert deck.size == 20
    assert hand.hands == [cards(hand, "KS QS JC AH TH"), cards(hand, "KH QH AD TD JD")]
    assert hand.trump == "C"
    assert asked(hand) == ("announce", 1)
    assert set(hand.legal_tokens()) == {"lead", "close", "H"}


def test_while_the_talon_is_open_any_card_follows_and_the_winner_draws_first() -> None:
    hand = usual()
    play(hand, "lead AD")
    assert set(hand.legal_tokens()) == {"KS", "QS", "JC", "AH", "TH"}
    hand.play("QS")
    assert hand.hands[1] == cards(hand, "KH QH TD JD AC")
    assert hand.hands[0] == cards(hand, "KS JC AH TH TC")
    assert hand.log[-1] == (ALL, ("talon", 8))
    assert (ALL, ("points", [0, 14])) in hand.log
    assert asked(hand) == ("announce", 1)


@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [("AD", "KS", 1), ("TD", "AH", 1), ("JD", "JC", 0), ("KH", "TH", 0), ("TD", "QS", 1)],
)
def test_which_card_wins(first: str, second: str, winner: int) -> None:
    hand = usual()
    play(hand, f"lead {first} {second}")
    assert hand.won[winner] == 1


def test_the_open_card_goes_to_the_loser_of_the_fifth_trick() -> None:
    hand, chance = usual(claims="automatic"), random.Random(2)
    while hand.extra["up"]:
        tokens = hand.legal_tokens()
        hand.play("lead" if "lead" in tokens else chance.choice(tokens))
    assert sum(hand.won) == 5
    assert hand.undealt == 0
    loser = 1 - asked(hand)[1]
    assert hand.hands[loser] & hand.deck.set_of(["QC"])
    assert hand.log[-1] == (ALL, ("talon", 0))
    assert (ALL, ("up", [])) in hand.log


# The exchange


def test_the_jack_is_exchanged_for_the_open_card_by_the_leader() -> None:
    hand = usual()
    play(hand, "lead JD QS lead TD JC")
    assert asked(hand) == ("announce", 0)
    assert "exchange" not in hand.legal_tokens()  # The jack is played.
    hand = usual()
    play(hand, "lead QH AH")
    assert asked(hand) == ("announce", 0)
    hand.play("exchange")
    assert hand.hands[0] == cards(hand, "KS QS TH AC QC")
    assert "exchange" not in hand.legal_tokens()


def exchanged() -> Hand:
    hand = opening("KH QH AD TD JC", "KS QS JD AH TH", "QC", "AC TC KC AS TS JS KD QD JH")
    hand.play("exchange")
    return hand


def test_everybody_sees_the_exchange_and_the_jack_is_the_last_of_the_talon() -> None:
    hand = exchanged()
    jack, queen = hand.deck.set_of(["JC"]), hand.deck.set_of(["QC"])
    assert hand.hands[1] & queen
    assert not hand.hands[1] & jack
    assert hand.extra["up"] == jack
    views = Views(hand.variant, [0, 0])
    views.fold(hand.log)
    assert views.view(0, "announce")["up"] == ["JC"]
    assert views.view(0, "announce")["shown"] == [(1, ["QC"])]
    assert "JC" not in views.view(1, "announce")["hand"]
    assert asked(hand) == ("announce", 1)
    with pytest.raises(IllegalAction, match="exchange"):
        hand.play("exchange")


def test_the_jack_may_be_put_down_only_by_who_holds_it() -> None:
    with pytest.raises(IllegalAction, match="'exchange' can't be chosen here"):
        usual().play("exchange")


@pytest.mark.parametrize(("least", "may"), [(2, True), (3, False), (4, False)])
def test_with_two_cards_left_nothing_is_changed_unless_the_option_allows_it(least: int, may: bool) -> None:
    hand, chance = usual(least_talon=least, claims="any"), random.Random(5)
    variant = hand.variant
    assert isinstance(variant, Schnapsen)
    while variant.talon(hand) > 2 or asked(hand)[0] == "play":
        tokens = hand.legal_tokens()
        hand.play("lead" if "lead" in tokens else chance.choice(tokens))
    assert ("close" in hand.legal_tokens()) is may


# Marriages


def test_a_marriage_binds_the_lead_and_counts_when_its_owner_has_a_trick() -> None:
    hand = usual()
    hand.play("H")
    assert (ALL, ("show", 1, ["QH", "KH"])) in hand.log
    assert (ALL, ("points", [0, 0])) in hand.log
    assert set(hand.legal_tokens()) == {"lead", "close"}
    hand.play("lead")
    assert hand.legal_tokens() == ["QH", "KH"]
    with pytest.raises(IllegalAction, match="AD breaks a rule: after a marriage"):
        hand.play("AD")
    play(hand, "QH AH")
    assert hand.variant.points(hand) == [14, 0]  # type: ignore[attr-defined]
    play(hand, "lead QS TD")  # 1 holds neither spades nor trumps and wins nothing.
    assert hand.variant.points(hand)[1] == 0  # type: ignore[attr-defined]


def test_the_marriage_counts_with_the_first_trick_and_forty_in_trumps() -> None:
    hand = opening("KH QH AD TD JD", "KS QS JC AH JH", "AC", "TC KC QC AS TS JS KD QD TH")
    play(hand, "H lead KH JH")
    assert (ALL, ("points", [0, 26])) in hand.log
    trumps = opening("KC QC AD TD JD", "KS QS JC AH JH", "AC", "TC AS TS JS KD QD TH KH QH")
    play(trumps, "C lead KC JH")
    assert (ALL, ("points", [0, 46])) in trumps.log
    views = Views(trumps.variant, [0, 0])
    views.fold(trumps.log)
    view = views.view(0, "play")
    assert (view["marriages"], view["points"], view["talon"], view["closed"]) == ([[1, "C"]], [0, 46], 8, None)


def test_one_marriage_a_lead() -> None:
    hand = opening("KH QH KD QD JD", "KS QS JC AH JH", "AC")
    assert {"H", "D"} <= set(hand.legal_tokens())
    hand.play("H")
    assert not {"H", "D"} & set(hand.legal_tokens())


# The strict rules


@pytest.mark.parametrize(
    ("led", "held", "legal"),
    [
        ("TH", "AH KH AC QS TD", "AH"),  # follow, and with a higher card,
        ("AH", "TH KH AC QS TD", "TH KH"),  # or with a lower one;
        ("TH", "KS AC TC QS TD", "AC TC"),  # else a trump,
        ("TC", "AC KC AS QS TD", "AC"),
        ("TH", "KS AS JS QS TD", "KS AS JS QS TD"),  # else anything.
    ],
)
def test_after_the_talon_follow_beat_and_trump(led: str, held: str, legal: str) -> None:
    hand = set_up(f"{led} JD QD KD AD", held)
    lead(hand, led)
    assert set(hand.legal_tokens()) == set(legal.split())


def test_the_words_for_the_strict_rules() -> None:
    hand = set_up("TH JD QD KD AD", "AH KH AC QS TD")
    lead(hand, "TH")
    with pytest.raises(IllegalAction, match="KH breaks a rule: the trick so far must be beaten"):
        hand.play("KH")
    with pytest.raises(IllegalAction, match="AC breaks a rule: a card of the suit led"):
        hand.play("AC")


def test_closing_makes_the_rules_strict_and_ends_the_drawing() -> None:
    hand = usual()
    play(hand, "close lead KH")
    assert set(hand.legal_tokens()) == {"AH", "TH"}
    hand.play("TH")
    assert [cards.bit_count() for cards in hand.hands] == [4, 4]
    assert "close" not in hand.legal_tokens()
    views = Views(hand.variant, [0, 0])
    views.fold(hand.log)
    assert views.view(0, "announce")["closed"] == 1


# Who wins


def test_a_claim_is_offered_when_it_is_right() -> None:
    enough = set_up("AC JD", "AH JH", taken=("KH JC", "AS TS AD TD KS QS TH TC"), won=(1, 3))
    enough.play("claim")
    assert enough.scores == (0, 2)
    short = set_up("AC JD", "AH JH", taken=("KH JC", "AS TS AD TD"), won=(1, 3))
    assert asked(short)[0] == "play" or "claim" not in short.legal_tokens()


@pytest.mark.parametrize(
    ("other", "tricks", "value"),
    [("", 0, 3), ("JH QC", 1, 2), ("AH TH KH QC TC", 2, 1), ("AH TH KH QC JC", 2, 2)],
)
def test_the_value_of_a_claim(other: str, tricks: int, value: int) -> None:
    # 66 for seat 1: 11 11 10 10 11 10 3.
    hand = set_up("AC JD", "JS KC", taken=(other, "AS AD TS TD QS"), won=(tricks, 3))
    hand.extra["marriages"] = ((1, "D"),)
    variant = hand.variant
    assert isinstance(variant, Schnapsen)
    hand.phase = variant._at_lead(hand, 1)
    assert variant.points(hand)[1] == 65
    hand.taken[1] |= hand.deck.set_of(["JC"] if "JC" not in other else ["JH"])
    hand.phase = variant._at_lead(hand, 1)
    hand.play("claim")
    assert hand.over
    assert hand.scores == (0, value)


def test_thirty_three_points_are_no_schneider() -> None:
    variant = Schnapsen()
    deck = variant.deck
    for cards, value in [("AH TH AC JH", 1), ("AH TH AC", 2)]:
        hand = usual()
        hand.won = [1, 4]
        hand.taken = [deck.set_of(cards.split()), 0]
        variant._won(hand, 1)
        assert hand.extra["result"] == (1, value)


@pytest.mark.parametrize(("tricks", "value"), [(0, 3), (1, 2)])
def test_a_wrong_claim_loses(tricks: int, value: int) -> None:
    hand = set_up("AC JD", "AH JH", taken=("KH JC" if tricks else "", "AS TS"), won=(tricks, 1), claims="any")
    hand.play("claim")
    assert hand.scores == (value, 0)


def test_any_claim_is_offered_at_each_lead_by_option_only() -> None:
    assert "claim" in usual(claims="any").legal_tokens()
    with pytest.raises(IllegalAction, match="'claim' can't be chosen"):
        usual().play("claim")


def test_claims_may_be_automatic() -> None:
    hand = set_up("AC JD", "AH JH", taken=("KH JC", "AS TS AD TD KS QS TH"), won=(1, 3), claims="automatic")
    lead(hand, "AC JH")
    assert hand.scores == (0, 2)


def test_a_marriage_may_bring_the_66_without_a_card_led() -> None:
    hand = set_up("KC QC JD", "AH JH TH", taken=("JS JC", "AS TS AD"), won=(1, 2))
    hand.play("C")
    assert "claim" in hand.legal_tokens()
    hand.play("claim")
    assert hand.scores == (0, 2)


def test_without_a_claim_the_last_trick_wins() -> None:
    hand = set_up("AC", "AH", taken=("AS TS AD TD", "KS QS"), won=(4, 2))
    lead(hand, "AC AH")
    assert hand.scores == (0, 1)


def closed(
    closer: int, then: tuple[int, int], won: tuple[int, int], taken: tuple[str, str], one: str, zero: str
) -> Hand:
    hand = set_up(one, zero, taken=taken, won=won)
    hand.extra.update(closer=closer, then=then)
    return hand


@pytest.mark.parametrize(("then", "value"), [((0, 0), 3), ((1, 14), 2), ((2, 40), 2)])
def test_a_closer_who_fails_loses_two_or_three_by_the_time_of_closing(then: tuple[int, int], value: int) -> None:
    hand = closed(1, then, (1, 3), ("JS JD", "KS QS"), "AC", "AH")
    lead(hand, "AC AH")
    assert hand.scores == (value, 0)


@pytest.mark.parametrize(("then", "value"), [((0, 0), 3), ((1, 14), 2), ((2, 33), 1)])
def test_a_closer_who_makes_it_is_paid_by_the_time_of_closing(then: tuple[int, int], value: int) -> None:
    hand = closed(1, then, (3, 3), ("KS QS JS JD", "AS TS AD TD KD"), "AC", "AH")
    lead(hand, "AC AH")
    assert hand.scores == (0, value)


def test_who_reaches_66_against_the_closer_is_paid_for_it() -> None:
    hand = closed(0, (1, 5), (3, 3), ("KS QS JS JD", "AS TS AD TD KD TH JC TC"), "AC KC", "AH QC")
    variant = hand.variant
    assert isinstance(variant, Schnapsen)
    hand.phase = variant._at_lead(hand, 1)
    hand.play("claim")
    assert hand.scores == (0, 2)


def test_seven_points_win_and_the_deal_alternates() -> None:
    variant = Schnapsen()
    assert variant.winners([6, 6], 9) is None
    assert variant.winners([6, 8], 9) == [1]
    assert variant.payoffs([0, 3]) == [-3, 3]
    assert variant.next_dealer(usual()) == 1


@pytest.mark.parametrize("claims", ["right", "any", "automatic"])
def test_random_play_keeps_the_laws(claims: str) -> None:
    hands = list(held_to_the_laws(Schnapsen(claims=claims), range(25), open_cards=True))
    assert all(sorted(hand.scores)[0] == 0 and sorted(hand.scores)[1] in (1, 2, 3) for hand in hands)
    said = {event[2] for hand in hands for _, event in hand.log if event[0] == "announce"}
    assert {"lead", "close", "exchange"} <= said


def test_a_whole_game_ends() -> None:
    chance = random.Random(1)
    whole_game(Schnapsen(), lambda hand: any_action(hand, chance))
