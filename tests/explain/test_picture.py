"""The picture of a counterexample: what the student's engine did, beside what is right.

All engines here run in a real worker. Pictures cost no point and change no outcome.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from grader.checks import Check, check
from grader.checks.families import every_operator_graph, every_small_graph, graph
from grader.course.course import Course
from grader.explain.guard import RAISE, Guard
from grader.explain.pictures import watched
from grader.explain.pictures.drawn.boxes import sentences
from grader.explain.pictures.drawn.svg import as_svg
from grader.explain.pictures.drawn.text import in_characters
from grader.explain.pictures.picture import marks_of, picture_of
from grader.explain.pictures.sketch import Sketch, sketch_of
from grader.explain.pictures.watched import with_pictures
from grader.judging.as_json import record_of, spelled
from grader.judging.context import GradingContext
from grader.judging.exercise import ExerciseRun
from grader.judging.finding import Counterexample
from grader.judging.limits import ASIDE_LOSS, ASIDE_SECONDS, HAND_IN_SECONDS, Budget
from grader.judging.picture import Picture
from grader.judging.report import CheckResult
from grader.programs.compare import same_number
from grader.programs.interpreter import run as run_on
from grader.programs.program import Program
from grader.programs.pytorch import TorchEngine
from grader.programs.reference import ReferenceEngine
from grader.programs.tracing import descend, read, repeat, sum_of, trace, zero_grad
from tests.support.engines import RIGHT, UNUSUAL
from tests.support.hand_ins import ReportOn, patched, solution, source, tiny_exercise


def p1(a: Any) -> Any:
    b = a * 3
    n2 = b * 2
    n3 = b * 5
    return n2 + n3


def p2(a: Any) -> Any:
    b = a * a
    c = b * 2
    d = c * 5
    return b * d


OVERWRITING = patched(
    RIGHT,
    ("self.grad += other.data * out.grad", "self.grad = other.data * out.grad"),
    ("other.grad += self.data * out.grad", "other.grad = self.data * out.grad"),
)
BREADTH_FIRST = patched(
    RIGHT,
    (
        RIGHT[RIGHT.index("    stack = [(v, False)]") : RIGHT.index("def zero_grad")],
        "    found = [v]\n    for node in found:\n        for source in node._prev:\n"
        "            if source not in visited:\n                visited.add(source)\n"
        "                found.append(source)\n    topo.extend(reversed(found))\n\n\n",
    ),
)
WRONG_TANH = ("self.grad += (1.0 - t * t)", "self.grad += (1.0 - t)")
IN_A_SET = ("self._prev = _prev", "self._prev = set(_prev)")

Grades = Any
Draw = Callable[..., CheckResult]


def made(plan: Callable[[Grades], None]) -> Check:
    """A check that asks for what `plan` says."""

    def test_it(grades: Grades) -> None:
        """It holds."""
        plan(grades)

    record: Check = vars(check(points=1)(test_it))["__topograde_check__"]
    return record


@pytest.fixture(scope="session")
def drawn(context: GradingContext) -> Draw:
    """`drawn(engine, function, a=2.0)`: the result of one check, with its picture."""

    def result(
        text: str, function: Any, *, budget: Budget | None = None, **leaves: float
    ) -> CheckResult:
        program = function if isinstance(function, Program) else trace(function, **leaves)
        record = made(lambda grades: grades.program(program))
        with ExerciseRun(
            context, tiny_exercise(cpu=0.5), source(text), "ada", "0" * 64, budget or Budget()
        ) as run:
            judged = run.result(record)
            guarded = Guard()
            [pictured] = with_pictures(run, [judged], judged.counterexample, guarded)
        assert not guarded.faults
        assert pictured.outcome == judged.outcome
        assert pictured.points == judged.points
        return pictured

    return result


def data(result: CheckResult) -> Any:
    """The picture as a report\'s JSON has it."""
    return spelled(picture(result))


def picture(result: CheckResult) -> Picture:
    assert result.counterexample is not None
    assert result.counterexample.picture is not None
    return result.counterexample.picture


