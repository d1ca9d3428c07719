"""What is said of a wrong engine claims no more than was seen, and no question leads elsewhere."""

from __future__ import annotations

import pytest

from grader.checks.declare import load_checks
from grader.course.course import Course
from grader.judging.context import GradingContext
from grader.judging.finding import Finding
from grader.programs.program import Program
from tests.proving.located import graded
from tests.support.engines import RIGHT
from tests.support.hand_ins import patched
from tests.support.paths import DATA
from tests.support.watched_run import (
    BACK,
    INNER,
    LAST,
    NEXT,
    SHARED,
    all_seen,
    program,
    programs,
    seen_in,
)

ADD = "self.grad += out.grad\n            other.grad += out.grad"
MUL = "self.grad += other.data * out.grad\n            other.grad += self.data * out.grad"
DIVISION = (
    """\
        return self * other**-1

    def __rtruediv__(self, other):  # other / self
        return self**-1 * other
""",
    """\
        out = Value(self.data / other.data, (self, other), "/")

        def _backward():
            self.grad += out.grad / other.data
            other.grad += -out.grad * self.data / other.data**2

        out._backward = _backward
        return out

    def __rtruediv__(self, other):  # other / self
        return Value(other) / self
""",
)
DIVIDES = patched(RIGHT, DIVISION)
VAST = 1e-200, 1e160, -2e160
ROOT_ALONE = "def zero_grad(root):\n    root.grad = 0.0\n"
TWICE = ("apply", "L", "mul", "d", "e"), BACK
AGAIN = program(INNER, LAST, BACK, BACK)


def line_of(found: Finding, text: str) -> str:
    """The marked line; nothing if there is none."""
    return "" if found.where is None else text.splitlines()[found.where.marked - 1].strip()


def test_the_division_is_right() -> None:
    assert seen_in(DIVIDES) == []


def test_a_rule_that_is_wrong_for_some_numbers_is_told_of_the_example_alone() -> None:
    text = patched(RIGHT, ("if out.data > 0:", "if self.data >= 0:"))
    leaf, read = ("leaf", "a", 0.0), ("read", "grad", ("a",))
    zero = Program((leaf, ("apply", "L", "relu", "a"), BACK, read))
    asked = [zero]
    for each in (("add", "b"), ("mul", "b"), ("sub", "c"), ("add", "c")):
        made = ("apply", "s", each[0], "a", each[1]), ("apply", "r", "relu", "s")
        asked.append(program(*made, ("apply", "L", "mul", "r", "c"), BACK))
    (found,) = [e for e in seen_in(text, [*asked, *programs()]) if e.operator == "relu"]
    assert found.explanation == (
        "In the example, your `a.relu()` contributes `out.grad` to its input. That is 1, and 0 is "
        "owed. In some other programs `a.relu()` contributes what is owed. What is different here?"
    )


def test_a_rule_that_is_wrong_for_all_numbers_is_told_of_all() -> None:
    text = patched(RIGHT, (MUL, MUL.replace("other.data", "self.data", 1)))
    found = seen_in(text)[0]
    assert found.explanation.startswith("Your `a * b` contributes `self.data * out.grad`")
    assert "other programs" not in found.explanation


def test_the_operands_of_a_quotient_are_not_exchanged_where_a_number_is_on_the_left() -> None:
    text = patched(DIVIDES, ("self.data / other.data**2", "self.data / other.data"))
    number = program(("apply", "L", "truediv", 2.5, "a"), BACK)
    found = seen_in(text, [number, program(("apply", "L", "truediv", "a", "b"), BACK)])
    assert "`a / b` contributes `-out.grad * self.data / other.data`" in found[0].explanation


def test_a_rule_that_binds_late_is_told_once_and_marked_where_it_is_made() -> None:
    slopes = "steps = [(n, s) for n, s in ((self, other.data), (other, self.data))]\n            "
    late = "for step in [lambda: n.add(s * out.grad) for n, s in steps]:\n                step()"
    adding = "    def add(self, given):\n        self.grad += given\n\n    def __add__"
    text = patched(RIGHT, (MUL, slopes + late), ("    def __add__", adding))
    found = seen_in(text, [program(("apply", "L", "mul", "a", "b"), BACK)])
    assert [each.id for each in found] == ["rule/mul/left/crossed"]
    assert "adds to its right input twice and never to its left input" in found[0].explanation
    assert line_of(found[0], text).startswith("for step in [lambda:")


