"""Read what raises by itself: an exception says nothing about numbers, and they nothing about it.

A belief about exceptions is named if it raises where the student's engine does and nowhere else:
what was answered with a right number it answers too, and on what was answered wrongly it raises
nothing. So what is wrong with the numbers is left to be read beside it, whatever that is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.explain.diagnosis.evidence import Evidence
from grader.explain.diagnosis.predictions import Candidate
from grader.explain.diagnosis.search import Search
from grader.explain.styles import LIKELY

Question = tuple[str, int]

OF_A_BATCH = 60
"""Of each batch about so many programs are compared that were answered."""
MOST_READ = 2
"""So many beliefs about exceptions are named at most."""


@dataclass(frozen=True, slots=True)
class RaisingReading:
    """Beliefs that raise where the engine does; the first raises everywhere that the others do.

    explained: the questions to which it gives what the engine gave.
    """

    candidate: Candidate
    also: tuple[str, ...]
    explained: frozenset[Question]

    @property
    def name(self) -> str:
        """The belief that is named."""
        return self.candidate.ids[0]


def read_raising(search: Search, beside: Candidate | None = None) -> list[RaisingReading]:
    """What raises, as far as `beside`, which is about numbers, does not say it already.

    Each reading must account for most of what is left.
    """
    raised = [e for e in search.sheet.wrong if e.error is not None]
    if beside is not None:
        raised = [e for e in raised if not _is_told(search, beside, e)]
    if not raised or search.sheet.unsteady:
        return []
    found: list[RaisingReading] = []
    possible = [c for c in _possible(search) if beside is None or c.ids != beside.ids]
    answered = list(_answered(search)) if possible else []
    styled = [(each, style) for each in possible for style in _styles(search, each, answered)]
    while raised and styled and len(found) < MOST_READ:
        asked = {e.question for e in raised}
        best: dict[str, tuple[Candidate, frozenset[Question]]] = {}
        for candidate, style in styled:
            (name,) = candidate.ids
            said = _explained(search, candidate, style, raised)
            if len(said) > len(best.get(name, (candidate, frozenset()))[1]):
                best[name] = candidate, said
        most = max(map(len, (said for _, said in best.values())), default=0)
        if most <= len(asked) / 2:
            break
        first, *others = [name for name, (_, said) in best.items() if len(said) == most]
        candidate, said = best[first]
        found.append(RaisingReading(candidate, tuple(others), said))
        raised = [e for e in raised if e.question not in said]
    return found


def _is_told(search: Search, beside: Candidate, evidence: Evidence) -> bool:
    """Whether it raises there as well, or its formula has no value there."""
    if search.explains(beside, evidence):
        return True
    return not beside.is_recorded and search.answers.has_no_value(beside, LIKELY[0], evidence)


def _possible(search: Search) -> list[Candidate]:
    """The beliefs that raise what the engine raises, on some program."""
    return [
        candidate
        for candidate in search.candidates
        if any(search.explains(candidate, evidence) for evidence in search.raised)
    ]


def _answered(search: Search) -> Iterator[Evidence]:
    """Some of what was answered, right or wrong, from all over."""
    for batch in search.sheet.batches:
        step = len(batch) // OF_A_BATCH + 1
        for number in range(0, len(batch), step):
            if batch.answers[number] is not None and batch.counts(number):
                yield batch.evidence(number)


def _styles(search: Search, candidate: Candidate, answered: Sequence[Evidence]) -> list[int]:
    """The styles in which it raises on nothing that was answered, and gives what is right."""
    styles = []
    for style in dict.fromkeys((*LIKELY, 0)):
        if not any(_is_against(search, candidate, style, evidence) for evidence in answered):
            styles.append(style)
    return styles


def _is_against(search: Search, candidate: Candidate, style: int, evidence: Evidence) -> bool:
    answers = search.answers
    if evidence.wrong:
        return answers.raises(candidate, style, evidence)
    return answers.explains(candidate, style, evidence, search.sheet) is False


def _explained(
    search: Search, candidate: Candidate, style: int, raised: Sequence[Evidence]
) -> frozenset[Question]:
    said = (
        evidence.question
        for evidence in raised
        if search.answers.explains(candidate, style, evidence, search.sheet)
    )
    return frozenset(said)