def nodes(result: CheckResult, *keys: str) -> dict[str, Any]:
    """What a picture says of each node, by name."""
    told = {}
    for node in data(result)["nodes"]:
        values = tuple(node[key] for key in keys)
        told[node["name"]] = values if len(values) > 1 else values[0]
    return told


# ---- Whose gradient is wrong first ----


def test_a_rule_that_overwrites_is_marked_where_it_shows_first(drawn: Draw) -> None:
    result = drawn(OVERWRITING, p2, a=3.0)
    assert nodes(result, "yours", "expected", "mark") == {
        "a": (270.0, 1080.0, "consequence"),
        "b": (90.0, 180.0, "first_wrong"),
        "c": (45.0, 45.0, None),
        "d": (9.0, 9.0, None),
        "L": (1.0, 1.0, None),
    }
    assert nodes(result, "inputs")["b"] == [0, 0]
    assert nodes(result, "label", "op")["b"] == ("a*a", "mul")
    assert nodes(result, "data")["L"] == 810.0
    assert data(result)["root"] == 4
    # The order was right, so the right rules are played in the same order beside it.
    order = [step["node"] for step in data(result)["yours"]]
    assert order == [step["node"] for step in data(result)["right"]]
    assert data(result)["right"][-1]["grads"] == [1080.0, 180.0, 45.0, 9.0, 1.0]
    assert data(result)["yours"][-1]["grads"] == [270.0, 90.0, 45.0, 9.0, 1.0]


def test_a_node_that_speaks_too_early_is_seen_in_the_steps(drawn: Draw) -> None:
    result = drawn(BREADTH_FIRST, p2, a=3.0)
    assert nodes(result, "mark") == {
        "a": "first_wrong", "b": None, "c": None, "d": None, "L": None
    }  # fmt: skip
    steps = [(step["node"], step["grads"]) for step in data(result)["yours"]]
    assert [node for node, _ in steps] == [4, 1, 3, 2]
    assert steps[1][1][0] == 540.0, "b passed on the half that it had"
    assert sentences(picture(result)) == [
        "The rule of b ran before that of c: a contribution to b's gradient was still on its way."
    ]
    assert [step["node"] for step in data(result)["right"]] == [4, 3, 2, 1]
    assert "first wrong" in in_characters(picture(result))
    assert as_svg(picture(result))


def test_marks_tell_first_ones_from_consequences() -> None:
    inputs = ((), (), (0, 1), (2,))
    yes, no = True, False
    assert marks_of(inputs, [no] * 4) == [None] * 4
    assert marks_of(inputs, [yes, yes, no, no]) == ["wrong", "first_wrong", None, None]
    assert marks_of(inputs, [yes, no, yes, no]) == ["consequence", None, "first_wrong", None]
    assert marks_of(inputs, [yes, yes, None, None]) == ["wrong", "wrong", None, None]
    assert marks_of(inputs, [yes, yes, None, yes])[3] == "first_wrong"


# ---- Programs of all kinds ----


def test_every_kind_of_operand_is_drawn(drawn: Draw) -> None:
    def everything(a: Any, b: Any) -> Any:
        c = 2 - a
        d = sum_of([a, b, c])
        d += b
        d *= -3
        e = d.tanh()
        L = e / (b**2)
        return L

    result = drawn(patched(RIGHT, WRONG_TANH), everything, a=0.5, b=-0.75)
    assert nodes(result, "label", "inputs") == {
        "a": ("", []),
        "b": ("", []),
        "c": ("2 - a", [0]),
        "d": ("sum([a, b, c])", [0, 1, 2]),
        "d (2)": ("d + b", [3, 1]),
        "d (3)": ("d (2)*(-3)", [4]),
        "e": ("d (3).tanh()", [5]),
        "n4": ("b**2", [1]),
        "L": ("e/n4", [6, 7]),
    }
    marks = nodes(result, "mark")
    assert list(marks.values()).count("first_wrong") == 1
    assert marks["e"] is None
    text = in_characters(picture(result))
    assert "sum([a, b, c])" in text
    assert "2 - a" in text


