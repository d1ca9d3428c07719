"""The search through the beliefs of one exercise for those that give a student's numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from grader.explain.diagnosis.beliefs import Candidate, of_exercise
from grader.explain.diagnosis.evidence import Batch, Evidence, Sheet
from grader.explain.diagnosis.predictions import Answers
from grader.explain.styles import LIKELY, STYLES, projections

ALONE = "alone"
"""The list of single beliefs."""
FIRST = 8
SPREAD = 20
SAMPLE = 24
CLOSE_OF_ALL = 0.9
CLOSE_OF_WRONG = 0.5
CLOSE_BESIDE = 0.25
"""A close belief may go wrong where the student is right, but at most a quarter as often as it
explains what is wrong."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a candidate fits: of `of` programs that it speaks about, and of the wrong ones.

    against: what it does not explain, smallest programs first.
    beside: how many programs it would get wrong that the student's engine gets right.
    """

    candidate: Candidate
    explained: int
    of: int
    wrong_explained: int
    against: tuple[Evidence, ...] = ()
    beside: int = 0


class Search:
    """The search through the candidates of one exercise, for one sheet of evidence."""

    def __init__(self, sheet: Sheet, answers: Answers, exercise: str) -> None:
        self.sheet = sheet
        self.answers = answers
        self.exercise = exercise
        self.candidates = self.listed(ALONE, lambda: of_exercise(exercise))
        wrong = sheet.wrong
        probes = [
            *wrong[:FIRST],
            *wrong[FIRST :: len(wrong) // SPREAD + 1],
            *spread([e for e in sheet.right(7) if e.kept], SPREAD),
        ]
        self.first_probes = [evidence for evidence in probes if evidence.kept]
        self.left = answers.memo.left_by(self.first_probes, sheet.unsteady)
        self.only_raised = all(evidence.error is not None for evidence in wrong)
        kinds: dict[tuple[str, str], list[Evidence]] = {}
        for evidence in wrong:
            if evidence.error is not None:
                key = evidence.error.kind, evidence.error.get("operator")
                kinds.setdefault(key, []).append(evidence)
        self.raised = [evidence for found in kinds.values() for evidence in found[:3]]

    def listed(self, name: str, make: Callable[[], Iterable[Candidate]]) -> list[Candidate]:
        """A list that is the same for every student, made once a run."""
        lists, key = self.answers.memo.lists, (name, self.exercise)
        if key not in lists:
            lists[key] = [*make()]
        return lists[key]

    def exact(self) -> list[Fit]:
        """Single beliefs that nothing contradicts, each once; those that explain most."""
        return self.best_of(ALONE, self.candidates)

    def best_of(self, name: str, candidates: list[Candidate]) -> list[Fit]:
        """The best of a list, of which only those are looked at that the probes leave."""
        left, key = self.left, (name, self.exercise)
        fits = self.best(left.lists.get(key, candidates))
        if key not in left.lists:
            left.lists[key] = [each for each in candidates if left.styles.get(each, True)]
        return fits

    def best(self, candidates: Iterable[Candidate]) -> list[Fit]:
        """Those of the candidates that nothing contradicts and that explain most."""
        fits: dict[tuple[str, ...], Fit] = {}
        everything = len({evidence.question for evidence in self.sheet.wrong})
        for candidate in candidates:
            known = fits.get(candidate.ids)
            if known is None or known.wrong_explained < everything:  # another form may do better
                fit = self.fit(candidate)
                if fit and (known is None or fit.wrong_explained > known.wrong_explained):
                    fits[candidate.ids] = fit
        if self.sheet.unsteady:  # how many answers are wrong is a matter of chance
            return list(fits.values())
        most = max((fit.wrong_explained for fit in fits.values()), default=0)
        best = [fit for fit in fits.values() if fit.wrong_explained == most]
        return sorted(best, key=self._turned) if len(best) > 1 else best

    def _turned(self, fit: Fit) -> int:
        """How many answers to what every student is asked come out only if inputs are not walked
        from left to right.

        Some beliefs differ in nothing else; from left to right is what most engines do.
        """
        plain = replace(fit.candidate, by_order=False)
        if not fit.candidate.by_order:
            return 0
        count = 0
        for batch in self.sheet.batches:
            for number in self._unlike(plain, STYLES[0], batch) if batch.kept else ():
                count += not self.explains(plain, batch.evidence(number))
        return count

    def explains(self, candidate: Candidate, evidence: Evidence) -> bool:
        """Whether the candidate gives this answer in some style."""
        return any(
            self.answers.explains(candidate, style, evidence, self.sheet)
            for style in projections(evidence.bits)
        )

    def says(self, candidate: Candidate, evidence: Evidence) -> bool | None:
        """The same, and None if it says nothing about it in any style."""
        said = [
            self.answers.explains(candidate, style, evidence, self.sheet)
            for style in projections(evidence.bits)
        ]
        return True if any(said) else None if None in said else False

    def fit(self, candidate: Candidate) -> Fit | None:
        """The candidate's evidence, or None if something contradicts it or if it explains nothing.

        One style must do for all programs: the one that explains most.
        """
        styles = self.left.styles.get(candidate)
        if styles is None:
            styles = self._probed(candidate, [*STYLES], self.first_probes)
            self.left.styles[candidate] = styles
        if not styles:
            return None
        if self.only_raised and not any(self.explains(candidate, e) for e in self.raised):
            return None
        best, wrong = None, {evidence.question for evidence in self.sheet.wrong}
        while styles:
            unsaid: dict[tuple[str, int], int] = {}
            against = self._contradiction(candidate, styles[0], unsaid)
            if against is not None:
                styles = self._not_against(candidate, styles, against)
                continue
            said = len(wrong - unsaid.keys())
            if best is None or said > best.wrong_explained:
                spoken = self.sheet.total - len(unsaid)
                best = Fit(candidate, spoken, spoken, said)
            matters = 0
            if any(self.explains(candidate, evidence) for evidence in self.raised):
                for question in wrong & unsaid.keys():
                    matters |= unsaid[question]
            projection = styles[0] & matters
            styles = [style for style in styles if style & matters != projection]
        return best if best and best.wrong_explained else None

    def _probed(
        self, candidate: Candidate, styles: list[int], probes: Sequence[Evidence]
    ) -> list[int]:
        """The styles that none of the probes contradicts."""
        for evidence in probes:
            if not styles:
                break
            styles = self._not_against(candidate, styles, evidence)
        return styles

    def _not_against(
        self, candidate: Candidate, styles: list[int], evidence: Evidence
    ) -> list[int]:
        bits = evidence.bits
        every = len(styles) == len(STYLES)
        asked = projections(bits) if every else tuple(dict.fromkeys([s & bits for s in styles]))
        against = {
            projection
            for projection in asked
            if self.answers.explains(candidate, projection, evidence, self.sheet) is False
        }
        if not against:
            return styles
        if len(against) == len(asked):
            return []
        return [style for style in styles if style & bits not in against]

    def _contradiction(
        self, candidate: Candidate, style: int, unsaid: dict[tuple[str, int], int]
    ) -> Evidence | None:
        """A piece of evidence against it; what it says nothing about goes to `unsaid`, with the
        bits of the style that could decide about an exception.

        What every student is asked comes first, since its answers are known by now, then the
        smallest batches.
        """
        for batch in sorted(self.sheet.batches, key=lambda batch: (not batch.kept, len(batch))):
            for number in self._unlike(candidate, style, batch):
                evidence = batch.evidence(number)
                said = self.answers.explains(candidate, style, evidence, self.sheet)
                if said is None:
                    unsaid[evidence.question] = evidence.bits if evidence.error else 0
                elif not said:
                    return evidence
        return None

    def _unlike(self, candidate: Candidate, style: int, batch: Batch) -> Iterable[int]:
        """The programs that a quick look at what is known does not explain."""
        unlike = None
        if not (candidate.by_order and self.sheet.unsteady):
            unlike = self.answers.unlike(candidate, style, batch)
        if unlike is not None:
            return unlike
        return [number for number in range(len(batch)) if batch.counts(number)]

    def close(self) -> Fit | None:
        """The single belief that explains most, if that is most of everything."""
        found = self.closest(1)
        return None if not found else self._counted(found[0])

    def closest(self, most: int) -> list[Candidate]:
        """The beliefs that explain most of a sample, best first."""
        wrong = [e for e in self.sheet.wrong if e.error is None]
        sample = spread([e for e in wrong if e.kept] or wrong, SAMPLE)
        sample += spread([e for e in self.sheet.right(7) if e.kept], SAMPLE)
        counted = []
        for candidate in self.candidates:
            if any(self.explains(candidate, e) for e in wrong[:4]):
                counted.append(
                    (sum(self.explains(candidate, evidence) for evidence in sample), candidate)
                )
        counted.sort(key=lambda item: -item[0])
        return [candidate for _, candidate in counted[:most]]

    def _counted(self, candidate: Candidate) -> Fit | None:
        """The candidate's full count in its best style, if it comes close."""
        best = self.count(candidate, self.style_of(candidate))
        wrong = len({e.question for e in self.sheet.wrong})
        is_close = best.explained >= CLOSE_OF_ALL * best.of
        is_close = is_close and best.wrong_explained >= CLOSE_OF_WRONG * wrong
        return best if is_close and best.beside <= CLOSE_BESIDE * best.wrong_explained else None

    def style_of(self, candidate: Candidate) -> int:
        """The style in which the candidate gives most of a sample of the answers."""
        sample = [*spread(self.sheet.wrong, SPREAD), *spread([*self.sheet.right(3)], SPREAD)]

        def count(style: int) -> int:
            said = (self.answers.explains(candidate, style & e.bits, e, self.sheet) for e in sample)
            return sum(map(bool, said))

        return max(LIKELY, key=count)

    def count(self, candidate: Candidate, style: int) -> Fit:
        """How much the candidate explains in this style, contradictions and all."""
        unsaid, against = set(), []
        for batch in self.sheet.batches:
            for number in self._unlike(candidate, style, batch):
                evidence = batch.evidence(number)
                said = self.answers.explains(candidate, style, evidence, self.sheet)
                if said is None:
                    unsaid.add(evidence.question)
                elif not said:
                    against.append(evidence)
        contradicted = {evidence.question for evidence in against}
        failed = {e.question for e in self.sheet.wrong}
        wrong = failed - unsaid
        spoken = self.sheet.total - len(unsaid - contradicted)
        return Fit(
            candidate,
            spoken - len(contradicted),
            spoken,
            len(wrong - contradicted),
            tuple(sorted(against, key=lambda e: e.program.size)),
            len(contradicted - failed),
        )


def spread(pieces: list[Evidence], most: int) -> list[Evidence]:
    """At most about `most` of the pieces, from all over."""
    return pieces[:: len(pieces) // most + 1]
