"""The notebook that students get: what its cells are, and that nothing of a solution is in it."""

from __future__ import annotations

import base64
import json
import shutil
import struct
from pathlib import Path
from typing import Any

import nbformat
import pytest

from grader.authoring.release.notebook import as_markdown
from grader.authoring.release.stubs import wanted_stubs
from grader.course.course import default_course_dir, load_course
from grader.course.stub_parts import CHECK_TAG, parts_of, tag_of
from tests.support.paths import TINY

COURSE = load_course(default_course_dir())
PATH = COURSE.stubs_dir / "topograde.ipynb"
BOOK: Any = nbformat.read(PATH, as_version=4)
CELLS = {cell.id: cell for cell in BOOK.cells}

each_exercise = pytest.mark.parametrize(
    "exercise", COURSE.exercises, ids=lambda exercise: exercise.id
)


def test_it_is_a_valid_notebook_with_fixed_ids_and_no_output() -> None:
    nbformat.validate(BOOK)
    assert (BOOK.nbformat, BOOK.nbformat_minor) == (4, 5)
    assert len(CELLS) == len(BOOK.cells)
    assert "backward-check" in CELLS
    assert "SOLUTION" not in json.dumps(BOOK)
    for cell in BOOK.cells:
        if cell.cell_type == "code":
            assert (cell.outputs, cell.execution_count) == ([], None)


@each_exercise
def test_an_exercise_is_text_picture_code_examples_check_and_hints(exercise: Any) -> None:
    order = [cell.id for cell in BOOK.cells if cell.id.startswith(f"{exercise.id}-")]
    parts = ("text", "picture", "examples", "check", "hints")
    assert [name for name in order if name != exercise.id] == [f"{exercise.id}-{p}" for p in parts]
    code = CELLS[exercise.id]
    assert code.metadata.tags == [exercise.id]
    assert code.source.startswith(f"# exercise: {exercise.id}\n")
    assert "# TODO: " in code.source
    assert CELLS[f"{exercise.id}-check"].source == f'check("{exercise.id}")'
    assert CELLS[f"{exercise.id}-check"].metadata.tags == [CHECK_TAG]
    hints = CELLS[f"{exercise.id}-hints"].source
    assert hints.count("<details>") == hints.count("</details>") == len(exercise.hints)
    assert " open" not in hints.partition("<summary>")[0]


@each_exercise
def test_the_code_is_the_stub_without_its_text_and_examples(exercise: Any) -> None:
    stub = (COURSE.stubs_dir / exercise.file_name).read_text("utf-8")
    parts = parts_of(stub)
    assert CELLS[exercise.id].source == f"# exercise: {exercise.id}\n{parts.code}"
    assert parts.code in stub
    for cell in (exercise.id, f"{exercise.id}-examples"):
        compile(CELLS[cell].source, cell, "exec", dont_inherit=True)
    assert tag_of(CELLS[f"{exercise.id}-examples"].source) == CHECK_TAG
    assert CELLS[f"{exercise.id}-examples"].metadata.jupyter.source_hidden


@each_exercise
def test_the_text_is_in_the_words_of_a_notebook(exercise: Any) -> None:
    text = CELLS[f"{exercise.id}-text"].source
    assert text.startswith(f"# Exercise {exercise.number}")
    assert f"{exercise.points} point" in text
    for word in (".py", "this file", "topograde ", "Run this file"):
        assert word not in text, word
    assert "topograde " not in CELLS[f"{exercise.id}-examples"].source
    assert "in this file" not in CELLS[f"{exercise.id}-examples"].source


@each_exercise
def test_the_picture_is_a_png_in_the_text_itself(exercise: Any) -> None:
    source = CELLS[f"{exercise.id}-picture"].source
    start, _, data = source.partition("(data:image/png;base64,")
    assert start == f"![The example graph of {exercise.id}]"
    png = base64.b64decode(data.removesuffix(")"), validate=True)
    assert png == (COURSE.solutions_dir / "pictures" / f"{exercise.stem}.png").read_bytes()
    width, height = struct.unpack(">II", png[16:24])
    assert 100 < width < 1400
    assert 50 < height < 700


def test_a_course_without_pictures_docstrings_and_examples_has_a_notebook(tmp_path: Path) -> None:
    tiny = Path(shutil.copytree(TINY, tmp_path / "course"))
    (tiny / "solutions" / "01_doubling.py").write_text(
        "### BEGIN SOLUTION\n# TODO: double it\nx = 2\n### END SOLUTION\n"
    )
    course = load_course(tiny)
    book = json.loads(wanted_stubs(course)[course.stubs_dir / "topograde.ipynb"])
    first = [cell["id"] for cell in book["cells"] if cell["id"].startswith("doubling")]
    assert first == ["doubling-text", "doubling", "doubling-check", "doubling-hints"]
    nbformat.validate(nbformat.from_dict(book))


MARKDOWN = [
    ("a*b and c*d", r"a\*b and c\*d"),
    ("the *inputs* of a node", "the *inputs* of a node"),
    ("`x = x*0.5` and x*y", r"`x = x*0.5` and x\*y"),
    ("Write __radd__ and _prev now", "Write `__radd__` and `_prev` now"),
    ("X_ORDER, a list", "`X_ORDER`, a list"),
    ("x < y & z", "x &lt; y &amp; z"),
    ("  * a point, a*b", r"  * a point, a\*b"),
    ("Heading\n-------\ntext", "Heading\n-------\ntext"),
    ("Code:\n\n    a = b*c*d", "Code:\n\n    a = b*c*d"),
    ("P1, at a=2:\n    a --> b*c", "P1, at a=2:\n\n    a --> b*c"),
    ("  1. a thing\n     goes on, a*b", "  1. a thing\n     goes on, a\\*b"),
]


@pytest.mark.parametrize(("text", "markdown"), MARKDOWN)
def test_a_docstring_means_the_same_as_markdown(text: str, markdown: str) -> None:
    assert as_markdown(text) == markdown
