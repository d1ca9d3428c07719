"""Which exercise a file is: by its exact stem, otherwise by what it defines.

What one can do with it:

* match a stem, whatever a download has added to it (`by_stem`): `04_backward`, `backward`, `04`,
  `Build-Topo (1)`;
* recognise a file by the names of its top level (`Recogniser`): `class Value` in `my_autograd.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath

from grader.course.course import Course, Exercise
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


def keys(exercise: Exercise) -> tuple[str, ...]:
    """The stems that name an exercise, normalised: `04_backward`, `backward`, `04`."""
    return _keys(exercise.number, exercise.stem, exercise.id)


@lru_cache(maxsize=256)
def _keys(number: int, stem: str, id: str) -> tuple[str, ...]:
    return tuple(normal(key) for key in (stem, id, f"{number:02}_{id}", f"{number:02}"))


def normal(stem: str) -> str:
    """A stem with case, hyphens and spaces evened out."""
    return re.sub(r"[-_ ]+", "_", stem.strip().casefold())


def by_stem(stem: str, course: Course) -> Exercise | None:
    """The exercise that a file's stem names exactly, once a platform's additions are off."""
    if len(stem) > MAX_STEM:
        return None
    known = {key: exercise for exercise in course.exercises for key in keys(exercise)}
    for candidate in _stems(stem.strip().casefold()):
        if found := known.get(normal(candidate)):
            return found
    return None


def _stems(stem: str) -> Iterator[str]:
    """The stem as it is, then with less and less of what was added to it."""
    bare = [stem, *(stem[m.end() :] for pattern in _PREFIXES if (m := pattern.match(stem)))]
    for shorter in bare:
        for _ in range(4):
            yield shorter
            shorter = _SUFFIX.sub("", shorter)


@dataclass(frozen=True, slots=True)
class Definition:
    """An exercise that a file was recognised as by a name; `imported` where it only imports it."""

    exercise: Exercise
    imported: bool


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
        """The last exercise of the course whose name `text` defines or imports from a sibling.

        The last one, because the exam's file may well hold what earlier exercises ask for.
        """
        top = self._top_level(name, text)
        imported = {imported for imported, module in top.imported if self._has(name, module)}
        if "*" in imported:
            imported |= self._starred(name, top)
        for exercise in reversed(self._course.exercises):
            if exercise.defines in top.defined:
                return Definition(exercise, imported=False)
            if exercise.defines in imported:
                return Definition(exercise, imported=True)
        return None

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

    def _has(self, name: str, module: str) -> bool:
        return self._sibling(name, module) is not None

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
