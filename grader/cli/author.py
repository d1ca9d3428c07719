"""What makes a course and what is handed out of it: `new` and `release`."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.options import COURSE, by_commas, out_folder
from grader.course.course import load_course

ONLY = click.option(
    "--only",
    multiple=True,
    metavar="ID",
    callback=by_commas,
    help="These exercises only, as for one week (ID or ID,ID; repeatable).",
)


@click.group()
def new() -> None:
    """Begin something of your own."""


@new.command(short_help="A small course of your own, to begin with.")
@click.argument("folder", metavar="NAME", type=click.Path(path_type=Path))
def course(folder: Path) -> None:
    """Write a small course into the folder NAME: two exercises, with checks, that prove themselves.

    Change them into yours: docs/for-check-authors.md says how.
    """
    from grader.authoring.new_course import write_course

    for path in write_course(folder):
        click.echo(f"wrote {path}")
    click.echo(f"Now prove it: topograde verify --course {folder}")


@click.group()
def release() -> None:
    """Make what is handed out from the solutions."""


@release.command(short_help="exercises/ and its notebook, from solutions/.")
@COURSE
def stubs(course_dir: Path | None) -> None:
    """Write exercises/NN_id.py, and the notebook of them, from solutions/NN_id.py."""
    from grader.authoring.release.stubs import write_stubs

    course = load_course(course_dir)
    changed = write_stubs(course)
    for path in changed:
        click.echo(f"wrote {path}")
    stubs = f"{len(course.exercises)} stubs and the notebook"
    click.echo(f"{stubs} are up to date, {len(changed)} were written.")


@release.command(short_help="PyTorch's recorded answers, so that check needs no PyTorch.")
@COURSE
def answers(course_dir: Path | None) -> None:
    """Record PyTorch's answers, whenever checks have changed: `check` then needs no PyTorch."""
    from grader.authoring.recording import write_answers
    from grader.checks.declare import checks_of

    course = load_course(course_dir)
    changed = write_answers(course.exercises, checks_of(course), course.recorded_dir)
    for path in changed:
        click.echo(f"wrote {path}")
    click.echo(f"Answers are recorded; {len(changed)} files have changed.")


@release.command(short_help="The student kit: a folder and a zip, no solutions.")
@out_folder("Where the folder topograde-student and its zip go.")
@ONLY
@COURSE
def student(out: Path, only: tuple[str, ...], course_dir: Path | None) -> None:
    """Write the student kit: exercises, notebook, checks and recorded answers, no solutions.

    A folder and a zip of it. Students run `make check`, or `pip install .` and `topograde check`;
    they need no PyTorch.
    """
    from grader.authoring.release.student_kit import write_kit

    folder, archive = write_kit(load_course(course_dir).part(only), out)
    click.echo(f"wrote {folder}")
    click.echo(f"wrote {archive} ({archive.stat().st_size // 1000:,} kB)")


@release.command(short_help="The course as a page in a browser: nothing to install.")
@out_folder("The site's folder: new, or that of an older version.")
@ONLY
@COURSE
def web(out: Path, only: tuple[str, ...], course_dir: Path | None) -> None:
    """Write the course as a static folder for any web server.

    Students open it in a browser: they write, check and get hints there, and hand in what they
    download. Nothing is sent anywhere.
    """
    from grader.authoring.release.web import write_site

    size, fast = write_site(load_course(course_dir).part(only), out)
    click.echo(f"wrote {out} ({size / 1e6:.0f} MB)")
    if not fast:
        click.echo(
            "The snapshot does not fit this code, so Python starts more slowly: "
            "`make web` makes a new one."
        )
    click.echo(f"To see it: python3 -m http.server --directory {out}")


