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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from grader.course.course import Course
from grader.submissions.files import (
    MAX_ARCHIVE,
    SOURCES,
    Contents,
    Fault,
    RawFile,
    Refused,
    changed,
    is_clutter,
    reading_budget,
)
from grader.submissions.layouts import canvas, github_classroom, gradescope, moodle, nbgrader
from grader.submissions.layouts.arrangement import (
    Arrangement,
    HandIn,
    Layout,
    Part,
    Tree,
    tree_of_archive,
    tree_of_folder,
)
from grader.submissions.layouts.canvas import earlier
from grader.submissions.roster import Person, Roster
from grader.submissions.sources.matching import Recogniser, by_stem
from grader.submissions.sources.text import decode
from grader.submissions.student_id import KINDS, distinct_ids, free_id, same_student
from grader.submissions.submission import (
    DUPLICATE,
    OURS,
    UNREADABLE,
    Submission,
    UnreadableInput,
    expected_kind,
    id_of,
    matched,
    read_contents,
    read_submission,
)
from grader.submissions.zips import CLASS, Archive
from grader.text import printable

UP = 3
"""How many folders above a hand-in its download may begin."""


@dataclass(frozen=True, slots=True)
class FoundClass:
    """The hand-ins of a class by student; layouts: which were recognised; strays: what is nobody's.
    roster: who is in the class, where that is known; missing: who of them is not among these.

    An `identity` of a submission holds its `platform`, and the `number` it has there.
    """

    submissions: tuple[Submission, ...]
    layouts: tuple[str, ...]
    strays: tuple[Fault, ...] = ()
    roster: Roster | None = None
    missing: tuple[Person, ...] = ()

    def sentences(self, paths: Sequence[Path]) -> Iterator[str]:
        """Lines about how it was read, what is nobody's, or finding nothing at all."""
        if not self.submissions:
            among = ", ".join(map(str, paths))
            wanted = "Each student has a .py, an .ipynb, a .zip or a folder of their own."
            yield f"No hand-ins were found in {among}. {wanted}"
        elif self.layouts != (FLAT,):
            yield f"hand-ins were read as: {', '.join(self.layouts)}"
        for stray in self.strays:
            yield f"! {stray.where}: {stray.sentence}"


def find_class(
    paths: Sequence[Path], course: Course, asked: str | None = None, layout: str | None = None
) -> FoundClass:
    """Every hand-in in these paths, sorted by student.

    asked: the one exercise that is to be graded, where it is one: a student's lone file that says
    nothing else is this one, in every layout (`sources.collected`). layout: take all paths for
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
            arrangement = recognised(tree_of_folder(path), layout)
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
            tree = tree_of_archive(archive)
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
        if often[same_student(name)] > 1 or same_student(name) in taken:
            name = f"{name} ({printable(each[0].number) or each[2]})"
        yield free_id(name, taken), each


def read_again(
    path: Path,
    student: str,
    course: Course,
    asked: str | None = None,
    platform: str | None = None,
    sha256: str | None = None,
) -> Submission:
    """The hand-in at `path`, which may lead into a zip.

    platform: what it was downloaded from, as the submission's identity says. sha256: what it was
    then; if one file is not that, the other files of the download are looked at. Raises
    `UnreadableInput` if there is nothing.
    """
    alone = None
    if os.path.lexists(path):
        alone = read_submission(path, course, asked, student)
        if platform is None or alone.sha256 == sha256:
            return alone
    for place in _classes(path):
        try:
            found = find_class([place], course, asked, platform or FLAT).submissions
        except UnreadableInput:  # not where the download begins
            continue
        for submission in found:
            if submission.path == path.absolute():
                return replace(submission, student=student)
    if alone is None:
        raise UnreadableInput(f"No such hand-in: {path}.")
    return alone


def _classes(path: Path) -> Iterator[Path]:
    """Where the class may be that this path is of: its zip, otherwise the folders above."""
    for place in path.absolute().parents:
        if place.suffix.lower() == ".zip" and place.is_file():
            yield place
            return
    if path.exists():
        yield from list(path.absolute().parents)[:UP]


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
            return _read_parts(hand_in, root, blank, course, asked)
    except Refused as refusal:
        fault = refusal.fault(printable(first.name))
        flags = (*blank.flags, OURS if refusal.ours else UNREADABLE)
        return replace(blank, faults=(*blank.faults, fault), flags=flags)


def _read_parts(
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
        text, _ = decode(file.data)
    except Refused:
        return None
    found = Recogniser(course, {file.name: text}).recognise(file.name, text)
    return None if found is None else found.exercise.id


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


LAYOUTS: Mapping[str, Layout] = {
    "gradescope": gradescope.arrange,
    "nbgrader": nbgrader.arrange,
    "moodle": moodle.arrange,
    "canvas": canvas.arrange,
    "github-classroom": github_classroom.arrange,
}
FLAT = "flat"
_DOWNLOAD = re.compile(r"(assignment_\d+_export|(.*[-_ ])?submissions)( ?\(\d+\))?", re.IGNORECASE)
