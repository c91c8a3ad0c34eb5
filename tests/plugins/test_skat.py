"""Skat, from hands worked by hand."""

from __future__ import annotations

import pytest
from arena_skat import VALUES, Skat

from arena.errors import IllegalAction
from arena.hand import Hand
from tests.plugins.tables import asked, lawful_game, play, told

# Seat 2 deals: seat 0 is forehand. With seat 0's three jacks and the fourth in the skat.
FOREHAND = "JC JS JH TC KC QC 9C AS TS AH"
MIDDLE = "AC 8C 7C KS QS 9S TH KH AD TD"
REAR = "8S 7S QH 9H 8H 7H KD QD 9D 8D"
SKAT = "JD 7D"


def dealt(*hands: str, skat: str = SKAT, dealer: int = 2, **options: object) -> Hand:
    """The hands of forehand, middlehand and rearhand; packets of three, four and three, the skat last."""
    variant = Skat(**options)
    piles = [cards.split() for cards in hands or (FOREHAND, MIDDLE, REAR)]
    tokens = [card for start, end in ((0, 3), (3, 7), (7, 10)) for pile in piles for card in pile[start:end]]
    pack = [variant.deck.card(token) for token in [*tokens, *skat.split()]]
    assert sorted(pack) == list(range(32))
    return Hand(variant, pack=pack, dealer=dealer)


def finished(game: str, points: str, tricks: int, *, bid: int = 18, pick: bool = False, **options: object) -> Hand:
    """A hand as it stands at the end: seat 0 plays `game`, with the cards of `points` in so many tricks of ten."""
    hand = dealt(**options)
    hand.declarer, hand.contract, hand.extra["bid"] = 0, game, bid
    taken = hand.deck.set_of(points.split())
    if pick:
        hand.give(2, to=[0])
        hand.extra["skat"] = hand.deck.set_of(SKAT.split())
    rest = hand.deck.all & ~taken & ~hand.deck.set_of(SKAT.split())
    hand.taken = [taken, rest, 0]
    hand.won = [tricks, 10 - tricks, 0]
    return hand


# Values and the auction


def test_the_values_are_all_that_a_game_can_be_worth() -> None:
    assert VALUES[:14] == [18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44, 45, 46]
    assert VALUES[-3:] == [216, 240, 264]
    assert {23, 35, 46, 59} < set(VALUES)
    assert not {19, 21, 25, 26, 28, 29} & set(VALUES)


def test_middlehand_bids_first_and_forehand_answers() -> None:
    hand = dealt()
    assert asked(hand) == ("bid", 1)
    assert hand.legal_tokens()[:4] == ["pass", "18", "20", "22"]
    hand.play("18")
    assert asked(hand) == ("bid", 0)
    assert hand.legal_tokens() == ["pass", "yes"]
    hand.play("yes")
    assert asked(hand) == ("bid", 1)
    assert hand.legal_tokens()[:2] == ["pass", "20"]
    with pytest.raises(IllegalAction, match="'18' can't be said by who asks: say a bid above '18' or 'pass'"):
        hand.play("18")
    with pytest.raises(IllegalAction, match="'25' is not an action of this phase"):
        hand.play("25")
    hand.play("24")
    with pytest.raises(IllegalAction, match="'27' can't be said by who is asked: say 'yes' or 'pass'"):
        hand.play("27")


@pytest.mark.parametrize(
    ("calls", "declarer", "bid"),
    [
        ("18 yes pass pass", 0, 18),
        ("18 pass pass", 1, 18),
        ("18 pass 20 yes pass", 1, 20),
        ("18 pass 20 pass", 2, 20),
        ("18 yes 20 yes pass 22 yes 23 pass", 2, 23),
        ("18 yes 22 pass 23 yes 24 yes 27 yes pass", 1, 27),
        ("pass 18 yes pass", 0, 18),
        ("pass 18 pass", 2, 18),
        ("pass pass 18", 0, 18),
        ("30 pass pass", 1, 30),
    ],
)
def test_the_auction_leaves_one_player_at_the_highest_bid(calls: str, declarer: int, bid: int) -> None:
    hand = play(dealt(), calls)
    assert asked(hand) == ("take", declarer)
    assert (hand.declarer, hand.extra["bid"]) == (declarer, bid)


