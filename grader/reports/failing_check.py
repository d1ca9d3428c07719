"""A failing check on a student's screen: its numbers, the smallest program, its graph, its cause.

`check_lines` is all of it, `short_lines` what fits the window, `drawn_lines` its graph; `View` is
what the screen knows, and `wrapped` fits a text to its width.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.text import Text

from grader.course.course import Course
from grader.grading.progress import FAILING, NOT_BEGUN, UNCHECKED
from grader.judging.check_messages import difference, number
from grader.judging.finding import Counterexample
from grader.judging.report import CheckResult, ExerciseReport, Report
from grader.reports.in_words import how_many
from grader.reports.terminal import mark_of
from grader.reports.words import place_in_words, told_at
from grader.text import printable

WIDEST = 100
MOST_OUTPUT = 3
NARROWEST_PICTURE = 36
INDENT = " " * 4
HANGING = " " * 11
LEAST_PROGRAM, LEAST_TOLD = 4, 3
"""Rows of a program and of an explanation that a small window shows in any case."""
_BETWEEN_SENTENCES = re.compile(r"(?<=[.?!:]) (?=[A-Z(`])")


@dataclass(frozen=True, slots=True)
class View:
    """What the screen is made of.

    states: how each exercise of the course stands; hidden: its number of traps; asked: the
    exercises that were named, if any; folder: where the work was looked for;
    deleted: exercises that were checked once and whose file is gone, and that file. rows: how many
    lines the screen may have; 0 for all that there is. further: how many failing checks further on
    the one is that is shown. files:
    where each exercise was found, by name; a notebook holds several. unread: exercises whose file
    is there and cannot be used, and that file. just_passed: an exercise that did not pass before
    does so now; only then is there something to celebrate. needs: what the checks need that do
    not run here, by exercise. built: what was measured of the exam's engine, in sentences.
    """

    report: Report
    course: Course
    states: Mapping[str, str]
    hidden: Mapping[str, int]
    asked: Sequence[str] = ()
    width: int = 80
    plain: bool = False
    watching: bool = False  # by `check --watch`, which has keys
    folder: Path = Path()
    deleted: Mapping[str, str] = field(default_factory=dict)
    rows: int = 0
    further: int = 0
    files: Mapping[str, str] = field(default_factory=dict)
    unread: Mapping[str, str] = field(default_factory=dict)
    just_passed: bool = True
    needs: Mapping[str, frozenset[str]] = field(default_factory=dict)
    built: Sequence[str] = ()

    @property
    def current(self) -> ExerciseReport | None:
        """The exercise to look at: the first that fails, otherwise the first that is not begun."""
        there = [e for e in self.report.exercises if e.handed_in and e.id not in self.deleted]
        for wanted in (FAILING, UNCHECKED, NOT_BEGUN):
            for exercise in there:
                if self.states[exercise.id] == wanted:
                    return exercise
        return there[-1] if there else None


def check_lines(view: View, exercise: ExerciseReport, first: CheckResult) -> list[Text]:
    """A failing check in full: numbers, program, graph, and what is known about the mistake."""
    lines = marked(first, view)
    if first.is_to_do:
        return lines + wrapped(first.message, view, indent=INDENT)
    finding = first.counterexample
    if finding is None:
        lines += wrapped(first.message, view, indent=INDENT)
    elif finding.expected is None:
        lines += wrapped(str(finding.found), view, indent=INDENT)
    else:
        lines += wrapped(_numbers(finding), view, indent=INDENT)
        if how_many(first):
            lines += wrapped(how_many(first), view, "dim", INDENT)
    shown = [Text(""), *_program(finding, view)] if finding and finding.program else []
    told = told_at(exercise.diagnosis, first)
    explained = [Text(""), *wrapped(told, view, "bold", INDENT)] if told else []
    explained += _place(exercise, first, view)
    lines += [*shown, *explained]
    for notice in exercise.notices:
        lines += _notice(notice, view)
    return lines + _output(exercise, view)


def _notice(notice: str, view: View) -> list[Text]:
    return wrapped(f"note: {notice}", view, "dim", INDENT)


def short_lines(view: View, exercise: ExerciseReport, first: CheckResult, rows: int) -> list[Text]:
    """What of a failing check fits this many rows: numbers, program, cause and line.

    The program keeps its lines as long as the first sentence of the cause has room.
    """
    finding = first.counterexample
    by_numbers = finding is not None and finding.expected is not None and not first.is_to_do
    said = _numbers(finding) if finding and by_numbers else first.message
    if finding and not by_numbers and not first.is_to_do:
        said = str(finding.found)
    lines = [*marked(first, view), *_sentences(said, view, "", max(rows // 3, LEAST_TOLD))]
    told = told_at(exercise.diagnosis, first)
    code = _code(finding.program.splitlines()) if finding and not first.is_to_do else []
    place = [_line_in_file(exercise, first, view)] if about_place(exercise, first) else []
    printed = _output(exercise, view)
    beside = [line for notice in exercise.notices for line in _notice(notice, view)]
    left = rows - len(lines) - len(place) - bool(code) - bool(told or place) - len(printed)
    cause = _sentences(told, view, "bold", max(left - len(code), LEAST_TOLD)) if told else []
    most = max(left - len(cause), LEAST_PROGRAM)
    if len(code) > most:
        cut = f"{INDENT}... ({len(code) - most + 1} more lines)"
        code = [*code[: most - 1], Text(cut, "dim")]
    shown = [Text(""), *code] if code else []
    lines += [*shown, *([Text("")] if cause or place else []), *cause, *place, *printed]
    return [*lines, *beside[: max(rows - len(lines), 0)]]


def drawn_lines(view: View, first: CheckResult) -> list[Text]:
    """The program of a failing check and its graph, with the student's numbers and PyTorch's."""
    finding = first.counterexample
    if finding is None or not finding.program:
        told = "There is no graph to draw: this check is not about the numbers of a program."
        return [*marked(first, view), *wrapped(told, view, indent=INDENT)]
    lines = [*marked(first, view), Text(""), *_program(finding, view)]
    if finding.picture is None:
        told = "Its graph is not drawn: only that of the first failing check is, where it can be."
        lines += [Text(""), *wrapped(told, view, "dim", INDENT)]
    return lines


def _sentences(text: str, view: View, style: str, rows: int) -> list[Text]:
    """The first sentences of a text, as many as fit; one in any case."""
    lines: list[Text] = []
    told = ""
    for sentence in _BETWEEN_SENTENCES.split(text):
        told = f"{told} {sentence}" if told else sentence
        longer = wrapped(told, view, style, INDENT)
        if lines and len(longer) > rows:
            break
        lines = longer
    return lines


def about_place(exercise: ExerciseReport, check: CheckResult) -> list[str]:
    """Where to look, as `place_in_words` says it."""
    return place_in_words(exercise.diagnosis, check.id)


def _line_in_file(exercise: ExerciseReport, check: CheckResult, view: View) -> Text:
    """Where to look, on one row: the file, the line's number and the line."""
    where, *lines = about_place(exercise, check)
    marked_line = next((line for line in lines if line.startswith(">")), "")
    code = marked_line.lstrip("> ").partition("  ")[2].strip()
    return Text(_cut(printable(f"{INDENT}{where}:  {code}"), view.width), "cyan")


