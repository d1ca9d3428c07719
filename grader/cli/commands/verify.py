"""`topograde verify`: the course proves itself."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from grader.authoring.fault import Flaw
from grader.authoring.verify import verify
from grader.checks.declare import checks_of
from grader.course.course import Course
from grader.errors import Exit
from grader.judging.context import GradingContext
from grader.reports import terminal
from grader.text import counted
from grader.worker import isolation


def verify_course(course: Course, names: Sequence[str] = ()) -> int:
    """`topograde verify`: every fault with its file and what fixes it. names: exercises, or all."""
    only = tuple(course.exercise(name) for name in names)
    console = terminal.console()
    checks = checks_of(course)
    faults: list[Flaw] = []

    def told(fault: Flaw) -> None:
        faults.append(fault)
        console.print(Text(f"{fault.file}: {fault.fault}\n    to fix it: {fault.mend}"))

    with isolation.start_server(*course.beside) as server:
        context = GradingContext(b"the course proves itself", server)
        for item in verify(course, checks, context, only):
            if isinstance(item, str):
                console.print(Text(f"  looked at {item}"))
                continue
            told(item)
    looked_at = only or course.exercises
    total = sum(len(checks[exercise.id]) for exercise in looked_at)
    if faults:
        console.print(Text(f"{counted(len(faults), 'fault')}."))
        return Exit.FAILED
    console.print(
        Text(
            f"{counted(len(looked_at), 'exercise')}, {counted(total, 'check')}, "
            f"{sum(exercise.points for exercise in looked_at):g} points: "
            "every stub earns 0, every solution everything."
        )
    )
    return Exit.OK
