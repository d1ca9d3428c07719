"""What wrong engines answer, and whether that explains what a student's engine answered.

What every student is asked is predicted once a run and kept in its memo; what is drawn for one
student is forgotten with the `Answers` of that student.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from grader.compare import same_answer
from grader.evidence import (
    MOST_REPLAYED,
    MOST_TURNS,
    Batch,
    Evidence,
    Memo,
    Sheet,
    operator_bits,
)
from grader.interpreter import Answer, run
from grader.misconceptions.base import CommonEngine, EngineClass, WrongEngineRaises, combined
from grader.observation import NamedError
from grader.program import Program

Prediction: TypeAlias = "Answer | WrongEngineRaises | None"


@dataclass(frozen=True, slots=True)
class Candidate:
    """One belief or several, in one form each."""

    ids: tuple[str, ...]
    engines: tuple[EngineClass, ...]
    by_order: bool

    def engine(self, style: int) -> EngineClass:
        """The engine that holds them all."""
        return combined(*self.engines, style=style)


def both(one: Candidate, other: Candidate) -> Candidate | None:
    """Two beliefs on one base; None if they are forms of one."""
    if set(one.ids) & set(other.ids):
        return None
    for a in one.engines:
        for b in other.engines:
            if issubclass(a, b) or issubclass(b, a):
                return None
    return Candidate(
        (*one.ids, *other.ids), (*one.engines, *other.engines), one.by_order or other.by_order
    )


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
        found = agrees(first, evidence.answer, evidence.error)
        if found or not candidate.by_order or not turnable:
            return found
        turns = [-1]
        if turnable <= MOST_TURNS and not engine.keeps_state:
            turns += range(1, min(most, (1 << turnable) - 1))
        for each in turns:
            again = agrees(ask(engine, evidence, each)[0], evidence.answer, evidence.error)
            if again:
                return True
            found = None if again is None else found
        return found

    def table(self, candidate: Candidate, style: int, batch: Batch) -> Sequence[Prediction] | None:
        """The candidate's answers to a batch, inputs from left to right; None if they hang on more.

        Only for batches that every student is asked.
        """
        engine = candidate.engine(style)
        if engine.keeps_state or not batch.kept:
            return None
        key = ("table", engine, id(batch.asked.prepared))
        known: list[Prediction] | None = self.memo.get(key)
        if known is None:
            tables = {b: self._programs(candidate.engine(style & b)) for b in set(batch.asked.bits)}
            known = self.memo[key] = [
                self._plain(tables[bits], candidate.engine(style & bits), program)
                for program, bits in zip(batch.asked.programs, batch.asked.bits, strict=True)
            ]
        return known

    def _programs(self, engine: EngineClass) -> Memo:
        known: Memo = self.memo.setdefault((engine, 0), {})
        return known

    @staticmethod
    def _plain(table: Memo, engine: EngineClass, program: Program) -> Prediction:
        known = table.get(program)
        if known is None:
            made = engine(0)
            known = table[program] = (predicted(made, program), made.turnable)
        said: Prediction = known[0]
        return said

    def _asked(self, engine: EngineClass, evidence: Evidence, turns: int) -> tuple[Prediction, int]:
        memo = self.memo if evidence.kept else self.own
        answers = memo.get((engine, turns))
        if answers is None:
            answers = memo[engine, turns] = {}
        known: tuple[Prediction, int] | None = answers.get(evidence.program)
        if known is None:
            made = engine(turns)
            known = answers[evidence.program] = (predicted(made, evidence.program), made.turnable)
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
            plain = isinstance(item, Program) and operator_bits(item) >= 0
            answers.append((predicted(made, item) if plain else None, 1))
        found: tuple[Prediction, int] = answers[evidence.place]
        return found


def predicted(engine: CommonEngine, program: Program) -> Prediction:
    """The engine's answer, what it stops with, or None where its belief says nothing."""
    try:
        return run(program, engine)
    except WrongEngineRaises as error:
        return error.with_traceback(None)
    except (ArithmeticError, RecursionError):
        return None


def agrees(said: Prediction, answer: Answer | None, error: NamedError | None) -> bool | None:
    """Whether a prediction is what the student's engine gave; None if it says nothing about it."""
    if isinstance(said, WrongEngineRaises):
        if error is None:
            return False
        return True if _same_error(said, error) else None
    if said is None or answer is None:
        return None
    return said == answer or same_answer(answer, said)


def _same_error(said: WrongEngineRaises, found: NamedError) -> bool:
    return said.kind == found.kind and said.says in found.get("message")
