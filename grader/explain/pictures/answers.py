"""What a student's own answers draw: the graph that they described, or what they have trained.

A question says so by `draws`. "graph": the answer is [boxes, arrows], where a box is a name, data
and a gradient, and an arrow two names. "plane": the answer is [losses, numbers] of training on
points with labels; then `output(x, y, numbers)` is asked on a grid. Answers are data from student
code: whatever does not have this form, or is too large, draws nothing.

A drawing holds no float (`judging.picture`): of a plane, the first row is on top and points are in
thousandths of it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TypeGuard

from grader.checks.plan import Question
from grader.explain.pictures.drawn.boxes import clean, number
from grader.judging.context import Ask
from grader.judging.picture import Drawing, GraphDrawing, PlaneDrawing
from grader.programs.plain import NotPlain, read
from grader.programs.program import Program
from grader.worker.observation import Item, Observation

MOST_DRAWINGS = 3
MOST_BOXES = 40
MOST_ARROWS = 120
MOST_POINTS = 60
COLUMNS, ROWS = 36, 24
MARGIN = 0.5
"""So far beyond the points the plane goes on."""


def drawings(answered: Iterable[tuple[Question, Observation]], ask: Ask) -> tuple[Drawing, ...]:
    """The drawings of some answers, at most `MOST_DRAWINGS`. ask: what is asked further."""
    made: list[Drawing] = []
    for question, found in answered:
        if not question.draws or found.error is not None or len(made) == MOST_DRAWINGS:
            continue
        try:
            value = read(found.value)
        except NotPlain:
            continue
        drawing = graph(value) if question.draws == "graph" else plane(question.item, value, ask)
        if drawing is not None and drawing not in made:
            made.append(drawing)
    return tuple(made)


def graph(value: object) -> GraphDrawing | None:
    """The drawing of [boxes, arrows]; None if it is not such a thing."""
    if not _is_list(value, 2, 2):
        return None
    boxes, arrows = value
    if not _is_list(boxes, 1, MOST_BOXES) or not _is_list(arrows, 0, MOST_ARROWS):
        return None
    drawn: list[tuple[str, str, str]] = []
    places: dict[str, int] = {}
    for place, box in enumerate(boxes):
        if not _is_list(box, 3, 3) or not isinstance(box[0], str):
            return None
        places[box[0]] = place
        drawn.append((clean(box[0]), number(box[1]), number(box[2])))
    ends: list[tuple[int, int]] = []
    for arrow in arrows:
        names = [end for end in arrow if isinstance(end, str)] if _is_list(arrow, 2, 2) else []
        found = [places[name] for name in names if name in places]
        if len(found) != 2:
            return None
        ends.append((found[0], found[1]))
    return GraphDrawing("graph", tuple(drawn), tuple(ends))


def plane(task: Item, value: object, ask: Ask) -> PlaneDrawing | None:
    """The drawing of a training's answer; None if what was trained gives no numbers."""
    if isinstance(task, Program):
        return None
    points, labels = task["arguments"][:2]
    if not _is_list(value, 2, 2) or not isinstance(value[1], list) or len(points) > MOST_POINTS:
        return None
    (left, right), (low, high) = (_bounds([point[axis] for point in points]) for axis in (0, 1))
    xs = [left + (right - left) * (c + 0.5) / COLUMNS for c in range(COLUMNS)]
    ys = [high - (high - low) * (r + 0.5) / ROWS for r in range(ROWS)]
    asked = [
        {"task": "call", "function": "output", "arguments": [x, y, value[1]]}
        for y in ys
        for x in xs
    ]
    signs = "".join(_sign(found) for found in ask(asked))
    if len(signs) != COLUMNS * ROWS or not set(signs) <= set("+-"):
        return None
    placed = tuple(
        (_part(x, left, right), 1000 - _part(y, low, high), 1 if label > 0 else -1)
        for (x, y), label in zip(points, labels, strict=True)
    )
    rows = tuple(signs[start : start + COLUMNS] for start in range(0, len(signs), COLUMNS))
    return PlaneDrawing("plane", rows, placed)


def _sign(found: Observation) -> str:
    value = found.value
    if found.error is not None or isinstance(value, bool) or not isinstance(value, int | float):
        return "?"
    return "?" if math.isnan(value) else "+" if value > 0 else "-"


def _bounds(numbers: Sequence[float]) -> tuple[float, float]:
    return min(numbers) - MARGIN, max(numbers) + MARGIN


def _part(number_: float, low: float, high: float) -> int:
    return round(1000 * (number_ - low) / (high - low))


def _is_list(value: object, least: int, most: int) -> TypeGuard[list[object]]:
    return isinstance(value, list) and least <= len(value) <= most
