"""The record of a misconception, and how one is declared.

A belief is a class that overrides *one* method of `CommonEngine` (`explain.described`), so two
beliefs at once are two classes on one base (`combined`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from grader.explain.described import (
    CommonEngine,
    EngineClass,
    Node,
    Operand,
    WrongEngineRaises,
    combined,
    reachable,
)

__all__ = [
    "CommonEngine",
    "EngineClass",
    "Misconception",
    "Node",
    "Operand",
    "WrongEngineRaises",
    "believed",
    "combined",
    "listed_and_set",
    "reachable",
    "records",
]


@dataclass(frozen=True, slots=True)
class Misconception:
    """A wrong belief: an engine that holds it, and what to tell a student whose numbers it gives.

    explanation: goes on after "an engine that"; then what to ask oneself. Never the code.
    engines: the engine, in each form that the belief takes (for one operator or another, inputs in
    a list or a set); by_order: whether the order in which inputs are walked can change its answers.
    """

    id: str
    family: str
    exercises: frozenset[str]
    explanation: str
    engines: tuple[EngineClass, ...]
    by_order: bool


Declared = TypeVar("Declared")
_ATTRIBUTE = "__misconception__"


def believed(id: str, *exercises: str, by_order: bool = False) -> Callable[[Declared], Declared]:
    """Declare a misconception: an engine class, or a function that returns several forms of one.

    The docstring is the explanation; the module's name says the family. All can appear in the exam.
    """

    def declare(source: Declared) -> Declared:
        record = Misconception(
            id=id,
            family=source.__module__.rpartition(".")[2].partition("_")[0],
            exercises=frozenset((*exercises, "engine")),
            explanation=" ".join((source.__doc__ or "").split()),
            engines=(source,) if isinstance(source, type) else tuple(cast(Any, source)()),
            by_order=by_order,
        )
        setattr(source, _ATTRIBUTE, record)
        return source

    return declare


def records(*declared: object) -> tuple[Misconception, ...]:
    """The misconceptions that were declared on these classes and functions."""
    return tuple(getattr(source, _ATTRIBUTE) for source in declared)


def listed_and_set(engine: EngineClass) -> tuple[EngineClass, ...]:
    """The engine with its inputs in a list and in a set: they differ for `s * s`."""
    return engine, type(f"{engine.__name__}OnSets", (engine,), {"as_set": True})
