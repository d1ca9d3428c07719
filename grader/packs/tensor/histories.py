"""What several calls leave: second and third ones, several losses, training, shared arrays, size.

Each function takes `data`, which makes nested lists of a shape: frozen numbers, or drawn ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias

from grader.packs.tensor.listing import Nested
from grader.packs.tensor.program import Program, Symbol, numbers, of_history, of_root

Data: TypeAlias = Callable[[Sequence[int]], Nested]


def frozen(shape: Sequence[int]) -> Nested:
    """The same numbers for everyone."""
    return numbers(shape, "history")


def _pair(data: Data) -> dict[str, Nested]:
    """Two leaves of one shape: what is wrong with broadcasting must cost nothing here."""
    return {"a": data((2, 3)), "b": data((2, 3))}


def _row(data: Data) -> dict[str, Nested]:
    return {"a": data((2, 3)), "b": data((3,))}


EVERY_RULE: Sequence[Callable[[Any, Any], Any]] = (
    lambda a, b: a._tracing.function("cross_entropy", a, labels=[0, 2]),
    lambda a, b: (a.log_softmax() * b).sum(),
    lambda a, b: ((a.exp() + 1).log() / b.exp()).sum(),
    lambda a, b: (a.tanh() @ b.T).mean(),
    lambda a, b: (a[[0, 0, 1]].relu() ** 3).sum(),
    lambda a, b: (a.reshape(3, 2).transpose(axes=(1, 0)).mean(axis=0) - b).sum(),
)
"""Roots that need every rule together."""


def second_calls(data: Data = frozen) -> list[Program]:
    """Two and three calls on one graph: leaves add, inner tensors restart. The first one uses no
    tensor twice."""

    def plain(a: Any, b: Any) -> None:
        root = (a * b * 2 + 1).sum()
        root.backward()
        root.backward()
        a.read()
        root.backward()

    def twice(a: Any, b: Any) -> None:
        n = a * b
        root = (n * n + n).sum()
        root.backward()
        a.read()
        root.backward()
        b.read()
        root.backward()

    def deep(a: Any, b: Any) -> None:
        n = (a + b).tanh()
        m = n * 3 + n
        root = (m * n).mean()
        root.backward()
        root.backward()

    found = [of_history(function, _pair(data)) for function in (plain, twice, deep)]
    return [*found, of_history(deep, _row(data)), *_rules_again(data)]


def _rules_again(data: Data) -> list[Program]:
    """Every rule runs twice: a rule that spoils what it has kept is wrong in the second call."""

    def asked(function: Callable[[Any, Any], Any]) -> Program:
        def again(a: Any, b: Any) -> None:
            root = function(a, b)
            root.backward()
            a.read()
            root.backward()

        return of_history(again, _pair(data))

    return [asked(function) for function in EVERY_RULE]


def several_losses(data: Data = frozen) -> list[Program]:
    """Two roots above one inner tensor, one after the other, one above the other; and of graphs
    that have a plain array in common, which changes between them."""

    def losses(a: Any, b: Any) -> None:
        h = a * b
        first, second = (h * 2).sum(), (h.tanh() * 5).mean()
        first.backward()
        a.read()
        second.backward()
        b.read()
        first.backward()

    def fresh(a: Any, b: Any) -> None:
        for n in (1, 2):
            ((a - b) ** 2 * n).sum().backward()

    def apart(a: Any, b: Any) -> None:
        for n in (3, -1):
            (a * n).sum().backward()
            (b * n).sum().backward()

    def grown(a: Any, b: Any) -> None:
        root = (a * b).sum()
        root.backward()
        (root * root).backward()

    def buffer(a: Any, b: Any) -> None:
        array = a._tracing.array(data((2, 3)))
        for _ in range(2):
            (a * array + b).sum().backward()
            a._tracing.steps.append(["raise", array._slot, 1.0])

    graphs = (apart, losses, fresh, grown, buffer)
    return [of_history(function, _pair(data)) for function in graphs]


def leaf_roots(data: Data = frozen) -> list[Program]:
    """A root that is a leaf adds; one entry in any shape is a root."""

    def leaf(a: Any) -> None:
        a.backward()
        a.read()
        a.backward()

    def entry(a: Any, b: Any) -> None:
        root = a @ b
        root.backward()
        root.backward()

    return [
        of_history(leaf, {"a": data(())}),
        of_history(leaf, {"a": data((1, 1))}),
        of_history(entry, {"a": data((1, 3)), "b": data((3, 1))}),
    ]


def unreached(data: Data = frozen) -> list[Program]:
    """What the root cannot reach keeps what it has."""

    def beside(a: Any, b: Any) -> None:
        (a * 2).sum().backward()
        (a * b).sum().backward()
        (b.tanh() * 3).sum().backward()
        a.read()
        unused = a * b
        unused.read("data")
        (b * 2).sum().backward()

    return [of_history(beside, _pair(data))]


def zeroed(data: Data = frozen) -> list[Program]:
    """zero_grad gives every reachable tensor zeros, and the next call begins there."""

    def zero(a: Any, b: Any) -> None:
        root = ((a + b) * 3).sum()
        root.backward()
        root.zero_grad()
        a.read()
        b.read()
        root.read()
        root.backward()

    def far(a: Any, b: Any) -> None:
        n = a
        for _ in range(12):
            n = n * 0.5 + a
        root = (n * b).sum()
        root.backward()
        root.zero_grad()
        a.read()
        b.read()

    def beside(a: Any, b: Any) -> None:
        (a * 2).sum().backward()
        (b * 3).sum().zero_grad()

    return [of_history(function, _pair(data)) for function in (zero, far, beside)]


def trainings(data: Data = frozen) -> list[Program]:
    """Steps of gradient descent, each with a graph of its own; data set in place and anew."""

    def train(again: bool, w: Any, b: Any) -> None:
        x, y = data((4, 2)), data((4, 3))
        for _ in range(4):
            error = (x @ w + b).tanh() - y
            loss = (error * error).mean()
            loss.zero_grad()
            loss.backward()
            loss.read("data")
            w.descend(0.1, again)
            b.descend(0.1, again)
        w.read("data")
        b.read("data")

    def straight(a: Any, b: Any) -> None:
        for _ in range(3):
            loss = (a * b * 0.5).sum()
            loss.zero_grad()
            loss.backward()
            a.descend(0.1)
            b.descend(0.1, again=True)
        a.read("data")

    def number(b: Any) -> None:
        for _ in range(3):
            loss = b * b + b
            loss.zero_grad()
            loss.backward()
            b.descend(0.1, again=True)
        b.read("data")

    def moved(a: Any, b: Any) -> None:
        (a * b).sum().backward()
        a.set_data(data((2, 3)))
        (a * b * a).sum().backward()

    def asked(function: Callable[[Any, Any], Any]) -> Program:
        def steps(a: Any, b: Any) -> None:  # what was worked out of other data must not come back
            for again in (False, True):
                function(a, b).backward()
                for each in (a, b):
                    each.descend(0.5, again)
            function(a, b).backward()

        return of_history(steps, _pair(data))

    leaves = {"w": data((2, 3)), "b": data((3,))}
    return [
        of_history(straight, _pair(data)),
        of_history(lambda w, b: train(False, w, b), leaves),
        of_history(lambda w, b: train(True, w, b), leaves),
        of_history(number, {"b": data(())}),
        of_history(lambda w, b: train(False, w, b), {"w": [[1, 2, 0], [3, -1, 1]], "b": [0, 1, 2]}),
        of_history(moved, _pair(data)),
        *map(asked, EVERY_RULE),
    ]


def shared_arrays(data: Data = frozen) -> list[Program]:
    """Gradients that must not be one and the same array: what is added to one stays there."""
    square = {"a": data((2, 2)), "b": data((2, 2))}
    graphs: list[Callable[..., Symbol]] = [
        lambda a, b: (a + b) + a,
        lambda a, b: a + (a + b),
        lambda a, b: (a + b) + b * 2,
        lambda a, b: b * 2 + (a + b),
        lambda a, b: (a + b) + (b + a),
        lambda a, b: (a - b) + a,
        lambda a, b: a.reshape(4) + (a + b).reshape(4),
        lambda a, b: a.T + (a + b) + a,
        lambda a, b: a[0] + (a + b)[1] + a[0],
        lambda a, b: (a + b).sum(axis=0) + a.sum(axis=0) + b[0],
    ]
    found = [of_root(graph, square, data((2, 2))) for graph in graphs[:6]]
    found.append(of_root(graphs[6], square, data((4,))))
    found.append(of_root(graphs[7], square, data((2, 2))))
    return found + [of_root(graph, square, data((2,))) for graph in graphs[8:]]


def own_zeros() -> list[Program]:
    """Gradients that are reset are an array each: what is added to one stays there."""

    def reset(a: Any, b: Any) -> None:
        root = (a * b).sum()
        root.backward()
        root.zero_grad()
        a.shift(1.0)
        for each in (a, b):
            each.read()

    return [of_history(reset, _pair(frozen))]


def untouched(data: Data = frozen) -> list[Program]:
    """No data changes, nor does a plain array among the operands."""

    def same(a: Any, b: Any) -> None:
        n = a * b - data((2, 3))
        root = (n * 2 + data((2, 3))).sum()
        root.backward()
        for each in (a, b, n):
            each.read("data")

    return [of_history(same, _pair(data))]


def zeros_at_first(data: Data = frozen) -> list[Program]:
    """A gradient is an array of zeros of its own shape from the start."""

    def start(a: Any, b: Any) -> None:
        n = a * b
        for each in (a, b, n):
            each.read()
        n.read("data")
        a.read("data")

    def own(a: Any, b: Any) -> None:
        for number, each in enumerate((a, b, a * b)):
            each.shift(10.0**number)
            each.read()

    found = [of_history(start, leaves) for leaves in (_row(data), {"a": data(()), "b": 2})]
    return [*found, of_history(own, _pair(data))]


def other_kinds() -> list[Program]:
    """Arrays of whole numbers and of single precision: the tensor's own is of float64."""

    def step(a: Any) -> None:
        root = (a * 0.1).sum()
        root.read("data")
        root.backward()
        a.descend(0.5)
        a.read("data")

    return [
        of_history(step, {"a": ([1, 2, 3], "array")}),
        of_history(step, {"a": ([[1.0, -2.0], [3.0, 0.5]], "single")}),
    ]


