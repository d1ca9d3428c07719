"""The terminal: a student's own check, and an instructor's class, as rich renderables.

Meaning is never in colour alone: every mark is a word or a sign too, so pipes lose nothing.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from rich.cells import cell_len, set_cell_size
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from grader.messages import difference, number
from grader.report import CheckResult, ExerciseReport, Finding, Report
from grader.reports.tables import flags_of, plain
from grader.reports.words import compact, diagnosis_in_words, next_step

MARKS: Mapping[str, tuple[str, str]] = {
    "passed": ("ok", "green"),
    "failed": ("WRONG", "red"),
    "error": ("ERROR", "red"),
    "timeout": ("TOO SLOW", "red"),
    "blocked": ("waits", "yellow"),
    "ungraded": ("ungraded", "magenta"),
}


def class_table(reports: Sequence[Report], width: int) -> Text:
    """One line a student, in order of name, `width` columns wide."""
    longest = max((cell_len(report.student) for report in reports), default=0)
    name_width = min(max(longest, len("student")), 24)
    lines = [("student", "score", "of", "wrong", "first thing to mend, or flag")]
    for report in reports:
        counts = Counter(c.outcome for e in report.exercises for c in e.checks)
        wrong = counts["failed"] + counts["error"] + counts["timeout"]
        points = plain(report.score), plain(report.max_score)
        lines.append((report.student, *points, str(wrong or ""), _first_word(report)))
    table = Text()
    for row, (student, score, most, wrong_count, word) in enumerate(lines):
        line = Text(set_cell_size(student, name_width))
        line.append(f"{score:>7}{most:>6}{wrong_count:>7}  {word}")
        line.truncate(width, overflow="ellipsis")
        table.append_text(line if row else Text(line.plain, style="bold"))
        table.append("\n" if row < len(lines) - 1 else "")
    return table


def class_summary(reports: Sequence[Report]) -> Text:
    """How many, the middle, and what needs a look."""
    scores = sorted(100 * r.score / r.max_score for r in reports if r.max_score)
    flags = Counter(flag for report in reports for flag in flags_of(report))
    line = f"{len(reports)} graded"
    if scores:
        middle = statistics.median(scores)
        line += f"; scores {scores[0]:.0f} % to {scores[-1]:.0f} %, median {middle:.0f} %"
    if flags:
        line += "; " + ", ".join(f"{count} {flag}" for flag, count in sorted(flags.items()))
    return Text(line)


def _first_word(report: Report) -> str:
    if report.faults:
        return report.faults[0]
    for exercise in report.exercises:
        for check in exercise.checks:
            if check.outcome in ("failed", "error", "timeout", "ungraded"):
                # Without a program to show, the file itself is at fault: say how.
                said = check.sentence if check.finding or check.hidden else check.message
                return f"{exercise.id}: {said}"
    return ", ".join(flags_of(report))


def student_view(report: Report, hidden: Mapping[str, int], asked: Iterable[str]) -> RenderableType:
    """A student's own check: a line an exercise, and the current one's first failure in full.

    The current exercise is the first that is not finished. hidden: number of traps of each
    exercise, which only an instructor's run judges.
    """
    asked = list(asked)
    parts: list[RenderableType] = [Text(f"! {fault}", style="yellow") for fault in report.faults]
    current = next((e.id for e in report.exercises if e.handed_in and not finished(e)), None)
    for exercise in report.exercises:
        if not exercise.handed_in:
            if exercise.id in asked:
                parts.append(_heading(exercise, "no file was found for it"))
            continue
        parts.append(_exercise_line(exercise, hidden.get(exercise.id, 0)))
        if exercise.id == current:
            failures = [c for c in exercise.checks if c.outcome not in ("passed", "blocked")]
            parts += [failure_in_full(exercise, check) for check in failures[:1]]
            parts += [_one_line(check) for check in failures[1:]]
            waiting = sum(c.outcome == "blocked" for c in exercise.checks)
            if waiting:
                parts.append(Text(f"  {waiting} more wait for these.", style="dim"))
    if not any(exercise.handed_in for exercise in report.exercises):
        parts.append(Text("No exercise was found here. Run this where your exercises/ folder is."))
    return Group(*parts)


def finished(exercise: ExerciseReport) -> bool:
    """Whether every check that was run passed."""
    return all(check.outcome == "passed" for check in exercise.checks)


def failure_in_full(exercise: ExerciseReport, check: CheckResult) -> RenderableType:
    """Property, what happened, the program to paste, both numbers."""
    parts: list[RenderableType] = [Text(check.sentence, style="bold")]
    finding = check.finding
    if finding is None:
        parts.append(Text(check.message))
    elif finding.expected is None:
        parts.append(Text(str(finding.found)))
    else:
        parts += [Text(_numbers(finding)), Text(_rest(check), style="dim")]
    if finding is not None and finding.program:
        parts.append(Padding(Text(compact(finding.program), style="cyan"), (0, 0, 0, 4)))
    told = diagnosis_in_words(exercise.diagnosis)
    if told:
        parts.append(Text(told, style="bold"))
    parts.append(Text(next_step(exercise.id), style="dim"))
    for notice in exercise.notices:
        parts.append(Text(f"note: {notice}", style="dim"))
    if exercise.output.strip():
        parts.append(Text("your code printed:", style="dim"))
        lines = exercise.output.strip().splitlines()
        more = [f"... and {len(lines) - 5} lines more"] if len(lines) > 5 else []
        parts.append(Padding(Text("\n".join(lines[:5] + more), style="dim"), (0, 0, 0, 4)))
    return Padding(Group(*[p for p in parts if not isinstance(p, Text) or p.plain]), (0, 0, 0, 2))


def _numbers(finding: Finding) -> str:
    if isinstance(finding.found, float) and isinstance(finding.expected, float):
        found, expected = number(finding.found), number(finding.expected)
        return f"{finding.what}    yours {found}    PyTorch {expected}"
    return difference(finding)


def _rest(check: CheckResult) -> str:
    """What the message says beyond the numbers: how many programs are wrong."""
    start = check.message.rfind("(")
    return check.message[start:] if check.message.endswith("this is the first.)") else ""


def _one_line(check: CheckResult) -> Text:
    word, colour = MARKS[check.outcome]
    return Text.assemble("  ", (f"{word:9}", colour), check.sentence)


def _exercise_line(exercise: ExerciseReport, hidden: int) -> Text:
    passed = sum(c.outcome == "passed" for c in exercise.checks)
    total = len(exercise.checks)
    mark, colour = ("ok", "green") if passed == total else ("to do", "yellow")
    line = Text.assemble((f"{mark:6}", colour), (f"{exercise.id:20}", "bold"))
    line.append(f"{passed} of {total} checks")
    if hidden:
        line.append(f", {hidden} hidden check{'s remain' if hidden > 1 else ' remains'}")
    return line


def _heading(exercise: ExerciseReport, text: str) -> Text:
    return Text.assemble(("-     ", "yellow"), (f"{exercise.id:20}", "bold"), text)


def console(stderr: bool = False) -> Console:
    """A console that has colours on a terminal only, and 80 columns in a pipe."""
    made = Console(stderr=stderr, highlight=False, soft_wrap=False)
    if not made.is_terminal:
        made = Console(stderr=stderr, highlight=False, width=100)
    return made
