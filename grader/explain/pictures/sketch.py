"""What can be drawn of a program: the graph below the root of one call of `backward`.

`sketch_of(program, answer, expected)` follows a program that was answered wrongly up to the last
call before the first wrong reading; `Sketch.play` runs its right rules, one after the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from grader.judging.picture import PictureNode
from grader.programs.compare import same_number
from grader.programs.graph import Worked, unrolled
from grader.programs.interpreter import Answer
from grader.programs.listing import shown
from grader.programs.operators import OPERATORS
from grader.programs.program import Program, Step
from grader.text import ten_digits

MOST_NODES = 40
MOST_STEPS = 400
"""Of a program, its repeated blocks written out."""

_DRAWN = frozenset("leaf apply inplace alias backward zero set descend read".split())
_CHANGING = frozenset({"zero", "set", "descend"})


@dataclass(frozen=True, slots=True)
class Sketch:
    """What can be drawn of a program.

    before: the steps up to the last `backward`, which is called on the slot `root_slot`. shown:
    for each drawn node, when the program makes it (0 is first). slopes: for each node those of its
    value, one for each input. start: right gradients before that call. read: what the student's
    engine answered, for nodes that the program reads.
    """

    nodes: tuple[PictureNode, ...]
    data: tuple[float, ...]
    slopes: tuple[tuple[float, ...], ...]
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

    @property
    def order(self) -> list[int]:
        """The right order of the rules that is given: what was made last comes first."""
        return [place for place in reversed(range(len(self.nodes))) if self.nodes[place].inputs]

    @property
    def seeded(self) -> tuple[float, ...]:
        """Gradients as the first rule finds them: inner nodes start again, the root has its 1."""
        pairs = zip(self.nodes, self.start, strict=True)
        *grads, last = [0.0 if node.inputs else grad for node, grad in pairs]
        return *grads, last + 1.0

    def play(self, order: Iterable[int]) -> list[tuple[int, tuple[float, ...]]]:
        """Run the right rules in this order; which node spoke, and every gradient after it."""
        grads = list(self.seeded)
        steps = []
        for place in order:
            for source, slope in zip(self.nodes[place].inputs, self.slopes[place], strict=True):
                grads[source] += slope * grads[place]
            steps.append((place, tuple(grads)))
        return steps


def sketch_of(program: Program, answer: Answer, expected: Answer) -> Sketch | None:
    """The sketch of a program that was answered wrongly.

    None where a picture would not help: the first wrong reading is no gradient, or what is read is
    not what the last `backward` left, or the graph is too large.
    """
    steps = list(islice(unrolled(program.steps), MOST_STEPS + 1))
    if len(steps) > MOST_STEPS or any(step[0] not in _DRAWN for step in steps):
        return None
    wrong = _first_wrong_reading(steps, answer, expected)
    calls = [place for place, step in enumerate(steps[:wrong]) if step[0] == "backward"]
    if wrong is None or not calls:
        return None
    last = calls[-1]
    if any(step[0] in _CHANGING for step in steps[last:wrong]):
        return None
    graph = Worked()
    try:
        for step in steps[:last]:
            graph.take(step)
    except (ArithmeticError, ValueError):
        return None
    below = {*graph.reached(graph.held[steps[last][1]])}
    if len(below) > MOST_NODES or below & _changed_late(graph):
        return None
    places = sorted(below)
    number = {place: drawn for drawn, place in enumerate(places)}
    read = {
        number[graph.held[slot]]: value
        for slot, value in _readings(steps, last, wrong, answer)
        if graph.held.get(slot) in number
    }
    return Sketch(
        nodes=tuple(_drawn(graph, number)),
        data=tuple(graph.data[place] for place in places),
        slopes=tuple(graph.slopes[place] for place in places),
        start=tuple(graph.grads[place] for place in places),
        read=read,
        before=tuple(step for step in steps[:last] if step[0] != "read"),
        root_slot=steps[last][1],
        shown=tuple(places),
        calls=len(calls),
    )


def _first_wrong_reading(steps: Sequence[Step], answer: Answer, expected: Answer) -> int | None:
    """The place of the first reading with a wrong number, if that number is a gradient."""
    done = 0
    for place, step in enumerate(steps):
        if step[0] == "read":
            end = done + len(step[2])
            if not all(map(same_number, answer[done:end], expected[done:end])):
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


def _changed_late(graph: Worked) -> set[int]:
    """The nodes that were made of a leaf whose `data` was changed afterwards."""
    return {
        place
        for place, inputs in enumerate(graph.inputs)
        if any(graph.changed.get(source, 0) > place for source in inputs)
    }


def _drawn(graph: Worked, number: Mapping[int, int]) -> Iterator[PictureNode]:
    """The nodes that are drawn. number: their place in the picture, by their place in the graph."""
    times, names = Counter[str](), list[str]()
    for place, node in enumerate(graph.nodes):
        times[node.slot] += 1
        count = times[node.slot]
        names.append(shown(node.slot) if count == 1 else f"{shown(node.slot)} ({count})")
        if place in number:
            inputs = iter(node.inputs)
            operands = [
                names[next(inputs)] if each is None else _plain_number(each)
                for each in node.operands
            ]
            label = _label(node.operator, operands) if node.operator else ""
            inner = tuple(number[source] for source in node.inputs)
            data, op = rounded(graph.data[place]), node.operator or "leaf"
            yield PictureNode(names[-1], op, label, inner, data, yours=None, expected=None)


def rounded(value: float | None) -> float | None:
    """Ten digits of a number, as in findings; no minus before a zero."""
    return None if value is None else ten_digits(value) + 0.0


def _label(op: str, names: Sequence[str]) -> str:
    row = OPERATORS[op]
    tight = row.takes == "nodes" and row.sign not in "+-"
    return row.sign.join(names) if tight else row.written(*names)


def _plain_number(value: float) -> str:
    text = f"{value:.6g}"
    return f"({text})" if text.startswith("-") else text
