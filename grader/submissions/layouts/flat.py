"""A class as nobody's download: each file, and each direct child of a folder, is one student's."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from grader.course.course import Course
from grader.submissions.files import Fault, is_clutter
from grader.submissions.student_id import KINDS, distinct_ids, same_student
from grader.submissions.submission import (
    DUPLICATE,
    Submission,
    UnreadableInput,
    expected_kind,
    id_of,
    read_submission,
)
from grader.text import printable


def find_submissions(
    paths: Sequence[Path], course: Course, asked: str | None = None
) -> list[Submission]:
    """Every hand-in in these files and folders, sorted by student.

    A file is one student's hand-in, a folder is a class: one student for each direct child. Hidden
    files and what systems leave behind are passed over. Hand-ins of one name are told apart by
    their file names, and each says so: nobody loses a grade by what another's file is called. `Ada`
    beside `ada` in one folder are two names, since the disk tells them apart.
    asked: the one exercise that is to be graded, where it is one.
    Raises `UnreadableInput` if a path is not there or cannot be listed.
    """
    groups: dict[str, list[Path]] = {}
    for path in _handins(paths):
        groups.setdefault(same_student(id_of(path)), []).append(path)

    def read(path: Path, student: str | None = None) -> Submission:
        return read_submission(path, course, asked, student)

    submissions = []
    taken = set(groups)
    for found in groups.values():
        kept, aside = (found[0], []) if len(found) == 1 else _one_that_counts(found)
        if kept is not None:
            submissions.append(_with_files_aside(read(kept), aside))
            continue
        for path, student, sharing in _told_apart(found, taken):
            submissions.append(_one_of_several(read(path, student), sharing))
    return sorted(submissions, key=lambda each: (each.student.casefold(), each.student))


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


def _told_apart(
    found: Sequence[Path], taken: set[str]
) -> Iterator[tuple[Path, str, Sequence[Path]]]:
    """Each hand-in of a name, an id for it, and the hand-ins with which it shares its exact name.

    `ada.py` keeps its id beside `ada.PY`. Where nobody can say whose the name is, as with `ada.py`
    and `ada.ipynb`, nobody has it, and no list of a class takes one for the other.
    """
    together = len({path.parent for path in found}) == 1
    names: dict[str, list[Path]] = {}
    for path in found:
        names.setdefault(id_of(path) if together else "", []).append(path)
    for student, sharing in names.items():
        usual = [path for path in sharing if path.suffix in KINDS or os.path.isdir(path)]
        owners = [paths[0] for paths in (sharing, usual) if together and len(paths) == 1][:1]
        yield from ((owner, student, sharing) for owner in owners)
        others = [path for path in sharing if path not in owners]
        ids = distinct_ids(others, taken)
        taken.update(map(same_student, ids))
        yield from ((path, id, sharing) for path, id in zip(others, ids, strict=True))


def _with_files_aside(submission: Submission, aside: Iterable[Path]) -> Submission:
    read = printable(submission.path.name)
    faults = tuple(
        Fault(printable(path.name), f"{expected_kind(path)}; it was left aside and {read} was read")
        for path in aside
    )
    return replace(submission, faults=submission.faults + faults)


def _one_of_several(submission: Submission, found: Sequence[Path]) -> Submission:
    if len(found) == 1:
        return submission
    names = [printable(f"{path.parent.name}/{path.name}") for path in found]
    fault = Fault(
        printable(submission.path.name),
        f"{len(names)} hand-ins have this name "
        f"({', '.join(names[:5])}{', ...' if len(names) > 5 else ''}), so each is graded for "
        "itself: keep the one that counts, or name them after different students",
    )
    flags = (*submission.flags, DUPLICATE)
    return replace(submission, faults=(fault, *submission.faults), flags=flags)
