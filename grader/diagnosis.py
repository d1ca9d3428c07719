"""Name the misconception behind a student's numbers, or say that none is known.

`diagnose` compares all observations of an exercise, passing ones too, with what the wrong engines
answer. A name is given only if nothing contradicts it; "close" says how much it leaves unexplained.
Evidence first: no name is looked for in the student's text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from grader.bench import Prepared
from grader.evidence import Answers, Candidate, Evidence, Memo, Sheet, first_where, gathered
from grader.features import in_common
from grader.misconceptions import ALL, by_id
from grader.observation import Observation

Kind = Literal["exact", "pair", "close", "unknown"]

STYLES = (7, 6, 0, 4, 3, 2, 5, 1)
"""How `- / neg` may be made, likely ways first (`grader.misconceptions.base`)."""
OFTEN_BESIDE = ("nothing-reset", "seed-overwrites-leaf")
"""Beliefs that many engines hold beside any other: they are tried first as the second of two."""
MOST_NAMED = 4
MOST_PAIRS = 1500
SAMPLE = 24
CLOSE_OF_ALL = 0.9
CLOSE_OF_WRONG = 0.5


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """A name and its evidence: `explained` of `of` programs. Kind "pair": two names go together."""

    misconception: str
    explained: int
    of: int
    explanation: str
    kind: Kind

    def record(self) -> dict[str, Any]:
        """As a report holds it."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a candidate fits: of `of` programs that it speaks about, and of the wrong ones."""

    candidate: Candidate
    explained: int
    of: int
    wrong_explained: int


def diagnose(
    observed: Mapping[str, tuple[Prepared, Sequence[Observation]]],
    exercise: str,
    memo: Memo,
    hidden: frozenset[str] = frozenset(),
    unsteady: bool = False,
) -> tuple[Diagnosis, ...]:
    """The misconceptions that give every number observed; else two at once, else a close one.

    hidden: checks whose programs are drawn, and not kept in `memo`. unsteady: the answers of the
    engine change from run to run; then only what fits every run is named.
    """
    sheet = gathered(observed, memo, hidden, unsteady)
    if not sheet.wrong:
        return ()
    search = Search(sheet, Answers(memo), exercise)
    fits = search.exact()
    if fits:
        return tuple(_named(name, fit, "exact") for fit in fits for name in fit.candidate.ids)
    pair = search.pair()
    if pair is not None:
        return tuple(_named(name, pair, "pair") for name in pair.candidate.ids)
    if unsteady or all(evidence.error is not None for evidence in sheet.wrong):
        return ()
    close = search.close()
    if close is not None:
        return tuple(_named(name, close, "close") for name in close.candidate.ids)
    common = in_common([e.program for e in sheet.wrong], [e.program for e in sheet.right])
    return (Diagnosis("unknown", 0, len(sheet.questions), common, "unknown"),) if common else ()


def _named(name: str, fit: Fit, kind: Kind) -> Diagnosis:
    explanation = f"Your engine {by_id(name).explanation}"
    return Diagnosis(name, fit.explained, fit.of, explanation, kind)


