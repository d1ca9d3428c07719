"""Two beliefs at once: which two can be told from where each of them shows.

A belief alone goes wrong on some programs (its *footprint*). If a student holds two, then a program
on which either must go wrong is wrong in the student's engine, and a wrong program is one on which
one of the two may go wrong. That leaves few pairs out of thousands, and those are run in earnest.
What a footprint is does not depend on drawn numbers, so it is found out once a run.
"""

from __future__ import annotations

from collections.abc import Iterator

from grader.explain.described import WrongEngineRaises, combined
from grader.explain.diagnosis.beliefs import Candidate, both
from grader.explain.diagnosis.evidence import Evidence, Sheet, first_where, operator_bits
from grader.explain.diagnosis.predictions import Answers, Prediction, Shows, predicted
from grader.explain.diagnosis.search import Fit, Search, spread
from grader.explain.styles import LIKELY
from grader.programs.compare import same_answer
from grader.programs.program import Program, Step

BESIDE = "beside"
OFTEN_BESIDE = ("nothing-reset", "seed-overwrites-leaf")
"""Beliefs that many engines hold beside any other: they are tried first as the second of two. The
list of such pairs is called BESIDE."""
LARGE_BATCH = 64
FROM_LARGE = 40
MOST_PAIRS = 400
MOST_MASKED = 900
CLOSEST = 6
MOST_RAISED = 100
FEWEST_RAISED = 0.25
"""A belief that raises is tried beside another if it accounts for this share of a sample of what
was raised. Half of it is asked for in the end, where the first of the two accounts for some too."""
TURNS = (0, -1, 5)


def common_pair(search: Search) -> list[Fit]:
    """Any belief together with one that many engines hold; nothing contradicts the two."""
    return search.best_of(BESIDE, search.listed(BESIDE, lambda: _beside_often(search)))


def _beside_often(search: Search) -> Iterator[Candidate]:
    for other in search.candidates:
        if other.ids[0] in OFTEN_BESIDE:
            made = (both(one, other) for one in search.candidates)
            yield from (candidate for candidate in made if candidate is not None)


def pair(search: Search) -> list[Fit]:
    """Two beliefs at once that nothing contradicts, if there are any: the best such pairs."""
    for candidates in (_by_footprint(search), _by_leftover(search), _beside_close(search)):
        fits = search.best(candidate for candidate in candidates if candidate is not None)
        if fits:
            return fits
    return []


def with_raising(search: Search, fits: list[Fit]) -> list[Fit]:
    """Fitting beliefs together with one that raises, where they say nothing about exceptions.

    An exception contradicts no belief about numbers, so a single one fits whatever is raised
    beside it. The second must account for most of what was raised.
    """
    asked = {evidence.question for evidence in search.sheet.wrong}
    silent = len(asked) - fits[0].wrong_explained
    if not silent or search.sheet.unsteady:
        return []
    raised = spread([e for e in search.sheet.wrong if e.kept and e.error], MOST_RAISED)
    few = len(raised) * FEWEST_RAISED
    others = [
        other
        for other in search.candidates
        if any(search.explains(other, evidence) for evidence in search.raised)
        and sum(search.explains(other, evidence) for evidence in raised) >= few
    ]
    pairs = search.best(
        candidate
        for fit in fits
        for other in others
        if (candidate := both(fit.candidate, other)) is not None
    )
    return [fit for fit in pairs if fit.wrong_explained - fits[0].wrong_explained > silent / 2]


def _by_footprint(search: Search) -> Iterator[Candidate | None]:
    """Pairs whose footprints together are what is wrong."""
    footprints = Footprints(search.answers, search.sheet)
    possible = [
        (candidate, may)
        for candidate in search.candidates
        if (may := footprints.of(candidate)) is not None
    ]
    made = 0
    for place, (one, shows) in enumerate(possible):
        for other, shows_too in possible[place + 1 :]:
            if footprints.everything & ~(shows | shows_too) == 0:
                made += 1
                yield both(one, other)
                if made >= MOST_PAIRS:
                    return


