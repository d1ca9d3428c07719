"""A notebook as a hand-in: its code cells in order, and which of them belong to an exercise.

Outputs, attachments and metadata other than tags are dropped before anything looks at them.
"""

from __future__ import annotations
import __future__

import ast
import json
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from grader.course.stub_parts import CHECK_TAG, tag_of
from grader.submissions.files import Refused
from grader.submissions.sources.text import decode
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


TAG_PREFIX = "topograde:"

MAX_CELLS = 5_000
MAX_CODE = 1_000_000
"""Characters of all code cells of a notebook together."""
MAX_NOTICES = 20

_CHECK_MODULE = "grader.notebook"
_CHECK_CALLS = ("check", "draw")


class Cell(NamedTuple):
    """One code cell as Python. A cell that is not run is blank, so that numbers stay right.

    `flags` are the compile flags that its imports from `__future__` switch on for later cells.
    """

    text: str
    tags: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    flags: int = 0


Cells = tuple[Cell, ...]
"""All code cells of a notebook, in order."""


def cells_upto(cells: Cells, tags: Collection[str]) -> Cells:
    """The cells up to and including the last with one of these tags; all if none has one."""
    tagged = [number for number, cell in enumerate(cells, 1) if not set(cell.tags).isdisjoint(tags)]
    return cells[: tagged[-1]] if tagged else cells


def notices_of(cells: Iterable[Cell]) -> tuple[str, ...]:
    """What was left out of these cells, the first twenty sentences of it."""
    notices = [notice for cell in cells for notice in cell.notices]
    more = len(notices) - MAX_NOTICES
    if more > 0:
        notices[MAX_NOTICES:] = [f"and {more} more lines were left out in the same way"]
    return tuple(notices)


def future_flags(cells: Iterable[Cell]) -> tuple[int, ...]:
    """For each cell the compile flags that the cells before it have switched on."""
    flags = 0
    before = []
    for cell in cells:
        before.append(flags)
        flags |= cell.flags
    return tuple(before)


def read_notebook(data: bytes) -> Cells:
    """The code cells of an `.ipynb`; `Refused` with a sentence if it has none or is malformed."""
    text, _ = decode(data, cookie=False)
    raw = _code_cells(_load(text))
    if len(raw) > MAX_CELLS or sum(len(source) for source, _ in raw) > MAX_CODE:
        raise Refused(
            f"it has over {MAX_CELLS:,} code cells, or over {MAX_CODE // 1_000_000} MB of code: "
            "take out data that is written into cells"
        )
    cells = tuple(cell_of(number, *cell) for number, cell in enumerate(raw, 1))
    if not any(_holds_code(cell.text) for cell in cells):
        which = "code cell that can be run" if raw else "code cell"
        raise Refused(f"this notebook has no {which}")
    return cells


def _load(text: str) -> dict[str, Any]:
    if not text.strip():
        raise Refused("the file is empty")
    try:
        book = json.loads(text)
    except RecursionError:
        raise Refused("this is no notebook: its JSON is nested too deeply") from None
    except ValueError as error:
        place = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        raise Refused(
            f"this is no notebook, since it is not JSON{place}: open it in Jupyter and save it, "
            "or hand in a .py file"
        ) from None
    if not isinstance(book, dict):
        raise Refused("this is no notebook, since its JSON holds no cells: save it from Jupyter")
    return book


def _code_cells(book: dict[str, Any]) -> list[tuple[str, tuple[str, ...]]]:
    """(source, tags) of each code cell."""
    version = book.get("nbformat", 3 if "worksheets" in book else 4)
    if version != 4 or isinstance(version, bool):
        found = f"format {version:d}" if isinstance(version, int) else "an unknown format"
        raise Refused(
            f"this notebook has {found}, and only format 4 is read: open it in Jupyter and save it"
        )
    _require_python(book)
    cells = book.get("cells")
    if not isinstance(cells, list):
        raise Refused("this notebook has no list of cells: open it in Jupyter and save it")
    code = [cell for cell in _dicts(cells) if cell.get("cell_type") == "code"]
    return [(_joined(cell.get("source", "")), tuple(_tags(cell))) for cell in code]


