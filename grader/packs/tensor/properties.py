"""What every course on tensors asks of an operator: shapes, layouts, sides, axes, extremes.

Each function gives programs, the smallest first. `how` says of what: RULE, where an exercise has
no `backward()` yet and the rule is run by itself; ROOT, of a whole engine; or PRODUCT, of one whose
`*` or `sum` is wrong: that must cost nothing else. What arrives at a result is never ones. All
values are the same for everyone; what is drawn is in `families`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any, Literal, TypeAlias

from grader.packs.tensor.answers import by_numpy, shapes_of
from grader.packs.tensor.listing import Nested
from grader.packs.tensor.operators import OPERATORS
from grader.packs.tensor.program import (
    Leaf,
    Program,
    Symbol,
    Tracing,
    numbers,
    of_history,
    of_root,
    of_rule,
    traced,
)

How: TypeAlias = Literal["rule", "root", "product"]
RULE: How = "rule"
ROOT: How = "root"
PRODUCT: How = "product"
Function: TypeAlias = Callable[..., Symbol]
Shape: TypeAlias = tuple[int, ...]

WHOLE: Shape = (4, 2, 3)
"""What two shapes of `BROADCASTING` make together, at most."""
LAYOUTS = ("array", "T", "steps", "back")
BINARY: Mapping[str, Function] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "truediv": lambda a, b: a / b,
}


def _shapes() -> Iterator[Shape]:
    yield ()
    for rank in (1, 2, 3):
        yield from product(*((1, n) for n in WHOLE[3 - rank :]))


SHAPES = tuple(sorted(_shapes(), key=lambda shape: (len(shape), shape)))


def _size(pair: tuple[Shape, Shape]) -> tuple[bool, int]:
    """Smallest first, but for those with one entry only: they show nothing of broadcasting."""
    return all(n == 1 for shape in pair for n in shape), sum(
        100 * len(shape) + sum(shape) for shape in pair
    )


BROADCASTING = tuple(sorted(product(SHAPES, SHAPES), key=_size))
"""All 225 ordered pairs of shapes that can be broadcast together, the smallest first."""


def result_of(function: Function, leaves: Mapping[str, Leaf]) -> Any:
    """The right value of a function on leaves."""
    tracing, made = traced(function, leaves)
    return by_numpy([*tracing.steps, ["read", "data", [made._slot]]])[0]


def asked(how: How, function: Function, leaves: Mapping[str, Leaf], seed: str = "up") -> Program:
    """A program about a function, with a gradient that arrives at its result and is never ones."""
    up = numbers(result_of(function, leaves).shape, seed)
    if how == RULE:
        return of_rule(function, leaves, up)
    return of_root(function, leaves, up, product=how == PRODUCT)


def added(
    one: Function, leaves: Mapping[str, Leaf], between: float = 0.0, two: Function | None = None
) -> Program:
    """Two results of the same operands, whose rules run one after the other: the second adds, and
    changes neither result's own gradient nor any data. between: a number that is added, too."""
    tracing, first = traced(one, leaves)
    second = (two or one)(**{name: Symbol(tracing, name) for name in leaves})
    for made, seed, function in ((first, "one", one), (second, "two", two or one)):
        made.rule(numbers(result_of(function, leaves).shape, seed))
        for name in leaves if between and made is first else ():
            Symbol(tracing, name).shift(between)
    slots = [first._slot, second._slot]
    tracing.steps += [["read", what, [*leaves, *slots]] for what in ("grad", "data")]
    return Program(tracing.steps)


def own_arrays(function: Function, leaves: Mapping[str, Leaf], how: How = RULE) -> Program:
    """Another number is added to each gradient after a rule ran, or a call: it stays there."""
    tracing, made = traced(function, leaves)
    symbols = [Symbol(tracing, name) for name in leaves]
    if how == RULE:
        made.rule(numbers(result_of(function, leaves).shape, "one"))
        symbols.append(made)
    else:
        made.sum().backward()
    for number, each in enumerate(symbols):
        each.shift(10.0**number)
    tracing.steps.append(["read", "grad", [each._slot for each in symbols]])
    return Program(tracing.steps)


