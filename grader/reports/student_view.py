"""The one screen of a student's own check, as lines of text.

The course as a line of marks; the exercise that is looked at; its first failing check, with
numbers, the smallest program, what is known of the cause and the line; what to do next. That fits a
window of 24 lines. With `-v` it is shown in full, with its graph and the other checks. Nothing is
told by colour alone; pipes, NO_COLOR and screen readers get words for signs.

* `student_view` is the screen, `exercise_view` what it says of one exercise;
* `check_lines` is a failing check in full, `drawn_lines` its graph;
* `View` is what the screen knows, `wrapped` fits a text to its width.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from rich.text import Text

from grader.course.course import Course
from grader.course.models import may_be_read
from grader.grading.progress import FAILING, HIDDEN_LEFT, NOT_BEGUN, PASSED, upcoming
from grader.judging.picture import Picture
from grader.judging.report import CheckResult, ExerciseReport, Report
from grader.reports.terminal import marks_line
from grader.reports.view import (
    DONE_HERE,
    MOST_OF_THE_REST,
    STATE_MARKS,
    TO_DO,
    Failure,
    Mark,
    failure_of,
    finished,
    first_failure,
    hidden_words,
    how_many_pass,
    is_of_file,
    mark_of,
    others_of,
    printed,
)
from grader.reports.words import dense, folded, in_short, rows_of, sentences, without_rows
from grader.text import printable

WIDEST = 100
MOST_OUTPUT = 3
NARROWEST_PICTURE = 36
INDENT = " " * 4
HANGING = " " * 11
LEAST_PROGRAM, LEAST_TOLD = 4, 2
"""Rows of a program and of an explanation that a small window shows in any case."""
NOT_CHECKED_HERE = {
    "instructor": "its checks take more time or memory than a check of your own may",
}
"""Why an exercise is not checked in a student's own run, by what its checks need."""


