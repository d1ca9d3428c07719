"""From the files of a hand-in to one `Source` for each exercise in it.

What one can do with it:

* match every Python file and notebook to its exercise (`sources_of`);
* get, for each, its code in the order in which it runs, and the siblings that it can import.

A file's stem or a notebook's tags say which exercise it is; a file that says nothing goes by what
it defines; a `.py` that is no exercise is a sibling of the others.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from grader.cell_marks import NOTEBOOK
from grader.course import Course, Exercise
from grader.handin_files import Contents, Fault, RawFile, Refused
from grader.magics import shown, without_exported
from grader.matching import Recogniser, by_stem, keys, normal
from grader.notebook_source import Notebook, future_flags, notices_of, read_notebook
from grader.source_text import decode
from grader.student_id import printable
from grader.unchanged import is_as_released, is_stub


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


@dataclass(frozen=True, slots=True)
class _File:
    """A file that could be read: Python text, or a notebook."""

    raw: RawFile
    text: str
    notebook: Notebook | None
    notices: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.raw.name


def sources_of(
    contents: Contents,
    course: Course,
    only: str | None = None,
    *,
    in_stubs: bool = False,
    prefer_python: bool = False,
) -> tuple[Sources, tuple[Fault, ...]]:
    """The sources of a hand-in by exercise, and what was wrong with its files.

    With `only`, a hand-in of one file is that exercise whatever its name, and no other exercise is
    returned. An unchanged stub or notebook beside an answer to the same exercise is no second
    answer, unless the hand-in is the course's folder of stubs (`in_stubs`). `prefer_python` takes
    the `.py` where a notebook answers the same exercise: a student's own folder holds both.
    """
    raws = contents.files
    stubs = {exercise.file_name for exercise in course.exercises}
    if in_stubs and prefer_python and stubs <= {raw.name for raw in raws}:
        raws = tuple(raw for raw in raws if raw.suffix != ".ipynb")  # not one of its cells counts
    files, faults = _read_all(raws)
    modules = {file.name: file.text for file in files if file.notebook is None}
    if only is not None and len(contents.files) == 1:
        claims = {only: list(files)}
    else:
        claims, unmatched = _claims(files, course, modules)
        faults += [_unmatched(file, course) for file in unmatched]
    pairs = []
    for exercise in course.exercises:
        found = claims.get(exercise.id, [])
        if only not in (None, exercise.id) or not found:
            continue
        if len(found) > 1 and not in_stubs:
            found = _without_stub(found, exercise, course)
        if prefer_python:
            found = [file for file in found if file.notebook is None] or found
        first = found[0]
        if any(file.raw.data != first.raw.data for file in found):
            faults.append(_two_files(found, exercise))
        elif not first.text.strip() and first.notebook is None:
            faults.append(
                Fault(printable(first.name), "Python source was expected, the file is empty")
            )
        else:
            pairs.append((exercise.id, _source(first, exercise, modules)))
    return Sources(tuple(pairs)), tuple(faults)


def _read_all(raws: Iterable[RawFile]) -> tuple[list[_File], list[Fault]]:
    files: list[_File] = []
    faults: list[Fault] = []
    for raw in raws:
        try:
            files.append(_read(raw))
        except Refused as refusal:
            faults.append(refusal.fault(printable(raw.name)))
    return files, faults


def _read(raw: RawFile) -> _File:
    if raw.suffix == ".ipynb":
        return _notebook(raw, read_notebook(raw.data))
    decoded = decode(raw.data)
    if decoded.text.lstrip().startswith("{") and '"nbformat"' in decoded.text:
        try:
            return _notebook(
                raw, read_notebook(raw.data), "the file is a notebook and was read as one"
            )
        except Refused:
            pass
    plain = without_exported(decoded.text)
    left_out = tuple(
        f"line {line}: `{shown(code)}` was left out: there is no Jupyter here"
        for line, code in plain.left_out
    )
    return _File(raw, plain.text, None, decoded.notices + left_out)


def _notebook(raw: RawFile, notebook: Notebook, *notices: str) -> _File:
    text = "\n".join(cell.text for cell in notebook.cells)
    return _File(raw, text, notebook, notices + notebook.notices)


def _claims(
    files: Sequence[_File], course: Course, modules: Mapping[str, str]
) -> tuple[dict[str, list[_File]], list[_File]]:
    """Files by exercise id, and the files that should have one and have none."""
    claims: dict[str, list[_File]] = {}
    rest: list[_File] = []
    for file in files:
        named = _tagged(file, course)
        if not named and (by_name := by_stem(file.raw.stem, course)):
            named = [by_name]
        for exercise in named:
            claims.setdefault(exercise.id, []).append(file)
        if not named and file.text.strip():
            rest.append(file)
    alone = not claims
    recogniser = Recogniser(course, modules)
    defined: dict[str, list[_File]] = {}
    imported: dict[str, list[_File]] = {}
    unmatched: list[_File] = []
    for file in rest:
        found = recogniser.recognise(file.name, file.text)
        if found is None or found.exercise.id in claims or (found.imported and not alone):
            unmatched.append(file)
        elif found.imported:
            imported.setdefault(found.exercise.id, []).append(file)
        elif alone or not _is_imported(file, modules):
            defined.setdefault(found.exercise.id, []).append(file)
    if alone:
        claims = imported | defined  # whoever defines a name comes before whoever imports it
    else:
        claims = defined | claims
    if claims:  # a .py is a sibling then
        unmatched = [file for file in unmatched if file.notebook is not None]
    elif not unmatched:
        unmatched = [file for file in files if not file.text.strip()]
    return claims, unmatched


def _tagged(file: _File, course: Course) -> list[Exercise]:
    if file.notebook is None:
        return []
    tags = {normal(tag) for cell in file.notebook.cells for tag in cell.tags}
    return [exercise for exercise in course.exercises if tags.intersection(_tags(exercise))]


def _tags(exercise: Exercise) -> tuple[str, ...]:
    return keys(exercise)[:3]  # a bare number is no tag


def _is_imported(file: _File, modules: Mapping[str, str]) -> bool:
    """Whether another file of the hand-in has an import line that names this one."""
    path = PurePosixPath(file.name)
    stem = path.parent.name if path.stem == "__init__" else path.stem
    line = re.compile(rf"^[ \t]*(?:from|import)\b[^\n]*\b{re.escape(stem)}\b", re.M)
    others = (text for name, text in modules.items() if name != file.name)
    return file.notebook is None and any(line.search(text) for text in others)


def _without_stub(found: list[_File], exercise: Exercise, course: Course) -> list[_File]:
    """The files that are not as they were handed out; the first if all of them are."""
    stub = course.stubs_dir / exercise.file_name
    released = course.stubs_dir / NOTEBOOK

    def is_unchanged(file: _File) -> bool:
        if file.notebook is None:
            return is_stub(file.text, stub)
        return is_as_released(file.notebook, _tags(exercise), released)

    return [file for file in found if not is_unchanged(file)] or found[:1]


def _source(file: _File, exercise: Exercise, modules: Mapping[str, str]) -> Source:
    siblings = tuple(_siblings(file, modules))
    name = printable(file.name)
    if file.notebook is None:
        return Source(name, (file.text,), False, siblings, file.notices)
    wanted = {
        tag for cell in file.notebook.cells for tag in cell.tags if normal(tag) in _tags(exercise)
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


def _siblings(file: _File, modules: Mapping[str, str]) -> list[tuple[str, str]]:
    """The other modules by the names under which this file's imports may look for them.

    The file itself is one of them if another imports it, as `python file.py` would load it twice.
    """
    here = PurePosixPath(file.name).parent
    found: dict[str, str] = {}
    for name, text in modules.items():
        path = PurePosixPath(name)
        if name == file.name and not _is_imported(file, modules):
            continue
        if path.is_relative_to(here):
            found[str(path.relative_to(here))] = text
        found.setdefault(name, text)
    return sorted((name, text) for name, text in found.items() if _importable(name))


def _importable(name: str) -> bool:
    parts = PurePosixPath(name).with_suffix("").parts
    return all(part.isidentifier() and not keyword.iskeyword(part) for part in parts)


def _two_files(found: Sequence[_File], exercise: Exercise) -> Fault:
    names = [printable(file.name) for file in found]
    listed = f"{', '.join(names[:-1])} and {names[-1]}"
    return Fault(
        listed,
        f"one file for the exercise {exercise.id} was expected, found {len(names)}: "
        "hand in the one that counts",
    )


def _unmatched(file: _File, course: Course) -> Fault:
    first = course.exercises[0].stem if course.exercises else "01_name"
    if not file.text.strip():
        return Fault(printable(file.name), "Python source was expected, the file is empty")
    names = [exercise.defines for exercise in course.exercises if exercise.defines]
    wanted = f" that defines one of {', '.join(names)}" if names else ""
    return Fault(
        printable(file.name),
        f"a file named after its exercise (such as {first}.py) or one{wanted} was expected, "
        "this is neither and was left aside: rename it",
    )
