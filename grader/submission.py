"""Submissions: what students handed in, found and read without running any of it.

What one can do with it:

* find the hand-ins of a class in any number of files and folders (`find_submissions`);
* read one hand-in, a `.py`, an `.ipynb`, a `.zip` or a folder (`read_submission`);
* read a student's own folder of exercises (`read_work`);
* name a report after a student (`safe_name`).

A hand-in that cannot be read is a `Submission` with faults and no sources. It costs only its own
student, and nothing that students put on disk raises an exception here.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from grader.archive import read_zip
from grader.course import Course
from grader.disk import follow, read_folder, read_regular
from grader.handin_files import (
    MAX_ARCHIVE,
    SOURCES,
    Contents,
    Fault,
    RawFile,
    Refused,
    is_clutter,
    not_opened,
)
from grader.sources import Source, Sources, sources_of
from grader.student_id import (
    KINDS,
    distinct_ids,
    printable,
    safe_name,
    same_student,
    student_id,
)

__all__ = [
    "Fault",
    "Source",
    "Sources",
    "Submission",
    "UnreadableInput",
    "find_submissions",
    "read_submission",
    "read_work",
    "safe_name",
]

MAX_FAULTS = 20

OURS = "not-read"
"""The flag of a hand-in that the grader's machine failed to read: it must end as ungraded."""


class UnreadableInput(Exception):
    """What was named on the command line is not there or cannot be listed."""


@dataclass(frozen=True, slots=True)
class Submission:
    """What one student handed in.

    `sha256` covers the bytes of a file; for a folder or a zip, the names and bytes of its source
    files (`Contents.digest`: equal for a folder and its zip); "" if nothing could be read.
    `flags`: `notebook`, `zip`, `duplicate` (two hand-ins of one id), `not-read` (our trouble), and
    what a platform says (`late`, `group`). `identity`: how else the platform or the roster calls
    the student (`name`, `email`, `number`, ...), and `handed_in`, a time.
    """

    student: str
    path: Path
    sha256: str = ""
    sources: Mapping[str, Source] = Sources()
    faults: tuple[Fault, ...] = ()
    flags: tuple[str, ...] = ()
    identity: Mapping[str, str] = field(default_factory=dict)


def find_submissions(
    paths: Sequence[Path], course: Course, only: str | None = None
) -> list[Submission]:
    """Every hand-in in these files and folders, sorted by student.

    A file is one student's hand-in, a folder is a class: one student for each direct child. Hidden
    files and what systems leave behind are passed over. Ids that are equal but for case are one
    student's: none of their hand-ins is graded, each says so and is told apart by its file name.
    Raises `UnreadableInput` if a path is not there or a class folder cannot be listed.
    """
    groups: dict[str, list[Path]] = {}
    for path in _handins(paths):
        groups.setdefault(same_student(_id(path)), []).append(path)
    singles = {key: found[0] for key, found in groups.items() if len(found) == 1}
    submissions = [read_submission(path, course, only) for path in singles.values()]
    taken = set(groups)
    for key, found in groups.items():
        if key in singles:
            continue
        kept, aside = _one_that_counts(found)
        if kept is not None:
            submissions.append(_with_files_aside(read_submission(kept, course, only), aside))
            continue
        students = distinct_ids(found, taken - {key})
        taken.update(map(same_student, students))
        for path, student in zip(found, students, strict=True):
            submissions.append(_duplicate(read_submission(path, course, only, student), found))
    return sorted(submissions, key=lambda each: (each.student.casefold(), each.student))


def read_submission(
    path: Path, course: Course, only: str | None = None, student: str | None = None
) -> Submission:
    """One hand-in; `student` is taken from the path's name if not given."""
    blank = Submission(student if student is not None else _id(path), path)
    try:
        contents, digest, flags = read_contents(path)
    except Refused as refusal:
        _require_exercise(only, course)
        flags = (OURS,) if refusal.ours else ()
        return replace(blank, faults=(refusal.fault(printable(path.name)),), flags=flags)
    return matched(replace(blank, sha256=digest, flags=flags), contents, course, only)


def read_contents(path: Path) -> tuple[Contents, str, tuple[str, ...]]:
    """The source files of a file, folder or zip, its digest and flags. Raises `Refused`."""
    return _contents(path, _located(path))


def matched(
    submission: Submission, contents: Contents, course: Course, only: str | None = None
) -> Submission:
    """The submission with these contents, each file matched to its exercise."""
    _require_exercise(only, course)
    where = printable(submission.path.name)
    sources, faults = sources_of(contents, course, only)
    if not contents.files and not contents.faults:
        holding = _holding(submission.path)
        faults = (Fault(where, f"a .py or .ipynb file was expected, {holding} holds none"),)
    flags = submission.flags
    if any(source.is_notebook for source in sources.values()):
        flags = (*flags, "notebook")
    faults = _first(contents.faults + submission.faults + faults, where)
    return replace(submission, sources=sources, faults=faults, flags=flags)


