"""The result of a check as HTML for a notebook's output: what the terminal says, with the graph.

Plain elements with inline styles, no script and no style sheet: JupyterLab, VS Code and Colab show
it alike, and keep it when the notebook is saved. A page's own colours shine through, so that it
reads in light and in dark; the few colours of its own are chosen for both.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.course.course import Course, Exercise
from grader.course.stub_parts import exercise_mark
from grader.explain.pictures.drawn.svg import DrawingUnavailable, as_svg
from grader.explain.pictures.drawn.text import in_characters
from grader.grading.progress import NOT_BEGUN, PASSED, state_of
from grader.judging.picture import Picture
from grader.judging.report import CheckResult, ExerciseReport, Report
from grader.reports.student_view import View, exercise_view
from grader.reports.view import (
    DONE_HERE,
    MOST_OF_THE_REST,
    STATE_MARKS,
    failure_of,
    first_failure,
    hidden_words,
    how_many_pass,
    mark_of,
    others_of,
    printed,
)

RED, GREEN, AMBER = "#d94a4a", "#2e8b57", "#b27419"
"""Each stands out 3.8 to 1 at least from white and from the backgrounds of dark themes."""

_COLOURS = {"red": RED, "green": GREEN}
_BOX = "margin:8px 0;padding:2px 0 2px 12px;border-left:3px solid "
_PRE = (
    "margin:6px 0;padding:6px 10px;background:rgba(127,127,127,.13);border-radius:4px;"
    "white-space:pre;overflow-x:auto;font-family:monospace;color:inherit"
)
_CELL = (
    "text-align:left;padding:0 16px 0 0;background:none;color:inherit;border:0;font-size:inherit"
)
_MOST_LINES = 5
NOT_LOCKED = "(level D: your code runs without isolation here)"


def nothing_executed(exercise: Exercise) -> str:
    """The sentence for an exercise of which no cell was executed."""
    return (
        f"Nothing to check yet: run the cell that begins with `{exercise_mark(exercise.id)}`, "
        "and then this one."
    )


def sentence(text: str) -> str:
    """A sentence and nothing else."""
    return f'<div style="{_BOX}{AMBER}">{_words(text)}</div>'


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a check in a notebook: a report on one exercise, how many checks are hidden,
    whether the code was locked up, and whether it is the cell as it was handed out. beside: after a
    pass the parts of the course's answer, where the course shows it (`course.models.beside`)."""

    course: Course
    report: Report
    hidden: int
    locked: bool
    is_stub: bool = False
    beside: Sequence[tuple[str, str, str]] = ()

    @property
    def state(self) -> str:
        """How the exercise stands."""
        return state_of(self.exercise, self.is_stub, self.hidden)

    @property
    def exercise(self) -> ExerciseReport:
        """The one exercise."""
        return self.report.exercises[0]


def as_text(result: Result) -> str:
    """The same in characters, 80 columns wide, for where no HTML is shown."""
    states = {each.id: NOT_BEGUN for each in result.course.exercises}
    states[result.exercise.id] = result.state
    hidden = {result.exercise.id: result.hidden}
    view = View(result.report, result.course, states, hidden, list(hidden), plain=True)
    lines = [line.plain.rstrip() for line in exercise_view(view, result.exercise)]
    if not result.locked:
        lines.append(NOT_LOCKED)
    return _in_cells("\n".join(lines).strip("\n"))


def as_html(result: Result) -> str:
    """The result of one exercise: its state, the first failure in full, the rest a line each."""
    exercise, state = result.exercise, result.state
    parts = [_heading(exercise, state, result.hidden)]
    if state == NOT_BEGUN:
        parts += _to_do(exercise)
    elif state not in DONE_HERE:
        parts += _failing(exercise)
    else:
        parts += [_note(f"note: {notice}") for notice in exercise.notices]
        parts += [_note(result.course.exercise(exercise.id).passed)] if state == PASSED else []
    parts.append(_note(" ".join(hidden_words(result.hidden))))
    if state not in DONE_HERE:
        parts.append(_note("Stuck? There are hints below. Then run your cell and this one again."))
    if not result.locked:
        parts.append(_note(NOT_LOCKED))
    parts += _model(result.beside)
    whole = "".join(_in_cells(part) for part in parts)
    return f'<div style="max-width:56em;line-height:1.45">{whole}</div>'


def _model(parts: Sequence[tuple[str, str, str]]) -> Iterator[str]:
    """The course's answer beside one's own, folded."""
    if parts:
        yield "<details><summary>The course's solution beside yours</summary>"
        for name, yours, text in parts:
            if yours:
                yield from _lines(f"Yours: `{name}`", *yours.splitlines())
            yield from _lines(f"The course's: `{name}`" if name else "The course's", text)
        yield "</details>"


