"""The student's page: what it says, that nothing can be injected, that nothing hidden is in it."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from grader.checks import Check
from grader.classroom.entries import Attempt
from grader.classroom.gradebook import Gradebook
from grader.classroom.output_files import prepare_folder
from grader.classroom.publishing import ClassInfo, Publisher
from grader.course.course import Course
from grader.grading.submission import Graded, grade_submission
from grader.judging.as_json import record_of
from grader.judging.check_results import number
from grader.judging.context import GradingContext
from grader.judging.finding import Finding
from grader.judging.picture import Picture
from grader.judging.report import CheckResult, ExerciseReport, OverrideRecord, Report
from grader.programs.operators import all_forms
from grader.reports.pages.content import ForInstructor
from grader.reports.pages.html import LIMIT, report_page, steps_of
from grader.reports.tables import flags_of
from grader.submissions.submission import Submission
from tests.judging.test_report import REPORTS, SHA, STUDENT, WRONG, leaf_values
from tests.support import page_samples as samples
from tests.support.hand_ins import source

INLINE = {"a", "bdi", "code", "span", "strong"}


class Seen(HTMLParser):
    """The tags, attributes and texts of a page, as a parser of HTML reads them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.texts: list[str] = []
        self.inside: list[str] = []
        self.blocks: dict[str, list[str]] = {"script": [], "style": []}
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        self.inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self.inside and self.inside.pop() != tag:
            pass
        if tag not in INLINE:
            self.texts.append(" ")

    def handle_data(self, data: str) -> None:
        if self.inside and self.inside[-1] in self.blocks:
            self.blocks[self.inside[-1]].append(data)
        else:
            self.texts.append(data)

    @property
    def text(self) -> str:
        """What a person can read, with single spaces."""
        return " ".join("".join(self.texts).split())


def text_of(report: Report) -> str:
    return Seen(report_page(report)).text


# -------------------------------------------------------------------------------- what it says


def test_the_top_says_score_what_is_right_and_what_to_do_next() -> None:
    done = samples.exercise(samples.passed("one"), id="build-topo", title="Put them in order")
    text = text_of(samples.report(done, samples.exercise(samples.passed("x"), samples.failed())))
    top = text[: text.index("What you handed in")]
    assert "ada 2 of 4 points" in top
    assert "Finished: “Put them in order”." in top
    assert "1 of 2 checks pass in “backward() does it all”." in top
    assert "Make this check pass: A shared node waits for all of its consumers." in top


def test_a_failed_check_shows_program_numbers_and_diagnosis() -> None:
    told = Finding("waits-not", 9, 9, "Your engine does not wait. Why?", "seen")
    text = text_of(samples.report(samples.exercise(samples.failed(), diagnosis=(told,))))
    assert "L = b * 2 + b * 5" in text
    assert "Yours 6.0 PyTorch 21.0" in text
    assert "(3 of 9 programs are wrong; this is the first.)" in text
    seen = "The same was seen in all 9 failing programs that were watched."
    assert f"Your engine does not wait. {seen}" in text
    assert "b = a*3 6.0 7.0 7.0 ✗ the first wrong gradient" in text


@pytest.mark.parametrize(
    ("outcome", "word"),
    [("failed", "✗ fails"), ("error", "! error"), ("timeout", "◷ too slow")],
)
def test_an_outcome_is_a_sign_and_a_word(outcome: Any, word: str) -> None:
    check = replace(samples.failed(), outcome=outcome)
    assert word in text_of(samples.report(samples.exercise(check)))


def test_all_right_and_complete_is_said_with_the_hidden_checks() -> None:
    done = samples.exercise(samples.passed("x"), samples.passed("y", hidden=True))
    text = text_of(samples.report(done))
    assert "Nothing. This is finished. Every check passes, the 1 with hidden inputs too." in text


def test_right_but_incomplete_goes_on_with_what_is_missing() -> None:
    missing = samples.exercise(id="engine", title="The exam", handed_in=False, max_score=60.0)
    text = text_of(samples.report(samples.exercise(samples.passed("x")), missing))
    assert "Go on with “The exam”." in text
    assert "Not in your hand-in: The exam (60)." in text


