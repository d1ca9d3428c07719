"""Find a class: the hand-ins in any number of paths, whatever platform they were downloaded from.

A path is a file (one student's), a folder of hand-ins, or a zip of such a folder. A folder or zip
in which everything is named as a platform names it is read by that platform's rules; in doubt each
direct child is one student's. Nothing is lost: what is nobody's is a fault.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from grader.course.course import Course
from grader.submissions.disk import changed
from grader.submissions.files import Fault, Refused
from grader.submissions.layouts import canvas, github_classroom, gradescope, moodle, nbgrader
from grader.submissions.layouts.arrangement import Arrangement, HandIn, Layout
from grader.submissions.layouts.flat import find_submissions
from grader.submissions.layouts.reading import read_hand_in
from grader.submissions.layouts.tree import FolderTree, Tree, tree_of
from grader.submissions.student_id import same_student
from grader.submissions.submission import Submission, UnreadableInput
from grader.submissions.zips import CLASS, Archive
from grader.text import printable

LAYOUTS: Mapping[str, Layout] = {
    "gradescope": gradescope.arrange,
    "nbgrader": nbgrader.arrange,
    "moodle": moodle.arrange,
    "canvas": canvas.arrange,
    "github-classroom": github_classroom.arrange,
}
FLAT = "flat"
_DOWNLOAD = re.compile(r"(assignment_\d+_export|(.*[-_ ])?submissions)( ?\(\d+\))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FoundClass:
    """The hand-ins of a class by student; layouts: which were recognised; strays: what is nobody's.

    An `identity` of a submission holds its `platform`, and the `number` it has there.
    """

    submissions: tuple[Submission, ...]
    layouts: tuple[str, ...]
    strays: tuple[Fault, ...] = ()


def find_class(
    paths: Sequence[Path], course: Course, asked: str | None = None, layout: str | None = None
) -> FoundClass:
    """Every hand-in in these paths, sorted by student.

    asked: the one exercise that is to be graded, where it is one: a student's lone file that says
    nothing else is this one, in every layout (`sources.exercise_files`). layout: take all paths for
    this one (`LAYOUTS`, or "flat") instead of looking. Raises `UnreadableInput` if a path is not
    there, cannot be listed, or is not of the layout asked for.
    """
    flat: list[Path] = []
    found: list[tuple[HandIn, Path, str]] = []
    strays: list[Fault] = []
    used: list[str] = []
    submissions: list[Submission] = []
    origins: dict[Path, Path] = {}
    with tempfile.TemporaryDirectory(prefix="topograde-class-") as scratch:
        for number, path in enumerate(paths):
            # Of several zips each is a student's, who could name files in it after others.
            look_into = layout is not None or len(paths) == 1
            aside = Path(scratch, str(number)).resolve() if look_into else None
            arrangement, root = _arranged(path, layout, aside, strays)
            if aside is not None:
                origins[aside] = path.resolve()
            if arrangement is None:
                flat.append(root)
                continue
            used.append(arrangement.layout)
            strays += arrangement.strays
            found += [(hand_in, root, arrangement.layout) for hand_in in arrangement.hand_ins]
        if flat:
            used.append(FLAT)
            for each in find_submissions(flat, course, asked):
                submissions.append(_placed(each, each.path, origins))
        taken = {same_student(each.student) for each in submissions}
        for student, (hand_in, root, platform) in _with_ids(found, taken):
            submission = read_hand_in(hand_in, root, student, course, asked)
            identity = {"platform": platform, **hand_in.identity}
            if hand_in.number:
                identity["number"] = hand_in.number
            submission = replace(submission, identity=identity)
            submissions.append(_placed(submission, root / hand_in.parts[0].place, origins))
    submissions.sort(key=lambda each: (each.student.casefold(), each.student))
    return FoundClass(tuple(submissions), tuple(dict.fromkeys(used)), tuple(strays))


def _placed(submission: Submission, path: Path, origins: Mapping[Path, Path]) -> Submission:
    """The submission with where its file lies: in a zip it lay below the zip's own name, wherever
    it was unpacked, and its time is the one that the zip gives."""
    for scratch, zipped in origins.items():
        if path.is_relative_to(scratch):
            where = zipped / path.relative_to(scratch)
            return replace(submission, path=where, changed=changed(path))
    return replace(submission, path=path)


def _arranged(
    path: Path, layout: str | None, scratch: Path | None, strays: list[Fault]
) -> tuple[Arrangement | None, Path]:
    """Whose is which file of a path, and where the files lie now; None for the flat layout.

    A zip is one student's unless its names or `layout` say that it is a class, and always if there
    is no `scratch` folder to unpack it in.
    """
    if layout == FLAT and os.path.isdir(path):
        return None, path
    if os.path.isdir(path):
        try:
            arrangement = recognised(FolderTree(path), layout)
        except OSError as error:
            raise UnreadableInput(f"The folder {path} cannot be read: {error.strerror}.") from None
        root = path.resolve()
    elif path.suffix.lower() == ".zip" and path.is_file() and scratch is not None:
        arrangement, root = _unpacked(path, layout, scratch, strays)
    else:
        return None, path
    if arrangement is None:
        root = root if layout == FLAT else path
    if arrangement is None and layout not in (None, FLAT):
        raise UnreadableInput(
            f"Nothing in {path} is named as in a download from {layout}: "
            "leave --layout out, or look with --dry-run."
        )
    return arrangement, root


def _unpacked(
    path: Path, layout: str | None, scratch: Path, strays: list[Fault]
) -> tuple[Arrangement | None, Path]:
    try:
        with Archive(path, CLASS) as archive:
            tree = tree_of(archive)
            arrangement = None if layout == FLAT else recognised(tree, layout)
            if arrangement is not None or layout == FLAT:
                scratch.mkdir()
                strays += archive.unpack(scratch)
            single = arrangement is None and len(tree.folders) == 1 and not tree.files
            return arrangement, scratch / tree.folders[0] if single else scratch
    except Refused:  # one student's zip, damaged: it gets its fault where it is read
        return None, path


def recognised(tree: Tree, layout: str | None = None) -> Arrangement | None:
    """The arrangement of a download; None if its names are nobody's in particular.

    A lone folder in it is looked into if platforms call their downloads so: any other name could
    be that of a student, who could name files in it after others.
    """
    asked = LAYOUTS.get(layout or "")
    layouts = list(LAYOUTS.values()) if asked is None else [asked]
    for arrange in layouts:
        if (found := arrange(tree, False)) is not None:
            return found
    if len(tree.folders) == 1 and not tree.files and _DOWNLOAD.fullmatch(tree.folders[0]):
        inner = tree.below(tree.folders[0])
        for arrange in layouts:
            if (found := arrange(inner, False)) is not None:
                return found
    return None if asked is None else asked(tree, True)


def _with_ids(
    found: Sequence[tuple[HandIn, Path, str]], taken: set[str]
) -> Iterator[tuple[str, tuple[HandIn, Path, str]]]:
    """Each hand-in with its student's id: the name; with the platform's number for namesakes."""
    names = [printable(hand_in.who).strip() or "student" for hand_in, _, _ in found]
    often = Counter(map(same_student, names))
    for name, each in zip(names, found, strict=True):
        student = name
        if often[same_student(name)] > 1 or same_student(name) in taken:
            student = f"{name} ({printable(each[0].number) or each[2]})"
        candidate, count = student, 1
        while same_student(candidate) in taken:
            count += 1
            candidate = f"{student} #{count}"
        taken.add(same_student(candidate))
        yield candidate, each
