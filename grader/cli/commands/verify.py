"""`topograde verify`: the course proves itself."""

from __future__ import annotations

from pathlib import Path

import click
from rich.text import Text

from grader.authoring.verify import verify
from grader.checks.declare import checks_of
from grader.cli.options import COURSE
from grader.course.course import load_course
from grader.errors import Exit
from grader.judging.context import GradingContext
from grader.reports import terminal
from grader.text import counted
from grader.worker.starting import start_server


@click.command("verify")
@click.argument("exercises", nargs=-1, metavar="[EXERCISE ...]")
@COURSE
def proof(exercises: tuple[str, ...], course_dir: Path | None) -> int:
    """Let a course prove itself, or the exercises that you name.

    Every stub earns 0 and every solution everything; stubs are up to date; hints exist; every trap
    draws; recorded answers are PyTorch's; no stray files. Names file, fault and what fixes it.
    Exits with 1 on a fault.
    """
    course = load_course(course_dir)
    only = tuple(course.exercise(name) for name in exercises)
    console = terminal.console()
    checks = checks_of(course)
    faults = 0
    with start_server(*course.beside) as server:
        context = GradingContext(b"the course proves itself", server)
        for item in verify(course, checks, context, only):
            if isinstance(item, str):
                console.print(Text(f"  looked at {item}"))
                continue
            faults += 1
            console.print(Text(f"{item.file}: {item.fault}\n    to fix it: {item.mend}"))
    looked_at = only or course.exercises
    total = sum(len(checks[exercise.id]) for exercise in looked_at)
    if faults:
        console.print(Text(f"{counted(faults, 'fault')}."))
        return Exit.FAILED
    console.print(
        Text(
            f"{counted(len(looked_at), 'exercise')}, {counted(total, 'check')}, "
            f"{sum(exercise.points for exercise in looked_at):g} points: "
            "every stub earns 0, every solution everything."
        )
    )
    return Exit.OK
