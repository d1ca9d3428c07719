"""`topograde next`: the next exercise's file, with the student's own passed work in it."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from pathlib import Path

import click

from grader.cli.options import COURSE, WORK
from grader.course.course import STRETCH, Course, CourseError, Exercise, course_for, load_course
from grader.course.growing import (
    PASTE,
    Passed,
    grown,
    parts_of_code,
    still_asked,
    with_engine,
    written_in,
)
from grader.errors import Exit
from grader.grading.own_files import may_be_written, named_one, work_folder
from grader.grading.own_work import handed_out, states_of
from grader.grading.progress import (
    FAILING,
    HIDDEN_LEFT,
    PASSED,
    Progress,
    print_of,
    upcoming,
)
from grader.programs.operators import OPERATORS
from grader.submissions.sources.collected import Source
from grader.submissions.sources.unchanged import is_untouched
from grader.submissions.submission import read_work
from grader.text import counted, printable

EXERCISES = "exercises"
WIDTH = 80
"""How wide a line may be, in characters."""

NO_ENGINE = "Your engine is not in it: no exam that passes was found beside this folder."
DONE = frozenset({PASSED, HIDDEN_LEFT})
"""States in which nothing is left to be done here."""


@click.command("next")
@click.argument("exercise", required=False)
@click.option("--collect", is_flag=True, help="Begin the exam with all that you wrote before it.")
@WORK
@COURSE
def next_exercise(
    exercise: str | None, collect: bool, work: Path | None, course_dir: Path | None
) -> int:
    """Begin the next exercise with your own work.

    It is the first one that is not done, unless you name another. Writes its file: the stub, with
    every function in it that you wrote in an exercise that passes. What you skipped is lent. The
    exam begins empty.
    """
    course = load_course(course_dir or course_for(work, [exercise] if exercise else ()))
    if exercise is not None:
        exercise, work = named_one(exercise, work)
    folder = work_folder(course, work)
    progress = Progress.load(folder)
    sources = read_work(folder, course).sources if folder.is_dir() else {}
    stubs = {e.id: handed_out(course, e, folder) for e in course.exercises}
    states = states_of(
        course, progress, sources, lambda name, file: progress.nothing_done(name, file, stubs[name])
    )
    unable = progress.unable(sources)
    wanted = course.exercise(exercise) if exercise else upcoming(course, states, unable)
    if wanted is None:
        told = "Every exercise passes. There is no next one."
        if unable or HIDDEN_LEFT in states.values():
            told = "All that can be checked here passes. There is no next exercise."
        if folder.name != STRETCH and (folder.parent / STRETCH).is_dir():
            told += f" More waits beside it, in {STRETCH}/: `topograde next` there."
        click.echo("\n".join(textwrap.wrap(told, WIDTH, break_on_hyphens=False)))
        return Exit.OK
    if collect and not wanted.collects:
        raise CourseError(f"--collect is for an exam. {wanted.id} takes your work by itself.")
    stub = stubs[wanted.id]
    path, source = folder / wanted.file_name, sources.get(wanted.id)
    if source is not None and not _may_be_replaced(wanted, source, stub, progress):
        file = printable(source.name)
        if exercise is None:
            last = "was not checked since it changed"
            if states[wanted.id] == FAILING:
                last = "does not pass yet"
            raise CourseError(
                f"{wanted.id} comes first: {file} is begun and {last}. See `topograde check "
                f"{wanted.id}`. To leave it for later, name another: `topograde next EXERCISE`."
            )
        raise CourseError(
            f"{file} is begun already. Work on it, or start it again with "
            f"`topograde reset {wanted.id}` and then `topograde next {wanted.id}`."
        )
    if not may_be_written(path, list(sources.values())):
        raise CourseError(
            f"{path.name} is there and cannot be used: `topograde check {wanted.id}` says why. "
            f"Fix it, or start it again with `topograde reset {wanted.id}`."
        )
    passed = [
        Passed(stubs[each.id], "\n".join(sources[each.id].cells), each.id)
        for each in course.exercises[: course.place(wanted.id)]
        if states[each.id] == PASSED
    ]
    if wanted.collects and not collect:
        passed = []
    pasted = PASTE.search(stub) is not None
    engine = _own_engine(folder) if pasted else None
    if engine is not None:
        stub = with_engine(stub, engine.read_text(encoding="utf-8"))
    text, own = grown(stub, passed, wanted.collects or engine is not None)
    if source is not None and text == "\n".join(source.cells):
        click.echo(f"{path.name} is there and not begun. Do what TODO says in it.")
        if wanted.collects and not collect and any(s == PASSED for s in states.values()):
            click.echo("`topograde next --collect` puts your own passed work into it.")
        if pasted and engine is None:
            click.echo(NO_ENGINE)
        return Exit.OK
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        click.echo(f"topograde: {path} cannot be written: {error.strerror}.", err=True)
        return Exit.USAGE
    with Progress.alone(folder) as progress:
        progress.written[wanted.id] = print_of(Source(path.name, (text,), False))
        progress.save()
    sentences = _sentences(wanted, own, progress, states)
    if collect and own:
        left = still_asked(text, stubs.values())
        sentences[1:2] = _collected(course, wanted, text, written_in(passed, own), left)
    if engine is not None:
        sentences.append(f"Your engine is in it, from {engine.parent.name}/{engine.name}.")
    elif pasted:
        sentences.append(NO_ENGINE)
    sentences.append(f"Do what TODO says in it. Then: topograde check {wanted.id}")
    for sentence in sentences:
        begins = sentence[: len(sentence) - len(sentence.lstrip())]
        for line in textwrap.wrap(
            sentence, WIDTH, break_on_hyphens=False, subsequent_indent=begins
        ):
            click.echo(line)
    return Exit.OK


def _own_engine(folder: Path) -> Path | None:
    """The file of an exam beside this folder that passes all that can be checked here."""
    usual = load_course(None)
    for exam in (each for each in usual.exercises if each.exam):
        for beside in (folder.parent / EXERCISES, folder.parent):
            file = beside / exam.file_name
            source = read_work(beside, usual).sources.get(exam.id) if file.is_file() else None
            if source is not None and Progress.load(beside).state(exam.id, source) in DONE:
                return file
    return None


def _collected(
    course: Course, exam: Exercise, text: str, own: Mapping[str, list[str]], left: list[str]
) -> list[str]:
    """What was put into an exam's file, from where, what it still lacks, and what the exam asks."""
    from grader.checks.declare import load_checks

    parts, names = parts_of_code(text), [name for each in own.values() for name in each]
    rows = [row for name in names for row in parts[name].text.splitlines() if row.strip()]
    functions, lines = counted(len(names), "function"), counted(len(rows), "line")
    told = [f"In it {'is' if len(names) == 1 else 'are'} {functions} of yours, {lines}:"]
    width = max(map(len, own))
    for exercise, each in own.items():
        listed = textwrap.wrap(", ".join(map(spelled, each)), WIDTH - width - 6)
        told += [f"    {exercise:{width}}  {row}" for row in listed[:1]]
        told += [f"    {'':{width}}  {row}" for row in listed[1:]]
    if left:
        told.append(f"Still to write: {', '.join(left)}, and what else the contract names.")
    hidden = [check.hidden for check in load_checks([exam.id], course.checks_dir)[exam.id]]
    counts = f"{len(hidden)} checks, {sum(hidden)} of them hidden"
    return [*told, f"The exam has {counts}. {exam.collected}".strip()]


