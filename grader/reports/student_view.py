"""The one screen of a student's own check, as lines of text.

The course as a line of marks; the exercise that is looked at; its first failing check in full, with
numbers, the smallest program, its graph and the diagnosis; the other checks in a line each; what to
do next. Nothing is told by colour alone; pipes, NO_COLOR and screen readers get words for signs.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.text import Text

from grader.course.course import Course
from grader.grading.progress import FAILING, HIDDEN_LEFT, NOT_BEGUN, PASSED, UNCHECKED
from grader.judging.finding import Counterexample
from grader.judging.report import CheckResult, ExerciseReport, Report
from grader.judging.results import difference, number
from grader.reports.in_words import (
    MOST_OF_THE_REST,
    first_failure,
    hidden_words,
    how_many,
    how_many_pass,
    others_of,
)
from grader.reports.terminal import mark_of
from grader.reports.words import place_in_words, told_at
from grader.text import printable

SIGNS: Mapping[str, tuple[str, str]] = {
    PASSED: ("\N{CHECK MARK}", "green"),
    HIDDEN_LEFT: ("\N{CIRCLE WITH LEFT HALF BLACK}", "cyan"),
    FAILING: ("\N{BALLOT X}", "red"),
    NOT_BEGUN: ("\N{MIDDLE DOT}", "dim"),
    UNCHECKED: ("?", "yellow"),
}
DONE_HERE = frozenset({PASSED, HIDDEN_LEFT})
"""States in which a student's own check has nothing more to say."""
NOT_CHECKED_HERE = {
    "engines": "its checks need engines that your copy does not hold",
    "instructor": "its checks take more time or memory than a check of your own may",
}
"""Why an exercise is not checked in a student's own run, by what its checks need."""
WIDEST = 100
MOST_OUTPUT = 3
NARROWEST_PICTURE = 36
INDENT = " " * 4
HANGING = " " * 11


