"""Who of a class is whom on its roster: real names, who is not on it, and who handed nothing in."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from grader.submissions.roster import Person, Roster
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
