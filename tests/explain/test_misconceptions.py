"""Every wrong engine gives the numbers of its belief, and the common one the right numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from grader.checks import Grades
from grader.checks.families import every_operator_graph, every_small_graph, ladder, scaled_ladder
from grader.checks.hidden_inputs import Draw
from grader.explain.misconceptions import ALL, WrongEngineRaises, by_id, combined
from grader.explain.misconceptions.base import EngineClass, listed_and_set
from grader.explain.styles import STYLES
from grader.programs.compare import same_answer
from grader.programs.interpreter import Answer, run
from grader.programs.program import Program
from grader.programs.pytorch import Oracle
from grader.programs.tracing import read, sum_of, trace, zero_grad

TURNS = range(16)
"""Every choice of input order at four nodes."""


def answers(engine: EngineClass, program: Program, turns: Sequence[int] = TURNS) -> list[Answer]:
    return [run(program, engine(each)) for each in turns]


def engine_of(*names: str) -> list[EngineClass]:
    """The forms of the first misconception, each with the first form of the others."""
    first, *others = map(by_id, names)
    return [combined(form, *(other.engines[0] for other in others)) for form in first.engines]


def given_by(names: str | tuple[str, ...], program: Program, wanted: Sequence[float]) -> bool:
    """Whether some form of the misconception gives these numbers at some order of inputs."""
    names = (names,) if isinstance(names, str) else names
    return any(
        same_answer(found[-len(wanted) :], [float(number) for number in wanted])
        for engine in engine_of(*names)
        for found in answers(engine, program)
    )


def p1(a: Any) -> Any:
    b = a * 3
    return b * 2 + b * 5


def p2(a: Any) -> Any:
    b = a * a
    return b * ((b * 2) * 5)


def showcase(a: Any, b: Any, c: Any) -> Any:
    return (a * b + c) * (a + b)


def calls(count: int, zeroed: bool = False) -> Callable[..., None]:
    def called(a: Any, b: Any, c: Any) -> None:
        L = (a * b + c) * (a + b)
        for number in range(count):
            if zeroed and number:
                zero_grad(L)
            L.backward()
        read(a, b, c)

    return called


def two_graphs(x: Any) -> None:
    (x * 2).backward()
    (x * 5).backward()
    read(x)


def cached(a: Any) -> None:
    first = a * a
    first.backward()
    zero_grad(a)
    (a * 5).backward()
    read(a)


def collected(a: Any) -> Any:
    y = a * 0
    for k in (1, 2, 3):
        y += a * k
    return y


def unzeroed(a: Any) -> None:
    d = a * a
    L = d * d
    L.backward()
    zero_grad(L)
    read(d)


LESSON = {"a": 2.0, "b": 3.0, "c": 1.0}

# Names, function, leaves, gradients found, gradients that are right.
NUMBERS: list[tuple[Any, ...]] = [
    ("prev-drops-operand", lambda a, b, c: a * (b * c), {"a": 2, "b": 3, "c": 4}, (12, 0, 0)),
    ("unary-no-children", lambda a: (a * 3).tanh(), {"a": 0.25}, (0,)),
    ("unary-no-children", lambda a: -(a * 2), {"a": 3}, (0,)),
    ("unary-no-children", lambda a, b: a - b, {"a": 3, "b": 2}, (0, 0)),
    ("rewrap-detaches", lambda a, b: a * b, {"a": 2, "b": 3}, (3, 0)),
    ("early-capture", lambda a, b: a + b, {"a": 2, "b": 3}, (0, 0)),
    ("late-binding-loop", lambda a, b: a + b, {"a": 2, "b": 3}, (0, 2)),
    ("inplace-iadd", collected, {"a": 2}, (0,)),
    ("forward-not-reversed", lambda a, b, c: a * b + c, LESSON, (0, 0, 1)),
    ("call-during-postorder", lambda a, b, c: a * b + c, LESSON, (0, 0, 1)),
    *(
        (name, p1, {"a": 2}, (wrong,))
        for name, numbers in {
            "preorder": (6, 15),
            "recursive-visited-no-topo": (6, 15),
            "naive-stack-dfs": (15, 6),
            "mark-on-push": (15, 6),
            "dedupe-keep-first": (15, 6),
            "recursive-no-topo": (27, 36),
            "no-visited-set": (36, 27),
        }.items()
        for wrong in numbers
    ),
    *(
        (name, p2, {"a": 3}, (wrong,))
        for name, numbers in {
            "preorder": (540, 1080),
            "naive-stack-dfs": (1080, 540),
            "bfs-order": (540,),
            "min-depth-layers": (540,),
            "kahn-first-arrival": (540,),
        }.items()
        for wrong in numbers
    ),
    ("bfs-order", p1, {"a": 2}, (21,)),
    ("preorder-reversed", lambda a, b, c: a * b + c, LESSON, (0, 0, 1)),
    ("visited-by-value", lambda a, b: (a * 2) * (b * 2), {"a": 3, "b": 3}, (12, 0)),
    (
        "kahn-count-paths",
        lambda a: (lambda b: b * 2 + b * 5)((a * 3) * 7),
        {"a": 2},
        (0,),
    ),
    ("kahn-multi-edge", lambda a: (lambda s: s * s)(a * a), {"a": 3}, (0,)),
    ("skips-root", lambda a, b: a * b, {"a": 2, "b": 3}, (0, 0)),
    (("order-cached", "nothing-reset"), cached, {"a": 3}, (6,)),
    ("visited-mutable-default", calls(2), LESSON, (22, 17, 5)),
    ("no-seed", lambda a, b: a * b, {"a": 2, "b": 3}, (0, 0)),
    ("seed-with-value", lambda a, b: a * b, {"a": 2, "b": 3}, (18, 12)),
    ("seed-everywhere", lambda a, b: a * b, {"a": 2, "b": 3}, (4, 3)),
    ("backward-calls-itself", lambda a, b: a * b, {"a": 2, "b": 3}, (1, 1)),
    ("seed-accumulates", calls(2), LESSON, (103, 78, 20)),
    ("overwrite-add", lambda a: a + a, {"a": 3}, (1,)),
    ("overwrite-mul", lambda a: a * a, {"a": 3}, (3,)),
    ("overwrite-mul-other", lambda a, b: (a * b) + (a * b), {"a": 2, "b": 3}, (6, 2)),
    ("overwrite-tanh", lambda a: a.tanh() + a.tanh(), {"a": 0.5}, (0.7864477329659274,)),
    ("overwrite-exp", lambda a: a.exp() + a.exp(), {"a": 1}, (2.718281828459045,)),
    ("overwrite-relu", lambda a: a.relu() + a.relu(), {"a": 2}, (1,)),
    ("overwrite-pow", lambda a: a**3 + a**3, {"a": 2}, (12,)),
    ("overwrite-everywhere", lambda a: a + a, {"a": 3}, (1,)),
    ("same-operand-special-case", lambda a: a + a, {"a": 3}, (1,)),
    ("no-upstream", lambda a, b: (a + b) * 5, {"a": 2, "b": 3}, (1, 1)),
    ("no-upstream", lambda a, b: (a * b) * 5, {"a": 2, "b": 3}, (3, 2)),
    ("no-upstream", lambda a: a.tanh() * 3, {"a": 0.5}, (0.7864477329659274,)),
    ("no-upstream", lambda a: a.exp() * 3, {"a": 1}, (2.718281828459045,)),
    ("no-upstream", lambda a: a.relu() * 3, {"a": 1}, (1,)),
    ("no-upstream", lambda a: a**3 * 2, {"a": 2}, (12,)),
    ("mul-own-data", lambda a, b: a * b, {"a": 2, "b": 3}, (2, 3)),
    ("mul-uses-grad", lambda a, b: a * b, {"a": 2, "b": 3}, (0, 2)),
    ("nothing-reset", calls(2), LESSON, (81, 61, 15)),
    ("nothing-reset", calls(3), LESSON, (192, 142, 30)),
    ("nothing-reset", calls(4), LESSON, (370, 270, 50)),
    (("zero-only-leaves", "nothing-reset"), calls(2, True), LESSON, (59, 44, 10)),
    (("zero-only-root", "nothing-reset"), calls(2, True), LESSON, (81, 61, 15)),
    ("zero-grad-does-nothing", calls(2, True), LESSON, (44, 34, 10)),
    ("zero-only-leaves", unzeroed, {"a": 2}, (8,)),
    ("zero-only-root", unzeroed, {"a": 2}, (8,)),
    ("backward-zeroes-all", two_graphs, {"x": 3}, (5,)),
    ("backward-zeroes-leaves", two_graphs, {"x": 3}, (5,)),
    ("backward-zeroes-leaves", calls(2), LESSON, (59, 44, 10)),
    ("rsub-flipped", lambda a: 5 - a, {"a": 2}, (-3, 1)),
    ("rtruediv-flipped", lambda a: 6 / a, {"a": 2}, (1 / 3, 1 / 6)),
    ("sub-plus", lambda a, b: a - b, {"a": 3, "b": 2}, (1, 1)),
    ("int-division", lambda a, b: a / b, {"a": 1, "b": 4}, (0, 0, 0)),
    ("quotient-rule", lambda a, b: a / b, {"a": 3, "b": 2}, (0.5, -1.5)),
    ("quotient-rule", lambda a, b: a / b, {"a": 3, "b": 2}, (0.5, 0.75)),
    ("quotient-rule", lambda a, b: a / b, {"a": 3, "b": 2}, (0.5, -0.25)),
    ("pow-rule", lambda a: a**3, {"a": 2}, (4,)),
    ("pow-rule", lambda a: a**3, {"a": 2}, (24,)),
    ("power-precedence", lambda a: a**3, {"a": 2}, (23,)),
    ("power-precedence", lambda a: a**3, {"a": 2}, (21,)),
    ("tanh-uses-x", lambda a: a.tanh(), {"a": 0.5}, (0.75,)),
    ("tanh-like-sigmoid", lambda a: a.tanh(), {"a": 0}, (0,)),
    ("tanh-like-sigmoid", lambda a: a.tanh(), {"a": 0.5}, (0.24856489022593714,)),
    ("tanh-uses-x", lambda a: a.tanh(), {"a": 1000}, (-999999,)),
    ("tanh-not-squared", lambda a: a.tanh(), {"a": 0.5}, (0.53788284273999,)),
    ("exp-uses-x", lambda a: a.exp(), {"a": 2}, (2,)),
    ("exp-uses-x", lambda a: a.exp(), {"a": 0}, (0,)),
    ("exp-power-rule", lambda a: a.exp(), {"a": 2}, (5.43656365691809,)),
    ("relu-open-gate", lambda a: a.relu(), {"a": -2}, (1,)),
    ("relu-wrong-side-of-zero", lambda a: a.relu(), {"a": -2}, (1,)),
    ("relu-wrong-side-of-zero", lambda a: a.relu(), {"a": 0}, (1,)),
    ("relu-gates-on-gradient", lambda a: a.relu() * -1, {"a": 2}, (0,)),
]

ERRORS: list[tuple[Any, ...]] = [
    ("no-coercion", lambda a: a * 2, {"a": 3}, "exception"),
    ("backward-called-not-stored", lambda a: a * a, {"a": 3}, "exception"),
    ("eq-without-hash", lambda a: a * a, {"a": 3}, "exception"),
    ("grad-none", calls(2, True), LESSON, "exception"),
    ("grad-none", unzeroed, {"a": 2}, "type"),
    ("radd-missing", lambda a: sum_of([a, a * a]), {"a": 3}, "operator"),
    ("rmul-missing", lambda a: 2 * a, {"a": 3}, "operator"),
    ("rsub-missing", lambda a: 2 - a, {"a": 3}, "operator"),
    ("rtruediv-missing", lambda a: 2 / a, {"a": 3}, "operator"),
    ("radd-recurses", lambda a: 2 + a, {"a": 3}, "recursion"),
    ("pow-zero", lambda a: a**0, {"a": 0}, "exception"),
    ("op-returns-none", lambda a, b: (a * b) + 1, {"a": 3, "b": 2}, "none"),
    ("tanh-overflow", lambda a: a.tanh(), {"a": 355}, "exception"),
]


def traced(function: Callable[..., Any], leaves: dict[str, float]) -> Program:
    return trace(function, **{name: float(value) for name, value in leaves.items()})


@pytest.mark.parametrize(("names", "function", "leaves", "wrong"), NUMBERS)
def test_a_belief_gives_its_wrong_numbers(
    names: Any, function: Callable[..., Any], leaves: dict[str, float], wrong: Sequence[float]
) -> None:
    assert given_by(names, traced(function, leaves), wrong)


@pytest.mark.parametrize(("name", "function", "leaves", "kind"), ERRORS)
def test_a_belief_raises_what_its_engine_would(
    name: str, function: Callable[..., Any], leaves: dict[str, float], kind: str
) -> None:
    kinds = []
    for engine in by_id(name).engines:
        try:
            run(traced(function, leaves), engine())
        except WrongEngineRaises as error:
            kinds.append(error.kind)
    assert kind in kinds


def test_every_misconception_has_its_numbers_here() -> None:
    named = {row[0] if isinstance(row[0], str) else row[0][0] for row in [*NUMBERS, *ERRORS]}
    assert {m.id for m in ALL} - named == {"seed-overwrites-leaf"}  # judged by the next test


def test_a_seed_that_is_set_forgets_a_leaf_s_first_call() -> None:
    def twice(x: Any) -> None:
        x.backward()
        x.backward()
        read(x)

    assert run(trace(twice, x=3.0), by_id("seed-overwrites-leaf").engines[0]()) == (1.0,)
    assert run(trace(twice, x=3.0), combined()()) == (2.0,)


def test_a_set_of_inputs_hides_a_missing_visited_set_on_doublings() -> None:
    listed, in_a_set = by_id("no-visited-set").engines
    assert run(ladder(40, 1.5), in_a_set()) == (1.5 * 2**40, 2.0**40)
    for engine, program in [(listed, ladder(40, 1.5)), (in_a_set, scaled_ladder(40, 1.5))]:
        with pytest.raises(WrongEngineRaises, match="timeout"):
            run(program, engine())


@pytest.mark.parametrize("style", STYLES)
def test_the_common_engine_is_right_in_every_style_and_order(style: int) -> None:
    oracle = Oracle()
    draw = Draw(b"common")
    grades = Grades(draw)
    grades.random_graphs(20)
    drawn = [q.item for q in grades.questions if isinstance(q.item, Program)]
    programs = [*every_small_graph()[::50], *every_operator_graph()[::10], *drawn]
    programs += [traced(calls(3), LESSON), traced(calls(2, True), LESSON)]
    programs += [traced(collected, {"a": 2}), traced(two_graphs, {"x": 3})]
    for program in programs:
        for turns in (0, -1, 5):
            for engine in listed_and_set(combined(style=style)):
                assert same_answer(run(program, engine(turns)), oracle.answer(program))


def test_two_beliefs_at_once_are_both_held() -> None:
    both = combined(by_id("overwrite-mul").engines[0], by_id("no-seed").engines[0])
    assert run(traced(lambda a: a * a, {"a": 3}), both()) == (9.0, 0.0)
    both = combined(by_id("preorder").engines[0], by_id("tanh-uses-x").engines[0])
    program = traced(lambda a: p1(a).tanh(), {"a": 0.01})
    assert run(program, both())[1] == pytest.approx(6 * (1 - 0.21**2))


@pytest.mark.parametrize("misconception", ALL, ids=lambda m: m.id)
def test_an_explanation_helps_and_gives_no_code_away(misconception: Any) -> None:
    text = misconception.explanation
    assert text[0].islower()
    assert "?" in text
    assert 60 < len(text) < 330
    assert "engine" in misconception.exercises
    assert not any(word in text for word in (".grad +=", "self.", "out.g", "visited.add"))


def test_ids_are_unique() -> None:
    assert len({m.id for m in ALL}) == len(ALL) >= 60
