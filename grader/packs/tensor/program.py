"""Programs over arrays: frozen steps, traced from an ordinary function, written as Python to paste.

    ["leaf", "a", [[1.0, 2.0]], ""]                   a = Tensor([[1.0, 2.0]])
    ["array", "w", [0.5, 2.0], ""]                    w = np.array([0.5, 2.0])
    ["apply", "c", "add", ["a", "b"], {}]             c = a + b: see `calls`
    ["rule", "c", [0.5, 2.0], "array"]                c.grad = np.array([0.5, 2.0]); c._backward()
    ["rule", "c", null, "array"]                      c._backward()
    ["backward", "L"]                                 L.backward()
    ["zero", "L"]                                     zero_grad(L)
    ["set", "p", [1.0]]                               p.data = np.array([1.0])
    ["descend", "p", 0.1]                             p.data -= 0.1 * p.grad
    ["shift", "p", 0.5]                               p.grad += 0.5
    ["raise", "w", 0.5]                               w += 0.5, of a plain array
    ["again", "p", 0.1]                               p.data = p.data - 0.1 * p.grad
    ["read", "grad", ["a", "b"]]                      what is compared; also "data" and "array"

The last item of a leaf, an array and a rule says in which layout it is made: "" from nested lists,
"array", "single" of float32, "of x" from the array x, or a view that is not contiguous: "T",
"steps", "back". An array of whole numbers alone is one of ints. An operand is a slot or a plain
number.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from grader.packs.tensor.calls import SIGNS
from grader.packs.tensor.listing import Nested, Step, lines_of
from grader.programs.listing import Text
from grader.programs.operators import give_methods
from grader.programs.tracing import AnyOperator

MOST_SHOWN = 40
"""Lines of a program that is shown."""


@dataclass(frozen=True)
class Program:
    """Steps over arrays. Nobody changes them: they are lists because JSON has no tuples."""

    steps: list[Step]
    known: dict[bool, Any] = field(default_factory=dict, compare=False, repr=False)
    """The right answer, where it was worked out: by PyTorch, and by us; with texts that say it."""

    @property
    def task(self) -> dict[str, Any]:
        """What is sent to a worker."""
        return {"task": "tensor", "name": self.needs, "steps": self.steps, "plain": True}

    @property
    def needs(self) -> str:
        """The top-level name that it cannot do without."""
        has_leaf = any(step[0] == "leaf" for step in self.steps)
        return "Tensor" if has_leaf else "unbroadcast"

    @cached_property
    def key(self) -> str:
        """Equal programs have one key."""
        return json.dumps(self.steps)

    @property
    def size(self) -> int:
        """Number of operations."""
        return sum(step[0] == "apply" for step in self.steps)

    def shape_of(self, slot: str) -> tuple[int, ...]:
        """The shape of a leaf or an array."""
        return next(shape_of(step[2]) for step in self.steps if step[1] == slot)

    def below(self, roots: Iterable[str]) -> list[Step]:
        """The steps that made these tensors and what they were made of, in their order."""
        wanted, found = {*roots}, list[Step]()
        for step in reversed(self.steps):
            if step[0] in ("leaf", "apply") and step[1] in wanted:
                found.append(step)
                wanted |= {each for each in operands(step) if isinstance(each, str)}
        return found[::-1]

    @property
    def readings(self) -> list[tuple[str, str]]:
        """What each item of an answer is: slot, and "grad", "data" or "array"."""
        return [(slot, step[1]) for step in self.steps if step[0] == "read" for slot in step[2]]

    @property
    def text(self) -> str:
        """As Python to paste."""
        return "\n".join(lines_of(self.steps, {}))

    @property
    def shown(self) -> str:
        """The text, cut where it has many lines."""
        lines = self.text.split("\n")
        more = len(lines) - MOST_SHOWN
        if more > 0:
            half = MOST_SHOWN // 2
            lines = [*lines[:half], f"# ... {more} more lines", *lines[-half:]]
        return "\n".join(lines)

    @property
    def names(self) -> dict[str, str]:
        """What the text calls each slot: a name, or the expression that stands there."""
        return {slot: text for slot, (text, _) in self.texts.items()}

    @property
    def texts(self) -> dict[str, Text]:
        """What the text calls each slot, and how strongly that binds."""
        called: dict[str, Text] = {}
        for _ in lines_of(self.steps, called):
            pass
        return called


def operands(step: Step) -> list[Any]:
    """What an operator is applied to: slots, and plain numbers; nothing for a leaf."""
    found: list[Any] = step[3] if step[0] == "apply" else []
    return found


def shape_of(data: Nested) -> tuple[int, ...]:
    """The shape of nested lists."""
    shape = []
    while isinstance(data, list):
        shape.append(len(data))
        data = data[0] if data else 0.0
    return tuple(shape)


def numbers(
    shape: Sequence[int], seed: object, least: float = 0.0, positive: bool = False
) -> Nested:
    """Nested lists of this shape: quarters that differ, of both signs, the same for one seed."""
    rng = random.Random(f"{tuple(shape)} {seed}")
    return drawn_numbers(rng, shape, least, positive, quarters=True)


def drawn_numbers(
    rng: random.Random,
    shape: Sequence[int],
    least: float = 0.0,
    positive: bool = False,
    quarters: bool = False,
) -> Nested:
    """Nested lists of drawn numbers between -3 and 3, none within `least` (or 0.05) of 0."""
    if len(shape) > 1:
        return [drawn_numbers(rng, shape[1:], least, positive, quarters) for _ in range(shape[0])]
    least, found = max(least, 0.05), []
    for _ in range(shape[0] if shape else 1):
        size = rng.randint(1, 12) / 4 if quarters else round(rng.uniform(least, 3.0), 4)
        found.append(size if positive or rng.random() < 0.6 else -size)
    return found if shape else found[0]


class Symbol(AnyOperator):  # type: ignore[misc]
    """Stands for a tensor while a function is traced."""

    def __init__(self, tracing: Tracing, slot: str) -> None:
        self._tracing, self._slot = tracing, slot

    def _made(self, name: str, *operands: Any, **given: Any) -> Symbol:
        return self._tracing.apply(name, operands, given)

    def __getitem__(self, index: Any) -> Symbol:
        parts = index if isinstance(index, tuple) else (index,)
        return self._made("getitem", self, index=[_spelled(part) for part in parts])

    @property
    def T(self) -> Symbol:
        """The transpose."""
        return self._made("T", self)

    def __getattr__(self, name: str) -> Callable[..., Symbol]:
        if name.startswith("_"):
            raise AttributeError(name)
        if name == "reshape":
            return lambda *shape: self._made(
                name, self, **({"shape": list(shape[0]), "tuple": True}
                                  if isinstance(shape[0], tuple) else {"shape": list(shape)})
            )  # fmt: skip
        return lambda **given: self._made(
            name, self, **{k: list(v) if type(v) is tuple else v for k, v in given.items()}
        )

    def backward(self) -> None:
        """Record `backward()`."""
        self._tracing.steps.append(["backward", self._slot])

    def rule(self, up: Nested = None, layout: str = "array") -> None:
        """Record that its rule runs, with this gradient; with None, with what has arrived."""
        self._tracing.steps.append(["rule", self._slot, up, layout])

    def zero_grad(self) -> None:
        """Record `zero_grad(...)`."""
        self._tracing.steps.append(["zero", self._slot])

    def descend(self, rate: float, again: bool = False) -> None:
        """Record a step of training: in place, or with a new array."""
        self._tracing.steps.append(["again" if again else "descend", self._slot, rate])

    def shift(self, number: float) -> None:
        """Record that a number is added to its gradient, in place."""
        self._tracing.steps.append(["shift", self._slot, number])

    def set_data(self, data: Nested) -> None:
        """Record that its data is set."""
        self._tracing.steps.append(["set", self._slot, data])

    def read(self, what: str = "grad") -> None:
        """Record that it is read here."""
        self._tracing.steps.append(["read", what, [self._slot]])


def _applied(name: str, *operands: Any) -> Symbol:
    if name == "pow":
        return operands[0]._made(name, operands[0], n=operands[1])  # type: ignore[no-any-return]
    tracing = next(each._tracing for each in operands if isinstance(each, Symbol))
    return tracing.apply(name, operands, {})


give_methods(Symbol, {**dict.fromkeys(SIGNS, "nodes"), "neg": "node", "pow": "number"}, _applied)


def _spelled(part: Any) -> Any:
    if isinstance(part, slice):
        ends = [part.start, part.stop, part.step]
        return ["slice", *(ends if part.step is not None else ends[:2])]
    return ["rows", part] if isinstance(part, list) else part


class Tracing:
    """The steps recorded so far."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self._count = Counter[str]()

    def leaf(self, name: str, data: Nested, layout: str = "") -> Symbol:
        """A tensor that is made of data."""
        self.steps.append(["leaf", name, data, layout])
        return Symbol(self, name)

    def array(self, data: Nested) -> Symbol:
        """A plain array that several operations may use."""
        return Symbol(self, self._operand(data))

    def apply(self, name: str, operands: Sequence[Any], given: Mapping[str, Any]) -> Symbol:
        """What an operator makes. A list among the operands is a plain array."""
        slots = [self._operand(each) for each in operands]
        slot = self._fresh("n")
        self.steps.append(["apply", slot, name, slots, dict(given)])
        return Symbol(self, slot)

    def function(self, name: str, first: Any, **given: Any) -> Symbol:
        """What a function beside the class makes: `cross_entropy`, `unbroadcast`."""
        return self.apply(name, (first,), given)

    def _operand(self, item: Any) -> Any:
        if isinstance(item, Symbol):
            return item._slot
        if not isinstance(item, list):
            return item
        slot = self._fresh("w")
        self.steps.append(["array", slot, item, ""])
        return slot

    def _fresh(self, letter: str) -> str:
        self._count[letter] += 1
        return f"{letter}{self._count[letter]}"


