"""The wrong beliefs that are known, as candidates that a student's engine is held against.

A candidate is one belief or several, in one form each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grader.explain.described import EngineClass, combined
from grader.explain.misconceptions import ALL

SECOND_CALL = "nothing-reset"
"""The belief that is about it most plainly."""


def asks_again(exercise: str) -> bool:
    """Whether the exercise teaches what a second call of `backward` leaves."""
    return any(each.id == SECOND_CALL and exercise in each.exercises for each in ALL)


@dataclass(frozen=True, slots=True)
class Candidate:
    """One belief or several, in one form each."""

    ids: tuple[str, ...]
    engines: tuple[EngineClass, ...]
    by_order: bool

    def engine(self, style: int) -> EngineClass:
        """The engine that holds them all."""
        return combined(*self.engines, style=style)


def both(one: Candidate, other: Candidate) -> Candidate | None:
    """Two beliefs on one base; None if they are forms of one."""
    if set(one.ids) & set(other.ids):
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
    for belief in ALL:
        if exercise in belief.exercises:
            for form in belief.engines:
                yield Candidate((belief.id,), (form,), belief.by_order)