def test_what_could_not_be_read_comes_first() -> None:
    missing = samples.exercise(handed_in=False, max_score=4.0)
    text = text_of(samples.report(missing, faults=("ada.zip: this is not a .zip",)))
    assert text.index("ada.zip: this is not a .zip") < text.index("Hand in again")


def test_an_earlier_upload_is_left_aside_and_no_fault() -> None:
    earlier = "b.py: an earlier upload; the last one, b-1.py, was graded"
    resubmitted = samples.report(samples.exercise(), faults=(earlier,))
    assert "What was left aside" in text_of(resubmitted)
    assert "What could not be read" not in text_of(resubmitted)
    assert flags_of(resubmitted) == ["resubmitted"]
    assert flags_of(samples.report(samples.exercise(), faults=(f"{earlier}.txt: no",))) == ["fault"]


def test_what_is_ungraded_is_not_the_students_doing() -> None:
    check = replace(samples.failed(counterexample=None), outcome="ungraded")
    text = text_of(samples.report(samples.exercise(check)))
    assert "some checks could not be graded. That is not your doing." in text
    assert "Make this check pass" not in text


def test_equal_pictures_are_drawn_once() -> None:
    again = replace(samples.failed(), id="again", hidden=True)
    page = report_page(samples.report(samples.exercise(samples.failed(), again)))
    assert page.count('id="picture-backward-shared-node-1"') == 1
    assert "picture-backward-again-node-1" not in page
    assert 'href="#picture-backward-shared"' in page


def test_ids_are_unique_and_links_lead_somewhere() -> None:
    other = samples.shared_node()
    other["nodes"][0]["data"] = 2.5
    finding = replace(samples.failed().counterexample, picture=record_of(Picture, other))  # type: ignore[type-var]
    again = replace(samples.failed(), id="again", counterexample=finding)
    seen = Seen(report_page(samples.report(samples.exercise(samples.failed(), again))))
    ids = [value for _, name, value in seen.attributes if name == "id"]
    assert "picture-backward-again-node-1" in ids
    assert sorted(ids) == sorted(set(ids))
    targets = [v for _, name, v in seen.attributes if name in ("href", "aria-labelledby")]
    assert targets
    assert {target.removeprefix("#") for target in targets} <= set(ids)


@settings(max_examples=60, deadline=None)
@given(REPORTS)
def test_any_report_has_a_page(report: Report) -> None:
    page = report_page(report)
    assert page == report_page(report)
    assert len(page.encode()) <= LIMIT


# --------------------------------------------------------------------------- the backward pass


def test_a_node_that_runs_before_its_consumers_have_contributed_is_told_so() -> None:
    said = [step.said for step in steps_of(record_of(Picture, samples.shared_node()), "yours")]
    assert said[0] == "Before the first rule: `L` holds 1.0, all others hold 0.0."
    assert said[2] == "The rule of `c = b*2` ran: `b` gets 2.0."
    assert said[3] == (
        "The rule of `b = a*3` ran: `a` gets 6.0. "
        "Too early: its second consumer `d` had not contributed yet."
    )
    assert said[4] == (
        "The rule of `d = b*5` ran: `b` goes from 2.0 to 7.0. "
        "Too late for `b`: its own rule has run already, and nothing passes this on. "
        "In the end: `a` ends with 6.0, and should with 21.0."
    )


def test_a_right_order_has_no_reproach() -> None:
    steps = steps_of(record_of(Picture, samples.shared_node()), "right")
    assert len(steps) == 5
    assert not any("Too" in step.said or step.too_early for step in steps)


def test_a_rule_that_runs_twice_and_gradients_that_are_not_known_are_told() -> None:
    picture = samples.shared_node()
    unknown = [None] * 4
    picture["yours"] = samples.steps((4, [*unknown, 1.0]), (1, [6.0, *unknown]), (1, [12.0] * 5))
    said = [step.said for step in steps_of(record_of(Picture, picture), "yours")]
    assert said[2].startswith("The rule of `b = a*3` ran: `a` gets 6.0. Too early: its consumers")
    assert said[3].startswith("The rule of `b = a*3` ran again: `a` goes from 6.0 to 12.0")
    assert "The rule of `c` never ran. The rule of `d` never ran. In the end: `a`" in said[3]


