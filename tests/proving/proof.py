"""The proofs: each yields what it looked at, its faults and its figures.

`basic` is the one for every day: each misconception once, each odd engine once. `full` adds every
variant, pairs, systematic mutants, several starts and secrets; `drawn` runs a part of that and
compares it with what was written down.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol, TypeVar

from grader.authoring.verify import Flaw
from grader.course.course import Course
from tests.proving import judged
from tests.proving.beliefs import ALL
from tests.proving.costs import Costs, measured
from tests.proving.hand_ins import (
    EXAM,
    INPUTS,
    NOT_ASKED_THERE,
    RIGHT_AFTER_ALL,
    WRONG_ENGINES,
    HandIn,
    engines_elsewhere,
    odd_hand_ins,
    pairs,
    variants,
    wrong_engines,
)
from tests.proving.left import todos_left
from tests.proving.mutants import Mutant, equivalents, every_change, mutants_of
from tests.proving.runs import Outcome, Runner, WorkerPool
from tests.proving.tasks import SEEN, wrong_answers
from tests.proving.template import engine

OWN = "own checks"
"""What a student's own check says of wrong work in all exercises but the exam."""
PAIRS = 500
STARTS = 3
MUTATED = (
    "order-by-hand local-rules build-topo backward accumulate operators functions zero-grad "
    "double-backward toposort-iterative consumer-counts engine"
).split()
"""Exercises whose solution's mutants must all be caught. Not check-grad: its thresholds are its
author's choice, and most of their mutants are as good."""
LOOKED_AT_TOO = ("check-grad",)
"""Their mutants say what a check is needed for."""


Item = TypeVar("Item")


class Progress(Protocol):
    """Shows how far it is: what runs, its outcomes, how many there will be."""

    def __call__(self, what: str, outcomes: Iterator[Item], total: int) -> Iterator[Item]:
        """The outcomes, as they come."""


@dataclass(slots=True)
class Proof:
    """All outcomes of a run, by what was tried, its faults, and what single mistakes cost."""

    outcomes: dict[str, list[Outcome]] = field(default_factory=dict)
    needs: list[Outcome] = field(default_factory=list)
    costs: Costs | None = None
    faults: list[Flaw] = field(default_factory=list)

    def judge(self, what: str, outcomes: Iterable[Outcome]) -> list[Outcome]:
        """Keep outcomes under a heading, with the faults that they show."""
        found = list(outcomes)
        self.outcomes.setdefault(what, []).extend(found)
        for outcome in found:
            self.faults += judged.faults(outcome)
        return found

    def check_alone(self, outcomes: Iterable[Outcome]) -> None:
        """Keep what `topograde check` says of wrong work, with the faults that it shows."""
        found = self.outcomes.setdefault(OWN, [])
        found += outcomes
        self.faults += judged.ticked(found)

    def price(self, costs: Costs) -> None:
        """Keep what mistakes cost, with the faults that it shows."""
        self.costs = costs
        self.faults += costs.faults()

    @property
    def cpu(self) -> float:
        """Seconds of processor time that the hand-ins cost, ours and theirs."""
        everything = [*self.needs, *(o for found in self.outcomes.values() for o in found)]
        priced = self.costs.cpu if self.costs is not None else 0.0
        return sum(outcome.cpu for outcome in everything) + priced


def the_odd(course: Course) -> list[HandIn]:
    """Every odd engine, from the exam's solution."""
    solution = course.solutions_dir / course.exercise(EXAM).file_name
    return odd_hand_ins(solution.read_text(encoding="utf-8"))


def basic(course: Course, pool: WorkerPool, shown: Progress) -> Proof:
    """Each misconception is caught and named first; each odd engine gets everything."""
    proof = Proof()
    wrong = [*wrong_engines(), *wrong_answers(course)]
    held = [belief for hand_in in wrong for belief in hand_in.beliefs]
    known = [
        *(record.id for record in ALL),
        *SEEN.values(),
    ]
    proof.faults += judged.without_hand_in(known, held)
    for what, hand_ins in (("odd engines", the_odd(course)), ("misconceptions", wrong)):
        proof.judge(what, shown(what, pool.each(Runner.graded, hand_ins), len(hand_ins)))
    own = [*wrong_answers(course), *engines_elsewhere(), *todos_left(course)]
    own = [hand_in for hand_in in own if hand_in.name not in NOT_ASKED_THERE]
    proof.check_alone(shown(OWN, pool.each(Runner.own, own), len(own)))
    return proof