def test_forehand_alone_may_have_the_game_at_18_or_decline() -> None:
    hand = play(dealt(), "pass pass")
    assert asked(hand) == ("bid", 0)
    assert hand.legal_tokens() == ["pass", "18"]
    with pytest.raises(IllegalAction, match="say '18' or 'pass'"):
        hand.play("yes")
    hand.play("pass")
    assert hand.over
    assert hand.scores == (0, 0, 0)


# Skat and game


def test_who_picks_up_the_skat_puts_two_cards_aside_that_nobody_sees() -> None:
    hand = play(dealt(), "18 yes pass pass pick")
    assert [to for to, event in hand.log if event == ("hand", ["7D", "JD"])] == [0]
    assert asked(hand) == ("discard", 0)
    assert len(hand.legal_tokens()) == 12
    play(hand, "7D AH")
    assert [(to, event[2]) for to, event in hand.log if event[0] == "discard"] == [(0, "7D"), (0, "AH")]
    assert asked(hand) == ("game", 0)
    assert hand.legal_tokens() == ["D", "H", "S", "C", "G", "N", "N-ouvert"]
    with pytest.raises(IllegalAction, match="'G-schneider' can't be chosen here"):
        hand.play("G-schneider")


def test_a_hand_game_may_be_announced_higher() -> None:
    hand = play(dealt(), "18 yes pass pass hand")
    assert {"C", "C-schneider", "G-schwarz", "D-ouvert", "N", "N-ouvert"} < set(hand.legal_tokens())


def test_null_can_not_be_named_below_the_bid() -> None:
    assert "N" in play(dealt(), "23 yes pass pass pick 7D JD").legal_tokens()
    late = play(dealt(), "24 yes pass pass pick 7D JD")
    assert "N" not in late.legal_tokens()
    assert "N-ouvert" in late.legal_tokens()
    by_hand = play(dealt(), "35 yes pass pass hand")
    assert {"N", "N-ouvert"} <= set(by_hand.legal_tokens())
    assert "N" not in play(dealt(), "36 yes pass pass hand").legal_tokens()


def test_forehand_leads_whoever_plays_alone() -> None:
    hand = play(dealt(), "18 pass pass hand D")
    assert asked(hand) == ("play", 0)
    assert told(hand, "trump") == [("trump", 1, "D")]
    assert not told(hand, "show")


def test_in_ouvert_the_cards_are_laid_open_before_the_first_lead() -> None:
    hand = play(dealt(), "18 yes pass pass hand N-ouvert")
    assert told(hand, "show") == [("show", 0, hand.deck.tokens_of(hand.hands[0]))]
    assert not told(hand, "trump")


# Following suit


def test_jacks_are_trumps_and_do_not_follow_their_suit() -> None:
    hand = play(dealt(), "18 yes pass pass hand D")
    hand.play("JC")
    # Middlehand has the ace and ten of diamonds and no jack: those are its trumps.
    assert hand.legal_tokens() == ["TD", "AD"]
    with pytest.raises(IllegalAction, match="8C breaks a rule: a card of the suit led"):
        hand.play("8C")


def test_in_grand_only_the_jacks_are_trumps() -> None:
    hand = play(dealt(), "18 yes pass pass hand G JC")
    assert len(hand.legal_tokens()) == 10
    hand = play(dealt(), "18 yes pass pass hand G TC")
    assert set(hand.legal_tokens()) == {"AC", "8C", "7C"}


@pytest.mark.parametrize(
    ("game", "cards", "winner"),
    [
        ("C", "AH TH QH", 0),
        ("C", "AS KS JD", 2),
        ("C", "JD JH AC", 1),
        ("G", "TS AS KS", 1),
        ("N", "TS JS 9S", 1),
        ("N", "TS JS QS", 2),
        ("N", "9S TS 8S", 1),
        ("H", "TD KD AD", 2),
        ("H", "7H TS QH", 2),
    ],
)
def test_who_wins_a_trick(game: str, cards: str, winner: int) -> None:
    variant = Skat()
    assert variant.game_ranking(game).winner([variant.deck.card(card) for card in cards.split()]) == winner


