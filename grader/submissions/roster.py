"""The roster: who is in the class, from the CSV that a learning platform gives out."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from grader.submissions.files import Refused, read_regular
from grader.submissions.student_id import free_id, same_student
from grader.submissions.submission import Submission, UnreadableInput
from grader.text import printable


class ClassList:
    """Students by id, each with the person of the roster, as they become known."""

    def __init__(self, roster: Roster) -> None:
        self.roster = roster
        self._people: dict[str, Person | None] = {}

    def note(self, student: str, identity: Mapping[str, str]) -> None:
        """Look a student up. identity: what the platform says of the hand-in."""
        self._people[student] = self.roster.find(student, identity)

    @property
    def people(self) -> dict[str, Person]:
        """The row of each student who is on the roster."""
        return {s: person for s, person in self._people.items() if person is not None}

    @property
    def names(self) -> dict[str, str]:
        """The real names, where the roster knows the student and calls them otherwise."""
        return {
            student: name
            for student, person in self.people.items()
            if (name := printable(person.name)) != student
        }

    def missing(self, students: Collection[str]) -> tuple[str, ...]:
        """The names of those on the roster who are none of these students, in its order."""
        there = {id(self._people.get(student)) for student in students}
        return tuple(printable(p.name) for p in self.roster.people if id(p) not in there)

    def strangers(self, students: Collection[str]) -> tuple[str, ...]:
        """Those of these students who are not on the roster."""
        return tuple(student for student in students if self._people.get(student) is None)


_PARTICIPANT = re.compile(r"(?P<word>[^\d]*[^\d\s][^\d]*?)\s*(?P<number>\d+)")
_POINTS = re.compile(r"\d+(?:[.,]\d+)?")
_CLOCK = re.compile(r"\d:\d\d")
_ADDRESS = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")


@dataclass(frozen=True, slots=True)
class Worksheet:
    """Which column of a grading worksheet holds what; None where there is no such column."""

    number: int
    name: int | None
    email: int | None
    grade: int
    comments: int | None
    comma: bool = False
    """Whether points are written with a comma: 2,5."""


def worksheet_of(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Worksheet | None:
    """The columns of Moodle's grading worksheet; None if this is not one. rows: those of students.

    It is told by its shape, since its headings are in the site's language. The first column holds a
    participant's number behind one word that is the same in all rows ("Participant 7000",
    "Teilnehmer/in7000"). The grade stands before the highest possible grade, which is one number in
    all rows; behind that a column says whether the grade can be changed. What comes last, if it is
    no time, holds the comments.
    """
    columns = [
        [row[at].strip() if at < len(row) else "" for row in rows] for at in range(len(heads))
    ]
    if len(heads) < 4 or not rows or not _are_participants(columns[0]):
        return _by_heads(heads)
    found = next((at for at in range(2, len(heads)) if _is_highest(columns, at)), None)
    if found is None:
        return _by_heads(heads)
    email = next((at for at in range(1, found) if _are_addresses(columns[at])), None)
    name = 1 if email is not None and email != 1 else None  # there is none if marking is blind
    last = len(heads) - 1
    comments = last if last > found + 2 and not _are_times(columns[last]) else None
    return Worksheet(0, name, email, found - 1, comments, "," in columns[found][0])


def _by_heads(heads: Sequence[str]) -> Worksheet | None:
    """The columns of a worksheet in English that names no highest grade, but a scale perhaps."""
    places = {" ".join(head.casefold().split()): at for at, head in enumerate(heads)}
    if not {"identifier", "grade"} <= places.keys():
        return None
    name, email = places.get("full name"), places.get("email address")
    return Worksheet(
        places["identifier"], name, email, places["grade"], places.get("feedback comments")
    )


def number_of(text: str) -> str:
    """The number in "Participant 7000"; empty if there is none."""
    match = _PARTICIPANT.fullmatch(text.strip())
    return match["number"] if match else ""


def _are_participants(cells: Sequence[str]) -> bool:
    found = [_PARTICIPANT.fullmatch(cell) for cell in cells]
    words = {match["word"] for match in found if match}
    numbers = [match["number"] for match in found if match]
    return None not in found and len(words) == 1 and len(set(numbers)) == len(cells)


def _is_highest(columns: Sequence[Sequence[str]], at: int) -> bool:
    """Whether a column holds one number above 0 and the one before it nothing higher."""
    highest = set(columns[at])
    if len(highest) != 1 or not _POINTS.fullmatch(text := highest.pop()) or _value(text) <= 0:
        return False
    return all(
        cell in ("", "-") or (_POINTS.fullmatch(cell) and _value(cell) <= _value(text))
        for cell in columns[at - 1]
    )


def _are_addresses(cells: Sequence[str]) -> bool:
    return any(cells) and all(_ADDRESS.fullmatch(cell) for cell in cells if cell)


def _are_times(cells: Sequence[str]) -> bool:
    """Whether each cell is a time or the dash that stands for none; an empty column is not."""
    return any(cells) and all(cell in ("", "-") or _CLOCK.search(cell) for cell in cells)


def _value(text: str) -> float:
    return float(text.replace(",", "."))


MAX_ROSTER = 20_000_000
NOT_ON_ROSTER = "not-on-roster"

# What a column is, by what platforms write at its head; "first" and "last" make a name.
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "name": ("student", "name", "full name", "student name", "display name", "fullname"),
    "first": ("first name", "firstname", "given name", "forename"),
    "last": ("last name", "lastname", "surname", "family name"),
    "number": ("id", "canvas id", "user id", "identifier", "participant", "canvas user id"),
    "sis": ("sis user id", "sis id", "sid", "student id", "id number", "studentid", "student no"),
    "login": ("sis login id", "login", "login id", "username", "user name", "netid", "uniqname"),
    "email": ("email", "email address", "e-mail", "e-mail address", "mail"),
    "group": ("group", "groups", "group name", "group_name", "team", "team name"),
    "github": ("github username", "github_username", "github", "github login"),
}
_NOT_A_STUDENT = re.compile(r"(?i)\s*(points possible|student, test|test student)\s*")


class RosterError(UnreadableInput):
    """A roster that cannot be used; the message says what it lacks."""


@dataclass(frozen=True, slots=True)
class Person:
    """One row: what kind of id it holds (a key of `COLUMNS`) to its text, and the row itself."""

    ids: Mapping[str, str]
    row: tuple[str, ...]

    @property
    def name(self) -> str:
        """How to call the student."""
        return next((self.ids[kind] for kind in _NAMING if self.ids.get(kind)), "student")


_NAMING = ("name", "login", "email", "sis", "number", "github")


@dataclass(frozen=True, slots=True)
class Roster:
    """A class list as it was read: its heads, the rows above the students, and the students."""

    heads: tuple[str, ...]
    above: tuple[tuple[str, ...], ...]
    people: tuple[Person, ...]
    _known: Mapping[tuple[str, str], Person | None] = field(default_factory=dict)
    worksheet: Worksheet | None = None

    @property
    def platform(self) -> str:
        """`canvas` for its gradebook, `moodle` for a grading worksheet, otherwise empty."""
        if _is_canvas(self.heads):
            return "canvas"
        return "moodle" if self.worksheet is not None else ""

    def find(self, student: str, identity: Mapping[str, str]) -> Person | None:
        """Whose hand-in it is: by what the platform says of it, or by its id; None if unclear."""
        # A number means something on its own platform only: Moodle's counts participants.
        rosters = {"canvas": ("canvas", ""), "moodle": ("moodle",)}
        numbered = self.platform in rosters.get(identity.get("platform", ""), ())
        for kind, given in (("number", "number"), ("sis", "sid"), ("email", "email")):
            if kind == "number" and not numbered:
                continue
            if identity.get(given) and (person := self._known.get((kind, _key(identity[given])))):
                return person
        github = identity.get("github")
        if github and (person := self._known.get(("github", _key(github)))):
            return person
        bare = re.sub(r" \(.*\)\Z", "", student)
        for text in (student, identity.get("name", ""), bare):
            for kind in ("sis", "login", "email", "number", "github"):
                if text and (person := self._known.get((kind, _key(text)))):
                    return person
        for text in (identity.get("name", ""), student, bare):
            if text and (person := self._known.get(("letters", letters(text)))):
                return person
        return None


def read_roster(path: Path) -> Roster:
    """The roster in a CSV file, commas, semicolons or tabs. Raises `RosterError`."""
    try:
        data = read_regular(path.resolve(), MAX_ROSTER)
        text = data.decode("utf-8-sig")
    except Refused as refusal:
        said = str(refusal).removesuffix(": hand in the file itself")
        raise RosterError(f"{path} cannot be read as the CSV of a class: {said}") from None
    except UnicodeDecodeError as error:
        raise RosterError(
            f"{path}: byte {error.start} is not UTF-8 text: save the file as CSV UTF-8"
        ) from None
    first = text.partition("\n")[0]
    comma = max(",;\t", key=first.count)
    try:
        rows = [tuple(row) for row in csv.reader(io.StringIO(text), delimiter=comma) if any(row)]
    except csv.Error as error:
        raise RosterError(f"{path} is no CSV file: {error}") from None
    heads = rows[0] if rows else ()
    sheet = None if _is_canvas(heads) else worksheet_of(heads, rows[1:])
    kinds = {**_kinds(heads), **_kinds_in(sheet)}
    if not kinds.keys() - {"first"}:
        found = ", ".join(printable(head)[:30] for head in heads[:8]) or "an empty file"
        raise RosterError(
            f"{path}: the first line names no column with a name, id, login or e-mail "
            f"(Student, ID, SIS Login ID, Email address, ...). It holds: {found}"
        )
    above: list[tuple[str, ...]] = []
    people: list[Person] = []
    for row in rows[1:]:
        row = (*row, *[""] * (len(heads) - len(row)))
        if not people and _NOT_A_STUDENT.fullmatch(row[0]) and "points" in row[0].casefold():
            above.append(row)
        elif (ids := _ids(row, kinds, sheet)) and not _is_nobody(row[0], ids):
            people.append(Person(ids, row))  # a row without any (Canvas's "Manual Posting") is none
    if not people:
        raise RosterError(f"{path} has no line for any student: add one for each")
    return Roster(tuple(heads), tuple(above), tuple(people), _index(people), sheet)


def on_roster(
    submissions: Sequence[Submission], roster: Roster
) -> tuple[tuple[Submission, ...], tuple[Person, ...]]:
    """The submissions with what the roster knows of their students, and who handed nothing in.

    Who is not on it gets the flag `not-on-roster`. Raises `RosterError` if nobody is.
    """
    marked, seen = [], set()
    for submission in submissions:
        person = roster.find(submission.student, submission.identity)
        if person is None:
            marked.append(replace(submission, flags=(*submission.flags, NOT_ON_ROSTER)))
            continue
        seen.add(id(person))
        known = {kind: printable(text) for kind, text in person.ids.items()}
        known["number"] = submission.identity.get("number") or known.get("number", "")
        identity = {**submission.identity, **{k: v for k, v in known.items() if v}}
        marked.append(replace(submission, identity=identity))
    if marked and not seen:
        raise RosterError(_nobody(submissions, roster))
    missing = tuple(person for person in roster.people if id(person) not in seen)
    return tuple(marked), missing


def _is_nobody(first: str, ids: Mapping[str, str]) -> bool:
    """Whether a row is that of Canvas's own test student, or of the points."""
    return any(_NOT_A_STUDENT.fullmatch(text) for text in (first, ids.get("name", "")))


