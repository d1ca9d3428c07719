"""The three parts of a stub or a solution: its text, its code, and the examples at its end."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

_EXAMPLES = re.compile(r"^# -+ Examples\b.*\n+", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class StubParts:
    """What the student reads, where the student writes, and what may be run to try it."""

    text: str
    code: str
    examples: str


def parts_of(stub: str) -> StubParts:
    """The parts of a stub; no examples if it has no line that begins with `# ---- Examples`.

    Raises SyntaxError if it is not Python.
    """
    tree = ast.parse(stub)
    text = ast.get_docstring(tree, clean=False) or ""
    lines = stub.split("\n")
    code = "\n".join(lines[tree.body[0].end_lineno :] if text else lines)
    code, *examples = _EXAMPLES.split(code, maxsplit=1)
    return StubParts(text, code.strip("\n"), "".join(examples).strip("\n"))