@dataclass(frozen=True, slots=True)
class View:
    """What the screen is made of.

    states: how each exercise of the course stands; hidden: its number of traps; asked: the
    exercises that were named, if any; folder: where the work was looked for;
    deleted: exercises that were checked once and whose file is gone, and that file. small: the
    window shows some of the lines only, so what explains comes before what it explains. files:
    where each exercise was found, by name; a notebook holds several. unread: exercises whose file
    is there and cannot be used, and that file. just_passed: an exercise that did not pass before
    does so now; only then is there something to celebrate. needs: what the checks need that do
    not run here, by exercise.
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
    small: bool = False
    files: Mapping[str, str] = field(default_factory=dict)
    unread: Mapping[str, str] = field(default_factory=dict)
    just_passed: bool = True
    needs: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @property
    def current(self) -> ExerciseReport | None:
        """The exercise to look at: the first that fails, otherwise the first that is not begun."""
        there = [e for e in self.report.exercises if e.handed_in and e.id not in self.deleted]
        for wanted in (FAILING, UNCHECKED, NOT_BEGUN):
            for exercise in there:
                if self.states[exercise.id] == wanted:
                    return exercise
        return there[-1] if there else None


def finished(exercise: ExerciseReport) -> bool:
    """Whether every check that was run passed."""
    return all(check.outcome == "passed" for check in exercise.checks)


def student_view(view: View) -> list[Text]:
    """The whole screen, line by line."""
    lines = []
    if view.current is not None or view.deleted or view.unread:
        lines += marks_line(view.course, view.states, view.current, view.width, view.plain)
    lines += [line for fault in view.report.faults for line in wrapped(f"! {fault}", view)]
    for exercise in view.report.exercises:
        if exercise.id in view.deleted:
            file = printable(view.deleted[exercise.id])
            told = f"{exercise.id}: {file} was deleted. `topograde reset {exercise.id}` gives"
            lines += wrapped(f"{told} you the stub again.", view, "yellow")
        elif exercise.id in view.unread:
            told = f"{exercise.id}: not checked because of {view.unread[exercise.id]}, see above."
            lines += wrapped(told, view, "yellow")
        elif not exercise.handed_in and exercise.id in view.asked:
            lines += wrapped(
                f"{exercise.id}: no file was found for it in {printable(str(view.folder))}.",
                view,
                "yellow",
            )
    if view.current is None:
        where = printable(str(view.folder))
        told = f"No exercise was found in {where}. Run this where your exercises/ folder is."
        if view.deleted or view.unread:
            return lines
        return [*lines, *wrapped(told, view)]
    lines += [Text(""), *exercise_view(view, view.current)]
    return [*lines, *next_step(view, view.current)]


def exercise_view(view: View, exercise: ExerciseReport) -> list[Text]:
    """What there is to say about one exercise."""
    lines = _heading(view, exercise)
    lines += _milestones(view, exercise)
    if view.states[exercise.id] == NOT_BEGUN and exercise.checks:
        return [*lines, *_to_do(view, exercise)]
    if not exercise.checks:
        needs = view.needs.get(exercise.id, frozenset())
        reasons = [reason for need, reason in NOT_CHECKED_HERE.items() if need in needs]
        why = ", and ".join(reasons) or "its checks need something that is not available here"
        told = f"Not checked here: {why}. They run when your instructor grades."
        return [*lines, *wrapped(told, view)]
    if not finished(exercise):
        return [*lines, *_failure(view, exercise)]
    return [*lines, *wrapped(" ".join(hidden_words(view.hidden[exercise.id])), view, "dim")]


def marks_line(
    course: Course,
    states: Mapping[str, str],
    current: ExerciseReport | None,
    width: int,
    plain: bool,
) -> list[Text]:
    """The course as a line of marks, and the same in words."""
    numbers: dict[str, list[int]] = {state: [] for state in SIGNS}
    for exercise in course.exercises:
        numbers[states[exercise.id]].append(exercise.number)
    if plain:
        told = [f"{state}: {_ranges(sorted(found))}" for state, found in numbers.items() if found]
        return [Text(line) for line in _wrap(f"{course.title}. {'; '.join(told)}.", width)]
    rows = [Text("")]
    for exercise in course.exercises:
        sign, colour = SIGNS[states[exercise.id]]
        here = current is not None and exercise.id == current.id
        mark = f"[{sign}{exercise.number}]" if here else f" {sign}{exercise.number} "
        if len(rows[-1]) + len(mark) > width:
            rows.append(Text(""))
        rows[-1].append(mark, f"bold {colour}" if here else colour)
    if order := _order_in_words(course):
        if len(rows[-1]) + 2 + len(order) > width:
            rows.append(Text(""))
        rows[-1].append(f"  {order}"[: width - len(rows[-1])], "dim")
    counts = ", ".join(f"{len(found)} {state}" for state, found in numbers.items() if found)
    return [Text(f"{course.title}: {counts}", "bold"), *rows]


def _order_in_words(course: Course) -> str:
    """Which numbers come later than they are counted: numbers are of files, the order is not."""
    numbers = [exercise.number for exercise in course.exercises]
    late = [
        f"{number} comes after {numbers[place - 1]}"
        for place, number in enumerate(numbers)
        if place and number < numbers[place - 1]
    ]
    return f"({', '.join(late)})" if late else ""


def _heading(view: View, exercise: ExerciseReport) -> list[Text]:
    passed, total = sum(c.outcome == "passed" for c in exercise.checks), len(exercise.checks)
    title = f"{exercise.id}: {exercise.title}"
    said = how_many_pass(exercise, view.hidden.get(exercise.id, 0))
    said = NOT_BEGUN if view.states[exercise.id] == NOT_BEGUN else said
    said = said if exercise.checks or said == NOT_BEGUN else "not checked here"
    gap = view.width - len(title) - len(said)
    if gap < 2:
        return [Text(title, "bold"), Text(said)]
    return [Text.assemble((title, "bold"), " " * gap, (said, "green" if passed == total else ""))]


def _milestones(view: View, exercise: ExerciseReport) -> list[Text]:
    """How each milestone of a large exercise stands, and the hint of one that is to be begun."""
    parts, hint, ahead = [], "", False
    reached = HIDDEN_LEFT if view.hidden.get(exercise.id) else PASSED
    for milestone in view.course.exercise(exercise.id).milestones:
        checks = [check for check in exercise.checks if milestone.holds(check.id)]
        passed = sum(check.outcome == "passed" for check in checks)
        done = passed == len(checks)
        sign = "" if view.plain else f"{SIGNS[reached if done else NOT_BEGUN][0]} "
        parts.append(f"{sign}{milestone.title} {passed}/{len(checks)}")
        if not done and not ahead:
            ahead, hint = True, "" if passed else f"{milestone.title}: {milestone.hint}"
    lines = wrapped("   ".join(parts), view, "dim") if parts else []
    return [*lines, *(wrapped(hint, view, "dim") if hint else [])]


def _failure(view: View, exercise: ExerciseReport) -> list[Text]:
    first = first_failure(exercise)
    return [Text(""), *check_lines(view, exercise, first), Text(""), *_rest(exercise, first, view)]


def check_lines(view: View, exercise: ExerciseReport, first: CheckResult) -> list[Text]:
    """A failing check in full: numbers, program, graph, and what is known about the mistake."""
    lines = _marked(first, view)
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
    lines += [*explained, *shown] if view.small else [*shown, *explained]
    for notice in exercise.notices:
        lines += wrapped(f"note: {notice}", view, "dim", INDENT)
    return lines + _output(exercise, view)


def _place(exercise: ExerciseReport, check: CheckResult, view: View) -> list[Text]:
    """Where to look in the student's own file."""
    place = place_in_words(exercise.diagnosis, check.id)
    shown = [Text(_cut(f"{INDENT}{printable(line)}", view.width), "cyan") for line in place[1:]]
    return [*wrapped(printable(place[0]), view, indent=INDENT), *shown] if place else []