@release.command(short_help="An autograder for Gradescope: a zip to upload.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    default="gradescope.zip",
    show_default=True,
    metavar="FILE.zip",
    help="The zip to upload as the autograder.",
)
@click.option(
    "--secret-file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="What hidden inputs are drawn from. Default: $TOPOGRADE_SECRET, otherwise a new secret.",
)
@ONLY
@COURSE
def gradescope(
    course_dir: Path | None, out: Path, secret_file: Path | None, only: tuple[str, ...]
) -> None:
    """Write an autograder for Gradescope: a zip with the grader, the course and the secret."""
    from grader.authoring.release.gradescope import write_gradescope

    course = load_course(course_dir).part(only)
    fingerprint = write_gradescope(course, out, secret_file, course.only)
    click.echo(f"wrote {out}, for an assignment of {course.points:g} autograder points")
    click.echo(f"It holds the secret {fingerprint}...: upload it, and give it to nobody.")


@release.command(short_help="A template repository that grades each push.")
@out_folder("The repository's folder, empty or not there yet.")
@click.option(
    "--source",
    metavar="WHAT",
    help="Where the workflow installs the grader from, as pip takes it, with a fixed version: "
    "git+https://github.com/YOU/topograde@TAG. Has to be given.",
)
@click.option(
    "--fail-under",
    type=click.FloatRange(0, 100),
    default=100,
    show_default=True,
    metavar="PERCENT",
    help="A push that scores less is red.",
)
@ONLY
@COURSE
def github(
    course_dir: Path | None,
    out: Path,
    source: str | None,
    fail_under: float,
    only: tuple[str, ...],
) -> None:
    """Write a template repository for GitHub that grades each push."""
    from grader.authoring.release.github import write_github

    paths = write_github(load_course(course_dir).part(only), out, source, fail_under)
    click.echo(f"wrote {len(paths)} files into {out}")


@release.command(short_help="An assignment for Classroom 50, to practise or for grades.")
@click.option(
    "--for",
    "purpose",
    type=click.Choice(["practice", "grades"]),
    required=True,
    help="practice: starter files and tests that run in the open. grades: an autograder.py.",
)
@out_folder("Where the files go: a folder that is empty or not there yet.")
@click.option(
    "--source",
    metavar="WHAT",
    help="With --for grades: where autograder.py installs the grader from, as pip takes it, with a "
    "fixed version: git+https://github.com/YOU/topograde@TAG.",
)
@ONLY
@COURSE
def classroom50(
    course_dir: Path | None, purpose: str, out: Path, source: str | None, only: tuple[str, ...]
) -> None:
    """Write what Classroom 50 needs for an assignment.

    For practice, hand tests.json to `gh teacher assignment add --tests` and make starter/ the
    template. For grades, put the files into CLASSROOM/autograders/ASSIGNMENT/ of your classroom50
    repository, and give the assignment no tests.

    \b
    topograde release classroom50 --for practice --out practice
    topograde release classroom50 --for grades --out bundle --source git+https://github.com/YOU/topograde@TAG
    """
    from grader.authoring.release.classroom50 import write_grades, write_practice

    if purpose == "practice" and source:
        raise click.UsageError("--source belongs to --for grades.")
    course = load_course(course_dir).part(only)
    if purpose == "practice":
        paths = write_practice(course, out)
    else:
        paths = write_grades(course, out, source, course.only)
    for path in paths:
        click.echo(f"wrote {path}")


@release.command(short_help="A source notebook for nbgrader.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=".",
    show_default=True,
    metavar="DIR",
    help="nbgrader's course folder, in which source/ lies.",
)
@click.option(
    "--assignment",
    default="topograde",
    show_default=True,
    metavar="NAME",
    help="What nbgrader calls the assignment.",
)
@ONLY
@COURSE
def nbgrader(course_dir: Path | None, out: Path, assignment: str, only: tuple[str, ...]) -> None:
    """Write source/ASSIGNMENT/topograde.ipynb into nbgrader's course folder.

    nbgrader then makes the students' version of it (nbgrader generate_assignment). Its own points
    come from a kernel that runs the student's code, and can be cheated: trust those of
    `topograde grade submitted/ --export nbgrader`, which writes them into nbgrader's gradebook.
    """
    from grader.authoring.release.nbgrader import write_nbgrader

    click.echo(f"wrote {write_nbgrader(load_course(course_dir).part(only), out, assignment)}")
    click.echo(f"Next, in {out}: nbgrader generate_assignment {assignment}")