class Search:
    """The search through the candidates of one exercise, for one sheet of evidence."""

    def __init__(self, sheet: Sheet, answers: Answers, exercise: str) -> None:
        self.sheet = sheet
        self.answers = answers
        self.questions = sheet.questions
        self.candidates = [
            Candidate((m.id,), (engine,), m.by_order)
            for m in ALL
            if exercise in m.exercises
            for engine in m.engines
        ]

    def exact(self) -> list[Fit]:
        """Single beliefs that nothing contradicts, each once; those that explain most."""
        return self._best(self.candidates)[:MOST_NAMED]

    def pair(self) -> Fit | None:
        """Two beliefs at once that nothing contradicts, if there are any."""
        beside = [c for c in self.candidates if c.ids[0] in OFTEN_BESIDE]
        pairs = [_both(one, other) for other in beside for one in self.candidates]
        fits = self._best([pair for pair in pairs if pair is not None])
        fits = fits or self._best(self._promising_pairs())
        return fits[0] if fits else None

    def _best(self, candidates: Iterable[Candidate]) -> list[Fit]:
        fits: dict[tuple[str, ...], Fit] = {}
        for candidate in candidates:
            if candidate.ids not in fits:
                fit = self.fit(candidate)
                if fit is not None:
                    fits[candidate.ids] = fit
        if self.sheet.unsteady:  # how many answers are wrong is a matter of chance
            return list(fits.values())
        most = max((fit.wrong_explained for fit in fits.values()), default=0)
        best = [fit for fit in fits.values() if fit.wrong_explained == most]
        return sorted(best, key=self._turned) if len(best) > 1 else best

    def _turned(self, fit: Fit) -> int:
        """How many answers come out only if inputs are not walked from left to right.

        Some beliefs differ in nothing else; from left to right is what most engines do.
        """
        plain = replace(fit.candidate, by_order=False)
        at_once = self.answers.at_once(plain, self.sheet)
        return sum(
            not at_once(STYLES[0] & evidence.bits, evidence) and not self._explains(plain, evidence)
            for evidence in (*self.sheet.wrong, *self.sheet.right)
        )

    def _promising_pairs(self) -> Iterable[Candidate]:
        """Pairs of which one explains the smallest wrong program, the other what that leaves."""
        made = 0
        smallest = self.sheet.wrong[0]
        for one in self.candidates:
            if not self._explains(one, smallest):
                continue
            left = first_where(
                self.sheet.wrong,
                lambda e, one=one: not self._explains(one, e),  # type: ignore[misc]
            )
            for other in self.candidates if left is not None else ():
                pair = _both(one, other)
                if pair is not None and left is not None and self._explains(other, left):
                    made += 1
                    yield pair
                if made >= MOST_PAIRS:
                    return

    def _explains(self, candidate: Candidate, evidence: Evidence) -> bool:
        projections = dict.fromkeys(style & evidence.bits for style in STYLES)
        return any(
            self.answers.explains(candidate, style, evidence, self.sheet) for style in projections
        )

    def fit(self, candidate: Candidate) -> Fit | None:
        """The candidate's evidence, or None at the first contradiction or if it explains nothing.

        One style must do for all programs.
        """
        styles = list(STYLES)
        unsaid: list[tuple[Evidence, int]] = []
        explained = False
        at_once = self.answers.at_once(candidate, self.sheet)
        for evidences in (self.sheet.wrong, self.sheet.right):
            for evidence in evidences:
                for projection in dict.fromkeys([style & evidence.bits for style in styles]):
                    if at_once(projection, evidence):
                        explained = True
                        continue
                    said = self.answers.explains(candidate, projection, evidence, self.sheet)
                    if said is None:
                        unsaid.append((evidence, projection))
                    elif not said:
                        styles = [s for s in styles if s & evidence.bits != projection]
                    else:
                        explained = True
                if not styles:
                    return None
            if not explained:  # of the wrong answers, which come first
                return None
        left = {e.question for e, projection in unsaid if styles[0] & e.bits == projection}
        spoken = self.questions - left
        wrong = {e.question for e in self.sheet.wrong} & spoken
        return Fit(candidate, len(spoken), len(spoken), len(wrong)) if wrong else None

    def close(self) -> Fit | None:
        """The single belief that explains most, if that is most of everything."""
        wrong = [e for e in self.sheet.wrong if e.kept and e.error is None]
        right = [e for e in self.sheet.right if e.kept]
        sample = [*wrong[:SAMPLE], *right[:: len(right) // SAMPLE + 1]]
        best: tuple[int, Candidate] | None = None
        for candidate in self.candidates:
            if any(self._explains(candidate, e) for e in wrong[:4]):
                count = sum(self._explains(candidate, evidence) for evidence in sample)
                if best is None or count > best[0]:
                    best = count, candidate
        return None if best is None else self._counted(best[1])

    def _counted(self, candidate: Candidate) -> Fit | None:
        """The candidate's full count in its best style, if it comes close."""
        fits = [self._count(candidate, style) for style in STYLES[:3]]
        best = max(fits, key=lambda fit: fit.explained)
        wrong = len({e.question for e in self.sheet.wrong})
        is_close = best.explained >= CLOSE_OF_ALL * best.of
        return best if is_close and best.wrong_explained >= CLOSE_OF_WRONG * wrong else None

    def _count(self, candidate: Candidate, style: int) -> Fit:
        spoken, against = set(), set()
        for evidence in (*self.sheet.wrong, *self.sheet.right):
            said = self.answers.explains(candidate, style, evidence, self.sheet)
            if said is not None:
                spoken.add(evidence.question)
            if said is False:
                against.add(evidence.question)
        wrong = {e.question for e in self.sheet.wrong} & spoken
        return Fit(candidate, len(spoken - against), len(spoken), len(wrong - against))


def _both(one: Candidate, other: Candidate) -> Candidate | None:
    """Two beliefs on one base; None if they are forms of one."""
    a, b = one.engines[0], other.engines[0]
    if one.ids == other.ids or issubclass(a, b) or issubclass(b, a):
        return None
    return Candidate((*one.ids, *other.ids), (a, b), one.by_order or other.by_order)
