"""The public programs with which one belief is told from another, smallest first.

Most are small enough to be worked through on paper. The larger ones were found by a search through
all shapes of their size: below it, no program parts the two beliefs at every order of inputs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from grader.programs.program import Program
from grader.programs.tracing import Symbol, read, sum_of, trace, zero_grad

VALUES = {"a": 0.9, "b": -0.7, "c": 1.3, "k": 0.6, "w": -1.7}
Function = Callable[..., object]


@cache
def programs() -> tuple[Program, ...]:
    """Those with one call of `backward` on one graph."""
    found = [*_single(), *_twice(), *_shared()]
    return tuple(sorted(dict.fromkeys(found), key=lambda program: program.size))


@cache
def repeated_programs() -> tuple[Program, ...]:
    """Those in which something is left of an earlier call, or cleared."""
    return tuple(sorted(_state(), key=lambda program: program.size))


def _traced(*functions: Function, **values: float) -> Iterator[Program]:
    for function in functions:
        code = function.__code__
        names = code.co_varnames[: code.co_argcount]
        yield trace(function, **{name: values.get(name, VALUES[name]) for name in names})


def _single() -> Iterator[Program]:
    """One operator, at the root and below a product, at numbers where wrong rules differ."""
    yield from _traced(
        lambda a, b: a + b,
        lambda a, b: a * b,
        lambda a, b: a - b,
        lambda a, b: a / b,
        lambda a, b, c: (a + b) * c,
        lambda a, b, c: (a * b) * c,
        lambda a, b, c: (a - b) * c,
        lambda a, b, c: (a / b) * c,
        lambda a, b, c: a * (b * c),
        lambda a, c: (-a) * c,
        lambda a: 5 - a,
        lambda a: 6 / a,
        lambda a: 2 + a,
        lambda a: 2 * a,
        lambda a: a * 2,
        lambda a, b: sum_of([a, b]),
        _collected,
        _leaf_root,
        _root_too,
    )
    for a in (0.0, 1.0, -1.0, 3.0):
        yield from _traced(lambda a: a**3, lambda a: a**0, lambda a: a**1, a=a)
    for a in (-2.0, 0.0, 2.0):
        yield from _traced(lambda a: a.relu(), lambda a, b: a.relu() * b, a=a)
        yield from _traced(lambda a: a.tanh(), lambda a, c: a.tanh() * c, a=a)
        yield from _traced(lambda a: a.exp(), lambda a, c: a.exp() * c, a=a)
    yield from _traced(lambda a: a.tanh(), a=400.0)
    yield from _traced(lambda a, b: a / b, a=1.0, b=4.0)


def _leaf_root(a: Symbol) -> None:
    a.backward()
    read(a)


def _root_too(a: Symbol, b: Symbol) -> None:
    L = a * b
    L.backward()
    read(L, a, b)


def _collected(a: Symbol, b: Symbol, c: Symbol) -> object:
    y = a * b
    y += a * c
    y *= b
    return y


def _twice() -> Iterator[Program]:
    """One node in two places, or with contributions of two nodes of one operator."""
    yield from _traced(
        lambda a: a + a,
        lambda a: a * a,
        lambda a: a - a,
        lambda a, b: (a + b) * a,
        lambda a, b: (a + b) + (a + b),
        lambda a, b: (a * b) + (a * b),
        lambda a, b: (b * a) + (b * a),
        lambda a: a.tanh() + a.tanh(),
        lambda a: a.exp() + a.exp(),
        lambda a: a.relu() + a.relu(),
        lambda a: a**3 + a**3,
        lambda a: (-a) + (-a),
        lambda a, b: (lambda s: s * s)(a * b),
        lambda a, b: (lambda s: s + s)(a * b),
    )
    yield from _traced(lambda a, b, c: (a * c) * (b * c), a=0.9, b=0.9)


def _state() -> Iterator[Program]:
    """What is left of an earlier call."""

    def leaf_root(a: Symbol) -> None:
        a.backward()
        read(a)
        a.backward()
        read(a)

    def inner_first(a: Symbol, b: Symbol, c: Symbol) -> None:
        d = a * b
        d.backward()
        L = d * c
        L.backward()
        read(a, b, c)

    def again(a: Symbol, b: Symbol, c: Symbol) -> None:
        d = a * b
        L = d * c + d
        L.backward()
        L.backward()
        read(a, b, c)

    def again_from_a_square(a: Symbol, b: Symbol) -> None:
        s = a * b
        L = (s * s) * s
        L.backward()
        L.backward()
        read(a, b)

    def two_graphs(a: Symbol, b: Symbol, c: Symbol) -> None:
        (a * b).backward()
        (a * c).backward()
        read(a, b, c)

    def cleared(a: Symbol, b: Symbol, c: Symbol) -> None:
        d = a * b
        L = d * c
        L.backward()
        zero_grad(L)
        read(a, b, c, d, L)

    def cleared_and_again(a: Symbol, b: Symbol, c: Symbol) -> None:
        d = a * b
        L = d * c
        L.backward()
        zero_grad(L)
        L.backward()
        read(a, b, c)

    yield from _traced(
        leaf_root,
        inner_first,
        again,
        again_from_a_square,
        two_graphs,
        cleared,
        cleared_and_again,
    )


def _shared() -> Iterator[Program]:
    """Orders: an inner node with consumers near and far, in both orders of operands."""

    def near_and_far(a: Symbol, b: Symbol, c: Symbol, k: Symbol) -> object:
        d = a * b
        return d * ((d * c) * k)

    def far_and_near(a: Symbol, b: Symbol, c: Symbol, k: Symbol) -> object:
        d = a * b
        return ((d * c) * k) * d

    def two_beside(a: Symbol, b: Symbol, c: Symbol, k: Symbol) -> object:
        d = a * b
        return d * c + d * k

    def two_below(a: Symbol, b: Symbol, c: Symbol, k: Symbol, w: Symbol) -> object:
        d = (a * b) * w
        return d * c + d * k

    def held_back(a: Symbol, b: Symbol, k: Symbol, w: Symbol) -> object:
        # Parts naive-stack-dfs from mark-on-push; four operations over a shared node do not.
        d = a * b
        v = d * k
        u = d * w
        return d * (u * v)

    def held_back_left(a: Symbol, b: Symbol, k: Symbol, w: Symbol) -> object:
        d = a * b
        v = d * k
        u = d * w
        return (v * u) * d

    def layers(a: Symbol, b: Symbol) -> object:
        # These three part bfs-order from min-depth-layers: two nodes of one layer, one of which is
        # made of the other. With five operations there are no such two.
        d = a * b
        e = d + a
        f = d * b
        return (f * e) * (d * a)

    def layers_left(a: Symbol, c: Symbol) -> object:
        d = a * c
        e = d + c
        return (e * d) * (e + e * d)

    def layers_right(a: Symbol, c: Symbol) -> object:
        d = a + a
        e = c * d
        f = d + c
        return d * f + e * e

    yield from _traced(
        near_and_far,
        far_and_near,
        two_beside,
        two_below,
        held_back,
        held_back_left,
        layers,
        layers_left,
        layers_right,
    )
