"""Whatever a hand-in answers, it is judged and explained: no reply raises anything of ours.

Real solutions answer through real workers; before the grader reads a reply, parts of its answers
are exchanged for others. Faults are raised here, not kept aside (`grader.explain.guard`).
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from grader.checks.declare import Check
from grader.course.course import Course
from grader.explain.guard import RAISE, Guard
from grader.grading import explaining
from grader.grading.submission import grade_submission
from grader.judging.context import GradingContext
from grader.submissions.submission import Submission
from grader.worker.exchange import Reply
from grader.worker.forkserver import ForkServer
from tests.support import hand_ins
from tests.support.hand_ins import SECRET, solution, source
from tests.support.paths import ROOT
from tests.support.warm import topograde

EXERCISES = [
    path.stem[3:].replace("_", "-") for path in sorted((ROOT / "solutions").glob("*_*.py"))
]
JUNK: tuple[Any, ...] = (
    None, True, 0, -1, 1.5, 1e308, 10**40, "", "L", "nan", "inf", "a" * 3000, "\x00\u202e", [],
    [[]], ["L"], [["L"], ["a", "b"]], {}, {"a": [1]}, {"error": {"kind": "raised", "type": "X"}},
    {"error": []}, {"value": {"value": 1}}, {"value": [["L"]]}, {"value": {"L": ["a"]}},
    {"kind": "timeout"}, [None] * 5, [["leaf", "a", 1.0]], [[["leaf"]]], "digraph { a -> b }",
)  # fmt: skip


def spoilt(item: Any, dice: random.Random, often: float) -> Any:
    """The item with parts of it exchanged, left out or doubled."""
    if dice.random() < often:
        return dice.choice(JUNK)
    if isinstance(item, list):
        parts = [spoilt(part, dice, often) for part in item]
        if parts and dice.random() < often:
            parts.pop(dice.randrange(len(parts)))
        if parts and dice.random() < often:
            parts.append(dice.choice(parts))
        if dice.random() < often:
            dice.shuffle(parts)
        return parts
    if isinstance(item, dict):
        return {key: spoilt(value, dice, often) for key, value in item.items()}
    return item


class SpoilingServer:
    """A zygote whose workers' answers are spoilt on the way."""

    def __init__(self, server: ForkServer) -> None:
        self._server, self.lock = server, server.lock
        self.begin("", 0.0)

    def begin(self, seed: str, often: float) -> None:
        """Spoil from now on as this seed says."""
        self._often, self._dice = often, random.Random(seed)

    def start(self, *arguments: Any, **keywords: Any) -> Any:
        worker = self._server.start(*arguments, **keywords)
        run, dice = worker.run, self._dice

        def spoiling(*arguments: Any, **keywords: Any) -> Reply:
            reply: Reply = run(*arguments, **keywords)
            spoil = dice.random() < 0.8
            reply.answers = spoilt(reply.answers, dice, self._often) if spoil else reply.answers
            if not isinstance(reply.answers, list):
                reply.answers = [reply.answers]
            return reply

        worker.run = spoiling
        return worker


@pytest.fixture(scope="module")
def spoilt_context(server: ForkServer, context: GradingContext) -> GradingContext:
    """What is asked, and what is right, is planned once: only the answers are spoilt anew."""
    spoiling: Any = SpoilingServer(server)
    spoilt = GradingContext(SECRET, spoiling, context.oracle)
    spoilt.public, spoilt.hidden = context.public, context.hidden  # type: ignore[method-assign]
    return spoilt


@pytest.mark.parametrize("often", [0.02, 0.3])
@pytest.mark.parametrize("exercise", EXERCISES)
def test_any_reply_is_judged_and_explained(
    exercise: str, often: float, course: Course, checks: Mapping[str, tuple[Check, ...]],
    spoilt_context: GradingContext,
) -> None:  # fmt: skip
    text = solution(exercise, course)
    server: Any = spoilt_context.server
    server.begin(f"{exercise} 0", often)
    handed_in = Submission("ada", Path("ada.py"), "0" * 64, {exercise: source(text)})
    report = grade_submission(handed_in, course, checks, spoilt_context, only=[exercise]).report
    found = report.exercises[0].checks
    assert not {check.id: check.message for check in found if check.outcome == "ungraded"}
    json.dumps(report.to_json(instructor=True))


HOSTILE = """
Value = None
SHOWCASE_ORDER = [["L"], {"a": 1}, None]
ORDER = SHOWCASE_ORDER
"""


def test_an_order_of_lists_costs_its_own_points_only(tmp_path: Path, course: Course):
    """The other exercises of the hand-in keep theirs, as instructors grade: through the guard."""
    folder = tmp_path / "class" / "ada"
    folder.mkdir(parents=True)
    (folder / "01_order_by_hand.py").write_text(HOSTILE)
    (folder / "02_chain_rule.py").write_text("")
    right = course.exercises[2]
    (folder / right.file_name).write_text(solution(right, course))
    environ = {key: value for key, value in os.environ.items() if key != RAISE}
    environ["PYTHONPATH"] = str(ROOT)
    done = topograde(
        "grade", tmp_path / "class", "--out", tmp_path / "out", "--only", right.id, "--only",
        course.exercises[0].id, env=environ,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    report = json.loads((tmp_path / "out" / "ada.json").read_text())
    scores = {each["id"]: each["score"] == each["max_score"] for each in report["exercises"]}
    assert scores == {course.exercises[0].id: False, right.id: True}


def test_a_fault_in_what_explains_is_kept_for_the_instructor(
    monkeypatch, course: Course, report_on: hand_ins.ReportOn
):
    """The points stand, the student's report does not hold the fault, the instructor's does."""
    monkeypatch.delenv(RAISE)

    def broken(*_: Any) -> Any:
        raise KeyError("3.14159 is hidden")

    text = solution("backward", course).replace("+= ", "= ")
    whole = report_on(text, "backward")
    monkeypatch.setattr(explaining, "diagnosis_of", broken)
    report = report_on(text, "backward")
    assert 0 < report.score == whole.score < report.max_score
    assert "KeyError: '3.14159 is hidden'" in report.exercises[0].unexplained[0]
    assert "3.14159" not in json.dumps(report.to_json())
    assert "3.14159" in json.dumps(report.to_json(instructor=True))


def test_a_fault_of_ours_is_named_with_its_line(monkeypatch):
    monkeypatch.delenv(RAISE)
    guarded = Guard()
    assert guarded(lambda: hand_ins.exercise_of(None, "x"), "otherwise") == "otherwise"
    said = (
        "AttributeError: 'NoneType' object has no attribute 'exercises' (grader/explain/guard.py,"
    )
    assert guarded.faults[0].startswith(said)
    assert guarded(lambda: "made", "otherwise") == "made"


def test_faults_are_raised_where_they_are_looked_for():
    with pytest.raises(ZeroDivisionError):
        Guard()(lambda: 1 / 0, 0.0)
