"""Does a league's seed keep what was promised? Called by `arena verify`; it trusts nobody but the hash."""

from __future__ import annotations

from arena.seeds import commitment
from arena.store import League


def broken_promises(league: League, published: str = "") -> list[str]:
    """In what the seed is not the one that the league was committed to, a sentence each.

    published: a commitment that was written down elsewhere, or its beginning; empty if there is none to compare.
    """
    broken = []
    if league.commitment and commitment(league.seed, league.nonce) != league.commitment:
        broken.append(
            f"seed: {league.seed!r} with nonce {league.nonce!r} does not give the commitment {league.commitment}: the "
            "deals are not those that the league was begun with"
        )
    if published and not league.commitment.startswith(published.lower()):
        known = league.commitment or "none, since an older arena began it"
        broken.append(
            f"seed: the published commitment {published} is not this league's ({known}): its deals were chosen anew "
            "after that was published"
        )
    return broken
