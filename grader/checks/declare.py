"""The interface of a check's author: `@check`, `@trap`, and the `grades` that a check is given.

    @check(points=2)
    def test_same_operand_twice(grades):
        \"\"\"Adding a value to itself sends it two contributions.\"\"\"
        grades(lambda a: a + a, a=3.0)

    @trap(points=3, after=test_same_operand_twice)
    def test_shared_inner_node(grades):
        \"\"\"A node waits until both of its consumers have contributed.\"\"\"
        grades(shared_inner_node, a=DRAWN)

A check only *plans*: it says which programs to run and what is right. Running them on the student's
engine and comparing is the work of `judging`, so a check can neither see student code nor print.
The docstring is the sentence that the student reads.
"""

from __future__ import annotations

import hashlib
import importlib
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Final, TypeAlias

from grader.checks.hidden_inputs import DRAWN, NEGATIVE, POSITIVE
from grader.checks.plan import Grades
from grader.errors import TopogradeError

if TYPE_CHECKING:
    from grader.course.course import Course, Exercise

__all__ = ["DRAWN", "NEGATIVE", "POSITIVE", "Check", "CheckError", "Grades", "check", "trap"]

CheckFunction: TypeAlias = Callable[[Grades], None]

DEMANDS: Final = (None, "depth", "power_zero")
"""What a right engine may fail at: deeper than 450 operations, `x**0` at 0."""

NEEDS: Final = (None, "process", "depth", "module", "instructor")
"""What a check cannot do without: processes of its own, a deep stack, a module beyond Python's own
library in pure Python. Where that is missing, as in a browser, the check does not run; nor does one
for an instructor's run in a student's own."""

_ATTRIBUTE = "__topograde_check__"


class CheckError(TopogradeError, ValueError):
    """A check is declared wrongly; the message names it."""


@dataclass(frozen=True, slots=True)
class Check:
    """One graded property.

    `id` is the function's name without `test_`; `sentence` its docstring; `after` the ids of the
    checks that are shown first: while one of them fails, this one is shown as waiting, and is run
    and earns its points all the same; `demand` what a right engine may lack; with `by_order` the
    check runs three times, in two processes, as an engine's answers may depend on addresses.
    `cpu` and `wall` are limits in seconds, None for the exercise's own. `about` names the operators
    that the check is about: any other in its programs that is wrong on an engine is replaced by one
    that is right, or left out of families. None: every operator stays.
    `needs` is one of `NEEDS`. `ratio`: the id of a check before this one, and how many times the
    CPU time of that one this one may take, so that no absolute time counts.
    """

    id: str
    points: float
    hidden: bool
    sentence: str
    function: CheckFunction
    after: tuple[str, ...] = ()
    about: frozenset[str] | None = None
    demand: str | None = None
    by_order: bool = False
    cpu: float | None = None
    wall: float | None = None
    needs: str | None = None
    ratio: tuple[str, float] | None = None


def check(
    points: float,
    after: CheckFunction | Iterable[CheckFunction] = (),
    *,
    about: Iterable[str] | None = None,
    demand: str | None = None,
    by_order: bool = False,
    cpu: float | None = None,
    wall: float | None = None,
    needs: str | None = None,
    hidden: bool = False,
    ratio: tuple[CheckFunction, float] | None = None,
) -> Callable[[CheckFunction], CheckFunction]:
    """Declare a check, which is public: the student sees its programs and its numbers."""

    def declare(function: CheckFunction) -> CheckFunction:
        name = function.__name__
        sentence = " ".join((function.__doc__ or "").split())
        if not name.startswith("test_"):
            raise CheckError(f"a check's name starts with test_, found {name}")
        if not sentence:
            raise CheckError(f"{name} needs a docstring: it is the sentence the student reads")
        if points <= 0:
            raise CheckError(f"{name} must be worth more than {points} points")
        if demand not in DEMANDS:
            raise CheckError(f"{name}: a demand is one of {DEMANDS}, found {demand!r}")
        if needs not in NEEDS:
            raise CheckError(f"{name}: a check needs one of {NEEDS}, found {needs!r}")
        prerequisites = (after,) if callable(after) else tuple(after)
        record = Check(
            id=name.removeprefix("test_"),
            points=float(points),
            hidden=hidden,
            sentence=sentence,
            function=function,
            after=tuple(_id_of(prerequisite, name) for prerequisite in prerequisites),
            about=None if about is None else frozenset(about),
            demand=demand,
            by_order=by_order,
            cpu=cpu,
            wall=wall,
            needs=needs,
            ratio=None if ratio is None else (_id_of(ratio[0], name), ratio[1]),
        )
        setattr(function, _ATTRIBUTE, record)
        return function

    return declare


