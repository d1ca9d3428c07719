"""Calls of a student's function: what may go in and come out, and what is told when it is wrong."""

from __future__ import annotations

import math
from collections import Counter
from types import ModuleType
from typing import Any

import pytest

from grader.checks import DRAWN, Grades, check, trap
from grader.checks.declare import collect
from grader.checks.hidden_inputs import Draw
from grader.judging.context import GradingContext
from grader.judging.error_sentences import sentence
from grader.programs.plain import NotPlain, as_plain, read, same
from grader.worker.inside.loading import Failure
from grader.worker.inside.tasks import run, spelled
from grader.worker.observation import named_error
from tests.support import hand_ins
from tests.support.paths import builtin_checks

EXPRESSION = builtin_checks("accumulate").EXPRESSION


def asked(context: GradingContext, text: str, *calls: dict[str, Any]) -> list[str]:
    """The outcome of each call of `f`, and its message if it is wrong."""
    outcomes = []
    for call in calls:
        given = call.pop("given", ())

        @check(points=1)
        def test_it(grades: Grades, call: Any = call, given: Any = given) -> None:
            """f does what it should."""
            grades.call("f", *given, **call)

        made = ModuleType("made")
        made.test_it = test_it  # type: ignore[attr-defined]
        exercise = hand_ins.tiny_exercise(cpu=0.5)
        (result,) = hand_ins.grade(context, exercise, collect(made), text).results.values()
        outcomes.append(result.message or result.outcome)
    return outcomes


VALUES = [
    None, True, 0, -3, 1 << 70, 2.5, math.inf, -math.inf, math.nan, "", "nan", "\u00e9\u4e2d",
    [], [1, [2.0, "x"]], {}, {"a": [1]}, {1: "one", None: 2, 2.5: {}}, {"pairs": 1},
    {"number": "inf"},
]  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_plain_value_goes_in_and_comes_out_as_it_was(context: GradingContext, value: Any) -> None:
    assert same(read(spelled(value, "f")), value)
    text = "def f(x):\n    return x\n"
    assert asked(context, text, {"given": [value], "gives": value}) == ["passed"]
    told = asked(context, text, {"given": [value], "gives": ["another"]})
    assert told[0].startswith("f(")
    assert "Wanted: ['another']." in told[0]


def test_what_counts_as_the_same() -> None:
    assert same(read(spelled((1, Counter("aab")), "f")), [1, {"a": 2, "b": 1}])
    assert same(2, 2.0)
    assert same(0.1 + 0.2, 0.3)
    assert not same(True, 1)
    assert not same(1, "1")
    assert not same((1 << 60) + 1, 1 << 60)
    assert not same([1], [1, 2])
    assert not same({"a": 1}, {"b": 1})
    assert not same("nan", math.nan)


@pytest.mark.parametrize(
    "reply",
    [{"pairs": [[[1], 2]]}, {"pairs": [1]}, {"number": "1e5"}, {"a": 1}, {"number": "9" * 5000}],
    ids=str,
)
def test_a_reply_that_says_no_plain_value_is_refused(reply: Any) -> None:
    with pytest.raises(NotPlain):
        read(reply)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("f = 3", "The value of `f` has the wrong type: int."),
        ("def g(x): return x", "`f` is not defined at the top level"),
        ("def f(x): pass", "None (is a `return` missing?). Wanted: 1."),
        ("def f(x): return {1, 2}", "The result of `f` has the wrong type: set."),
        ("class Value: pass\ndef f(x): return [1, {'a': Value()}]", "type at [1]['a']: Value."),
        ("class Value: pass\ndef f(x): return Value()", "Wanted: a plain number. A node has it"),
        ("def f(x):\n    yield 1", "has the wrong type: generator"),
        ("def f(x): return [[[[[[[[1]]]]]]]]", "has the wrong type"),
        ("def f(x): return [0] * 30000", "`f` gave more than 20000 entries."),
        ("def f(x): raise ValueError('no')", "ValueError: no (line 1"),
        ("def f(): return 1", "takes 0 positional arguments but 1 was given"),
        ("def f(x): raise NotImplementedError('TODO: f')", "Still to do"),
        ("import os\ndef f(x): os._exit(0)", "ended itself"),
        ("def f(x):\n    while True: pass", "took longer than a check may"),
    ],
)
def test_what_goes_wrong_is_said(context: GradingContext, text: str, told: str) -> None:
    assert told in asked(context, text, {"given": [1], "gives": 1})[0]


