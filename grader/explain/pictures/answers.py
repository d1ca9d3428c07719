"""What a student's own answers draw: the graph that they described, or what they have trained.

A question says so by `draws`. "graph": the answer is [boxes, arrows], where a box is a name, data
and a gradient, and an arrow two names. "plane": the answer is [losses, numbers] of training on
points with labels; then `output(x, y, numbers)` is asked on a grid. Answers are data from student
code: whatever does not have this form, or is too large, draws nothing.

A drawing is plain JSON, without a float: {"kind": "graph", "boxes": [[name, data, grad], ...],
"arrows": [[from, to], ...]} or {"kind": "plane", "rows": ["++--", ...], "points": [[column, row,
label], ...]}, where the first row is on top and points are in thousandths of the plane.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from grader.checks.plan import Question
from grader.explain.pictures.drawn.boxes import clean, number
from grader.programs.plain import NotPlain, read
from grader.worker.observation import Observation

MOST_DRAWINGS = 3
MOST_BOXES = 40
MOST_ARROWS = 120
MOST_POINTS = 60
COLUMNS, ROWS = 36, 24
MARGIN = 0.5
"""So far beyond the points the plane goes on."""

Ask = Callable[[list[Any]], Sequence[Observation]]


def drawings(
    answered: Iterable[tuple[Question, Observation]], ask: Ask
) -> tuple[Mapping[str, Any], ...]:
    """The drawings of some answers, at most `MOST_DRAWINGS`. ask: what is asked further."""
    made: list[Mapping[str, Any]] = []
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


def graph(value: Any) -> dict[str, Any] | None:
    """The drawing of [boxes, arrows]; None if it is not such a thing."""
    if not _is_list(value, 2, 2) or not _is_list(value[0], 1, MOST_BOXES):
        return None
    boxes, arrows = value
    if not _is_list(arrows, 0, MOST_ARROWS):
        return None
    if not all(_is_list(box, 3, 3) and isinstance(box[0], str) for box in boxes):
        return None
    places = {box[0]: place for place, box in enumerate(boxes)}
    ends = [[places.get(end) for end in arrow] for arrow in arrows if _are_names(arrow)]
    if len(ends) != len(arrows) or any(None in pair for pair in ends):
        return None
    drawn = [[clean(name), number(data), number(grad)] for name, data, grad in boxes]
    return {"kind": "graph", "boxes": drawn, "arrows": ends}


def plane(task: Any, value: Any, ask: Ask) -> dict[str, Any] | None:
    """The drawing of a training's answer; None if what was trained gives no numbers."""
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
    placed = [
        [_part(x, left, right), 1000 - _part(y, low, high), 1 if label > 0 else -1]
        for (x, y), label in zip(points, labels, strict=True)
    ]
    rows = [signs[start : start + COLUMNS] for start in range(0, len(signs), COLUMNS)]
    return {"kind": "plane", "rows": rows, "points": placed}


def _sign(found: Observation) -> str:
    value = found.value
    if found.error is not None or isinstance(value, bool) or not isinstance(value, int | float):
        return "?"
    return "?" if math.isnan(value) else "+" if value > 0 else "-"


def _bounds(numbers: Sequence[float]) -> tuple[float, float]:
    return min(numbers) - MARGIN, max(numbers) + MARGIN


def _part(number_: float, low: float, high: float) -> int:
    return round(1000 * (number_ - low) / (high - low))


def _is_list(value: Any, least: int, most: int) -> bool:
    return isinstance(value, list) and least <= len(value) <= most


def _are_names(arrow: Any) -> bool:
    return _is_list(arrow, 2, 2) and all(isinstance(end, str) for end in arrow)
