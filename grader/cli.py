"""The command line: thin. It reads arguments, calls one function of the package, prints, exits.

Exit codes: 0 done; 1 a check failed (`check`), a hand-in is below `--fail-under` (`grade`), or the
course has a fault (`verify`); 2 usage or unreadable input; 3 something is ungraded; 4 isolation
refused.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, NoReturn

import click

from grader import __version__
from grader.check import CheckError
from grader.course import CourseError, default_course_dir, load_course
from grader.release import ReleaseError

OK, FAILED, USAGE, UNGRADED, REFUSED = 0, 1, 2, 3, 4

HELP = {"help_option_names": ["-h", "--help"], "max_content_width": 96}
COURSE = click.option(
    "--course",
    "course_dir",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="A course of your own (course.toml, stubs, solutions, checks). Default: the built-in one.",
)


@click.group(context_settings=HELP)
@click.version_option(__version__, prog_name="topograde")
def main() -> None:
    """Topograde, an autograder for autograd.

    Students build a scalar reverse-mode engine; every gradient is compared with PyTorch's.

    \b
    As a student:     topograde check             all that you have begun
                      topograde check backward    one exercise, by id or number
    As an instructor: topograde grade HAND-INS --out RESULTS
    As an author:     topograde verify            the course proves itself
    """


@main.command()
@click.argument("exercises", nargs=-1, metavar="[EXERCISE ...]")
@click.option(
    "--work",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Your folder. Default: exercises/ below the current folder, else the folder itself.",
)
@COURSE
def check(exercises: tuple[str, ...], work: Path | None, course_dir: Path | None) -> None:
    """Check your own work.

    Runs the public checks of the exercises that you name (all if you name none) and shows the first
    thing to mend. Hidden checks run when your instructor grades. Exits with 1 if a check failed.
    """
    from grader.commands import check_work

    with _errors_as_sentences():
        sys.exit(check_work(load_course(course_dir or default_course_dir()), exercises, work))


@main.command()
@click.argument(
    "paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PATH..."
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    metavar="DIR",
    help="Where results go: grades.csv, STUDENT.json, instructor/.",
)
@click.option("--only", multiple=True, metavar="ID", help="Grade this exercise only (repeatable).")
@click.option(
    "--secret-file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The secret that hidden inputs are drawn from. Default: $TOPOGRADE_SECRET, else "
    "DIR/.secret, which is made if it is not there.",
)
@click.option(
    "--fail-under",
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="Exit with 1 if a hand-in scores less than this.",
)
@click.option(
    "--allow-unsandboxed",
    is_flag=True,
    help="Grade even where student code cannot be locked up; every report then says so.",
)
@click.option(
    "--require-isolation",
    type=click.Choice(["A", "B"]),
    help="Refuse to grade below this level of isolation.",
)
@COURSE
def grade(course_dir: Path | None, **options: Any) -> None:
    """Grade hand-ins: files, and folders with one file, folder or zip a student.

    A hand-in is a .py file, a notebook, a folder or a .zip. Results go to --out; a hand-in that
    cannot be read gets a named fault and costs nobody else anything.

    \b
    topograde grade submissions/ --out results/
    topograde grade ada.py --only backward --out results/
    """
    from grader.commands import grade_class

    with _errors_as_sentences():
        sys.exit(grade_class(load_course(course_dir or default_course_dir()), **options))


@main.command()
@COURSE
def verify(course_dir: Path | None) -> None:
    """Let the course prove itself.

    Every stub earns 0 and every solution everything; stubs are up to date; hints exist; every trap
    draws; no stray files. Names file, fault and what mends it. Exits with 1 on a fault.
    """
    from grader.commands import verify_course

    with _errors_as_sentences():
        sys.exit(verify_course(load_course(course_dir or default_course_dir())))


@main.group()
def release() -> None:
    """Make what is handed out from the solutions."""


@release.command()
@COURSE
def stubs(course_dir: Path | None) -> None:
    """Write exercises/NN_id.py from solutions/NN_id.py."""
    from grader.release import write_stubs

    with _errors_as_sentences():
        course = load_course(course_dir or default_course_dir())
        changed = write_stubs(course)
        for path in changed:
            click.echo(f"wrote {path}")
        click.echo(f"{len(course.exercises)} stubs are up to date, {len(changed)} were written.")


@main.command()
@COURSE
def doctor(course_dir: Path | None) -> None:
    """Say what this machine has: versions, the course, and how student code is locked up."""
    from grader.commands import examine

    with _errors_as_sentences():
        sys.exit(examine(course_dir or default_course_dir()))


class _errors_as_sentences:
    """Turns every expected error into a sentence on stderr and an exit code."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if error is None or isinstance(error, (SystemExit, click.ClickException)):
            return
        from grader.classroom import OutputError
        from grader.oracle import OracleUnavailable
        from grader.secret import SecretError
        from grader.submission import UnreadableInput
        from grader.worker.exchange import WorkerUnavailable

        if isinstance(error, KeyboardInterrupt):
            _leave("stopped; what was done is kept", 130)
        if isinstance(error, (WorkerUnavailable, OracleUnavailable)):
            _leave(str(error), UNGRADED)
        expected = (
            CourseError,
            CheckError,
            ReleaseError,
            SecretError,
            UnreadableInput,
            OutputError,
        )
        if isinstance(error, expected):
            _leave(str(error), USAGE)


def _leave(message: str, code: int) -> NoReturn:
    click.echo(f"topograde: {message}", err=True)
    sys.exit(code)


if __name__ == "__main__":
    main()
