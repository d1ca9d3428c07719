"""From the files of a hand-in to one `Source` for each exercise in it.

A file's own mark, its name or a notebook's tags, and the names that it defines say which exercise
it is, in this order. A lone file of which they say nothing is the exercise that was asked for, in
every layout. A mark or a name is a claim; that of an unchanged stub is a weak one, and gives way to
a file that defines what the exercise asks for. A `.py` that is no exercise is a sibling of the
others.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import PurePosixPath
from typing import NamedTuple

from grader.course.course import Course, Exercise
from grader.course.stub_parts import defined_again
from grader.submissions.files import Contents, Fault, RawFile, Refused
from grader.submissions.sources.matching import (
    Definition,
    Recogniser,
    by_stem,
    keys,
    normal,
)
from grader.submissions.sources.notebook import (
    Cells,
    cells_upto,
    future_flags,
    notices_of,
    read_notebook,
    shown,
    without_exported,
)
from grader.submissions.sources.text import decode
from grader.submissions.sources.unchanged import nothing_done, without_kit
from grader.text import listed, printable


class SourceFile(NamedTuple):
    """A file that could be read: Python text, or a notebook."""

    raw: RawFile
    text: str
    notebook: Cells | None
    notices: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.raw.name


def read_all(raws: Iterable[RawFile]) -> tuple[list[SourceFile], list[Fault]]:
    """The files that can be read, in order, and a fault for each of the others."""
    files: list[SourceFile] = []
    faults: list[Fault] = []
    for raw in raws:
        try:
            files.append(_as_text(raw))
        except Refused as refusal:
            faults.append(refusal.fault(printable(raw.name)))
    return files, faults


def _as_text(raw: RawFile) -> SourceFile:
    if raw.suffix == ".ipynb":
        return _notebook(raw, read_notebook(raw.data))
    text, notices = decode(raw.data)
    if text.lstrip().startswith("{") and '"nbformat"' in text:
        try:
            return _notebook(
                raw, read_notebook(raw.data), "the file is a notebook and was read as one"
            )
        except Refused:
            pass
    plain = without_exported(text)
    left_out = tuple(
        f"line {line}: `{shown(code)}` was left out: there is no Jupyter here"
        for line, code in plain.left_out
    )
    return SourceFile(raw, plain.text, None, notices + left_out)


def _notebook(raw: RawFile, notebook: Cells, *notices: str) -> SourceFile:
    text = "\n".join(cell.text for cell in notebook)
    return SourceFile(raw, text, notebook, notices)


Claims = dict[str, list[SourceFile]]
"""Files by the id of the exercise that they answer."""

EMPTY = "the file is empty"

_IMPORT = re.compile(r"^[ \t]*(?:from|import)\b(.*)", re.MULTILINE)
_WORD = re.compile(r"\w+")


class _Recognised(NamedTuple):
    """What the files without an exercise's name were recognised as; None is nothing."""

    defined: Claims
    imported: Claims
    left: list[tuple[SourceFile, Definition | None]]


def claims_of(
    files: Sequence[SourceFile],
    course: Course,
    modules: Mapping[str, str],
    unreadable: Iterable[str] = (),
    asked: Exercise | None = None,
    *,
    in_stubs: bool,
    own: bool = False,
) -> tuple[Claims, list[Fault]]:
    """Files by exercise id, and faults for the files that should have one and have none.

    unreadable: names of files that are faults already; no stub is taken in place of one of them.
    asked: the one exercise that is to be graded, where it is one.
    in_stubs: an unchanged stub is as good as any other file, as in the course's own folder.
    own: it is a student's own folder, where scripts may lie that are no answer.
    """
    claims, rest = _named(files, course)
    lost = {named.id for name in unreadable if (named := by_stem(PurePosixPath(name).stem, course))}
    weak: Claims = {}
    imported = imported_files(modules)
    if (rest or lost & set(claims)) and not in_stubs:
        weak = {
            id: found
            for id, found in claims.items()
            if all(_is_unchanged(file, course.exercise(id), course) for file in found)
        }
        if weak:
            # A copy of a stub, under any name, is no answer.
            stubs = {course.stub(each).strip() for each in course.exercises} - {""}
            rest = [file for file in rest if file.notebook or file.text.strip() not in stubs]
    strong = {id: found for id, found in claims.items() if id not in weak}
    if asked is not None and not strong:
        alone = [file for file in rest if file.name not in imported]
        another = Recogniser(course, modules).is_another
        by_stub = own and asked.id in weak
        if len(alone) == 1 and not another(alone[0].name, alone[0].text, asked, by_stub):
            strong[asked.id] = alone
            rest = [file for file in rest if file is not alone[0]]
    recognised = _recognised(rest, course, modules, imported, strong, weak)
    if strong:
        found = recognised.defined | strong
    else:  # whoever defines a name comes before whoever imports it
        found = recognised.imported | recognised.defined
    faults = []
    for id, unchanged in weak.items():
        instead = found.get(id)
        if instead is None:
            if id not in lost:
                found[id] = unchanged
        elif _differ(instead):
            faults.append(_several_instead(instead, unchanged, id))
            found[id] = unchanged
        else:
            found[id] = [_instead(instead[0], unchanged, id)]
    left = recognised.left
    if found:  # a .py is a sibling then
        left = [each for each in left if each[0].notebook is not None]
    elif not left:
        left = [(file, None) for file in files if not file.text.strip()]
    faults += [_unmatched(file, what, found, course) for file, what in left]
    return found, faults


