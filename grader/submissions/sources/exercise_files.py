"""Which file of a hand-in answers which exercise, and what is said of a file that answers none.

A file's own mark, its name, and the names that it defines say which exercise it is, in this order.
A lone file of which they say nothing is the exercise that was asked for, in every layout.
A mark or a name is a claim. A claim of an unchanged stub is a weak one: it gives way to a file that
says nothing of an exercise by its name and defines what the exercise asks for.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from grader.course.cell_marks import NOTEBOOK
from grader.course.course import Course, Exercise
from grader.submissions.files import Fault
from grader.submissions.sources.matching import (
    Definition,
    Recogniser,
    by_stem,
    keys,
    normal,
)
from grader.submissions.sources.read import SourceFile
from grader.submissions.sources.unchanged import is_as_released, is_stub, stub_text
from grader.text import listed, printable

Claims = dict[str, list[SourceFile]]
"""Files by the id of the exercise that they answer."""

EMPTY = "the file is empty"

_IMPORT = re.compile(r"^[ \t]*(?:from|import)\b(.*)", re.MULTILINE)
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class _Recognised:
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
) -> tuple[Claims, list[Fault]]:
    """Files by exercise id, and faults for the files that should have one and have none.

    unreadable: names of files that are faults already; no stub is taken in place of one of them.
    asked: the one exercise that is to be graded, where it is one.
    in_stubs: an unchanged stub is as good as any other file, as in the course's own folder.
    """
    claims, rest = _named(files, course)
    lost = {named.id for name in unreadable if (named := by_stem(PurePosixPath(name).stem, course))}
    weak: Claims = {}
    imported = imported_files(modules)
    if (rest or lost & set(claims)) and not in_stubs:
        weak = {id: found for id, found in claims.items() if _unchanged(found, id, course)}
        if weak:
            stubs = {stub_text(course.stubs_dir / each.file_name) for each in course.exercises}
            rest = [file for file in rest if not _is_any_stub(file, stubs - {""})]
    strong = {id: found for id, found in claims.items() if id not in weak}
    if asked is not None and not strong:
        alone = [file for file in rest if file.name not in imported]
        if len(alone) == 1 and not _is_another(alone[0], modules, course, asked):
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


def tags_of(exercise: Exercise) -> tuple[str, ...]:
    """How a cell's tag may call an exercise."""
    return keys(exercise)


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


def without_stub(found: list[SourceFile], exercise: Exercise, course: Course) -> list[SourceFile]:
    """The files that are not as they were handed out; the first if all of them are."""
    return [file for file in found if not is_unchanged(file, exercise, course)] or found[:1]


def is_unchanged(file: SourceFile, exercise: Exercise, course: Course) -> bool:
    """Whether the file is the exercise's stub, or a notebook whose cells for it are the stub."""
    if file.notebook is None:
        return is_stub(file.text, course.stubs_dir / exercise.file_name)
    return is_as_released(file.notebook, tags_of(exercise), course.stubs_dir / NOTEBOOK)


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
    tags = {normal(tag) for cell in file.notebook.cells for tag in cell.tags}
    return [exercise for exercise in course.exercises if tags.intersection(tags_of(exercise))]


def _is_another(
    file: SourceFile, modules: Mapping[str, str], course: Course, asked: Exercise
) -> bool:
    return Recogniser(course, modules).is_another(file.name, file.text, asked)


def _unchanged(found: Sequence[SourceFile], id: str, course: Course) -> bool:
    exercise = course.exercise(id)
    return all(is_unchanged(file, exercise, course) for file in found)


def _is_any_stub(file: SourceFile, stubs: Collection[str]) -> bool:
    """Whether it is a copy of a stub, under any name. stubs: their texts."""
    return file.notebook is None and file.text.strip() in stubs


def _differ(files: Sequence[SourceFile]) -> bool:
    return any(file.raw.data != files[0].raw.data for file in files)


def _instead(file: SourceFile, stubs: Sequence[SourceFile], id: str) -> SourceFile:
    """The file, with a notice that it was taken in place of a stub."""
    told = f"taken as the answer to {id}, in place of the unchanged {_listed(stubs)}"
    return replace(file, notices=(*file.notices, told))


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
