"""What is seen in a watched run is true, names the line, and is nothing for a right engine."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from grader.checks.declare import load_checks
from grader.course.course import Course
from grader.explain.watching.record import methods, record_in
from grader.explain.watching.source import SourceText
from grader.judging.context import GradingContext
from grader.judging.finding import Finding
from grader.programs.operators import operator_of
from grader.programs.program import Program
from grader.worker.forkserver import ForkServer
from tests.proving.located import SECRET, graded
from tests.support.earlier import OPERATORS
from tests.support.engines import RIGHT, UNUSUAL
from tests.support.hand_ins import patched
from tests.support.paths import DATA, ODD_HAND_INS
from tests.support.watched_run import (
    BACK,
    CHECK,
    INNER,
    all_seen,
    ask,
    program,
    programs,
    seen_in,
    seen_of,
)

ADD = "self.grad += out.grad\n            other.grad += out.grad"
MUL = "self.grad += other.data * out.grad\n            other.grad += self.data * out.grad"
POWER = "exponent * self.data ** (exponent - 1)"


def line_of(found: Finding, text: str) -> str:
    """The marked line."""
    assert found.where is not None
    return text.splitlines()[found.where.marked - 1].strip()


def first(text: str) -> Finding:
    found = seen_in(text)
    assert found, "nothing was seen"
    return found[0]


@pytest.mark.parametrize(
    ("old", "new", "says", "line"),
    [
        (MUL, ADD, "`a * b` contributes `out.grad` to each of its inputs", "self.grad += out.grad"),
        (
            "self.grad += other.data * out.grad",
            "self.grad += out.grad",
            "`a * b` contributes `out.grad` to its left input",
            "self.grad += out.grad",
        ),
        (
            MUL,
            MUL.replace("other.data", "self.data", 1),
            "`a * b` contributes `self.data * out.grad` to its left input",
            "self.grad += self.data * out.grad",
        ),
        (
            ADD,
            ADD.replace("other.grad +=", "other.grad ="),
            "`a + b` overwrites the gradient of its right input",
            "other.grad = out.grad",
        ),
        (
            POWER,
            "exponent * self.data ** exponent",
            "`a**n` contributes `n * self.data**n * out.grad` to its input",
            "self.grad += exponent * self.data ** exponent * out.grad",
        ),
        (
            "(1.0 - t * t)",
            "(1.0 - t)",
            "`a.tanh()` contributes `(1 - out.data) * out.grad` to its input",
            "self.grad += (1.0 - t) * out.grad",
        ),
    ],
)
def test_a_wrong_rule_is_what_the_student_wrote_on_its_line(
    old: str, new: str, says: str, line: str
) -> None:
    text = patched(RIGHT, (old, new))
    found = first(text)
    assert says in found.explanation
    assert line_of(found, text) == line
    assert found.explained <= found.of


def test_a_right_engine_shows_nothing() -> None:
    assert seen_in(RIGHT) == []


def stranger_engines() -> dict[str, str]:
    """The right engines that strangers wrote."""
    folder = DATA / "strangers"
    return {f"{p.parts[-3]} {p.stem}": p.read_text() for p in sorted(folder.glob("*/odd/*.py"))}


RIGHT_ENGINES = {**UNUSUAL, **stranger_engines()}
SHARES = 12
"""So many engines answer each program once among them."""
BREAKS = ("w rules_as_objects", "av 08_vanern")
"""These cannot be watched: their rules have more than a call. Then nothing is seen of them."""


@pytest.mark.parametrize(("number", "name"), [*enumerate(RIGHT_ENGINES)])
def test_a_right_engine_answers_the_same_when_it_is_watched_and_shows_nothing(
    number: int, name: str
) -> None:
    """Also if a program of it were one that failed: the law is this engine's, or is not asked."""
    asked = programs()[number % SHARES :: SHARES]
    if name not in UNUSUAL:  # it was written for the operators of then
        asked = [each for each in asked if {*map(operator_of, each.forms)} <= OPERATORS]
    assert all_seen(RIGHT_ENGINES[name], asked, breaks=name in BREAKS) == []