@dataclass(frozen=True, slots=True)
class View:
    """What the screen is made of.

    states: how each exercise of the course stands; hidden: its number of traps; asked: the
    exercises that were named, if any; folder: where the work was looked for; deleted: exercises
    that were checked once and whose file is gone, and that file. rows: how many lines the screen
    may have; 0 for all that there is. further: how many failing checks further on the one is that
    is shown. files: where each exercise was found, by name; a notebook holds several. unread:
    exercises whose file is there and cannot be used, and that file. just_passed: exercises that did
    not pass before does so now; only then is there something to celebrate. needs: what the checks
    need that do not run here, by exercise. built: what was measured of the exam's engine, in
    sentences. unable: the exercises that cannot be checked here; written: those that are as
    `topograde next` wrote them, and whether that put the student's work in. is_first: whether one
    of those that just passed never did so before. ready: the next exercise, if its file is there
    and nothing is to be put into it.
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
    just_passed: Mapping[str, str] = field(default_factory=dict)
    needs: Mapping[str, frozenset[str]] = field(default_factory=dict)
    built: Sequence[str] = ()
    unable: Collection[str] = ()
    written: Mapping[str, bool] = field(default_factory=dict)
    is_first: bool = True
    ready: str = ""

    @property
    def current(self) -> ExerciseReport | None:
        """The exercise to look at: the one to go on with, of those that were checked."""
        there = [e for e in self.report.exercises if e.handed_in and e.id not in self.deleted]
        found = upcoming(self.course, {e.id: self.states[e.id] for e in there}, self.unable)
        named = (e for e in there if found is not None and e.id == found.id)
        return next(named, there[-1] if there else None)

    def is_collected(self, exercise: str) -> bool:
        """Whether it is an exam with nothing in it but what the student wrote before it."""
        return self.course.exercise(exercise).collects and self.written.get(exercise, False)


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
    lines += _just_passed(view)
    step = [*_finish(view), *next_step(view, view.current)]
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
        if exercise.id in view.files and view.states[exercise.id] != NOT_BEGUN:
            told += f" Its own examples do run: python {printable(view.files[exercise.id])}"
        return [*lines, *wrapped(told, view)]
    if not finished(exercise):
        return [*lines, *_failure(view, exercise, rows - len(lines) if view.rows else 0)]
    more = hidden_words(view.hidden[exercise.id])
    if view.needs.get(exercise.id):
        more.append("Your instructor's run asks for more than can be asked here.")
    if may_be_read(view.course, view.course.exercise(exercise.id)):
        more.append(f"The course's solution beside yours: topograde solution {exercise.id}")
    missing = [n for n in exercise.notices if "is not available while grading" in n]
    notes = _notices(replace(exercise, notices=tuple(missing)), view)
    return [*lines, *wrapped(" ".join(more), view, "dim"), *notes]


def _heading(view: View, exercise: ExerciseReport) -> list[Text]:
    title = f"{exercise.id}: {exercise.title}"
    said = how_many_pass(exercise, view.hidden.get(exercise.id, 0))
    said = NOT_BEGUN if view.states[exercise.id] == NOT_BEGUN else said
    said = said if exercise.checks or said == NOT_BEGUN else "not checked here"
    gap = view.width - len(title) - len(said)
    if gap < 2:
        return [Text(title, "bold"), Text(said)]
    return [
        Text.assemble((title, "bold"), " " * gap, (said, "green" if finished(exercise) else ""))
    ]


def _milestones(view: View, exercise: ExerciseReport) -> list[Text]:
    """How each milestone of a large exercise stands, and the hint of one that is to be begun."""
    parts, hint, ahead = [], "", False
    reached = HIDDEN_LEFT if view.hidden.get(exercise.id) else PASSED
    for milestone in view.course.exercise(exercise.id).milestones:
        checks = [check for check in exercise.checks if milestone.holds(check.id)]
        passed = sum(check.outcome == "passed" for check in checks)
        done = passed == len(checks)
        sign = "" if view.plain else f"{STATE_MARKS[reached if done else NOT_BEGUN].sign} "
        parts.append(f"{sign}{milestone.title} {passed}/{len(checks)}")
        if not done and not ahead and not view.is_collected(exercise.id):
            ahead, hint = True, "" if passed else f"{milestone.title}: {milestone.hint}"
    lines = wrapped("   ".join(parts), view, "dim") if parts else []
    return [*lines, *(wrapped(hint, view, "dim") if hint else [])]


def _failure(view: View, exercise: ExerciseReport, rows: int) -> list[Text]:
    first = first_failure(exercise, view.further)
    rest = _rest(exercise, first, view)
    if not view.rows:
        return [Text(""), *check_lines(view, exercise, first), Text(""), *rest]
    shown = _short_lines(view, exercise, first, rows - 2 - len(rest))
    return [Text(""), *shown, Text(""), *rest]


def check_lines(view: View, exercise: ExerciseReport, check: CheckResult) -> list[Text]:
    """A failing check in full: numbers, program, graph, and what is known about the mistake."""
    failure = failure_of(exercise, check)
    lines = [*_marked(check, view), *_numbers(failure, view)]
    if failure.said:
        lines += wrapped(failure.said, view, "dim" if failure.numbers else "", INDENT)
    if failure.program:
        lines += [Text(""), *_program(failure.program, failure.picture, view)]
    if failure.told:
        lines += [Text(""), *wrapped(failure.told, view, "bold", INDENT)]
    if failure.where:
        lines += wrapped(printable(failure.where[0]), view, indent=INDENT)
        lines += [_cut(f"{INDENT}{line}", view, "cyan") for line in failure.where[1:]]
    if not check.is_to_do:
        lines += [*_notices(exercise, view), *_output(exercise, view)]
    return lines


def _short_lines(view: View, exercise: ExerciseReport, check: CheckResult, rows: int) -> list[Text]:
    """What of a failing check fits this many rows: numbers, program, cause and line.

    The program keeps its lines as long as the first sentence of the cause has room.
    """
    failure = failure_of(exercise, check)
    lines = [*_marked(check, view), *_numbers(failure, view)]
    if failure.said and not failure.numbers:
        lines += _sentences(failure.said, view, "", max(rows // 3, LEAST_TOLD))
    program = failure.program if failure.is_code and not failure.gives_away else ""
    code, told = _code(program, view), in_short(failure.told, bool(program))
    place, output = _line_in_file(failure, view), _output(exercise, view)
    left = rows - len(lines) - len(place) - bool(code) - bool(told or place) - len(output)
    if len(code) + bool(told) * len(wrapped(told, view, indent=INDENT)) > left:
        program = dense(program, (failure.numbers or [""])[0], view.width - len(INDENT))
        code = _code(program, view)
    cause = _sentences(told, view, "bold", max(left - len(code), LEAST_TOLD)) if told else []
    most = max(left - len(cause), LEAST_PROGRAM)
    if len(code) > most:
        code = _code(without_rows(program), view)
    if len(code) > most:
        kept = min(most - 1, _end_of_code(code))
        code = [*code[:kept], Text(f"{INDENT}... ({len(code) - kept} more lines)", "dim")]
    lines += [Text(""), *code] if code else []
    lines += [*([Text("")] if cause or place else []), *cause, *place, *output]
    return [*lines, *_notices(exercise, view)[: max(rows - len(lines), 0)]]


def _end_of_code(rows: Sequence[Text]) -> int:
    """The number of rows without the comments at the end: half a table of numbers says nothing."""
    end = len(rows)
    while end and rows[end - 1].plain.lstrip().startswith("#"):
        end -= 1
    return end


def drawn_lines(view: View, exercise: ExerciseReport, check: CheckResult) -> list[Text]:
    """The program of a failing check and its graph, with the student's numbers and PyTorch's."""
    failure = failure_of(exercise, check)
    file = printable(view.files.get(exercise.id, ""))
    if failure.picture is None:
        told = "It has too many nodes to be drawn, or makes them while it runs."
        if check.is_to_do:
            told = f"Nothing is drawn before it is begun. Do what TODO says in {file}."
        elif check.outcome == "error":
            told = "Its graph is not drawn: the program ended with an error."
        elif failure.numbers is None:
            told = f"No gradients were computed, so none can be drawn. What is asked is in {file}."
        program = [Text(""), *_code(failure.program, view)] if failure.is_code else []
        return [*_marked(check, view), *program, Text(""), *wrapped(told, view, indent=INDENT)]
    return [*_marked(check, view), Text(""), *_program(failure.program, failure.picture, view)]


def _notices(exercise: ExerciseReport, view: View) -> list[Text]:
    told = (f"note: {notice}" for notice in exercise.notices)
    return [line for text in told for line in wrapped(text, view, "dim", INDENT)]


def _numbers(failure: Failure, view: View) -> list[Text]:
    if failure.numbers is None:
        return []
    what, yours, whose, right = failure.numbers
    told = f"{what}    yours {yours}    {whose} {right}"
    return wrapped(told, view, indent=INDENT)


def _sentences(text: str, view: View, style: str, rows: int) -> list[Text]:
    """The first sentences of a text, as many as fit, and the question at its end; one at least."""
    first, *others = sentences(text)
    question = [others.pop()] if others and text.endswith("?") else []
    for asked in (question, []):
        for count in range(len(others), -1, -1):
            told = wrapped(" ".join([first, *others[:count], *asked]), view, style, INDENT)
            if len(told) <= rows:
                return told
    return wrapped(first, view, style, INDENT)


def _line_in_file(failure: Failure, view: View) -> list[Text]:
    """Where to look: the file, the line's number and the line, on a second row if need be."""
    if not failure.where:
        return []
    marked = next((line for line in failure.where if line.startswith(">")), "")
    place, code = failure.where[0], marked.lstrip("> ").partition("  ")[2].strip()
    if len(INDENT) + len(place) + len(code) + 3 <= view.width:
        return [Text(f"{INDENT}{printable(place)}:  {printable(code)}", "cyan")]
    return [Text(f"{INDENT}{printable(place)}:", "cyan"), _cut(f"{INDENT * 2}{code}", view, "cyan")]


