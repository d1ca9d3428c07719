"""Name what is wrong with an engine from its numbers, or say that nothing is known.

`diagnose` compares all observations of an exercise, passing ones too, with what wrong engines
answer. A belief of the catalogue is named if nothing contradicts it. Otherwise the engine is read:
its rules by formulas, how it adds up, and beside these an order or what is left behind
(`reading`). Evidence first: nothing is looked for in the student's text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from grader.checks.plan import ALL_FORMS
from grader.explain.diagnosis import beliefs
from grader.explain.diagnosis.beliefs import by_id
from grader.explain.diagnosis.evidence import Evidence, Sheet, gathered
from grader.explain.diagnosis.features import in_common
from grader.explain.diagnosis.pairs import common_pair, pair, with_raising
from grader.explain.diagnosis.predictions import Answers, Memo
from grader.explain.diagnosis.questions import answered
from grader.explain.diagnosis.reading import (
    Proof,
    Proved,
    Read,
    explains,
    explains_alone,
    may_be_rules,
    read,
)
from grader.explain.diagnosis.readings import everywhere, telling
from grader.explain.diagnosis.readings.adding import AddingReading
from grader.explain.diagnosis.readings.calls import walk
from grader.explain.diagnosis.readings.calls.telling import Wrong, read_nodes
from grader.explain.diagnosis.readings.everywhere import EverywhereReading
from grader.explain.diagnosis.readings.examples import (
    Part,
    example,
    operator_of_part,
    overwriting,
)
from grader.explain.diagnosis.readings.known import AnyPart, known_as
from grader.explain.diagnosis.readings.probes import operator_of
from grader.explain.diagnosis.readings.state import telling as state_telling
from grader.explain.diagnosis.readings.state.choices import StateReading
from grader.explain.diagnosis.search import Fit, Search
from grader.judging.context import Ask, Failing, Prepared
from grader.judging.finding import Finding as Diagnosis
from grader.programs.listing import listing
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
    forms: frozenset[str] = ALL_FORMS,
    shown: Failing = NOTHING_SHOWN,
) -> tuple[Diagnosis, ...]:
    """The misconceptions that give every number observed, or two at once, or a close one.

    hidden: checks whose programs are drawn, and not kept in `memo`. unsteady: the answers of the
    engine change from run to run; then only what fits every run is named. ask: runs more
    public programs on the student's engine, of the operators in `forms`, to part what fits. shown:
    what each failed check shows.
    """
    sheet = gathered(observed, memo.asked, hidden, unsteady)
    may_ask = ask if not unsteady else None
    if not sheet.wrong:
        found = read(may_ask, forms, beliefs.asks_again(exercise)) if may_ask and shown else None
        return tuple(_at_nodes(may_ask, found, sheet, shown))
    first = {batch.check: batch.first_wrong() for batch in sheet.batches if batch.wrong}
    if may_ask is not None:
        sheet.add(answered(exercise, may_ask, forms))
    search = Search(sheet, Answers(memo), exercise)
    fits = search.exact()
    executed = beliefs.engines_are_installed()
    common = [] if fits or not executed else common_pair(search)
    found = None
    if may_ask is not None and not common and all(may_be_rules(f.candidate) for f in fits):
        found = read(may_ask, forms, beliefs.asks_again(exercise))
        if found is not None:
            sheet.add(found.batch)
            search = Search(sheet, search.answers, exercise)
            fitting = {fit.candidate.ids for fit in fits}
            fits = search.best(each for each in search.candidates if each.ids in fitting)
    if fits:
        pairs = with_raising(search, fits) if executed else []
        if pairs:
            return _named_pair(search, pairs, first)
        named = tuple(_named(search, fit, "exact", first) for fit in fits[:MOST_NAMED])
        return (_with_formula(named[0], found), *named[1:])
    proof = Proof(sheet, found, exercise, memo) if found is not None and found.parts else None
    proved = proof.alone() if proof is not None else None
    if proved is None or not proved.is_whole:
        pairs = (common or pair(search)) if executed else []
        if pairs:  # two beliefs give every number: more is known than what single rules can tell
            return _named_pair(search, pairs, first)
        if proved is None and proof is not None:
            proved = proof.with_belief()
    if proved is not None and found is not None:
        return _exact(_read(proved, found, first), proved)
    if unsteady or all(evidence.error is not None for evidence in sheet.wrong):
        return ()
    close = search.close()
    if close is not None:
        return (_named(search, close, "close", first),)
    walked = _walked(may_ask, found, first) if {"add", "mul"} <= forms else None
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


def _named(search: Search, fit: Fit, kind: str, first: Mapping[str, Evidence]) -> Diagnosis:
    (name,) = fit.candidate.ids
    return Diagnosis(
        id=f"{by_id(name).family}/{name}",
        misconception=name,
        explained=fit.explained,
        of=fit.of,
        explanation=_explanation(name),
        kind=kind,
        part=by_id(name).family,
        left=tuple(listing(evidence.program) for evidence in fit.left),
        checks=_explained(search, fit, first),
    )


def _explained(search: Search, fit: Fit, first: Mapping[str, Evidence]) -> tuple[str, ...]:
    """The checks whose first wrong answer a belief gives.

    Of one that is recorded, those too to which nobody knows what it answers: it fits all others.
    """
    silent = fit.candidate.recorded is not None and fit.explained == fit.of
    given = {check: search.says(fit.candidate, evidence) for check, evidence in first.items()}
    return tuple(check for check, said in given.items() if said or (said is None and silent))


def _named_pair(
    search: Search, fits: Sequence[Fit], explained: Mapping[str, Evidence]
) -> tuple[Diagnosis, ...]:
    """The first pair; beside each of its names those that fit as well with the other.

    The one that explains the first wrong answer, in the order of the checks, comes first: that
    answer is what the student looks at.
    """
    first = fits[0]
    places = [0, 1]
    seen = search.sheet.first_wrong()
    alone = [
        replace(first.candidate, ids=(name,), engines=(engine,))
        for name, engine in zip(first.candidate.ids, first.candidate.engines, strict=True)
    ]
    if search.explains(alone[1], seen) and not search.explains(alone[0], seen):
        places.reverse()
    found = []
    for place in places:
        name, other = first.candidate.ids[place], first.candidate.ids[1 - place]
        fit_too = [set(fit.candidate.ids) - {other} for fit in fits if other in fit.candidate.ids]
        also = sorted({each for ids in fit_too for each in ids} - {name})
        family = by_id(name).family
        checks = tuple(
            check
            for check, evidence in explained.items()
            if search.explains(alone[place], evidence)
            or (
                search.explains(first.candidate, evidence)
                and not search.explains(alone[1 - place], evidence)
            )
        )
        found.append(
            Diagnosis(
                name,
                first.explained,
                first.of,
                _explanation(name),
                "pair",
                f"{family}/{name}",
                part=family,
                also=tuple(also),
                checks=checks,
            )
        )
    return tuple(found)


def _read(proof: Proved, found: Read, first: Mapping[str, Evidence]) -> list[Diagnosis]:
    """What was read, part by part, each with the checks whose answers it gives."""
    told = []
    belief = by_id(proof.belief) if proof.belief else None
    alone = {
        check: [part for part in proof.parts if explains_alone(proof, part, evidence)]
        for check, evidence in first.items()
        if explains(proof, evidence)
    }
    parts: Sequence[AnyPart] = proof.parts
    if found.overwrites_everywhere:
        lost = [part for part in parts if isinstance(part, AddingReading)]
        parts = [part for part in parts if part not in lost]
        told.append(
            overwriting(lost[0], found.readings, proof.fit.explained, proof.fit.of, tuple(alone))
        )
    names = known_as(parts)
    for part in parts:
        checks = tuple(
            check
            for check, parts in alone.items()
            if part in parts or (not parts and belief is None)
        )
        if isinstance(part, StateReading):
            counts = proof.fit.explained, proof.fit.of
            told.append(state_telling.finding(part, names.get(part), *counts, checks))
            continue
        if isinstance(part, EverywhereReading):
            counts = proof.fit.explained, proof.fit.of
            told.append(everywhere.finding(part, names.get(part), *counts, checks))
            continue
        told.append(
            Diagnosis(
                id=telling.id_of(part),
                misconception=names.get(part),
                explained=proof.fit.explained,
                of=proof.fit.of,
                explanation=telling.told(part),
                kind="read",
                part=telling.kind_of(part),
                operator=operator_of_part(part),
                side=telling.side_of(part),
                found=telling.found_of(part),
                right=telling.right_of(part),
                checks=checks,
                example=example(part, found.readings),
                unread=found.readings.unread_but(operator_of_part(part)),
            )
        )
    if belief is not None:
        rest = tuple(check for check, parts in alone.items() if not parts)
        told.append(
            Diagnosis(
                belief.id,
                proof.fit.explained,
                proof.fit.of,
                _explanation(belief.id),
                "read",
                f"{belief.family}/{belief.id}",
                part=belief.family,
                checks=rest,
            )
        )
    return told


def _exact(told: Sequence[Diagnosis], proved: Proved) -> tuple[Diagnosis, ...]:
    """What was read, or the one belief that says all of it, if nothing contradicts it."""
    names = {finding.misconception for finding in told}
    if len(names) > 1 or None in names or proved.belief or not proved.is_whole:
        return tuple(told)
    checks = dict.fromkeys(check for finding in told for check in finding.checks or ())
    first = told[0]
    name = str(first.misconception)
    explanation, family = _explanation(name), by_id(name).family
    return (
        replace(first, kind="exact", explanation=explanation, part=family, checks=tuple(checks)),
    )


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


def _with_formula(named: Diagnosis, found: Read | None) -> Diagnosis:
    """A belief about a rule with what was read of it; one about how nodes are made with the one
    operator whose rule then is wrong."""
    if found is not None and named.part == "construction" and not found.adding:
        forms = {reading.form for reading in found.rules}
        if len({operator_of(form) for form in forms}) == 1:
            return replace(named, operator=min(forms))
    if (
        found is None
        or not found.parts
        or named.part not in ("operators", "functions", "accumulation")
    ):
        return named
    part = found.parts[0]
    if isinstance(part, StateReading | EverywhereReading):
        return named
    read: list[Part] = [*found.rules, *found.adding]
    operators = {operator_of(operator_of_part(each)) for each in read}
    if len(operators) > 1 and (named.part == "construction" or found.overwrites_everywhere):
        return named
    return replace(
        named,
        id=telling.id_of(part),
        operator=operator_of_part(part),
        side=telling.side_of(part),
        found=telling.found_of(part),
        right=telling.right_of(part),
        example=example(part, found.readings),
    )


def _explanation(name: str) -> str:
    return f"Your engine {by_id(name).explanation}"