def full(course: Course, pool: Callable[[int], WorkerPool], shown: Progress, seed: int) -> Proof:
    """Everything. `pool(n)` opens the n-th start, with a secret of its own."""
    mutants = _mutants(course)
    with pool(0) as first:
        proof = basic(course, first, shown)
        for what, hand_ins in (("variants", variants()), ("pairs", pairs(PAIRS, seed))):
            proof.judge(what, shown(what, first.each(Runner.graded, hand_ins), len(hand_ins)))
        _prove_mutants(proof, first, mutants, shown)
        caught = [o.hand_in for o in proof.outcomes["mutants"] if o.caught]
        own = [hand_in for hand_in in caught if hand_in.exercise != EXAM]
        proof.check_alone(shown(OWN, first.each(Runner.own, own), len(own)))
        others = [*wrong_engines(), *variants(), *wrong_answers(course), *engines_elsewhere()]
        proof.needs += shown(
            "what each check is for", first.each(Runner.needs, others), len(others)
        )
        proof.price(measured(the_odd(course), partial(first.each, Runner.cost), shown))
    again = [*the_odd(course), *by_address()]
    for number in range(1, STARTS):
        with pool(number) as other:
            what = f"start {number + 1}"
            proof.judge("other starts", shown(what, other.each(Runner.graded, again), len(again)))
    return proof


def drawn(course: Course, pool: WorkerPool, shown: Progress, percent: float, seed: int) -> Proof:
    """A drawn part of what `full` tries beyond `basic`."""
    proof = Proof()
    draw = random.Random(seed)
    for what, hand_ins in (("variants", variants()), ("pairs", pairs(PAIRS, 0))):
        some = part(hand_ins, percent, draw)
        proof.judge(what, shown(what, pool.each(Runner.graded, some), len(some)))
    changes = part(every_change(course, MUTATED), percent, draw)
    mutants = mutants_of(changes)
    found = list(
        shown("mutants", pool.each(Runner.needs, [m.hand_in for m in mutants]), len(mutants))
    )
    proof.outcomes["mutants"] = found
    proof.faults += judged.mutant_faults(mutants, found, equivalents(), whole=False)
    proof.price(
        measured(
            the_odd(course),
            partial(pool.each, Runner.cost),
            shown,
            part_of=lambda i: part(i, percent / 4, draw),
        )
    )
    return proof


def part(items: Sequence[Item], percent: float, draw: random.Random) -> list[Item]:
    """A drawn part, at least one, in the order of the whole."""
    count = max(1, round(len(items) * percent / 100))
    return [items[place] for place in sorted(draw.sample(range(len(items)), count))]


def by_address() -> list[HandIn]:
    """Engines whose answers depend on memory addresses: an order that matters, inputs in a set."""
    return [
        HandIn(f"{record.id}, inputs in a set", EXAM,
               engine({**WRONG_ENGINES[record.id][0], **INPUTS["inputs in a set"]}),
               "variant", (record.id,))
        for record in ALL
        if record.by_order and record.id in WRONG_ENGINES and record.family == "order"
        and f"{record.id}, form 1, inputs in a set" not in RIGHT_AFTER_ALL
    ]  # fmt: skip


def _mutants(course: Course) -> list[Mutant]:
    return mutants_of(every_change(course, (*MUTATED, *LOOKED_AT_TOO)))


def _prove_mutants(proof: Proof, pool: WorkerPool, mutants: list[Mutant], shown: Progress) -> None:
    found = list(
        shown("mutants", pool.each(Runner.needs, [m.hand_in for m in mutants]), len(mutants))
    )
    proof.needs += found
    both = [pair for pair in zip(mutants, found, strict=True) if pair[0].exercise in MUTATED]
    proof.outcomes["mutants"] = [outcome for _, outcome in both]
    proof.faults += judged.mutant_faults(
        [mutant for mutant, _ in both], [outcome for _, outcome in both], equivalents()
    )
