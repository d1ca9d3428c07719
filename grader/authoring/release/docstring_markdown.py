"""An exercise's docstring as Markdown: the same words, with nothing read as markup by accident.

The docstrings are plain text that is nearly Markdown already: headings are underlined, lists are
lists, examples are indented, code words stand between backticks. But a `*` between two names is
meant as a product there, and `__radd__` is a name and not bold.
"""

from __future__ import annotations

import re

_CODE = re.compile(r"`[^`\n]+`")
_EMPHASIS = re.compile(r"(?<![\w)*`])\*([A-Za-z]+(?: [a-z]+)*)\*(?![\w(*])")
_BULLET = re.compile(r"\s*\* ")
_UNDERLINE = re.compile(r"-{3,}\s*\Z")
_NAME = re.compile(r"(?<![\w`])(?:__\w+__|_\w+|\w+_\w*)(?![\w`])")
_INDENT = "    "


def as_markdown(docstring: str) -> str:
    """The docstring as Markdown. Indented blocks stay as they are: they begin after an
    empty line, or after a line of the text that ends with a colon."""
    lines: list[str] = []
    in_block, blank_before = False, False
    for line in docstring.strip("\n").splitlines():
        indented = line.startswith(_INDENT) and not line.lstrip().startswith(("* ", "- "))
        if indented and lines and re.match(r"\S.*:\Z", lines[-1]):
            lines.append("")
            blank_before = True
        in_block = indented and (in_block or blank_before) if line.strip() else in_block
        lines.append(line if in_block or _UNDERLINE.match(line) else _escaped(line))
        blank_before = not line.strip()
    return "\n".join(lines)


def _escaped(line: str) -> str:
    bullet = _BULLET.match(line)
    start = bullet[0] if bullet else ""
    parts = []
    place = len(start)
    for code in _CODE.finditer(line, place):
        parts += [_plain(line[place : code.start()]), code[0]]
        place = code.end()
    return start + "".join(parts) + _plain(line[place:])


def _plain(text: str) -> str:
    """Text outside of code: names with underscores become code, other stars are escaped."""
    pieces = []
    place = 0
    for name in _NAME.finditer(text):
        pieces += [_stars(text[place : name.start()]), f"`{name[0]}`"]
        place = name.end()
    return "".join(pieces) + _stars(text[place:])


def _stars(text: str) -> str:
    text = text.replace("&", "&amp;").replace("<", "&lt;")
    kept = _EMPHASIS.sub("\0\\1\0", text)
    return kept.replace("*", "\\*").replace("\0", "*")