def with_groups(submissions: Sequence[Submission], roster: Roster) -> list[Submission]:
    """The submissions, with one for each member of a group whose hand-in came once for all.

    It came under a member's name, or under the group's own (a team on GitHub). Where several of a
    group handed in, each of them has their own, and nobody else gets one of these.
    """
    members: dict[str, list[Person]] = {}
    for person in roster.people:
        if group := _key(person.ids.get("group", "")):
            members.setdefault(group, []).append(person)
    handed_in: dict[str, list[tuple[Person | None, Submission]]] = {}
    others: list[Submission] = []
    for each in submissions:
        own = roster.find(each.student, each.identity)
        group = _key(own.ids.get("group", "") if own is not None else each.student)
        if group in members:
            handed_in.setdefault(group, []).append((own, each))
        else:
            others.append(each)
    taken = {same_student(each.student) for each in submissions}
    for group, found in handed_in.items():
        if len(found) > 1:
            others += [each for _, each in found]
            continue
        [(holder, submission)] = found
        submission = replace(submission, flags=(*submission.flags, "group"))
        others += [] if holder is None else [submission]
        others += [
            _for_member(submission, member, taken)
            for member in members[group]
            if member is not holder
        ]
    return sorted(others, key=lambda each: (each.student.casefold(), each.student))