class Footprints:
    """Where beliefs show, among a sample of what the student was asked."""

    def __init__(self, answers: Answers, sheet: Sheet) -> None:
        self.known = answers.memo.footprints
        self.answers: dict[Program, tuple[Prediction, int]] = {}
        self.wrong: list[tuple[Program, Program]] = []
        self.right: list[tuple[Program, Program]] = []
        seen = set()
        for evidence in _sample(sheet):
            key = evidence.program if evidence.kept else Program(_shape(evidence.program))
            if key not in seen:
                seen.add(key)
                (self.wrong if evidence.wrong else self.right).append((key, evidence.program))
        self.everything = (1 << len(self.wrong)) - 1

    def of(self, candidate: Candidate) -> int | None:
        """Which of the wrong programs it may show on, as bits.

        None if it would show on a right one, or on none of the wrong ones.
        """
        for key, program in self.right:
            if self.shows(candidate, key, program).must:
                return None
        bits = 0
        for number, (key, program) in enumerate(self.wrong):
            bits |= self.shows(candidate, key, program).may << number
        return bits or None

    def shows(self, candidate: Candidate, key: Program, program: Program) -> Shows:
        """Whether it shows on a program; the same for all programs of one shape."""
        known = self.known.get((candidate.engines, key))
        if known is None:
            if program not in self.answers:
                self.answers[program] = predicted(combined()(), program), operator_bits(program)
            known = _shows(candidate, program, *self.answers[program])
            self.known[candidate.engines, key] = known
        return known


def _shows(candidate: Candidate, program: Program, right: Prediction, bits: int) -> Shows:
    """right: what is right; bits: what of a style matters to the program."""
    must, may = True, False
    for style in dict.fromkeys([style & bits for style in LIKELY]):
        engine = candidate.engine(style)
        for turns in TURNS if candidate.by_order else (0,):
            made = engine(turns)
            said = predicted(made, program)
            wrong = isinstance(said, WrongEngineRaises)
            if isinstance(said, tuple) and isinstance(right, tuple):
                wrong = not same_answer(said, right)
            may = may or wrong or said is None
            must = must and wrong
            if may and not must:
                return Shows(must, may)
            if not made.turnable:
                break  # any other order is the same one
    return Shows(must, may)


def _sample(sheet: Sheet) -> Iterator[Evidence]:
    """Small batches whole, of large public ones some, of large drawn ones nothing."""
    for batch in sheet.batches:
        size = len(batch)
        if size > LARGE_BATCH and not batch.kept:
            continue
        step = 1 if size <= LARGE_BATCH else size // FROM_LARGE + 1
        for number in range(0, size, step):
            if batch.counts(number):
                yield batch.evidence(number)


def _shape(program: Program) -> tuple[Step, ...]:
    """The program with what may be drawn made plain: signs, and which numbers are equal."""
    values: dict[float, int] = {}
    shape = []
    for step in program.steps:
        if step[0] == "leaf":
            value = step[2]
            number = values.setdefault(abs(value), len(values) + 1) if value else 0
            step = ("leaf", step[1], -number if value < 0 else number)
        shape.append(step)
    return tuple(shape)


def _by_leftover(search: Search) -> Iterator[Candidate | None]:
    """Pairs of which one explains the smallest wrong program, the other what that leaves."""
    made = 0
    wrong = search.sheet.wrong
    for one in search.candidates:
        if not search.explains(one, wrong[0]):
            continue
        left = first_where(wrong, lambda e, one=one: not search.explains(one, e))  # type: ignore[misc]
        for other in search.candidates if left is not None else ():
            if left is not None and search.explains(other, left):
                made += 1
                yield both(one, other)
            if made >= MOST_PAIRS:
                return


def _beside_close(search: Search) -> Iterator[Candidate | None]:
    """What explains most alone, with every other belief: one of two may hide the other."""
    made = 0
    for one in search.closest(CLOSEST):
        for other in search.candidates:
            made += 1
            yield both(one, other)
            if made >= MOST_MASKED:
                return
