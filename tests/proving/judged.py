"""What an outcome proves: a fault, or one more in a count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from grader.authoring.verify import Flaw
from tests.proving.hand_ins import HandIn, equivalents_of
from tests.proving.mutants import Equivalent, Mutant
from tests.proving.runs import Outcome
from tests.proving.tasks import TOLD_BY_CHECKS

HERE = Path(__file__).parent
TOLD_OTHERWISE = {
    "no-coercion": "each form of an operator that raises is told, numbers on the left first",
    "order-cached": "what one program leaves for the next one is not watched",
    "seed-everywhere": "the first of two things that are seen is named",
    "seed-accumulates": "in one program nothing parts it from nothing-reset",
    "backward-zeroes-leaves": "that inner nodes keep what they have is told first",
}
"""Wrong hand-ins that explanations by watched runs do not call by their name, with the reason."""
UNNAMED = {
    "mul-uses-grad": "the rule is told as it is written",
    "late-binding-loop": "what arrives at an input is told: nothing",
    "op-returns-none": "the exception is told, with its line",
    "grad-none": "the exception is told, with its line",
    "preorder": "which rule runs too early is told; several traversals give that order",
    "naive-stack-dfs": "which rule runs too early is told; several traversals give that order",
    "mark-on-push": "which rule runs too early is told; several traversals give that order",
    "recursive-visited-no-topo": "which rule runs too early is told",
    "dedupe-keep-first": "which rule runs too early is told",
    "kahn-count-paths": "which rule does not run is told",
}
"""Names that are lost: what was seen is told without one, with the reason."""
CAUGHT_ALONE = 0.98
"""How much wrong work in the exercises before the exam a student's own check must catch."""


def is_named(outcome: Outcome, belief: str) -> bool:
    """Whether a belief, or one that cannot be told from it, is among the names."""
    return any(name in equivalents_of(belief) for name in outcome.named)


def is_named_first(outcome: Outcome) -> bool:
    """Whether the one belief, or one that cannot be told from it, is the first name."""
    (belief,) = outcome.hand_in.beliefs
    return bool(outcome.named) and outcome.named[0] in equivalents_of(belief)


def may_be_unnamed(hand_in: HandIn) -> bool:
    """Whether the names are known to be lost, or it is no misconception as the catalogue has it."""
    return hand_in.name not in hand_in.beliefs or not UNNAMED.keys().isdisjoint(hand_in.beliefs)


def has_name(outcome: Outcome) -> bool:
    """Whether there is a name for it: most wrong answers to tasks have none."""
    return TOLD_BY_CHECKS.isdisjoint(outcome.hand_in.beliefs)


def faults(outcome: Outcome) -> Iterator[Flaw]:
    """What is wrong with the grader, if this outcome is not what it must be."""
    hand_in = outcome.hand_in
    what = f"{hand_in.name} ({hand_in.exercise})"
    if outcome.ungraded:
        yield Flaw(HERE, f"{what} could not be graded: {outcome.ungraded}", "run it again")
    elif hand_in.kind == "odd":
        if outcome.caught:
            lost = ", ".join(outcome.missed)
            fault = f"a false alarm: the right engine '{hand_in.name}' loses {lost}"
            yield Flaw(HERE / "odd.py", fault, "mend the check; a right engine stays in the list")
    elif not outcome.caught:
        mend = f"add or strengthen a check of {hand_in.exercise}"
        yield Flaw(HERE, f"no check catches {what}", mend)
    elif not has_name(outcome) or hand_in.name in TOLD_OTHERWISE:
        return
    elif (
        hand_in.kind == "wrong"
        and not (outcome.unnamed and may_be_unnamed(hand_in))
        and not is_named_first(outcome)
    ):
        found = ", ".join(outcome.named) or "nobody"
        mend = "mend the misconception's forms, or declare twins in hand_ins.py"
        yield Flaw(HERE, f"the diagnosis of {what} names {found}", mend)


def ticked(outcomes: Sequence[Outcome]) -> Iterator[Flaw]:
    """Wrong work with a tick, if there is too much of it."""
    missed = [outcome.hand_in.name for outcome in outcomes if not outcome.caught]
    if len(missed) > (1 - CAUGHT_ALONE) * len(outcomes):
        fault = f"`topograde check` gives a tick to {len(missed)} of {len(outcomes)} wrong answers"
        mend = f"let checks of the exercises catch: {', '.join(missed)}"
        yield Flaw(HERE, fault, mend)


def without_hand_in(beliefs: Iterable[str], outcomes: Iterable[str]) -> Iterator[Flaw]:
    """Misconceptions that nobody proves."""
    for belief in sorted(set(beliefs) - set(outcomes)):
        mend = "add it to variants.py, traversals.py or beliefs.toml"
        yield Flaw(HERE, f"the misconception {belief} has no wrong hand-in", mend)


def mutant_faults(
    mutants: Sequence[Mutant],
    outcomes: Sequence[Outcome],
    table: Sequence[Equivalent],
    whole: bool = True,
) -> Iterator[Flaw]:
    """Mutants that nobody catches and nobody excuses, and excuses that stand for none.

    whole: these are all mutants, so that what is not among them is not made any more.
    """
    file = HERE / "equivalent.toml"
    missed: set[Equivalent] = set()
    for mutant, outcome in zip(mutants, outcomes, strict=True):
        excuse = next((entry for entry in table if entry.stands_for(mutant)), None)
        if outcome.caught:
            continue
        if excuse is None:
            fault = f"no check catches the mutant of {mutant.exercise}, {mutant.hand_in.name}"
            yield Flaw(file, fault, "add a check, or list it with the reason why none can")
        else:
            missed.add(excuse)
    for entry in table if whole else ():
        if entry not in missed:
            made = any(entry.stands_for(mutant) for mutant in mutants)
            fault = f"stale: '{entry.after}' in {entry.exercise} is {'caught' if made else 'gone'}"
            yield Flaw(file, fault, "take the entry out")