def test_what_a_call_uses_up_is_asked_for_and_marked_where_it_is_kept() -> None:
    once = MUL.replace("            other", "                other").replace(
        "self.grad", "    self.grad"
    )
    text = patched(
        RIGHT,
        (MUL, f"for _ in left:\n            {once}"),
        ('(self, other), "*")', '(self, other), "*")\n        left = iter([1])'),
    )
    found = seen_in(
        text, [program(INNER, ("apply", "L", "mul", "d", "c"), BACK, BACK), *programs()]
    )
    assert "In an earlier call it contributed." in found[0].explanation
    assert line_of(found[0], text) == "left = iter([1])"


def test_a_gradient_that_nobody_can_account_for_is_told_with_what_each_consumer_owes() -> None:
    text = patched(RIGHT, ("node._backward()", "node._backward()\n        halve(topo)"))
    text += (
        "\ndef halve(topo):\n    for node in topo:\n        if not node._prev:\n"
        "            node.grad = eval(repr(float(node.grad * 0.5)))\n"
    )
    made = ("apply", "d", "mul", "a", "b"), ("apply", "e", "mul", "a", "c")
    found = seen_in(text, [program(*made, ("apply", "L", "add", "d", "e"), BACK)])
    said = [each.explanation for each in found if each.id == "node/other"]
    assert any("`c` holds 0.75" in each and "`e` owes it 1.5." in each for each in said), said


def test_a_cushion_under_a_division_is_told_as_the_value_and_not_as_a_rounded_sum() -> None:
    text = patched(DIVIDES, ("self.data / other.data, (", "self.data / (other.data + 1e-10), ("))
    whole = ("apply", "d", "truediv", 0.55, "b"), ("apply", "L", "mul", "b", "d")
    found = seen_in(text, [program(*whole, BACK)])
    assert not any(each.id == "node/other" for each in found)


def test_a_list_of_build_topo_with_consumers_first_is_marked_there() -> None:
    known = "            visited.add(node)\n"
    text = patched(
        RIGHT,
        ("            topo.append(node)\n", "            pass\n"),
        (known, f"{known}            topo.append(node)\n"),
    )
    chain = program(INNER, ("apply", "e", "mul", "d", "c"), ("apply", "L", "tanh", "e"), BACK)
    found = [each for each in seen_in(text, [chain]) if each.id == "node/early"]
    assert line_of(found[0], text) == "topo.append(node)"


def test_a_return_inside_a_loop_over_inputs_is_marked() -> None:
    begin = RIGHT.index("    stack = [(v, False)]")
    end = RIGHT.index("def zero_grad")
    walk = """\
    visited.add(v)
    for input_node in v._prev:
        if input_node in visited:
            return
        build_topo(input_node, visited, topo)
    topo.append(v)


"""
    text = RIGHT[:begin] + walk + RIGHT[end:]
    found = seen_in(text)
    assert found[0].id == "node/skipped"
    assert line_of(found[0], text) == "return"


def test_a_walk_that_leaves_out_a_rule_for_its_number_is_marked_at_the_condition() -> None:
    runs = "            node._backward()\n"
    text = patched(RIGHT, (runs, f"            if abs(node.grad) > 1e-3:\n    {runs}"))
    small = ("apply", "d", "mul", "a", "b"), ("apply", "e", "mul", "d", 1e-4)
    found = seen_in(text, [program(*small, ("apply", "L", "mul", "e", "c"), BACK)])
    assert found[0].id == "node/skipped"
    assert line_of(found[0], text) == "if abs(node.grad) > 1e-3:"


def test_each_check_marks_the_line_of_the_side_that_it_shows() -> None:
    both = program(("apply", "d", "add", "a", "b"), ("apply", "e", "add", "a", "b"), *TWICE)
    right = program(("apply", "d", "add", "a", "b"), ("apply", "e", "add", "c", "b"), *TWICE)
    text = patched(RIGHT, (ADD, ADD.replace("+=", "=")))
    (found,) = seen_in(text, [both, right])
    assert line_of(found, text) == "self.grad = out.grad"
    (found,) = seen_in(text, [both, right], shown=right)
    assert "of each of its inputs" in found.explanation or "right" in found.explanation