def _to_do(view: View, exercise: ExerciseReport) -> list[Text]:
    """What an exercise wants that nobody has begun: its properties, or the first of many."""
    rating = view.course.exercise(exercise.id).rating
    lines = [*(wrapped(rating.sentence, view, "dim") if rating else []), Text("")]
    for check in exercise.checks[: MOST_OF_THE_REST + 1]:
        lines += _line("to do", "yellow", check.sentence, "", view)
    more = len(exercise.checks) - MOST_OF_THE_REST - 1
    told = [f"And {more} more."] if more > 0 else []
    told += hidden_words(view.hidden[exercise.id])
    return [*lines, *wrapped(" ".join(told), view, "dim")] if told else lines


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


def _rest(exercise: ExerciseReport, first: CheckResult, view: View) -> list[Text]:
    shown, counts = others_of(exercise, first)
    lines = [line for check in shown for line in _marked(check, view, first=False)]
    told = [counts] if counts else []
    told += hidden_words(view.hidden.get(exercise.id, 0))
    return [*lines, *wrapped(" ".join(told), view, "dim")] if told else lines


def _marked(check: CheckResult, view: View, first: bool = True) -> list[Text]:
    """A check's mark and its sentence."""
    word, colour = mark_of(check, first)
    style = "bold" if first else "dim" if check.outcome == "passed" or check.waits else ""
    return _line(word, colour, check.sentence, style, view)


def _line(word: str, colour: str, told: str, style: str, view: View) -> list[Text]:
    rows = _wrap(told, max(view.width - len(HANGING), 20))
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


def next_step(view: View, current: ExerciseReport) -> list[Text]:
    """What to do now, in one line."""
    state = view.states[current.id]
    if view.report.ungraded:
        told = "Something could not be checked, and that is not your doing: see above."
    elif not finished(current) or state == NOT_BEGUN:
        told = "press h for a hint" if view.watching else f"topograde hint {current.id}"
        if state == NOT_BEGUN:
            file = view.files.get(current.id) or view.course.exercise(current.id).file_name
            told = f"do what TODO says in {printable(file)}\nHelp: {told}"
        told = f"Next: {told}"
    else:
        unable = {e.id for e in view.report.exercises if e.handed_in and not e.checks}
        left = [e for e in view.course.exercises if view.states[e.id] not in DONE_HERE]
        ahead = [e for e in left if e.id not in unable or view.states[e.id] == NOT_BEGUN]
        after = [e for e in view.course.exercises[view.course.place(current.id) :] if e in ahead]
        following = next(iter(after or ahead), None)
        if following is None:
            told = "Every exercise passes. Hand your work in."
            if unable:
                told = "All that can be checked here passes. Hand your work in."
            if HIDDEN_LEFT in view.states.values():
                told = (
                    "All that can be checked here passes. Hand your work in: hidden checks remain."
                )
            built = _finish(view) if view.just_passed else []
            return [*built, *wrapped(told, view, "bold")]
        begun = view.states[following.id] != NOT_BEGUN
        told = f"topograde {'check' if begun else 'next'} {following.id}"
        where = following.file_name if view.watching else told
        told = f"Next: {where}    ({following.title})"
    return wrapped(told, view, "bold")


def _finish(view: View) -> list[Text]:
    """What was built, once everything passes, and what comes next: the course's own words."""
    if not view.course.finish:
        return []
    passed = sum(view.states[e.id] == PASSED for e in view.course.exercises)
    left = [e.id for e in view.course.exercises if view.states[e.id] == HIDDEN_LEFT]
    told = f"All {passed} exercises of {view.course.title!r} pass."
    if left:
        names = " and ".join(left)
        told = (
            f"{passed} exercises of {view.course.title!r} pass, and {names} but for hidden checks."
        )
    lines = [Text(""), Text(told, "bold green")]
    for paragraph in view.course.finish:
        lines += [Text(""), *wrapped(paragraph, view)]
    return [*lines, Text("")]


def wrapped(text: str, view: View, style: str = "", indent: str = "") -> list[Text]:
    """A text as lines of the screen's width."""
    rows = _wrap(text, max(view.width - len(indent), 20))
    return [Text(indent + row, style) for row in rows]


def _wrap(text: str, width: int) -> list[str]:
    rows = [
        row
        for line in text.splitlines()
        for row in textwrap.wrap(line, width, break_on_hyphens=False) or [""]
    ]
    return rows or [""]


def _ranges(numbers: Sequence[int]) -> str:
    """1, 2, 3, 5 as "1-3, 5"."""
    parts: list[list[int]] = []
    for each in numbers:
        if parts and parts[-1][-1] == each - 1:
            parts[-1].append(each)
        else:
            parts.append([each])
    return ", ".join(str(p[0]) if len(p) == 1 else f"{p[0]}-{p[-1]}" for p in parts)


def _numbers(finding: Counterexample) -> str:
    if not (isinstance(finding.found, float) and isinstance(finding.expected, float)):
        return difference(finding)
    found, expected = number(finding.found), number(finding.expected)
    return f"{finding.what}    yours {found}    PyTorch {expected}"
