"""The wrong beliefs that are known: as engines where these are installed, otherwise as recorded.

A student's copy has no engine. All that differs there is what a belief that cannot be read off the
numbers is compared with: a table of what it answers to some programs, and not the engine itself.
A student's engine is held against candidates: one belief or several, in one form each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from typing import Protocol

from grader.explain.described import MOST_KEPT, EngineClass, combined
from grader.explain.diagnosis.recorded import Recorded, RecordedEngine, recorded
from grader.programs.given.orders import only_given
from grader.programs.recorded import RecordedError

SECOND_CALL = "nothing-reset"
"""The belief that is about it most plainly."""


class Belief(Protocol):
    """What a misconception and what is recorded of one have in common."""

    @property
    def id(self) -> str:
        """Its name."""

    @property
    def family(self) -> str:
        """What it is about."""

    @property
    def exercises(self) -> frozenset[str]:
        """Where it can appear."""

    @property
    def explanation(self) -> str:
        """Goes on after "an engine that"."""

    @property
    def by_order(self) -> bool:
        """Whether the order in which inputs are walked can change its answers."""

    @property
    def engines(self) -> Sequence[EngineClass | RecordedEngine]:
        """Its forms: engines, or what is recorded of them."""


_without = ContextVar("without engines", default=False)


@contextmanager
def without_engines() -> Iterator[None]:
    """As in a student's copy: a student's own check says the same in a checkout."""
    token = _without.set(True)
    try:
        with only_given():
            yield
    finally:
        _without.reset(token)


def engines_are_installed() -> bool:
    """Whether there are wrong engines to compare with: what students get has none."""
    return not _without.get() and _installed()


@cache
def _installed() -> bool:
    return find_spec("grader.explain.misconceptions") is not None


def all_beliefs() -> Sequence[Belief]:
    """Every belief, in the order in which they are named when several fit."""
    if engines_are_installed():
        return _executed()
    table = table_of_beliefs()
    return table.beliefs if table is not None else ()


@cache
def _executed() -> Sequence[Belief]:
    from grader.explain.misconceptions import ALL

    return ALL


def by_id(name: str) -> Belief:
    """The belief of that id. Raises KeyError if there is none."""
    for belief in all_beliefs():
        if belief.id == name:
            return belief
    raise KeyError(name)


def asks_again(exercise: str) -> bool:
    """Whether the exercise teaches what a second call of `backward` leaves."""
    return any(each.id == SECOND_CALL and exercise in each.exercises for each in all_beliefs())


def base() -> tuple[EngineClass, ...]:
    """What engines that were read stand on: one that walks a graph, where it is installed."""
    return _base() if engines_are_installed() else ()


@cache
def _base() -> tuple[EngineClass, ...]:
    from grader.explain.misconceptions import CommonEngine

    return (CommonEngine,)


@cache
def table_of_beliefs() -> Recorded | None:
    """What is recorded of beliefs; None if that is missing or damaged."""
    try:
        return recorded()
    except RecordedError:
        return None


def known_readings() -> Iterator[tuple[str, frozenset[int]]]:
    """The beliefs that can be read, each with the keys of what is then read; most keys first."""
    table = table_of_beliefs()
    yield from table.readings if table is not None else ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """One belief or several, in one form each; `recorded`: one that is known by its answers only,
    and by no engine."""

    ids: tuple[str, ...]
    engines: tuple[EngineClass, ...]
    by_order: bool
    recorded: RecordedEngine | None = None

    def engine(self, style: int) -> EngineClass:
        """The engine that holds them all."""
        return _on_base(self.engines, base(), style)


@lru_cache(maxsize=MOST_KEPT)
def _on_base(
    engines: tuple[EngineClass, ...], base: tuple[EngineClass, ...], style: int
) -> EngineClass:
    needed = base if base and not any(issubclass(e, base[0]) for e in engines) else ()
    return combined(*engines, *needed, style=style)


def both(one: Candidate, other: Candidate) -> Candidate | None:
    """Two beliefs on one base; None if they are forms of one."""
    if set(one.ids) & set(other.ids) or one.recorded or other.recorded:
        return None
    for a in one.engines:
        for b in other.engines:
            if issubclass(a, b) or issubclass(b, a):
                return None
    return Candidate(
        (*one.ids, *other.ids), (*one.engines, *other.engines), one.by_order or other.by_order
    )


def of_exercise(exercise: str) -> Iterator[Candidate]:
    """The single beliefs that work on this exercise can hold, each in all of its forms."""
    for belief in all_beliefs():
        if exercise in belief.exercises:
            for form in belief.engines:
                if isinstance(form, RecordedEngine):
                    yield Candidate((belief.id,), (), belief.by_order, form)
                else:
                    yield Candidate((belief.id,), (form,), belief.by_order)
