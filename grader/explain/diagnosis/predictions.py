"""What wrong engines answer, and whether that explains what a student's engine answered.

What every student is asked is predicted once a run and kept in its `Memo`; what is drawn for one
student is forgotten with the `Answers` of that student.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from grader.explain.described import (
    CommonEngine,
    EngineClass,
    WrongEngineRaises,
)
from grader.explain.diagnosis.beliefs import Candidate
from grader.explain.diagnosis.evidence import (
    MOST_REPLAYED,
    MOST_TURNS,
    Asked,
    Batch,
    Evidence,
    Sheet,
    operator_bits,
)
from grader.judging.context import Prepared
from grader.programs.compare import same_answer
from grader.programs.interpreter import Answer
from grader.programs.program import Program
from grader.worker.observation import NamedError

MOST_READ = 8
"""Of so many engines that were read it is kept what they answer."""

MOST_LEFT = 32
"""Of so many engines it is kept what public programs leave of the candidates."""

Prediction: TypeAlias = "Answer | WrongEngineRaises | None"
Said: TypeAlias = tuple[Prediction, int]
"""What an engine answers to a program, and how many of its nodes could take either order."""


class Shows(NamedTuple):
    """Whether a belief goes wrong on a program: in every style and order, or in some."""

    must: bool
    may: bool


@dataclass(slots=True)
class Predictions:
    """What engines answer, each program asked once: in the order of inputs of that number.

    replayed: those that keep something from one program to the next, one engine for each batch.
    """

    answers: dict[tuple[EngineClass, int], dict[Program, Said]] = field(default_factory=dict)
    replayed: dict[tuple[EngineClass, int, Asked], tuple[CommonEngine, list[Said]]] = field(
        default_factory=dict
    )


@dataclass(slots=True)
class Left:
    """What answers leave of the candidates: each one's styles; of a list in `Memo.lists`, those
    that have any."""

    styles: dict[Candidate, list[int]] = field(default_factory=dict)
    lists: dict[tuple[str, str], list[Candidate]] = field(default_factory=dict)


@dataclass(slots=True)
class Memo(Predictions):
    """What is known of the programs that every student is asked, as long as the run lasts.

    tables: an engine's answers to a whole batch. footprints: where a candidate shows. left: what
    certain answers to certain programs leave; the last used last. read: what is known of engines
    that were read; the last used last. lists: what every student's engine of an exercise is held
    against, by name.
    """

    asked: dict[Prepared, Asked] = field(default_factory=dict)
    tables: dict[tuple[EngineClass, Asked], list[Prediction]] = field(default_factory=dict)
    footprints: dict[tuple[tuple[EngineClass, ...], Program], Shows] = field(default_factory=dict)
    left: OrderedDict[Hashable, Left] = field(default_factory=OrderedDict)
    read: OrderedDict[Hashable, Memo] = field(default_factory=OrderedDict)
    lists: dict[tuple[str, str], list[Candidate]] = field(default_factory=dict)

    def of_read(self, parts: Hashable) -> Memo:
        """What is known of engines made of these parts; of the last few only, since there is no end
        of different ones."""
        self.read[parts] = found = self.read.pop(parts, None) or Memo()
        if len(self.read) > MOST_READ:
            self.read.popitem(last=False)
        return found

    def left_by(self, probes: Sequence[Evidence], unsteady: bool) -> Left:
        """What these answers leave of the candidates, as far as somebody asked.

        Many of a class hold the same belief, and answer what all of them are asked alike. It is
        kept for the engines of late only, since there is no end of different ones.
        """
        key = (
            unsteady,
            *(
                (e.question, e.asked, e.answer, e.error and (e.error.kind, e.error.get("message")))
                for e in probes
            ),
        )
        self.left[key] = found = self.left.pop(key, None) or Left()
        if len(self.left) > MOST_LEFT:
            self.left.popitem(last=False)
        return found


class Answers:
    """What wrong engines answer. What every student is asked is kept in `memo`."""

    def __init__(self, memo: Memo) -> None:
        self.memo = memo
        self.own = Predictions()

    def explains(
        self, candidate: Candidate, style: int, evidence: Evidence, sheet: Sheet, most: int = 16
    ) -> bool | None:
        """Whether some order of inputs gives what the student's engine answered.

        None: the candidate says nothing about it. It has an answer where the student's engine
        raised, which may have another cause, or not every order can be tried.
        """
        style &= evidence.bits
        engine = candidate.engine(style)
        ask = self._replayed if engine.keeps_state else self._asked
        first, turnable = ask(engine, evidence, 0)
        if first is None:
            return None
        if candidate.by_order and sheet.unsteady and turnable > MOST_TURNS:
            return None
        found = agrees(first, evidence.answer, evidence.error)
        if found or not candidate.by_order:
            return found
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

    def unlike(self, candidate: Candidate, style: int, batch: Batch) -> Iterable[int] | None:
        """Where the candidate, inputs from left to right, is not digit for digit what was answered.

        Found out no further than somebody looks. None if its answers depend on more than that: only
        for batches that every student is asked.
        """
        engine = candidate.engine(style)
        if engine.keeps_state or not batch.kept:
            return None
        table = self.memo.tables.get((engine, batch.asked))
        return self._unlike(candidate, style, batch) if table is None else batch.unlike(table)

    def _unlike(self, candidate: Candidate, style: int, batch: Batch) -> Iterator[int]:
        engines = {bits: candidate.engine(style & bits) for bits in set(batch.asked.bits)}
        answers = self.memo.answers
        known = {bits: answers.setdefault((made, 0), {}) for bits, made in engines.items()}
        table = []
        for number, (program, bits) in enumerate(
            zip(batch.asked.programs, batch.asked.bits, strict=True)
        ):
            if not batch.counts(number):  # of a sample, most are not looked at
                continue
            said, _ = _said(known[bits], engines[bits], program)
            if batch.is_unlike(number, said):
                yield number
            table.append(said)
        if not batch.left_out:
            self.memo.tables[candidate.engine(style), batch.asked] = table

    def _asked(self, engine: EngineClass, evidence: Evidence, turns: int) -> Said:
        answers = (self.memo if evidence.kept else self.own).answers
        known = answers.get((engine, turns))
        if known is None:
            known = answers[engine, turns] = {}
        return _said(known, engine, evidence.program, turns)

    def _replayed(self, engine: EngineClass, evidence: Evidence, turns: int) -> Said:
        """The same, after all that ran before it in the batch, on one engine."""
        if evidence.place >= MOST_REPLAYED:
            return None, 0
        replayed = (self.memo if evidence.kept else self.own).replayed
        key = engine, turns, evidence.asked
        made, answers = replayed.setdefault(key, (engine(turns), []))
        for item in evidence.asked.items[len(answers) : evidence.place + 1]:
            if isinstance(item, Program) and operator_bits(item) >= 0:
                answers.append((predicted(made, item), 1))
            else:
                answers.append((None, 1))
        return answers[evidence.place]


def _said(
    known: dict[Program, Said], engine: EngineClass, program: Program, turns: int = 0
) -> Said:
    found = known.get(program)
    if found is None:
        made = engine(turns)
        found = known[program] = (predicted(made, program), made.turnable)
    return found


def predicted(engine: CommonEngine, program: Program) -> Prediction:
    """The engine's answer, what it stops with, or None where its belief says nothing."""
    try:
        return engine.run(program)
    except WrongEngineRaises as error:
        return error.with_traceback(None)
    except (ArithmeticError, ValueError, RecursionError):
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