trap = partial(check, hidden=True)
"""Declare a check with hidden inputs: `DRAWN` leaves are drawn afresh for each submission."""


def _id_of(prerequisite: CheckFunction, name: str) -> str:
    record = getattr(prerequisite, _ATTRIBUTE, None)
    if not isinstance(record, Check):
        raise CheckError(f"{name}: `after` names something that is not a check")
    return record.id


def collect(module: ModuleType) -> tuple[Check, ...]:
    """The checks of a module: those in its `CHECKS`, otherwise all that it defines, in order."""
    functions = getattr(module, "CHECKS", None) or vars(module).values()
    found = [getattr(function, _ATTRIBUTE, None) for function in functions]
    checks = [record for record in found if isinstance(record, Check)]
    seen: set[str] = set()
    for record in checks:
        if record.id in seen:
            raise CheckError(f"{module.__name__}: two checks are called {record.id}")
        missing = [name for name in record.after if name not in seen]
        if missing:
            raise CheckError(f"{module.__name__}: {record.id} comes before {missing[0]}")
        seen.add(record.id)
    return tuple(checks)


def load_checks(ids: Iterable[str], folder: Path) -> Mapping[str, tuple[Check, ...]]:
    """The checks of each exercise id, from `folder/ID.py`, which may import its neighbours.

    Raises `CheckError` if an exercise has none, or its file cannot be loaded.
    """
    return {exercise: _load(exercise, folder) for exercise in ids}


def checks_of(course: Course) -> Mapping[str, tuple[Check, ...]]:
    """The checks of every exercise of a course. Raises `CheckError` if one has none."""
    return load_checks([exercise.id for exercise in course.exercises], course.checks_dir)


def module_of(folder: Path, stem: str) -> ModuleType:
    """A module of a course's checks, loaded once: again when a file of the folder has changed.

    Raises `CheckError` if it is not there or cannot be loaded.
    """
    path = folder / f"{stem}.py"
    if not path.is_file() and not (folder / stem / "__init__.py").is_file():
        raise CheckError(f"no checks were found at {path}")
    try:
        return importlib.import_module(f"{_package_of(folder)}.{stem}")
    except CheckError:
        raise
    except Exception as error:
        raise CheckError(_cannot_load(path, error)) from error


def _package_of(folder: Path) -> str:
    """The name under which the modules of a folder can be imported, by one another too."""
    files = [(path, path.stat()) for path in sorted(folder.rglob("*.py"))]
    known = str(folder), [(str(path), stat.st_mtime_ns, stat.st_size) for path, stat in files]
    name = f"topograde_checks_{hashlib.sha256(repr(known).encode()).hexdigest()[:12]}"
    if name not in sys.modules:
        importlib.invalidate_caches()  # a file may be newer than what was looked at last
        package = ModuleType(name)
        package.__path__ = [str(folder)]
        sys.modules[name] = package
    return name


def _load(exercise: str, folder: Path) -> tuple[Check, ...]:
    try:
        module = module_of(folder, exercise.replace("-", "_"))
    except CheckError as error:
        raise CheckError(f"exercise {exercise}: {error}") from error
    checks = collect(module)
    if not checks:
        raise CheckError(f"exercise {exercise}: {module.__name__} declares no check")
    return checks


def _cannot_load(path: Path, error: Exception) -> str:
    """Where in the author's file it broke, and what Python said of it."""
    if isinstance(error, SyntaxError):
        line, said = error.lineno, error.msg
    else:
        import traceback  # not for a student's own check, which is to start fast

        frames = traceback.extract_tb(error.__traceback__)
        lines = [frame.lineno for frame in frames if frame.filename == str(path)]
        line, said = (lines[-1] if lines else None), f"{type(error).__name__}: {error}"
    where = f", line {line}" if line else ""
    return f"the checks in {path.name}{where} cannot be loaded: {said}"


def let_ask(record: Check, grades: Grades) -> None:
    """Let a check ask what it asks. Raises `CheckError`, with the line, where it cannot."""
    try:
        record.function(grades)
    except CheckError:
        raise
    except Exception as error:
        path = Path(record.function.__code__.co_filename)
        said = _cannot_load(path, error).replace("cannot be loaded", "cannot ask", 1)
        raise CheckError(f"the check {record.id}: {said}") from error


def own_checks(exercise: Exercise, checks: Iterable[Check]) -> tuple[Check, ...]:
    """The checks as a student's own run has them: a trap is a public check, with fixed draws.

    So nothing is left to be hidden but other inputs, and who passes has done the exercise. In an
    exam traps stay hidden.
    """
    if exercise.exam:
        return tuple(checks)
    return tuple(replace(record, hidden=False) for record in checks)


def points_of(checks: Iterable[Check]) -> float:
    """What the checks are worth together."""
    return sum(record.points for record in checks)
