"""Submissions: what students handed in, read without running any of it.

A hand-in that cannot be read is a `Submission` with faults and no sources. It costs only its own
student, and nothing that students put on disk raises an exception here.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from grader.course.course import Course
from grader.errors import TopogradeError
from grader.submissions.files import (
    MAX_MEMBERS,
    SOURCES,
    Contents,
    Fault,
    RawFile,
    Refused,
    follow,
    is_clutter,
    not_opened,
    read_folder,
    read_regular,
    reading_budget,
    too_many,
)
from grader.submissions.sources.collected import Source, sources_of
from grader.submissions.student_id import student_id
from grader.text import printable

MAX_FAULTS = 20

OURS = "not-read"
"""The flag of a hand-in that the grader's machine failed to read: it must end as ungraded."""


NOTHING_FOUND = NO_EXERCISE, UNREADABLE = "no-exercise", "unreadable"
"""The flags of a hand-in of which nothing can be graded: none of its files is an exercise that was
asked for, or there is no text in any of them. It gets no grade, which is not 0 points."""


class UnreadableInput(TopogradeError):
    """What was named on the command line is not there or cannot be listed."""


DUPLICATE = "duplicate"
"""The flag of a hand-in that shares its name with another: each is graded for itself."""


@dataclass(frozen=True, slots=True)
class Submission:
    """What one student handed in.

    `sha256` covers the bytes of a file; for a folder or a zip, the names and bytes of its source
    files (`Contents.digest`: equal for a folder and its zip); "" if nothing could be read.
    `flags`: `notebook`, `zip`, `duplicate` (two hand-ins of one id), `not-read` (our trouble),
    `no-exercise` and `unreadable`, and what a platform says (`late`, `group`). `identity`: how else
    the platform or the roster calls the student (`name`, `email`, `number`, ...), and `handed_in`,
    a time. `changed`: when its files were, where `path` leads into a class's zip.
    """

    student: str
    path: Path
    sha256: str = ""
    sources: Mapping[str, Source] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()
    flags: tuple[str, ...] = ()
    identity: Mapping[str, str] = field(default_factory=dict)
    changed: str | None = None


def read_submission(
    path: Path, course: Course, asked: str | None = None, student: str | None = None
) -> Submission:
    """One hand-in; `student` is taken from the path's name if not given.

    asked: the id of the one exercise that is to be graded, where it is one.
    """
    blank = Submission(student if student is not None else id_of(path), path)
    _require_exercise(asked, course)
    try:
        with reading_budget():
            contents, digest, flags = read_contents(path)
            return matched(replace(blank, sha256=digest, flags=flags), contents, course, asked)
    except Refused as refusal:
        flags = (OURS if refusal.ours else UNREADABLE,)
        return replace(blank, faults=(refusal.fault(printable(path.name)),), flags=flags)


def matched(
    submission: Submission, contents: Contents, course: Course, asked: str | None = None
) -> Submission:
    """The submission with these contents, each file matched to its exercise."""
    where = printable(submission.path.name)
    sources, faults, has_text = sources_of(contents, course, asked)
    if not contents.files and not contents.faults:
        holding = _holding(submission.path)
        faults = (Fault(where, f"{holding} holds no .py or .ipynb file"),)
    flags = submission.flags
    if any(source.is_notebook for source in sources.values()):
        flags = (*flags, "notebook")
    if not sources:
        flags = (*flags, NO_EXERCISE if has_text else UNREADABLE)
    faults = _first(contents.faults + submission.faults + faults, where)
    return replace(submission, sources=sources, faults=faults, flags=flags)


