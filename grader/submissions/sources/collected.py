"""From the files of a hand-in to one `Source` for each exercise in it.

What one can do with it:

* match every Python file and notebook to its exercise (`sources_of`);
* get, for each, its code in the order in which it runs, and the siblings that it can import.

A file's stem or a notebook's tags say which exercise it is; a file that says nothing goes by what
it defines; a `.py` that is no exercise is a sibling of the others.
"""

from __future__ import annotations

import keyword
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath

from grader.course.course import Course, Exercise
from grader.submissions.files import Contents, Fault
from grader.submissions.sources.exercise_files import (
    EMPTY,
    claims_of,
    imported_files,
    tags_of,
    without_stub,
)
from grader.submissions.sources.matching import normal
from grader.submissions.sources.notebook import future_flags, notices_of
from grader.submissions.sources.read import SourceFile, read_all
from grader.submissions.sources.unchanged import without_kit
from grader.text import printable


@dataclass(frozen=True, slots=True)
class Source:
    """What one exercise's code is.

    `cells` holds one text for a `.py`, the code cells in order for a notebook; a cell that is not
    run (a check of ours, `%%bash`) is blank, so that the n-th text is the n-th code cell.
    `is_notebook` asks for `__name__ == "__main__"`, and that a cell which raises does not stop the
    next. `siblings` are (posix path, text) of the other `.py` files that can be imported, relative
    to this file's folder and to the hand-in. `notices` are sentences for the student.
    `future_flags` holds for each cell the flags to compile it with, because the notebook's earlier
    cells import from `__future__`: `compile(cell, name, "exec", flags, dont_inherit=True)`.
    """

    name: str
    cells: tuple[str, ...]
    is_notebook: bool
    siblings: tuple[tuple[str, str], ...] = ()
    notices: tuple[str, ...] = ()
    future_flags: tuple[int, ...] = (0,)


@dataclass(frozen=True, slots=True)
class Sources(Mapping[str, Source]):
    """An immutable mapping from exercise id to Source, in the order of the course."""

    pairs: tuple[tuple[str, Source], ...] = ()

    def __getitem__(self, exercise: str) -> Source:
        for key, source in self.pairs:
            if key == exercise:
                return source
        raise KeyError(exercise)

    def __iter__(self) -> Iterator[str]:
        return (key for key, _ in self.pairs)

    def __len__(self) -> int:
        return len(self.pairs)


def sources_of(
    contents: Contents,
    course: Course,
    asked: str | None = None,
    *,
    in_stubs: bool = False,
    prefer_python: bool = False,
) -> tuple[Sources, tuple[Fault, ...], bool]:
    """The sources of a hand-in by exercise, what was wrong with its files, and whether one of them
    has any text.

    asked: the one exercise that is to be graded, where it is one; a lone file that says nothing
    else is that exercise (`exercise_files`). An unchanged stub or notebook beside an answer to the
    same exercise is no second answer, unless the hand-in is the course's folder of stubs
    (`in_stubs`). `prefer_python` takes the `.py` where a notebook answers the same exercise: a
    student's own folder holds both.
    """
    raws = without_kit(contents.files)
    stubs = {exercise.file_name for exercise in course.exercises}
    if in_stubs and prefer_python and stubs <= {raw.name for raw in raws}:
        raws = tuple(raw for raw in raws if raw.suffix != ".ipynb")  # not one of its cells counts
    files, faults = read_all(raws)
    modules = {file.name: file.text for file in files if file.notebook is None}
    unreadable = [fault.where for fault in (*contents.faults, *faults)]
    wanted = None if asked is None else course.exercise(asked)
    claims, unmatched = claims_of(files, course, modules, unreadable, wanted, in_stubs=in_stubs)
    faults += unmatched
    imported = imported_files(modules)
    pairs = []
    for exercise in course.exercises:
        found = claims.get(exercise.id, [])
        if not found:
            continue
        if len(found) > 1 and not in_stubs:
            found = without_stub(found, exercise, course)
        if prefer_python:
            found = [file for file in found if file.notebook is None] or found
        first = found[0]
        if any(file.raw.data != first.raw.data for file in found):
            faults.append(_two_files(found, exercise))
        elif not first.text.strip() and first.notebook is None:
            faults.append(Fault(printable(first.name), EMPTY, exercise.id))
        else:
            siblings = tuple(_siblings(first, modules, first.name in imported))
            pairs.append((exercise.id, _source(first, exercise, siblings)))
    return Sources(tuple(pairs)), tuple(faults), any(file.text.strip() for file in files)


def _source(file: SourceFile, exercise: Exercise, siblings: tuple[tuple[str, str], ...]) -> Source:
    name = printable(file.name)
    if file.notebook is None:
        return Source(name, (file.text,), False, siblings, file.notices)
    wanted = {
        tag for cell in file.notebook.cells for tag in cell.tags if normal(tag) in tags_of(exercise)
    }
    cells = file.notebook.upto(wanted)
    return Source(
        name=name,
        cells=tuple(cell.text for cell in cells),
        is_notebook=True,
        siblings=siblings,
        notices=file.notices + notices_of(cells),
        future_flags=future_flags(cells),
    )


def _siblings(
    file: SourceFile, modules: Mapping[str, str], imported: bool
) -> list[tuple[str, str]]:
    """The other modules by the names under which this file's imports may look for them.

    The file itself is one of them if another imports it, as `python file.py` would load it twice.
    """
    here = file.name.rpartition("/")[0]
    inside = f"{here}/" if here else ""
    found: dict[str, str] = {}
    for name, text in modules.items():
        if name == file.name and not imported:
            continue
        if name.startswith(inside):
            found[name.removeprefix(inside)] = text
        found.setdefault(name, text)
    return sorted((name, text) for name, text in found.items() if _importable(name))


@lru_cache(maxsize=1024)
def _importable(name: str) -> bool:
    parts = PurePosixPath(name).with_suffix("").parts
    return all(part.isidentifier() and not keyword.iskeyword(part) for part in parts)


def _two_files(found: Sequence[SourceFile], exercise: Exercise) -> Fault:
    names = [printable(file.name) for file in found]
    listed = f"{', '.join(names[:-1])} and {names[-1]}"
    return Fault(
        listed,
        f"{len(names)} files answer the exercise {exercise.id}, so none was graded: "
        "hand in the one that counts",
        exercise.id,
    )
