"""What a student's page says, before any HTML: a `Report` as the nouns that the template writes.

`page_of(report, detail)` chooses what comes first, what is folded away and what is left out; the
template only sets it. `Detail` bounds what a page holds, whatever the student's code produced.
Of the instructor's page (`ForInstructor`) it also says what is hidden from the student.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote

from grader.explain.pictures.drawn.boxes import numbers_of, title_of
from grader.judging.check_results import OF_ITS_KIND, number
from grader.judging.picture import Drawing, Picture, PictureNode
from grader.judging.report import CheckResult, ExerciseReport, Report
from grader.reports.tables import flags_of, plain
from grader.reports.view import decided, failure_of, failures, finished, mark_of, passed_of
from grader.reports.words import NOT_EXPLAINED
from grader.submissions.student_id import safe_name

SHOWS_IT = "A program that shows it"
MOST_EDITS = 50
"""The last ones are shown."""
MOST_BEGUN = 2
"""Exercises that get a line each; the points of all of them stand in the list below."""
DEMANDS: Mapping[str | None, str] = {
    "depth": "An edge case: this check asks for deeper graphs than most need.",
    "power_zero": "An edge case: this check asks for `x**0` at 0.",
}
NODE_MARKS: Mapping[str | None, str] = {
    "first_wrong": "✗ the first wrong gradient",
    "consequence": "↓ wrong because of it",
    "wrong": "✗ wrong",
    None: "✓ right",
}
FLAGS: Mapping[str, str] = {
    "notebook": "You handed in a notebook: its code cells were run in order in a fresh process.",
    "zip": "You handed in a .zip; its files were read without unpacking it.",
    "late": "It was handed in late.",
    "group": "It was handed in by a group: each of you has this report.",
    "not-on-roster": "You were not found in the list of the class. Tell your instructor.",
    "duplicate": "There was more than one hand-in under this name.",
    "no-exercise": "No file in it is an exercise that was asked for, so it has no grade.",
    "unreadable": "Nothing in it could be read, so it has no grade.",
    "not-begun": "What you handed in is a stub as it was handed out. Did you mean another file?",
    "limits": "Some points were decided by a limit of time, memory or output.",
    "not-read": "Your hand-in could not be read, and that is not your doing.",
}
RECEIPT: Mapping[str, str] = {
    "sha256": "SHA-256 of what you handed in",
    "secret": "fingerprint of the secret that hidden inputs are drawn with",
    "topograde": "Topograde",
    "python": "Python",
    "torch": "PyTorch",
}


@dataclass(frozen=True, slots=True)
class Detail:
    """How much a page may hold: findings, pictures, and characters of each text."""

    findings: int
    pictures: int
    message: int
    program: int
    output: int
    lists: int


@dataclass(frozen=True, slots=True)
class ForInstructor:
    """What is known of a student beside the report: the real name, seconds of the code by exercise,
    and when the instructor edited what, with those edits that were taken back."""

    name: str = ""
    seconds: Mapping[str, float] | None = None
    edits: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture in its place. `key`: equal for equal pictures, and 0.0 is not -0.0.

    `same_as`: the anchor of the page's equal picture.
    """

    anchor: str
    key: str
    picture: Picture = field(compare=False)
    same_as: str = ""


@dataclass(frozen=True, slots=True)
class Hidden:
    """What defends the points of one check: the drawn program, both answers, how many are wrong."""

    program: str
    what: str
    found: str
    expected: str
    count: str
    error: str
    waits_for: str


@dataclass(frozen=True, slots=True)
class Shown:
    """One check: its outcome in words, and for one that failed what there is to see.

    `program` is Python to be pasted if it has a title, `about`; if not, it says what was asked for.
    """

    anchor: str
    outcome: str
    sign: str
    word: str
    sentence: str
    points: str
    hidden: bool
    message: str = ""
    demand: str = ""
    program: str = ""
    folded: bool = False
    about: str = ""
    pair: tuple[str, str, str, str] | None = None
    figure: Figure | None = None
    told: str = ""
    where: tuple[str, ...] = ()
    private: Hidden | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """One exercise: the failure to begin with in full, the others folded."""

    anchor: str
    id: str
    title: str
    handed_in: bool
    finished: bool
    score: str
    max_score: str
    count: str
    first: Shown | None
    others: tuple[Shown, ...]
    waiting: tuple[Shown, ...]
    passed: tuple[Shown, ...]
    notices: tuple[str, ...]
    output: str
    drawings: tuple[Drawing, ...] = ()