# The score of a game: forehand holds three jacks, and the fourth lies in the skat: with four.

ENOUGH = "AC TC KC QC AS TS AH"  # 11 + 10 + 4 + 3 + 11 + 10 + 11 = 60, and the jack in the skat makes 62.


@pytest.mark.parametrize(
    ("game", "cards", "tricks", "pick", "score"),
    [
        ("C", ENOUGH, 6, True, 12 * 5),
        ("C", ENOUGH, 6, False, 12 * 6),
        ("H", ENOUGH, 6, True, 10 * 6),  # With five: the ace of hearts follows the jacks.
        ("G", ENOUGH, 6, True, 24 * 5),
        ("C", "AC TC KC QC AS TS", 6, True, -2 * 12 * 5),
        ("C", "AC TC KC", 3, True, -2 * 12 * 6),
        ("C", "AC TC", 3, False, -2 * 12 * 7),
        ("C", ENOUGH + " AD TD 9C KH", 8, True, 12 * 5),
        ("C", ENOUGH + " AD TD KH KS", 8, True, 12 * 6),
        ("C-schneider", ENOUGH + " AD TD KH KS", 8, False, 12 * 8),
        ("C-schneider", ENOUGH, 8, False, -2 * 12 * 8),
        ("C-schwarz", ENOUGH + " AD TD KH KS", 9, False, -2 * 12 * 10),
        ("G-schneider", ENOUGH, 6, False, -2 * 24 * 8),
    ],
)
def test_a_game_is_worth_its_base_value_times_its_levels(
    game: str, cards: str, tricks: int, pick: bool, score: int
) -> None:
    hand = finished(game, cards, tricks, pick=pick)
    assert hand.variant.score(hand) == [score, 0, 0]


def test_sixty_points_lose_and_sixty_one_win() -> None:
    def with_points(cards: str) -> list[int]:
        hand = finished("C", cards, 6, pick=True)
        return list(hand.variant.score(hand))

    # The skat brings 2: 58 + 2 lose, 59 + 2 win.
    assert with_points("AC AS AH AD TC KC") == [-120, 0, 0]
    assert with_points("AC AS AH AD TC QC JC") == [60, 0, 0]


def test_thirty_points_are_schneider_and_thirty_one_are_not() -> None:
    # 28 and 29 with the skat's 2.
    lost = finished("C", "AC AS QC QS", 2, pick=True)
    assert lost.variant.score(lost) == [-2 * 12 * 6, 0, 0]
    lost = finished("C", "AC AS QC KS", 2, pick=True)
    assert lost.variant.score(lost) == [-2 * 12 * 5, 0, 0]


def test_all_tricks_are_schwarz_and_announced_they_count_again() -> None:
    everything = f"{FOREHAND} {MIDDLE} {REAR}"
    for game, levels in (("C", 3), ("C-schneider", 4), ("C-schwarz", 5), ("C-ouvert", 6)):
        hand = finished(game, everything, 10)
        # With four, game five; hand, schneider and schwarz, and what was announced.
        assert hand.variant.score(hand) == [12 * (5 + levels), 0, 0]
    none = finished("C", "", 0, pick=True)
    assert none.variant.score(none) == [-2 * 12 * 7, 0, 0]


@pytest.mark.parametrize(
    ("holding", "game", "matadors"),
    [
        ("JC JS JH JD", "G", 4),
        ("JC JS JH JD", "C", 4),
        ("JC JS JH JD AC TC KC QC", "C", 8),
        ("JC JS JH JD AC TC KC QC", "G", 4),
        ("JC JH JD", "C", 1),
        ("JS JH", "D", 1),
        ("JH", "D", 2),
        ("AD", "D", 4),
        ("", "D", 11),
        ("", "G", 4),
        ("JC JS JH JD AH TH KH QH 9H 8H 7H", "H", 11),
    ],
)
def test_matadors_are_the_highest_trumps_in_a_row_held_or_lacked(holding: str, game: str, matadors: int) -> None:
    hand = dealt()
    hand.declarer = 0
    hand.stock = 32
    hand.dealt[0] = hand.deck.set_of(holding.split())
    variant = hand.variant
    assert isinstance(variant, Skat)
    assert variant.matadors(hand, game) == matadors