def test_a_second_call_begins_with_what_the_first_has_left() -> None:
    picture = {**samples.shared_node(), "calls": 2}
    picture["start"] = {"yours": [6.0, 7.0, 1.0, 1.0, 1.0], "right": None}
    said = [step.said for step in steps_of(record_of(Picture, picture), "yours")]
    assert said[0] == (
        "Before the first rule of call 2: `L` holds 1.0, "
        "others hold `a` 6.0, `b` 7.0, `c` 1.0, `d` 1.0."
    )


def test_the_diagnosis_stands_with_the_first_numbers() -> None:
    told = Finding("waits-not", 3, 9, "Your engine does not wait. Why?", "seen")
    first = replace(
        samples.failed(counterexample=None, message="No."), id="first", sentence="Adds."
    )
    seen = Seen(
        report_page(samples.report(samples.exercise(first, samples.failed(), diagnosis=(told,))))
    )
    assert seen.text.count("What your numbers say") == 1
    assert seen.text.index("Yours 6.0") < seen.text.index("What your numbers say")
    assert ("details", "open", "") in seen.attributes


@pytest.mark.parametrize("side", ["yours", "right"])
def test_without_notes_there_are_no_steps_and_the_page_is_still_good(side: Any) -> None:
    picture = record_of(Picture, {**samples.shared_node(), side: None})
    assert steps_of(picture, side) == ()
    finding = replace(samples.failed().counterexample, picture=picture)  # type: ignore[type-var]
    text = text_of(samples.report(samples.exercise(samples.failed(counterexample=finding))))
    assert "b = a*3 6.0 7.0 7.0 ✗ the first wrong gradient" in text
    assert ("A right order, rule by rule" in text) == (side == "yours")


# ------------------------------------------------------------------------------------ security

PLAIN = {"html", "head", "meta", "title", "body", "a", "header", "div", "p", "h1", "h2", "h3"}
PLAIN |= {"bdi", "strong", "main", "section", "ul", "li", "code", "nav", "span", "article"}
PLAIN |= {"button", "pre", "dl", "dt", "dd", "aside", "details", "summary", "table", "caption"}
PLAIN |= {"thead", "tbody", "tr", "th", "td", "footer", "figure", "template"}
PLAIN |= {"svg", "rect", "g", "text", "path", "polygon"}


def test_hostile_texts_stay_texts() -> None:
    page = report_page(samples.hostile())
    seen = Seen(page)
    assert set(seen.tags) - PLAIN == {"script", "style"}
    assert seen.tags.count("script") == seen.tags.count("style") == 1
    for tag, name, value in seen.attributes:
        assert not name.startswith("on"), (tag, name)
        assert name not in ("style", "src", "srcset", "srcdoc", "action"), (tag, name)
        assert name != "href" or value.startswith("#"), value
    assert [v for t, n, v in seen.attributes if (t, n) == ("meta", "http-equiv")] == [
        "Content-Security-Policy"
    ]
    for text in samples.HOSTILE[:5]:
        assert " ".join(text.split()) in seen.text
    assert "{{ 7 * 7 }} {% raw %} ${7*7} &lt;b&gt;" in seen.text


def test_characters_that_cannot_be_seen_are_written_out() -> None:
    page = report_page(samples.hostile())
    for char in samples.UNSEEN:
        assert char[0] not in page
    for escape in ("\\x00", "\\x1b[2J", "\\u202e", "\\u2066", "\\u200b", "\\ud800", "\\u2028"):
        assert escape in page
    page.encode()


def test_the_policy_allows_this_style_and_this_script_and_nothing_else() -> None:
    seen = Seen(report_page(samples.hostile()))
    (policy,) = (v for _, name, v in seen.attributes if name == "content" and "default-src" in v)
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    assert "unsafe" not in policy
    for tag in ("script", "style"):
        (text,) = ("".join(seen.blocks[tag]),)
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert rules[f"{tag}-src"] == f"'sha256-{digest}'"


def test_a_page_is_short_whatever_was_printed() -> None:
    huge = "<&>'\"" * 200_000
    checks = tuple(
        replace(samples.failed(message=huge), id=f"c{at}", hidden=at % 2 == 0) for at in range(150)
    )
    page = report_page(
        samples.report(samples.exercise(*checks, output=huge, notices=(huge,) * 99), faults=(huge,))
    )
    assert len(page.encode()) <= LIMIT
    assert "more" in page


