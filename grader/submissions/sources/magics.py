"""What a notebook cell holds beside Python, taken out without moving a line.

Jupyter runs `%magics`, `!shell` lines and `?help`; the grader runs Python only. A cell that is
Python already is left as it is, so that a `%` or `!` inside it cannot be mistaken.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from grader.syntax import parse
from grader.text import printable

_KEEP_BODY = {"time", "capture", "prun", "debug"}
"""Cell magics that run their cell in the notebook's own namespace."""

_NAME = r"[^\W\d]\w*"
# Lines are a student's: no pattern may try two neighbouring repetitions on the same characters.
_HELP = re.compile(
    r"(\?{1,2}\s*\S.*|%{0,2}[\w*]+(\.[\w*]+|\[\w+\]|\([^()]*\))*\?{1,2}\s*(;\s*)?)\Z"
)
_ASSIGNED = re.compile(rf"[\w.,*\[\]()'\" \t]*?[\w\])]\s*=\s*(![^=]|%{{1,2}}\s*{_NAME})")
_TIMED = re.compile(rf"%time\s+(?={_NAME}|[\"'(\[{{])")
_PACKAGES = re.compile(r"(pip3?|conda|mamba|uv)\s+[a-z]\w*(\s|\Z)")
_TOKEN = re.compile(r"\\.|\\\Z|\"\"\"|'''|[\"'#()\[\]{}]")
_EXPORTED = re.compile(r"get_ipython\(\)\.\w+\(.*\)\s*(;\s*)?\Z")


class Plain(NamedTuple):
    """A cell as Python, with as many lines as it had; `left_out` holds (line number, its text).

    `whole` is true where not one line of the cell is left.
    """

    text: str
    left_out: tuple[tuple[int, str], ...] = ()
    whole: bool = False


def plain_python(cell: str) -> Plain:
    """The cell without magics, shell lines and help; each is replaced so that blocks stay whole.

    `%%time` and other cell magics that only watch keep their body; a cell in another language
    (`%%bash`, `%%html`, `%%writefile`) is left out whole.
    """
    lines = cell.split("\n")
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    left_out: list[tuple[int, str]] = []
    if lines[first].startswith("%%"):
        left_out.append((first + 1, lines[first].strip()))
        magic = re.match(rf"%%({_NAME})", lines[first])
        if magic is None or magic[1] not in _KEEP_BODY:
            return Plain("\n" * (len(lines) - 1), tuple(left_out), whole=True)
        lines[first] = "#"
    if parse("\n".join(lines)) is None:
        lines = _without_indent(lines)
        left_out += _replace_magics(lines)
    else:
        left_out += _replace_exported(lines)
    return Plain("\n".join(lines), tuple(left_out))


def without_exported(text: str) -> Plain:
    """A `.py` that Jupyter wrote from a notebook, without its calls of `get_ipython()`."""
    if "get_ipython()" not in text or parse(text) is None:
        return Plain(text)
    lines = text.split("\n")
    left_out = _replace_exported(lines)
    return Plain("\n".join(lines), tuple(left_out))


def _without_indent(lines: list[str]) -> list[str]:
    """As IPython does with a cell whose first line is indented."""
    first = next((line for line in lines if line.strip()), "")
    indent = first[: len(first) - len(first.lstrip())]
    return [line.removeprefix(indent) for line in lines]


def _replace_magics(lines: list[str]) -> list[tuple[int, str]]:
    left_out = []
    lexer = _Lexer()
    number = 0
    while number < len(lines):
        line = lines[number]
        code = line.strip()
        if not lexer.at_statement or not _is_magic(code):
            lexer.feed(line)
            number += 1
            continue
        indent = line[: len(line) - len(line.lstrip())]
        timed = _TIMED.match(code)
        if timed and parse(code[timed.end() :]) is not None:
            left_out.append((number + 1, "%time"))
            lines[number] = indent + code[timed.end() :]
        else:
            left_out.append((number + 1, code))
            # a comment where it can be: nothing may stand before an import from __future__
            lines[number] = f"{indent}pass" if indent else "#"
        while line.endswith("\\") and number + 1 < len(lines):
            number += 1
            line, lines[number] = lines[number], ""
        number += 1
    return left_out


def _replace_exported(lines: list[str]) -> list[tuple[int, str]]:
    left_out = []
    lexer = _Lexer()
    for number, line in enumerate(lines):
        code = line.strip()
        if lexer.at_statement and _EXPORTED.match(code) and parse(code) is not None:
            left_out.append((number + 1, code))
            lines[number] = line[: len(line) - len(line.lstrip())] + "pass"
        lexer.feed(lines[number])
    return left_out


def _is_magic(code: str) -> bool:
    if code.startswith(("%", "!")):
        return True
    if code.startswith("?") or code.endswith(("?", "?;")):
        return bool(_HELP.match(code))
    if _PACKAGES.match(code):
        return parse(code) is None
    return bool(_ASSIGNED.match(code)) or bool(_EXPORTED.match(code))


@dataclass(slots=True)
class _Lexer:
    """Knows after each line whether the next one begins a statement."""

    depth: int = 0
    quote: str = ""
    continued: bool = False

    @property
    def at_statement(self) -> bool:
        return not (self.depth or self.quote or self.continued)

    def feed(self, line: str) -> None:
        self.continued = False
        place = 0
        while match := _TOKEN.search(line, place):
            token, place = match[0], match.end()
            if token.startswith("\\"):
                self.continued = place == len(line) and len(token) == 1
            elif self.quote:
                if token == self.quote:
                    self.quote = ""
                elif token[0] == self.quote:  # three quotes inside a string of single ones
                    self.quote = ""
                    place = match.start() + 1
                elif len(token) == 3:
                    place = match.start() + 1  # of the other kind: it may hold nothing of ours
            elif token == "#":
                break
            elif token in "([{":
                self.depth += 1
            elif token in ")]}":
                self.depth = max(0, self.depth - 1)
            else:
                self.quote = token
        if len(self.quote) == 1 and not self.continued:
            self.quote = ""  # a string of one line does not outlive it


def shown(code: str) -> str:
    """A left-out line as it is quoted to the student."""
    code = printable(code)
    return code if len(code) <= 60 else code[:57] + "..."