@dataclass(frozen=True, slots=True)
class Next:
    """The one thing to do next. `anchor`: where the page says more; `hint`: an exercise's id."""

    what: str
    why: str = ""
    anchor: str = ""
    hint: str = ""


def page_of(report: Report, detail: Detail, known: ForInstructor | None = None) -> dict[str, Any]:
    """The page of a report, within `detail`, by the template's names; the instructor's if `known`
    is given."""
    album = _Album(detail, known is not None)
    sections = tuple(_section(exercise, album) for exercise in report.exercises)
    return {
        "student": cut((known.name if known else "") or report.student, 200),
        "score": "-" if report.why_nothing and not report.has_grade else plain(report.score),
        "max_score": plain(report.max_score),
        "final": plain(report.final) if report.final != report.score and report.has_grade else "",
        "percent": round(100 * report.score / report.max_score, 1) if report.max_score else 0.0,
        "right": what_is_right(report),
        "next": next_step(report),
        "sections": [section for section in sections if section.handed_in],
        "missing": [section for section in sections if not section.handed_in],
        "faults": _some(report.faults, detail),
        "decided": [cut(line, 1500) for line in decided(report)],
        "remarks": remarks(report),
        "receipt": [
            (RECEIPT.get(name, name), v) for name, v in report.receipt.items() if v is not None
        ],
        "private": None if known is None else _for_instructor(report, known),
    }


def _for_instructor(report: Report, known: ForInstructor) -> dict[str, Any]:
    """What the instructor's page begins with: cost, flags, who it is, decisions, edits."""
    seconds = known.seconds or {}
    return {
        "id": report.student if known.name else "",
        "handed_out": f"../{quote(safe_name(report.student))}.html",
        "cost": f"{sum(seconds.values()):.2f} s" if seconds else "",
        "costs": [(name, f"{spent:.2f} s") for name, spent in seconds.items()],
        "flags": [cut(flag, 300) for flag in flags_of(report)],
        "decisions": [
            (each.exercise, plain(each.machine), plain(each.points), cut(each.why, 1000))
            for each in report.overrides
        ],
        "comments": [(each.exercise, cut(each.text, 1000)) for each in report.comments],
        "edits": [(when, cut(what, 1000)) for when, what in known.edits[-MOST_EDITS:]],
        "released": [(e.id, cut(e.released, 600)) for e in report.exercises if e.released],
        "unexplained": [cut(text, 600) for e in report.exercises for text in e.unexplained],
    }


class _Album:
    """What the page has shown so far: pictures that are equal are drawn once.

    private: whether what is hidden from the student is shown.
    """

    def __init__(self, detail: Detail, private: bool = False) -> None:
        self.detail = detail
        self.private = private
        self.findings = 0
        self.drawn: dict[str, str] = {}

    def takes_finding(self) -> bool:
        """Whether there is room for one finding more."""
        self.findings += 1
        return self.findings <= self.detail.findings

    def figure(self, picture: Picture | None, anchor: str) -> Figure | None:
        """The figure of a picture; one that refers to it where it was drawn above."""
        if picture is None or not picture.nodes:
            return None
        key = repr(picture)
        same_as = self.drawn.get(key, "")
        if not same_as and len(self.drawn) >= self.detail.pictures:
            return None
        self.drawn.setdefault(key, anchor)
        return Figure(anchor, key, picture, same_as)


def rows_of(picture: Picture) -> tuple[tuple[str, ...], ...]:
    """How a node was made, its data, both gradients, the mark: a row a node, the root first."""
    return tuple(
        (title_of(node), *numbers_of(node), _mark(node)) for node in reversed(picture.nodes)
    )


