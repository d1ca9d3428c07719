"""Turn an ordinary Python function into a `Program` by running it on symbols.

What one can do with it:

* `trace(function, a=2.0, b=3.0)`: the function's parameters become leaves, its operators become
  steps, its result becomes the root, and its local names become the names of the nodes;
* write whole histories: inside a traced function `L.backward()`, `zero_grad(L)`, `a.data = 5.0`,
  `descend(p, 0.1)` and `read(a, b)` are recorded where they stand;
* `repeat(40, lambda y: y + y, x)`: a block that is repeated, traced once.

A function that records no `backward` of its own gets the usual ending: the root's value is read,
`backward` is called on it, and the gradient of every leaf is read.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import cache
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeAlias

from grader.programs.operators import OPERATORS, TOTAL, Takes, give_methods, kinds
from grader.programs.program import Operand, Program, ProgramError, Step


class _Trace:
    """The steps recorded so far, and which symbol holds which slot."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.leaves: list[str] = []
        self.count = 0

    def fresh(self) -> str:
        self.count += 1
        return f"_{self.count}"

    def apply(self, operator: str, *operands: Any) -> Symbol:
        slots = [_operand(operand) for operand in operands]
        symbol = Symbol(self, self.fresh())
        self.steps.append(("apply", symbol._slot, operator, *slots))
        return symbol


if TYPE_CHECKING:
    AnyOperator: TypeAlias = Any
else:
    AnyOperator = object


class Symbol(AnyOperator):  # type: ignore[misc]
    """Stands for a node while a function is traced."""

    __slots__ = ("_slot", "_trace")
    __hash__ = object.__hash__

    def __init__(self, trace: _Trace, slot: str) -> None:
        self._trace = trace
        self._slot = slot

    def backward(self) -> None:
        """Record `backward()` on this node."""
        self._trace.steps.append(("backward", _operand(self)))

    @property
    def data(self) -> float:
        """Only writing is recorded: a traced function cannot depend on a value."""
        raise ProgramError("a traced function cannot look at .data")

    @data.setter
    def data(self, value: float) -> None:
        self._trace.steps.append(("set", _operand(self), value))

    @property
    def grad(self) -> float:
        """As `data`: only writing is recorded."""
        raise ProgramError("a traced function cannot look at .grad")

    @grad.setter
    def grad(self, value: float) -> None:
        self._trace.steps.append(("set_grad", _operand(self), value))


def _changed(operator: str, node: Symbol, operand: Any) -> Symbol:
    # The slot is bound anew by the step, so the old symbol must not be used again.
    trace, slot = node._trace, node._slot
    trace.steps.append(("inplace", slot, operator, _operand(operand)))
    node._slot = ""
    return Symbol(trace, slot)


def _applied(operator: str, *operands: Any) -> Symbol:
    if OPERATORS[operator].takes == "number" and isinstance(operands[1], Symbol):
        raise ProgramError("an exponent is a plain number, not a node")
    trace: _Trace = next(each for each in operands if isinstance(each, Symbol))._trace
    return trace.apply(operator, *operands)


@cache
def _know(operators: tuple[tuple[str, Takes], ...]) -> None:
    """Let symbols have these operators."""
    give_methods(Symbol, dict(operators), _applied, _changed)


def sum_of(nodes: Iterable[Symbol]) -> Symbol:
    """Record the builtin `sum([...])`."""
    listed = list(nodes)
    return listed[0]._trace.apply(TOTAL, *listed)


def zero_grad(root: Symbol) -> None:
    """Record `zero_grad(root)`."""
    root._trace.steps.append(("zero", _operand(root)))


def descend(leaf: Symbol, rate: float) -> None:
    """Record one step of gradient descent on a leaf: `leaf.data -= rate * leaf.grad`."""
    leaf._trace.steps.append(("descend", _operand(leaf), rate))


def read(*nodes: Symbol, what: str = "grad") -> None:
    """Record that these nodes' gradients (or data) are read here."""
    nodes[0]._trace.steps.append(("read", what, tuple(str(_operand(node)) for node in nodes)))


