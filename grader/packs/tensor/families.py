"""Graphs over arrays: every small one, smallest first, and drawn ones of any size."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from inspect import signature
from itertools import combinations, zip_longest
from typing import Any

import numpy as np

from grader.packs.tensor.judged import right_answer
from grader.packs.tensor.program import (
    Leaf,
    Program,
    Symbol,
    Tracing,
    drawn_numbers,
    numbers,
    of_root,
)
from grader.packs.tensor.properties import (
    BINARY,
    ROOT,
    RULE,
    How,
    Shape,
    added,
    asked,
    loss,
    result_of,
)

Move = Callable[..., Symbol]
LEAVES: dict[str, Leaf] = {
    "a": [[0.5, -1.25, 2.0], [1.5, 0.75, -0.5]],
    "b": [1.25, -0.75, 0.5],
    "c": [[2.0], [-0.75]],
}
ONE: dict[str, Move] = {
    "neg": lambda x: -x,
    "tanh": lambda x: x.tanh(),
    "relu": lambda x: x.relu(),
    "sum0": lambda x: x.sum(axis=0),
    "sum_last": lambda x: x.sum(axis=-1, keepdims=True),
    "mean": lambda x: x.mean(),
    "flat": lambda x: x.reshape(-1),
    "turned": lambda x: x.transpose(),
    "rows": lambda x: x[[0, 0]],
    "twice": lambda x: x * 2,
    "soft": lambda x: x.log_softmax(),
}
TWO: dict[str, Move] = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "matmul": lambda x, y: x @ y,
}


@cache
def small_graphs() -> tuple[Program, ...]:
    """Every graph of one and of two operations on these leaves that NumPy can work out."""
    found = []
    for used, function in (*_of_one(), *_of_two()):
        leaves = {name: LEAVES[name] for name in sorted({*used})}
        try:
            found.append(asked(ROOT, function, leaves))
        except (ValueError, IndexError):  # shapes that do not fit, an axis that is not there
            continue
    return tuple(found)


def _of_one() -> Iterator[tuple[str, Move]]:
    for one in ONE.values():
        for name in LEAVES:
            yield name, lambda one=one, **leaf: one(*leaf.values())
    for two in TWO.values():
        for left in LEAVES:
            for right in LEAVES:
                yield (
                    left + right,
                    (lambda two=two, left=left, right=right, **leaf: two(leaf[left], leaf[right])),
                )


def _of_two() -> Iterator[tuple[str, Move]]:
    """One operation on what another made; or on that and a leaf, in both orders; or on it twice."""
    for used, inner in _of_one():
        for one in ONE.values():
            yield used, lambda one=one, inner=inner, **leaf: one(inner(**leaf))
        for two in TWO.values():
            yield used, lambda two=two, inner=inner, **leaf: _both(two, inner(**leaf))
            for name in "ab":
                if name not in used:
                    continue
                for before in (True, False):
                    yield (
                        used,
                        (
                            lambda two=two, inner=inner, name=name, before=before, **leaf: (
                                two(leaf[name], inner(**leaf))
                                if before
                                else two(inner(**leaf), leaf[name])
                            )
                        ),
                    )


def _both(two: Move, node: Symbol) -> Symbol:
    return two(node, node)


SQUARES: dict[str, Leaf] = {
    name: numbers((2, 2), name, least=0.2, positive=True) for name in ("a", "b", "c")
}
"""Values at which every operator may be asked, of one shape that every operator takes."""
SQUARE = {name: SQUARES[name] for name in ("a", "b")}
SIGNED: dict[str, Leaf] = {"a": [[1.5, -0.5], [-2.0, 0.75]], "b": [[-0.25, 2.5], [-1.25, -1.0]]}
"""Two of this shape with signs that differ, entry by entry."""


def _sides(function: Move, plain: Any) -> tuple[Move, ...]:
    """An operator on two tensors, and with a plain number or array on either side."""
    return function, lambda a: function(a, plain), lambda a: function(plain, a)


FORMS: Mapping[str, Sequence[Move]] = {
    **{name: _sides(function, 2) for name, function in BINARY.items()},
    "matmul": _sides(lambda a, b: a @ b, [[1.5, -0.5], [2.0, 0.25]]),
    "neg": (lambda a: -a,),
    "pow": (lambda a: a**2, lambda a: a**-1),
    "sum": (lambda a: a.sum(), lambda a: a.sum(axis=0)),
    "mean": (lambda a: a.mean(), lambda a: a.mean(axis=0)),
    "reshape": (lambda a: a.reshape(4),),
    "transpose": (lambda a: a.transpose(axes=(1, 0)),),
    "T": (lambda a: a.T,),
    "getitem": (lambda a: a[0], lambda a: a[[0, 0]]),
    "relu": (lambda a: a.relu(),),
    "exp": (lambda a: a.exp(),),
    "log": (lambda a: a.log(),),
    "tanh": (lambda a: a.tanh(),),
    "log_softmax": (lambda a: a.log_softmax(),),
    "cross_entropy": (loss([0, 1]),),
}
"""Each operator, in every way that it is written with tensors and plain operands."""


@cache
def above(*names: str) -> tuple[Program, ...]:
    """Each operator on what another one made, whose own operands must get their gradient: by the
    names of operators, or of all."""
    return tuple(
        asked(ROOT, lambda form=form, **leaf: form(*(each * 2 for each in leaf.values())), leaves)
        for form, leaves in _forms(names)
    )


@cache
def beside(*names: str) -> tuple[Program, ...]:
    """Each operator on tensors whose gradients have a share by the time its own rule runs, which
    has to add to them: by the names of operators, or of all."""

    def root(form: Move, weights: Any, **leaf: Any) -> Any:
        product = (form(*leaf.values()) * weights).sum()
        for each in leaf.values():
            product = product * each
        return product.sum()

    found = []
    for form, leaves in _forms(names):
        weights = numbers(result_of(form, leaves).shape, "up")
        found.append(of_root(partial(root, form, weights), leaves))
    return tuple(found)


STEPWISE: Sequence[Move] = tuple(FORMS[name][0] for name in ("relu", "exp", "log", "tanh"))


@cache
def twice() -> tuple[Program, ...]:
    """Each operator on two different operands, and two functions of one, before any rule runs: what
    it keeps is each one's own."""
    found = []
    for name, form in ONE.items():
        if name != "mean":
            found.append(asked(ROOT, lambda a, b, form=form: form(a) + form(b), SIGNED))
    for name in ("exp", "log"):

        def both(a: Symbol, b: Symbol, name: str = name) -> Any:
            return getattr(a, name)() + getattr(b, name)()

        found.append(asked(ROOT, both, SQUARE))
    for one, other in ((2, 3), (3, 1)):
        found.append(asked(ROOT, lambda a, b, m=one, n=other: a**m + b**n, SIGNED))
    one_tensor = {"a": SQUARE["a"]}
    for first, second in combinations(STEPWISE, 2):
        found.append(asked(ROOT, lambda a, f=first, g=second: f(a) + g(a), one_tensor))
    found.append(asked(ROOT, lambda a, b: loss([0, 1])(a) + loss([1, 1])(b), SIGNED))
    return (*found, asked(ROOT, lambda a, b: a @ b + b @ a, SIGNED))