# --------------------------------------------------------------------------- nothing is hidden

NUMBER = re.compile(r"-?\d+\.\d+(?:e[-+]?\d+)?")


@pytest.fixture(scope="module")
def graded(
    context: GradingContext, course: Course, checks: Mapping[str, tuple[Check, ...]]
) -> Graded:
    """A wrong engine, graded with hidden checks."""
    submission = Submission(STUDENT, Path("ada"), SHA, {"engine": source(WRONG)})
    return grade_submission(submission, course, checks, context, only=["engine"])


@pytest.fixture(scope="module")
def hidden(
    graded: Graded, context: GradingContext, checks: Mapping[str, tuple[Check, ...]]
) -> set[str]:
    """Numbers of failed traps that only an instructor sees: inputs, both answers, as written."""
    failed = {
        c.id: c.private
        for e in graded.report.exercises
        for c in e.checks
        # What fails first may be a public probe of the operator, which is the visible example too.
        if c.private and c.counterexample and c.private.get("program") != c.counterexample.program
    }
    numbers = set(NUMBER.findall(json.dumps(failed)))
    for check in checks["engine"]:
        if check.id in failed:
            drawn = context.hidden("engine", check, all_forms(), STUDENT, SHA)
            numbers.update(*(leaf_values(question.item) for question in drawn.plan.questions))
            numbers.update(repr(number) for right in drawn.expected for number in right or ())
    return {number for number in numbers if len(number.strip("-")) >= 6}


def test_hidden_numbers_are_in_neither_file_of_the_student(
    graded: Graded, hidden: set[str], tmp_path: Path
) -> None:
    prepare_folder(tmp_path)
    info = ClassInfo("", (), (), "last", "0", people={STUDENT: "Ada Lovelace"})
    with Gradebook(tmp_path) as book:
        book.record(Attempt(STUDENT, SHA, "", (), "", "", ""), graded)
        Publisher(book, tmp_path, info).publish(STUDENT)
    page, data = (tmp_path / "ada.html").read_text(), (tmp_path / "ada.json").read_text()
    assert "hidden inputs" in page
    for text in (page, data):
        assert not [number for number in hidden if number in text]
    # The search finds what it looks for where it is allowed to be.
    known = (tmp_path / "instructor" / "ada.json").read_text()
    assert len([number for number in hidden if number in known]) > 15
    assert (tmp_path / "ada.html").stat().st_mode & 0o777 == 0o644
    private = tmp_path / "instructor" / "ada.html"
    assert private.stat().st_mode & 0o777 == 0o600
    shown = private.read_text()
    failed = [c for e in graded.report.exercises for c in e.checks if "found" in c.private]
    assert failed
    for check in failed:
        for answer in (check.private["found"], check.private["expected"]):
            assert number(answer) in shown
    assert "Ada Lovelace" in shown
    assert "Ada Lovelace" not in page
    assert "Time of the student" in shown
    assert "CPU time" not in page


def test_the_instructors_page_shows_what_waits_and_what_was_decided(graded: Graded) -> None:
    waiting = CheckResult(
        "after", "failed", 0.0, 2.0, False, "A rule.", "Two is wrong.", waits_for="before"
    )
    blocked = CheckResult("stopped", "blocked", 0.0, 2.0, False, "Another rule.", "No engine.")
    exercise = ExerciseReport("engine", "E", True, 0.0, 4.0, (waiting, blocked))
    decided = OverrideRecord("engine", 3.0, 0.0, "right by hand", 0.0, 4.0)
    report = replace(graded.report, exercises=(exercise,), overrides=(decided,), faults=())
    page = report_page(report, ForInstructor("Ada Lovelace", {"engine": 1.5}))
    for text in ("Two is wrong.", "No engine.", "from 0 to 3 points: right by hand", "1.50 s"):
        assert text in page, text
    assert "<code>before</code>" in page
    student = report_page(report)
    assert "Two is wrong." not in student
    assert "for the instructor" not in student


def test_the_page_is_made_from_what_the_student_may_see(graded: Graded) -> None:
    public = Report.from_json(graded.report.to_json())
    assert report_page(public) == report_page(graded.report)