def left_alone(function: Function, data: Leaf) -> Program:
    """A result times its operand `a`, whose gradient has a share by the time the result's own rule
    runs: that one adds, and changes no data."""

    def history(a: Symbol) -> None:
        made = function(a)
        (made * a).sum().backward()
        for each in (a, made):
            each.read("data")

    return of_history(history, {"a": data})


def data_for(name: str, shape: Sequence[int], seed: object = 0) -> Nested:
    """Values at which an operator may be asked."""
    row = OPERATORS[name]
    return numbers(shape, seed, row.apart, row.positive)


def broadcasts(how: How, name: str) -> list[Program]:
    """A binary operator on every ordered pair of shapes that can be broadcast together."""
    function = BINARY[name]
    return [
        asked(how, function, {"a": data_for(name, left), "b": data_for(name, right, 1)})
        for left, right in BROADCASTING
    ]


def sides(how: How, name: str) -> list[Program]:
    """A plain number or a plain array on either side; the array may be the larger one."""
    function, a = BINARY[name], {"a": data_for(name, (2, 3))}
    row = {"a": data_for(name, (3,))}
    found = [asked(how, lambda a, n=n: function(a, n), a) for n in (2, -0.5)]
    found += [asked(how, lambda a, n=n: function(n, a), a) for n in (3, 0.25, 0)]
    for shape in ((), (3,), (2, 1), (2, 3), (4, 2, 3)):
        array = numbers(shape, "w")
        for leaves in (a, row):
            if shape == () or isinstance(array, list):
                found.append(asked(how, lambda a, w=array: function(a, w), leaves))
                found.append(asked(how, lambda a, w=array: function(w, a), leaves))
    whole = [1, 2, 3]
    found.append(asked(how, lambda a: function(a, whole), row))
    return [*found, asked(how, lambda a: function([0, 2, 3], a), row)]


def one_shape(how: How, name: str) -> list[Program]:
    """A binary operator on tensors of one shape, also where both hold the same numbers."""
    found = [
        asked(how, BINARY[name], {"a": data_for(name, shape), "b": data_for(name, shape, 1)})
        for shape in ((2,), (), (2, 3), (2, 1, 2), (3, 2), (1, 2), (2, 2))
    ]
    data = data_for(name, (2, 3))
    return [*found, asked(how, BINARY[name], {"a": data, "b": data})]


def same_operand(how: How, name: str) -> list[Program]:
    """One tensor on both sides."""
    function = BINARY[name]
    return [
        asked(how, lambda a: function(a, a), {"a": data_for(name, shape)})
        for shape in ((), (3,), (2, 3))
    ]


AXES: tuple[tuple[Shape, Any], ...] = (
    *(((), None), ((3,), None), ((3,), 0), ((3,), -1), ((2, 3), None)),
    *(((2, 3), axis) for axis in (0, 1, -1, -2, (0, 1), (1, 0), (0,), (-1,))),
    *(((1, 3), 0), ((1, 3), 1), ((2, 1), 1), ((2, 1), None)),
    *(((2, 3, 4), axis) for axis in (None, 0, 1, 2, -1, -3, (0, 1), (0, 2), (1, 2), (2, 0))),
    *(((2, 3, 4), axis) for axis in ((0, 1, 2), (-1, 0), (-2, -1), (-1, -3), (1, 0))),
    # Lengths that are equal: a gradient along the wrong axis has the right shape.
    *(((3, 3), axis) for axis in (0, 1, -1)),
    *(((2, 2, 2), axis) for axis in (0, 1, 2, (0, 1), (0, 2), (1, 2))),
)