ZEROS: dict[str, Leaf] = {"a": [[0.0, 2.0], [0.0, -1.5]], "b": [[3.0, 0.0], [0.0, 0.5]]}


def with_zeros(how: How, name: str) -> list[Program]:
    """An operator on tensors where entries are 0."""
    found = []
    for form in FORMS[name] if name in ("sum", "mean") else FORMS[name][:1]:
        found.append(asked(how, form, {slot: ZEROS[slot] for slot in signature(form).parameters}))
    return found


def _partners(function: Move) -> tuple[tuple[Move, Move], ...]:
    """A tensor with one other tensor and with another one, on either side."""
    return (
        (lambda a, b, c: function(a, b), lambda a, b, c: function(a, c)),
        (lambda a, b, c: function(b, a), lambda a, b, c: function(c, a)),
    )


def _laid(function: Move) -> tuple[Move, Move]:
    """A tensor with two plain arrays of the same entries and of other shapes."""
    return lambda a: function(a, [2, 3]), lambda a: function(a, [[2], [3]])


OTHERWISE: Mapping[str, Sequence[tuple[Move, Move]]] = {
    **{
        name: _partners(function) for name, function in (*BINARY.items(), ("matmul", TWO["matmul"]))
    },
    **{name: (*_partners(function), _laid(function)) for name, function in BINARY.items()},
    "pow": ((lambda a: a**2, lambda a: a**3),),
    "sum": ((lambda a: a.sum(axis=0), lambda a: a.sum(axis=1)),),
    "mean": (
        (lambda a: a.mean(axis=0), lambda a: a.mean(axis=1)),
        (lambda a: a.mean(axis=0), lambda a: a.mean()),
    ),
    "reshape": ((lambda a: a.reshape(4), lambda a: a.reshape(1, 4)),),
    "transpose": ((lambda a: a.transpose(axes=(1, 0)), lambda a: a.transpose(axes=(0, 1))),),
    "getitem": (
        (lambda a: a[0], lambda a: a[1]),
        (lambda a: a[[0, 0]], lambda a: a[[1, 0]]),
    ),
    "relu": ((lambda a, b: a.relu(), lambda a, b: b.relu()),),
    "log_softmax": ((lambda a: a.log_softmax(axis=0), lambda a: a.log_softmax(axis=1)),),
    "cross_entropy": (
        (loss([0, 1]), loss([1, 1])),
        (loss([0, 1], named="y"), loss([0, 1], named="y")),
    ),
}
"""Two uses of an operator that differ in what stands beside the tensor."""
WITHOUT_SUMS = ("log_softmax", "cross_entropy")
"""Operators of an exercise that has no `+`."""


