"""Findings of what was found out: beliefs by name, two at once, and what was read part by part.

Each says which checks it explains, so that a failed check shows what gives its own answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from grader.explain.diagnosis.evidence import Evidence
from grader.explain.diagnosis.features import covering
from grader.explain.diagnosis.reading import Proved, Read, explains, explains_alone
from grader.explain.diagnosis.readings import everywhere, telling
from grader.explain.diagnosis.readings.adding import AddingReading
from grader.explain.diagnosis.readings.everywhere import EverywhereReading
from grader.explain.diagnosis.readings.examples import (
    Part,
    example,
    operator_of_part,
    overwriting,
)
from grader.explain.diagnosis.readings.known import AnyPart, known_as
from grader.explain.diagnosis.readings.state import telling as state_telling
from grader.explain.diagnosis.readings.state.choices import StateReading
from grader.explain.diagnosis.search import Fit, Search
from grader.explain.misconceptions import by_id
from grader.judging.finding import Finding as Diagnosis
from grader.programs.listing import listing
from grader.programs.operators import operator_of

MOST_SHOWN = 2
"""Of the programs that a close belief does not explain."""


def named(search: Search, fit: Fit, kind: str, first: Mapping[str, Evidence]) -> Diagnosis:
    (name,) = fit.candidate.ids
    public = [evidence.program for evidence in fit.against if evidence.kept]
    return Diagnosis(
        id=f"{by_id(name).family}/{name}",
        misconception=name,
        explained=fit.explained,
        of=fit.of,
        explanation=_explanation(name),
        kind=kind,
        part=by_id(name).family,
        left=tuple(map(listing, public[:MOST_SHOWN])),
        rest=_rest(search, fit),
        checks=_explained(search, fit, first),
    )


def _rest(search: Search, fit: Fit) -> str:
    """What all programs have that are not explained, and most others have not; "" if nothing."""
    if not fit.against:
        return ""
    left = {evidence.program for evidence in fit.against}
    compared = (
        batch.asked.programs[number]
        for batch in search.sheet.batches
        for number in range(len(batch))
        if batch.counts(number)
    )
    return covering([*left], [program for program in compared if program not in left])


def _explained(search: Search, fit: Fit, first: Mapping[str, Evidence]) -> tuple[str, ...]:
    """The checks whose first wrong answer a belief gives."""
    return tuple(c for c, evidence in first.items() if search.explains(fit.candidate, evidence))


def named_pair(
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


def told_of(proof: Proved, found: Read, first: Mapping[str, Evidence]) -> list[Diagnosis]:
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
        others = tuple(check for check, parts in alone.items() if not parts)
        told.append(
            Diagnosis(
                belief.id,
                proof.fit.explained,
                proof.fit.of,
                _explanation(belief.id),
                "read",
                f"{belief.family}/{belief.id}",
                part=belief.family,
                checks=others,
            )
        )
    rest = _rest(proof.search, proof.fit)
    return [replace(finding, rest=rest) for finding in told]


def one_or_all(told: Sequence[Diagnosis], proved: Proved) -> tuple[Diagnosis, ...]:
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


def with_formula(belief: Diagnosis, found: Read | None) -> Diagnosis:
    """A belief about a rule with what was read of it; one about how nodes are made with the one
    operator whose rule then is wrong."""
    if found is not None and belief.part == "construction" and not found.adding:
        forms = {reading.form for reading in found.rules}
        if len({operator_of(form) for form in forms}) == 1:
            return replace(belief, operator=min(forms))
    if (
        found is None
        or not found.parts
        or belief.part not in ("operators", "functions", "accumulation")
    ):
        return belief
    part = found.parts[0]
    if isinstance(part, StateReading | EverywhereReading):
        return belief
    read: list[Part] = [*found.rules, *found.adding]
    operators = {operator_of(operator_of_part(each)) for each in read}
    if len(operators) > 1 and (belief.part == "construction" or found.overwrites_everywhere):
        return belief
    return replace(
        belief,
        id=telling.id_of(part),
        operator=operator_of_part(part),
        side=telling.side_of(part),
        found=telling.found_of(part),
        right=telling.right_of(part),
        example=example(part, found.readings),
    )


def _explanation(name: str) -> str:
    return f"Your engine {by_id(name).explanation}"
