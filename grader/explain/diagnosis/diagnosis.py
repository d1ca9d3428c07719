"""Name the misconception behind a student's numbers, or say that none is known.

`diagnose` compares all observations of an exercise, passing ones too, with what the wrong engines
answer. A name is given only if nothing contradicts it; "close" says how much it leaves unexplained.
Evidence first: no name is looked for in the student's text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from grader.checks.plan import ALL_FORMS
from grader.explain.diagnosis.evidence import Memo, gathered
from grader.explain.diagnosis.features import in_common
from grader.explain.diagnosis.pairs import pair, with_raising
from grader.explain.diagnosis.predictions import Answers
from grader.explain.diagnosis.questions import Ask, answered
from grader.explain.diagnosis.search import Fit, Search
from grader.explain.misconceptions import by_id
from grader.judging.context import Prepared
from grader.programs.listing import listing
from grader.worker.observation import Observation

__all__ = ["Ask", "Diagnosis", "diagnose"]

Kind = Literal["exact", "pair", "close", "unknown"]

MOST_NAMED = 4


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """A name and its evidence: `explained` of `of` programs.

    kind "exact": several names are "one of", nothing tells them apart; "pair": two names go
    together. also: for one of a pair, the names that could stand in its place. left: for "close",
    the smallest public programs that the name does not explain, as Python.
    """

    misconception: str
    explained: int
    of: int
    explanation: str
    kind: Kind
    also: tuple[str, ...] = ()
    left: tuple[str, ...] = ()

    def record(self) -> dict[str, Any]:
        """As a report holds it."""
        record = asdict(self)
        record |= {"also": list(self.also), "left": list(self.left)}
        return {name: value for name, value in record.items() if value != []}


def diagnose(
    observed: Mapping[str, tuple[Prepared, Sequence[Observation]]],
    exercise: str,
    memo: Memo,
    hidden: frozenset[str] = frozenset(),
    unsteady: bool = False,
    ask: Ask | None = None,
    forms: frozenset[str] = ALL_FORMS,
) -> tuple[Diagnosis, ...]:
    """The misconceptions that give every number observed; else two at once, else a close one.

    hidden: checks whose programs are drawn, and not kept in `memo`. unsteady: the answers of the
    engine change from run to run; then only what fits every run is named. ask: runs more
    public programs on the student's engine, of the operators in `forms`, to part what fits.
    """
    sheet = gathered(observed, memo, hidden, unsteady)
    if not sheet.wrong:
        return ()
    if ask is not None and not unsteady:
        sheet.add(answered(exercise, ask, memo, forms))
    search = Search(sheet, Answers(memo), exercise)
    fits = search.exact()
    if fits:
        pairs = with_raising(search, fits)
        if pairs:
            return _named_pair(search, pairs)
        return tuple(_named(fit, "exact") for fit in fits[:MOST_NAMED])
    pairs = pair(search)
    if pairs:
        return _named_pair(search, pairs)
    if unsteady or all(evidence.error is not None for evidence in sheet.wrong):
        return ()
    close = search.close()
    if close is not None:
        return (_named(close, "close"),)
    common = in_common([e.program for e in sheet.wrong], [e.program for e in sheet.right(17)])
    return (Diagnosis("unknown", 0, sheet.total, common, "unknown"),)


def _named(fit: Fit, kind: Kind) -> Diagnosis:
    (name,) = fit.candidate.ids
    left = tuple(listing(evidence.program) for evidence in fit.left)
    return Diagnosis(name, fit.explained, fit.of, _explanation(name), kind, left=left)


def _named_pair(search: Search, fits: Sequence[Fit]) -> tuple[Diagnosis, ...]:
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
        found.append(
            Diagnosis(name, first.explained, first.of, _explanation(name), "pair", tuple(also))
        )
    return tuple(found)


def _explanation(name: str) -> str:
    return f"Your engine {by_id(name).explanation}"


def diagnosed(*evidence: Any) -> list[dict[str, Any]]:
    """The records of what `diagnose` finds, as they stand in a report."""
    return [found.record() for found in diagnose(*evidence)]