@cache
def otherwise(how: How, *names: str) -> tuple[Program, ...]:
    """Two uses of an operator on one tensor with other arguments, before any rule runs: what each
    rule needs is kept for it alone. By the names of operators, or of all."""
    found = []
    for name in names or OTHERWISE:
        for one, two in OTHERWISE[name]:
            values = SIGNED if name == "relu" else SQUARES
            leaves = {slot: values[slot] for slot in signature(one).parameters}

            def both(name: str = name, one: Move = one, two: Move = two, **leaf: Symbol) -> Any:
                first, second = one(**leaf), two(**leaf)
                return first * second if name in WITHOUT_SUMS else first + second

            by_rule = how == RULE
            found.append(added(one, leaves, two=two) if by_rule else asked(how, both, leaves))
    return tuple(found)


def of_one_array(how: How) -> list[Program]:
    """Two tensors that are made of one array: each has a gradient of its own."""
    leaves = dict.fromkeys("ab", (numbers((2, 3), "x"), "of x"))
    return [asked(how, function, leaves) for function in (BINARY["mul"], BINARY["add"])]


def dead_branches() -> list[Program]:
    """Graphs of which a part sends zeros, on one side and on the other: the rest is due its own."""

    def first(a: Symbol, b: Symbol) -> Any:
        h = a * b
        return (h * h * -1).relu() + b * h

    def last(a: Symbol, b: Symbol) -> Any:
        h = a * b
        return b * h + (h * h * -1).relu()

    return [asked(ROOT, each, {name: SQUARES[name] for name in "ab"}) for each in (first, last)]


