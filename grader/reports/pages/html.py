"""The student's page: one self-contained HTML file, made from a `Report` and nothing else.

The instructor's is the same page with what is hidden from the student. `report_page(report)` needs
no network and holds at most `LIMIT` bytes: if a page gets longer, it is made again with less
detail. Its Content-Security-Policy allows the style and the script that are in it, by their hashes,
and nothing else.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from grader.explain.pictures.drawn.answers import svg_of_answer, title_of_answer
from grader.explain.pictures.drawn.boxes import Box, Row, boxes_of, headline, number
from grader.explain.pictures.drawn.svg import DrawingUnavailable, svg_of
from grader.judging.picture import Drawing, Picture
from grader.judging.report import Report
from grader.reports.pages import markup
from grader.reports.pages.content import Detail, Figure, Known, Section, page_of, rows_of
from grader.reports.pages.stepping import steps_of

LIMIT = 400_000
"""Bytes that a page holds at most."""

DETAILS = (
    Detail(findings=60, pictures=12, message=2000, program=3000, output=8000, lists=20),
    Detail(findings=20, pictures=4, message=600, program=1500, output=2000, lists=10),
    Detail(findings=3, pictures=0, message=150, program=500, output=300, lists=4),
)
"""From all that is worth reading to what always fits."""


def report_page(report: Report, known: Known | None = None) -> str:
    """The page of a report, to be written in UTF-8; the instructor's if `known` is given."""
    style, script = markup.part("report.css"), markup.part("report.js")
    policy = Markup(markup.policy(style, script))
    text = ""
    for detail in DETAILS:
        page = page_of(report, detail, known)
        text = markup.fill(
            "report.html",
            page=page,
            style=style,
            script=script,
            policy=policy,
            exercise=exercise,
        )
        if len(text.encode("utf-8")) <= LIMIT:
            break
    return text


def fragment_of(report: Report) -> str:
    """The exercises of a report without a page around them, for a page that has its own."""
    page = page_of(report, DETAILS[0])
    return markup.fill("exercises.html", page=page, exercise=exercise)


@lru_cache(maxsize=64)
def exercise(section: Section) -> Markup:
    """The section of an exercise. Most of a class have the same where all of it passes, and the
    instructor's is the student's where nothing is hidden."""
    parts: Any = markup.environment().get_template("parts.html").module
    return Markup(parts.exercise(section, figure, answer))


@lru_cache(maxsize=128)
def figure(shown: Figure) -> Markup:
    """A figure with its table and its backward passes. The instructor's page has the same as the
    student's, and a class shares most of its figures."""
    picture = shown.picture
    return Markup(
        markup.fill(
            "figure.html",
            figure=shown,
            rows=rows_of(picture),
            yours=steps_of(picture, "yours"),
            right=steps_of(picture, "right"),
            drawing=drawing,
            stage=stage,
        )
    )


def drawing(figure: Figure) -> Markup:
    """The graph of a figure with everything in it; empty where none can be drawn."""
    return _drawn(figure, f"{figure.anchor}-", steps=False)


def stage(figure: Figure) -> Markup:
    """The same graph with room for one gradient a node, on which a backward pass is played."""
    return _drawn(figure, f"{figure.anchor}-steps-", steps=True)


def answer(drawing: Drawing, prefix: str) -> Markup:
    """What an answer of the student's own draws, with its caption; empty where it cannot be."""
    try:
        svg = Markup(svg_of_answer(drawing, _NOT_OF_AN_ID.sub("", prefix)))
    except DrawingUnavailable:
        return Markup()
    caption = Markup("<figcaption>{}</figcaption>").format(title_of_answer(drawing))
    return Markup('<figure><div class="drawing" tabindex="0">{}</div>{}</figure>').format(
        svg, caption
    )


def _drawn(figure: Figure, prefix: str, steps: bool) -> Markup:
    # Ids are written apart from the graph: a class shares most of its graphs, and no two figures
    # of one page may share an id.
    svg = _svg(figure.picture, steps)
    return Markup(svg.replace(f'id="{_PREFIX}', f'id="{prefix}'))


_PREFIX = "GRAPH-"
_NOT_OF_AN_ID = re.compile(r"[^A-Za-z0-9_-]")


@lru_cache(maxsize=1024)
def _svg(picture: Picture, steps: bool) -> str:
    """The `<svg>` element of a picture; "" where there is nothing to draw with."""
    boxes = boxes_of(picture)
    if steps:
        boxes = [_with_room(box, picture, at) for at, box in enumerate(boxes)]
    try:
        return svg_of(boxes, headline(picture), prefix=_PREFIX)
    except DrawingUnavailable:
        return ""


def _with_room(box: Box, picture: Picture, node: int) -> Box:
    """The box with data and one gradient, as wide as the widest that a step puts there."""
    grads = [step.grads[node] for side in (picture.yours, picture.right) for step in side or ()]
    widest = max((number(grad) for grad in grads), key=len, default="0.0")
    rows = (*(row for row in box.rows if row.kind == "data"), Row("grad", widest, "grad"))
    classes = tuple(name for name in box.classes if name in ("leaf", "inner", "root"))
    return Box(box.title, rows, box.inputs, classes)
