"""Run a failing program once more with every gradient and value read around each call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from grader.programs.operators import JOIN
from grader.programs.program import Program, Step, form_of
from grader.programs.slopes import value_and_slopes
from grader.programs.visits import Call

MOST_NODES = 40
"""Programs that make more nodes are too large to be read aloud."""
MOST_IN_A_NAME = 24
CALLS = ("backward", "zero")
MAKES = ("apply", "inplace")
_FOLLOWED = frozenset({"leaf", "alias", "descend", "read", *MAKES, *CALLS})

Numbers = dict[int, float]
"""By node, which is named by how many nodes the program has made before it."""
Share = tuple[int, float, float]
"""What a consumer contributes to a node: the consumer, its slope, and slope times gradient."""


@dataclass(slots=True)
class Made:
    """What a program has made so far: inputs with slopes, values, and which slot holds what."""

    inputs: list[tuple[tuple[int, float], ...]] = field(default_factory=list)
    forms: list[str] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    held: dict[str, int] = field(default_factory=dict)

    def apply(self, step: Step) -> None:
        """Make the node of an `apply` or `inplace` step."""
        operands = (step[1], step[3]) if step[0] == "inplace" else step[3:]
        sources = [self.held[o] if isinstance(o, str) else None for o in operands]
        pairs = zip(operands, sources, strict=True)
        numbers = [float(o) if s is None else self.values[s] for o, s in pairs]
        value, slopes = value_and_slopes(step[2], numbers)
        inputs = zip(sources, slopes, strict=True)
        self.add(step[1], value, form_of(step), tuple((s, x) for s, x in inputs if s is not None))

    def add(
        self, slot: str, value: float, form: str, inputs: tuple[tuple[int, float], ...]
    ) -> None:
        """One more node."""
        self.held[slot] = len(self.inputs)
        self.forms.append(form)
        self.inputs.append(inputs)
        self.values.append(value)

    def gradients(self, call: Call, root: int) -> Numbers:
        """What the call hands to each node if it goes as it should."""
        found = {**dict.fromkeys(call.steps, 0.0), root: 1.0}
        for node in call.orders[0]:
            for source, slope in self.inputs[node]:
                found[source] += slope * found[node]
        return found

    def shares(self, call: Call, grads: Numbers) -> dict[int, list[Share]]:
        """What each node of a call gets from its consumers; nothing is said of a node with one
        that nobody can read any more."""
        found: dict[int, list[Share]] = {number: [] for number in call.steps}
        for consumer in call.orders[0]:
            for source, slope in self.inputs[consumer]:
                if consumer not in grads:
                    found.pop(source, None)
                elif source in found:
                    found[source].append((consumer, slope, slope * grads[consumer]))
        return found


def watched(program: Program) -> Program | None:
    """The program with every gradient and value read before and after each call.

    None if it is too large, or does what is not followed here.
    """
    held: dict[str, None] = {}
    steps: list[Step] = []
    made = 0
    for step in written_out(program).steps:
        if step[0] in ("leaf", "apply", "inplace", "alias"):
            made += 1
            held[step[1]] = None
        if made > MOST_NODES or step[0] not in _FOLLOWED:
            return None
        reads = [("read", kind, tuple(held)) for kind in ("grad", "data")]
        if step[0] in CALLS:
            steps += [*reads, step, *reads]
        else:
            steps += [step, ("read", "data", (step[1],))] if step[0] in MAKES else [step]
    return Program(tuple(steps))


def written_out(program: Program) -> Program:
    """The same without loops, and with `sum` as the additions that it is."""
    return Program(tuple(_plain(program.steps)))


def _plain(steps: Sequence[Step]) -> Iterator[Step]:
    for step in steps:
        if step[0] == "repeat":
            for _ in range(min(step[1], MOST_NODES)):
                yield from _plain(step[2])
        elif step[0] == "apply" and step[2] == "sum":
            name = f"_{step[1]}"[:MOST_IN_A_NAME]
            slots = [*(f"{name}_{number}" for number in range(len(step) - 4)), step[1]]
            for slot, before, item in zip(slots, (0, *slots), step[3:], strict=False):
                yield ("apply", slot, JOIN, before, item)
        else:
            yield step