def axes(how: How, name: str) -> list[Program]:
    """A sum or a mean over every choice of axes, kept and not."""
    found = []
    for shape, axis in AXES:
        for keepdims in (False, True):
            given = {} if axis is None else {"axis": axis}
            given |= {"keepdims": True} if keepdims else {}
            found.append(
                asked(how, lambda a, g=given: getattr(a, name)(**g), {"a": numbers(shape, 0)})
            )
    return found


PRODUCTS: tuple[tuple[Shape, Shape], ...] = (
    *(((2, 3), (3, 2)), ((2, 3), (3, 4)), ((1, 3), (3, 1)), ((3, 1), (1, 2)), ((2, 2), (2, 2))),
    *(((1, 1), (1, 1)), ((3,), (3,)), ((2, 3), (3,)), ((3,), (3, 2)), ((3, 3), (3,))),
    *(((3,), (3, 3)), ((1,), (1,)), ((3, 3), (3, 3)), ((1, 3), (3,)), ((3,), (3, 1))),
    *(((4, 2, 3), (4, 3, 2)), ((4, 2, 3), (3, 2)), ((2, 3), (4, 3, 2)), ((4, 2, 3), (3,))),
    *(((3,), (4, 3, 2)), ((1, 2, 3), (4, 3, 2)), ((4, 2, 3), (1, 3, 2)), ((1, 2, 3), (3, 2))),
    *(((2, 1, 2, 3), (4, 3, 2)), ((4, 1, 3), (3, 2)), ((2, 2, 2), (2, 2, 2))),
    *(((2, 1, 2, 3), (1, 4, 3, 2)), ((2, 2, 2), (2,)), ((2,), (2, 2, 2))),
    *(((3,), (2, 4, 3, 2)), ((2, 4, 2, 3), (3,))),
)
"""Shapes of matrix products: matrices, vectors, stacks, and stacks that are broadcast."""


def products(how: How) -> list[Program]:
    """Matrix products of every kind."""
    return [
        asked(how, lambda a, b: a @ b, {"a": numbers(left, 0), "b": numbers(right, 1)})
        for left, right in PRODUCTS
    ]


def product_sides(how: How) -> list[Program]:
    """A plain array on either side of `@`, and one matrix on both."""
    found = []
    for left, right in PRODUCTS:
        a, b = numbers(left, 0), numbers(right, 1)
        found.append(asked(how, lambda a, b=b: a @ b, {"a": a}))
        found.append(asked(how, lambda b, a=a: a @ b, {"b": b}))
    square = {"a": numbers((2, 2), 0)}
    return [*found, asked(how, lambda a: a @ a, square)]


RESHAPES: tuple[tuple[Shape, Any], ...] = (
    *(((2, 3), (3, 2)), ((2, 3), (6,)), ((6,), (2, 3)), ((2, 3), (-1,)), ((2, 3), (3, -1))),
    *(((2, 3), (1, 2, 3)), ((1, 1), (1,)), ((), (1, 1)), ((1,), ()), ((2, 3, 4), (4, 6))),
    *(((2, 3, 4), (2, -1)), ((3, 2, 2), (2, 3, 2)), ((2, 3, 4), (-1,))),
)
TRANSPOSES: tuple[tuple[Shape, Any], ...] = (
    *(((2, 3), None), ((2, 3), (1, 0)), ((2, 3), (0, 1)), ((3,), None), ((1, 2, 2), (1, 2, 0))),
    *(((2, 2, 2), order) for order in ((1, 2, 0), (2, 0, 1), (2, 1, 0))),
    *(((2, 3, 4), order) for order in ((1, 2, 0), (2, 0, 1), (0, 2, 1), (1, 0, 2), (-1, 0, 1))),
    *(((2, 3, 4), None), ((1, 2, 3), (2, 0, 1)), ((2, 3, 4), (-2, -1, -3))),
)


def reshapes(how: How) -> list[Program]:
    """Every kind of reshape, the shape as numbers and as one tuple."""
    return [
        asked(how, lambda a, s=shape: a.reshape(*s), {"a": numbers(before, 0)})
        for before, shape in RESHAPES
        if shape
    ] + [
        asked(how, lambda a, s=shape: a.reshape(s), {"a": numbers(before, 0)})
        for before, shape in RESHAPES
    ]