def _mark(node: PictureNode) -> str:
    if node.mark is None and node.yours is None:
        return ""  # not known: neither right nor wrong
    return NODE_MARKS[node.mark]


def _section(exercise: ExerciseReport, album: _Album) -> Section:
    to_show = _failures(exercise, album)
    passed, total = passed_of(exercise)
    waiting = [check for check in exercise.checks if check.waits and check.outcome != "passed"]
    return Section(
        anchor=f"exercise-{exercise.id}",
        id=exercise.id,
        title=exercise.title,
        handed_in=exercise.handed_in,
        finished=is_finished(exercise),
        score=plain(exercise.score),
        max_score=plain(exercise.max_score),
        count=f"{passed} of {total} checks pass",
        first=to_show[0] if to_show else None,
        others=to_show[1:],
        waiting=tuple(
            replace(_shown(exercise, check, album), told="", where=())
            if album.private
            else _line(exercise, check, album)
            for check in waiting
        ),
        passed=tuple(_line(exercise, c, album) for c in exercise.checks if c.outcome == "passed"),
        notices=_some(exercise.notices, album.detail),
        output=_beginning(exercise.output, album.detail.output),
        drawings=exercise.drawings if album.detail.pictures else (),
    )


def _failures(exercise: ExerciseReport, album: _Album) -> tuple[Shown, ...]:
    """The failures, each with what explains its own answers; what was said already, once."""
    found = [_shown(exercise, check, album) for check in failures(exercise)]
    first = next((place for place, shown in enumerate(found) if shown.pair), 0)
    general = all(finding.checks is None for finding in exercise.diagnosis)
    said = set[str]()
    for place, shown in enumerate(found):
        again = (bool(shown.told) and shown.told in said) or (general and place > first)
        if place < first or again or (place > first and shown.told == NOT_EXPLAINED):
            found[place] = replace(shown, told="", where=())
        else:
            said.add(shown.told)
    return tuple(found)


def _line(exercise: ExerciseReport, check: CheckResult, album: _Album) -> Shown:
    mark = mark_of(check)
    return Shown(
        anchor_of(exercise, check),
        "blocked" if check.is_to_do else check.outcome,
        mark.sign,
        mark.word,
        check.sentence,
        f"{plain(check.points)} of {plain(check.max_points)}",
        check.hidden,
        private=hidden_of(check, album.detail.program) if album.private else None,
    )


def _shown(exercise: ExerciseReport, check: CheckResult, album: _Album) -> Shown:
    """All there is of a check, as far as there is room."""
    line, detail, failure = _line(exercise, check, album), album.detail, failure_of(exercise, check)
    line = replace(
        line,
        message=cut(failure.said, detail.message),
        demand=DEMANDS.get(check.demand, ""),
        told=cut(failure.told, detail.message * 4),
        where=tuple(cut(each, detail.message) for each in failure.where) if failure.told else (),
    )
    if check.counterexample is None:
        return line
    if not album.takes_finding():
        return replace(line, message=cut(check.message, detail.message))
    title = OF_ITS_KIND if check.hidden else SHOWS_IT
    return replace(
        line,
        about=title if failure.is_code else "",
        program=_beginning(failure.program, detail.program),
        folded=failure.gives_away,
        pair=failure.numbers,
        figure=album.figure(failure.picture, f"picture-{line.anchor}"),
    )


def hidden_of(check: CheckResult, longest: int) -> Hidden | None:
    """What is hidden from the student of a check that did not pass; None if nothing is.

    longest: characters of each text.
    """
    record = check.private
    if check.outcome == "passed" or not (record or check.waits_for):
        return None
    texts = {
        name: cut(str(record.get(name) or ""), longest) for name in ("program", "what", "error")
    }
    numbers = {
        name: "" if (value := record.get(name)) is None else cut(number(value), longest)  # type: ignore[arg-type]
        for name in ("found", "expected")
    }
    wrong, of = record.get("wrong"), record.get("of")
    count = f"{wrong} of {of} answers are wrong; this is the first." if wrong else ""
    return Hidden(**texts, **numbers, count=count, waits_for=check.waits_for)