def _place(exercise: ExerciseReport, check: CheckResult, view: View) -> list[Text]:
    """Where to look in the student's own file."""
    place = place_in_words(exercise.diagnosis, check.id)
    shown = [Text(_cut(f"{INDENT}{printable(line)}", view.width), "cyan") for line in place[1:]]
    return [*wrapped(printable(place[0]), view, indent=INDENT), *shown] if place else []


def _program(finding: Counterexample, view: View) -> list[Text]:
    """The program to paste and its graph: side by side where there is room."""
    code = finding.program.splitlines()
    if finding.picture is None:
        return _code(code)
    from grader.explain.pictures.drawn.text import HEADS, in_characters  # most checks pass

    left = max(map(len, code)) + len(INDENT) + 2
    room = view.width - left
    if room >= NARROWEST_PICTURE and not view.plain:
        picture = in_characters(finding.picture, room).splitlines()
        drawn_as_graph = any(line.split() == list(HEADS) for line in picture)
        if drawn_as_graph:  # not listed for want of room
            shown, rows = _code(code), []
            for place in range(max(len(code), len(picture))):
                row = shown[place] if place < len(code) else Text("")
                row.pad_right(left - len(row))
                drawn = picture[place] if place < len(picture) else ""
                rows.append(Text.assemble(row, (drawn, _colour_of(drawn))))
            return rows
    picture = in_characters(finding.picture, view.width - len(INDENT)).splitlines()
    drawing = [Text(f"{INDENT}{line}", _colour_of(line)) for line in picture]
    return [*_code(code), Text(""), *drawing]


def _code(lines: Sequence[str]) -> list[Text]:
    return [Text(f"{INDENT}{line}", "cyan") for line in lines]


def _colour_of(line: str) -> str:
    return "red" if "<- first wrong" in line else ""


def marked(check: CheckResult, view: View, first: bool = True) -> list[Text]:
    """A check's mark and its sentence."""
    word, colour = mark_of(check, first)
    style = "bold" if first else "dim" if check.outcome == "passed" or check.waits else ""
    return line(word, colour, check.sentence, style, view)


def line(word: str, colour: str, told: str, style: str, view: View) -> list[Text]:
    """A word in colour and what it is about, in as many rows as it takes."""
    rows = wrap(told, max(view.width - len(HANGING), 20))
    lines = [Text.assemble((f"{word:<{len(HANGING)}}", colour), (rows[0], style))]
    return lines + [Text(HANGING + row, style) for row in rows[1:]]


def _output(exercise: ExerciseReport, view: View) -> list[Text]:
    printed = exercise.output.strip().splitlines()
    if not printed:
        return []
    more = len(printed) - MOST_OUTPUT
    shown = [_cut(f"{INDENT}| {line}", view.width) for line in printed[:MOST_OUTPUT]]
    told = f"{INDENT}your code printed{f' ({more} more)' if more > 0 else ''}:"
    return [Text(line, "dim") for line in (told, *shown)]


def _cut(line: str, width: int) -> str:
    return line if len(line) <= width else f"{line[: width - 4]} ..."


def wrapped(text: str, view: View, style: str = "", indent: str = "") -> list[Text]:
    """A text as lines of the screen's width."""
    rows = wrap(text, max(view.width - len(indent), 20))
    return [Text(indent + row, style) for row in rows]


def wrap(text: str, width: int) -> list[str]:
    """The rows of a text; one empty row for no text."""
    rows = [
        row
        for line in text.splitlines()
        for row in textwrap.wrap(line, width, break_on_hyphens=False) or [""]
    ]
    return rows or [""]


def _numbers(finding: Counterexample) -> str:
    if not (isinstance(finding.found, float) and isinstance(finding.expected, float)):
        return difference(finding)
    found, expected = number(finding.found), number(finding.expected)
    return f"{finding.what}    yours {found}    PyTorch {expected}"
