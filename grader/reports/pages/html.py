"""The student's page: one self-contained HTML file, made from a `Report` and nothing else.

The instructor's is the same page with what is hidden from the student. `report_page(report)` needs
no network and holds at most `LIMIT` bytes: if a page gets longer, it is made again with less
detail. Its Content-Security-Policy allows the style and the script that are in it, by their hashes,
and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from markupsafe import Markup

from grader.explain.pictures.drawn.answers import svg_of_answer, title_of_answer
from grader.explain.pictures.drawn.boxes import (
    UNKNOWN,
    Box,
    Row,
    boxes_of,
    clean,
    headline,
    missing_rule,
    number,
    title_of,
)
from grader.explain.pictures.drawn.svg import DrawingUnavailable, svg_of
from grader.judging.picture import Drawing, Picture, PictureNode, PictureStep
from grader.judging.report import Report
from grader.reports.pages import markup
from grader.reports.pages.content import Detail, Figure, ForInstructor, Section, page_of, rows_of

Side: TypeAlias = Literal["yours", "right"]
Grads: TypeAlias = Sequence[float | str | None]

MOST_TOLD = 3
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


@dataclass(frozen=True, slots=True)
class GradientChange:
    """A gradient that a step changed: the node's place in the picture, both values as written."""

    node: int
    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class ShownStep:
    """One rule that ran. `node` is None for the start, before any rule has run."""

    node: int | None
    said: str
    changes: tuple[GradientChange, ...]
    too_early: bool = False


def steps_of(picture: Picture, side: Side) -> tuple[ShownStep, ...]:
    """The start and then every rule in the order in which it ran; empty where nothing was noted."""
    noted = getattr(picture, side)
    if not noted:
        return ()
    order = [item.node for item in noted]
    before: Grads = getattr(picture.start, side, None) or _at_the_start(picture, noted)
    steps = [_start(picture, before)]
    for place, item in enumerate(noted):
        steps.append(_step(picture, order, place, before, item.grads))
        before = item.grads
    if side == "yours":
        said = [steps[-1].said, *_never_ran(picture, order), *_in_the_end(picture, before)]
        steps[-1] = replace(steps[-1], said=" ".join(said))
    return tuple(steps)


def _at_the_start(picture: Picture, noted: Sequence[PictureStep]) -> Grads:
    """Where no start was noted: the root has its own gradient, all others have none yet."""
    first = noted[0].grads
    root = picture.root
    return [
        None if value is None else value if index == root else 0.0
        for index, value in enumerate(first)
    ]


def _never_ran(picture: Picture, order: Sequence[int]) -> list[str]:
    missing = [
        f"`{clean(node.name)}`"
        for index, node in enumerate(picture.nodes)
        if node.inputs and index not in order
    ]
    return [missing_rule(picture, name) for name in missing[:MOST_TOLD]]


def _in_the_end(picture: Picture, grads: Grads) -> list[str]:
    """Which leaves have ended wrong, the first few; inner nodes have been told of on the way."""
    wrong = [
        f"`{clean(node.name)}` ends with {number(grad)}, and should with {number(right)}"
        for node, grad in zip(picture.nodes, grads, strict=True)
        for right in [node.expected]
        if node.mark and not node.inputs and number(grad) != number(right)
    ]
    return [f"In the end: {'; '.join(wrong[:MOST_TOLD])}."] if wrong else []


def _start(picture: Picture, grads: Grads) -> ShownStep:
    root, names = picture.root, [clean(node.name) for node in picture.nodes]
    changes = tuple(
        GradientChange(index, names[index], "", number(value)) for index, value in enumerate(grads)
    )
    calls = picture.calls
    when = f"Before the first rule of call {calls}" if calls > 1 else "Before the first rule"
    others = [change for change in changes if change.node != root]
    left = [f"`{change.name}` {change.after}" for change in others if change.after != "0.0"]
    rest = "all others hold 0.0" if not left else f"others hold {', '.join(left)}"
    if all(change.after == UNKNOWN for change in others):
        rest = "what others hold is not known"
    said = f"{when}: `{names[root]}` holds {number(grads[root])}, {rest}."
    return ShownStep(None, said, changes)


def _step(
    picture: Picture, order: Sequence[int], place: int, before: Grads, after: Grads
) -> ShownStep:
    nodes = picture.nodes
    ran = order[place]
    changes = tuple(
        GradientChange(index, clean(nodes[index].name), number(before[index]), number(after[index]))
        for index in range(len(nodes))
        if after[index] is not None and number(before[index]) != number(after[index])
    )
    again = " again" if ran in order[:place] else ""
    parts = [f"The rule of `{title_of(nodes[ran])}` ran{again}: {_handed_on(nodes[ran], changes)}."]
    waited_for = _not_yet_paid_in(nodes, order, place)
    if waited_for and not again:
        parts.append(f"Too early: {waited_for}.")
    parts += [
        f"Too late for `{change.name}`: its own rule has run already, and nothing passes this on."
        for change in changes
        if _has_spoken(nodes, order, place, change.node)
    ]
    return ShownStep(ran, " ".join(parts), changes, bool(waited_for))


def _handed_on(node: PictureNode, changes: Sequence[GradientChange]) -> str:
    if not changes:
        return "a leaf has no inputs to contribute to" if not node.inputs else "no gradient changed"
    told = [
        f"`{change.name}` gets {change.after}"
        if change.before in ("0.0", UNKNOWN)
        else f"`{change.name}` goes from {change.before} to {change.after}"
        for change in changes
    ]
    return ", ".join(told)


def _not_yet_paid_in(nodes: Sequence[PictureNode], order: Sequence[int], place: int) -> str:
    """Which consumers of the node that ran had not run before it; "" if all had."""
    ran = order[place]
    consumers = [index for index, node in enumerate(nodes) if ran in node.inputs]
    missing = [index for index in consumers if index not in order[:place] and index != ran]
    if not missing:
        return ""
    named = [f"`{clean(nodes[index].name)}`" for index in missing]
    if len(missing) > 1:
        return f"its consumers {' and '.join(named)} had not contributed yet"
    if len(consumers) == 1:
        return f"its consumer {named[0]} had not contributed yet"
    which = consumers.index(missing[0])
    ordinal = f"{_ORDINALS[which]} " if which < len(_ORDINALS) else ""
    return f"its {ordinal}consumer {named[0]} had not contributed yet"


def _has_spoken(nodes: Sequence[PictureNode], order: Sequence[int], place: int, node: int) -> bool:
    """Whether an inner node's rule ran before this step and will not run again."""
    return bool(nodes[node].inputs) and node in order[:place] and node not in order[place:]


LIMIT = 400_000
"""Bytes that a page holds at most."""

DETAILS = (
    Detail(findings=60, pictures=12, message=2000, program=3000, output=8000, lists=20),
    Detail(findings=20, pictures=4, message=600, program=1500, output=2000, lists=10),
    Detail(findings=3, pictures=0, message=150, program=500, output=300, lists=4),
)
"""From all that is worth reading to what always fits."""


def report_page(report: Report, known: ForInstructor | None = None) -> str:
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