def test_a_second_call_shows_what_was_left_on_inner_nodes(drawn: Draw, course: Course) -> None:
    def twice(a: Any, b: Any, c: Any) -> None:
        L = (a * b + c) * (a + b)
        L.backward()
        L.backward()
        read(a, b, c)

    stub = (course.stubs_dir / "09_double_backward.py").read_text()
    result = drawn(stub, twice, a=2.0, b=3.0, c=1.0)
    assert data(result)["calls"] == 2
    assert nodes(result, "yours", "expected")["a"] == (81.0, 44.0)
    assert nodes(result, "yours", "expected", "mark")["n3"] == (14.0, 7.0, "first_wrong")
    start = data(result)["start"]
    assert start["right"] == [22.0, 17.0, 5.0, 0.0, 0.0, 0.0, 1.0]
    assert start["yours"] == [22.0, 17.0, 5.0, 5.0, 5.0, 7.0, 1.0]


def test_an_operator_in_place_that_makes_no_new_node_leaves_its_numbers_open(drawn: Draw) -> None:
    text = patched(
        RIGHT,
        ("    def __repr__", "    def __iadd__(self, other):\n        self.data += other.data\n"
         "        return self\n\n    def __repr__"),
    )  # fmt: skip

    def in_place(a: Any, b: Any) -> Any:
        y = a * b
        y += a
        return y * b

    result = drawn(text, in_place, a=2.0, b=3.0)
    assert nodes(result, "yours", "mark")["a"] == (9.0, "wrong")
    assert {node["name"] for node in data(result)["nodes"] if node["yours"] is None}
    assert data(result)["yours"] is None


def only(function: Any, answer: tuple[float, ...], **leaves: float) -> Sketch | None:
    program = trace(function, **leaves)
    return sketch_of(program, answer, run_on(program, ReferenceEngine()))


def test_there_is_no_picture_where_it_would_not_help() -> None:
    def training(p: Any) -> None:
        def once(p: Any) -> None:
            (p * p).backward()
            descend(p, 0.1)

        repeat(3, once, p)
        read(p)

    def zeroed(a: Any) -> None:
        L = a * a
        L.backward()
        zero_grad(L)
        read(a)

    def changed(a: Any) -> None:
        L = a * a
        a.data = 5.0
        L.backward()
        read(a)

    def no_call(a: Any) -> None:
        a * a
        read(a)

    def large(a: Any) -> Any:
        return repeat(45, lambda y: y + y, a)

    assert only(p1, (0.0, 21.0), a=2.0) is None, "a wrong value is no wrong gradient"
    assert only(p1, (42.0, 21.0), a=2.0) is None, "nothing is wrong"
    assert only(training, (9.0,), p=1.0) is None
    assert only(zeroed, (9.0,), a=1.0) is None
    assert only(changed, (9.0,), a=1.0) is None
    assert only(no_call, (9.0,), a=1.0) is None
    assert only(large, (2.0**45, 9.0), a=1.0) is None
    steps = (("node", "z", ()), ("toposort", "z"))
    assert sketch_of(Program(steps), ((0,),), ((1,),)) is None  # type: ignore[arg-type]


def test_the_last_graph_before_the_first_wrong_reading_is_drawn() -> None:
    def history(a: Any, b: Any) -> None:
        first = a * b
        first.backward()
        read(a, b)
        second = a + b
        second.backward()
        read(a)
        third = second * second
        third.backward()
        read(b)

    sketch = only(history, (3.0, 2.0, 99.0, 0.0), a=2.0, b=3.0)
    assert sketch is not None
    assert [node.name for node in sketch.nodes] == ["a", "b", "second"]
    assert sketch.read == {0: 99.0}
    assert sketch.calls == 2
    assert sketch.start == (3.0, 2.0, 0.0)


