"""What a student's page says, before any HTML: a `Report` as the nouns that the template writes.

`page_of(report, detail)` chooses what comes first, what is folded away and what is left out; the
template only sets it. `Detail` bounds what a page holds, whatever the student's code produced.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grader.explain.pictures.drawn.boxes import numbers_of, title_of
from grader.judging.check_messages import OF_ITS_KIND, number
from grader.judging.finding import Counterexample
from grader.judging.picture import Picture, PictureNode
from grader.judging.report import CheckResult, ExerciseReport, Report
from grader.reports.decided import decided
from grader.reports.pages import wording as page_words
from grader.reports.pages.for_instructor import (
    Known,
    for_instructor,
    hidden_of,
)
from grader.reports.pages.parts import Detail, Figure, Page, Section, Shown
from grader.reports.pages.wording import (
    DEMANDS,
    MARKS,
    anchor_of,
    cut,
    is_finished,
    sign_of,
)
from grader.reports.tables import plain
from grader.reports.words import NOT_EXPLAINED, place_in_words, told_at

SHOWS_IT = "A program that shows it"


def page_of(report: Report, detail: Detail, known: Known | None = None) -> Page:
    """The page of a report, within `detail`; the instructor's if `known` is given."""
    album = _Album(detail, known is not None)
    sections = tuple(_section(exercise, album) for exercise in report.exercises)
    return Page(
        student=cut((known.name if known else "") or report.student, 200),
        score="-" if report.missing and not report.has_grade else plain(report.score),
        max_score=plain(report.max_score),
        final=plain(report.final) if report.final != report.score and not report.ungraded else "",
        percent=round(100 * report.score / report.max_score, 1) if report.max_score else 0.0,
        right=page_words.what_is_right(report),
        next=page_words.next_step(report),
        sections=tuple(section for section in sections if section.handed_in),
        missing=tuple(section for section in sections if not section.handed_in),
        faults=_some(report.faults, detail),
        decided=tuple(cut(line, 1500) for line in decided(report)),
        remarks=page_words.remarks(report),
        receipt=page_words.receipt(report),
        private=None if known is None else for_instructor(report, known),
    )


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
    return " ".join(MARKS[node.mark])


def _section(exercise: ExerciseReport, album: _Album) -> Section:
    by_kind: dict[str, list[CheckResult]] = {"passed": [], "waits": [], "other": []}
    for check in exercise.checks:
        kind = "passed" if check.outcome == "passed" else "waits" if check.waits else "other"
        by_kind[kind].append(check)
    failures = _told(exercise, by_kind["other"], album)
    passed, total = len(by_kind["passed"]), len(exercise.checks)
    return Section(
        anchor=f"exercise-{exercise.id}",
        id=exercise.id,
        title=exercise.title,
        handed_in=exercise.handed_in,
        finished=is_finished(exercise),
        score=plain(exercise.score),
        max_score=plain(exercise.max_score),
        count=f"{passed} of {total} checks pass",
        first=failures[0] if failures else None,
        others=failures[1:],
        waiting=tuple(_waiting(exercise, check, album) for check in by_kind["waits"]),
        passed=tuple(_line(exercise, check) for check in by_kind["passed"]),
        notices=_some(exercise.notices, album.detail),
        output=_beginning(exercise.output, album.detail.output),
        drawings=exercise.drawings if album.detail.pictures else (),
    )


def _told(
    exercise: ExerciseReport, checks: Sequence[CheckResult], album: _Album
) -> tuple[Shown, ...]:
    """The failures, each with what explains its own answers; what was said already, once."""
    failures = [_shown(exercise, check, album) for check in checks]
    first = next((place for place, shown in enumerate(failures) if shown.pair), 0)
    said: set[str] = set()
    found = []
    for place, (check, shown) in enumerate(zip(checks, failures, strict=True)):
        told = told_at(exercise.diagnosis, check)
        general = all(finding.checks is None for finding in exercise.diagnosis)
        if place < first or told in said or (general and place > first):
            told = ""
        if place > first and told == NOT_EXPLAINED:
            told = ""
        said.add(told)
        where = place_in_words(exercise.diagnosis, check.id) if told else []
        where = [cut(line, album.detail.message) for line in where]
        told = cut(told, album.detail.message * 4)
        found.append(_with(shown, told=told, where=tuple(where)) if told else shown)
    return tuple(found)


def _line(exercise: ExerciseReport, check: CheckResult) -> Shown:
    sign, word = sign_of(check)
    points = f"{plain(check.points)} of {plain(check.max_points)}"
    anchor = anchor_of(exercise, check)
    outcome = "blocked" if check.is_to_do else check.outcome
    return Shown(anchor, outcome, sign, word, check.sentence, points, check.hidden)


def _waiting(exercise: ExerciseReport, check: CheckResult, album: _Album) -> Shown:
    """A line of a check that waits; for the instructor all there is of it."""
    return _shown(exercise, check, album) if album.private else _line(exercise, check)


def _shown(exercise: ExerciseReport, check: CheckResult, album: _Album) -> Shown:
    line, detail = _line(exercise, check), album.detail
    if album.private:
        line = _with(line, private=hidden_of(check, detail.program))
    finding = check.counterexample
    told = cut(_sentence(check.message), detail.message)
    if finding is None or not album.takes_finding():
        return _with(line, message=told, demand=DEMANDS.get(check.demand or "", ""))
    pair = _pair(finding)
    return _with(
        line,
        message=told if pair is None else cut(_beside_numbers(check, finding), detail.message),
        about="" if "\n" not in finding.program else OF_ITS_KIND if check.hidden else SHOWS_IT,
        demand=DEMANDS.get(check.demand or "", ""),
        program=_beginning(finding.program, detail.program),
        pair=pair,
        figure=album.figure(finding.picture, f"picture-{line.anchor}"),
    )


def _sentence(message: str) -> str:
    """The message with a capital where it begins with what was compared ("the order: ...")."""
    return f"T{message[1:]}" if message.startswith("the ") else message


def _with(line: Shown, **more: Any) -> Shown:
    known = {name: getattr(line, name) for name in Shown.__slots__}
    return Shown(**{**known, **more})


def _pair(finding: Counterexample) -> tuple[str, str, str] | None:
    """What differs and both numbers, where both are numbers."""
    if isinstance(finding.found, float) and isinstance(finding.expected, float):
        return finding.what, number(finding.found), number(finding.expected)
    return None


def _beside_numbers(check: CheckResult, finding: Counterexample) -> str:
    """The message without the two numbers, which stand in a table beside it."""
    found, expected = number(finding.found), number(finding.expected)
    numbers = f"{finding.what} is {found}, and PyTorch says {expected}."
    return check.message.replace(numbers, "").replace(f"{OF_ITS_KIND}: ", "").strip()


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