def spelled(part: str) -> str:
    """What a part of an engine is for: `__rsub__` as "5 - a", `tanh` as "a.tanh()"."""
    name = part.rpartition(".")[2]
    for row in OPERATORS.values():
        if row.takes != "list" and name == row.method:
            second = "n" if row.takes == "number" else "b"
            return row.written(*["a", second][: 1 if row.takes == "node" else 2])
        if row.sign and name == f"__r{row.name}__":
            return row.written("5", "a")
    return name


def _may_be_replaced(exercise: Exercise, source: Source, stub: str, progress: Progress) -> bool:
    """Whether an answer is as it was handed out, or as this command wrote it."""
    untouched = is_untouched(source.cells, stub, exercise.id)
    return untouched or progress.written.get(exercise.id) == print_of(source)


def _sentences(
    exercise: Exercise, own: list[str], progress: Progress, states: Mapping[str, str]
) -> list[str]:
    told = [f"wrote {exercise.file_name}: {exercise.title}"]
    if own:
        told.append(f"Your own work is in it: {', '.join(own)}.")
    elif exercise.collects:
        told.append(
            "It begins empty, and you write all of it. To begin with what you wrote in the course: "
            f"topograde next {exercise.id} --collect"
        )
    unchecked = [name for name, (state, _) in progress.states.items() if state == PASSED]
    unchecked = [name for name in unchecked if states.get(name) != PASSED and name != exercise.id]
    if unchecked:
        told.append(f"Changed since they passed, and so not in it: {', '.join(unchecked)}.")
    return told