def _program(program: str, drawn: Picture | None, view: View) -> list[Text]:
    """The program to paste and its graph: side by side where there is room."""
    code = _code(program, view)
    if drawn is None:
        return code
    from grader.explain.pictures.drawn.text import HEADS, in_characters  # most checks pass

    left = max(map(len, code)) + 2
    if view.width - left >= NARROWEST_PICTURE and not view.plain:
        picture = in_characters(drawn, view.width - left).splitlines()
        if any(line.split() == list(HEADS) for line in picture):  # not listed for want of room
            rows = []
            for place in range(max(len(code), len(picture))):
                row = code[place] if place < len(code) else Text("")
                row.pad_right(left - len(row))
                line = picture[place] if place < len(picture) else ""
                rows.append(Text.assemble(row, (line, _colour_of(line))))
            return rows
    picture = in_characters(drawn, view.width - len(INDENT)).splitlines()
    return [*code, Text(""), *(Text(f"{INDENT}{line}", _colour_of(line)) for line in picture)]


def _code(program: str, view: View) -> list[Text]:
    return [Text(INDENT + row, "cyan") for row in folded(program, view.width - len(INDENT))]


def _colour_of(line: str) -> str:
    return "red" if "<- first wrong" in line else ""


def _marked(check: CheckResult, view: View, first: bool = True) -> list[Text]:
    """A check's mark and its sentence; what is wrong with a file that cannot be run at all."""
    style = "bold" if first else "dim" if check.outcome == "passed" or check.waits else ""
    told = check.message if first and is_of_file(check) else check.sentence
    return _line(mark_of(check, first), told, style, view)