def _in_cells(text: str) -> str:
    """What is said of a file, as it is said of the cells of a notebook."""
    return text.replace("of your file", "of your notebook").replace("our file", "our cells")


def _heading(exercise: ExerciseReport, state: str, hidden: int) -> str:
    mark = STATE_MARKS[state]
    colour = _COLOURS.get(mark.colour, AMBER)
    said = NOT_BEGUN if state == NOT_BEGUN else how_many_pass(exercise, hidden)
    return (
        f"<div><b>{mark.sign} {html.escape(exercise.id)}: {html.escape(exercise.title)}</b>&emsp;"
        f'<span style="color:{colour};font-weight:600">{said}</span></div>'
    )


def _to_do(exercise: ExerciseReport) -> Iterator[str]:
    """What an exercise wants that nobody has begun."""
    shown = exercise.checks[: MOST_OF_THE_REST + 1]
    more = len(exercise.checks) - len(shown)
    items = "".join(f"<li>{_words(check.sentence)}</li>" for check in shown)
    yield f'<ul style="margin:4px 0">{items}</ul>'
    if more:
        yield _note(f"and {more} more checks.")
    yield from (_note(f"note: {notice}") for notice in exercise.notices)


def _failing(exercise: ExerciseReport) -> Iterator[str]:
    first = first_failure(exercise)
    colour = _COLOURS.get(mark_of(first, True).colour, AMBER)
    yield f'<div style="{_BOX}{colour}">{"".join(_in_full(exercise, first))}</div>'
    others, told = others_of(exercise, first)
    yield from (_line(check) for check in others)
    yield _note(told)


def _in_full(exercise: ExerciseReport, check: CheckResult) -> Iterator[str]:
    yield _line(check, "font-weight:600")
    failure = failure_of(exercise, check)
    if failure.numbers:
        yield _numbers(*failure.numbers)
        yield _note(failure.said)
    else:
        yield f"<div>{_words(failure.said)}</div>"
    if failure.program:
        yield f'<pre style="{_PRE}">{html.escape(failure.program)}</pre>'
    if failure.picture is not None:
        yield _graph(failure.picture, exercise.id)
    if failure.told:
        yield f'<div style="margin:6px 0"><b>{_words(failure.told)}</b></div>'
    if failure.where:
        yield from _lines(*failure.where)
    if not check.is_to_do:
        yield from (_note(f"note: {notice}") for notice in exercise.notices)
        if exercise.output.strip():
            yield from _lines(*printed(exercise, _MOST_LINES))


def _lines(title: str, *lines: str) -> Iterator[str]:
    """A title and lines as they are."""
    yield _note(title)
    yield f'<pre style="{_PRE}">{html.escape(chr(10).join(lines))}</pre>'


def _numbers(what: str, yours: str, whose: str, right: str) -> str:
    """The student's number beside the right one."""
    code = f'style="{_CELL};font-family:monospace"'
    cells = (
        f"<td {code}>{html.escape(what)}</td>"
        f'<td style="{_CELL}">yours <b style="color:{RED}">{yours}</b></td>'
        f'<td style="{_CELL}">{whose} <b>{right}</b></td>'
    )
    table = "border:0;border-collapse:collapse;margin:4px 0;background:none"
    return f'<table style="{table}"><tr style="background:none">{cells}</tr></table>'


def _graph(picture: Picture, exercise: str) -> str:
    """The graph, in the page's own colour; what is wrong is red, and says so in words."""
    try:
        svg = as_svg(picture, prefix=f"topograde-{exercise}-")
    except DrawingUnavailable:
        return f'<pre style="{_PRE}">{html.escape(in_characters(picture))}</pre>'
    wrong = re.compile(r'(class="node [^"]*\b(?:first-wrong|wrong)\b[^"]*")')
    svg = wrong.sub(rf'\1 style="color:{RED}"', svg)
    return f'<div style="overflow-x:auto;margin:6px 0;color:inherit">{svg}</div>'


def _line(check: CheckResult, style: str = "") -> str:
    mark = mark_of(check, bool(style))
    colour = _COLOURS.get(mark.colour, AMBER)
    said = _words(check.sentence)
    return f'<div style="{style}"><b style="color:{colour}">{mark.loud}</b> {said}</div>'


def _note(text: str) -> str:
    return f'<div style="opacity:.8">{_words(text)}</div>' if text else ""


def _words(text: str) -> str:
    """Escaped text, with what stands between backticks as code."""
    code = r'<code style="background:none;color:inherit;padding:0">\1</code>'
    return re.sub(r"`([^`\n]+)`", code, html.escape(text))