def test_a_lying_record_raises_nothing_and_a_wrong_number_in_it_makes_it_none() -> None:
    """Whatever a hand-in puts in the place of what was seen."""
    chance, source = random.Random(4), SourceText("x.py", (RIGHT,))
    asked = programs()[::11]
    items = [{"task": "watch", "steps": e.steps, "methods": [*methods().values()]} for e in asked]
    honest = [each.value for each in ask(RIGHT, items)]
    believed = 0
    for _ in range(3_000):
        place = chance.randrange(len(asked))
        lie = changed(json.loads(json.dumps(honest[place])), chance)
        record = record_in(lie, asked[place], source.lengths)
        if record is not None:
            believed += 1
            seen_of({asked[place]: record}, source)
    assert 0 < believed < 1_500


def changed(record: Any, chance: random.Random) -> Any:
    """The record with a few of its parts exchanged for others."""
    for _ in range(chance.randint(1, 4)):
        holder, key, inner = record, "numbers", record
        while isinstance(inner, list | dict) and inner and chance.random() > 0.15:
            keys = range(len(inner)) if isinstance(inner, list) else list(inner)
            holder, key = inner, chance.choice(keys)  # type: ignore[assignment]
            inner = holder[key]
        others = (None, 0, 1, 2, 7, -1, 1e9, "nan", "x", [], {}, True, 1 << 70, [0])
        holder[key] = chance.choice(others)
    return record


SEED = "        self.grad += 1.0\n"
RUNS = "            node._backward()\n"
TANH = "            self.grad += (1.0 - t * t) * out.grad\n\n"


@pytest.mark.parametrize(
    ("edits", "says", "line"),
    [
        ([(SEED, "")], "leaves 0 on `L`, the root", ""),
        ([(SEED, "        grad = 1.0\n")], "leaves 0 on `L`, the root", ""),
        ([(SEED, "        self.grad = self.data\n")], "the root", "self.grad = self.data"),
        (
            [(ADD, ADD.replace("+=", "="))],
            "`a + b` overwrites the gradient of each of its inputs: where a value is used twice",
            "self.grad = out.grad",
        ),
        ([(RUNS, RUNS.replace("node", "self"))], "the rule of `L` runs twice", ""),
        (
            [("for node in reversed(topo)", "for node in topo")],
            "runs before its consumer `L` has contributed",
            "",
        ),
        ([("self.data = data", "self.data = int(data)")], "`Value(0.9).data` is 0", "int(data)"),
        (
            [("out._backward = _backward", "out._backward = _backward()")],
            "`a + b` stores None as the rule of its result",
            "out._backward = _backward()",
        ),
        (
            [('out = Value(t, (self,), "tanh")', 'out = Value(t, (self), "tanh")')],
            "What the result of your `a.tanh()` has in `_prev` is no collection of nodes.",
            'out = Value(t, (self), "tanh")',
        ),
        (
            [(f"{TANH}        out._backward = _backward\n", TANH)],
            "The result of your `a.tanh()` has no rule of its own",
            "",
        ),
        (
            [("other.grad += self.data * out", "other.grad = self.grad + self.data * out")],
            "Your `a * b` ",
            "other.grad = self.grad + self.data * out.grad",
        ),
        (
            [("            self.grad += other.data * out.grad", "            self.grad = 0\n"
              "            self.grad += other.data * out.grad")],
            "Your `a * b` overwrites the gradient of its left input",
            "self.grad = 0",
        ),
        (
            [(f"{ADD}\n\n        out._backward", f"{ADD}\n\n        self._backward")],
            "Your `a + b` stores its rule on its left input, and none on its result.",
            "self._backward = _backward",
        ),
        (
            [('out = Value(self.data**exponent, (self,), f"**{exponent}")',
              "out = Value(self.data**exponent)")],
            "The result of your `a**n` does not list its input in `_prev`",
            "out = Value(self.data**exponent)",
        ),
        (
            [(RUNS, f"            node.grad = 0.0\n{RUNS}")],
            "`L` loses the 1 that it had got in `L.backward()`",
            "node.grad = 0.0",
        ),
        ([(RUNS, RUNS.replace("()", ""))], "no rule runs in `L.backward()`", "node._backward"),
        ([(RUNS, f"{RUNS}            return\n")], "does not run in `L.backward()`", "return"),
        ([(SEED, f"{SEED}        return\n")], "no rule runs in `L.backward()`", "return"),
        (
            [(MUL, f"return\n            {MUL}")],
            "`a * b` contributes nothing to its left input",
            "return",
        ),
        (
            [(f"{POWER} * out.grad\n\n        out._backward = _backward", f"{POWER} * out.grad")],
            "The result of your `a**n` has no rule of its own",
            "def _backward():",
        ),
        (
            [(f"{POWER} * out.grad\n\n        out._backward = _backward\n        return out",
              f"{POWER} * out.grad\n\n        out._backward = _backward")],
            "Your `a**n` returns None.",
            "out._backward = _backward",
        ),
        (
            [("_prev=()", "_prev=[]"), ('(self, other), "+")', '_op="+")\n'
              "        out._prev += [self, other]")],
            "the leaf `a` lists inputs in `_prev`",
            'def __init__(self, data, _prev=[], _op=""):',
        ),
    ],
)  # fmt: skip
def test_a_classic_slip_is_told_as_what_it_is(
    edits: list[tuple[str, str]], says: str, line: str
) -> None:
    text = patched(RIGHT, *edits)
    found = first(text)
    assert says in found.explanation
    assert line in (line_of(found, text) if line else "")


