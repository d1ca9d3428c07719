"""`topograde verify`: the course proves itself."""

from __future__ import annotations

from rich.text import Text

from grader.authoring.fault import Fault
from grader.authoring.verify import verify
from grader.checks.declare import checks_of
from grader.course.course import Course
from grader.errors import Exit
from grader.judging.context import GradingContext
from grader.reports import terminal
from grader.worker import isolation


def verify_course(course: Course) -> int:
    """`topograde verify`: every fault with its file and what mends it."""
    console = terminal.console()
    checks = checks_of(course)
    faults: list[Fault] = []

    def told(fault: Fault) -> None:
        faults.append(fault)
        console.print(Text(f"{fault.file}: {fault.fault}\n    to mend it: {fault.mend}"))

    with isolation.start_server(course.lazy_imports) as server:
        context = GradingContext(b"the course proves itself", server)
        for item in verify(course, checks, context):
            if isinstance(item, str):
                console.print(Text(f"  looked at {item}"))
                continue
            told(item)
    total = sum(map(len, checks.values()))
    if faults:
        console.print(Text(f"{len(faults)} fault{'s' if len(faults) > 1 else ''}."))
        return Exit.FAILED
    console.print(
        Text(
            f"{len(course.exercises)} exercises, {total} checks, {course.points:g} points: "
            "every stub earns 0, every solution everything."
        )
    )
    return Exit.OK