def _line(mark: Mark, told: str, style: str, view: View) -> list[Text]:
    """A word in colour and what it is about, in as many rows as it takes."""
    rows = rows_of(told, max(view.width - len(HANGING), 20))
    lines = [Text.assemble((f"{mark.loud:<{len(HANGING)}}", mark.colour), (rows[0], style))]
    return lines + [Text(HANGING + row, style) for row in rows[1:]]


def _output(exercise: ExerciseReport, view: View) -> list[Text]:
    title, *lines = printed(exercise, MOST_OUTPUT) or [""]
    if not title:
        return []
    return [Text(f"{INDENT}{title}", "dim"), *(_cut(f"{INDENT}| {e}", view, "dim") for e in lines)]


def _cut(line: str, view: View, style: str) -> Text:
    """A line on one row, as much of it as fits."""
    line = printable(line)
    return Text(line if len(line) <= view.width else f"{line[: view.width - 4]} ...", style)


def wrapped(text: str, view: View, style: str = "", indent: str = "") -> list[Text]:
    """A text as lines of the screen's width; an empty one for no text."""
    rows = rows_of(text, max(view.width - len(indent), 20))
    return [Text(indent + row, style) for row in rows]


def _to_do(view: View, exercise: ExerciseReport) -> list[Text]:
    """What an exercise wants that nobody has begun: its properties, or the first of many."""
    if view.is_collected(exercise.id):
        new = view.course.exercise(exercise.id).collected
        return wrapped(f"Your own work is in it. {new}", view)
    lines = _rated(view, exercise)
    if view.just_passed:
        return lines
    lines.append(Text(""))
    for check in exercise.checks[: MOST_OF_THE_REST + 1]:
        lines += _line(TO_DO, check.sentence, "", view)
    more, hidden = len(exercise.checks) - MOST_OF_THE_REST - 1, view.hidden[exercise.id]
    told = [f"{more} more checks like these run here."] if more > 0 else []
    told += [f"{hidden} hidden ones run when your instructor grades."] if hidden else []
    return [*lines, *wrapped(" ".join(told), view, "dim")] if told else lines


def _rated(view: View, exercise: ExerciseReport) -> list[Text]:
    course = view.course.exercise(exercise.id)
    begun = " That is from an empty class." if course.collects else ""
    return wrapped(course.rating.sentence + begun, view, "dim") if course.rating else []