def waiting(data: Data = frozen) -> list[Program]:
    """Tensors with several consumers, near and far: each waits for all of them. One of these may
    use it twice, and come before the others or after them."""

    def diamond(a: Any, b: Any) -> Symbol:
        n = a * b
        return n * (n * 2) + n + b  # type: ignore[no-any-return]

    def uneven(a: Any, b: Any) -> Symbol:
        n = a + b
        m = n * 2
        return (m * n + n) * m  # type: ignore[no-any-return]

    def far(a: Any, b: Any) -> Symbol:
        n = first = a * b
        for _ in range(6):
            n = n * 0.5 + first
        return first * n + b  # type: ignore[no-any-return]

    def squared(inner: bool, before: bool, a: Any, b: Any) -> Symbol:
        n = a * b if inner else a
        square = n * n
        return square + n * 3 if before else n * 3 + square  # type: ignore[no-any-return]

    graphs: list[Callable[..., Symbol]] = [diamond, uneven, far]
    graphs += [
        partial(squared, inner, before) for inner in (False, True) for before in (False, True)
    ]
    return [of_root(graph, _pair(data), data((2, 3))) for graph in graphs]


def chains(data: Data = frozen) -> list[Program]:
    """450 operations in a row, a ladder of doublings, 200 tensors that are used again."""

    def plain(a: Any, b: Any) -> Symbol:
        n = a + b
        for step in range(449):
            n = n + 0.25 if step % 2 else n * 0.99
        return n  # type: ignore[no-any-return]

    def chain(a: Any, b: Any) -> Symbol:
        n = a
        for step in range(450):
            n = n + b if step % 2 else n * 0.99
        return n  # type: ignore[no-any-return]

    def ladder(a: Any, b: Any) -> Symbol:
        n = a + b
        for _ in range(40):
            n = n * 0.5 + n * 0.5
        return n  # type: ignore[no-any-return]

    def shared(a: Any, b: Any) -> Symbol:
        made = [a + b]
        for step in range(100):
            made.append((made[-1] * 0.5 + made[step // 2] * 0.3).tanh())
        return made[-1] + made[50] + made[3]  # type: ignore[no-any-return]

    def cleared(a: Any, b: Any) -> None:
        root = ladder(a, b).sum()
        root.backward()
        root.zero_grad()

    graphs = (plain, chain, ladder, shared)
    found = [of_root(graph, _pair(data), data((2, 3))) for graph in graphs]
    return [*found, of_history(cleared, _pair(data))]


def large(data: Data = frozen) -> list[Program]:
    """Arrays of some thousand entries."""
    leaves = {"x": data((40, 30)), "w": data((30, 50)), "b": data((50,))}

    def layer(x: Any, w: Any, b: Any) -> Symbol:
        return (x * 0.1 @ w + b).relu().log_softmax()  # type: ignore[no-any-return]

    def lines(x: Any) -> Symbol:
        rows = x[[299, 0, 299, 256]]  # more than a byte can number
        return rows._tracing.function("cross_entropy", rows.T, labels=[3, 1])  # type: ignore[no-any-return]

    def classes(x: Any) -> Symbol:
        loss: Symbol = x._tracing.function("cross_entropy", x.T, labels=[299, 256])
        return loss

    long = {"x": data((300, 2))}
    found = [of_root(layer, leaves, data((40, 50)))]
    return [*found, of_root(lines, long, 2.0), of_root(classes, long, 2.0)]