def repeat(count: int, body: Callable[[Symbol], Any], start: Symbol) -> Symbol:
    """Record `count` runs of `body`, each on the result of the one before.

    A body that returns None is repeated for what it does (a training loop): the same node goes in
    every time.
    """
    trace = start._trace
    before = len(trace.steps)
    carried = Symbol(trace, trace.fresh())
    result = body(carried)
    block = trace.steps[before:]
    if result is None:
        block = [renamed(step, {carried._slot: str(_operand(start))}) for step in block]
        trace.steps[before:] = [("repeat", count, tuple(block))]
        return start
    if block and block[-1][:2] == ("apply", result._slot):
        block[-1] = ("apply", carried._slot, *block[-1][2:])
    else:
        block.append(("alias", carried._slot, str(_operand(result))))
    trace.steps[before:] = [
        ("alias", carried._slot, str(_operand(start))),
        ("repeat", count, tuple(block)),
    ]
    return carried


def trace(function: Callable[..., Any], /, **leaves: float) -> Program:
    """The program of `function`, its parameters being leaves with the given values.

    Raises `ProgramError` if the function does something that a program cannot say.
    """
    _know(tuple(kinds().items()))
    recording = _Trace()
    symbols = {}
    for name, value in leaves.items():
        recording.steps.append(("leaf", name, value))
        recording.leaves.append(name)
        symbols[name] = Symbol(recording, name)
    result, names = _call_and_keep_locals(function, symbols)
    steps = _usual_ending(recording, result)
    return Program(tuple(renamed(step, names) for step in steps))


def _usual_ending(recording: _Trace, result: Any) -> list[Step]:
    steps = recording.steps
    if isinstance(result, Symbol) and not _mentions(steps, "backward"):
        root = str(_operand(result))
        steps += [("read", "data", (root,)), ("backward", root)]
        steps += [("read", "grad", tuple(recording.leaves))]
    elif not _mentions(steps, "read"):
        steps += [("read", "grad", tuple(recording.leaves))]
    return steps


def _mentions(steps: Iterable[Step], name: str) -> bool:
    return any(s[0] == name or (s[0] == "repeat" and _mentions(s[2], name)) for s in steps)


def _call_and_keep_locals(
    function: Callable[..., Any], symbols: dict[str, Symbol]
) -> tuple[Any, dict[str, str]]:
    """Call the function; also say which local name its slots had when it returned."""
    names: dict[str, str] = {}
    code = getattr(function, "__code__", None)

    def on_event(frame: FrameType, event: str, _argument: Any) -> None:
        if event == "return" and frame.f_code is code:
            for name, value in frame.f_locals.items():
                if isinstance(value, Symbol) and value._slot.startswith("_"):
                    names.setdefault(value._slot, name)

    before = sys.getprofile()
    sys.setprofile(on_event)
    try:
        result = function(**symbols)
    finally:
        sys.setprofile(before)
    if isinstance(result, Symbol) and result._slot.startswith("_"):
        names.setdefault(result._slot, "L")
    taken = set(symbols)
    unique = {}
    for slot, name in names.items():
        if name not in taken:
            unique[slot] = name
            taken.add(name)
    return result, unique


def renamed(step: Step, names: dict[str, str]) -> Step:
    """The step with other names for its slots."""
    if step[0] == "repeat":
        return ("repeat", step[1], tuple(renamed(inner, names) for inner in step[2]))
    keep = {"apply": 3, "inplace": 3, "read": 2}.get(step[0], 1)
    head, rest = list(step[:keep]), step[keep:]
    if step[0] in ("apply", "inplace"):
        head[1] = names.get(head[1], head[1])
    return (*head, *(_renamed_item(item, names) for item in rest))


def _renamed_item(item: Any, names: dict[str, str]) -> Any:
    if isinstance(item, tuple):
        return tuple(_renamed_item(inner, names) for inner in item)
    return names.get(item, item) if isinstance(item, str) else item


def _operand(item: Any) -> Operand:
    if isinstance(item, Symbol):
        if not item._slot:
            raise ProgramError("a node was used after an augmented assignment replaced it")
        return item._slot
    if type(item) in (int, float):
        return item  # type: ignore[no-any-return]
    raise ProgramError(f"an operand is a node or a plain number, found {type(item).__name__}")
