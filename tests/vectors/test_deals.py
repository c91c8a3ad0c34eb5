"""The vectors of deals are what the arena deals, and what its page promises."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arena.game import shuffled
from arena.plugin import load
from arena.seeds import bot_seed, commitment
from tests.vectors.make import HERE

VECTORS = json.loads((HERE / "deals.json").read_text(encoding="utf-8"))
PAGE = Path(__file__).parents[2] / "docs" / "leagues.md"


@pytest.mark.parametrize("vector", VECTORS["deals"], ids=lambda deal: f"{deal['variant']}{deal['seats']}")
def test_the_arena_deals_what_the_vector_says(vector):
    variant = load().variant(vector["variant"])(seats=vector["seats"])
    assert list(variant.deck.tokens) == vector["deck"]
    pack, dealer = shuffled(variant, vector["seed"], vector["table"], vector["hand"])
    assert [variant.deck.tokens[card] for card in pack] == vector["pack"]
    assert dealer == vector["dealer"]


def test_bots_are_given_the_seeds_that_the_vectors_say():
    for vector in VECTORS["bot_seeds"]:
        given = bot_seed(vector["seed"], vector["variant"], vector["seats"], vector["table"], vector["seat"])
        assert given == vector["bot_seed"]


def test_commitments_are_those_of_the_vectors():
    for vector in VECTORS["commitments"]:
        assert commitment(vector["seed"], vector["nonce"]) == vector["sha256"]
    assert len({vector["sha256"] for vector in VECTORS["commitments"]}) == len(VECTORS["commitments"])


def test_the_program_on_the_page_deals_the_first_vector():
    """The ten lines that an entrant copies: run as they stand there."""
    program = PAGE.read_text(encoding="utf-8").partition("```python\n")[2].partition("```")[0]
    given: dict[str, object] = {}
    exec(program, given)
    for vector in VECTORS["deals"]:
        of = [vector[key] for key in ("variant", "seats", "table", "hand", "seed", "deck")]
        assert given["deal"](*of) == (vector["pack"], vector["dealer"])
    for vector in VECTORS["commitments"]:
        assert given["commitment"](vector["seed"], vector["nonce"]) == vector["sha256"]
