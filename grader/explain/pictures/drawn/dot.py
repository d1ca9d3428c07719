"""Write a graph as DOT, the language of Graphviz.

Data flows from left to right, as in every drawing here. Boxes are named `n0`, `n1`, ... and carry
the id and the classes that `drawn.svg` keeps. Texts that come from student code are escaped: a
label cannot become DOT.
"""

from __future__ import annotations

from collections.abc import Sequence

from grader.explain.pictures.drawn.boxes import Box

FONT_SIZE, LETTER, LINE, MARGIN, POINTS = 12, 7.3, 15, 6, 72
"""Of a box: size and width of a letter, height of a line, margin; points in an inch."""


def layout_of(boxes: Sequence[Box], prefix: str = "") -> str:
    """The same without texts, each box as large as `drawn.svg` needs it for its texts."""
    sizes = []
    for box in boxes:
        width, height = (size / POINTS for size in size_of(box))
        sizes.append(f'width={width:.4f}, height={height:.4f}, fixedsize=true, label=""')
    return _written(boxes, sizes, prefix)


def dot_of(boxes: Sequence[Box]) -> str:
    """Boxes and their arrows as DOT. An operand that is used twice has two arrows."""
    return _written(boxes, [f'label="{_label(box)}"' for box in boxes], "")


def _written(boxes: Sequence[Box], inside: Sequence[str], prefix: str) -> str:
    lines = [
        "digraph graph_of_a_program {",
        '  graph [rankdir=LR, bgcolor="transparent", nodesep=0.3, ranksep=0.35];',
        "  node [shape=box, fontname=Courier, fontsize=12];",
        "  edge [arrowsize=0.7];",
    ]
    for number, (box, facts) in enumerate(zip(boxes, inside, strict=True)):
        known = f'id="{prefix}node-{number}", class="{" ".join(box.classes)}"'
        lines.append(f"  n{number} [{known}, {facts}];")
    for number, box in enumerate(boxes):
        for place, source in enumerate(box.inputs):
            lines.append(f'  n{source} -> n{number} [id="{prefix}edge-{number}-{place}"];')
    return "\n".join([*lines, "}", ""])


def size_of(box: Box) -> tuple[float, float]:
    """Width and height of a box in points, for monospaced letters of size `FONT_SIZE`."""
    lines = [len(box.title)]
    lines += [len(row.key) + max(len(row.text), row.room) + 2 for row in box.rows]
    return max(lines) * LETTER + 2 * MARGIN, len(lines) * LINE + 2 * MARGIN


def _label(box: Box) -> str:
    lines = [box.title, *(f"{row.key} {row.text}".strip() for row in box.rows)]
    return "\\n".join(_escaped(line or "-") for line in lines)  # an empty line breaks the layout


def _escaped(text: str) -> str:
    """The text for a quoted string; Graphviz reads backslashes and HTML's entities in it."""
    return text.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"')