@pytest.mark.parametrize(
    "steps",
    [
        (INNER, LAST, BACK, ("set_grad", "a", 0), BACK),
        (("set_grad", "a", 7), INNER, LAST, BACK),
        (INNER, LAST, ("set_grad", "d", 7), BACK),
    ],
)
def test_a_gradient_that_the_program_sets_is_no_mistake(
    steps: tuple[tuple[object, ...], ...],
) -> None:
    assert all_seen(RIGHT, [program(*steps)]) == []


def test_a_gradient_that_the_program_sets_and_the_engine_gives_back_is_told() -> None:
    kept = "        self.kept = self.kept + given\n        self.grad = self.kept\n\n    def __add__"
    text = patched(
        RIGHT,
        ("self.grad = 0.0\n        self._prev", "self.grad = self.kept = 0.0\n        self._prev"),
        ("    def __add__", f"    def add(self, given):\n{kept}"),
        (ADD, "self.add(out.grad)\n            other.add(out.grad)"),
        (MUL, "self.add(other.data * out.grad)\n            other.add(self.data * out.grad)"),
        ("                node.grad = 0.0", "                node.grad = node.kept = 0.0"),
    )  # fmt: skip
    text = text.replace(
        "    for node in topo:\n        node.grad = 0.0",
        "    for node in topo:\n        node.grad = node.kept = 0.0",
    )
    assert seen_in(text, [AGAIN]) == []
    found = seen_in(text, [program(INNER, LAST, BACK, ("set_grad", "a", 0), BACK)])
    assert found[0].id == "node/stale"


POWERS = (
    ("apply", "h", "pow", "b", -1), ("apply", "g", "pow", "h", -1), ("apply", "L", "mul", "g", "h"),
    BACK,
)  # fmt: skip
NEAR = Program(
    (
        ("leaf", "a", 1.5), ("leaf", "b", 1.50000001), ("apply", "d", "tanh", "a"),
        ("apply", "e", "tanh", "b"), ("apply", "L", "mul", "d", "e"), BACK,
        ("read", "grad", ("a", "b")),
    )
)  # fmt: skip
MOVED = program(
    ("apply", "d", "exp", "a"), ("set", "a", -0.9), ("apply", "L", "exp", "a"), BACK,
    ("read", "data", ("L",)),
)  # fmt: skip
HALVES = program(("apply", "d", "relu", "a"), ("apply", "L", "mul", "d", "c"), BACK)
MINUS = (("apply", "d", "add", "a", "a"), ("apply", "L", "sub", "d", "d"), BACK)
EXPS = ("apply", "d", "exp", "a"), ("apply", "e", "exp", "b"), ("apply", "L", "add", "d", "e"), BACK
COUNTED = (
    ("apply", "e", "mul", "d", "d"), ("apply", "f", "mul", "d", "c"),
    ("apply", "g", "mul", "f", "c"), ("apply", "L", "add", "e", "g"),
)  # fmt: skip
SQUASHED = program(
    ("apply", "d", "tanh", "a"), ("set", "a", -0.9), ("apply", "L", "tanh", "a"), BACK,
    ("read", "data", ("L",)),
)  # fmt: skip
DOUBLED = ("apply", "d", "add", "a", "a"), ("apply", "L", "mul", "d", "c"), BACK
STRANGERS: list[tuple[str, list[Program], str, int]] = [
    ("ad/wrong/23_tigris", [program(*POWERS)],
     "Your `a**n` contributes `n * out.data / abs(self.data) * out.grad` to its input", 75),
    ("ad/wrong/22_shannon", [NEAR], "your `b.tanh()` gives a number that was computed earlier", 37),
    ("ad/wrong/14_seine", [MOVED], "gives a number that was computed earlier", 78),
    ("ad/wrong/11_loire", [program(*MINUS)], "runs before its consumer `-d` has contributed", 43),
    ("ad/wrong/04_volga", [program(INNER, LAST, BACK, ("set_grad", "c", 0), BACK), *programs()],
     "though that rule runs", 32),
    ("aa/wrong/08_hanna", [program(("apply", "L", "sub", "a", "b"), BACK), *programs()],
     "`a - b` contributes `1 * out.grad` to its right input", 85),
    ("aa/wrong/09_ivo", [program(("apply", "L", "mul", "a", "a"), BACK)],
     "In your `a * a` only one side contributes", 9),
    ("u/wrong/jutta", [program(("apply", "L", "truediv", 2.5, "a"), BACK), *programs()],
     "Your `2.5 / a` gives a wrong value", 38),
    ("aa/wrong/10_jamila", [HALVES], "the rule of the leaf `a` adds", 8),
    ("aa/wrong/20_tamika", [program(*HALVES.steps[3:6], BACK), AGAIN, *programs()],
     "`a.relu()` does not begin again with each call", 84),
    ("aj/wrong/02_alder", [program(("apply", "L", "mul", 2.5, "a"), BACK), *programs()],
     "contributes `self.data * out.grad` to its right input", 30),
    ("aj/wrong/03_hazel", [program(*EXPS)],
     "contributes `math.exp(b.data) * out.grad` to its input", 70),
    ("aj/wrong/12_spruce", [program(INNER, NEXT, LAST, BACK)], "the rule of `d` does not run", 114),
    ("aj/wrong/15_aspen", [*SHARED], "`d` loses the -2.625 that it had got", 131),
    ("aj/wrong/18_holly", [program(INNER, *COUNTED, BACK)],
     "runs before its consumer `f` has contributed", 112),
    ("aj/wrong/25_cherry", [program(("apply", "L", "mul", "a", "a"), BACK)],
     "In your `a * a` only one side contributes", 75),
    ("aj/wrong/30_fig", [program(("apply", "L", "add", 2.5, "a"), BACK)],
     "has no answer to `2.5 + a`", 35),
    ("ao/wrong/15_poplar", [SQUASHED], "Your `a.tanh()` gives no new node", 152),
    ("ao/wrong/16_rowan", [program(("apply", "L", "mul", "a", "a"), BACK), program(*DOUBLED)],
     "In your `a * a` only one side contributes", 117),
    ("ao/wrong/18_sumac", [program(INNER, ("apply", "L", "sub", 0, "d"), BACK)],
     "Your `0 - a` gives no new node", 134),
    ("ao/wrong/24_catalpa", [program(("apply", "L", "sub", "a", "b"), BACK), *programs()],
     "contributes `1 * out.grad` to its right input", 115),
]  # fmt: skip


