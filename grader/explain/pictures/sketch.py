"""What can be drawn of a program: the graph below the root of one call of `backward`.

`sketch_of(program, answer, expected)` follows a program that was answered wrongly up to the last
call before the first wrong reading; `play` runs the right rules of a graph, one after the other.
Which nodes a call has to do with and in which order rules run is told by `programs.visits`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from grader.programs.compare import same_number
from grader.programs.interpreter import Answer
from grader.programs.listing import shown
from grader.programs.operators import OPERATORS, TOTAL
from grader.programs.program import Program, Step
from grader.programs.slopes import value_and_slopes
from grader.programs.visits import Call, visits

MOST_NODES = 40
MOST_STEPS = 400
"""Of a program, its repeated blocks written out."""

_DRAWN = frozenset("leaf apply inplace alias backward zero set descend read".split())
_CHANGING = frozenset({"zero", "set", "descend"})


@dataclass(frozen=True, slots=True)
class Made:
    """One node of a program. `slopes` are those of its value, one for each of `inputs`."""

    name: str
    op: str
    label: str
    inputs: tuple[int, ...] = ()
    slopes: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Sketch:
    """What can be drawn of a program.

    before: the steps up to the last `backward`, which is called on the slot `root_slot`. shown:
    for each drawn node, when the program makes it (0 is first). start: right gradients before
    that call. read: what the student's engine answered, for nodes that the program reads.
    """

    nodes: tuple[Made, ...]
    data: tuple[float, ...]
    start: tuple[float, ...]
    read: Mapping[int, float]
    before: tuple[Step, ...]
    root_slot: str
    shown: tuple[int, ...]
    calls: int

    @property
    def root(self) -> int:
        """The last node that is made: every other one leads to it."""
        return len(self.nodes) - 1

    @property
    def program(self) -> Program:
        """The steps that lead to what is drawn."""
        return Program((*self.before, ("backward", self.root_slot)))


def sketch_of(program: Program, answer: Answer, expected: Answer) -> Sketch | None:
    """The sketch of a program that was answered wrongly.

    None where a picture would not help: the first wrong reading is no gradient, or what is read is
    not what the last `backward` left, or the graph is too large, or its order is not given.
    """
    given = visits(program)
    steps = list(_written_out(program.steps))
    too_many = len(steps) > MOST_STEPS or any(step[0] not in _DRAWN for step in steps)
    if given is None or too_many:
        return None
    wrong = _first_wrong_reading(steps, answer, expected)
    calls = [place for place, step in enumerate(steps[:wrong]) if step[0] == "backward"]
    if wrong is None or not calls:
        return None
    last = calls[-1]
    if any(step[0] in _CHANGING for step in steps[last:wrong]):
        return None
    history = _History(iter(given))
    try:
        for step in steps[:last]:
            history.take(step)
    except ArithmeticError:
        return None
    below = {*history.next_call()}
    if len(below) > MOST_NODES or below & history.changed_late():
        return None
    places = sorted(below)
    number = {place: drawn for drawn, place in enumerate(places)}
    read = {
        number[history.held[slot]]: value
        for slot, value in _readings(steps, last, wrong, answer)
        if history.held.get(slot) in number
    }
    return Sketch(
        nodes=tuple(_renumbered(history.made[place], number) for place in places),
        data=tuple(history.data[place] for place in places),
        start=tuple(history.grads[place] for place in places),
        read=read,
        before=tuple(step for step in steps[:last] if step[0] != "read"),
        root_slot=steps[last][1],
        shown=tuple(places),
        calls=len(calls),
    )


def reference_order(nodes: Sequence[Made], leaves: bool = False) -> list[int]:
    """The right order that is given for a sketch: what was made last comes first."""
    return [place for place in reversed(range(len(nodes))) if leaves or nodes[place].inputs]


def play(
    nodes: Sequence[Made], start: Sequence[float], order: Iterable[int]
) -> list[tuple[int, tuple[float, ...]]]:
    """Run the right rules in this order; which node spoke, and every gradient after it."""
    grads = list(seeded(nodes, start))
    steps = []
    for place in order:
        for source, slope in zip(nodes[place].inputs, nodes[place].slopes, strict=True):
            grads[source] += slope * grads[place]
        steps.append((place, tuple(grads)))
    return steps


def seeded(nodes: Sequence[Made], start: Sequence[float]) -> tuple[float, ...]:
    """Gradients as the first rule finds them: inner nodes start again, the root has its 1."""
    grads = [0.0 if node.inputs else grad for node, grad in zip(nodes, start, strict=True)]
    grads[-1] += 1.0
    return tuple(grads)


def _written_out(steps: Sequence[Step]) -> Iterator[Step]:
    """Steps with repeated blocks written out, and no more of them than show that there are many."""
    count = 0
    for step in steps:
        inner: Iterable[Step] = (step,)
        if step[0] == "repeat":
            inner = (each for _ in range(step[1]) for each in _written_out(step[2]))
        for each in inner:
            yield each
            count += 1
            if count > MOST_STEPS:
                return


def _first_wrong_reading(steps: Sequence[Step], answer: Answer, expected: Answer) -> int | None:
    """The place of the first reading with a wrong number, if that number is a gradient."""
    done = 0
    for place, step in enumerate(steps):
        if step[0] == "read":
            end = done + len(step[2])
            if any(map(_differ, answer[done:end], expected[done:end])):
                return place if step[1] == "grad" else None
            done = end
    return None


def _readings(
    steps: Sequence[Step], last: int, wrong: int, answer: Answer
) -> Iterator[tuple[str, float]]:
    """What was answered for each gradient that is read from the last call to the wrong reading."""
    done = 0
    for place, step in enumerate(steps[: wrong + 1]):
        if step[0] == "read":
            if place > last and step[1] == "grad":
                yield from zip(step[2], answer[done : done + len(step[2])], strict=True)
            done += len(step[2])


@dataclass(slots=True)
class _History:
    """A program followed up to its last `backward`, with the visits that are given for its calls.

    numbered: for each number by which visits name a step, the place of what was drawn for it.
    """

    given: Iterator[Call]
    numbered: list[int] = field(default_factory=list)
    made: list[Made] = field(default_factory=list)
    data: list[float] = field(default_factory=list)
    grads: list[float] = field(default_factory=list)
    held: dict[str, int] = field(default_factory=dict)
    names: dict[str, int] = field(default_factory=dict)
    changed: dict[int, int] = field(default_factory=dict)

    def take(self, step: Step) -> None:
        kind, slot = step[0], step[1]
        if kind == "leaf":
            self.add(slot, "leaf", [], step[2])
        elif kind == "apply":
            self.apply(slot, step[2], step[3:])
        elif kind == "inplace":
            self.apply(slot, step[2], (slot, step[3]))
        elif kind == "alias":
            self.held[slot] = self.held[step[2]]
        elif kind == "zero":
            for place in self.next_call():
                self.grads[place] = 0.0
        elif kind in ("set", "descend"):
            leaf = self.held[slot]
            self.data[leaf] = (
                step[2] if kind == "set" else self.data[leaf] - step[2] * self.grads[leaf]
            )
            self.changed[leaf] = len(self.made)
        elif kind == "backward":
            self.backward()

    def apply(self, slot: str, op: str, operands: Sequence[str | float]) -> None:
        places = [self.held[item] if isinstance(item, str) else None for item in operands]
        values = tuple(
            float(item) if place is None else self.data[place]
            for item, place in zip(operands, places, strict=True)
        )
        data, slopes = value_and_slopes(op, values)
        names = [
            _plain_number(value) if place is None else self.made[place].name
            for value, place in zip(values, places, strict=True)
        ]
        inputs = [(p, s) for p, s in zip(places, slopes, strict=True) if p is not None]
        self.add(slot, op, inputs, data, _label(op, names))

    def add(
        self, slot: str, op: str, inputs: Sequence[tuple[int, float]], data: float, label: str = ""
    ) -> None:
        times = self.names[slot] = self.names.get(slot, 0) + 1
        name = shown(slot) if times == 1 else f"{shown(slot)} ({times})"
        places, slopes = tuple(place for place, _ in inputs), tuple(slope for _, slope in inputs)
        self.made.append(Made(name, op, label, places, slopes))
        self.data.append(float(data))
        self.grads.append(0.0)
        self.held[slot] = len(self.made) - 1
        self.numbered += [self.held[slot]] * (len(places) if op == TOTAL else 1)

    def next_call(self) -> list[int]:
        """What the next call has to do with, in order of creation."""
        return sorted({self.numbered[number] for number in next(self.given).steps})

    def backward(self) -> None:
        places = self.next_call()
        number = {place: drawn for drawn, place in enumerate(places)}
        nodes = [_renumbered(self.made[place], number) for place in places]
        start = [self.grads[place] for place in places]
        steps = play(nodes, start, reference_order(nodes))
        for place, grad in zip(
            places, steps[-1][1] if steps else seeded(nodes, start), strict=True
        ):
            self.grads[place] = grad

    def changed_late(self) -> set[int]:
        """The nodes that were made of a leaf whose `data` was changed afterwards."""
        return {
            place
            for place, node in enumerate(self.made)
            if any(self.changed.get(source, 0) > place for source in node.inputs)
        }


def _renumbered(node: Made, number: Mapping[int, int]) -> Made:
    inputs = tuple(number[source] for source in node.inputs)
    return Made(node.name, node.op, node.label, inputs, node.slopes)


def _label(op: str, names: Sequence[str]) -> str:
    row = OPERATORS[op]
    tight = row.takes == "nodes" and row.sign not in "+-"
    return row.sign.join(names) if tight else row.written(*names)


def _plain_number(value: float) -> str:
    text = f"{value:.6g}"
    return f"({text})" if text.startswith("-") else text


def _differ(one: float, other: float) -> bool:
    return not same_number(one, other)
