"""Name what is wrong with an engine from its numbers, or say that nothing is known.

`diagnose` compares all observations of an exercise, passing ones too, with what wrong engines
answer. A belief of the catalogue is named if nothing contradicts it. Otherwise the engine is read:
its rules by formulas, how it adds up, and beside these an order or what is left behind
(`reading`). Evidence first: nothing is looked for in the student's text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from grader.explain.diagnosis.beliefs import asks_again
from grader.explain.diagnosis.evidence import Evidence, Sheet, gathered
from grader.explain.diagnosis.features import in_common
from grader.explain.diagnosis.naming import named, named_pair, one_or_all, told_of, with_formula
from grader.explain.diagnosis.pairs import common_pair, pair, with_raising
from grader.explain.diagnosis.predictions import Answers, Memo
from grader.explain.diagnosis.questions import answered
from grader.explain.diagnosis.reading import Proof, Read, may_be_rules, read
from grader.explain.diagnosis.readings import everywhere
from grader.explain.diagnosis.readings.calls import walk
from grader.explain.diagnosis.readings.calls.telling import Wrong, read_nodes
from grader.explain.diagnosis.search import Search
from grader.judging.context import Ask, Failing, Prepared
from grader.judging.finding import Finding as Diagnosis
from grader.programs.operators import JOIN, SCALE, all_forms
from grader.worker.observation import Observation

__all__ = ["Ask", "Diagnosis", "Memo", "diagnose"]

MOST_NAMED = 4
NOTHING_SHOWN: Failing = MappingProxyType({})


def diagnose(
    memo: Memo,
    observed: Mapping[str, tuple[Prepared, Sequence[Observation]]],
    exercise: str,
    hidden: frozenset[str] = frozenset(),
    unsteady: bool = False,
    ask: Ask | None = None,
    forms: frozenset[str] | None = None,
    shown: Failing = NOTHING_SHOWN,
    patient: bool = True,
) -> tuple[Diagnosis, ...]:
    """The misconceptions that give every number observed, or two at once, or a close one.

    hidden: checks whose programs are drawn, and not kept in `memo`. unsteady: the answers of the
    engine change from run to run; then only what fits every run is named. ask: runs more
    public programs on the student's engine, of the operators in `forms`, to part what fits. shown:
    what each failed check shows. patient: look for any two beliefs at once, which takes seconds
    in the first hand-in of a run.
    """
    forms = all_forms() if forms is None else forms
    sheet = gathered(observed, memo.asked, hidden, unsteady)
    may_ask = ask if not unsteady else None
    if not sheet.wrong:
        found = read(may_ask, forms, asks_again(exercise)) if may_ask and shown else None
        return tuple(_at_nodes(may_ask, found, sheet, shown))
    first = {batch.check: batch.first_wrong() for batch in sheet.batches if batch.wrong}
    if may_ask is not None:
        sheet.add(answered(exercise, may_ask, forms))
    search = Search(sheet, Answers(memo), exercise)
    fits = search.exact()
    common = [] if fits else common_pair(search)
    found = None
    if may_ask is not None and not common and all(may_be_rules(f.candidate) for f in fits):
        found = read(may_ask, forms, asks_again(exercise))
        if found is not None:
            sheet.add(found.batch)
            search = Search(sheet, search.answers, exercise)
            fitting = {fit.candidate.ids for fit in fits}
            fits = search.best(each for each in search.candidates if each.ids in fitting)
    if fits:
        if pairs := with_raising(search, fits):
            return named_pair(search, pairs, first)
        exact = [named(search, fit, "exact", first) for fit in fits[:MOST_NAMED]]
        return (with_formula(exact[0], found), *exact[1:])
    proof = Proof(sheet, found, exercise, memo) if found is not None and found.parts else None
    proved = proof.alone() if proof is not None else None
    if proved is None or not proved.is_whole:
        # Two beliefs that give every number tell more than single rules can.
        if pairs := common or (pair(search) if patient else []):
            return named_pair(search, pairs, first)
        if proved is None and proof is not None:
            proved = proof.with_belief()
    if proved is not None and found is not None:
        return one_or_all(told_of(proved, found, first), proved)
    if unsteady or all(evidence.error is not None for evidence in sheet.wrong):
        return ()
    close = search.close()
    if close is not None:
        return (named(search, close, "close", first),)
    walked = _walked(may_ask, found, first) if {JOIN, SCALE} <= forms else None
    if walked is not None:
        return (walked,)
    odd = _at_nodes(may_ask, found, sheet, shown)
    if odd:
        return tuple(odd)
    nearly = everywhere.near(
        [(e.answer, e.right) for e in sheet.wrong if e.answer is not None and e.right is not None]
    )
    if nearly is not None and all(evidence.error is None for evidence in sheet.wrong):
        return (nearly,)
    right = list(sheet.right(17)) or list(sheet.right())  # a small batch may have none in a sample
    shared = in_common([e.program for e in sheet.wrong], [e.program for e in right])
    return (Diagnosis("unknown", 0, sheet.total, shared, "unknown", "unknown"),)


def _walked(ask: Ask | None, found: Read | None, first: Mapping[str, Evidence]) -> Diagnosis | None:
    """What is wrong with the walk of an engine whose rules are right."""
    if ask is None or found is None or found.rules or found.adding:
        return None
    given = ask(walk.walk_probes())
    if len(given) != len(walk.walk_probes()):
        return None
    wrong = {check: (e.program, e.answer) for check, e in first.items() if e.answer is not None}
    return walk.finding([*zip(walk.walk_probes(), given, strict=True)], wrong)


def _at_nodes(ask: Ask | None, found: Read | None, sheet: Sheet, shown: Failing) -> list[Diagnosis]:
    """What is wrong at single nodes of failing programs, in an engine whose rules are right."""
    if ask is None or found is None or found.rules or found.adding or found.everywhere:
        return []
    failing = {each[0]: Wrong(check, *each) for check, each in shown.items()}
    for evidence in sheet.wrong:
        if evidence.kept and evidence.answer is not None:
            one = Wrong("", evidence.program, evidence.answer, evidence.right)
            failing.setdefault(evidence.program, one)
    return read_nodes([*failing.values()], ask)
