"""The notebook of a course, made from the same solutions as the stubs: `topograde.ipynb`.

For each exercise it holds the text (the solution's docstring), a picture of the example graph (if
the course has `solutions/pictures/NN_id.png`), a cell to write in, a cell with the examples, a cell
that checks, and the hints, folded. Cell ids are fixed and the bytes are the same every time.
"""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from grader.course.course import Course, Exercise
from grader.course.stub_parts import CHECK_TAG, examples_mark, exercise_mark, parts_of

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


PICTURES = "pictures"
"""The folder beside the solutions that holds a picture for each exercise."""

_INTRO = """\
# {title}

The exercises, one after the other. In each you read the task and write in the cell that
begins with `# exercise: ...`; leave that line where it is. Run the cell, then the check below it.

* `check("{first}")` runs the checks on what you have run so far. Your code runs in a process
  of its own; nothing is sent anywhere.
* `draw(root)` draws the graph of one of your own nodes, with its numbers.
* Lost? *Restart and run all* puts everything in order. The files beside this notebook hold the
  same exercises: work here or there, as you like, but each exercise in one place.

If the next cell finds no `grader`: run `%pip install PATH` in a cell of its own, where PATH is the
folder or the zip that this notebook came in.
"""


def notebook_text(
    course: Course,
    stubs: dict[Exercise, str],
    more: Callable[[Exercise], dict[str, Any]] | None = None,
) -> str:
    """The notebook as JSON; `stubs` is the text of each exercise's stub.

    more: one cell more for each exercise, below the one that checks.
    """
    import nbformat  # takes a tenth of a second

    cells = list(_opening(course))
    for exercise, stub in stubs.items():
        cells += _exercise_cells(exercise, stub, _picture(course, exercise), more)
    book = nbformat.from_dict(
        {
            "cells": cells,
            "metadata": {
                "kernelspec": {
                    "display_name": "Python 3",
                    "language": "python",
                    "name": "python3",
                },
                "language_info": {"name": "python"},
            },
            "nbformat": 4,
            "nbformat_minor": 5,
        }
    )
    return str(nbformat.writes(book)).rstrip("\n") + "\n"


def _opening(course: Course) -> Iterator[dict[str, Any]]:
    first = course.exercises[0].id if course.exercises else "backward"
    yield _markdown("about", _INTRO.format(title=course.title, first=first))
    yield code_cell("setup", "from grader.notebook import check, draw", CHECK_TAG)


def _exercise_cells(
    exercise: Exercise,
    stub: str,
    picture: bytes | None,
    more: Callable[[Exercise], dict[str, Any]] | None,
) -> Iterator[dict[str, Any]]:
    parts = parts_of(stub)
    title = f"Exercise {exercise.number}: {exercise.title}"
    text = _in_a_notebook(as_markdown(parts.text or title))
    yield _markdown(f"{exercise.id}-text", _with_points(text, exercise))
    if picture is not None:
        data = base64.b64encode(picture).decode("ascii")
        # Not an attachment: Colab shows none. A PNG in the text itself is shown everywhere.
        image = f"![The example graph of {exercise.id}](data:image/png;base64,{data})"
        yield _markdown(f"{exercise.id}-picture", image)
    yield code_cell(f"{exercise.id}", f"{exercise_mark(exercise.id)}\n{parts.code}", exercise.id)
    if parts.examples:
        source = f"{examples_mark(exercise.id)} (run this cell to see them)\n{parts.examples}"
        hidden = {"jupyter": {"source_hidden": True}}
        yield code_cell(f"{exercise.id}-examples", _calls(source), CHECK_TAG, **hidden)
    yield code_cell(f"{exercise.id}-check", f'check("{exercise.id}")', CHECK_TAG)
    if more is not None:
        yield more(exercise)
    if exercise.hints:
        yield _markdown(f"{exercise.id}-hints", "\n\n".join(_hints(exercise)))


def _in_a_notebook(text: str) -> str:
    """The text without its last paragraph, which says how to run the file and the commands."""
    text = re.sub(r"\n\n[^\n]*[Rr]un this file(?:(?!\n\n).)*\Z", "", text.rstrip(), flags=re.DOTALL)
    return text.replace("Run this file", "Run the examples").replace("run this file", "run them")


def _with_points(text: str, exercise: Exercise) -> str:
    title, _, rest = text.partition("\n")
    points = f"{exercise.points} point{'s' if exercise.points != 1 else ''}"
    rating = f". {exercise.rating.sentence}" if exercise.rating else ""
    return f"# {title.rstrip('.')}\n\n*{points}{rating}*\n{rest}"


def _calls(examples: str) -> str:
    """The examples with what they say about files and commands put in a notebook's words."""
    examples = re.sub(r"topograde check ([\w{}-]+)", r"check('\1')", examples)
    hints = '"Stuck? The hints are below the check."'
    examples = re.sub(r'f?"Stuck\? topograde hint [\w{}-]+"', hints, examples)
    return examples.replace("see # TODO in this file", "see # TODO in the cell above")


def _hints(exercise: Exercise) -> Iterator[str]:
    for number, hint in enumerate(exercise.hints, start=1):
        said = html.escape(hint, quote=False).replace("*", "&#42;").replace("_", "&#95;")
        yield f"<details><summary>Hint {number}</summary>\n<p>{said}</p>\n</details>"


def _picture(course: Course, exercise: Exercise) -> bytes | None:
    path: Path = course.solutions_dir / PICTURES / f"{exercise.stem}.png"
    return path.read_bytes() if path.is_file() else None


def _markdown(id: str, source: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "id": id[:64], "metadata": {}, "source": source.strip("\n")}


def code_cell(id: str, source: str, tag: str, **metadata: Any) -> dict[str, Any]:
    """A cell with code, as notebooks hold it."""
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": id[:64],
        "metadata": {**metadata, "tags": [tag]},
        "outputs": [],
        "source": source.strip("\n"),
    }