@pytest.mark.parametrize(("name", "asked", "says", "line"), STRANGERS)
def test_a_strangers_mistake_is_told_where_it_was_made(
    name: str, asked: list[Program], says: str, line: int
) -> None:
    text = (DATA / "strangers" / f"{name}.py").read_text("utf-8")
    found = seen_in(text, asked)
    assert says in found[0].explanation
    assert found[0].where is not None
    assert found[0].where.marked == line


def test_a_line_that_stores_a_default_number_is_marked_where_nodes_are_sorted_by_it() -> None:
    text = (DATA / "strangers" / "u" / "wrong" / "moritz.py").read_text("utf-8")
    late = ("apply", "d", "add", "a", "a"), ("apply", "e", "add", "a", "d")
    found = seen_in(text, [program(*late, ("apply", "L", "add", "d", "e"), BACK)])
    assert line_of(found[0], text).startswith("self.")


def test_of_two_nodes_with_one_name_it_is_said_which_is_meant() -> None:
    equal = "    def __eq__(self, other):\n        return self.data == other.data\n\n"
    equal += "    def __hash__(self):\n        return hash(self.data)\n\n    def __add__"
    twins = ("apply", "d", "exp", "a"), ("apply", "e", "exp", "a"), ("apply", "L", "add", "d", "e")
    text = patched(RIGHT, ("    def __add__", equal))
    steps = [(each[0], f"_{each[1]}", *each[2:]) for each in twins[:2]]
    last = ("apply", "L", "add", "_d", "_e")
    (found,) = seen_in(text, [program(*steps, last, BACK)])
    assert "the rule of the first `a.exp()` does not run" in found.explanation