def test_a_jack_in_the_skat_counts_although_it_was_not_seen() -> None:
    hand = finished("C", ENOUGH, 6, pick=False)
    variant = hand.variant
    assert isinstance(variant, Skat)
    assert variant.matadors(hand, "C") == 4


@pytest.mark.parametrize(
    ("game", "bid", "cards", "score"),
    [
        # With four, game five: worth 45 in diamonds.
        ("D", 45, ENOUGH, 45),
        ("D", 46, ENOUGH, -2 * 54),
        ("D", 59, ENOUGH, -2 * 63),
        ("G", 121, ENOUGH, -2 * 144),
        # Schneider reaches the bid after all.
        ("D", 54, ENOUGH + " AD TD KH KS", 54),
        ("D", 46, "AC", -2 * 54),
    ],
)
def test_a_game_worth_less_than_the_bid_is_lost_at_the_multiple_that_reaches_it(
    game: str, bid: int, cards: str, score: int
) -> None:
    hand = finished(game, cards, 6, bid=bid, pick=True)
    assert hand.variant.score(hand) == [score, 0, 0]


@pytest.mark.parametrize(
    ("game", "pick", "value"), [("N", True, 23), ("N", False, 35), ("N-ouvert", True, 46), ("N-ouvert", False, 59)]
)
def test_null_has_fixed_values(game: str, pick: bool, value: int) -> None:
    won, lost = finished(game, "", 0, pick=pick), finished(game, "7S", 1, pick=pick)
    assert won.variant.score(won) == [value, 0, 0]
    assert lost.variant.score(lost) == [-2 * value, 0, 0]


def test_null_ends_with_declarers_first_trick() -> None:
    hand = play(dealt(), "18 yes pass pass hand N")
    play(hand, "AS KS 8S")
    assert hand.over
    assert hand.scores == (-70, 0, 0)
    assert told(hand, "skat") == [("skat", ["7D", "JD"])]


def test_null_goes_on_while_declarer_wins_nothing() -> None:
    hand = play(dealt(), "18 pass pass hand N")
    play(hand, "AS 9S 8S")
    assert asked(hand) == ("play", 0)
    assert not hand.over
    play(hand.copy(), "TS QS 7S")


def test_a_whole_grand_played_to_the_end() -> None:
    hand = play(dealt(), "18 yes pass pass pick 9C 7D G")
    play(hand, "JC AC 8S JS 8C 7S JH 7C QH JD 9S 9H TC QS 8H KC KS 7H QC TH 9D AS KH 8D TS TD QD AH AD KD")
    assert hand.over
    assert hand.won == [10, 0, 0]
    # With four, game five, schneider six, schwarz seven.
    assert hand.scores == (24 * 7, 0, 0)
    assert told(hand, "skat") == [("skat", ["7D", "9C"])]


# Options and the game


def test_seeger_adds_fifty_for_declarer_and_forty_for_those_who_held() -> None:
    won = finished("C", ENOUGH, 6, pick=True, scoring="seeger")
    assert won.variant.score(won) == [110, 0, 0]
    lost = finished("C", "AC TC KC QC", 6, pick=True, scoring="seeger")
    assert lost.variant.score(lost) == [-2 * 72 - 50, 40, 40]


def test_a_hand_pays_what_each_is_ahead_of_the_others() -> None:
    assert Skat().payoffs([48, 0, 0]) == [96, -48, -48]
    assert Skat().payoffs([-170, 40, 40]) == [-420, 210, 210]


def test_the_highest_total_wins_after_the_hands_of_a_game() -> None:
    assert Skat(hands=3).winners([10, 0, 0], 2) is None
    assert Skat(hands=3).winners([10, 30, 30], 3) == [1, 2]


@pytest.mark.parametrize("scoring", ["plain", "seeger"])
@pytest.mark.parametrize("seed", range(6))
def test_random_hands_obey_the_laws(seed: int, scoring: str) -> None:
    lawful_game(Skat(scoring=scoring), seed, most_hands=4)