def what_is_right(report: Report) -> list[str]:
    """A line for what is finished, and one for each exercise that is begun."""
    lines = []
    handed_in = [exercise for exercise in report.exercises if exercise.handed_in]
    done = [exercise for exercise in handed_in if is_finished(exercise)]
    if done:
        lines.append(f"Finished: {', '.join(f'“{exercise.title}”' for exercise in done)}.")
    begun = {e.title: passed_of(e) for e in handed_in if e not in done and passed_of(e)[0]}
    if len(begun) > MOST_BEGUN:
        passed, of = (sum(each) for each in zip(*begun.values(), strict=True))
        lines.append(f"{passed} of {of} checks pass in {len(begun)} exercises that are begun.")
    else:
        lines += [f"{n} of {of} checks pass in “{title}”." for title, (n, of) in begun.items()]
    return lines or ["No check passes yet." if handed_in else "Nothing could be graded."]


def next_step(report: Report) -> Next:
    """The first failure of the first exercise that is not finished, or what comes after it."""
    handed_in = [exercise for exercise in report.exercises if exercise.handed_in]
    if not handed_in:
        why = "Why is said above." if report.faults else "No exercise was found in it."
        return Next("Hand in again: nothing of it could be graded.", why)
    for exercise in handed_in:
        for check in failures(exercise)[:1]:
            if check.outcome != "ungraded":
                why = f"{mark_of(check).word.capitalize()}, in “{exercise.title}”."
                return Next(check.sentence, why, anchor_of(exercise, check), exercise.id)
    if report.ungraded:
        return Next(
            "Nothing, for now: some checks could not be graded.",
            "That is not your doing. Your instructor can grade your hand-in again.",
        )
    missing = [exercise for exercise in report.exercises if not exercise.handed_in]
    if missing:
        why = "What you handed in is right. This exercise was not in it."
        return Next(f"Go on with “{missing[0].title}”.", why, hint=missing[0].id)
    hidden = sum(check.hidden for e in report.exercises for check in e.checks)
    why = f"Every check passes, the {hidden} with hidden inputs too." if hidden else ""
    return Next("Nothing. This is finished.", why or "Every check that was run passes.")


def remarks(report: Report) -> list[str]:
    """What is worth knowing about the hand-in and about how it was run."""
    lines = [FLAGS.get(flag, flag) for flag in report.flags]
    if report.ungraded:
        lines.append("Some checks could not be graded. That is not your doing.")
    lock = report.isolation if any(exercise.handed_in for exercise in report.exercises) else {}
    if lock.get("isolated"):
        lines.append(
            "Your code ran in a locked process, kept from files, from the network and from other "
            f"programs (level {lock.get('level')}; {lock.get('selftest')} trial attacks refused)."
        )
    elif lock:
        lines.append(f"Your code ran without isolation (level {lock.get('level')}).")
    return lines


def is_finished(exercise: ExerciseReport) -> bool:
    """Whether it was handed in and every check passed."""
    return exercise.handed_in and finished(exercise)


def anchor_of(exercise: ExerciseReport, check: CheckResult) -> str:
    """The id of a check's place on the page."""
    return f"{exercise.id}-{check.id}"


def cut(text: str, most: int) -> str:
    """The text, or its beginning with a word on how much is left out."""
    if len(text) <= most:
        return text
    return f"{text[:most]} … ({len(text) - most} characters more)"


def _some(texts: Sequence[str], detail: Detail) -> tuple[str, ...]:
    """The first of the texts, each within bounds, and how many there are more."""
    shown = [cut(text, detail.message) for text in texts[: detail.lists]]
    if len(texts) > len(shown):
        shown.append(f"… and {len(texts) - len(shown)} more.")
    return tuple(shown)


def _beginning(text: str, most: int) -> str:
    """The first lines of a text, `most` characters at most, and how much there is more."""
    text = text.rstrip()
    if len(text) <= most:
        return text
    kept = text[:most]
    left = text.count("\n", len(kept))
    return f"{kept}\n… ({len(text) - len(kept)} characters more, on {left + 1} lines)"
