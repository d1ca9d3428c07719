"""What is remembered of a student's work between two commands: `.topograde/progress.json`.

It lies beside the exercises and holds how each exercise stood when it was last checked, and how
many of its hints were shown. Whoever changes it does so `alone`, on what is there by then: a watch
that was started long ago takes back no tick of another command. It is a convenience and never a
reason to fail: a damaged file counts as none, a folder that cannot be written to gives a sentence.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from grader.judging.as_json import fields_of, record_of
from grader.judging.report import ExerciseReport
from grader.submissions.sources.unchanged import nothing_done
from grader.syntax import nodes_of, parse

if TYPE_CHECKING:
    from grader.course.course import Course, Exercise
    from grader.submissions.sources.collected import Source

FOLDER, FILE = ".topograde", "progress.json"
PASSED: Final = "passed"
HIDDEN_LEFT: Final = "passed but for hidden checks"
"""An exam, of which an instructor's run judges more. It is no tick."""
FAILING: Final = "failing"
NOT_BEGUN: Final = "not begun"
UNCHECKED: Final = "not checked"
State: TypeAlias = Literal[
    "passed", "passed but for hidden checks", "failing", "not begun", "not checked"
]
VERSION = 2


def state_of(exercise: ExerciseReport, is_stub: bool = False, hidden: int = 0) -> State:
    """How an exercise stands by its checks.

    is_stub: its code is as it was handed out. A stub may compute something, and something wrong.
    hidden: how many of its checks were not run, because only an instructor's run judges them.
    """
    if not exercise.handed_in:
        return NOT_BEGUN
    outcomes = {check.outcome for check in exercise.checks}
    if not outcomes:
        return UNCHECKED  # none of its checks can run here
    if outcomes <= {"passed"}:
        return HIDDEN_LEFT if hidden else PASSED
    wrong = any(
        check.outcome not in ("blocked", "passed", "ungraded") and not check.is_to_do
        for check in exercise.checks
    )
    if wrong and not is_stub:
        return FAILING
    if "ungraded" in outcomes:
        return UNCHECKED
    return NOT_BEGUN if is_stub else FAILING


def upcoming(
    course: Course, states: Mapping[str, str], unable: Collection[str] = ()
) -> Exercise | None:
    """The exercise to go on with: what is begun comes before what is not; None if all is done.

    unable: those that cannot be checked here. Every command that names a next step takes this one.
    """
    for wanted in (FAILING, UNCHECKED, NOT_BEGUN):
        for exercise in course.exercises:
            possible = wanted == NOT_BEGUN or exercise.id not in unable
            if states.get(exercise.id) == wanted and possible:
                return exercise
    return None


def print_of(source: Source) -> str:
    """What tells whether a source, and what it may import, is the same as when it was checked."""
    code = "\n".join(source.cells)
    beside = [list(each) for each in source.siblings if Path(each[0]).stem in code]
    if beside and (tree := parse(code)):  # a word of a sentence imports nothing
        taken = _imported(tree)
        beside = [each for each in beside if Path(each[0]).stem in taken]
    whole = json.dumps([*source.cells, *beside])
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _imported(tree: ast.Module) -> set[str]:
    """The modules that code may import: by a statement, or by a text that is a name alone."""
    found: set[str] = set()
    for node in nodes_of(tree):
        match node:
            case ast.Import(names=names):
                found.update(name.name.partition(".")[0] for name in names)
            case ast.ImportFrom(module=str(module)):
                found.add(module.partition(".")[0])
            case ast.ImportFrom(names=names):
                found.update(name.name for name in names)
            case ast.Constant(value=str(text)):
                found.add(text.removesuffix(".py"))
    return found


