"""A student's own check: nothing is drawn, answers are recorded, the worker is locked as usual.

`own_bench` is what `topograde check`, its watch mode and the notebook grade with. It needs no
PyTorch, and gets to its first answer without importing anything heavy.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path

from grader.checks.declare import Check, load_checks, own_checks
from grader.course.course import Course, CourseError, Exercise
from grader.course.growing import PASTE, Passed, grown, parts_of_code
from grader.grading.own_files import begun_in, deleted_files, unread_files, work_folder
from grader.grading.progress import (
    NOT_BEGUN,
    PASSED,
    UNCHECKED,
    Progress,
    print_of,
    upcoming,
)
from grader.grading.submission import Runner, grade_submission, run_directly
from grader.judging.context import GradingContext
from grader.judging.report import Report
from grader.programs.recorded import RecordedOracle
from grader.submissions.sources.collected import Source
from grader.submissions.sources.unchanged import is_untouched
from grader.submissions.submission import Submission, read_work
from grader.syntax import nodes_of, parse
from grader.text import counted, printable
from grader.worker.forkserver import ForkServer
from grader.worker.starting import started_soon

NOTHING_DRAWN = b"a student's own check draws nothing"
EXAMPLES = "# ---- Examples"
UNTESTED = {"level": "not tested: a student's own check runs the student's own code"}


def own_bench(course: Course, server: ForkServer, first: Iterable[str] = ()) -> GradingContext:
    """A context for one's own work. first: the exercises whose answers are wanted first."""
    ids = dict.fromkeys([*first, *(exercise.id for exercise in course.exercises)])
    server.tells_lines = True
    oracle = RecordedOracle(ids, course.recorded_dir)
    return GradingContext(NOTHING_DRAWN, server, oracle)


def is_locked(server: ForkServer) -> bool:
    """Whether the server filters system calls: without that there is no isolation to speak of.

    That it holds is for an instructor's run to prove (`worker.isolation`): here it is only known
    where there is none.
    """
    return bool(server.lock.get("seccomp"))


