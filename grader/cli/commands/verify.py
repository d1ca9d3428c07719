"""`topograde verify`: the course proves itself."""

from __future__ import annotations

from rich.text import Text

from grader.authoring.verify import Fault, verify
from grader.checks.declare import checks_of
from grader.cli.commands.prove import Wanted, prove_course
from grader.cli.exits import FAILED, OK
from grader.course.course import Course
from grader.judging.context import Bench
from grader.proving.proof import provable
from grader.reports import terminal
from grader.worker import isolation


def verify_course(course: Course, wanted: Wanted) -> int:
    """`topograde verify`: every fault with its file and what mends it."""
    console = terminal.console()
    checks = checks_of(course)
    faults: list[Fault] = []
    lines: list[str] = []

    def told(fault: Fault) -> None:
        faults.append(fault)
        console.print(Text(f"{fault.file}: {fault.fault}\n    to mend it: {fault.mend}"))

    with isolation.start_server(course.lazy_imports) as server:
        bench = Bench(b"the course proves itself", server)
        for item in verify(course, checks, bench):
            if isinstance(item, str):
                console.print(Text(f"  looked at {item}"))
                continue
            told(item)
    if provable(course):
        # The page belongs beside the course's folders, as in the repository.
        for proved in prove_course(course, checks, wanted, course.stubs_dir.parent / "docs"):
            if isinstance(proved, Fault):
                told(proved)
            else:
                lines.append(proved)
    console.print(Text("\n".join(lines)))
    total = sum(map(len, checks.values()))
    if faults:
        console.print(Text(f"{len(faults)} fault{'s' if len(faults) > 1 else ''}."))
        return FAILED
    console.print(
        Text(
            f"{len(course.exercises)} exercises, {total} checks, {course.points:g} points: "
            "every stub earns 0, every solution everything."
        )
    )
    return OK