def read_work(folder: Path, course: Course) -> Submission:
    """A student's own folder of exercises (or one file of it), on the student's own machine.

    Links may lead anywhere; where a `.py` and a notebook answer one exercise, the `.py` counts.
    Raises `UnreadableInput` if there is no such folder.
    """
    if not os.path.isdir(folder):
        if not os.path.lexists(folder):
            raise UnreadableInput(f"a folder of exercises was expected, {folder} is not there")
        return read_submission(folder, course)
    try:
        contents = read_folder(folder.resolve(), links_out=True)
    except Refused as refusal:
        raise UnreadableInput(f"{printable(str(folder))}: {refusal}") from None
    sources, faults = sources_of(
        contents,
        course,
        in_stubs=folder.resolve() == course.stubs_dir.resolve(),
        prefer_python=True,
    )
    student = student_id(folder.resolve(), is_folder=True)
    faults = _first(contents.faults + faults, student)
    return Submission(student, folder, contents.digest(), sources, faults)


def _handins(paths: Iterable[Path]) -> list[Path]:
    """Each hand-in once, in order of name and then of place."""
    found: dict[Path, None] = {}
    for path in paths:
        if os.path.isdir(path):
            try:
                names = sorted(os.listdir(path))
            except OSError as error:
                raise UnreadableInput(
                    f"a folder of hand-ins was expected, {path} cannot be listed: {error.strerror}"
                ) from None
            found |= dict.fromkeys(path.resolve() / name for name in names if not is_clutter(name))
        elif os.path.lexists(path):
            found[path.parent.resolve() / path.name] = None
        else:
            raise UnreadableInput(f"a file or a folder was expected, {path} is not there")
    return sorted(found, key=lambda path: (path.name, path))


def _id(path: Path) -> str:
    return student_id(path, is_folder=os.path.isdir(path))


def _one_that_counts(found: Sequence[Path]) -> tuple[Path | None, list[Path]]:
    """The one hand-in among files of other kinds (`ada.py` beside `ada.pdf`), if that is so."""
    readable = [path for path in found if path.suffix.lower() in KINDS or os.path.isdir(path)]
    together = len({path.parent for path in found}) == 1
    if len(readable) == 1 and together:
        return readable[0], [path for path in found if path != readable[0]]
    return None, []


def _with_files_aside(submission: Submission, aside: Iterable[Path]) -> Submission:
    faults = tuple(
        Fault(
            printable(path.name),
            f"{_expected(path)}; it was left aside and {printable(submission.path.name)} was read",
        )
        for path in aside
    )
    return replace(submission, faults=submission.faults + faults)


def _duplicate(submission: Submission, found: Sequence[Path]) -> Submission:
    names = [printable(f"{path.parent.name}/{path.name}") for path in found]
    fault = Fault(
        printable(submission.path.name),
        f"one hand-in for each student was expected, found {len(names)} with this name "
        f"({', '.join(names[:5])}{', ...' if len(names) > 5 else ''}); none of them was graded: "
        "keep the one that counts, or name them after different students",
    )
    flags = (*submission.flags, "duplicate")
    return replace(submission, sources=Sources(), faults=(fault, *submission.faults), flags=flags)


def _located(path: Path) -> Path:
    """Where a hand-in lies; a link may lead to a hidden place of its class, to no other student."""
    if not os.path.islink(path):
        return path
    home = path.parent.resolve()
    real = follow(path, home)
    top = real.relative_to(home).parts[:1]
    if not top or not is_clutter(top[0]):
        raise Refused(
            "a file was expected, found a symbolic link to another student's hand-in: "
            "hand in the file itself"
        )
    return real


def _contents(path: Path, real: Path) -> tuple[Contents, str, tuple[str, ...]]:
    """The source files of a hand-in, its digest, and its flags."""
    suffix = path.suffix.lower()
    if os.path.isdir(real):
        contents = read_folder(real)
        if len(contents.archives) == 1 and not contents.files:  # as some platforms pack uploads
            return _zipped(contents.archives[0])
        faults = tuple(Fault(printable(zip.name), not_opened(".zip")) for zip in contents.archives)
        contents = replace(contents, faults=contents.faults + faults)
        return contents, contents.digest(), ()
    if suffix == ".zip":
        return _zipped(real)
    if suffix not in SOURCES:
        read_regular(real)  # a pipe or a device is named as that first
        raise Refused(_expected(path))
    data = read_regular(real)
    contents = Contents((RawFile(path.name, data),))
    return contents, hashlib.sha256(data).hexdigest(), ()


def _zipped(path: Path) -> tuple[Contents, str, tuple[str, ...]]:
    contents = read_zip(read_regular(path, MAX_ARCHIVE))
    return contents, contents.digest(), ("zip",)


def _first(faults: tuple[Fault, ...], where: str) -> tuple[Fault, ...]:
    more = len(faults) - MAX_FAULTS
    if more <= 0:
        return faults
    return (*faults[:MAX_FAULTS], Fault(where, f"{more} more files could not be used either"))


def _expected(path: Path) -> str:
    found = printable(path.suffix) or "a file without suffix"
    return f"a .py, .ipynb, .zip or folder was expected, found {found}"


def _holding(path: Path) -> str:
    return "the folder" if os.path.isdir(path) else "the archive"


def _require_exercise(only: str | None, course: Course) -> None:
    ids = [exercise.id for exercise in course.exercises]
    if only is not None and only not in ids:
        raise ValueError(f"one of {', '.join(ids)} was expected, found {only!r}")