def imported_files(modules: Mapping[str, str]) -> frozenset[str]:
    """The files that an import line of another file names; each text is looked through once."""
    called: dict[str, list[str]] = {}
    for name in modules:
        path = PurePosixPath(name)
        stem = path.parent.name if path.stem == "__init__" else path.stem
        called.setdefault(stem, []).append(name)
    named_by: dict[str, list[str]] = {}  # two are enough to know that another one does
    for name, text in modules.items():
        lines = (_WORD.findall(line) for line in _IMPORT.findall(text))
        for word in {word for words in lines for word in words if word in called}:
            if len(named_by.setdefault(word, [])) < 2:
                named_by[word].append(name)
    return frozenset(file for word, by in named_by.items() for file in called[word] if by != [file])


def _is_unchanged(file: SourceFile, exercise: Exercise, course: Course) -> bool:
    """Whether nothing was done in the file, or in the notebook's cells for the exercise."""
    cells, stub = [file.text], course.stub(exercise)
    if file.notebook is not None:
        tags = keys(exercise)
        cells = [c.text for c in file.notebook if any(normal(tag) in tags for tag in c.tags)]
    return bool(cells) and all(nothing_done([cell], stub, exercise.id) for cell in cells)


def _named(files: Sequence[SourceFile], course: Course) -> tuple[Claims, list[SourceFile]]:
    """Files by the exercise that a name or a tag says, and the files that say none."""
    claims: Claims = {}
    rest: list[SourceFile] = []
    for file in files:
        named = _tagged(file, course)
        if not named and (by_name := by_stem(file.raw.stem, course)):
            named = [by_name]
        for exercise in named:
            claims.setdefault(exercise.id, []).append(file)
        if not named and file.text.strip():
            rest.append(file)
    return claims, rest


def _recognised(
    rest: Sequence[SourceFile],
    course: Course,
    modules: Mapping[str, str],
    imported: Collection[str],
    claims: Claims,
    weak: Claims,
) -> _Recognised:
    """What each file defines, or imports where nothing else is claimed, that is not claimed yet.

    A stub gives way only to what defines its name: what imports it may have it from the stub.
    """
    alone = not claims
    recogniser = Recogniser(course, modules)
    done = _Recognised({}, {}, [])
    for file in rest:
        found = recogniser.recognise(file.name, file.text)
        if (
            found is None
            or found.exercise.id in claims
            or (found.imported and (not alone or found.exercise.id in weak))
        ):
            done.left.append((file, found))
        elif found.imported:
            done.imported.setdefault(found.exercise.id, []).append(file)
        elif alone or file.name not in imported:
            done.defined.setdefault(found.exercise.id, []).append(file)
    return done


def _tagged(file: SourceFile, course: Course) -> list[Exercise]:
    if file.notebook is None:
        return []
    tags = {normal(tag) for cell in file.notebook for tag in cell.tags}
    return [exercise for exercise in course.exercises if tags.intersection(keys(exercise))]


def _differ(files: Sequence[SourceFile]) -> bool:
    return any(file.raw.data != files[0].raw.data for file in files)


