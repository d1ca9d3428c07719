"""Name what is wrong with an engine from its numbers, or say that nothing is known.

`diagnose` compares all observations of an exercise, passing ones too, with what wrong engines
answer. A belief of the catalogue is named if nothing contradicts it. Otherwise the engine is read:
its rules by formulas, how it adds up, and beside these an order or what is left behind
(`reading`). Evidence first: nothing is looked for in the student's text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from grader.checks.plan import ALL_FORMS
from grader.explain.diagnosis import beliefs
from grader.explain.diagnosis.evidence import Memo, gathered
from grader.explain.diagnosis.features import in_common
from grader.explain.diagnosis.findings import (
    beside_raising,
    in_one,
    of_a_belief,
    of_a_pair,
    of_parts,
    of_raising,
    of_the_walk,
    with_formula,
)
from grader.explain.diagnosis.predictions import Answers
from grader.explain.diagnosis.questions import answered
from grader.explain.diagnosis.reading import read
from grader.explain.diagnosis.search import Search
from grader.explain.diagnosis.together.pairs import pair
from grader.explain.diagnosis.together.proof import (
    Proof,
    may_be_rules,
)
from grader.explain.diagnosis.together.raising import read_raising
from grader.judging.context import Prepared
from grader.judging.finding import Finding as Diagnosis
from grader.judging.processes import Ask
from grader.worker.observation import Observation

__all__ = ["Ask", "Diagnosis", "diagnose"]

MOST_NAMED = 4


def diagnose(
    observed: Mapping[str, tuple[Prepared, Sequence[Observation]]],
    exercise: str,
    memo: Memo,
    hidden: frozenset[str] = frozenset(),
    unsteady: bool = False,
    ask: Ask | None = None,
    forms: frozenset[str] = ALL_FORMS,
) -> tuple[Diagnosis, ...]:
    """The misconceptions that give every number observed, or two at once, or a close one.

    hidden: checks whose programs are drawn, and not kept in `memo`. unsteady: the answers of the
    engine change from run to run; then only what fits every run is named. ask: runs more
    public programs on the student's engine, of the operators in `forms`, to part what fits.
    """
    sheet = gathered(observed, memo, hidden, unsteady)
    if not sheet.wrong:
        return ()
    first = {batch.check: batch.first_wrong() for batch in sheet.batches if batch.wrong}
    may_ask = ask if not unsteady else None
    if may_ask is not None:
        sheet.add(answered(exercise, may_ask, memo, forms))
    search = Search(sheet, Answers(memo), exercise)
    fits = search.exact()
    found = None
    if may_ask is not None and all(may_be_rules(f.candidate) for f in fits):
        found = read(may_ask, forms, memo, beliefs.asks_again(exercise))
        if found is not None:
            sheet.add(found.batch)
            search = Search(sheet, search.answers, exercise)
            fitting = {fit.candidate.ids for fit in fits}
            fits = search.best(each for each in search.candidates if each.ids in fitting)
    if fits:
        raising = read_raising(search, fits[0].candidate)
        if raising:
            return beside_raising(search, fits, raising, first)
        named = tuple(of_a_belief(search, fit, "exact", first) for fit in fits[:MOST_NAMED])
        return (with_formula(named[0], found), *named[1:])
    proof = Proof(sheet, found, exercise) if found is not None else None
    proved = proof.alone() if proof is not None else None
    if proved is None and proof is not None:
        proved = proof.with_belief()
    if proved is None:
        pairs = pair(search) if beliefs.engines_are_installed() else []
        if pairs:
            return of_a_pair(search, pairs, first)
        proved = proof.mostly() if proof is not None else None
    raising = read_raising(search, proved.fit.candidate if proved is not None else None)
    raises = tuple(of_raising(search, each, first) for each in raising)
    if proved is not None and found is not None:
        told = in_one(of_parts(proved, found, first), proved)
        return (*(replace(each, kind="read") for each in told), *raises) if raises else told
    if unsteady or all(evidence.error is not None for evidence in sheet.wrong):
        return raises
    close = search.close()
    if close is not None:
        return (of_a_belief(search, close, "close", first), *raises)
    walked = of_the_walk(may_ask, found, first) if {"add", "mul"} <= forms else None
    if walked is not None:
        return (walked, *raises)
    if raises:
        return raises
    right = list(sheet.right(17)) or list(sheet.right())  # a small batch may have none in a sample
    shared = in_common([e.program for e in sheet.wrong], [e.program for e in right])
    return (Diagnosis("unknown", 0, sheet.total, shared, "unknown", "unknown"),)