def test_changed_data_before_the_graph_is_made_is_drawn_as_it_then_is() -> None:
    def moved(a: Any) -> None:
        (a * a).backward()
        zero_grad(a)
        a.data = 5.0
        L = a * a
        L.backward()
        read(a)

    sketch = only(moved, (4.0,), a=2.0)
    assert sketch is not None
    assert sketch.data == (5.0, 25.0)
    drawing = picture_of(sketch, None)
    assert drawing is not None
    assert drawing.nodes[0].expected == 10.0
    assert drawing.nodes[0].mark == "wrong"


def test_a_zero_in_the_place_of_next_to_nothing_is_the_first_wrong_one() -> None:
    def small(a: Any, big: Any, u: Any) -> None:
        h = a * big
        L = h * u
        L.backward()
        read(L, h, a)

    sketch = only(small, (1.0, 0.0, 0.0), a=1e-30, big=1e30, u=1e-30)
    assert sketch is not None
    drawing = picture_of(sketch, None)
    assert drawing is not None
    marks = {node.name: node.mark for node in drawing.nodes}
    assert marks == {"a": "consequence", "big": None, "u": None, "h": "first_wrong", "L": None}


def test_a_leaf_that_is_the_root_is_a_picture_of_one_node() -> None:
    def alone(x: Any) -> None:
        x.backward()
        x.backward()
        read(x)

    sketch = only(alone, (1.0,), x=2.0)
    assert sketch is not None
    drawing = picture_of(sketch, None)
    assert drawing is not None
    assert [node.expected for node in drawing.nodes] == [2.0]
    assert in_characters(drawing).splitlines()[-1].split()[:2] == ["o", "x"]


@pytest.mark.parametrize("family", [every_small_graph, every_operator_graph])
def test_right_steps_end_where_pytorch_ends_on_every_node(
    family: Callable[[], tuple[Program, ...]],
) -> None:
    for program in family()[::23]:
        right = run_on(program, ReferenceEngine())
        sketch = sketch_of(program, (*right[:-1], right[-1] + 1.0), right)
        assert sketch is not None
        engine = TorchEngine(keep_inner=True)
        run_on(sketch.program, engine)
        pytorch = [engine.get_grad(node) for node in engine.made]
        steps = sketch.play(sketch.order)
        expected = [pytorch[place] for place in sketch.shown]
        assert all(map(same_number, steps[-1][1], expected))


# ---- Engines of all kinds ----

FORGETTING = patched(
    RIGHT,
    (
        "            node._backward()\n",
        "            node._backward()\n"
        "            if node._prev:\n                node.grad = 0.0\n",
    ),
)
TANH_OF_SHARED = graph(
    {"a": 0.6, "b": -0.7},
    (
        ("apply", "c", "mul", "a", "b"),
        ("apply", "d", "tanh", "c"),
        ("apply", "L", "mul", "d", "c"),
    ),
)


def wrong(name: str) -> str:
    """An unusual engine with a wrong slope of tanh."""
    text = UNUSUAL[name]
    for slope in ("(1.0 - t * t)", "(1.0 - self.data**2,)", "1 - t**2"):
        if slope in text:
            return text.replace(slope, slope.replace("1", "2", 1))
    raise AssertionError(f"{name} has no slope of tanh in a known form")


def test_an_engine_that_forgets_inner_gradients_has_only_its_leaves_compared(drawn: Draw) -> None:
    result = drawn(patched(FORGETTING, WRONG_TANH), TANH_OF_SHARED)
    assert nodes(result, "yours")["c"] is None
    assert nodes(result, "yours")["L"] is None
    assert nodes(result, "mark") == {"a": "wrong", "b": "wrong", "c": None, "d": None, "L": None}
    assert [step["node"] for step in data(result)["yours"]] == [4, 3, 2]
    assert "? Not known" in in_characters(picture(result))


@pytest.mark.parametrize(
    "name",
    ["slots", "inputs in a set", "rules as a method", "never equal", "falsy nodes"],
)
def test_unusual_engines_are_watched_too(drawn: Draw, name: str) -> None:
    result = drawn(wrong(name), TANH_OF_SHARED)
    assert nodes(result, "mark") == {
        "a": "consequence", "b": "consequence", "c": "first_wrong", "d": None, "L": None
    }  # fmt: skip
    assert [step["node"] for step in data(result)["yours"]] == [4, 3, 2]


