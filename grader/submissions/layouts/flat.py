"""A class as nobody's download: each file, and each direct child of a folder, is one student's."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from grader.course.course import Course
from grader.submissions.files import Fault, is_clutter
from grader.submissions.sources.collected import Sources
from grader.submissions.spool import Spool
from grader.submissions.student_id import KINDS, distinct_ids, same_student
from grader.submissions.submission import (
    DUPLICATE,
    Submission,
    UnreadableInput,
    expected_kind,
    id_of,
    read_submission,
    shelved,
)
from grader.text import printable


def find_submissions(
    paths: Sequence[Path], course: Course, only: str | None = None
) -> list[Submission]:
    """Every hand-in in these files and folders, sorted by student.

    A file is one student's hand-in, a folder is a class: one student for each direct child. Hidden
    files and what systems leave behind are passed over. Ids that are equal, or equal but for case,
    are one student's: none of their hand-ins is graded, each says so and is told apart by its file
    name. `Ada` beside `ada` in one folder are two names, since the disk tells them apart.
    Sources are read from disk when looked at: a class of any size takes the memory of its names.
    Raises `SpoolError`, and `UnreadableInput` if a path is not there or cannot be listed.
    """
    groups: dict[str, list[Path]] = {}
    for path in _handins(paths):
        groups.setdefault(same_student(id_of(path)), []).append(path)
    groups = _told_apart(groups)
    singles = {key: found[0] for key, found in groups.items() if len(found) == 1}
    spool = Spool()

    def read(path: Path, student: str | None = None) -> Submission:
        return shelved(read_submission(path, course, only, student), spool)

    submissions = [read(path) for path in singles.values()]
    taken = set(map(same_student, groups))
    for key, found in groups.items():
        if key in singles:
            continue
        kept, aside = _one_that_counts(found)
        if kept is not None:
            submissions.append(_with_files_aside(read(kept), aside))
            continue
        students = distinct_ids(found, taken - {same_student(key)})
        taken.update(map(same_student, students))
        for path, student in zip(found, students, strict=True):
            submissions.append(_duplicate(read(path, student), found))
    return sorted(submissions, key=lambda each: (each.student.casefold(), each.student))


def _told_apart(groups: dict[str, list[Path]]) -> dict[str, list[Path]]:
    """The groups, one folder's exact names taken apart where the disk tells them apart too."""
    found: dict[str, list[Path]] = {}
    for key, paths in groups.items():
        ids = [id_of(path) for path in paths]
        exact = len(set(ids)) == len(ids) > 1 and len({path.parent for path in paths}) == 1
        if exact and _one_that_counts(paths)[0] is None:
            found |= {id: [path] for id, path in zip(ids, paths, strict=True)}
        else:
            found[key] = paths
    return found


def _handins(paths: Iterable[Path]) -> list[Path]:
    """Each hand-in once, in order of name and then of place."""
    found: dict[Path, None] = {}
    for path in paths:
        if os.path.isdir(path):
            try:
                names = sorted(os.listdir(path))
            except OSError as error:
                raise UnreadableInput(
                    f"The folder {path} cannot be read: {error.strerror}."
                ) from None
            found |= dict.fromkeys(path.resolve() / name for name in names if not is_clutter(name))
        elif os.path.lexists(path):
            found[path.parent.resolve() / path.name] = None
        else:
            raise UnreadableInput(f"No such file or folder: {path}.")
    return sorted(found, key=lambda path: (path.name, path))


def _one_that_counts(found: Sequence[Path]) -> tuple[Path | None, list[Path]]:
    """The one hand-in among files of other kinds (`ada.py` beside `ada.pdf`), if that is so."""
    readable = [path for path in found if path.suffix.lower() in KINDS or os.path.isdir(path)]
    together = len({path.parent for path in found}) == 1
    if len(readable) == 1 and together:
        return readable[0], [path for path in found if path != readable[0]]
    return None, []


def _with_files_aside(submission: Submission, aside: Iterable[Path]) -> Submission:
    read = printable(submission.path.name)
    faults = tuple(
        Fault(printable(path.name), f"{expected_kind(path)}; it was left aside and {read} was read")
        for path in aside
    )
    return replace(submission, faults=submission.faults + faults)


def _duplicate(submission: Submission, found: Sequence[Path]) -> Submission:
    names = [printable(f"{path.parent.name}/{path.name}") for path in found]
    fault = Fault(
        printable(submission.path.name),
        f"{len(names)} hand-ins have this name "
        f"({', '.join(names[:5])}{', ...' if len(names) > 5 else ''}), so none was graded: "
        "keep the one that counts, or name them after different students",
    )
    flags = (*submission.flags, DUPLICATE)
    return replace(submission, sources=Sources(), faults=(fault, *submission.faults), flags=flags)
