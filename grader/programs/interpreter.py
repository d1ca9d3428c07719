"""Run a `Program` on an engine of ours: PyTorch, the reference, or a deliberately wrong one.

The student's engine is never run here: `worker/inside/student.py` does that, in its own process.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

from grader.programs.program import Program, ProgramError, Step, walk

Answer: TypeAlias = tuple[float, ...]
"""What a program gives: one number for each slot that it reads, in order."""


class Engine(Protocol):
    """What an engine must be able to do; a node is whatever the engine likes it to be."""

    def leaf(self, value: float) -> Any:
        """A node without inputs."""

    def apply(self, operator: str, operands: Sequence[Any]) -> Any:
        """The node that an operator makes of nodes and plain numbers."""

    def backward(self, root: Any) -> None:
        """Add this root's gradients to the leaves."""

    def zero(self, root: Any) -> None:
        """Set the gradient of every node reachable from the root to zero."""

    def get_data(self, node: Any) -> float:
        """The node's value."""

    def set_data(self, node: Any, value: float) -> None:
        """Replace a leaf's value, before the next graph is built from it."""

    def get_grad(self, node: Any) -> float:
        """The node's gradient; 0.0 where none has arrived."""

    def set_grad(self, node: Any, value: float) -> None:
        """Replace a leaf's gradient, to which the next call adds."""


def run(program: Program, engine: Engine) -> Answer:
    """The engine's answer. Raises `ProgramError` for steps that only student code can run."""
    answer: list[float] = []
    _run_steps(program.steps, engine, {}, answer)
    return tuple(answer)


def run_together(
    programs: Sequence[Program],
    engine_of: Callable[[Program], Engine],
    backward: Callable[[list[Any]], None],
) -> list[Answer]:
    """The answers to programs with one call of `backward` each (`calls_once`), which is made for
    all of their roots at once."""
    begun = []
    for program in programs:
        place = next(n for n, step in enumerate(program.steps) if step[0] == "backward")
        engine, nodes, answer = engine_of(program), dict[str, Any](), list[float]()
        _run_steps(program.steps[:place], engine, nodes, answer)
        begun.append((program.steps[place:], engine, nodes, answer))
    if begun:
        backward([nodes[steps[0][1]] for steps, _, nodes, _ in begun])
    for steps, engine, nodes, answer in begun:
        _run_steps(steps[1:], engine, nodes, answer)
    return [tuple(answer) for *_, answer in begun]


def calls_once(program: Program) -> bool:
    """Whether there is one call of `backward`, outside of every loop."""
    return [step[0] for step in walk(program.steps)].count("backward") == 1 and any(
        step[0] == "backward" for step in program.steps
    )


class Running:
    """An engine in the middle of a program that goes on step by step, until it stops.

    answer: the numbers so far; stopped: what the engine raised, None if it did not.
    """

    def __init__(self, engine: Engine) -> None:
        self.answer: list[float] = []
        self.stopped: Exception | None = None
        self._engine = engine
        self._nodes: dict[str, Any] = {}

    def go_on(self, steps: Sequence[Step]) -> Running:
        """Run these steps too. After an exception there are no more."""
        found: list[Any] = []
        if self.stopped is None:
            try:
                _run_steps(steps, self._engine, self._nodes, found)
            except Exception as error:  # whatever: a wrong engine may do anything
                self.stopped = error
        for number in found:
            if not isinstance(number, (int, float)):  # a complex power
                self.stopped = TypeError(f"{number!r} is no real number")
                break
            self.answer.append(float(number))
        return self


def _run_steps(
    steps: Sequence[Step], engine: Engine, nodes: dict[str, Any], answer: list[float]
) -> None:
    for step in steps:
        kind = step[0]
        if kind == "apply":
            operands = [nodes[item] if type(item) is str else item for item in step[3:]]
            nodes[step[1]] = engine.apply(step[2], operands)
        elif kind == "leaf":
            nodes[step[1]] = engine.leaf(step[2])
        elif kind == "read":
            get = engine.get_grad if step[1] == "grad" else engine.get_data
            answer.extend([get(nodes[slot]) for slot in step[2]])
        elif kind == "backward":
            engine.backward(nodes[step[1]])
        elif kind == "inplace":
            operand = nodes[step[3]] if type(step[3]) is str else step[3]
            # Python makes `y = y + x` of `y += x`, except for engines with a belief of their own.
            inplace = getattr(engine, "inplace", engine.apply)
            nodes[step[1]] = inplace(step[2], [nodes[step[1]], operand])
        elif kind == "repeat":
            for _ in range(step[1]):
                _run_steps(step[2], engine, nodes, answer)
        elif kind == "alias":
            nodes[step[1]] = nodes[step[2]]
        elif kind == "zero":
            engine.zero(nodes[step[1]])
        elif kind == "set":
            engine.set_data(nodes[step[1]], step[2])
        elif kind == "set_grad":
            engine.set_grad(nodes[step[1]], step[2])
        elif kind == "descend":
            leaf = nodes[step[1]]
            engine.set_data(leaf, engine.get_data(leaf) - step[2] * engine.get_grad(leaf))
        else:
            raise ProgramError(f"only student code can run the step {step[0]!r}")