def test_a_number_that_became_a_node_inside_is_not_taken_for_another() -> None:
    """The node of -1 is an input of the result, and that of the number is one inside."""
    text = patched(RIGHT, ("return (-self) + other", "return -(self + other)"))
    found = first(text)
    assert "for the plain number" not in found.explanation
    assert line_of(found, text) == "return -(self + other)"


def test_a_class_is_told_without_the_numbers_of_one_program() -> None:
    found = first(RIGHT.replace(MUL, ADD))
    assert found.general == "`a * b` contributes a wrong share."
    assert "In the example" in found.explanation


def test_one_exception_in_the_rules_of_several_operators_is_told_once(
    course: Course, server: ForkServer, tmp_path: Path
) -> None:
    path = tmp_path / "engine.py"
    path.write_text(RIGHT.replace("out.grad", "out.gradient"))
    checks = load_checks(["engine"], course.checks_dir)
    found = graded(path, course, checks, GradingContext(SECRET, server)).diagnosis
    assert found[0].explanation.startswith("In the example, the rule of your ")
    assert "raises AttributeError. The same kind of mistake was seen at " in found[0].explanation
    assert not any(each.misconception for each in found)


def test_each_check_is_told_of_its_own_program() -> None:
    asked = [each for each in programs() if "mul" in each.forms]
    text = patched(RIGHT, (MUL, MUL.replace("other.data", "self.data", 1)))
    shown = max((each for each in asked if seen_in(text, [each])), key=lambda each: each.size)
    (found,) = seen_in(text, asked, shown)
    assert found.example is not None
    its = found.at(CHECK)
    assert its.explanation != found.explanation
    assert its.explanation.startswith("Your `a * b` contributes `self.data * out.grad`")
    assert its.example is None


def test_a_1_that_is_not_remembered_is_no_number_of_the_rule_s_and_no_seed() -> None:
    """Where `other.data` is 1, a slope of 1 without its upstream is neither."""
    found = seen_in(patched(POOL, ("slope() * flow[id(node)]", "slope()")))
    assert found
    assert not any("contributes `1`" in each.explanation for each in found)
    assert "node/seeded" not in [each.id for each in found]


def test_the_number_of_another_operation_goes_by_the_name_of_its_leaf() -> None:
    kept = "self.grad += Value.kept.data * out.grad\n            other.grad += self.data * out.grad"
    text = patched(
        RIGHT,
        (MUL, kept),
        ("out = Value(self.data * other.data, (self, other)",
         "Value.kept = other\n        out = Value(self.data * other.data, (self, other)"),
    )  # fmt: skip
    made = ("apply", "d", "mul", "a", "b"), ("apply", "e", "mul", "b", "c")
    asked = program(*made, ("apply", "L", "add", "d", "e"), ("backward", "L"))
    (found,) = seen_in(text, [asked])
    assert "`a * b` contributes `c.data * out.grad` to its left input" in found.explanation
    assert "How does a number of another operation come into this one" in found.explanation


def test_two_numbers_that_differ_are_told_with_digits_that_differ() -> None:
    text = patched(RIGHT, ("(1.0 - t * t) * out.grad", "(1.0 - t * t) * out.grad * 1.0000001"))
    said = first(text).explanation.partition("In the example that is ")[2].split(" is owed")[0]
    found, owed = said.split(", and ")
    assert float(found) != float(owed)


