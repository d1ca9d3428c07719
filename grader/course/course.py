"""A course as data: `course.toml` read, checked and turned into frozen records.

`load_course(path)` gives a `Course`, which holds its `Exercise`s in order and knows the folders
of their stubs, solutions and checks. Everything that is wrong with a course.toml is reported as
a `CourseError`, a sentence that names the file, the place in it and what belongs there.

Ratings, milestones and the words at the end lead a student through it, and change no grade.
"""

from __future__ import annotations

import hashlib
import json
import keyword
import re
import shlex
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, NamedTuple

from grader.course.late import LatePolicy, read_late, without_late
from grader.course.packs import SCALAR, Pack, read_pack, read_packages
from grader.course.table import CourseError, Place, did_you_mean, read_toml

__all__ = ["Course", "CourseError", "Exercise", "Limits", "default_course_dir", "load_course"]

GUIDE_KEYS = ("difficulty", "importance", "minutes", "passed", "collected", "milestone")
MILESTONE_KEYS = ("title", "checks", "hint")
HIGHEST = 5


class Rating(NamedTuple):
    """How hard and how important an exercise is, from 1 to 5, and about how long it takes."""

    difficulty: int
    importance: int
    minutes: int

    @property
    def sentence(self) -> str:
        """One line for a student."""
        return (
            f"Difficulty {self.difficulty} of {HIGHEST}, importance {self.importance} of "
            f"{HIGHEST}, about {self.minutes} minutes."
        )


class Milestone(NamedTuple):
    """A part of a large exercise: some of its checks, and a hint for them."""

    title: str
    checks: tuple[str, ...]
    hint: str

    def holds(self, check: str) -> bool:
        """Whether a check, by its id, is one of this milestone's."""
        return any(fnmatchcase(check, pattern) for pattern in self.checks)


COURSE_KEYS = (
    *("title", "count", "lazy_imports", "pack", "packages", "limits", "late", "finish", "only"),
    *("show_solutions", "exercise"),
)
EXERCISE_KEYS = (
    "id",
    "title",
    "points",
    "after",
    "defines",
    "hints",
    "limits",
    "collects",
    "calls_rules",
    "exam",
    *GUIDE_KEYS,
)
COUNTS = ("all", "handed-in")
SHOWN = ("never", "after-pass")
ID_PATTERN = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Exercise:
    """One thing that the student writes: a stub file, its points and its hints.

    number: its place in the course, counted from 1; the name of its file begins with it.
    collects: its stub begins empty; `topograde next --collect` puts the student's own work in it.
    calls_rules: its class need not have `backward()`; the grader then calls the rules, `_backward`,
    one after the other.
    exam: its traps stay hidden in a student's own check; elsewhere their visible forms run in it.
    """

    number: int
    id: str
    title: str
    points: int
    after: tuple[str, ...]
    defines: str | None
    hints: tuple[str, ...]
    limits: Limits
    collects: bool = False
    exam: bool = False
    rating: Rating | None = None
    milestones: tuple[Milestone, ...] = ()
    calls_rules: bool = False
    passed: str = ""
    collected: str = ""

    @property
    def stem(self) -> str:
        """The file's name without its ending, such as `01_order_by_hand`."""
        return f"{self.number:02d}_{self.id.replace('-', '_')}"

    @property
    def file_name(self) -> str:
        return f"{self.stem}.py"


