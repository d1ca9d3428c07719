"""Draw a graph in plain characters, for a terminal, a pipe and a screen reader.

One node is a line, from the root down to the leaves; lines at the left lead from each node to its
inputs, one for each operand:

                      data    yours  PyTorch
    o    L = n2 + n3  42.0      1.0      1.0
    |-.
    | o  n3 = b*5     30.0      1.0      1.0
    o |  n2 = b*2     12.0      1.0      1.0
    |-'
    o    b = a*3       6.0      7.0      7.0
    o    a             2.0     15.0     21.0  <- first wrong
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from grader.explain.pictures.drawn.boxes import (
    MARK_WORDS,
    numbers_of,
    sentences,
    title_of,
)
from grader.judging.picture import Picture, PictureNode

HEADS = ("data", "yours", "PyTorch")
NARROWEST = 20


def in_characters(picture: Picture, width: int = 80) -> str:
    """The picture in lines of at most `width` characters, without a trailing newline.

    Where the graph is wider than that, its nodes are listed instead.
    """
    width = max(width, NARROWEST)
    nodes = picture.nodes
    order = range(len(nodes))[::-1]  # all are below the root, each after its inputs
    lines = _drawing(picture, order)
    if any(len(line) > width for line in lines):
        lines = _listing(picture, order, width)
    calls = picture.calls
    if calls > 1:
        lines.insert(0, f"After {calls} calls of backward():")
    if any(node.yours is None for node in nodes):
        lines += textwrap.wrap(
            "? Not known: the program does not read it, or your code keeps none.", width
        )
    for sentence in sentences(picture):
        lines += textwrap.wrap(sentence, width)
    return "\n".join(lines)


def _drawing(picture: Picture, order: Sequence[int]) -> list[str]:
    nodes = picture.nodes
    cells = [(title_of(node), *numbers_of(node)) for node in nodes]
    return drawn([node.inputs for node in nodes], order, cells, HEADS, [*map(_mark, nodes)])


def drawn(
    inputs: Sequence[Sequence[int]],
    order: Sequence[int],
    cells: Sequence[Sequence[str]],
    heads: Sequence[str],
    ends: Sequence[str],
) -> list[str]:
    """The lines of a graph beside a table. cells: the row of each node; ends: what follows it."""
    rows = lanes(inputs, order)
    head, *table = aligned([cells[number] for number in order], heads)
    told = {number: row + ends[number] for number, row in zip(order, table, strict=True)}
    left = max(len(line) for line, _ in rows) + 2
    return [" " * left + head] + [
        line if number is None else (line.ljust(left) + told[number]).rstrip()
        for line, number in rows
    ]


def aligned(rows: Sequence[Sequence[str]], heads: Sequence[str]) -> list[str]:
    """A title and numbers in columns; the first line is the head."""
    table = [("", *heads), *rows]
    widths = [max(len(row[column]) for row in table) for column in range(len(heads) + 1)]
    return [
        "  ".join(
            [row[0].ljust(widths[0])]
            + [text.rjust(wide) for text, wide in zip(row[1:], widths[1:], strict=True)]
        )
        for row in table
    ]


def _mark(node: PictureNode) -> str:
    mark = node.mark
    return f"  <- {MARK_WORDS[mark]}" if mark else ""


def _listing(picture: Picture, order: Sequence[int], width: int) -> list[str]:
    lines = []
    for number in order:
        node = picture.nodes[number]
        told = [f"{head} {text}" for head, text in zip(HEADS, numbers_of(node), strict=True)]
        lines += textwrap.wrap(title_of(node) + _mark(node), width, subsequent_indent="    ")
        lines += textwrap.wrap(
            ", ".join(told), width, initial_indent="  ", subsequent_indent="    "
        )
    return lines


def lanes(inputs: Sequence[Sequence[int]], order: Sequence[int]) -> list[tuple[str, int | None]]:
    """The lines that lead from node to node, and which node stands on each.

    A column belongs to one edge, from the node above to the input below that it leads to.
    """
    columns: list[int | None] = []
    rows: list[tuple[str, int | None]] = []
    for number in order:
        arriving = [place for place, target in enumerate(columns) if target == number]
        if len(arriving) > 1:
            rows.append((_across(columns, arriving, "'"), None))
        place = arriving[0] if arriving else _free(columns, 0)
        for each in arriving:
            columns[each] = None
        columns[place] = number
        rows.append((_down(columns, place), number))
        columns[place] = None
        leaving = []
        for source in inputs[number]:
            column = _free(columns, place)
            columns[column] = source
            leaving.append(column)
        if len(leaving) > 1:
            rows.append((_across(columns, leaving, "."), None))
        while columns and columns[-1] is None:
            columns.pop()
    return rows


def _free(columns: list[int | None], first: int) -> int:
    for place in range(first, len(columns)):
        if columns[place] is None:
            return place
    columns.append(None)
    return len(columns) - 1


def _down(columns: Sequence[int | None], node: int) -> str:
    marks = [" " if target is None else "|" for target in columns]
    marks[node] = "o"
    return " ".join(marks).rstrip()


def _across(columns: Sequence[int | None], joined: Sequence[int], corner: str) -> str:
    """Lines between the first joined column and the others; what passes is crossed."""
    first, last = joined[0], joined[-1]
    text = ""
    for place, target in enumerate(columns):
        between = first <= place < last
        if place in joined[1:]:
            text += corner
        elif target is not None:
            text += "|"
        else:
            text += "-" if between else " "
        text += "-" if between else " "
    return text.rstrip()
