"""Lay a student's answers beside the recorded ones of wrong engines, and find those that fit.

`seen` looks the answers up in the table of an exercise (`diagnosis/recorded_wrong.py`);
`RecordedSearch` finds the engines that nothing contradicts, and the one that comes closest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.explain.diagnosis.recorded_wrong import (
    FIRST_ERROR,
    NO_CLASS,
    NOT_HERE,
    NOTHING,
    RIGHT,
    WrongAnswers,
    WrongEngine,
    batch_key,
)
from grader.explain.styles import LIKELY, STYLES, projections
from grader.judging.context import Prepared
from grader.judging.verdict import is_right
from grader.programs.program import Program
from grader.worker.observation import Observation

MOST_REPLAYED = 60
MOST_NAMED = 4
SAMPLE = 24
CLOSE_OF_ALL = 0.9
CLOSE_OF_WRONG = 0.5
CLOSE_BESIDE = 0.25

Observed = Mapping[str, tuple[Prepared, Sequence[Observation]]]


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What the student's engine answered to one recorded program.

    said: the number of its answer in the table, `NO_CLASS` for one that no wrong engine gives.
    errors: entries of the engines that stop like it; None if it did not stop.
    """

    question: tuple[str, int]
    program: Program
    number: int
    bits: int
    heavy: bool
    said: int
    errors: frozenset[int] | None
    batch: int
    place: int


def seen(observed: Observed, answers: WrongAnswers) -> tuple[list[Seen], list[Seen]]:
    """Wrong and right answers to recorded programs; the wrong ones smallest first."""
    wrong: list[Seen] = []
    right: list[Seen] = []
    for check, (prepared, observations) in observed.items():
        items, numbers = prepared.items, prepared.numbers
        batch = batch_key(items[:MOST_REPLAYED])
        for place, (item, found) in enumerate(zip(items, observations, strict=True)):
            question = prepared.plan.questions[numbers[place]]
            if not isinstance(item, Program) or question.judge is not None:
                continue
            if found.error is not None and found.error.get("phase") == "loading":
                continue
            number = answers.number(item)
            if number is None:
                continue
            expected = prepared.expected[numbers[place]]
            is_wrong = found.answer != expected and not is_right(question, expected, found)
            said = RIGHT
            if is_wrong:
                said = NO_CLASS if found.answer is None else answers.class_of(number, found.answer)
            each = Seen(
                question=(check, numbers[place]),
                program=item,
                number=number,
                bits=answers.bits[number],
                heavy=bool(answers.heavy[number]),
                said=said,
                errors=None if found.error is None else answers.errors_like(found.error),
                batch=batch,
                place=place,
            )
            (wrong if is_wrong else right).append(each)
    wrong.sort(key=lambda each: each.program.size)
    return wrong, right


@dataclass(frozen=True, slots=True)
class RecordedFit:
    """How well a wrong engine fits: of `of` programs it speaks about, and of the wrong ones.

    beside: how many it would get wrong that the student's engine gets right.
    """

    engine: WrongEngine
    style: int
    explained: int
    of: int
    wrong_explained: int
    beside: int = 0


