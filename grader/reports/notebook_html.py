"""The result of a check as HTML for a notebook's output: what the terminal says, with the graph.

Plain elements with inline styles, no script and no style sheet: JupyterLab, VS Code and Colab show
it alike, and keep it when the notebook is saved. A page's own colours shine through, so that it
reads in light and in dark; the few colours of its own are chosen for both.
"""

from __future__ import annotations

import html
import io
import re
from collections.abc import Iterator, Mapping

from grader.cell_marks import exercise_mark
from grader.course import Exercise
from grader.messages import difference, number
from grader.report import CheckResult, ExerciseReport, Finding, Report
from grader.reports import terminal

RED, GREEN, AMBER = "#d64545", "#2e8b57", "#b7791f"
"""Each is at least 3.9 to 1 against white and against the dark themes' backgrounds."""

_COLOURS = {"passed": GREEN, "blocked": AMBER, "ungraded": AMBER}
_BOX = "margin:8px 0;padding:2px 0 2px 12px;border-left:3px solid "
_PRE = (
    "margin:6px 0;padding:6px 10px;background:rgba(127,127,127,.13);border-radius:4px;"
    "white-space:pre;overflow-x:auto;font-family:monospace;color:inherit"
)
_CELL = (
    "text-align:left;padding:0 16px 0 0;background:none;color:inherit;border:0;font-size:inherit"
)
_MOST_LINES = 5


def nothing_executed(exercise: Exercise) -> str:
    """The sentence for an exercise of which no cell was executed."""
    return (
        f"Nothing to check yet: run the cell that begins with `{exercise_mark(exercise.id)}`, "
        "and then this one."
    )


def sentence(text: str) -> str:
    """A sentence and nothing else."""
    return f'<div style="{_BOX}{AMBER}">{_words(text)}</div>'


def as_text(report: Report, hidden: Mapping[str, int], quiet: str) -> str:
    """The same as the terminal shows it, 80 columns wide, without colours."""
    from rich.console import Console

    # Not as in a notebook, where rich would show what it prints by itself.
    console = Console(
        file=io.StringIO(), width=80, highlight=False, color_system=None, force_jupyter=False
    )
    console.print(terminal.student_view(report, hidden, list(hidden)))
    if quiet:
        console.print(quiet)
    written = console.file
    assert isinstance(written, io.StringIO)
    return "\n".join(line.rstrip() for line in written.getvalue().rstrip().split("\n"))


def as_html(exercise: ExerciseReport, hidden: int, quiet: str) -> str:
    """The result of one exercise: its state, the first failure in full, the rest a line each."""
    failures = [c for c in exercise.checks if c.outcome not in ("passed", "blocked")]
    waiting = sum(check.outcome == "blocked" for check in exercise.checks)
    parts = [_state(exercise, hidden)]
    if failures:
        inside = "".join(_in_full(exercise, failures[0]))
        parts.append(f'<div style="{_BOX}{RED}">{inside}</div>')
        parts += [_line(check) for check in failures[1:]]
    else:
        parts += [_note(f"note: {notice}") for notice in exercise.notices]
    if waiting:
        parts.append(_note(f"{waiting} more wait for {'this' if len(failures) < 2 else 'these'}."))
    if failures:
        parts.append(_note("Stuck? There are hints below. Then run your cell and this one again."))
    if quiet:
        parts.append(_note(quiet))
    return f'<div style="max-width:56em;line-height:1.45">{"".join(parts)}</div>'


def _state(exercise: ExerciseReport, hidden: int) -> str:
    passed = sum(check.outcome == "passed" for check in exercise.checks)
    total = len(exercise.checks)
    done = passed == total
    mark, word, colour = ("✓", "ok", GREEN) if done else ("✗", "to do", AMBER)
    told = f"{passed} of {total} checks"
    if hidden:
        many = hidden > 1
        told += f"; {hidden} hidden check{'s' if many else ''} run{'' if many else 's'} "
        told += "when your instructor grades"
    return (
        f'<div><span style="color:{colour};font-weight:600">{mark} {word}</span> '
        f"<b>{html.escape(exercise.id)}</b>&ensp;{html.escape(told)}</div>"
    )


def _in_full(exercise: ExerciseReport, check: CheckResult) -> Iterator[str]:
    word, _ = terminal.MARKS[check.outcome]
    yield f'<div><b style="color:{_colour(check)}">{word}</b> <b>{_words(check.sentence)}</b></div>'
    finding = check.finding
    if finding is None or finding.expected is None:
        yield f"<div>{_words(check.message)}</div>"
    else:
        yield _numbers(finding)
        yield _note(terminal.rest_of(check))
    if finding is not None and finding.program:
        yield f'<pre style="{_PRE}">{html.escape(finding.program)}</pre>'
    told = terminal.diagnosis_in_words(exercise.diagnosis)
    if told:
        yield f'<div style="margin:6px 0"><b>{_words(told)}</b></div>'
    for notice in exercise.notices:
        yield _note(f"note: {notice}")
    printed = exercise.output.strip().splitlines()
    if printed:
        more = len(printed) - _MOST_LINES
        lines = printed[:_MOST_LINES] + ([f"... and {more} lines more"] if more > 0 else [])
        yield _note("your code printed:")
        yield f'<pre style="{_PRE}">{html.escape(chr(10).join(lines))}</pre>'


def _numbers(finding: Finding) -> str:
    """The student's number beside the right one."""
    if not (isinstance(finding.found, float) and isinstance(finding.expected, float)):
        return f"<div>{_words(difference(finding))}</div>"
    code = f'style="{_CELL};font-family:monospace"'
    cells = (
        f"<td {code}>{html.escape(finding.what)}</td>"
        f'<td style="{_CELL}">yours <b style="color:{RED}">{number(finding.found)}</b></td>'
        f'<td style="{_CELL}">PyTorch <b>{number(finding.expected)}</b></td>'
    )
    table = "border:0;border-collapse:collapse;margin:4px 0;background:none"
    return f'<table style="{table}"><tr style="background:none">{cells}</tr></table>'


def _line(check: CheckResult) -> str:
    word, _ = terminal.MARKS[check.outcome]
    return f'<div><b style="color:{_colour(check)}">{word}</b> {_words(check.sentence)}</div>'


def _colour(check: CheckResult) -> str:
    return _COLOURS.get(check.outcome, RED)


def _note(text: str) -> str:
    return f'<div style="opacity:.8">{_words(text)}</div>' if text else ""


def _words(text: str) -> str:
    """Escaped text, with what stands between backticks as code."""
    code = r'<code style="background:none;color:inherit;padding:0">\1</code>'
    return re.sub(r"`([^`\n]+)`", code, html.escape(text))