@dataclass(frozen=True, slots=True)
class Course:
    """The ordered exercises of one course, and the folders that belong to it.

    lazy_imports: student code may import every standard module, at the price of being able to see
    which files exist. pack: the kind of engine that it is about. packages: what student code may
    import besides (`course.packs`). digest: of
    course.toml and the checks, so that a report can name its course; what is `late` is no part of
    it. finish: what a student reads when every exercise passes. only: ids, if it is a part.
    show_solutions: "never", or "after-pass" if a student whose own answer passes may read the
    course's, but that of an exam.
    """

    title: str
    count: str
    exercises: tuple[Exercise, ...]
    root: Path
    limits: Limits
    lazy_imports: bool = False
    pack: Pack = SCALAR
    packages: tuple[str, ...] = ()
    digest: str = ""
    late: LatePolicy | None = None
    finish: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    show_solutions: str = SHOWN[0]

    @property
    def stubs_dir(self) -> Path:
        return self.root / "exercises"

    def stub(self, exercise: Exercise) -> str:
        """What is handed out of an exercise; "" where that is not at hand."""
        try:
            return (self.stubs_dir / exercise.file_name).read_text(encoding="utf-8-sig")
        except (OSError, ValueError):  # what a copy holds may have been tidied up
            return ""

    @property
    def solutions_dir(self) -> Path:
        return self.root / "solutions"

    @property
    def checks_dir(self) -> Path:
        """What is asked and what is right, a module an exercise."""
        return self.solutions_dir / "checks"

    @property
    def recorded_dir(self) -> Path:
        """PyTorch's answers, and the references', to what the checks ask in public."""
        return self.solutions_dir / "_recorded"

    @property
    def has_solutions(self) -> bool:
        """Whether the solutions are here, as in a checkout; what students get has none."""
        return any((self.solutions_dir / each.file_name).is_file() for each in self.exercises)

    @property
    def beside(self) -> tuple[bool, tuple[str, ...], Mapping[str, str]]:
        """What is loaded beside student code, as whatever starts workers takes it."""
        packages = dict.fromkeys((*self.pack.packages, *self.packages))
        return self.lazy_imports, tuple(packages), self.pack.inside

    @property
    def points(self) -> int:
        return sum(exercise.points for exercise in self.exercises)

    def asked(self, only: Collection[str] = ()) -> str | None:
        """The id of the one exercise that is to be graded: of `only`, or of a course of one."""
        ids = set(only) or {exercise.id for exercise in self.exercises}
        return min(ids) if len(ids) == 1 else None

    def place(self, exercise: str) -> int:
        """Where an exercise stands in the course, the first one at 0."""
        return [each.id for each in self.exercises].index(exercise)

    @property
    def is_built_in(self) -> bool:
        """Whether commands take this course where none is named."""
        with suppress(CourseError):
            return default_course_dir().resolve() == self.root.resolve()
        return False

    def command(self, words: str) -> str:
        """A command as a person must type it for this course: with `--course DIR` where needed."""
        where = "" if self.is_built_in else f" --course {shlex.quote(str(self.root))}"
        return f"topograde {words}{where}"

    def part(self, names: Iterable[str]) -> Course:
        """These exercises of it, such as one week's, as a course; all of it for no names.

        Their numbers and points stay. Raises CourseError for a name that none of them has.
        """
        wanted = {self.exercise(name).id for name in names}
        if not wanted or len(wanted) == len(self.exercises):
            return self
        exercises = tuple(
            replace(exercise, after=tuple(id for id in exercise.after if id in wanted))
            for exercise in self.exercises
            if exercise.id in wanted
        )
        only = tuple(exercise.id for exercise in exercises)
        return replace(self, exercises=exercises, only=only, finish=())

    def exercise(self, name: str) -> Exercise:
        """The exercise called `name`: its id, NN, NN_id or NN_id.py, where - and _ mean the same.

        Raises CourseError, with the ids and a guess at what was meant, if there is none.
        """
        wanted = name.strip().lower().removesuffix(".py").replace("_", "-")
        for exercise in self.exercises:
            stem = exercise.stem.replace("_", "-")
            if wanted in (exercise.id, stem, str(exercise.number), stem.partition("-")[0]):
                return exercise
        ids = [exercise.id for exercise in self.exercises]
        without_number = re.sub(r"^\d+-", "", wanted)
        guess = did_you_mean(without_number, ids)
        raise CourseError(
            f"There is no exercise {name!r} in the course {self.title!r}.{guess} "
            f"Its exercises are: {', '.join(ids)}."
        )