def transposes(how: How) -> list[Program]:
    """Every kind of transpose, and `.T` of any shape."""
    found = [
        asked(
            how,
            lambda a, o=order: a.transpose() if o is None else a.transpose(axes=o),
            {"a": numbers(shape, 0)},
        )
        for shape, order in TRANSPOSES
    ]
    shapes = ((2, 3), (1, 3), (3, 1), (2, 2), (3,), (2, 3, 4), ())
    return [*found, *(asked(how, lambda a: a.T, {"a": numbers(s, 0)}) for s in shapes)]


INDICES: tuple[tuple[Shape, Any], ...] = (
    *(((3,), 0), ((3,), -1), ((3,), slice(1, None)), ((3,), slice(None, None, 2))),
    *(((3,), [0, 0, 1]), ((3,), [2]), ((3, 2), 1), ((3, 2), (1, 0)), ((3, 2), (slice(None), 1))),
    *(((3, 2), slice(0, 2)), ((3, 2), (slice(1, 3), slice(0, 1))), ((3, 2), [0, 0, 1])),
    *(((3, 2), [1, 1, 1, 1]), ((3, 2), [-1, 2]), ((3, 2), [-1, 0]), ((3, 2), [2, 0, 1])),
    *(((3, 2), (0, slice(None))),),
    *(((2, 3, 2), (1, slice(None), 0)), ((2, 3, 2), [1, 0, 1]), ((2, 3, 2), (0, 2))),
    *(((5,), slice(None, 2)), ((5,), slice(-3, -1))),
)


def indices(how: How) -> list[Program]:
    """Ints, slices, tuples of these, and rows that come twice."""
    return [
        asked(how, lambda a, i=index: a[i], {"a": numbers(shape, 0)}) for shape, index in INDICES
    ] + [
        asked(how, lambda a, r=rows: _rows_of_array(a, r), {"a": numbers((3, 2), 0)})
        for rows in ([0, 0, 1], [2, 2])
    ]


def _rows_of_array(a: Symbol, rows: list[int]) -> Symbol:
    return a._made("getitem", a, index=[["array", rows]])


def layouts(how: How, function: Function, *shapes: Shape, name: str = "add") -> list[Program]:
    """A function on tensors made of arrays, contiguous or not; a rule alone also for gradients
    that are not."""
    found = []
    for layout in LAYOUTS:
        leaves = {
            slot: (data_for(name, shape, number), layout)
            for number, (slot, shape) in enumerate(zip("abc", shapes, strict=False))
        }
        found.append(asked(how, function, leaves))
    plain = {slot: data for slot, (data, _) in leaves.items()}
    up = numbers(result_of(function, plain).shape, "up")
    if how == RULE and isinstance(up, list):
        found += [of_rule(function, plain, up, layout) for layout in LAYOUTS[1:]]
    return found


def turned(how: How) -> list[Program]:
    """Results that are transposed: the gradient that arrives at each is not contiguous."""
    a = {"a": numbers((2, 3), 0)}
    functions: list[Function] = [
        lambda a: a.reshape(3, 2).T,
        lambda a: a[[1, 0, 1]].T,
        lambda a: a.T[0:2].T,
        lambda a: a.sum(axis=0, keepdims=True).T,
        lambda a: a.transpose().T,
        lambda a: a.tanh().T,
        lambda a: a.log_softmax().T,
    ]
    found = [asked(how, function, a) for function in functions]
    return [*found, *(asked(how, each, {**a, "b": numbers((3, 2), 1)})
                      for each in (lambda a, b: (a @ b).T, lambda a, b: (a * b.T).T))]  # fmt: skip


