"""What a student's engine answered, as evidence: gathered once, in batches that compare quickly.

A `Sheet` holds the evidence of one exercise. Thousands of programs are the same for every student,
so what can be known about them beforehand (`Asked`) is kept as long as the run lasts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from grader.checks.plan import Plan, Question
from grader.explain.styles import APART, DIV, MOVED, NEG, SUB
from grader.judging.context import Prepared
from grader.judging.verdict import is_right
from grader.programs.interpreter import Answer
from grader.programs.program import Program, walk
from grader.worker.observation import Item, NamedError, Observation

LARGEST_PROGRAM = 300
"""Programs with more operations are about size, not about numbers, and are left out."""
MOST_TURNS = 4
"""Up to so many nodes of a program may take either order of inputs; 16 orders are tried."""
MOST_REPLAYED = 60
"""How much of a batch is run again for engines that keep something between programs."""

_UNSAID = frozenset({"topo", "toposort", "value", "node", "call"})
_STYLED = {"neg": NEG, "sub": NEG | SUB, "truediv": DIV, "sum": MOVED}
_LEFT = {"add": MOVED, "mul": MOVED, "sub": MOVED | APART, "truediv": MOVED | APART}


@dataclass(slots=True, eq=False)
class Evidence:
    """One program and what the student's engine answered.

    bits: the operators of `style` that it uses. kept: whether the program is the same for every
    student. asked, place: where it ran.
    """

    question: tuple[str, int]
    program: Program
    answer: Answer | None
    error: NamedError | None
    wrong: bool
    bits: int
    kept: bool
    asked: Asked
    place: int

    @property
    def right(self) -> Answer | None:
        """The right answer, where it is known."""
        return self.asked.expected[self.asked.places.index(self.place)]


@dataclass(eq=False)
class Asked:
    """What is known of a batch before anybody answers it.

    places: those of its items that wrong engines can answer; programs, expected and bits belong to
    them one by one.
    """

    prepared: Prepared
    items: list[Item]
    places: list[int]
    programs: list[Program]
    expected: list[Answer | None]
    bits: list[int]


def asked(prepared: Prepared, known: dict[Prepared, Asked]) -> Asked:
    """What can be known of a batch, if it is not known already."""
    if prepared in known:
        return known[prepared]
    items, numbers = prepared.items, prepared.numbers
    made = Asked(prepared, items, [], [], [], [])
    for place, item in enumerate(items):
        question = prepared.plan.questions[numbers[place]]
        if not isinstance(item, Program) or question.judge is not None:
            continue
        bits = operator_bits(item)
        if bits >= 0:
            made.places.append(place)
            made.programs.append(item)
            made.expected.append(prepared.expected[numbers[place]])
            made.bits.append(bits)
    known[prepared] = made
    return made


def aside(programs: Sequence[Program], right: Sequence[Answer | None]) -> Asked:
    """Programs that are asked after everything was judged, and their right answers."""
    plan = Plan(tuple(map(Question, programs)), ("Value",))
    return asked(Prepared(plan, b"", tuple(right), by_order=False, copies=1, hidden=False), {})


class Batch:
    """The evidence of one check. Its programs are numbered; pieces are made when looked at."""

    def __init__(
        self,
        check: str,
        asked: Asked,
        observations: Sequence[Observation],
        kept: bool,
        leave_out: Callable[[Program], bool] | None = None,
    ) -> None:
        self.check = check
        self.asked = asked
        self.kept = kept
        self.observations = observations
        self.numbers = asked.prepared.numbers
        self.found = [observations[place] for place in asked.places]
        self.answers = [found.answer for found in self.found]
        self.left_out = frozenset(
            number
            for number, answer in enumerate(self.answers)
            if (answer is None and _is_loading(self.found[number]))
            or (leave_out is not None and leave_out(asked.programs[number]))
        )
        self._made: dict[int, Evidence] = {}
        self.wrong = frozenset(self._wrong_ones())

    def _wrong_ones(self) -> Iterator[int]:
        asked = self.asked
        if self.answers == asked.expected:
            return
        questions, numbers = asked.prepared.plan.questions, self.numbers
        for number, right in enumerate(asked.expected):
            if self.answers[number] != right and number not in self.left_out:
                question = questions[numbers[asked.places[number]]]
                if not is_right(question, right, self.found[number]):
                    yield number

    def __len__(self) -> int:
        return len(self.answers)

    @cached_property
    def questions(self) -> frozenset[tuple[str, int]]:
        """What was asked: copies of a program are one question."""
        numbers = self.numbers
        places = self.asked.places
        return frozenset(
            (self.check, numbers[place])
            for number, place in enumerate(places)
            if number not in self.left_out
        )

    def evidence(self, number: int) -> Evidence:
        """One piece of evidence, always the same object."""
        made = self._made.get(number)
        if made is None:
            asked, place = self.asked, self.asked.places[number]
            made = self._made[number] = Evidence(
                question=(self.check, self.numbers[place]),
                program=asked.programs[number],
                answer=self.answers[number],
                error=self.found[number].error,
                wrong=number in self.wrong,
                bits=asked.bits[number],
                kept=self.kept,
                asked=asked,
                place=place,
            )
        return made

    def first_wrong(self) -> Evidence:
        """The first wrong answer; there is one. A number is preferred to what is no float at all,
        which a rule gives where it gives no number."""
        first = self.evidence(min(self.wrong))
        if first.error is None or first.error.kind != "type":
            return first
        numbers = (number for number in sorted(self.wrong) if self.answers[number] is not None)
        return self.evidence(next(numbers, min(self.wrong)))

    def unlike(self, predictions: Sequence[object]) -> list[int]:
        """The numbers of the programs for which these are not, digit for digit, the answers."""
        if self.answers == predictions:
            return [n for n, answer in enumerate(self.answers) if answer is None and self.counts(n)]
        return [number for number, said in enumerate(predictions) if self.is_unlike(number, said)]

    def is_unlike(self, number: int, said: object) -> bool:
        """Whether this is not, digit for digit, what was answered, or nothing was."""
        answer = self.answers[number]
        return (answer is None or answer != said) and self.counts(number)

    def counts(self, number: int) -> bool:
        """Whether a program was run at all: the file could be loaded."""
        return number not in self.left_out


def _is_loading(found: Observation) -> bool:
    return found.error is not None and found.error.get("phase") == "loading"


@dataclass(slots=True)
class Sheet:
    """All evidence of one exercise.

    wrong: every piece that is wrong, the smallest program first. unsteady: the engine's answers
    change from run to run, so only programs of which every order of inputs can be tried count.
    """

    batches: list[Batch] = field(default_factory=list)
    wrong: list[Evidence] = field(default_factory=list)
    unsteady: bool = False
    total: int = 0

    def add(self, batch: Batch | None) -> None:
        """More evidence, if there is some."""
        if batch is not None and batch.asked.places:
            self.batches.append(batch)
            self.total += len(batch.questions)
            if batch.wrong:
                self.wrong += [batch.evidence(number) for number in sorted(batch.wrong)]
                self.wrong.sort(key=lambda evidence: evidence.program.size)

    def right(self, step: int = 1) -> Iterator[Evidence]:
        """What is right, every `step`-th of each batch."""
        for batch in self.batches:
            for number in range(0, len(batch), step):
                if number not in batch.wrong and batch.counts(number):
                    yield batch.evidence(number)

    def first_wrong(self) -> Evidence:
        """The first wrong answer in the order of the checks; there is one."""
        batch = next(batch for batch in self.batches if batch.wrong)
        return batch.evidence(min(batch.wrong))


def gathered(
    observed: Mapping[str, tuple[Prepared, Sequence[Observation]]],
    known: dict[Prepared, Asked],
    hidden: frozenset[str],
    unsteady: bool,
) -> Sheet:
    """The evidence in what was observed; wrong answers smallest first.

    known: what every student is asked; what is drawn, in `hidden` checks, does not come again.
    """
    sheet = Sheet(unsteady=unsteady)
    for check, (prepared, observations) in observed.items():
        kept = check not in hidden
        batch = asked(prepared, known if kept else {})
        sheet.add(Batch(check, batch, observations, kept))
    return sheet


def operator_bits(program: Program) -> int:
    """Which operators of `style` a program uses; -1 if no engine of ours can run it in time."""
    if program.size > LARGEST_PROGRAM:
        return -1
    bits = 0
    for step in walk(program.steps):
        if step[0] in _UNSAID:
            return -1
        if step[0] in ("apply", "inplace"):
            bits |= _STYLED.get(step[2], 0)
            if len(step) > 3 and not isinstance(step[3], str):
                bits |= _LEFT.get(step[2], 0)
    return bits


def first_where(evidence: Iterable[Evidence], holds: Callable[[Evidence], bool]) -> Evidence | None:
    """The first piece of evidence for which something holds."""
    return next((each for each in evidence if holds(each)), None)


def reads_inner(program: Program) -> bool:
    """Whether a program reads the gradient of an inner node."""
    made = {step[1] for step in program.steps if step[0] == "apply"}
    return any(
        step[0] == "read" and step[1] == "grad" and made & {*step[2]} for step in program.steps
    )


def forgets(programs: Sequence[Program], observations: Sequence[Observation]) -> bool:
    """Whether inner nodes hold nothing after a call, although leaves do.

    A right engine may forget what it has handed on: no check asks for it, and it is no evidence.
    """
    inner = leaves = False
    for program, found in zip(programs, observations, strict=True):
        last, zeroed = program.steps[-1], any(step[0] == "zero" for step in program.steps)
        if found.answer is None or zeroed or last[:2] != ("read", "grad"):
            continue
        made = {step[1] for step in program.steps if step[0] == "apply"}
        for name, number in zip(last[2], found.answer[-len(last[2]) :], strict=True):
            if name in made and number != 0.0:
                return False
            inner, leaves = inner or name in made, leaves or number != 0.0
    return inner and leaves