def load_course(path: Path | None = None) -> Course:
    """Read the course in a folder, from its course.toml or exercises/course.toml.

    Without a folder: the built-in one. Raises CourseError for all that is missing or not known.
    """
    file = find_course_toml(path or default_course_dir())
    folder = file.parent.resolve()
    table = read_toml(file)
    top = Place(str(file), table)
    top.only(COURSE_KEYS)
    limits = read_limits(top, Limits())
    course = Course(
        title=top.string("title"),
        count=top.choice("count", COUNTS, "all"),
        exercises=read_exercises(top, limits),
        root=folder.parent if folder.name == "exercises" else folder,
        limits=limits,
        lazy_imports=top.flag("lazy_imports"),
        pack=read_pack(top),
        packages=read_packages(top),
        late=read_late(top),
        finish=top.strings("finish", default=()),
        show_solutions=top.choice("show_solutions", SHOWN, SHOWN[0]),
    )
    whole = replace(course, digest=_digest(file, course.checks_dir))
    return whole.part(top.strings("only", default=()))


def default_course_dir() -> Path:
    """The course of the checkout around this package, otherwise the copy inside the package."""
    package = Path(__file__).resolve().parents[1]
    for folder in (package.parent, package / "_course"):
        if (folder / "exercises" / "course.toml").is_file():
            return folder
    raise CourseError(
        f"No course was found: neither {package.parent / 'exercises' / 'course.toml'} nor "
        f"{package / '_course' / 'exercises' / 'course.toml'} exists. Name one with --course DIR."
    )


def _digest(file: Path, checks: Path) -> str:
    try:
        return course_digest(without_late(file.read_bytes()), checks)
    except OSError as error:
        raise CourseError(f"{error.filename} cannot be read: {error.strerror}.") from error


def find_course_toml(path: Path) -> Path:
    candidates = [path / "course.toml", path / "exercises" / "course.toml"]
    for candidate in [path, *candidates] if path.name == "course.toml" else candidates:
        if candidate.is_file():
            return candidate
    if not path.exists():
        raise CourseError(f"The course folder {path} does not exist.")
    raise CourseError(
        f"The course folder {path} holds no course.toml: "
        f"expected {candidates[0]} or {candidates[1]}."
    )


def read_exercises(top: Place, limits: Limits) -> tuple[Exercise, ...]:
    tables = top.table.get("exercise")
    if not isinstance(tables, list) or not tables:
        raise top.error("expected at least one [[exercise]] table, found none")
    places = []
    for number, table in enumerate(tables, start=1):
        if not isinstance(table, dict):
            raise top.error(f"exercise {number} must be a [[exercise]] table, found {table!r}")
        places.append(Place(top.where, table, number))
    ids = [place.table.get("id") for place in places]
    return tuple(
        read_exercise(place, number, ids, limits) for number, place in enumerate(places, 1)
    )


def read_exercise(place: Place, number: int, every: list[Any], limits: Limits) -> Exercise:
    """One table as an exercise, the first numbered 1. every: the ids of all tables."""
    before = every[: number - 1]
    name = place.string("id")
    if not ID_PATTERN.fullmatch(name):
        raise place.error(
            f"id must be lower-case words joined by hyphens, such as 'local-rules', found {name!r}"
        )
    if name in before:
        raise place.error(
            f"the id {name!r} is taken by exercise {every.index(name) + 1}; ids must be unique"
        )
    place.only(EXERCISE_KEYS)
    points = place.whole("points", None, "of at least 1", range(1, 1 << 31))
    after = place.strings("after", default=())
    for other in after:
        if other in before:
            continue
        if other in every:
            raise place.error(f"after names {other!r}, which does not come before this exercise")
        guess = did_you_mean(other, [one for one in every if isinstance(one, str)])
        raise place.error(f"after names {other!r}, and there is no such exercise", guess)
    defines = place.string("defines") if "defines" in place.table else None
    if defines is not None and (not defines.isidentifier() or keyword.iskeyword(defines)):
        raise place.error(f"defines must be a name that Python code can define, found {defines!r}")
    hints = place.strings("hints", default=())
    if not hints:
        raise place.error("expected hints, a list of at least one sentence, found none")
    title = place.string("title")
    return Exercise(
        number,
        name,
        title,
        points,
        after,
        defines,
        hints,
        read_limits(place, limits),
        place.flag("collects"),
        place.flag("exam"),
        read_rating(place),
        read_milestones(place),
        place.flag("calls_rules"),
        *(place.string(key) if key in place.table else "" for key in ("passed", "collected")),
    )