def _just_passed(view: View) -> list[Text]:
    """What passes now and did not before, the last if several do: and what it is good for."""
    new = [each for each in view.course.exercises if each.id in view.just_passed]
    new = [each for each in new if view.states[each.id] == PASSED]
    is_all = all(state in DONE_HERE for state in view.states.values())
    if not new or (is_all and _finish(view)):
        return []  # the end has a screen of its own
    measured = view.just_passed[new[-1].id]
    sign = "" if view.plain else f"{STATE_MARKS[PASSED].sign} "
    how = f": {measured}." if measured else "."
    lines = [Text(""), *wrapped(f"{sign}{new[-1].id} passes{how}", view, "bold green")]
    return [*lines, *(wrapped(new[-1].passed, view) if new[-1].passed else [])]


def _rest(exercise: ExerciseReport, first: CheckResult, view: View) -> list[Text]:
    shown, counts = others_of(exercise, first, listed=not view.rows)
    lines = [line for check in shown for line in _marked(check, view, first=False)]
    return [*lines, *wrapped(counts, view, "dim")] if counts else lines


def next_step(view: View, current: ExerciseReport) -> list[Text]:
    """What to do now, in one line."""
    state = view.states[current.id]
    if view.report.ungraded and state != FAILING:
        told = "Something could not be checked, and that is not your doing: see above."
    elif state == NOT_BEGUN and (
        current.id in view.asked or current.id in view.written or PASSED not in view.states.values()
    ):
        file = view.files.get(current.id) or view.course.exercise(current.id).file_name
        told = "press h for a hint" if view.watching else f"topograde hint {current.id}"
        told = f"Next: do what TODO says in {printable(file)}\nHelp: {told}"
    elif not finished(current) and state != NOT_BEGUN:
        told = "press h for a hint" if view.watching else f"topograde hint {current.id}"
        if not view.watching:
            drawn = failure_of(current, first_failure(current, view.further)).picture is not None
            told += f"    More: -v{', or topograde draw' * drawn}"
        told = f"Next: {told}"
    elif (following := upcoming(view.course, view.states, view.unable)) and (
        following.id == view.ready and not view.watching
    ):
        told = f"Next: do what TODO says in {printable(view.files[following.id])}"
        if following.collects:
            told += f"\nWith all that you wrote: topograde next {following.id} --collect"
    elif following:
        where = following.file_name if view.watching else "topograde next"
        told = f"Next: {where}    ({following.id}: {following.title})"
    else:
        hidden = HIDDEN_LEFT in view.states.values()
        what = "All that can be checked here" if hidden or view.unable else "Every exercise"
        told = f"{what} passes.{' Hidden checks remain, and may fail.' if hidden else ''}"
        told += "\nNext: hand your work in."
    return wrapped(told, view, "bold")


def _finish(view: View) -> list[Text]:
    """What was built, once everything passes, and what comes next: the course's own words."""
    done, unable = {e for e, state in view.states.items() if state in DONE_HERE}, set(view.unable)
    ended = done | unable >= view.states.keys() and view.course.finish
    if not (ended and view.just_passed and view.is_first):
        return []
    passed = sum(view.states[e.id] == PASSED for e in view.course.exercises)
    left = [e.id for e in view.course.exercises if view.states[e.id] == HIDDEN_LEFT]
    told = f"All {passed} exercises of {view.course.title!r} pass."
    if unable - done:
        told = f"{passed} exercises of {view.course.title!r} pass: all that can be checked here."
    elif left:
        names = " and ".join(left)
        told = (
            f"{passed} exercises of {view.course.title!r} pass, and all visible checks of {names}."
        )
    lines = [Text(""), *wrapped(told, view, "bold green")]
    lines += [row for sentence in view.built for row in wrapped(sentence, view, indent=INDENT)]
    for paragraph in view.course.finish:
        lines += [Text(""), *wrapped(paragraph, view)]
    return [*lines, Text("")]