def test_no_rule_is_said_not_to_run_where_no_rules_were_seen() -> None:
    right = (ODD_HAND_INS / "edges_by_rank.py").read_text("utf-8")
    assert not seen_in(right)
    rank = "1 + max((n.rank for n in self._prev), default=-1)"
    found = first(patched(right, (rank, "len(self._prev) and 1 + self._prev[0].rank")))
    assert "should get from" in found.explanation
    assert found.misconception is None
    assert found.general == "Contributions do not arrive."


def test_several_operators_with_one_mistake_are_told_once() -> None:
    text = RIGHT.replace(".grad += ", ".grad = ").replace("self.grad = 1.0", "self.grad += 1.0")
    found = [each for each in seen_in(text) if each.id.startswith("adding/")]
    assert len(found) == 1
    assert "The same kind of mistake was seen at" in found[0].explanation
    assert found[0].misconception == "overwrite-everywhere"


def test_a_key_that_sorts_wrongly_is_marked_where_it_is_worked_out() -> None:
    made = "        self.level = 1 + _prev[0].level if _prev else 0\n"
    text = RIGHT.replace("        self._prev = _prev\n", f"        self._prev = _prev\n{made}")
    text = text.replace(
        "for node in reversed(topo)", "for node in sorted(topo, key=lambda n: -n.level)"
    )
    assert made in text
    early = [each for each in seen_in(text) if each.id == "node/early"]
    assert line_of(early[0], text) == made.strip()


NUMBERED = (
    "        self._prev = _prev\n",
    "        self._prev = _prev\n        self.id = next(ids)\n",
)
IDS = "import itertools\n\nids = itertools.count()\n"
COUNTED = """\
    def backward(self):
        left, todo = {self: 0}, [self]
        while todo:
            node = todo.pop()
            node.grad = 0.0 if node._prev else node.grad
            for p in set(node._prev):
                todo += [] if p in left else [p]
                left[p] = left.get(p, 0) + 1
        self.grad += 1.0
        ready = [self]
        while ready:
            node = ready.pop()
            node._backward()
            for p in node._prev:
                left[p] -= 1
                if left[p] == 0:
                    ready.append(p)
"""


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        (
            [NUMBERED, ("reversed(topo)", "sorted(topo, key=lambda n: n.id)")],
            "for node in sorted(topo, key=lambda n: n.id):",
        ),
        (
            [("self._prev = _prev", "self._prev = _prev\n        self.id = 1"),
             ("reversed(topo)", "sorted(topo, key=lambda n: n.id)")],
            "self.id = 1",
        ),
        ([("reversed(topo)", "topo")], "for node in topo:"),
        (
            [("elif node not in visited", "else"), ("            visited.add(node)\n", ""),
             ("stack.append((input_node, False))", "input_node in visited or stack.append("
              "(input_node, False))\n                visited.add(input_node)")],
            "topo.append(node)",
        ),
        (
            [("def build_topo(v, visited, topo)", "def build_topo(v, visited, topo=[])"),
             ("build_topo(self, set(), topo)", "topo = build_topo(self, set())"),
             ("(input_node, False))\n", "(input_node, False))\n    return topo\n")],
            "def build_topo(v, visited, topo=[]):",
        ),
        ([("in topo:\n        node.grad", "in topo[1:]:\n        node.grad")],
         "for node in topo[1:]:"),
        ([("in topo:\n            if", "in topo[:-1]:\n            if")], "for node in topo[:-1]:"),
        ([("in topo:\n            if node._prev", "in topo:\n            if node is None")],
         "if node is None:"),
    ],
)  # fmt: skip
def test_the_line_that_decided_is_marked(changes: list[tuple[str, str]], line: str) -> None:
    text = IDS + patched(RIGHT, *changes)
    found = [each for each in seen_in(text) if each.where is not None]
    assert line_of(found[0], text) == line


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        (
            [("t = math.tanh(self.data)", "t = far(self.data)"),
             ("def build_topo", "def far(x):\n    if x < -5:\n        return 1.0\n"
              "    return math.tanh(x)\n\n\ndef build_topo")],
            "return 1.0",
        ),
        (
            [("other = other if isinstance(other, Value) else Value(other)\n        out = Value("
              "self.data +", "if isinstance(other, float):\n            other = Value(other)\n"
              "        out = Value(self.data +")],
            "if isinstance(other, float):",
        ),
    ],
)  # fmt: skip
def test_the_line_of_a_helper_or_a_test_is_marked(
    changes: list[tuple[str, str]], line: str
) -> None:
    text = patched(RIGHT, *changes)
    shown = Program(
        (("leaf", "a", -20.0), ("apply", "t", "tanh", "a"), ("apply", "L", "add", "t", 2),
         ("read", "data", ("t",)))
    )  # fmt: skip
    found = seen_in(text, (*programs(), shown))
    assert found
    assert line_of(found[0], text) == line


