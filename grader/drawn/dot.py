"""Write a graph as DOT, the language of Graphviz.

Boxes are named `n0`, `n1`, ... and carry the id and the classes that `grader.drawn.svg` keeps.
Texts that come from student code are escaped: a label cannot become DOT.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

from grader.drawn.boxes import Box, boxes_of

Direction: TypeAlias = Literal["TB", "LR", "BT", "RL"]

FONT_SIZE, LETTER, LINE, MARGIN, POINTS = 12, 7.3, 15, 6, 72
"""Of a box: size and width of a letter, height of a line, margin; points in an inch."""


def as_dot(picture: Mapping[str, Any], direction: Direction = "TB") -> str:
    """The picture as DOT: leaves first, arrows from each input to its consumer."""
    return dot_of(boxes_of(picture), direction)


def dot_of(boxes: Sequence[Box], direction: Direction = "TB", prefix: str = "") -> str:
    """Boxes and their arrows as DOT. `prefix` begins every id, where a page holds several graphs.

    An operand that is used twice has two arrows. Boxes have the size that `grader.drawn.svg` needs
    for their texts.
    """
    lines = [
        "digraph graph_of_a_program {",
        f'  graph [rankdir={direction}, bgcolor="transparent", nodesep=0.3, ranksep=0.35];',
        "  node [shape=box, fixedsize=true, fontname=Courier, fontsize=10];",
        "  edge [arrowsize=0.7];",
    ]
    for number, box in enumerate(boxes):
        width, height = size_of(box)
        facts = [
            f'id="{prefix}node-{number}"',
            f'class="{" ".join(box.classes)}"',
            f"width={width / POINTS:.4f}",
            f"height={height / POINTS:.4f}",
            f'label="{_label(box)}"',
        ]
        lines.append(f"  n{number} [{', '.join(facts)}];")
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
    return "\\n".join(map(_escaped, lines))


def _escaped(text: str) -> str:
    """The text for a quoted string; Graphviz reads backslashes and HTML's entities in it."""
    return text.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"')
