"""Record what is known of wrong beliefs, for `explain/diagnosis/recorded.py` to read.

Each form of a belief is read like a student's engine (`diagnosis/reading`). If what is read gives
all of its numbers, that is recorded, and nothing else. If not, what it answers is: to the programs
that the diagnosis asks and to the first of each check, once for each way in which it could have
been built (`style`) and, where that matters, for each order of inputs. For authors only.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from grader.authoring.reading_beliefs import FIRST_OF_A_CHECK, Plans, asked_programs, read_as
from grader.checks.declare import Check
from grader.checks.plan import Plan
from grader.explain.diagnosis.evidence import MOST_REPLAYED, MOST_TURNS, operator_bits
from grader.explain.diagnosis.predictions import predicted
from grader.explain.diagnosis.recorded import (
    AS_RIGHT,
    FIRST_ERROR,
    NOT_HERE,
    NOTHING,
    RIGHT,
    batch_key,
)
from grader.explain.misconceptions import (
    ALL,
    Misconception,
    WrongEngineRaises,
    combined,
)
from grader.explain.misconceptions.base import EngineClass
from grader.explain.styles import LIKELY, projections
from grader.judging.context import copied, order_chances
from grader.programs.compare import same_answer, same_number
from grader.programs.interpreter import Answer
from grader.programs.packed import pack
from grader.programs.program import Program
from grader.programs.recorded import RightAnswers, digest

ALL_TURNS = -1
READ_IN = (*LIKELY, 0)
"""The styles in which a form is read."""


def recorded_beliefs(plans: Mapping[str, Plans], right: RightAnswers) -> bytes:
    """The packed table. right: the right answers to `asked_programs(plans)`."""
    recorder = _Recorder(asked_programs(plans), right)
    readings: dict[frozenset[int], str] = {}
    engines: list[list[Any]] = []
    for place, belief in enumerate(ALL):
        for engine in belief.engines:
            read_in_every_style = True
            for style in READ_IN:
                ids = [read_as(belief, engine, style, again) for again in (True, False)]
                read_in_every_style &= bool(ids[0])
                for each in filter(None, ids):
                    readings.setdefault(each, belief.id)
            if read_in_every_style:
                continue
            if engine.keeps_state:
                public = [
                    (check, plan)
                    for name, each in plans.items()
                    for check, plan in each
                    if name in belief.exercises and len(plan.questions) <= FIRST_OF_A_CHECK
                ]
                made = [place, [], recorder.batches(belief, engine, public)]
            else:
                made = [place, recorder.layout(belief, engine), []]
            if made not in engines:
                engines.append(made)
    sizes = sorted(readings.items(), key=lambda each: -len(each[0]))
    named = [[name, sorted(ids)] for ids, name in sizes]
    return recorder.packed(ALL, engines, named)


class _Recorder:
    """Numbers the different wrong answers to each program, and collects rows of these numbers."""

    def __init__(self, programs: tuple[Program, ...], right: RightAnswers) -> None:
        self.programs = programs
        self.right = right
        self.places: list[int] = []
        for program in programs:
            place = right.number(program)
            assert place is not None
            self.places.append(place)
        self.answers = [right.answer(place) for place in self.places]
        self.bits = bytes(operator_bits(program) for program in programs)
        self.styles = sorted({style for bits in set(self.bits) for style in projections(bits)})
        self.numbers = {program: number for number, program in enumerate(programs)}
        self.classes: list[list[Answer]] = [[] for _ in programs]
        self.errors: dict[tuple[str, str], int] = {}
        self.rows: dict[bytes, int] = {}
        self.layouts: dict[str, int] = {}
        self._known: dict[tuple[int, Answer], int] = {}

    def layout(self, belief: Misconception, engine: EngineClass) -> list[list[Any]]:
        """For each style the rows of an engine, by their numbers."""
        found = []
        for style in self.styles:
            rows = self.rows_of(combined(engine, style=style), style, belief.by_order)
            found.append([style, [self._row(row) for row in rows]])
        return found

    def rows_of(self, engine: EngineClass, style: int, by_order: bool) -> list[bytes]:
        """An engine's row without turns, then those with turns that say anything."""
        most = (1 << MOST_TURNS) - 1 if by_order else 0
        turns = [0, ALL_TURNS, *range(1, most)] if by_order else [0]
        rows = [bytearray([NOT_HERE]) * len(self.programs) for _ in turns]
        for number, program in enumerate(self.programs):
            if style not in projections(self.bits[number]):
                continue
            turnable = 0
            for row, turned in zip(rows, turns, strict=True):
                if turned == 0:
                    row[number], turnable = self._answer(engine, program, number, 0)
                elif turnable and (turned == ALL_TURNS or _is_tried(turned, turnable)):
                    row[number], _ = self._answer(engine, program, number, turned)
        first, *others = map(bytes, rows)
        return [first, *(row for row in others if row.strip(bytes([NOT_HERE])))]

    def batches(
        self, belief: Misconception, engine: EngineClass, plans: Sequence[tuple[Check, Plan]]
    ) -> list[list[Any]]:
        """The entries of an engine that remembers: what it says in each place of each batch."""
        found = []
        for check, plan in plans:
            items = copied(plan, order_chances(check, plan)[1])[:MOST_REPLAYED]
            if any(item in self.numbers for item in items if isinstance(item, Program)):
                styles = [
                    [style, *self._replayed(combined(engine, style=style), items, belief.by_order)]
                    for style in self.styles
                ]
                found.append([batch_key(items), styles])
        return found

    def _replayed(
        self, engine: EngineClass, items: Sequence[Any], by_order: bool
    ) -> tuple[list[int], list[int]]:
        rows = []
        for turns in (0, ALL_TURNS) if by_order else (0, 0):
            made, row = engine(turns), []
            for item in items:
                number = self.numbers.get(item) if isinstance(item, Program) else None
                if number is None:
                    if isinstance(item, Program) and operator_bits(item) >= 0:
                        predicted(made, item)
                    row.append(NOTHING)
                else:
                    row.append(self._entry(predicted(made, item), number))
            rows.append(row)
        return rows[0], rows[1]

    def _answer(
        self, engine: EngineClass, program: Program, number: int, turns: int
    ) -> tuple[int, int]:
        made = engine(turns)
        return self._entry(predicted(made, program), number), made.turnable

    def _entry(self, answer: Answer | WrongEngineRaises | None, number: int) -> int:
        """The entry for an answer to the program of this number."""
        if answer is None:
            return NOTHING
        if isinstance(answer, WrongEngineRaises):
            error = (answer.kind, answer.says)
            entry = FIRST_ERROR + self.errors.setdefault(error, len(self.errors))
            assert entry < NOTHING, "too many kinds of errors"
            return entry
        known = self._known.get((number, answer))
        if known is None:
            known = self._known[number, answer] = self._class(answer, number)
        return known

    def _class(self, answer: Answer, number: int) -> int:
        if same_answer(answer, self.answers[number]):
            return RIGHT
        classes = self.classes[number]
        for which, other in enumerate(classes, 1):
            if same_answer(answer, other):
                return which
        classes.append(answer)
        assert len(classes) < FIRST_ERROR, "too many different wrong answers to one program"
        return len(classes)

    def _row(self, row: bytes) -> int:
        return self.rows.setdefault(row, len(self.rows))

    def packed(
        self, beliefs: Sequence[Misconception], engines: list[list[Any]], readings: list[list[Any]]
    ) -> bytes:
        """All that was recorded, as the bytes of a file."""
        layouts: list[Any] = []
        for engine in engines:
            if engine[1] not in layouts:
                layouts.append(engine[1])
            engine[1] = layouts.index(engine[1])
        places, starts, values = array("H"), array("I"), array("d")
        known: dict[bytes, int] = {}
        for right, classes in zip(self.answers, self.classes, strict=True):
            starts.append(len(places))
            for answer in classes:
                places.extend(
                    AS_RIGHT if same_number(found, good) else numbered([found], values, known)[0]
                    for found, good in zip(answer, right, strict=True)
                )
        header = {
            "keys": digest(tuple(self.right.keys)),
            "beliefs": [
                [b.id, b.family, sorted(b.exercises), b.explanation, b.by_order] for b in beliefs
            ],
            "readings": readings,
            "errors": [list(error) for error in self.errors],
            "layouts": layouts,
            "engines": engines,
        }
        return pack(
            header,
            {
                "places": array("H", self.places),
                "class_counts": array("B", map(len, self.classes)),
                "class_places": places,
                "class_starts": starts,
                "values": values,
                "table": array("B", b"".join(self.rows)),
            },
        )


def _is_tried(turns: int, turnable: int) -> bool:
    """Whether the live diagnosis tries these turns, beside none and all."""
    return turnable <= MOST_TURNS and turns < (1 << turnable) - 1


def numbered(answer: Iterable[float], values: array[float], known: dict[bytes, int]) -> list[int]:
    """The places of these numbers among the values, those that are new put at the end."""
    places = []
    for number in answer:
        exact = array("d", [number]).tobytes()
        if exact not in known:
            known[exact] = len(values)
            values.append(number)
        places.append(known[exact])
    return places