def handed_out(course: Course, exercise: Exercise, folder: Path) -> str:
    """The stub that a student's folder began with.

    Where the course's own stubs are worked on, it is made from the solution, if that is there.
    Raises CourseError where it is not at hand, and `ReleaseError` where it cannot be made.
    """
    if folder.resolve() != course.stubs_dir.resolve():
        try:
            return (course.stubs_dir / exercise.file_name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CourseError(f"The stub of {exercise.id} cannot be read: {error}.") from error
    if not (course.solutions_dir / exercise.file_name).is_file():
        raise CourseError(
            f"The stub of {exercise.id} is not here: {printable(str(folder))} is where the course "
            "itself is. Copy it from what you were given."
        )
    from grader.course.stubs import stub_of  # for who has the solutions only

    return stub_of(course, exercise)


LACKS = frozenset({"instructor"})
"""What a student's own run has not got: an instructor's patience."""


def states_of(
    course: Course,
    progress: Progress,
    sources: Mapping[str, Source],
    is_stub: Callable[[str, Source], bool],
) -> dict[str, str]:
    """How each exercise of the course stands: as last checked, if its file is still the same."""
    states: dict[str, str] = {}
    for exercise in course.exercises:
        source = sources.get(exercise.id)
        states[exercise.id] = state = progress.state(exercise.id, source)
        if state == UNCHECKED and source is not None and is_stub(exercise.id, source):
            states[exercise.id] = NOT_BEGUN
    return states


class ChecksWhenAsked(dict[str, tuple[Check, ...]]):
    """The checks of a student's own run that are possible here, loaded when asked for: mostly one.

    `left_out`: those that need what is missing here, and those that come after them.
    """

    def __init__(self, course: Course, lacks: frozenset[str] = frozenset()) -> None:
        super().__init__()
        self.left_out: dict[str, tuple[Check, ...]] = {}
        self._course, self._lacks = course, lacks

    def __missing__(self, exercise: str) -> tuple[Check, ...]:
        declared = load_checks([exercise], self._course.checks_dir)[exercise]
        found = own_checks(self._course.exercise(exercise), declared)
        left_out: dict[str, Check] = {}
        for check in found:
            if check.needs in self._lacks or not left_out.keys().isdisjoint(check.after):
                left_out[check.id] = check
        self.left_out[exercise] = tuple(left_out.values())
        self[exercise] = found = tuple(check for check in found if check.id not in left_out)
        return found


FEW = 20
"""So many answers are worth a number."""


def _measured(file: str, source: Source, asked: int, seconds: float) -> tuple[str, str]:
    """How large an engine is, how much it was asked, and how long it took."""
    tree = parse(_before_examples(source))
    statements = [node for node in nodes_of(tree) if isinstance(node, ast.stmt)] if tree else []
    texts = [node for node in statements if isinstance(node, ast.Expr)]
    texts = [node for node in texts if isinstance(node.value, ast.Constant)]
    lines = len({node.lineno for node in statements} - {node.lineno for node in texts})
    return (
        f"{lines} lines of {file} hold all of it.",
        f"{asked:,} programs, all right: {1e6 * seconds / max(asked, 1):.0f} microseconds each.",
    )


def _how_it_passed(source: Source, stub: str | None, asked: int, seconds: float) -> str:
    """How many lines of the student's gave how many answers, and how fast; "" of few answers."""
    if asked < FEW or stub is None:
        return ""
    lent = {name for name, part in parts_of_code(stub).items() if not part.is_asked}
    given = Counter(_code_lines(stub, lent))
    lines = (Counter(_code_lines("\n".join(source.cells), lent)) - given).total()
    took = f"{1000 * seconds:.0f} ms" if seconds < 0.995 else f"{seconds:.1f} s"
    by = f"{counted(lines, 'line')} of yours, " if lines else ""
    return f"{by}{asked:,} answers, all right, {took}"


def _before_examples(source: Source) -> str:
    return "\n".join(source.cells).partition(EXAMPLES)[0]


def _code_lines(text: str, lent: Collection[str]) -> list[str]:
    """The lines before the examples, without those of these parts: a stub asks nothing of them."""
    parts = [part for name, part in parts_of_code(text).items() if name in lent]
    left_out = {number for part in parts for number in range(part.first, part.last + 1)}
    lines = text.partition(EXAMPLES)[0].splitlines()
    code = (line.strip() for n, line in enumerate(lines, start=1) if n not in left_out)
    return [line for line in code if line and not line.startswith("#")]


class OwnWork:
    """A student's own work, checked as often as one likes. Use as a context manager.

    soon: waits for what starts the workers, if it was begun before all this was imported.
    """

    def __init__(
        self,
        course: Course,
        work: Path | None,
        first: Iterable[str] = (),
        soon: Callable[[], ForkServer] | None = None,
    ) -> None:
        soon = soon or started_soon(*course.beside)
        self.course = course
        self.folder = work_folder(course, work)
        self.server = soon()
        self.checks = ChecksWhenAsked(course, self.server.lacks | LACKS)
        self.context = own_bench(course, self.server, first)
        self.progress = Progress.load(self.folder)
        self.deleted: Mapping[str, str] = {}
        """The exercises that were checked here once, and the file of each that is gone."""
        self.just_passed: Mapping[str, str] = {}
        """What passed in the last check and did not do so before, and what was measured of it."""
        self.is_first = False
        """Whether one of these passed for the first time."""
        self.unread: Mapping[str, str] = {}
        """The exercises whose file is there and cannot be used, and that file."""
        self.built: list[str] = []
        """What was measured of an exam's engine in the last check, in sentences."""
        self.files: Mapping[str, str] = {}
        """The file in which each exercise was found when it was last looked for."""
        self.unable: frozenset[str] = frozenset()
        """The exercises that are as they were when they could not be checked."""
        self.written: Mapping[str, bool] = {}
        """The exercises that are as `topograde next` wrote them, and whether that put work in."""
        self.ready = ""
        """The next exercise, if its file is there and `topograde next` would leave it as it is."""

    def __enter__(self) -> OwnWork:
        return self

    def __exit__(self, *_: object) -> None:
        self.server.close()

    def hidden(self, exercise: str) -> int:
        """How many checks only an instructor's run judges: an exam's traps."""
        return sum(check.hidden for check in self.checks[exercise])

    def not_run(self, exercise: str) -> list[str]:
        """The sentences of the public checks that cannot run here."""
        self.checks[exercise]
        return [check.sentence for check in self.checks.left_out[exercise] if not check.hidden]

    def needs(self, exercise: str) -> frozenset[str]:
        """What the checks need that cannot run here."""
        self.checks[exercise]
        return frozenset(check.needs for check in self.checks.left_out[exercise] if check.needs)

    def check(
        self, only: Iterable[str] = (), runner: Runner = run_directly, asked: str | None = None
    ) -> tuple[Report, dict[str, str]]:
        """A report on these exercises (all if none), and how each exercise of the course stands.

        Where all are wanted, a file with nothing done in it is not run. asked: the one exercise
        that the student named; a lone file that says nothing else is it.

        Raises `UnreadableInput` if there is no such folder, and whatever `runner` raises.
        """
        wanted = set(only)
        submission = self._read(asked)
        self._look_for_files(submission)
        graded = grade_submission(
            submission, self.course, self.checks, self.context, runner,
            only=wanted, isolation=UNTESTED, public_only=True,
            stub=self._stub, run_untouched=bool(wanted),
        )  # fmt: skip
        report = graded.report
        exams = [e for e in self.course.exercises if e.exam and e.id in graded.counts]
        self.built = [
            sentence
            for e in exams
            for sentence in _measured(
                e.file_name, submission.sources[e.id], graded.counts[e.id], graded.seconds[e.id]
            )
        ]
        now = self._remember(report, submission, asked)
        self.just_passed = {
            name: _how_it_passed(
                submission.sources[name],
                self._stub(name),
                graded.counts[name],
                graded.seconds[name],
            )
            for name in self.just_passed
            if name in graded.counts
        }
        return report, self._states(now)

    def _read(self, asked: str | None = None) -> Submission:
        return read_work(self.folder, self.course, asked or self.course.asked())

    def _remember(self, report: Report, submission: Submission, asked: str | None) -> Submission:
        """Note how each exercise stands, but for one that was changed and checked meanwhile.

        The work as it is now, if another command has checked some of it.
        """
        earlier, now = self.progress.states, submission
        with Progress.alone(self.folder) as self.progress:
            before, ever = self.progress.done(), {*self.progress.passed}
            if self.progress.states != earlier:
                now = self._read(asked)
            for result in report.exercises:
                source, newest = (each.sources.get(result.id) for each in (submission, now))
                if not result.handed_in or not source or not newest or result.id in self.deleted:
                    continue
                if print_of(newest) == print_of(source):
                    is_stub = self._is_stub(result.id, source)
                    self.progress.note(result, source, is_stub, self.hidden(result.id))
            self.just_passed = dict.fromkeys(self.progress.done() - before, "")
            self.is_first = not self.just_passed.keys() <= ever
            self.progress.save()  # what cannot be remembered is checked again: no need to say so
        return now

    def begun_in(self, notebook: str) -> list[str]:
        """The exercises that are begun in a notebook of the folder. Raises `CourseError`."""
        return begun_in(notebook, read_work(self.folder, self.course), self.course, self._is_stub)

    def states(self) -> dict[str, str]:
        """How each exercise stood when it was last checked. Raises `UnreadableInput`."""
        return self._states(read_work(self.folder, self.course))

    def _look_for_files(self, submission: Submission) -> None:
        self.files = {name: source.name for name, source in submission.sources.items()}
        if self.folder.is_dir():
            of = submission, self.course, self.progress
            self.unread = unread_files(*of)
            self.deleted = deleted_files(*of, self.unread, self._is_stub)

    def _states(self, submission: Submission) -> dict[str, str]:
        self._look_for_files(submission)
        self.unable = self.progress.unable(submission.sources)
        written = self.progress.written
        self.written = {
            name: not is_untouched(source.cells, self._stub(name) or "", name)
            for name, source in submission.sources.items()
            if written.get(name) == print_of(source)
        }
        states = states_of(self.course, self.progress, submission.sources, self._is_stub)
        states |= dict.fromkeys(self.unread, UNCHECKED)
        following = upcoming(self.course, states, self.unable)
        is_ready = following is not None and self._is_ready(following, submission.sources, states)
        self.ready = following.id if following is not None and is_ready else ""
        return states

    def _is_ready(
        self, exercise: Exercise, sources: Mapping[str, Source], states: Mapping[str, str]
    ) -> bool:
        """Whether a file is what `topograde next` would write."""
        source, stub = sources.get(exercise.id), self._stub(exercise.id)
        if source is None or stub is None or states[exercise.id] != NOT_BEGUN:
            return False
        before = self.course.exercises[: 0 if exercise.collects else self.course.place(exercise.id)]
        passed = [
            Passed(self._stub(each.id) or "", "\n".join(sources[each.id].cells), each.id)
            for each in before
            if states[each.id] == PASSED
        ]
        text, _ = grown(stub, passed, exercise.collects)
        return PASTE.search(stub) is None and text == "\n".join(source.cells)

    def _is_stub(self, name: str, source: Source) -> bool:
        return self.progress.nothing_done(name, source, self._stub(name))

    def _stub(self, name: str) -> str | None:
        """What was handed out; None where it is not at hand."""
        try:
            return handed_out(self.course, self.course.exercise(name), self.folder)
        except Exception:  # a course without stubs, or with a solution that makes none
            return None