STEPWISE = ("relu", "exp", "log", "tanh")
EXTREMES: Mapping[str, Sequence[float]] = {
    "relu": (0.0, -0.0, 1e-12, -1e-12, 1000.0, -1000.0),
    "exp": (0.0, -1000.0, 1e-9, -20.0, 5.0),
    "log": (1e-3, 1e-6, 1.0, 1000.0),
    "tanh": (0.0, 1e-9, -1e-3, 5.0, -8.0, 400.0, -1000.0),
}
FAR_OUT: Mapping[str, Sequence[float]] = {"exp": (30.0, 300.0)}
"""Operands beside which others of an array would be small."""


def stepwise(how: How, name: str) -> list[Program]:
    """A function of one tensor on every rank, and at the ends of what it takes."""
    found = [
        asked(how, lambda a: getattr(a, name)(), {"a": data_for(name, shape)})
        for shape in ((), (1,), (3,), (2, 3), (2, 1, 3))
    ]
    ends = [[*EXTREMES[name]], *EXTREMES[name], *FAR_OUT.get(name, ())]
    return found + [asked(how, lambda a: getattr(a, name)(), {"a": data}) for data in ends]


def powers(how: How) -> list[Program]:
    """Powers that are whole and not, above and below 0."""
    found = [
        asked(how, lambda a, n=n: a**n, {"a": numbers((2, 3), 0, positive=True)})
        for n in (2, 3, -1, 1, 0.5, -1.5, 2.0)
    ]
    below = [asked(how, lambda a, n=n: a**n, {"a": [-1.5, 2.0, -0.25]}) for n in (2, 3, -1, 1)]
    at_zero = [asked(how, lambda a, n=n: a**n, {"a": [0.0, 2.0]}) for n in (1, 2, 3, 0)]
    return found + below + at_zero


def negatives(how: How) -> list[Program]:
    """The minus sign, on every rank."""
    return [asked(how, lambda a: -a, {"a": numbers(s, 0)}) for s in ((), (3,), (2, 3))]


SOFT: tuple[tuple[Shape, Any], ...] = (
    *(((3,), None), ((3,), 0), ((2, 3), None), ((2, 3), 1), ((2, 3), 0), ((2, 3), -1)),
    *(((2, 3, 2), 1), ((2, 3, 2), -1), ((2, 3, 2), 0), ((1, 3), 1), ((3, 3), 0), ((2, 1), 1)),
    *(((2, 3), -2), ((2, 3, 2), -3)),
)
HUGE: tuple[Nested, ...] = (
    [1000.0, 0.0, -1000.0],
    [[1000.0, 999.0], [-1000.0, -1000.0]],
    [[1000.0, 1000.0, 1000.0], [-1000.0, 1.0, 2.0]],
)


EQUAL: tuple[Nested, ...] = ([0.5, 0.5, 0.5], [[0.0, 0.0], [0.0, 0.0]])
"""All are largest."""


def log_softmaxes(how: How) -> list[Program]:
    """log_softmax along every axis."""
    found = []
    for shape, axis in SOFT:
        given = {} if axis is None else {"axis": axis}
        leaves = {"a": numbers(shape, 0)}
        found.append(asked(how, lambda a, g=given: a.log_softmax(**g), leaves))
    return found + [asked(how, lambda a: a.log_softmax(), {"a": data}) for data in EQUAL]


def huge_log_softmaxes(how: How) -> list[Program]:
    """log_softmax where exp alone would be infinite."""
    return [asked(how, lambda a: a.log_softmax(), {"a": data}) for data in HUGE]


LABELS: tuple[tuple[Shape, list[int]], ...] = (
    *(((1, 3), [2]), ((2, 3), [0, 2]), ((3, 2), [1, 1, 0]), ((4, 3), [2, 2, 2, 0])),
    *(((3, 3), [0, 1, 2]), ((2, 2), [1, 1])),
)


