"""Which exercise a file is: by its exact stem, otherwise by what it defines.

What one can do with it:

* match a stem, whatever a download has added to it (`by_stem`): `04_backward`, `backward`,
  `Build-Topo (1)`. The id in it counts and never the number, which another edition gave otherwise;
* find an exercise's own words in a file (`marked`): its cells' first line, a stub's last line;
* recognise a file by the names of its top level (`Recogniser`): `class Value` in `my_autograd.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import PurePosixPath
from typing import NamedTuple

from grader.course.course import Course, Exercise
from grader.course.growing import parts_of_code
from grader.course.stub_parts import parts_of, tag_of
from grader.submissions.sources.text import TopLevel, top_level
from grader.syntax import MAX_LOOK

MAX_STEM = 300
"""Characters of a stem that is looked at; a name inside an archive may have 65,535."""

# What learning platforms write before a file's own name.
_PREFIXES = (
    re.compile(r".+_\d+_assignsubmission_[a-z]+_(?=.)"),  # Moodle
    re.compile(r"[^_]+_(late_)?\d{2,}_\d{2,}_(?=.)"),  # Canvas
    re.compile(r".+_attempt_[\d-]+_(?=.)"),  # Blackboard
    re.compile(r"\d+-\d+ - .+? - .+? - (?=.)"),  # Brightspace
)
# What a second download, upload or copy writes behind it.
_SUFFIX = re.compile(r"(?<=.)( ?\(\d{1,3}\)|-[1-9]\d?|( -)? copy( \d{1,2})?)\Z")
_NUMBER = re.compile(r"\d{1,3}[-_. ]+(?=.)")
# What a stub tells its student to run.
_CHECK = re.compile(r"\btopograde (?:check|hint) ([a-z][a-z0-9-]*)")
MARK_WITHIN = 8_000
"""Characters of a file in which the text of its stub stands."""


def keys(exercise: Exercise) -> tuple[str, ...]:
    """The stems that name an exercise, normalised: `04_backward`, `backward`."""
    return _keys(exercise.stem, exercise.id)


@lru_cache(maxsize=256)
def _keys(stem: str, id: str) -> tuple[str, ...]:
    return normal(stem), normal(id)


def normal(stem: str) -> str:
    """A stem with case, hyphens and spaces evened out."""
    return re.sub(r"[-_ ]+", "_", stem.strip().casefold())


def by_stem(stem: str, course: Course) -> Exercise | None:
    """The exercise that a file's stem names exactly, once a platform's additions are off."""
    if len(stem) > MAX_STEM:
        return None
    known = {normal(exercise.id): exercise for exercise in course.exercises}
    for candidate in _stems(stem.strip().casefold()):
        if found := known.get(normal(_NUMBER.sub("", candidate, count=1))):
            return found
    return None


def marked(text: str, course: Course) -> Exercise | None:
    """The one exercise that a Python file says it is: in its first line, or in its stub's text."""
    said = {tag_of(text)} - {None} or set(_CHECK.findall(text[:MARK_WITHIN]))
    found = [exercise for exercise in course.exercises if exercise.id in said]
    return found[0] if len(found) == 1 else None


def _stems(stem: str) -> Iterator[str]:
    """The stem as it is, then with less and less of what was added to it."""
    bare = [stem, *(stem[m.end() :] for pattern in _PREFIXES if (m := pattern.match(stem)))]
    for shorter in bare:
        for _ in range(4):
            yield shorter
            shorter = _SUFFIX.sub("", shorter)


class Definition(NamedTuple):
    """An exercise that a file was recognised as, and by what; `imported` where it only imports
    the name that decides."""

    exercise: Exercise
    imported: bool
    why: str


class Recogniser:
    """Recognises the files of one hand-in by what they define.

    `modules` are its Python files by name. Only so much source is parsed for one hand-in; what
    lies beyond is searched line by line.
    """

    def __init__(self, course: Course, modules: Mapping[str, str]) -> None:
        self._course = course
        self._modules = modules
        self._wanted = [exercise.defines for exercise in course.exercises if exercise.defines]
        self._left = 4 * MAX_LOOK
        self._known: dict[str, TopLevel] = {}

    def recognise(self, name: str, text: str) -> Definition | None:
        """The exercise that `text` says it is, or whose name it defines or imports from a sibling.

        Of several names that of the last exercise counts, because the exam's file may well hold
        what earlier exercises ask for.
        """
        if said := marked(text, self._course):
            return Definition(said, False, f"says that it is {said.id}")
        top = self._top_level(name, text)
        imported = {imported for imported, module in top.imported if self._sibling(name, module)}
        if "*" in imported:
            imported |= self._starred(name, top)
        for exercise in reversed(self._course.exercises):
            if exercise.defines in top.defined:
                return Definition(exercise, False, f"defines {exercise.defines}")
            if exercise.defines in imported:
                return Definition(exercise, True, f"imports {exercise.defines}")
        return None

    def is_another(self, name: str, text: str, asked: Exercise, by_stub: bool) -> bool:
        """Whether a file plainly is another exercise than the one asked for.

        It says so, or defines what another one is known by and the stub of this one does not have,
        and it defines nothing that this one asks for. by_stub: the stub is there as well; then so
        is a file that shares no name with that.
        """
        stub = self._course.stub(asked)
        given = _top_level_of(stub)
        wanted = {part.partition(".")[0] for part in _asked_by(stub)} | {asked.defines}
        defined = self._top_level(name, text).defined
        others = {each.defines for each in self._course.exercises if each.id != asked.id}
        said = marked(text, self._course)
        other = said not in (None, asked) or bool(defined & (others - {None} - given))
        if by_stub and not defined & (wanted | _top_level_of(parts_of(stub).code)):
            return True  # names of the stub's examples, such as `main`, are everybody's
        return other and not defined & wanted

    def _starred(self, name: str, top: TopLevel) -> set[str]:
        names: set[str] = set()
        modules = {module for imported, module in top.imported if imported == "*"}
        for sibling in {self._sibling(name, module) for module in modules}:
            if sibling is not None:
                names |= self._top_level(sibling, self._modules[sibling]).defined
        return names

    def _top_level(self, name: str, text: str) -> TopLevel:
        if name not in self._known:
            self._left -= len(text)
            self._known[name] = top_level(text, self._wanted, look=self._left > 0)
        return self._known[name]

    def _sibling(self, name: str, module: str) -> str | None:
        """The file that `module` is for an import in the file `name`."""
        relative = module.lstrip(".").replace(".", "/")
        here = str(PurePosixPath(name).parent)
        for folder in (here, "."):
            for end in (".py", "/__init__.py"):
                path = str(PurePosixPath(folder, relative + end))
                if relative and path != name and path in self._modules:
                    return path
        return None


def _asked_by(stub: str) -> list[str]:
    """The parts of a stub in which there is something to do."""
    try:
        return [name for name, part in parts_of_code(stub).items() if part.is_asked]
    except SyntaxError:
        return []


@lru_cache(maxsize=64)
def _top_level_of(stub: str) -> frozenset[str]:
    return top_level(stub, ()).defined