def test_an_operation_is_named_where_another_one_is_written_as_the_operator_in_general() -> None:
    used_up = patched(
        RIGHT,
        (MUL, f"for _ in left:\n                {MUL.replace('    ', '        ', 1)}"),
        ('(self, other), "*")', '(self, other), "*")\n        left = iter([1])'),
    )
    used_up = used_up.replace(
        "\n            other.grad += self.d", "\n                other.grad += self.d"
    )
    steps = ("apply", "_d", "mul", "a", "b"), ("apply", "_e", "add", "_d", "c")
    last = ("apply", "L", "mul", "_e", "b")
    (found,) = seen_in(used_up, [program(*steps, last, BACK, BACK)])
    assert found.explanation.startswith(
        "Your `(a * b + c) * b` contributes nothing to its left input in the example, and "
    )
    wrong = patched(RIGHT, ("other.data * out.grad", "other.data * other.data"))
    (found,) = seen_in(wrong, [program(*steps, last, BACK)])
    assert "For `(a * b + c) * b` in the example that is 0.49" in found.explanation


def test_what_hands_back_no_node_for_one_number_is_told_of_that_number(
    course: Course, context: GradingContext
) -> None:
    path = DATA / "strangers" / "ax" / "wrong" / "25_zander.py"
    report = graded(path, course, load_checks(["engine"], course.checks_dir), context)
    (found,) = report.diagnosis
    assert found.explanation.startswith("In the example, your `a**0` returns something that is no")


def test_a_share_that_is_owed_and_lost_by_rounding_is_owed_as_0() -> None:
    text = patched(RIGHT, ("(1.0 - t * t)", "(1.0 - self.data**2)"))
    far = Program(
        (("leaf", "a", 20.0), ("apply", "L", "tanh", "a"), BACK, ("read", "grad", ("a",)))
    )
    (found,) = seen_in(text, [far])
    assert "In the example that is -399, and 0 is owed." in found.explanation


def test_what_goes_wrong_only_after_other_programs_says_so(
    course: Course, context: GradingContext
) -> None:
    path = DATA / "strangers" / "ad" / "wrong" / "15_thames.py"
    report = graded(path, course, load_checks(["engine"], course.checks_dir), context)
    first, second = report.diagnosis
    alone = "Run by itself, the program of this check comes out right"
    assert all(each.explanation.startswith(alone) for each in (first, second))
    assert "line 69 changes what `powers` holds" in first.explanation
    assert "contributes `0 * out.grad`" in second.explanation


def test_a_rule_that_writes_over_what_was_there_sets_it() -> None:
    text = patched(RIGHT, (ADD, ADD.replace("other.grad += out.grad", "other.grad = 2 * out.grad")))
    found = seen_in(text, [program(("apply", "L", "add", "a", "b"), BACK)])
    assert "`a + b` sets the gradient of its right input to `2 * out.grad`" in found[0].explanation


def test_contributions_that_are_infinite_and_of_both_signs_cost_no_explanation() -> None:
    text = f"{RIGHT}\n\n{ROOT_ALONE}"
    leaves = [("leaf", name, value) for name, value in zip("abc", VAST, strict=True)]
    steps = [("apply", "h", "mul", "a", "b"), ("apply", "k", "mul", "h", "b")]
    steps += [("apply", "g", "mul", "a", "b"), ("apply", "m", "mul", "g", "c")]
    steps += [("apply", "L", "add", "k", "m"), BACK, ("zero", "L")]
    asked = Program((*leaves, *steps, ("read", "grad", ("a", "b", "c"))))
    assert [found.id for found in seen_in(text, [asked])] == ["node/zero"]


def test_what_a_leaf_held_before_the_program_moved_it_is_not_made_up() -> None:
    held = "property(lambda self: HELD[id(self)], lambda self, x: HELD.update({id(self): x}))"
    text = patched(RIGHT, ("class Value:", f"HELD = {{}}\n\n\nclass Value:\n    data = {held}\n"),
                   ("self.data = data", "HELD[id(self)] = data"))  # fmt: skip
    text += "\n\ndef zero_grad(root):\n    root.grad = 0.0\n"
    made = [("leaf", "a", 1.5), ("leaf", "b", -0.5), ("apply", "L", "mul", "a", "b"), BACK]
    again = [("descend", "a", 0.1), ("apply", "L", "mul", "a", "b"), ("zero", "L"), BACK]
    asked = Program((*made, *again, ("read", "grad", ("a", "b"))))
    assert [found.id for found in seen_in(text, [asked])] == ["node/zero"]
