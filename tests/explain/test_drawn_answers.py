"""What a student's answers draw on the page: a graph, or the two sides of a plane, or nothing."""

from __future__ import annotations

import json
import math
import xml.etree.ElementTree as ET
from dataclasses import replace
from typing import Any

import pytest

from grader.checks.plan import Question
from grader.explain.pictures.answers import COLUMNS, MOST_BOXES, ROWS, drawings
from grader.explain.pictures.drawn.answers import svg_of_answer
from grader.judging.report import ExerciseReport, Report
from grader.reports.pages.html import report_page
from grader.worker.observation import NamedError, Observation

TWICE = [[["a", 3.0, 2.0], ["b", 6.0, 1.0]], [["a", "b"], ["a", "b"]]]
HOSTILE = "</text><script>alert(1)</script>"
POINTS, LABELS = [[0.0, 0.0], [1.0, 1.0]], [1.0, -1.0]
TASK = {"task": "call", "function": "train", "arguments": [POINTS, LABELS, [0.5], 1, 0.1]}


def nothing_asked(items: list[Any]) -> list[Observation]:
    raise AssertionError("a graph asks nothing")


def graphs(value: Any) -> tuple[Any, ...]:
    question = Question(TASK, draws="graph")
    return drawings([(question, Observation(value=value))], nothing_asked)


def planes(value: Any, answer: Any) -> tuple[Any, ...]:
    def ask(items: list[Any]) -> list[Observation]:
        assert len(items) == COLUMNS * ROWS
        assert {item["function"] for item in items} == {"output"}
        return [answer(*item["arguments"]) for item in items]

    return drawings([(Question(TASK, draws="plane"), Observation(value=value))], ask)


def test_an_operand_that_is_used_twice_has_two_arrows():
    (drawing,) = graphs(TWICE)
    assert drawing.arrows == ((0, 1), (0, 1))
    root = ET.fromstring(svg_of_answer(drawing))
    edges = [g for g in root.iter() if g.get("class") == "edge"]
    assert [(g.get("data-from"), g.get("data-to")) for g in edges] == [("0", "1")] * 2


@pytest.mark.parametrize(
    "value",
    [
        None, 3, "graph", [], [[], []], [TWICE[0]], [TWICE[0], [["a"]]], [TWICE[0], [["a", "z"]]],
        [TWICE[0], [[["a"], "b"]]], [[[["a"], 1.0, 1.0]], []], [[["a", 1.0]], []],
        [[[str(n), 1.0, 1.0] for n in range(MOST_BOXES + 1)], []],
        [TWICE[0], [["a", "b"]] * 10_000], {"boxes": []},
    ],
)  # fmt: skip
def test_an_answer_of_another_form_draws_nothing(value: Any):
    assert graphs(value) == ()


def test_an_error_or_a_question_that_draws_nothing_draws_nothing():
    failed = Observation(error=NamedError("timeout"))
    assert drawings([(Question(TASK, draws="graph"), failed)], nothing_asked) == ()
    assert drawings([(Question(TASK), Observation(value=TWICE))], nothing_asked) == ()


def test_the_plane_has_the_signs_of_what_the_network_answers():
    (drawing,) = planes([[0.1], [0.5]], lambda x, y, numbers: Observation(value=x + numbers[0] - y))
    assert len(drawing.rows) == ROWS
    assert drawing.rows[0][0] == "-"
    assert drawing.rows[-1][-1] == "+"
    assert [point[2] for point in drawing.points] == [1, -1]
    assert drawing.points == ((250, 750, 1), (750, 250, -1))
    root = ET.fromstring(svg_of_answer(drawing))
    kinds = [each.get("class") for each in root]
    assert kinds == ["side above", "side below", "point above", "point below"]


@pytest.mark.parametrize(
    "answer", [math.nan, None, "1", True, [1.0], Observation(error=NamedError("exception"))]
)
def test_a_network_without_a_number_draws_nothing(answer: Any):
    found = answer if isinstance(answer, Observation) else Observation(value=answer)
    assert planes([[0.1], [0.5]], lambda *_: found) == ()
    assert planes([0.1], lambda *_: Observation(value=1.0)) == ()


def page_with(*values: Any) -> tuple[Report, str]:
    drawn = tuple(each for value in values for each in graphs(value))
    exercise = ExerciseReport("draw-graph", "Draw", True, 1.0, 1.0, drawings=drawn)
    report = Report("ada", 1.0, 1.0, {}, {}, (exercise,))
    return report, report_page(report)


def test_the_page_shows_it_and_the_report_keeps_it():
    report, page = page_with(TWICE)
    assert "The graph that your code drew: 2 boxes, 2 arrows." in page
    kept = Report.from_json(json.loads(json.dumps(report.to_json())))
    assert report_page(kept) == page
    plain = replace(report, exercises=(replace(report.exercises[0], drawings=()),))
    assert "drawings" not in plain.to_json()["exercises"][0]
    assert "your code drew" not in report_page(plain)


def test_names_of_a_hand_in_are_text_and_nothing_else():
    _, page = page_with([[[HOSTILE, HOSTILE, 1.0], ["\u202eb", 1.0, 1.0]], [[HOSTILE, "\u202eb"]]])
    assert "<script>alert" not in page
    assert "\u202e" not in page
    assert "&lt;script&gt;alert(1)" in page
