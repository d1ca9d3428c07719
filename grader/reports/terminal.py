"""The terminal: a course as a line of marks, and an instructor's class, as rich renderables.

Meaning is never in colour alone: every mark is a word or a sign too, so pipes lose nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from grader.course.course import Course
from grader.judging.report import ExerciseReport, Report
from grader.reports.tables import final_cell, flags_of, late_in_words, plain, score_cell
from grader.reports.view import STATE_MARKS
from grader.reports.words import rows_of

MOST_FLAGS = 20
"""Columns that flags take in a table at most."""


def class_table(reports: Sequence[Report], width: int) -> Text:
    """One line a student, in order of name, `width` columns wide.

    `wrong` counts the checks that did not pass, those too that wait for another one. What costs
    most points is the first thing to fix.
    """
    from grader.reports.to_fix import first_to_fix  # not for a student's own check

    longest = max((cell_len(report.student) for report in reports), default=0)
    name_width = min(max(longest, len("student")), 24)
    with_late = any(report.late is not None for report in reports)
    late_head = f"{'late':>13}{'final':>7}" if with_late else ""
    flags = [_flags(report) for report in reports]
    widest = max(map(cell_len, flags), default=0)
    flags_width = min(max(widest, len("flags")), MOST_FLAGS) if widest else 0
    flags_head = f"  {'flags':{flags_width}}" if widest else ""
    lines = [("student", "score", "of", "wrong", f"{late_head}{flags_head}  first thing to fix")]
    for report, flag in zip(reports, flags, strict=True):
        counts = Counter(c.outcome for e in report.exercises for c in e.checks)
        wrong = sum(counts[outcome] for outcome in ("failed", "error", "timeout", "blocked"))
        points = score_cell(report), plain(report.max_score)
        late = f"{late_in_words(report):>13}{final_cell(report):>7}" if with_late else ""
        flagged = f"  {_cut(flag, flags_width)}" if widest else ""
        word = f"{late}{flagged}  {first_to_fix(report)}"
        lines.append((report.student, *points, str(wrong or ""), word))
    table = Text()
    for row, (student, score, most, wrong_count, word) in enumerate(lines):
        line = Text(set_cell_size(student, name_width))
        line.append(f"{score:>7}{most:>6}{wrong_count:>7}{word}")
        line.truncate(width, overflow="ellipsis")
        line.rstrip()
        table.append_text(line if row else Text(line.plain, style="bold"))
        table.append("\n" if row < len(lines) - 1 else "")
    return table


def _flags(report: Report) -> str:
    """Every flag in a word; what an override says stands in the column beside it."""
    words = ["override" if flag.startswith("override ") else flag for flag in flags_of(report)]
    return ", ".join(dict.fromkeys(words))


def _cut(text: str, width: int) -> str:
    """The text in exactly so many cells; where something is left out it ends in an ellipsis."""
    if cell_len(text) <= width:
        return set_cell_size(text, width)
    return f"{set_cell_size(text, width - 1)}\u2026"


def class_summary(reports: Iterable[Report]) -> Text:
    """How many, the middle, and what needs a look."""
    import statistics  # not for a student's own check, which is to start fast

    scores, flags, count = [], Counter[str](), 0
    for report in reports:
        count += report.has_grade
        flags.update("override" if f.startswith("override ") else f for f in flags_of(report))
        if report.max_score and report.has_grade:
            scores.append(100 * report.score / report.max_score)
    scores.sort()
    line = f"{count} graded"
    if scores:
        middle = statistics.median(scores)
        line += f"; scores {scores[0]:.0f} % to {scores[-1]:.0f} %, median {middle:.0f} %"
    if flags:
        line += "; " + ", ".join(f"{count} {flag}" for flag, count in sorted(flags.items()))
    return Text(line)


def say(console: Console, line: str | Text) -> None:
    """Print a sentence: folded on a terminal, on one line in a pipe."""
    told = Text(line) if isinstance(line, str) else line
    console.print(told, soft_wrap=not console.is_terminal)


def console(stderr: bool = False) -> Console:
    """A console that has colours on a terminal only, and 100 columns in a pipe."""
    made = Console(stderr=stderr, highlight=False, soft_wrap=False)
    if not made.is_terminal:
        made = Console(stderr=stderr, highlight=False, width=100)
    return made


def marks_line(
    course: Course,
    states: Mapping[str, str],
    current: ExerciseReport | None,
    width: int,
    plain: bool,
) -> list[Text]:
    """The course as a line of marks, and the same in words."""
    numbers: dict[str, list[int]] = {state: [] for state in STATE_MARKS}
    for exercise in course.exercises:
        numbers[states[exercise.id]].append(exercise.number)
    if plain:
        told = [f"{state}: {_ranges(sorted(found))}" for state, found in numbers.items() if found]
        return [Text(line) for line in rows_of(f"{course.title}. {'; '.join(told)}.", width)]
    rows = [Text("")]
    for exercise in course.exercises:
        sign, _, colour = STATE_MARKS[states[exercise.id]]
        here = current is not None and exercise.id == current.id
        mark = f"[{sign}{exercise.number}]" if here else f" {sign}{exercise.number} "
        if len(rows[-1]) + len(mark) > width:
            rows.append(Text(""))
        rows[-1].append(mark, f"bold {colour}" if here else colour)
    counts = ", ".join(f"{len(found)} {state}" for state, found in numbers.items() if found)
    title = [Text(row, "bold") for row in rows_of(f"{course.title}: {counts}", width)]
    return [*title, *rows]


def _ranges(numbers: Sequence[int]) -> str:
    """1, 2, 3, 5 as "1-3, 5"."""
    parts: list[list[int]] = []
    for each in numbers:
        if parts and parts[-1][-1] == each - 1:
            parts[-1].append(each)
        else:
            parts.append([each])
    return ", ".join(str(p[0]) if len(p) == 1 else f"{p[0]}-{p[-1]}" for p in parts)