def test_a_count_of_consumers_is_marked_where_one_is_left_out() -> None:
    begins, ends = RIGHT.index("    def backward"), RIGHT.index("def build_topo")
    text = RIGHT[:begins] + COUNTED + "\n\n" + RIGHT[ends:]
    shared = Program(
        (
            ("leaf", "a", 1.5), ("leaf", "b", -0.4), ("apply", "h", "mul", "a", "b"),
            ("apply", "m", "mul", "h", "b"), ("apply", "n", "mul", "m", "b"),
            ("apply", "k", "add", "h", "h"), ("apply", "L", "add", "n", "k"), ("backward", "L"),
            ("read", "grad", ("a", "b")),
        )
    )  # fmt: skip
    (found,) = [each for each in seen_in(text, (shared,)) if each.id == "node/early"]
    assert line_of(found, text) in COUNTED[: COUNTED.index("self.grad += 1.0")]


def test_equal_nodes_point_at_their_equality() -> None:
    text = RIGHT.replace(
        "    def backward(self)",
        "    def __eq__(self, other):\n        return self.data == other.data\n\n"
        "    def __hash__(self):\n        return hash(self.data)\n\n    def backward(self)",
    )
    equal = Program(
        (
            ("leaf", "a", 2.0), ("leaf", "b", 2.0), ("apply", "L", "mul", "a", "b"),
            ("apply", "M", "mul", "L", "a"), ("apply", "N", "mul", "L", "b"),
            ("apply", "O", "add", "M", "N"), ("backward", "O"), ("read", "grad", ("a", "b")),
        )
    )  # fmt: skip
    found = seen_in(text, (equal,))
    assert line_of(found[0], text) == "def __eq__(self, other):"


def test_two_mistakes_in_one_program_are_two_findings() -> None:
    text = patched(
        RIGHT,
        ("self.grad += out.data * out.grad", "self.grad += self.data * out.grad"),
        (ADD, ADD.replace("other.grad +=", "other.grad =")),
    )
    shown = Program(
        (
            ("leaf", "a", 0.5), ("leaf", "b", 2.0), ("apply", "e", "exp", "a"),
            ("apply", "L", "add", "e", "b"), ("apply", "M", "add", "b", "L"),
            ("backward", "M"), ("read", "grad", ("a", "b")),
        )
    )  # fmt: skip
    told = " ".join(each.explanation for each in seen_in(text, (shown,)))
    assert "Your `a.exp()` contributes `self.data * out.grad`" in told
    assert "Your `a + b` overwrites the gradient of its right input" in told


def test_a_set_that_outlives_a_call_is_told_as_that() -> None:
    text = patched(RIGHT, ("build_topo(self, set(), topo)", "build_topo(self, SEEN, topo)"))
    found = first(f"SEEN = set()\n{text}")
    assert "leaves `L` out" in found.explanation
    assert found.misconception == "visited-mutable-default"


POOL = (ODD_HAND_INS / "pool_of_slots.py").read_text()
"""Its numbers lie in arrays of floats, which remember nothing, and it has no rules."""


def test_where_only_the_gradient_from_above_is_missing_the_question_is_after_it() -> None:
    text = patched(RIGHT, (MUL, MUL.replace(" * out.grad", "")))
    found = first(text)
    assert "What it contributes is the slope alone. Which gradient arrived" in found.explanation


def test_a_loop_that_is_left_too_early_is_marked_where_it_is_left() -> None:
    run = "            node._backward()\n"
    text = patched(
        RIGHT, (run, f"{run}            if len({{*node._prev}}) == 1:\n                break\n")
    )
    found = [each for each in seen_in(text) if each.id == "node/skipped"]
    assert line_of(found[0], text) == "break"


