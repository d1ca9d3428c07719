"""What a student's engine answered, laid beside what a wrong engine would have answered.

A `Sheet` holds the evidence of one exercise; `Answers` knows what wrong engines answer and keeps
it where it serves the next student too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from grader.bench import Prepared
from grader.compare import same_answer
from grader.interpreter import Answer, run
from grader.judging import is_right
from grader.misconceptions.base import (
    DIV,
    NEG,
    SUB,
    CommonEngine,
    EngineClass,
    WrongEngineRaises,
    combined,
)
from grader.observation import NamedError, Observation
from grader.program import Program, walk

LARGEST_PROGRAM = 300
"""Programs with more operations are about size, not about numbers, and are left out."""
MOST_TURNS = 4
"""Up to so many nodes of a program may take either order of inputs; 16 orders are tried."""
MOST_REPLAYED = 60
"""How much of a batch is run again for engines that keep something between programs."""

Prediction: TypeAlias = "Answer | WrongEngineRaises | None"
Memo: TypeAlias = dict[Any, Any]

_UNSAID = frozenset({"topo", "toposort", "node", "call"})
_STYLED = {"neg": NEG, "sub": NEG | SUB, "truediv": DIV}


@dataclass(slots=True, eq=False)
class Evidence:
    """One program and what the student's engine answered.

    bits: the operators of `style` that it uses. kept: whether the program is the same for every
    student. batch, place: where it ran.
    """

    question: tuple[str, int]
    program: Program
    answer: Answer | None
    error: NamedError | None
    wrong: bool
    bits: int
    kept: bool
    batch: Sequence[Any]
    place: int


@dataclass(slots=True)
class Sheet:
    """All evidence of one exercise, wrong answers apart from right ones.

    unsteady: the engine's answers change from run to run, so only programs of which every order of
    inputs can be tried count.
    """

    wrong: list[Evidence] = field(default_factory=list)
    right: list[Evidence] = field(default_factory=list)
    unsteady: bool = False

    @property
    def questions(self) -> set[tuple[str, int]]:
        """What was asked: copies of a program are one question."""
        return {evidence.question for evidence in (*self.wrong, *self.right)}


def gathered(
    observed: Mapping[str, tuple[Prepared, Sequence[Observation]]],
    memo: Memo,
    hidden: frozenset[str],
    unsteady: bool,
) -> Sheet:
    """The evidence in what was observed; wrong answers smallest first."""
    sheet = Sheet(unsteady=unsteady)
    for check, (prepared, observations) in observed.items():
        items = prepared.items
        size = len(prepared.plan.questions)
        for place, (item, found) in enumerate(zip(items, observations, strict=True)):
            question = prepared.plan.questions[place % size]
            if not isinstance(item, Program) or question.judge is not None:
                continue
            if found.error is not None and found.error.get("phase") == "loading":
                continue
            kept = check not in hidden
            bits = memo.get(("bits", item))
            if bits is None:
                bits = _bits(item)
                if kept:
                    memo["bits", item] = bits
            if bits < 0:
                continue
            right = prepared.expected[place % size]
            wrong = found.answer != right and not is_right(question, right, found)
            evidence = Evidence(
                question=(check, place % size),
                program=item,
                answer=found.answer,
                error=found.error,
                wrong=wrong,
                bits=bits,
                kept=kept,
                batch=items,
                place=place,
            )
            (sheet.wrong if wrong else sheet.right).append(evidence)
    sheet.wrong.sort(key=lambda evidence: evidence.program.size)
    return sheet


def _bits(program: Program) -> int:
    """Which operators of `style` a program uses; -1 if no engine of ours can run it in time."""
    if program.size > LARGEST_PROGRAM:
        return -1
    bits = 0
    for step in walk(program.steps):
        if step[0] in _UNSAID:
            return -1
        if step[0] in ("apply", "inplace"):
            bits |= _STYLED.get(step[2], 0)
    return bits


@dataclass(frozen=True, slots=True)
class Candidate:
    """One belief or several, in one form each."""

    ids: tuple[str, ...]
    engines: tuple[EngineClass, ...]
    by_order: bool

    def engine(self, style: int) -> EngineClass:
        """The engine that holds them all."""
        return combined(*self.engines, style=style)


class Answers:
    """What wrong engines answer. What every student is asked is kept in `memo`."""

    def __init__(self, memo: Memo) -> None:
        self.memo = memo
        self.own: Memo = {}

    def explains(
        self, candidate: Candidate, style: int, evidence: Evidence, sheet: Sheet, most: int = 16
    ) -> bool | None:
        """Whether some order of inputs gives what the student's engine answered.

        None: the candidate says nothing about it. It has an answer where the student's engine
        raised, which may have another cause, or not every order can be tried.
        """
        engine = candidate.engine(style & evidence.bits)
        ask = self._replayed if engine.keeps_state else self._asked
        first, turnable = ask(engine, evidence, 0)
        if first is None:
            return None
        if candidate.by_order and sheet.unsteady and turnable > MOST_TURNS:
            return None
        found = _agrees(first, evidence)
        if found or not candidate.by_order or not turnable:
            return found
        turns = [-1]
        if turnable <= MOST_TURNS and not engine.keeps_state:
            turns += range(1, min(most, (1 << turnable) - 1))
        for each in turns:
            again = _agrees(ask(engine, evidence, each)[0], evidence)
            if again:
                return True
            found = None if again is None else found
        return found

    def at_once(self, candidate: Candidate, sheet: Sheet) -> Callable[[int, Evidence], bool]:
        """A quick `explains`: whether what is known already says yes, digit for digit."""
        tables: dict[int, Memo] = {}
        for style in range(8):
            engine = candidate.engine(style)
            quick = not engine.keeps_state and not (candidate.by_order and sheet.unsteady)
            tables[style] = self.memo.setdefault((engine, 0), {}) if quick else {}

        def known(style: int, evidence: Evidence) -> bool:
            found = tables[style].get(evidence.program)
            return found is not None and found[0] == evidence.answer and found[0] is not None

        return known

    def _asked(self, engine: EngineClass, evidence: Evidence, turns: int) -> tuple[Prediction, int]:
        memo = self.memo if evidence.kept else self.own
        answers = memo.get((engine, turns))
        if answers is None:
            answers = memo[engine, turns] = {}
        known: tuple[Prediction, int] | None = answers.get(evidence.program)
        if known is None:
            made = engine(turns)
            known = answers[evidence.program] = (_predicted(made, evidence.program), made.turnable)
        return known

    def _replayed(
        self, engine: EngineClass, evidence: Evidence, turns: int
    ) -> tuple[Prediction, int]:
        """The same, after all that ran before it in the batch, on one engine."""
        if evidence.place >= MOST_REPLAYED:
            return None, 0
        key = (engine, turns, id(evidence.batch))
        made, answers = self.own.setdefault(key, (engine(turns), []))
        for item in evidence.batch[len(answers) : evidence.place + 1]:
            plain = isinstance(item, Program) and _bits(item) >= 0
            answers.append((_predicted(made, item) if plain else None, 1))
        found: tuple[Prediction, int] = answers[evidence.place]
        return found


def _predicted(engine: CommonEngine, program: Program) -> Prediction:
    try:
        return run(program, engine)
    except WrongEngineRaises as error:
        return error.with_traceback(None)
    except (ArithmeticError, RecursionError):
        return None


def _agrees(predicted: Prediction, evidence: Evidence) -> bool | None:
    if isinstance(predicted, WrongEngineRaises):
        error = evidence.error
        if error is None:
            return False
        return True if _same_error(predicted, error) else None
    if predicted is None or evidence.answer is None:
        return None
    return predicted == evidence.answer or same_answer(evidence.answer, predicted)


def _same_error(predicted: WrongEngineRaises, found: NamedError) -> bool:
    return predicted.kind == found.kind and predicted.says in found.get("message")


def first_where(evidence: Iterable[Evidence], holds: Callable[[Evidence], bool]) -> Evidence | None:
    """The first piece of evidence for which something holds."""
    return next((each for each in evidence if holds(each)), None)