def read_work(folder: Path, course: Course, asked: str | None = None) -> Submission:
    """A student's own folder of exercises (or one file of it), on the student's own machine.

    Links may lead anywhere; where a `.py` and a notebook answer one exercise, the `.py` counts.
    Raises `UnreadableInput` if there is no such folder.
    """
    if not os.path.isdir(folder):
        if not os.path.lexists(folder):
            raise UnreadableInput(f"No such folder: {folder}. Name the folder of your exercises.")
        return read_submission(folder, course, asked)
    try:
        contents = read_folder(folder.resolve(), links_out=True)
    except Refused as refusal:
        told = f"{printable(str(folder))}: {refusal}"
        if str(refusal) == too_many("a folder"):  # not what is handed in: it is the wrong one
            told = (
                f"{printable(str(folder))} holds more than {MAX_MEMBERS:,} files. "
                "Run this where your exercises are, or name their folder with --work DIR."
            )
        raise UnreadableInput(told) from None
    sources, faults, _ = sources_of(
        contents,
        course,
        asked,
        in_stubs=folder.resolve() == course.stubs_dir.resolve(),
        prefer_python=True,
    )
    student = student_id(folder.resolve(), is_folder=True)
    faults = _first(contents.faults + faults, student)
    return Submission(student, folder, contents.digest(), sources, faults)


def id_of(path: Path) -> str:
    """The student that a path is named after."""
    return student_id(path, is_folder=os.path.isdir(path))


def _located(path: Path) -> Path:
    """Where a hand-in lies; a link may lead to a hidden place of its class, to no other student."""
    if not os.path.islink(path):
        return path
    home = path.parent.resolve()
    real = follow(path, home)
    top = real.relative_to(home).parts[:1]
    if not top or not is_clutter(top[0]):
        raise Refused(
            "this is a symbolic link to another student's hand-in: hand in the file itself"
        )
    return real


def read_contents(path: Path) -> tuple[Contents, str, tuple[str, ...]]:
    """The source files of a file, folder or zip, its digest and flags. Raises `Refused`."""
    real, suffix = _located(path), path.suffix.lower()
    if os.path.isdir(real):
        contents = read_folder(real)
        if len(contents.archives) == 1 and not contents.files:  # as some platforms pack uploads
            return _zipped(contents.archives[0])
        faults = tuple(Fault(printable(zip.name), not_opened(".zip")) for zip in contents.archives)
        contents = contents._replace(faults=contents.faults + faults)
        return contents, contents.digest(), ()
    if suffix == ".zip":
        return _zipped(real)
    if suffix not in SOURCES:
        read_regular(real)  # a pipe or a device is named as that first
        raise Refused(expected_kind(path))
    data = read_regular(real)
    contents = Contents((RawFile(path.name, data),))
    return contents, hashlib.sha256(data).hexdigest(), ()


def _zipped(path: Path) -> tuple[Contents, str, tuple[str, ...]]:
    from tempfile import TemporaryDirectory  # a student's own work is no zip

    from grader.submissions.zips import HAND_IN, Archive

    with Archive(path, HAND_IN) as archive, TemporaryDirectory(prefix="topograde-") as folder:
        faults = archive.unpack(Path(folder))
        contents = read_folder(Path(folder))
    contents = contents._replace(faults=faults + contents.faults)
    return contents, contents.digest(), ("zip",)


def _first(faults: tuple[Fault, ...], where: str) -> tuple[Fault, ...]:
    more = len(faults) - MAX_FAULTS
    if more <= 0:
        return faults
    return (*faults[:MAX_FAULTS], Fault(where, f"{more} more files could not be used either"))


def expected_kind(path: Path) -> str:
    """The sentence about a hand-in of a kind that is not read."""
    kind = printable(path.suffix) or "without a suffix"
    return f"a file {kind} is not read: hand in a .py, an .ipynb, a .zip or a folder"


def _holding(path: Path) -> str:
    return "the folder" if os.path.isdir(path) else "the archive"


def _require_exercise(asked: str | None, course: Course) -> None:
    ids = [exercise.id for exercise in course.exercises]
    if asked is not None and asked not in ids:
        raise ValueError(f"{asked!r} is no exercise of this course: name one of {', '.join(ids)}")