def cross_entropies(how: How, huge: bool = False) -> list[Program]:
    """cross_entropy with labels as a list and as an array; of huge logits."""
    cases: list[tuple[Nested, list[int]]] = [(numbers(s, 0), labels) for s, labels in LABELS]
    cases.append((EQUAL[1], [0, 1]))
    if huge:
        cases = [([HUGE[0]], [0]), ([HUGE[0]], [2]), (HUGE[1], [1, 0]), (HUGE[2], [0, 0])]
    found = []
    for data, labels in cases:
        for array in (False, True):
            found.append(labelled(how, data, labels, array))
    return found


def labelled(how: How, data: Nested, labels: list[int], array: bool = False) -> Program:
    """cross_entropy of logits and labels."""
    return asked(how, loss(labels, array), {"a": data})


def loss(labels: list[int], array: bool = False, named: str = "") -> Function:
    """cross_entropy with these labels. named: one array of them, for all uses of this name."""
    given: dict[str, Any] = {"labels": labels} | ({"array": True} if array or named else {})
    given |= {"named": named} if named else {}
    return lambda a: a._tracing.function("cross_entropy", a, **given)


def plain_unbroadcasts() -> list[Program]:
    """`unbroadcast` of a gradient to every shape that broadcasts to its own."""
    found = []
    for layout in ("array", "T"):
        for shape in SHAPES:
            for whole in SHAPES:
                if broadcasts_to(shape, whole):
                    found.append(plain_call("unbroadcast", numbers(whole, "g"), shape, layout))
    return found + [plain_call("unbroadcast", numbers(w, "g"), s) for s, w in EQUAL_LENGTHS]


EQUAL_LENGTHS: tuple[tuple[Shape, Shape], ...] = (
    *(((1, 1), (1, 1)), ((2, 2), (2, 2)), ((1, 2), (2, 2)), ((2, 1), (2, 2)), ((2,), (2, 2))),
    *(((1, 2, 1), (2, 2, 2)), ((1,), (3,)), ((1, 1), (1, 1, 1))),
)


def broadcasts_to(shape: Shape, whole: Shape) -> bool:
    """Whether broadcasting can make the one shape of the other."""
    if len(shape) > len(whole):
        return False
    ends = whole[len(whole) - len(shape) :]
    return all(n in (1, m) for n, m in zip(shape, ends, strict=True))


def plain_call(name: str, array: Nested, shape: Sequence[int], layout: str = "array") -> Program:
    """A function beside the class, called with a plain array, which it must leave as it is."""
    tracing = Tracing()
    tracing.steps.append(["array", "g", array, layout])
    made = tracing.function(name, Symbol(tracing, "g"), shape=list(shape))
    tracing.steps.append(["read", "array", [made._slot, "g"]])
    return Program(tracing.steps)


@cache
def totals() -> tuple[Program, ...]:
    """The sum of all entries, alone: what other programs need to have a root."""
    return tuple(
        of_root(lambda a: a.sum(), {"a": numbers(shape, 0)}) for shape in ((), (3,), (2, 3), (1, 1))
    )


BROADCAST, SHARED, ALONG = "broadcast", "shared", "sum along an axis"
"""What a program needs beside its operators: see `needs`."""


def needs(program: Program) -> frozenset[str]:
    """What must be right for an engine to answer a program: operators, BROADCAST where operands
    have different shapes, SHARED where a tensor is used twice, ALONG where an axis is summed."""
    return _needs(program.key)


@cache
def _needs(key: str) -> frozenset[str]:
    program = Program(json.loads(key))
    found = {str(step[2]) for step in program.steps if step[0] == "apply"}
    uses = Counter(each for step in program.steps if step[0] == "apply" for each in step[3])
    if any(uses[step[1]] > 1 for step in program.steps if step[0] in ("leaf", "apply")):
        found.add(SHARED)
    shapes = shapes_of(program.steps)
    for step in program.steps:
        if step[0] == "apply" and step[2] in BINARY:
            if len({shapes[each] for each in step[3] if isinstance(each, str)}) > 1:
                found.add(BROADCAST)
        elif step[0] == "apply" and step[2] == "sum" and step[4].get("axis") is not None:
            found.add(ALONG)
    return frozenset(found)