def after_another(leaves: Mapping[str, Leaf], *forms: Move) -> list[Program]:
    """The rule of each operator after that of each other one: it adds."""
    return [added(one, leaves, two=two) for one in forms for two in forms if one is not two]


def _forms(names: Sequence[str]) -> Iterator[tuple[Move, dict[str, Leaf]]]:
    for name in names or FORMS:
        for form in FORMS[name]:
            yield form, {slot: SQUARE[slot] for slot in signature(form).parameters}
        if name == "relu":  # which sends nothing where its operand is negative
            yield FORMS[name][0], {"a": SIGNED["a"]}


def drawn_graph(rng: random.Random, operations: int) -> Program:
    """A drawn graph of so many operations on two or three leaves, well within bounds: of the answer
    by which it will be judged, PyTorch's where that is loaded."""
    while True:
        program = _drawn(rng, operations)
        if program is not None:
            return program


def _drawn(rng: random.Random, operations: int) -> Program | None:
    tracing = Tracing()
    shapes: list[Shape] = [(2, 3), rng.choice([(3,), (1, 3), ()]), rng.choice([(2, 1), (3, 3)])]
    nodes: list[tuple[Any, Shape]] = [
        (tracing.leaf(name, drawn_numbers(rng, shape)), shape)
        for name, shape in zip("abc", shapes, strict=True)
    ]
    for _ in range(operations):
        made = _moved(rng, nodes)
        if made is not None:
            nodes.append(made)
    root, *rest = [node for node, _ in reversed(nodes[3:])] or [nodes[0][0]]
    total = (root * rng.choice((0.5, -1.5, 2))).sum()
    for node in rest[: rng.randint(0, 3)]:
        total = total + node.mean()
    tracing.steps.append(["read", "data", [total._slot]])
    total.backward()
    program = Program([*tracing.steps, ["read", "grad", list("abc")]])
    with np.errstate(all="ignore"):
        found, _ = right_answer(program, live=sys.modules.get("torch") is not None)
    # nan is not below anything
    return program if all(np.abs(each).max() < 1e3 for each in found) else None


def _moved(rng: random.Random, nodes: Sequence[tuple[Any, Shape]]) -> tuple[Any, Shape] | None:
    """One more node, with its shape; None where what was drawn does not fit."""
    x, shape = rng.choice(nodes[-5:])
    y, other = rng.choice(nodes)
    kind = rng.random()
    if kind < 0.45:
        whole = _together(shape, other)
        if whole is None or len(whole) > 3:
            return None
        return rng.choice((lambda: x + y, lambda: x - y, lambda: x * y.tanh()))(), whole
    if kind < 0.55 and len(shape) == 2 and len(other) in (1, 2) and shape[1] == other[0]:
        return (x @ y).tanh(), (shape[0], *other[1:])
    if kind < 0.65 and shape:
        axis = rng.randrange(-len(shape), len(shape))
        keepdims = rng.random() < 0.5
        made = rng.choice((x.sum, x.mean))(axis=axis, keepdims=keepdims)
        place = axis % len(shape)
        ends = (*shape[:place], *((1,) if keepdims else ()), *shape[place + 1 :])
        return made, ends
    if kind < 0.75 and len(shape) == 2:
        return rng.choice(((x.T, shape[::-1]), (x[[0, 0]], (2, shape[1]))))
    if kind < 0.8 and shape:
        return x.log_softmax(), shape
    return rng.choice((x.tanh, lambda: -x, lambda: x * 0.5, x.exp))().tanh(), shape


def _together(one: Shape, other: Shape) -> Shape | None:
    """What two shapes broadcast to; None if they do not. NumPy's own makes arrays for it."""
    pairs = [*zip_longest(one[::-1], other[::-1], fillvalue=1)][::-1]
    fits = all(n == m or 1 in (n, m) for n, m in pairs)
    return tuple(m if n == 1 else n for n, m in pairs) if fits else None
