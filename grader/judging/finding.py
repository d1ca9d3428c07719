"""What is told of a failure: one disagreement, and what the diagnosis found behind several.

A `Counterexample` is a program and two numbers; a `Finding` says what is wrong with the engine, how
sure that is, and where to look. `explain/` makes findings; a report holds them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from grader.judging.as_json import fields_of
from grader.judging.picture import Picture
from grader.text import harmless


@dataclass(frozen=True, slots=True)
class Counterexample:
    """One disagreement: the program as Python, what differs, and both numbers.

    `found` and `expected` are numbers, or texts for what is not a number; `expected` is None where
    the student's code gave no answer at all and `found` says why. `picture` is the graph with both
    engines' gradients; None where there is nothing to draw.
    """

    program: str
    what: str
    found: float | str
    expected: float | str | None
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class Where:
    """Where to look in the student's own source: `text` are the lines from line `first` on.

    cell: from 1, 0 where there is one text only. marked: the line to look at first.
    """

    file: str
    cell: int
    first: int
    marked: int
    text: tuple[str, ...]

    def __post_init__(self) -> None:
        shown = tuple(harmless(line.expandtabs(4)) for line in self.text)
        object.__setattr__(self, "text", shown)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that the diagnosis found, and its evidence: `explained` of `of` programs.

    id: stable, "rule/mul/left/self.data" or "node/early". misconception: the belief of the
    catalogue, None where what was found has no name. kind: "seen" in a watched run, or "task" for
    what is told of answers. part: what it is about ("rule", "value", "order"). found: what the
    rule contributes. checks: the failed checks whose own programs show it; points: what these
    cost. example: the smallest program that shows it. where: where to look in the student's own
    source; with an empty explanation it is all that is told. general: the same without the
    numbers of one program, for a page of a class. own: the explanation with the numbers of the
    program that a check shows, by check; own_where: the line of it, by check, where that is
    another one.
    """

    misconception: str | None = None
    explained: int = 1
    of: int = 1
    explanation: str = ""
    kind: str = "task"
    id: str = ""
    part: str = ""
    operator: str = ""
    side: str = ""
    found: str = ""
    checks: tuple[str, ...] | None = None
    points: float = 0.0
    example: Counterexample | None = None
    where: Where | None = None
    general: str = ""
    own: Mapping[str, str] = field(default_factory=dict, hash=False)
    own_where: Mapping[str, Where] = field(default_factory=dict, hash=False)

    def at(self, check: str) -> Finding:
        """As it is shown with a check: of the check's own program, where that was watched."""
        said = self.own.get(check)
        if said is None:
            return self
        where = self.own_where.get(check, self.where)
        return replace(self, explanation=said, example=None, where=where)

    def explains(self, check: str) -> bool:
        """Whether it gives this check's own answers, as far as that is known."""
        return self.checks is None or check in self.checks

    def record(self) -> dict[str, object]:
        """As a report holds it: without what is empty."""
        kept = {"misconception", "id", "explained", "of", "explanation", "kind"}
        kept |= {"checks"} if self.checks is not None else set()
        return {k: v for k, v in fields_of(self).items() if k in kept or v not in _EMPTY}


_EMPTY: tuple[object, ...] = (None, "", [], {}, 0.0)


HOW_OFTEN = "The same was seen in"


def how_often(count: int, of: int, done: str) -> str:
    """In how many of the failing programs that were looked at the same was seen."""
    which = f"{count} of the {of}" if count < of else "both" if of == 2 else f"all {of}"
    return f"{HOW_OFTEN} {which} failing programs that were {done}."
