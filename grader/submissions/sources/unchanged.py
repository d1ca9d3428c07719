"""Which files of a hand-in are what was handed out: the kit, an unchanged stub or notebook.

Stubs and notebook lie in one folder, and students hand in the folder. Whoever wrote the `.py` hands
in the notebook as well, without one character of theirs in it; that is no second answer.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from pathlib import Path

from grader.course.cell_marks import exercise_mark
from grader.course.stub_parts import is_not_begun, parts_of
from grader.submissions.files import RawFile, Refused, read_regular
from grader.submissions.sources.matching import normal
from grader.submissions.sources.notebook import Notebook, read_notebook

_PACKAGE = "grader/"


def without_kit(files: Sequence[RawFile]) -> tuple[RawFile, ...]:
    """The files without those of the grader itself, and of a course.

    A clone of `release github` and the student kit hold the package `grader`, in which lie stubs
    and checks that are called like exercises. Beside solutions lie their checks, called so too.
    """
    packages = {
        file.name[: at + len(_PACKAGE)]
        for file in files
        if (at := f"/{file.name}".find(f"/{_PACKAGE}_course/")) >= 0
    }
    return tuple(
        file
        for file in files
        if not file.name.startswith(tuple(packages))
        and not ("checks" in file.name.split("/")[:-1] and b"from grader.checks" in file.data)
    )


def is_stub(text: str, stub: str) -> bool:
    """Whether a Python file is the stub, of this edition or an earlier one, with nothing done in
    it; False where the course has none."""
    return bool(stub) and (text.strip() == stub.strip() or is_not_begun(text, stub))


def is_untouched(cells: Sequence[str], stub: str, exercise: str) -> bool:
    """Whether an answer's code is the stub's text, or ends with the stub's cell of the notebook."""
    written = [cell.strip() for cell in cells if cell.strip()]
    if not written or written == [stub.strip()]:
        return bool(written)
    cell = f"{exercise_mark(exercise)}\n{parts_of(stub).code}"
    return written[-1] == cell.strip()


def nothing_done(cells: Sequence[str], stub: str, exercise: str) -> bool:
    """Whether an answer is untouched, or the stub of an earlier edition with nothing done in it."""
    written = [cell for cell in cells if cell.strip()]
    return is_untouched(cells, stub, exercise) or (
        bool(written) and is_not_begun(written[-1], stub)
    )


def is_as_released(notebook: Notebook, tags: Collection[str], released: Path) -> bool:
    """Whether the cells with one of these tags are those of the notebook that was handed out."""
    answer = _tagged(notebook, tags)
    if not answer:
        return False
    try:
        cells = _tagged(_notebook_in(read_regular(released)), tags)
    except Refused:  # a course without a notebook
        return False
    pairs = list(zip(answer, cells, strict=False))
    return len(answer) == len(cells) and all(a == c or is_not_begun(a, c) for a, c in pairs)


@lru_cache(maxsize=2)
def _notebook_in(data: bytes) -> Notebook:
    return read_notebook(data)


def _tagged(notebook: Notebook, tags: Collection[str]) -> list[str]:
    return [
        cell.text.strip()
        for cell in notebook.cells
        if any(normal(tag) in tags for tag in cell.tags)
    ]