def test_a_call_cannot_change_the_arguments_of_another(context: GradingContext) -> None:
    def both(grades: Grades) -> None:
        """f looks at its list."""
        numbers = [3, 1, 2]
        grades.call("f", numbers, gives=3)
        grades.call("f", numbers, gives=3)

    both.__name__ = "test_both"
    made = ModuleType("made")
    made.test_both = check(points=1)(both)  # type: ignore[attr-defined]
    text = "def f(x):\n    x.append(9)\n    return len(x) - 1\n"
    graded = hand_ins.grade(context, hand_ins.tiny_exercise(), collect(made), text)
    assert graded.not_passed == {}


def test_a_drawn_call_is_hidden_and_judged_by_the_reference(context: GradingContext) -> None:
    seen: list[Any] = []

    def reference(x: Any, words: Any) -> Any:
        seen.append((x, words))
        return [2 * x, words[::-1]]

    @trap(points=1)
    def test_drawn(grades: Grades) -> None:
        """f doubles and reverses."""
        words = grades.drawn(lambda rng: rng.sample(["red", "green", "blue", "white"], 3))
        grades.call("f", DRAWN, words, like=reference)

    made = ModuleType("made")
    made.test_drawn = test_drawn  # type: ignore[attr-defined]
    checks, exercise = collect(made), hand_ins.tiny_exercise()
    right = "def f(x, w): return [2 * x, w[::-1]]"
    for student in ("ada", "bob"):
        graded = hand_ins.grade(context, exercise, checks, right, student=student)
        assert graded.not_passed == {}
    assert len({repr(each) for each in seen}) == 2  # each hand-in has inputs of its own
    wrong = hand_ins.grade(context, exercise, checks, "def f(x, w): return [2 * x, w]")
    (result,) = wrong.results.values()
    assert result.outcome == "failed"
    drawn = repr(seen[0][0])  # ada's, who hands in again
    assert drawn not in result.message
    assert drawn in result.private["program"]


@pytest.mark.parametrize(
    ("arguments", "more", "told"),
    [
        (("f", 1), {}, "by gives=... or by like=..."),
        (("f", 1), {"gives": 1, "like": abs}, "by gives=... or by like=..."),
        (("f", {1}), {"gives": 1}, "a set is no number"),
        (("f(1)",), {"gives": 1}, "expected the name of a function"),
    ],
)
def test_an_author_who_asks_wrongly_is_told(arguments: Any, more: Any, told: str) -> None:
    with pytest.raises(ValueError) as caught:
        Grades(Draw(b"test")).call(*arguments, **more)
    assert told in str(caught.value)
    with pytest.raises(NotPlain):
        as_plain(object())


@pytest.mark.parametrize(
    ("expression", "told"),
    [
        (lambda a, b: a.data + b.data, "use [+] and [*] on them, not `data`"),
        (lambda a, b: a - b, "for -: 'Value' and 'Value'"),
        (lambda a, b: a**2, "'Value' and 'int'"),
        (lambda a, b: sum(a), "'Value' object is not iterable"),
    ],
)
def test_a_traced_expression_s_errors_name_nothing_of_ours(expression: Any, told: str) -> None:
    task = {**EXPRESSION, "function": "shown"}
    with pytest.raises((AttributeError, TypeError), match=told) as caught:
        run(task, {"shown": expression})
    assert "Symbol" not in str(caught.value)


def test_a_traced_expression_of_foreign_nodes_is_told_what_is_wanted() -> None:
    foreign = type("Value", (), {})
    with pytest.raises(Failure) as caught:
        run(
            {**EXPRESSION, "function": "shown", "leaves": []},
            {"shown": foreign},
        )
    told = sentence(named_error(caught.value.record))
    assert told.startswith("The result of `shown` has the wrong type: Value. Wanted: an expression")


def first_only(numbers: list[int]) -> int:
    """Only the first number
    is counted."""
    return numbers[0]


def raises(numbers: list[int]) -> int:
    """It raises."""
    return numbers[99]


def test_who_gives_the_answer_of_a_wrong_function_is_told_its_docstring(
    context: GradingContext,
) -> None:
    call = {"given": [[2, 3]], "gives": 5, "wrong": (raises, first_only)}
    told = asked(context, "def f(x):\n    return x[0]\n", {**call})
    assert told[0].startswith("Only the first number is counted. ")
    told = asked(context, "def f(x):\n    return 7\n", {**call})
    assert "counted" not in told[0]
    same_here = {"given": [[2, 0]], "gives": 2, "wrong": (first_only,)}
    assert asked(context, "def f(x):\n    return sum(x)\n", same_here) == ["passed"]
    with pytest.raises(ValueError, match="has no docstring"):
        Grades(Draw(b"x")).call("f", gives=1, wrong=(lambda: 2,))