def _for_member(submission: Submission, person: Person, taken: set[str]) -> Submission:
    """A group's hand-in as that of one member of it."""
    kept = {kind: submission.identity[kind] for kind in _SHARED if kind in submission.identity}
    identity = {**kept, **{kind: printable(text) for kind, text in person.ids.items()}}
    student = free_id(printable(person.name), taken)
    return replace(submission, student=student, identity=identity)


_SHARED = ("platform", "handed_in")
"""What of a hand-in's identity is the whole group's."""


def _nobody(submissions: Sequence[Submission], roster: Roster) -> str:
    """The sentence about a roster that names none of the students."""
    handed_in = [_called(each.student, each.identity) for each in submissions[:3]]
    listed = [_called(each.name, each.ids) for each in roster.people[:3]]
    more = [", ..." if len(all_) > 3 else "." for all_ in (submissions, roster.people)]
    return (
        f"The roster names none of the {len(submissions)} students who handed in. They are called "
        f"{'; '.join(handed_in)}{more[0]} The roster has {'; '.join(listed)}{more[1]} Give the "
        "roster of this class, with a column that holds what the hand-ins are called."
    )


def _called(name: str, ids: Mapping[str, str]) -> str:
    """A student's name with the ids that could be compared: `ada (number 1001)`."""
    kinds = ("number", "sis", "sid", "login", "email", "github")
    known = [f"{kind} {printable(ids[kind])[:40]}" for kind in kinds if ids.get(kind)]
    return printable(name)[:40] + (f" ({', '.join(known)})" if known else "")


