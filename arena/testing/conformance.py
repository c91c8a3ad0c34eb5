"""The conformance run of a variant: every law on every trial, then the surveys; the result is data.

`arena variant check` prints it, and plugin authors' tests run the same laws one by one.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from arena.testing import count_laws, knowledge_laws, play_laws, surveys, symmetry_laws, word_laws, world_laws
from arena.testing.law import Law, Step, Survey, Verdict, in_words
from arena.testing.settings import changed
from arena.testing.trial import Trial
from arena.variant import Variant

PLAY = Law("play", "hands of random play come to their end", play_laws.play)

LAWS = (
    PLAY,
    Law("declares", "teams, suits alike and option texts are sound; bots can import the class", word_laws.declares),
    Law("questions", "there is always a legal token; tokens and actions name each other", play_laws.questions),
    Law("copies", "a copy goes its own way, and the same way", play_laws.copies),
    Law("replay", "pack and actions bring back the same hand and events", play_laws.replay),
    Law("cards", "every card is in one place, and moves by rule; hands are of one size", count_laws.cards),
    Law("scores", "a whole number for each seat", count_laws.scores),
    Law("payoffs", "within lowest_payoff, alike within a team", count_laws.payoffs),
    Law("ends", "a game of random play has winners", play_laws.ends),
    Law("views", "a seat's own events give it the view that it is sent, and the view is true", knowledge_laws.views),
    Law("secrets", "nothing that a seat is sent depends on cards that it has not seen", knowledge_laws.secrets),
    Law("worlds", "a drawn world is legal from the start and tells the seat the same", world_laws.worlds),
    Law("diversity", "unseen cards are drawn into every place where they can be", world_laws.diversity),
    Law("rotation", "with the dealer one seat on, everything turns by one seat", symmetry_laws.rotation),
    Law("relabel", "suits alike can be exchanged", symmetry_laws.relabel),
    Law("reasons", "an illegal token is refused with a reason", word_laws.reasons),
)

SURVEYS = (
    Survey("coverage", "random play reaches every obligation and token", surveys.coverage),
    Survey("silence", "every phase says why a token is illegal", surveys.silence),
    Survey("sums", "payoff_sum is about what hands pay", surveys.balance),
    Survey("exactness", "few arrangements are rejected when worlds are drawn", surveys.exactness),
    Survey("options", "every option changes something", surveys.options),
    Survey("rules", "the rules text tells what occurs in play", surveys.rules),
)

DEAR = {"ends", "secrets", "worlds", "diversity"}
"""Laws that take much longer than the others."""

DIAGNOSES = {"questions", "cards", "scores", "views"}
"""Laws that can be tried on a hand that broke off."""

DEAR_SHARE = 4
"""Of the trials of a setting one in so many is given to a dear law, and at least one."""


def variant_laws() -> tuple[Law, ...]:
    """All laws, in the order in which they are checked."""
    return LAWS


def check_law(law: Law | str, variant: Variant, seed: int) -> None:
    """Check one law, or that of this name, on one hand of a variant; LawBroken or the variant's own error if not.

    Nothing is checked where the variant is exempt.
    """
    chosen = law if isinstance(law, Law) else next(one for one in LAWS if one.name == law)
    if chosen.name not in variant.exempt:
        chosen.check(Trial(variant, seed))


@dataclass(frozen=True, slots=True)
class Conformance:
    """What came of a run. `ok` is whether no law failed."""

    variant: str
    settings: int
    hands: int
    steps: tuple[Step, ...]

    @property
    def ok(self) -> bool:
        """Whether no law failed."""
        return all(step.verdict is not Verdict.FAIL for step in self.steps)


def check_variant(
    name: str, chosen: Sequence[Variant], *, seed: int = 0, hands: int = 10, tell: Callable[[Step], None] | None = None
) -> Conformance:
    """Check every law in each of these settings, on `hands` trials each with the seeds from `seed` on.

    `tell` is given each step as soon as it is done. A law's first failure ends it.
    """
    steps: list[Step] = []
    tell = tell or (lambda step: None)
    for step in _steps(name, chosen, range(seed, seed + hands)):
        steps.append(step)
        tell(step)
    return Conformance(name, len(chosen), hands, tuple(steps))


def _steps(name: str, chosen: Sequence[Variant], seeds: range) -> Iterator[Step]:
    bench = Bench(name, chosen, seeds)
    for law in LAWS:
        step = bench.law(law)
        yield step
        if law is PLAY and step.verdict is Verdict.FAIL:
            yield from _diagnosis(bench)
            return
    for survey in SURVEYS:
        yield bench.survey(survey)


def _diagnosis(bench: Bench) -> Iterator[Step]:
    """What can be said of hands that broke off: often another law tells why they did."""
    for law in LAWS[LAWS.index(PLAY) + 1 :]:
        step = bench.law(law) if law.name in DIAGNOSES else None
        failed = step is not None and step.verdict is Verdict.FAIL
        yield step if step and failed else Step(law.name, law.meaning, Verdict.NOT_RUN)
    yield from (Step(survey.name, survey.meaning, Verdict.NOT_RUN) for survey in SURVEYS)


class Bench:
    """The trials of a run, made when they are first needed, and the laws and surveys tried on them."""

    def __init__(self, name: str, chosen: Sequence[Variant], seeds: Sequence[int]) -> None:
        self.name = name
        self.chosen = chosen
        self.seeds = seeds
        self.trials: dict[tuple[int, int], Trial] = {}

    def trial(self, number: int, seed: int) -> Trial:
        """The trial of a setting, by its number, at a seed."""
        if (number, seed) not in self.trials:
            self.trials[number, seed] = Trial(self.chosen[number], seed)
        return self.trials[number, seed]

    def law(self, law: Law) -> Step:
        """Check a law on its share of the trials, up to its first failure."""
        reasons: dict[str, None] = {}
        share = -(-len(self.seeds) // DEAR_SHARE) if law.name in DEAR else len(self.seeds)
        for number, variant in enumerate(self.chosen):
            if reason := variant.exempt.get(law.name):
                reasons[reason] = None
                continue
            # Each setting gets other seeds of a dear law, so that all beginnings of a game are seen.
            for seed in [self.seeds[(number + at) % len(self.seeds)] for at in range(share)]:
                try:
                    law.check(self.trial(number, seed))
                except Exception as error:  # noqa: BLE001  (a variant's error is a finding)
                    evidence = (in_words(error), *reasons)
                    return Step(law.name, law.meaning, Verdict.FAIL, evidence, self._again(variant, seed))
        if reasons:
            return Step(law.name, law.meaning, Verdict.EXEMPT, tuple(reasons))
        none = law.name == "relabel" and not any(variant.like_suits for variant in self.chosen)
        evidence = ("no suits are declared alike (like_suits)",) if none else ()
        return Step(law.name, law.meaning, Verdict.EXEMPT if none else Verdict.PASS, evidence)

    def survey(self, survey: Survey) -> Step:
        """Look at all trials."""
        trials = [self.trial(number, seed) for number in range(len(self.chosen)) for seed in self.seeds]
        try:
            advice = tuple(survey.look(trials))
        except Exception as error:  # noqa: BLE001  (a variant's error is a finding)
            advice = (f"could not be looked at: {in_words(error)}",)
        return Step(survey.name, survey.meaning, Verdict.ADVICE if advice else Verdict.PASS, advice)

    def _again(self, variant: Variant, seed: int) -> str:
        options = "".join(f" --option {key}={_value(value)}" for key, value in changed(variant).items())
        return f"{self.name} --seats {variant.seats}{options} --seed {seed} --hands 1"


def _value(value: Any) -> str:
    """An option's value as the shell and `--option` need it: texts that look like something else in quotes."""
    if not isinstance(value, str):
        return str(value).lower()
    plain = value.isalpha() and value not in ("true", "false")
    return value if plain else shlex.quote(f'"{value}"')