def read_rating(place: Place) -> Rating | None:
    """The rating of an exercise; None if it has none. Raises `CourseError`."""
    most = {"difficulty": HIGHEST, "importance": HIGHEST, "minutes": 10_000}
    if most.keys().isdisjoint(place.table):
        return None
    return Rating(
        *(place.whole(key, None, f"from 1 to {m}", range(1, m + 1)) for key, m in most.items())
    )


def read_milestones(place: Place) -> tuple[Milestone, ...]:
    """The milestones of an exercise, in order. Raises `CourseError`."""
    tables: Any = place.table.get("milestone", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise place.error("milestone must be [[exercise.milestone]] tables")
    milestones = []
    for number, table in enumerate(tables, start=1):
        inner = Place(f"{place.label}, milestone {number}", table)
        inner.only(MILESTONE_KEYS)
        checks = inner.strings("checks", default=())
        if not checks:
            raise inner.error("expected checks, a list of ids of checks, found none")
        milestones.append(Milestone(inner.string("title"), checks, inner.string("hint")))
    return tuple(milestones)


SECONDS = "a number of seconds above 0", lambda seconds: seconds > 0
BYTES = "of bytes above 0", range(1, 1 << 62)
LIMIT_KEYS = ("cpu", "wall", "memory", "output")


class Limits(NamedTuple):
    """What one check may use: CPU and wall seconds, bytes of memory and of output."""

    cpu: float = 2.0
    wall: float = 4.0
    memory: int = 1 << 30
    output: int = 64 << 20


def read_limits(place: Place, base: Limits) -> Limits:
    """`base` with what the [limits] sub-table of this place says instead."""
    table = place.table.get("limits", {})
    if not isinstance(table, dict):
        raise place.error(f"limits must be a table, found {table!r}")
    inner = Place(f"{place.label}, limits", table)
    inner.only(LIMIT_KEYS)
    return base._replace(
        cpu=inner.real("cpu", base.cpu, *SECONDS),
        wall=inner.real("wall", base.wall, *SECONDS),
        memory=inner.whole("memory", base.memory, *BYTES),
        output=inner.whole("output", base.output, *BYTES),
    )


_ONLY = re.compile(r"^only\s*=\s*\[[^\]]*\][^\n]*\n", re.MULTILINE)


def toml_of(course: Course) -> bytes:
    """Its course.toml, in which `only` says which part it is."""
    text = (course.stubs_dir / "course.toml").read_text(encoding="utf-8")
    if course.only:
        text = f"only = {json.dumps(list(course.only))}\n" + _ONLY.sub("", text, count=1)
    return text.encode()


STRETCH = "stretch"
"""A course beside the solutions, and a student's folder of it: what to do after the exam."""


def course_for(work: Path | None, names: Iterable[str] = ()) -> Path:
    """The course of a student's work: the one after the exam in a folder `stretch`, else the usual.

    work: the folder, None for the current one; names: of exercises or their files.
    """
    usual = default_course_dir()
    files = [Path(name).resolve().parent for name in names if Path(name).is_file()]
    for folder in files or [(work or Path.cwd()).resolve()]:
        for after in (usual / STRETCH, usual / "solutions" / STRETCH):
            if folder.name == STRETCH and (after / "exercises" / "course.toml").is_file():
                return after
    return usual


DIGITS = 12


def course_digest(toml: bytes, folder: Path) -> str:
    """The digest of a course.toml and of the checks that go with it, in their folder."""
    digest = hashlib.sha256(b"topograde course\0" + toml)
    for path in sorted(folder.rglob("*.py")):
        digest.update(f"\0{path.relative_to(folder).as_posix()}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:DIGITS]