def test_a_full_memory_is_not_laid_on_the_function_that_a_program_calls(
    course: Course, context: GradingContext
) -> None:
    checks = load_checks(["engine"], course.checks_dir)
    report = graded(ODD_HAND_INS / "derivatives_by_leaf.py", course, checks, context)
    assert [each.id for each in report.checks if each.outcome != "passed"] == ["depth_20000"]
    assert report.diagnosis == ()


def test_an_operator_that_contributes_as_the_root_is_not_blamed_for_an_order() -> None:
    by_inputs = "for node in sorted(order, key=lambda n: -len(n._prev)):"
    text = patched(POOL, ("for node in reversed(order):", by_inputs))
    found = first(text)
    assert found.id == "node/lacking", found.explanation
    assert found.where is None or "property" not in line_of(found, text)


def test_the_words_of_an_operator_that_another_one_calls_are_not_its_own() -> None:
    text = patched(RIGHT, ("return (-self) + other", "return self - other"))
    (found,) = [each for each in seen_in(text) if each.operator == "rsub"]
    assert " - a` gives a wrong value" in found.explanation


RECURSIVE = """    def backward(self):
        self.grad = 1.0
        self.run()

    def run(self):
        self._backward()
        for node in self._prev:
            node.run()
"""
STACKED = """    def backward(self):
        self.grad = 1.0
        stack = [self]
        while stack:
            node = stack.pop()
            node._backward()
            for each in node._prev:
                stack.append(each)
"""


@pytest.mark.parametrize(
    ("walk", "line"), [(RECURSIVE, "self._backward()"), (STACKED, "stack.append(each)")]
)
def test_a_rule_that_runs_again_with_more_is_told_as_that_and_the_walk_is_marked(
    walk: str, line: str
) -> None:
    """What it adds the first time is no whole contribution, and belongs to no consumer."""
    text = patched(RIGHT, (RIGHT[RIGHT.index("    def backward") : RIGHT.index("def build")], walk))
    two = (("apply", "m", "add", "d", "c"), ("apply", "n", "mul", "d", "c"))
    shown = program(INNER, *two, ("apply", "L", "add", "m", "n"), BACK)
    (found,) = seen_in(text, (shown,))
    assert "runs twice in `L.backward()`" in found.explanation
    assert line_of(found, text) == line


def test_an_expression_has_its_programs_own_number() -> None:
    wrong = patched(RIGHT, ("return (-self) + other", "return self - other"))
    shown = program(("apply", "L", "sub", 6, "a"), ("read", "data", ("L",)))
    found = seen_in(wrong, (shown,), shown)
    assert "Your `6 - a` gives a wrong value" in found[0].explanation
    missing = patched(RIGHT, ("def __rsub__", "def rsub"))
    (found_missing,) = seen_in(missing, (shown,), shown)
    assert "no answer to `6 - a`" in found_missing.explanation
    rule = patched(
        RIGHT,
        ("return (-self) + other", "out = Value(other - self.data, (self,))\n\n"
         "        def rule():\n            self.grad += out.grad\n\n"
         "        out._backward = rule\n        return out"),
    )  # fmt: skip
    (owed,) = seen_in(rule, (program(("apply", "L", "sub", 6, "a"), BACK),))
    assert "`6 - a`" in owed.explanation


def test_a_second_writing_to_the_wrong_input_is_what_is_marked() -> None:
    second = "self.grad += 1 * out.grad"
    text = patched(RIGHT, (ADD, ADD.replace("other.grad += out.grad", second)))
    seen = seen_in(text, (program(("apply", "L", "add", "a", "b"), BACK),))
    (found,) = [each for each in seen if "never to its right input" in each.explanation]
    assert "to its right input" in found.explanation
    assert line_of(found, text) == second


def test_a_root_that_is_seeded_after_its_rule_is_marked_where_it_is_seeded() -> None:
    text = patched(
        RIGHT,
        ("                node.grad = 0.0\n        self.grad += 1.0\n", "                pass\n"),
        (
            "            node._backward()\n",
            "            node._backward()\n        self.grad = 1.0\n",
        ),
    )
    found = seen_in(text, (program(("apply", "L", "mul", "a", "b"), BACK),))
    assert line_of(found[0], text) == "self.grad = 1.0"
