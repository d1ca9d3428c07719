"""The one screen of a student's own check, as lines of text.

The course as a line of marks; the exercise that is looked at; its first failing check, with
numbers, the smallest program, what is known of the cause and the line; what to do next. That fits a
window of 24 lines. With `-v` it is shown in full, with its graph and the other checks. Nothing is
told by colour alone; pipes, NO_COLOR and screen readers get words for signs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

from grader.course.course import Course
from grader.course.models import may_be_read
from grader.grading.progress import FAILING, HIDDEN_LEFT, NOT_BEGUN, PASSED, UNCHECKED
from grader.judging.report import CheckResult, ExerciseReport
from grader.reports.failing_check import (
    View,
    check_lines,
    line,
    marked,
    short_lines,
    wrap,
    wrapped,
)
from grader.reports.in_words import (
    MOST_OF_THE_REST,
    first_failure,
    hidden_words,
    how_many_pass,
    others_of,
)
from grader.text import counted, printable

STATE_SIGNS: Mapping[str, tuple[str, str]] = {
    PASSED: ("\N{CHECK MARK}", "green"),
    HIDDEN_LEFT: ("\N{CIRCLE WITH LEFT HALF BLACK}", "cyan"),
    FAILING: ("\N{BALLOT X}", "red"),
    NOT_BEGUN: ("\N{MIDDLE DOT}", "dim"),
    UNCHECKED: ("?", "yellow"),
}
DONE_HERE = frozenset({PASSED, HIDDEN_LEFT})
"""States in which a student's own check has nothing more to say."""
NOT_CHECKED_HERE = {
    "instructor": "its checks take more time or memory than a check of your own may",
}
"""Why an exercise is not checked in a student's own run, by what its checks need."""


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
    step = next_step(view, view.current)
    rows = view.rows - len(lines) - 1 - len(step) if view.rows else 0
    lines += [Text(""), *exercise_view(view, view.current, rows)]
    return [*lines, *step]


def exercise_view(view: View, exercise: ExerciseReport, rows: int = 0) -> list[Text]:
    """What there is to say about one exercise; of a failing one what fits these rows, if any."""
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
        return [*lines, *_failure(view, exercise, rows - len(lines) if view.rows else 0)]
    more = hidden_words(view.hidden[exercise.id])
    if may_be_read(view.course, view.course.exercise(exercise.id)):
        more.append(f"The course's solution beside yours: topograde solution {exercise.id}")
    return [*lines, *wrapped(" ".join(more), view, "dim")]


def marks_line(
    course: Course,
    states: Mapping[str, str],
    current: ExerciseReport | None,
    width: int,
    plain: bool,
) -> list[Text]:
    """The course as a line of marks, and the same in words."""
    numbers: dict[str, list[int]] = {state: [] for state in STATE_SIGNS}
    for exercise in course.exercises:
        numbers[states[exercise.id]].append(exercise.number)
    if plain:
        told = [f"{state}: {_ranges(sorted(found))}" for state, found in numbers.items() if found]
        return [Text(line) for line in wrap(f"{course.title}. {'; '.join(told)}.", width)]
    rows = [Text("")]
    for exercise in course.exercises:
        sign, colour = STATE_SIGNS[states[exercise.id]]
        here = current is not None and exercise.id == current.id
        mark = f"[{sign}{exercise.number}]" if here else f" {sign}{exercise.number} "
        if len(rows[-1]) + len(mark) > width:
            rows.append(Text(""))
        rows[-1].append(mark, f"bold {colour}" if here else colour)
    counts = ", ".join(f"{len(found)} {state}" for state, found in numbers.items() if found)
    return [Text(f"{course.title}: {counts}", "bold"), *rows]


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
        sign = "" if view.plain else f"{STATE_SIGNS[reached if done else NOT_BEGUN][0]} "
        parts.append(f"{sign}{milestone.title} {passed}/{len(checks)}")
        if not done and not ahead:
            ahead, hint = True, "" if passed else f"{milestone.title}: {milestone.hint}"
    lines = wrapped("   ".join(parts), view, "dim") if parts else []
    return [*lines, *(wrapped(hint, view, "dim") if hint else [])]


def _failure(view: View, exercise: ExerciseReport, rows: int) -> list[Text]:
    first = first_failure(exercise, view.further)
    rest = _rest(exercise, first, view)
    if not view.rows:
        return [Text(""), *check_lines(view, exercise, first), Text(""), *rest]
    shown = short_lines(view, exercise, first, rows - 2 - len(rest))
    return [Text(""), *shown, Text(""), *rest]


def _to_do(view: View, exercise: ExerciseReport) -> list[Text]:
    """What an exercise wants that nobody has begun: its properties, or the first of many."""
    rating = view.course.exercise(exercise.id).rating
    lines = [*(wrapped(rating.sentence, view, "dim") if rating else []), Text("")]
    for check in exercise.checks[: MOST_OF_THE_REST + 1]:
        lines += line("to do", "yellow", check.sentence, "", view)
    more = len(exercise.checks) - MOST_OF_THE_REST - 1
    told = [f"And {more} more."] if more > 0 else []
    told += hidden_words(view.hidden[exercise.id])
    return [*lines, *wrapped(" ".join(told), view, "dim")] if told else lines


def _rest(exercise: ExerciseReport, first: CheckResult, view: View) -> list[Text]:
    shown, counts = others_of(exercise, first, listed=not view.rows)
    lines = [line for check in shown for line in marked(check, view, first=False)]
    told = [counts] if counts else []
    hidden = view.hidden.get(exercise.id, 0)
    told += [f"{counted(hidden, 'hidden check')} remain{'s' * (hidden == 1)}."] * bool(hidden)
    return [*lines, *wrapped(" ".join(told), view, "dim")] if told else lines


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
        elif not view.watching:
            told += "    More: -v, or topograde draw"
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
                    "All that can be checked here passes. Hidden checks remain, and may fail. "
                    "Hand your work in."
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
    for paragraph in (*view.built, *view.course.finish):
        lines += [Text(""), *wrapped(paragraph, view)]
    return [*lines, Text("")]


def _ranges(numbers: Sequence[int]) -> str:
    """1, 2, 3, 5 as "1-3, 5"."""
    parts: list[list[int]] = []
    for each in numbers:
        if parts and parts[-1][-1] == each - 1:
            parts[-1].append(each)
        else:
            parts.append([each])
    return ", ".join(str(p[0]) if len(p) == 1 else f"{p[0]}-{p[-1]}" for p in parts)
