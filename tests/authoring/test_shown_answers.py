"""What a stub gives shows only exercises before it; and what shows a later one is found."""

from __future__ import annotations

from dataclasses import replace

from grader.authoring.verify import given_away, stubs_of
from grader.course.course import Course, Exercise
from grader.judging.report import CheckResult
from tests.support.hand_ins import Grade, exercise_of
from tests.support.paths import DATA

EARLIER = DATA / "earlier_stubs"


def faults(course: Course, grade: Grade, name: str, text: str) -> list[str]:
    """What is said of a stub that reads so."""

    def judge(answer: str, exercise: Exercise) -> list[CheckResult]:
        return list(grade(exercise.id, answer).results.values())

    stubs = {**stubs_of(course), name: text}
    return [fault.fault for fault in given_away(course, exercise_of(course, name), stubs, judge)]


def test_a_given_backward_before_its_exercise_is_found(course: Course, grade: Grade) -> None:
    stub = (EARLIER / "02_local_rules.py").read_text()
    found = faults(course, grade, "local-rules", stub)
    assert "it gives Value.backward" in found[0]
    assert "shared_inner_node" in found[0]
    assert "of backward, a later exercise" in found[0]


def test_given_rules_before_their_exercises_are_found(course: Course, grade: Grade) -> None:
    found = faults(course, grade, "backward", (EARLIER / "04_backward.py").read_text())
    assert any("Value.__radd__, Value.__rmul__" in fault for fault in found)
    assert any("Value.tanh" in fault and "of functions" in fault for fault in found)


def test_what_an_earlier_exercise_asked_for_may_be_given(course: Course, grade: Grade) -> None:
    """Exercise 4 gives the order of exercise 3 and the rules of exercise 2."""
    assert faults(course, grade, "backward", stubs_of(course)["backward"]) == []


def test_the_order_decides_what_is_later(course: Course, grade: Grade) -> None:
    both = (exercise_of(course, "backward"), exercise_of(course, "build-topo"))
    turned = replace(course, exercises=both)
    found = faults(turned, grade, "backward", stubs_of(course)["backward"])
    assert any("build_topo" in fault and "of build-topo" in fault for fault in found)
