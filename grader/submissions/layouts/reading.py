"""Read one student's hand-in when a platform gave it in several files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from grader.course.course import Course
from grader.submissions.budget import reading_budget
from grader.submissions.files import MAX_ARCHIVE, SOURCES, Contents, Fault, RawFile, Refused
from grader.submissions.layouts.arrangement import HandIn, Part
from grader.submissions.layouts.canvas import earlier
from grader.submissions.sources.matching import Recogniser, by_stem
from grader.submissions.sources.text import decode
from grader.submissions.submission import (
    OURS,
    UNREADABLE,
    Submission,
    matched,
    read_contents,
)
from grader.text import printable


def read_hand_in(
    hand_in: HandIn, root: Path, student: str, course: Course, asked: str | None = None
) -> Submission:
    """The submission of all parts of a hand-in, which lie below `root`.

    A part that cannot be read is a fault of its own, and the others count.
    """
    first = root / hand_in.parts[0].place
    blank = Submission(student, first, faults=hand_in.faults, flags=hand_in.flags)
    try:
        with reading_budget():
            return _read(hand_in, root, blank, course, asked)
    except Refused as refusal:
        fault = refusal.fault(printable(first.name))
        flags = (*blank.flags, OURS if refusal.ours else UNREADABLE)
        return replace(blank, faults=(*blank.faults, fault), flags=flags)


def _read(
    hand_in: HandIn, root: Path, blank: Submission, course: Course, asked: str | None
) -> Submission:
    files: list[RawFile] = []
    faults: list[Fault] = []
    flags: list[str] = []
    digest = ""
    names = _distinct([printable(part.name) for part in hand_in.parts])
    for part, name in zip(hand_in.parts, names, strict=True):
        try:
            contents, digest, found = read_contents(root / part.place)
        except Refused as refusal:
            if refusal.ours:
                return replace(blank, faults=(refusal.fault(name),), flags=(*blank.flags, OURS))
            faults.append(refusal.fault(name))
            continue
        flags += [flag for flag in found if flag not in flags]
        faults += contents.faults
        files += _renamed(contents.files, part, name, files)
    if sum(len(file.data) for file in files) > MAX_ARCHIVE:
        limit = f"these files have more than {MAX_ARCHIVE // 1_000_000} MB together: leave out data"
        fault = Fault(printable(blank.path.name), limit)
        return replace(blank, faults=(*blank.faults, fault), flags=(*blank.flags, UNREADABLE))
    files, superseded = _without_earlier(files, course)
    contents = Contents(tuple(sorted(files, key=lambda file: file.name)), tuple(faults))
    if len(hand_in.parts) > 1:
        digest = contents.digest()
    blank = replace(blank, sha256=digest, flags=(*blank.flags, *flags))
    submission = matched(blank, contents, course, asked)
    return replace(submission, faults=(*submission.faults, *superseded))


def _distinct(names: Sequence[str]) -> list[str]:
    """The names, a number before those that came already."""
    found: list[str] = []
    for name in names:
        found.append(name if name not in found else f"{len(found)}/{name}")
    return found


def _renamed(
    read: Sequence[RawFile], part: Part, name: str, before: Sequence[RawFile]
) -> list[RawFile]:
    """The files of a part: a single file under its own name, those of a folder under theirs."""
    if PurePosixPath(part.place).suffix.lower() in SOURCES and len(read) == 1:
        return [RawFile(name, read[0].data)]
    known = {file.name for file in before}
    if any(file.name in known for file in read):
        stem = PurePosixPath(name).stem
        return [RawFile(f"{stem}/{file.name}", file.data) for file in read]
    return list(read)


def _without_earlier(
    files: Sequence[RawFile], course: Course
) -> tuple[list[RawFile], tuple[Fault, ...]]:
    """The files without earlier uploads of the same work, and a fault for each of these."""
    by_name = {file.name: file for file in files}
    faults = []
    for old, new in earlier(list(by_name)).items():
        if old in by_name and _same_work(by_name[old], by_name[new], course):
            if by_name[old].data != by_name[new].data:
                faults.append(Fault(old, f"an earlier upload; the last one, {new}, was graded"))
            del by_name[old]
    return list(by_name.values()), tuple(faults)


def _same_work(old: RawFile, new: RawFile, course: Course) -> bool:
    if old.suffix != ".py":
        return True  # a notebook holds all that its author did
    named = by_stem(old.stem, course)
    if named is not None:
        return named == by_stem(new.stem, course)
    works = [_defined(file, course) for file in (old, new)]
    return works[0] is not None and works[0] == works[1]


def _defined(file: RawFile, course: Course) -> str | None:
    try:
        text = decode(file.data).text
    except Refused:
        return None
    found = Recogniser(course, {file.name: text}).recognise(file.name, text)
    return None if found is None else found.exercise.id