class RecordedSearch:
    """The search through the recorded engines of one exercise."""

    def __init__(
        self, answers: WrongAnswers, wrong: list[Seen], right: list[Seen], unsteady: bool
    ) -> None:
        self.answers = answers
        self.wrong, self.right = wrong, right
        self.unsteady = unsteady
        self.questions = {each.question for each in (*wrong, *right)}
        self.wrong_questions = {each.question for each in wrong}

    def exact(self) -> list[RecordedFit]:
        """Beliefs that nothing contradicts, each once; those that explain most."""
        fits: dict[str, RecordedFit] = {}
        for engine in self.answers.engines:
            if engine.belief.id not in fits:
                fit = self.fit(engine)
                if fit is not None:
                    fits[engine.belief.id] = fit
        if self.unsteady:  # how many answers are wrong is a matter of chance
            return list(fits.values())[:MOST_NAMED]
        most = max((fit.wrong_explained for fit in fits.values()), default=0)
        best = [fit for fit in fits.values() if fit.wrong_explained == most]
        return sorted(best, key=self._turned)[:MOST_NAMED] if len(best) > 1 else best

    def fit(self, engine: WrongEngine) -> RecordedFit | None:
        """The engine's evidence; None at the first contradiction or if it explains nothing."""
        styles = list(STYLES)
        unsaid: list[tuple[Seen, int]] = []
        explained = False
        for group in (self.wrong, self.right):
            for each in group:
                for projection in dict.fromkeys([style & each.bits for style in styles]):
                    said = self.explains(engine, projection, each)
                    if said is None:
                        unsaid.append((each, projection))
                    elif said:
                        explained = True
                    else:
                        styles = [s for s in styles if s & each.bits != projection]
                if not styles:
                    return None
            if not explained:  # of the wrong answers, which come first
                return None
        best: RecordedFit | None = None
        for style in styles if unsaid else styles[:1]:
            left = {each.question for each, bits in unsaid if style & each.bits == bits}
            spoken = self.questions - left
            wrong = len(self.wrong_questions & spoken)
            if wrong > (best.wrong_explained if best else 0):
                best = RecordedFit(engine, style, len(spoken), len(spoken), wrong)
        return best

    def explains(self, engine: WrongEngine, style: int, each: Seen) -> bool | None:
        """Whether some order of inputs gives what the student's engine answered; None: unsaid."""
        entries = self._entries(engine, style, each)
        first = next(entries, NOT_HERE)
        if first in (NOTHING, NOT_HERE):
            return None
        if engine.belief.by_order and self.unsteady and each.heavy:
            return None
        found = _agrees(first, each)
        for entry in entries:
            if found:
                break
            if entry != NOT_HERE:
                again = _agrees(entry, each)
                found = None if again is None else again or found
        return found

    def _entries(self, engine: WrongEngine, style: int, each: Seen) -> Iterator[int]:
        if engine.batches:
            for row in engine.batches.get(each.batch, {}).get(style, ()):
                if each.place < len(row):
                    yield row[each.place]
        else:
            for number in engine.rows.get(style, ()):
                yield self.answers.entry(number, each.number)

    def _turned(self, fit: RecordedFit) -> int:
        """How many answers come out only if inputs are not walked from left to right."""
        count = 0
        for each in (*self.wrong, *self.right):
            entries = self._entries(fit.engine, fit.style & each.bits, each)
            count += not _agrees(next(entries, NOT_HERE), each)
        return count

    def close(self) -> RecordedFit | None:
        """The belief that explains most, if that is most of everything."""
        wrong = [each for each in self.wrong if each.errors is None]
        sample = [*wrong[:SAMPLE], *self.right[:: len(self.right) // SAMPLE + 1]]
        best: tuple[int, WrongEngine] | None = None
        for engine in self.answers.engines:
            if any(self._in_any_style(engine, each) for each in wrong[:4]):
                count = sum(self._in_any_style(engine, each) for each in sample)
                if best is None or count > best[0]:
                    best = count, engine
        if best is None:
            return None
        counted = [self._count(best[1], style) for style in LIKELY]
        fit = max(counted, key=lambda fit: fit.explained)
        is_close = fit.explained >= CLOSE_OF_ALL * fit.of
        enough = fit.wrong_explained >= CLOSE_OF_WRONG * len(self.wrong_questions)
        few_beside = fit.beside <= CLOSE_BESIDE * fit.wrong_explained
        return fit if is_close and enough and few_beside else None

    def _in_any_style(self, engine: WrongEngine, each: Seen) -> bool:
        return any(self.explains(engine, style, each) for style in projections(each.bits))

    def _count(self, engine: WrongEngine, style: int) -> RecordedFit:
        spoken, against = set(), set()
        for each in (*self.wrong, *self.right):
            said = self.explains(engine, style & each.bits, each)
            if said is not None:
                spoken.add(each.question)
            if said is False:
                against.add(each.question)
        wrong = self.wrong_questions & spoken
        explained = len(spoken - against)
        beside = len(against - self.wrong_questions)
        return RecordedFit(engine, style, explained, len(spoken), len(wrong - against), beside)


def _agrees(entry: int, each: Seen) -> bool | None:
    """Whether one entry is what the student's engine did; None: it says nothing about it."""
    if FIRST_ERROR <= entry < NOTHING:
        if each.errors is None:
            return False
        return True if entry in each.errors else None
    if entry in (NOTHING, NOT_HERE) or each.errors is not None:
        return None
    return entry == each.said