def _require_python(book: dict[str, Any]) -> None:
    metadata = book.get("metadata")
    language: object = "python"
    for key, name in (("language_info", "name"), ("kernelspec", "language")):
        part = metadata.get(key) if isinstance(metadata, dict) else None
        if isinstance(part, dict) and isinstance(part.get(name), str):
            language = part[name]
            break
    if not str(language).lower().startswith(("python", "ipython")):
        raise Refused(
            f"this notebook is written in {shown(str(language))}, and only Python is read"
        )


def _dicts(items: object) -> list[dict[str, Any]]:
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise Refused("the cells of this notebook are malformed: save it from Jupyter")
    return items


def _tags(cell: dict[str, Any]) -> list[str]:
    metadata = cell.get("metadata")
    tags = metadata.get("tags") if isinstance(metadata, dict) else None
    tags = [tags] if isinstance(tags, str) else tags
    return [tag for tag in tags if isinstance(tag, str)] if isinstance(tags, list) else []


def _joined(source: object) -> str:
    if isinstance(source, list) and all(isinstance(line, str) for line in source):
        source = "".join(source)
    if not isinstance(source, str):
        raise Refused("a cell of this notebook has no text as its source: save it from Jupyter")
    if "\0" in source:
        raise Refused("a cell of this notebook holds a NUL character: delete it there")
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    return source.encode("utf-8", "replace").decode("utf-8")  # half of an emoji is no text


def cell_of(number: int, source: str, tags: tuple[str, ...] = ()) -> Cell:
    """A cell from its text; its first line may be a tag as well (`grader.course.stub_parts`)."""
    mark = tag_of(source)
    tags = tags if mark is None else (*tags, mark)
    names = tuple(tag.strip().casefold().removeprefix(TAG_PREFIX) for tag in tags)
    if CHECK_TAG in names:
        return Cell("\n" * source.count("\n"), names)
    plain = plain_python(source)
    tree = parse(plain.text)
    if tree is not None and _only_checks(tree):
        return Cell("\n" * plain.text.count("\n"), names)
    what = "the whole cell was left out" if plain.whole else "was left out"
    notices = tuple(
        f"cell {number}, line {line}: `{shown(code)}`"
        + (f": {what}, only Python is run" if plain.whole else f" {what}: only Python is run")
        for line, code in plain.left_out
    )
    return Cell(plain.text, names, notices, _flags(tree))


def _only_checks(tree: ast.Module) -> bool:
    """Whether a cell does nothing but import our checks and call them."""
    return bool(tree.body) and all(_is_check(statement) for statement in tree.body)


def _is_check(statement: ast.stmt) -> bool:
    match statement:
        case ast.Import():
            return all(alias.name == _CHECK_MODULE for alias in statement.names)
        case ast.ImportFrom():
            names = {alias.name for alias in statement.names}
            package, _, module = _CHECK_MODULE.rpartition(".")
            return statement.module == _CHECK_MODULE or (
                statement.module == package and names == {module}
            )
        case ast.Expr(value=ast.Call(func=ast.Name(id=name))):
            return name in _CHECK_CALLS
        case ast.Expr(
            value=ast.Call(
                func=ast.Attribute(
                    attr=name,
                    value=ast.Name(id="notebook")
                    | ast.Attribute(attr="notebook", value=ast.Name(id="grader")),
                )
            )
        ):
            return name in _CHECK_CALLS
    return False


def _flags(tree: ast.Module | None) -> int:
    flags = 0
    for place, statement in enumerate(tree.body if tree else []):
        match statement:
            case ast.ImportFrom(module="__future__", level=0):
                for alias in statement.names:
                    if alias.name in __future__.all_feature_names:
                        flags |= getattr(__future__, alias.name).compiler_flag
            case ast.Expr(value=ast.Constant(value=str())) if place == 0:
                continue
            case _:
                break
    return flags


def _holds_code(text: str) -> bool:
    return any(line.strip() and not line.lstrip().startswith("#") for line in text.split("\n"))
