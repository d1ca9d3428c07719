"""What wrong engines answer, and whether that explains what a student's engine answered.

What every student is asked is predicted once a run and kept in its memo; what is drawn for one
student is forgotten with the `Answers` of that student.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from grader.explain.described import (
    DescribedEngine,
    EngineClass,
    NotGiven,
    WrongEngineRaises,
    combined,
)
from grader.explain.diagnosis import beliefs
from grader.explain.diagnosis.evidence import (
    MOST_REPLAYED,
    MOST_TURNS,
    Batch,
    Evidence,
    Memo,
    Sheet,
    operator_bits,
)
from grader.explain.diagnosis.recorded import RecordedEngine, batch_key
from grader.programs.compare import same_answer
from grader.programs.given.calls import MOST_INNER
from grader.programs.given.orders import visits
from grader.programs.interpreter import Answer
from grader.programs.program import Program
from grader.worker.observation import NamedError

Prediction: TypeAlias = "Answer | WrongEngineRaises | None"


@dataclass(frozen=True, slots=True)
class Candidate:
    """One belief or several, in one form each."""

    ids: tuple[str, ...]
    engines: tuple[Any, ...]
    by_order: bool

    @property
    def is_recorded(self) -> bool:
        """Whether it is known by its answers, and by no engine."""
        return isinstance(self.engines[0], RecordedEngine)

    def engine(self, style: int) -> EngineClass:
        """The engine that holds them all."""
        base = beliefs.base()
        needed = base if base and not any(issubclass(e, base[0]) for e in self.engines) else ()
        return combined(*self.engines, *needed, style=style)


def both(one: Candidate, other: Candidate) -> Candidate | None:
    """Two beliefs on one base; None if they are forms of one."""
    if set(one.ids) & set(other.ids) or one.is_recorded or other.is_recorded:
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
        if candidate.is_recorded:
            return self._recorded(candidate, style & evidence.bits, evidence, sheet)
        engine = candidate.engine(style & evidence.bits)
        ask = self._replayed if engine.keeps_state else self._asked
        first, turnable = ask(engine, evidence, 0)
        if first is None:
            return None
        if candidate.by_order and sheet.unsteady and turnable > MOST_TURNS:
            return None
        found = agrees(first, evidence.answer, evidence.error)
        if found or not candidate.by_order:
            return found
        if not beliefs.base():
            return None if found is None else self._in_some_order(engine, evidence)
        if not turnable:
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

    def _in_some_order(self, engine: EngineClass, evidence: Evidence) -> bool | None:
        """Whether what was read gives the answer in another of the orders that are given; None for
        large graphs, which have too many."""
        given = visits(evidence.program)
        if given is None or evidence.program.size > MOST_INNER:
            return None
        for number in range(1, max((len(call.orders) for call in given), default=1)):
            said, _ = self._asked(engine, evidence, number)
            if agrees(said, evidence.answer, evidence.error):
                return True
        return False

    def unlike(self, candidate: Candidate, style: int, batch: Batch) -> Iterable[int] | None:
        """Where the candidate, inputs from left to right, is not digit for digit what was answered.

        Found out no further than somebody looks. None if its answers depend on more than that: only
        for batches that every student is asked.
        """
        if candidate.is_recorded:
            return None
        engine = candidate.engine(style)
        if engine.keeps_state or not batch.kept:
            return None
        key = ("table", engine, id(batch.asked.prepared))
        table: list[Prediction] | None = self.memo.get(key)
        return self._unlike(candidate, style, batch, key) if table is None else batch.unlike(table)

    def _unlike(self, candidate: Candidate, style: int, batch: Batch, key: object) -> Iterator[int]:
        engines = {bits: candidate.engine(style & bits) for bits in set(batch.asked.bits)}
        known = {bits: self.memo.setdefault((made, 0), {}) for bits, made in engines.items()}
        table = []
        for number, (program, bits) in enumerate(
            zip(batch.asked.programs, batch.asked.bits, strict=True)
        ):
            if not batch.counts(number):  # of a sample, most are not looked at
                continue
            said = self._plain(known[bits], engines[bits], program)
            if batch.is_unlike(number, said):
                yield number
            table.append(said)
        if not batch.left_out:
            self.memo[key] = table

    def _recorded(
        self, candidate: Candidate, style: int, evidence: Evidence, sheet: Sheet
    ) -> bool | None:
        """The same of a belief of which only answers are recorded."""
        table = beliefs.table_of_beliefs()
        if table is None or (evidence.error is None and evidence.answer is None):
            return None
        (engine,) = candidate.engines
        key = 0
        if engine.batches:
            name = ("batch", id(evidence.batch))
            key = self.memo.get(name, 0) or batch_key(evidence.batch[:MOST_REPLAYED])
            self.memo[name] = key
        entries = [*table.entries(engine, style, evidence.program, key, evidence.place)]
        if not entries:
            return None
        entries = entries if candidate.by_order else entries[:1]
        if sheet.unsteady and len({*entries}) > 1 and evidence.program.size > MOST_TURNS:
            return None
        asked = evidence.program, evidence.answer, evidence.error
        said = [table.agrees(entry, *asked) for entry in entries]
        return True if any(said) else None if None in said else False

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
        memo = self.memo if evidence.kept else self.own
        key = ("replayed", engine, turns, id(evidence.batch))
        made, answers = memo.setdefault(key, (engine(turns), []))
        for item in evidence.batch[len(answers) : evidence.place + 1]:
            plain = isinstance(item, Program) and operator_bits(item) >= 0
            answers.append((predicted(made, item) if plain else None, 1))
        found: tuple[Prediction, int] = answers[evidence.place]
        return found


def predicted(engine: DescribedEngine, program: Program) -> Prediction:
    """The engine's answer, what it stops with, or None where its belief says nothing."""
    try:
        return engine.run(program)
    except WrongEngineRaises as error:
        return error.with_traceback(None)
    except (ArithmeticError, RecursionError, NotGiven):
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