Leaf: TypeAlias = "Nested | tuple[Nested, str]"
"""The data of a leaf, or the data and the layout that it is made in."""


def traced(function: Callable[..., Any], leaves: Mapping[str, Leaf]) -> tuple[Tracing, Any]:
    """The steps of a function on leaves, and what it returned."""
    tracing = Tracing()
    symbols = {
        name: tracing.leaf(name, *(data if isinstance(data, tuple) else (data, "")))
        for name, data in leaves.items()
    }
    return tracing, function(**symbols)


def of_rule(
    function: Callable[..., Symbol], leaves: Mapping[str, Leaf], up: Nested, layout: str = "array"
) -> Program:
    """A rule alone: one operator's result, its value, and what its rule sends for `up`."""
    tracing, root = traced(function, leaves)
    root.read("data")
    root.rule(up, layout)
    tracing.steps.append(["read", "grad", [*leaves]])
    return Program(tracing.steps)


def of_root(
    function: Callable[..., Symbol],
    leaves: Mapping[str, Leaf],
    weights: Nested = None,
    product: bool = False,
) -> Program:
    """A whole graph: its value, then every leaf's gradient after `backward()`.

    weights: a plain array that the result is multiplied by before it is summed up, so that what
    arrives is never ones. product: by a matrix product, where `*` or `sum` is wrong.
    """
    tracing, made = traced(function, leaves)
    tracing.steps.append(["read", "data", [made._slot]])
    root = made
    if weights is not None and product:
        column = [[each] for each in _flat(weights)]
        root = made.reshape(1, len(column)) @ column
    elif weights is not None:
        root = (made * weights).sum()
    root.backward()
    tracing.steps.append(["read", "grad", [*leaves]])
    return Program(tracing.steps)


def _flat(data: Nested) -> list[float]:
    return [each for row in data for each in _flat(row)] if isinstance(data, list) else [data]


def of_history(function: Callable[..., Any], leaves: Mapping[str, Leaf]) -> Program:
    """A function that says itself what is called and read; at its end every leaf's gradient is."""
    tracing, _ = traced(function, leaves)
    tracing.steps.append(["read", "grad", [*leaves]])
    return Program(tracing.steps)
