"""In a notebook: `check("backward")` judges what was executed, `draw(root)` draws a graph.

    from grader.notebook import check, draw

`points("backward")` is for a notebook that nbgrader grades: its value is what nbgrader counts.

`check` takes the raw text of the cells from IPython's history. The notebook's file is never read:
the kernel does not know where it is, and what is in it may be older than what is on the screen.
The code then runs in a locked process, as it does for `topograde check`, and never in the kernel.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from grader.explain.pictures.drawn.own import draw

if TYPE_CHECKING:
    from grader.course.course import Course, Exercise
    from grader.reports.pages.notebook import Result
    from grader.submissions.sources.collected import Source

__all__ = ["check", "draw", "points"]


def check(exercise: str = "") -> None:
    """Judge what you have executed so far as the answer to an exercise, by its id or number.

    Shows the result below the cell. What cannot be judged is a sentence there, not an exception.
    """
    if not exercise:
        print('Which exercise? Write its id or number: check("backward"), or check(4).')
        return
    shell = _shell()
    if shell is None:
        print(
            "check() works in a notebook, where it takes what you have executed. "
            f"In a terminal, run: topograde check {exercise}"
        )
        return
    _show(shell, *_judged(str(exercise), shell.history_manager.input_hist_raw))


def points(exercise: str) -> float:
    """The points of what you have executed so far, as the value of a cell that nbgrader grades.

    Where PyTorch is installed, hidden checks run too, on inputs that are drawn afresh. Elsewhere
    a student's own checks stand for all. Raises `RuntimeError` where no number can be computed:
    nbgrader takes a cell without a number for full points.
    """
    shell = _shell()
    if shell is None:
        raise RuntimeError("points() works in a notebook, where it takes what you have executed.")
    from grader.course.course import load_course
    from grader.grading.in_kernel import points_of

    course = load_course()
    wanted = course.exercise(str(exercise))
    source = _answer(course, wanted, shell.history_manager.input_hist_raw)
    if source is None:
        print(f"{wanted.id}: nothing has been executed for this exercise, 0 of {wanted.points}.")
        return 0.0
    earned, how = points_of(course, wanted, source)
    print(how)
    return earned


def _judged(exercise: str, raw: Sequence[str]) -> tuple[str, str]:
    """The result as HTML and as plain text."""
    from grader.checks.declare import CheckError
    from grader.course.course import CourseError, load_course
    from grader.reports.pages import notebook as notebook_html
    from grader.worker.exchange import WorkerUnavailable

    try:
        course = load_course()
        wanted = course.exercise(exercise)
        source = _answer(course, wanted, raw)
        if source is None:
            told = notebook_html.nothing_executed(wanted)
            return notebook_html.sentence(told), told
        result = _graded(course, wanted, source)
    except (CourseError, CheckError, WorkerUnavailable) as error:
        return notebook_html.sentence(str(error)), str(error)
    return notebook_html.as_html(result), notebook_html.as_text(result)


def _answer(course: Course, exercise: Exercise, raw: Sequence[str]) -> Source | None:
    from grader.submissions.sources.executed import answer_to, names_defined_by
    from grader.submissions.sources.matching import keys

    # A kit may have been tidied up, with no stub in it; the marks are enough then.
    names = names_defined_by(course.stub(exercise))
    return answer_to(exercise.id, keys(exercise)[:3], names, raw)


def _graded(course: Course, exercise: Exercise, source: Source) -> Result:
    """What came of a student's own checks, by recorded answers, as for `topograde check`."""
    from dataclasses import replace

    from grader.course.models import beside
    from grader.grading.in_kernel import checked
    from grader.grading.progress import PASSED
    from grader.reports.pages.notebook import Result
    from grader.submissions.sources.unchanged import nothing_done

    stub = course.stub(exercise)
    report, hidden, locked = checked(course, exercise, source, stub)
    result = Result(course, report, hidden, locked, nothing_done(source.cells, stub, exercise.id))
    if result.state == PASSED:
        return replace(result, beside=beside(course, exercise, source.cells) or ())
    return result


def _shell() -> Any:
    """IPython's shell with its history; None outside of a kernel."""
    import sys

    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return shell if getattr(shell, "history_manager", None) is not None else None


def _show(shell: Any, html: str, text: str) -> None:
    shell.display_pub.publish({"text/html": html, "text/plain": text})