def test_an_engine_without_rules_gives_a_picture_without_steps(drawn: Draw) -> None:
    result = drawn(wrong("no rules, a tape, slots"), TANH_OF_SHARED)
    assert nodes(result, "mark")["c"] == "first_wrong"
    assert data(result)["yours"] is None


def test_sets_of_inputs_do_not_hide_the_order_of_rules(drawn: Draw) -> None:
    """Left to themselves, thirty sets would not iterate alike in three processes."""

    def wide(a: Any, b: Any) -> Any:
        for _ in range(10):
            a, b = a + b, (a + b).tanh()
        return a * b

    result = drawn(patched(RIGHT, WRONG_TANH, IN_A_SET), wide, a=0.1, b=-0.2)
    assert len(data(result)["nodes"]) > 30
    assert len(data(result)["yours"]) == len(data(result)["right"])


def test_another_right_order_is_played_as_the_student_has_it(drawn: Draw) -> None:
    def crossed(a: Any, b: Any) -> Any:
        x = a * a
        y = b.tanh()
        L = x * y
        return L

    result = drawn(patched(RIGHT, WRONG_TANH), crossed, a=0.5, b=0.25)
    order = [step["node"] for step in data(result)["yours"]]
    assert order == [4, 2, 3], "which is not the reverse of creation"
    assert [step["node"] for step in data(result)["right"]] == order


# ---- Engines that do not want to be watched ----

WHEN_NOTED = """
        import sys
        frame = sys._getframe()
        while frame is not None and frame.f_code.co_name != "record":
            frame = frame.f_back
        if frame is not None:
"""


def test_numbers_that_were_not_judged_are_not_shown(drawn: Draw) -> None:
    text = patched(
        RIGHT,
        WRONG_TANH,
        ("        self.grad += 1.0\n", WHEN_NOTED[1:] + "            self.grad += 4.0\n"
         "        self.grad += 1.0\n"),
    )  # fmt: skip
    result = drawn(text, TANH_OF_SHARED)
    told = nodes(result, "yours", "mark")
    assert {name: mark for name, (_, mark) in told.items() if mark} == {"a": "wrong", "b": "wrong"}
    assert told["L"] == (None, None)
    assert data(result)["yours"] is None


WATCHED_ONLY = """
    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)
        if name == "grad" and hasattr(self.data, "how"):
            DEED

    def __init__(self, data, _prev=(), _op=""):
"""


def when_watched(deed: str) -> str:
    """A wrong engine that does something when its numbers are watched."""
    return patched(
        RIGHT,
        WRONG_TANH,
        (
            '\n    def __init__(self, data, _prev=(), _op=""):\n',
            WATCHED_ONLY.replace("DEED", deed),
        ),
    )


@pytest.mark.parametrize(
    "deed",
    [
        "while True: pass",
        "raise SystemExit(3)",
        "raise RecursionError",
        "import os; os._exit(0)",
        "self.data = 'x' * 10_000_000",
        "self.grad = 10**400",
        "self.__class__ = type('Other', (), {})",
        "print('x' * 100_000)",
    ],
)
def test_what_happens_only_when_it_is_watched_costs_nothing(drawn: Draw, deed: str) -> None:
    budget = Budget()
    result = drawn(when_watched(deed), TANH_OF_SHARED, budget=budget)
    assert result.outcome == "failed"
    assert nodes(result, "mark")["a"] in ("wrong", "consequence")
    assert not budget.crashes
    assert budget.seconds > HAND_IN_SECONDS - 1


