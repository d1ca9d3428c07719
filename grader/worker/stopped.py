"""Where student code was when its time was up: asked of the process, in a last few looks at it.

What comes back is believed only as far as it is a place in the hand-in's own text, and it is that
text which is shown. The looks tell a loop from what it calls: the frame that holds it stays.
"""

from __future__ import annotations

import ast
import time
from collections.abc import Callable, Mapping
from typing import Any

from grader.syntax import parse

LOOKS = 5
BETWEEN = 0.01
ANSWER_SECONDS = 0.25
"""By then Python has answered, or is inside a call of C, and no line is told."""
MOST_TEXT = 300

_LOOPS = (ast.While, ast.For, ast.AsyncFor)
_OTHERS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def asked(look: Callable[[], Any], source: Mapping[str, Any]) -> dict[str, Any]:
    """File, line and its text, and whether it begins a loop; empty where that is not known.

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
    if not isinstance(answer, list) or [type(part) for part in answer] != [str, int, int]:
        return {}
    file, first, last = answer
    text = _texts(source).get(file)
    lines = [] if text is None else text.split("\n")
    if text is None or not 1 <= first <= last <= len(lines):
        return {}
    loop = _loop(text, first, last)
    if loop is None and first != last:
        return {}
    line = loop or first
    told = {"file": file, "line": line, "text": lines[line - 1].strip()[:MOST_TEXT]}
    return told if loop is None else told | {"loop": 1}


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