def letters(name: str) -> str:
    """A name as a key: its letters and digits by word in order, however it was written.

    `Lovelace, Ada`, `Ada Lovelace` and `lovelaceada` have one key.
    """
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(sorted(char for char in plain if char.isalnum()))


def _kinds(heads: Sequence[str]) -> dict[str, int]:
    """Which column holds what; the first of several."""
    found: dict[str, int] = {}
    for index, head in enumerate(heads):
        for kind, names in COLUMNS.items():
            if _head(head) in names:
                found.setdefault(kind, index)
    return found


def _head(head: str) -> str:
    return " ".join(head.strip().casefold().split())


def _is_canvas(heads: Sequence[str]) -> bool:
    """Whether these are the columns of Canvas's gradebook; it may split the names into two."""
    found = {_head(head) for head in heads}
    named = "student" in found or {"lastname", "firstname"} <= found
    return named and {"id", "section"} <= found


def _kinds_in(sheet: Worksheet | None) -> dict[str, int]:
    """Which column of a grading worksheet holds what, whatever its language."""
    if sheet is None:
        return {}
    columns = {"number": sheet.number, "name": sheet.name, "email": sheet.email}
    return {kind: at for kind, at in columns.items() if at is not None}


def _ids(row: Sequence[str], kinds: Mapping[str, int], sheet: Worksheet | None) -> dict[str, str]:
    ids = {kind: row[index].strip() for kind, index in kinds.items()}
    if sheet is not None:
        ids["number"] = number_of(ids["number"]) or ids["number"]
    first, last = ids.pop("first", ""), ids.pop("last", "")
    if (first or last) and not ids.get("name"):
        ids["name"] = f"{first} {last}".strip()
    return {kind: text for kind, text in ids.items() if text}


def _index(people: Sequence[Person]) -> dict[tuple[str, str], Person | None]:
    """Each person by kind of id and key; None where two share one."""
    index: dict[tuple[str, str], Person | None] = {}
    for person in people:
        for key in set(_keys(person)):
            index[key] = None if key in index else person
    return index


def _keys(person: Person) -> Iterator[tuple[str, str]]:
    for kind, text in person.ids.items():
        if kind == "name":
            yield "letters", letters(text)
        else:
            yield kind, _key(text)


def _key(text: str) -> str:
    """An id as a key; Moodle's "Participant 123" is 123."""
    text = text.strip().casefold()
    participant = re.fullmatch(r"\D*?(\d+)", text) if " " in text else None
    return participant[1] if participant else text