def _instead(file: SourceFile, stubs: Sequence[SourceFile], id: str) -> SourceFile:
    """The file, with a notice that it was taken in place of a stub."""
    told = f"taken as the answer to {id}, in place of the unchanged {_listed(stubs)}"
    return file._replace(notices=(*file.notices, told))


def _several_instead(files: Sequence[SourceFile], stubs: Sequence[SourceFile], id: str) -> Fault:
    return Fault(
        _listed(files),
        f"{_listed(stubs)} is unchanged, and {len(files)} other files could answer {id}, "
        f"so none of them was taken. Put the one that counts into {printable(stubs[0].name)}",
        id,
    )


def _unmatched(file: SourceFile, what: Definition | None, claims: Claims, course: Course) -> Fault:
    """What is said of a file that answers no exercise."""
    where = printable(file.name)
    if not file.text.strip():
        return Fault(where, EMPTY)
    if what is not None:
        return Fault(where, _left_aside(what, claims.get(what.exercise.id, [])))
    first = course.exercises[0].stem if course.exercises else "01_name"
    names = [exercise.defines for exercise in course.exercises if exercise.defines]
    defines = f", and it defines none of {', '.join(names)}" if names else ""
    return Fault(
        where,
        f"it is not named after an exercise (such as {first}.py){defines}, "
        "so it was left out: rename it",
    )


def _left_aside(what: Definition, answers: Sequence[SourceFile]) -> str:
    """Of a file that has to do with an exercise and is no answer to it."""
    does = f"it {what.why}"
    if answers:
        return (
            f"{does}, but {_listed(answers)} is named after the exercise {what.exercise.id}. "
            "That one was taken, and this one was left out"
        )
    return (
        f"{does}, but it is not named after an exercise, so it was left out. "
        f"If it is your answer, call it {what.exercise.stem}"
    )


def _listed(files: Sequence[SourceFile]) -> str:
    return listed(printable(file.name) for file in files)


class Source(NamedTuple):
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


def sources_of(
    contents: Contents,
    course: Course,
    asked: str | None = None,
    *,
    in_stubs: bool = False,
    prefer_python: bool = False,
) -> tuple[dict[str, Source], tuple[Fault, ...], bool]:
    """The sources of a hand-in by exercise, what was wrong with its files, and whether one of them
    has any text.

    asked: the one exercise that is to be graded, where it is one; a lone file that says nothing
    else is that exercise. An unchanged stub or notebook beside an answer to the
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
    claims, unmatched = claims_of(
        files, course, modules, unreadable, wanted, in_stubs=in_stubs, own=prefer_python
    )
    faults += unmatched
    imported = imported_files(modules)
    sources: dict[str, Source] = {}
    for exercise in course.exercises:
        found = claims.get(exercise.id, [])
        if not found:
            continue
        if len(found) > 1 and not in_stubs:
            written = [file for file in found if not _is_unchanged(file, exercise, course)]
            found = written or found[:1]
        if prefer_python:
            found = [file for file in found if file.notebook is None] or found
        first = found[0]
        if _differ(found):
            faults.append(_two_files(found, exercise))
        elif not first.text.strip() and first.notebook is None:
            faults.append(Fault(printable(first.name), EMPTY, exercise.id))
        else:
            siblings = tuple(_siblings(first, modules, first.name in imported))
            sources[exercise.id] = _source(first, exercise, siblings)
    return sources, tuple(faults), any(file.text.strip() for file in files)


def _source(file: SourceFile, exercise: Exercise, siblings: tuple[tuple[str, str], ...]) -> Source:
    name = printable(file.name)
    if file.notebook is None:
        again = tuple(
            f"the examples at the end define `{function}` again, in line {line}: theirs is called "
            "in place of yours, so give yours another name"
            for function, line in defined_again(file.text)
        )
        return Source(name, (file.text,), False, siblings, (*file.notices, *again))
    wanted = {tag for cell in file.notebook for tag in cell.tags if normal(tag) in keys(exercise)}
    cells = cells_upto(file.notebook, wanted)
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
    return Fault(
        _listed(found),
        f"{len(found)} files answer the exercise {exercise.id}, so none was graded: "
        "hand in the one that counts",
        exercise.id,
    )
