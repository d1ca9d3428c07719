"""Where there is no `backward()` yet, what is shown can be pasted and calls the rules by hand."""

from __future__ import annotations

from grader.course.course import Course
from grader.programs.by_hand import rules_by_hand
from grader.programs.listing import listing
from grader.programs.tracing import trace
from tests.support.hand_ins import Grade, patched, solution


def test_every_node_gets_a_name_and_each_rule_a_call() -> None:
    shown = rules_by_hand(listing(trace(lambda a, b, c: (a * b) * c + a, a=2.0, b=3.0, c=4.0)))
    assert shown.splitlines() == [
        "a = Value(2.0)",
        "b = Value(3.0)",
        "c = Value(4.0)",
        "n1 = a * b",
        "n2 = n1 * c",
        "L = n2 + a",
        "print(L.data)",
        "L.grad = 1.0",
        "L._backward()",
        "n2._backward()",
        "n1._backward()",
        "print(a.grad, b.grad, c.grad)",
    ]


def test_what_calls_no_backward_stays_as_it_is() -> None:
    for text in ("a = Value(1.0)\nprint(a.grad)", "for x in y:\n    x.backward()", "check_grad(f"):
        assert rules_by_hand(text) == text


def test_what_is_shown_of_exercise_2_gives_the_numbers_it_speaks_of(
    grade: Grade, course: Course
) -> None:
    text = patched(
        solution("local-rules", course),
        ("other.grad += self.data * out.grad", "other.grad += self.data"),
    )
    found = grade("local-rules", text, only=["upstream"]).results["upstream"].counterexample
    assert found is not None
    names: dict[str, object] = {}
    exec(compile(text, "answer", "exec"), names)
    shown = rules_by_hand(found.program)
    assert "backward()" not in shown.replace("_backward()", "")
    exec(shown.replace("print(", "seen = ("), names)
    assert found.found in names["seen"]  # type: ignore[operator]


def test_only_the_exercise_that_says_so_has_its_rules_called(grade: Grade, course: Course) -> None:
    text = solution("backward", course).replace("def backward(", "def elsewhere(")
    assert grade("backward", text).score == 0
