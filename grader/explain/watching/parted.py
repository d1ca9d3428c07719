"""Where one way that was seen parts from another one: the question that decides, or the line.

A program that goes wrong is laid beside those in which the same operator is right.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from grader.explain.watching.kinds import OF_A_RESULT, Blamed
from grader.explain.watching.record import Line, Place
from grader.explain.watching.source import SourceText

VALUE = 2
"""In the place of a side: the value of an operator, not what it contributes."""


def is_right_elsewhere(blamed: Blamed, delivered: Set[tuple[str, int]]) -> bool:
    """Whether what is wrong here was seen to be right in other programs, or at other nodes.

    delivered: see `blame.Law`."""
    operation = blamed.operation
    if operation is not None and blamed.kind in OF_A_RESULT:
        return any(each == operation.form and side != VALUE for each, side in delivered)
    if operation is None or blamed.kind not in ("rule", "nothing", "value"):
        return False
    side = VALUE if blamed.kind == "value" else blamed.side
    form = operation.form
    if side < 0 and operation.has_sides:  # one node on both: is each of two right?
        return (form, side) in delivered or {(form, 0), (form, 1)} <= delivered
    same = (form, f"{form}_const") if form == operation.operator and side != VALUE else (form,)
    return any((each, side) in delivered for each in same)


def question(
    here: Set[Line],
    right: Sequence[Set[Line]],
    own: Sequence[Line],
    wrong: Set[Line],
    source: SourceText,
) -> Line | None:
    """The only question among an operator's own lines after which a program goes on with a line
    that no right one comes by, or without one that all right ones come by; None if there are
    several, or a line that no right one comes by is where the wrong number was worked out."""
    found = set()
    for line in own:
        asked = source.parted(line, own)
        others = [line in lines for lines in right if asked in lines]
        is_other = not any(others) if line in here else all(others)
        if others and asked in here and is_other:
            if line in wrong and line in here:
                return None
            found.add(asked)
    return found.pop() if len(found) == 1 else None


def parting(place: Place, other: Place) -> Line | None:
    """The line of one way that parts from another one, in the function that both go through."""
    for line, its in zip(reversed(place), reversed(other), strict=False):
        if line != its:
            return line
    return None