@dataclass(slots=True)
class Progress:
    """What is remembered. `with Progress.alone(work) as progress`: change it, then `save()`."""

    states: dict[str, tuple[State, str]] = field(default_factory=dict)
    hints: dict[str, int] = field(default_factory=dict)
    written: dict[str, str] = field(default_factory=dict)
    """What `topograde next` wrote, as `print_of` tells it: a file that is still so is not begun."""
    files: dict[str, str] = field(default_factory=dict)
    """The file in which each exercise was when it was last checked."""
    passed: dict[str, tuple[State, str]] = field(default_factory=dict)
    """How each exercise stood when it last was done: who undoes a change need not check again."""
    version: int = VERSION
    path: Path = Path()
    """Where it is kept."""

    @staticmethod
    def load(work: Path) -> Progress:
        """What is remembered beside this work (a folder, or a file in it); nothing if damaged."""
        folder = work if work.is_dir() else work.parent
        progress, path = Progress(), folder / FOLDER / FILE
        with contextlib.suppress(OSError, ValueError, RecursionError, TypeError):
            found = record_of(Progress, json.loads(path.read_text(encoding="utf-8")))
            if found.version == VERSION and all(each >= 0 for each in found.hints.values()):
                progress = found
        progress.path = path
        return progress

    @staticmethod
    @contextlib.contextmanager
    def alone(work: Path) -> Iterator[Progress]:
        """What is remembered by now, while no other process may change it."""
        folder = (work if work.is_dir() else work.parent) / FOLDER
        with contextlib.ExitStack() as stack:
            with contextlib.suppress(OSError, ImportError):  # a read-only folder, Windows
                import fcntl

                folder.mkdir(exist_ok=True)
                handle = os.open(folder, os.O_RDONLY)
                stack.callback(os.close, handle)
                fcntl.flock(handle, fcntl.LOCK_EX)
            yield Progress.load(work)

    def state(self, exercise: str, source: Source | None) -> State:
        """How an exercise stood when it was last checked, if its source is still the same."""
        if source is None:
            return NOT_BEGUN
        now = print_of(source)
        for state, seen in (
            each[exercise] for each in (self.states, self.passed) if exercise in each
        ):
            if seen == now:
                return state
        return UNCHECKED

    def unable(self, sources: Mapping[str, Source]) -> frozenset[str]:
        """The exercises that were checked as they are, and could not be."""
        found = self.states
        return frozenset(
            name for name, each in sources.items() if found.get(name) == (UNCHECKED, print_of(each))
        )

    def nothing_done(self, name: str, source: Source, stub: str | None) -> bool:
        """Whether a file is as `topograde next` wrote it, or nothing was done in its stub.

        stub: None where what was handed out is not at hand.
        """
        is_written = self.written.get(name) == print_of(source)
        return is_written or (stub is not None and nothing_done(source.cells, stub, name))

    def note(
        self, exercise: ExerciseReport, source: Source, is_stub: bool, hidden: int = 0
    ) -> None:
        """Remember how an exercise stands."""
        state = state_of(exercise, is_stub, hidden)
        found = self.states[exercise.id] = (state, print_of(source))
        if state in (PASSED, HIDDEN_LEFT):
            self.passed[exercise.id] = found
        elif self.passed.get(exercise.id, ("", ""))[1] == found[1]:
            del self.passed[exercise.id]
        self.files[exercise.id] = source.name

    def done(self) -> frozenset[str]:
        """The exercises of which nothing was left when they were last checked."""
        done = (PASSED, HIDDEN_LEFT)
        return frozenset(name for name, (state, _) in self.states.items() if state in done)

    def save(self) -> str | None:
        """Write it, whole or not at all; a sentence if that cannot be done."""
        data = fields_of(self)
        del data["path"]
        text = json.dumps(data, indent=1, sort_keys=True) + "\n"
        temporary = ""
        try:
            self.path.parent.mkdir(exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=self.path.parent, prefix="progress-")
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            os.replace(temporary, self.path)
        except OSError as error:
            if temporary:
                with contextlib.suppress(OSError):
                    os.unlink(temporary)
            reason = error.strerror or str(error)
            return f"What was shown cannot be remembered: {self.path.parent}: {reason}."
        return None
