"""The smallest program, of some, that shows what is wrong with an engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from grader.checks.calls import EngineFactory, Lacking
from grader.judging.verdict import reading_names
from grader.programs.compare import same_number
from grader.programs.interpreter import Running
from grader.programs.listing import listing
from grader.programs.program import Program
from grader.programs.tracing import read, sum_of, trace, zero_grad

VALUES = {"a": 2.0, "b": -3.0, "c": 0.5}


def _called(times: int, function: Callable[..., Any]) -> Callable[..., Any]:
    def again(a: Any, b: Any, c: Any) -> None:
        L = function(a, b, c)
        for _ in range(times):
            L.backward()
        read(a, b, c)

    return again


def _leaf_twice(a: Any) -> None:
    a.backward()
    a.backward()
    read(a)


def _cleared(a: Any, b: Any, c: Any) -> None:
    d = a * b
    L = d * c
    L.backward()
    zero_grad(L)
    read(a, b, c, d, L)


def _cleared_and_again(a: Any, b: Any, c: Any) -> None:
    L = a * b * c
    L.backward()
    zero_grad(L)
    L.backward()
    read(a, b, c)


def _two_roots(a: Any, b: Any, c: Any) -> None:
    d = a * b
    d.backward()
    L = d * c
    L.backward()
    read(a, b, c)


def _in_place(a: Any, b: Any) -> Any:
    y = a * b
    y += a
    return y * b


def _shared(a: Any, b: Any) -> Any:
    d = a * b
    return d * (d * a)


def _shared_late(a: Any, b: Any) -> Any:
    d = a * b
    return (d * a) * d


def _both_ways(a: Any, b: Any) -> Any:
    d = a * b
    return d * d


def _long_and_short(a: Any, b: Any, c: Any) -> Any:
    d = a * b
    e = d * c
    return d * e + e * b


def _deeper(a: Any, b: Any, c: Any) -> Any:
    d = a * b * c
    return d * a + d * b


@cache
def programs() -> tuple[Program, ...]:
    """From small to large: what each asks can be worked out on paper."""
    return tuple(_programs())


def _programs() -> Iterator[Program]:
    single: list[Callable[..., Any]] = [
        lambda a, b: a + b, lambda a, b: a * b, lambda a, b: a - b, lambda a, b: a / b,
        lambda a: -a, lambda a: 2 + a, lambda a: 2 * a, lambda a: 5 - a, lambda a: 6 / a,
        lambda a: a * 2, lambda a: a**3, lambda a: a.tanh(), lambda a: a.exp(), lambda a: a.relu(),
        lambda b: b.relu(), lambda a, b: sum_of([a, b]),
        lambda a: a + a, lambda a: a * a,
    ]  # fmt: skip
    double: list[Callable[..., Any]] = [
        lambda a, b, c: (a + b) * c, lambda a, b, c: a * b * c,
        lambda a: a.tanh() + a.tanh(), lambda a: a.exp() + a.exp(),
        lambda a: a.relu() + a.relu(), lambda a: a**3 + a**3, lambda a, b: a.relu() * b,
        lambda a, b: (a * b).tanh(), lambda a, b: (a + b) + a, lambda a, b: a * (b * a),
        _both_ways, _shared, _shared_late, _in_place, _long_and_short, _deeper,
    ]  # fmt: skip
    for function in single:
        yield _traced(function)
    yield _traced(lambda a: a.relu(), a=0.0)
    yield _traced(lambda a, b: a * b, b=2.0)
    yield _traced(_leaf_twice)
    for function in double:
        yield _traced(function)
    for function in (_cleared, _cleared_and_again, _two_roots):
        yield _traced(function)
    yield _traced(_called(2, lambda a, b, c: a * b * c))
    yield _traced(_called(2, lambda a, b, c: (a * b + c) * (a + b)))


def _traced(function: Callable[..., Any], **values: float) -> Program:
    code = function.__code__
    names = code.co_varnames[: code.co_argcount]
    return trace(function, **{name: values.get(name, VALUES[name]) for name in names})


def shown(says: str, wrong: EngineFactory, right: EngineFactory) -> Lacking | None:
    """The first program on which the engines differ; None if there is none."""
    for program in programs():
        expected = Running(right()).go_on(program.steps).answer
        found: list[float | str] = [*Running(wrong()).go_on(program.steps).answer]
        found += ["an exception"] * (len(found) < len(expected))
        for name, number, wanted in zip(reading_names(program), found, expected, strict=False):
            if isinstance(number, str) or not same_number(number, wanted):
                return Lacking(listing(program), name, number, wanted, says)
    return None