def test_a_hand_in_that_hangs_when_watched_is_watched_once_a_picture(drawn: Draw) -> None:
    budget = Budget()
    drawn(when_watched("while True: pass"), TANH_OF_SHARED, budget=budget)
    assert ASIDE_SECONDS - ASIDE_LOSS - 0.5 < budget.aside <= ASIDE_SECONDS - ASIDE_LOSS
    budget.aside = ASIDE_LOSS
    drawn(when_watched("while True: pass"), TANH_OF_SHARED, budget=budget)
    assert budget.aside <= 0.0
    assert nodes(drawn(OVERWRITING, p2, a=3.0, budget=budget), "yours", "mark") == {
        "a": (270.0, "wrong"), "b": (None, None), "c": (None, None), "d": (None, None),
        "L": (None, None),
    }  # fmt: skip


def test_numbers_that_change_from_run_to_run_are_left_out(drawn: Draw) -> None:
    text = patched(
        RIGHT,
        WRONG_TANH,
        ("            node._backward()\n",
         "            node._backward()\n        self.grad = id(object()) % 1e6 + id(topo) % 977\n"
         "        import time\n        self.grad += time.perf_counter()\n"),
    )  # fmt: skip
    result = drawn(text, TANH_OF_SHARED)
    assert nodes(result, "yours")["L"] is None
    assert nodes(result, "yours")["d"] is not None
    assert data(result)["yours"] is None


def test_a_picture_is_the_same_in_every_run(course: Course, report_on: ReportOn) -> None:
    text = patched(
        solution("backward", course),
        ("self._prev = _prev", "self._prev = set(_prev)"),
        ("self.grad += other.data * out.grad", "self.grad += 2 * other.data * out.grad"),
    )
    reports = [json.dumps(report_on(text, "backward").to_json()) for _ in range(3)]
    assert len(set(reports)) == 1
    assert '"yours": [{' in reports[0]


def test_a_fault_of_ours_costs_one_picture_and_is_kept(
    context: GradingContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first of two counterexamples fails to be drawn."""
    monkeypatch.delenv(RAISE, raising=False)
    faults = [ValueError("nothing here")]

    def drawn_once(*arguments: Any) -> Sketch | None:
        if faults:
            raise faults.pop()
        return sketch_of(*arguments)

    monkeypatch.setattr(watched, "sketch_of", drawn_once)
    program = trace(lambda a: a.tanh() * 2.0, a=0.5)
    record = made(lambda grades: grades.program(program))
    text, guarded = patched(RIGHT, WRONG_TANH), Guard()
    with ExerciseRun(context, tiny_exercise(), source(text), "ada", "0" * 64, Budget()) as run:
        judged = run.result(record)
        assert judged.counterexample is not None
        shown = replace(judged.counterexample, what="of another check")
        both = [replace(judged, counterexample=shown), judged]
        first, second = with_pictures(run, both, judged.counterexample, guarded)
    assert [each.outcome for each in (first, second)] == ["failed", "failed"]
    assert first.counterexample == shown
    assert picture(second)
    assert [each.partition(" (")[0] for each in guarded.faults] == ["ValueError: nothing here"]


def test_reports_with_and_without_pictures_are_read() -> None:
    finding = Counterexample("a = Value(2.0)", "a.grad", 1.0, 2.0)
    old = {"program": "a = Value(2.0)", "what": "a.grad", "found": 1.0, "expected": 2.0}
    assert record_of(Counterexample, old) == finding
    named = {
        "nodes": [{"name": "inf", "op": "leaf", "label": "nan", "inputs": [], "data": "inf",
                   "yours": None, "expected": "-inf", "mark": None}],
        "root": 0, "yours": [{"node": 0, "grads": ["inf"]}], "right": None,
    }  # fmt: skip
    found = record_of(Counterexample, {**old, "picture": named}).picture
    assert found is not None
    assert found.nodes[0].name == "inf"
    assert found.nodes[0].label == "nan"
    assert found.nodes[0].data == math.inf
    assert found.yours[0].grads == (math.inf,)
    for nonsense in ({"nodes": 3}, {"root": 1}, "x"):
        with pytest.raises((TypeError, KeyError)):
            record_of(Counterexample, {**old, "picture": nonsense})
