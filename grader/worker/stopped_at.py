"""Where student code was when its time was up: the line, and the loop around it.

Student code is asked by a signal before its process is ended (`worker.inside.harness.Whereabouts`).
"""

from __future__ import annotations

import ast
import time
from collections.abc import Callable, Mapping
from typing import Any

from grader.syntax import parse

LOOKS = 5
BETWEEN = 0.01
MOST_TEXT = 300

_LOOPS = (ast.While, ast.For, ast.AsyncFor)
_OTHERS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def where_stopped(look: Callable[[], Any], source: Mapping[str, Any]) -> dict[str, Any]:
    """File, line and its text, and whether it begins a loop; empty where that is not known.

    What comes back is believed only as far as it is a place in the hand-in's own text, and it is
    that text which is shown. A few looks tell a loop from what it calls: its own frame stays.

    look: asks the process once, and returns its answer or None.
    """
    answer = None
    for number in range(LOOKS):
        if number:
            time.sleep(BETWEEN)
        answer = look()
        if answer is None:
            return {}
    return place(answer, source)


def place(answer: Any, source: Mapping[str, Any]) -> dict[str, Any]:
    """The place in a source that a process names; empty if there is none such."""
    if not isinstance(answer, list) or [*map(type, answer)] != [str, int, int, list]:
        return {}
    file, first, last, held = answer
    text = _texts(source).get(file)
    lines = [] if text is None else text.split("\n")
    if text is None or not 1 <= first <= last <= len(lines):
        return {}
    loop = _loop(text, first, last)
    if loop is None and first != last:
        return {}
    line = loop or first
    told = {"file": file, "line": line, "text": lines[line - 1].strip()[:MOST_TEXT]}
    return told if loop is None else {**told, "loop": 1, **_searched(text, line, held)}


def _searched(text: str, loop: int, held: list[Any]) -> dict[str, Any]:
    """The long list that a loop, or one around it, looks something up in (`x in seen`), and on
    which line; empty if it is none of those that are held."""
    rows = (row for row in held if isinstance(row, list))
    lengths = {row[0]: row[1] for row in rows if [*map(type, row)] == [str, int]}
    tree = parse(text)
    loops = (n for n in (ast.walk(tree) if tree else ()) if isinstance(n, _LOOPS))
    around = (each for each in loops if each.lineno <= loop <= (each.end_lineno or loop))
    inside = (node for each in around for node in ast.walk(each))
    for node in inside:
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            where = node.comparators[0]
            if isinstance(where, ast.Name) and where.id in lengths:
                length = min(lengths[where.id], 1 << 30)
                return {"searched": where.id, "length": length, "at": node.lineno}
    return {}


def _texts(source: Mapping[str, Any]) -> dict[str, str]:
    """Each text of a source under the name that it has in a process."""
    name, cells = source["name"], source["cells"]
    names = [f"{name}, cell {n}" if source["main"] else name for n in range(1, len(cells) + 1)]
    return {**source["siblings"], **dict(zip(names, cells, strict=True))}


def _loop(text: str, first: int, last: int) -> int | None:
    """The line at which the innermost loop around some lines begins; None if there is none."""
    tree = parse(text)
    inmost: tuple[int, int] = 0, 0
    is_loop = False
    for node in () if tree is None else ast.walk(tree):
        if not isinstance(node, _LOOPS + _OTHERS):
            continue
        start, end = node.lineno, node.end_lineno or node.lineno
        if start <= first and last <= end and (start, -end) >= inmost:
            inmost, is_loop = (start, -end), isinstance(node, _LOOPS)
    return inmost[0] if is_loop else None
