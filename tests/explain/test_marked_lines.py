"""The marked line is the student's own that went wrong: none that was given, none that did well."""

from __future__ import annotations

import pytest

from grader.course.course import Course
from grader.course.stub_parts import given_lines
from grader.explain.watching.sampling import Failing
from grader.explain.watching.slips import slips_in
from grader.explain.watching.source import SourceText
from grader.explain.watching.walked import walked
from grader.judging.finding import Finding
from grader.programs.program import Program
from grader.reports.words import told_at
from tests.support.hand_ins import ReportOn, patched

CALL = "        build_topo(self, set(), topo)\n"
INNER = "            build_topo(input_node, visited, topo)"
EXP = "            self.grad += out.data * out.grad"
STORED = f"{EXP}\n\n        out._backward = _backward"
RECURSES = """    if v not in visited:
        visited.add(v)
        for input_node in v._prev:
            return build_topo(input_node, visited, topo)
        topo.append(v)
"""


def solution(course: Course, exercise: str) -> str:
    """The solution as a hand-in: what the markers and the stub's own lines say is left out."""
    path = course.solutions_dir / course.exercise(exercise).file_name
    return "".join(line for line in path.open(encoding="utf-8") if "# STUB:" not in line)


def first_told(report_on: ReportOn, text: str, exercise: str) -> tuple[str, Finding | None, str]:
    """What is said with the first failed check, by which finding, and the line that is marked."""
    report = report_on(text, exercise, brief=True).exercises[0]
    failed = next(check for check in report.checks if check.outcome in ("failed", "error"))
    its = [each for each in report.diagnosis if each.explains(failed.id)]
    found = its[0] if its else None
    line = text.splitlines()[found.where.marked - 1].strip() if found and found.where else ""
    return told_at(report.diagnosis, failed), found, line


MADE = '        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")\n'
NEAR = [
    ("backward", "node._backward()", "node.backward()",
     "calls `backward()` again, inside `backward()`", "node.backward()"),
    ("backward", "reversed(topo)", "reversed(topo[:-1])",
     "the rule of `L` does not run", "for node in reversed(topo[:-1]):"),
    ("backward", "self.grad = 1.0", "topo[0].grad = 1.0",
     "leaves 0 on `L`, the root", "topo[0].grad = 1.0"),
    ("local-rules", "self.grad += out.grad", "out.grad += self.grad",
     "contributes nothing to its left input", "out.grad += self.grad"),
    ("operators", "__rmul__(self, other):", "__rmull__(self, other):",
     "defines `__rmull__`, and Python looks for another name",
     "def __rmull__(self, other):  # other * self, where other is a number"),
    ("operators", "return self + other\n", "return other + self\n",
     "Your `2 + a` calls itself without end", "return other + self"),
]  # fmt: skip
RUNS = "        for node in reversed(topo):\n            node._backward()\n"
CALLED_AGAIN = "        for node in self._prev:\n            node.backward()\n"
BODY_OF_BACKWARD = f"        topo = []\n{CALL}        self.grad = 1.0\n{RUNS}"
MUL = "            self.grad += other.data * out.grad\n"
WHOSE_NUMBER = [
    ("backward", RUNS, f"        self._backward()\n{RUNS}", "the rule of `L` runs twice",
     "self._backward()"),
    ("functions", MADE, f"{MADE}        return out\n",
     "The result of your `a.relu()` has no rule of its own", "return out"),
    ("functions", STORED, EXP, "The result of your `a.exp()` has no rule of its own",
     "def _backward():"),
    ("local-rules", MUL, MUL.replace("out.grad", "other.grad"),
     "contributes `0` to its left input", "self.grad += other.data * other.grad"),
    ("backward", BODY_OF_BACKWARD, f"        self.grad = 1.0\n{CALLED_AGAIN}",
     "gives `b` a gradient of 1, and `b` is not the root", "self.grad = 1.0"),
    ("backward", f"        self.grad = 1.0\n{RUNS}", f"{RUNS}        self.grad = 1.0\n",
     "the rule of `L`, the root, runs before `L.backward()` gives it its gradient of 1",
     "self.grad = 1.0"),
]  # fmt: skip
GIVEN = [
    ("functions", MADE, f"        if self.data > 0:\n            return self\n{MADE}",
     "`a.relu()` gives no new node, but one that was there before", "return self"),
    ("functions", "    def tanh(self):\n",
     "    @__import__('functools').cache\n    def tanh(self):\n",
     "`a.tanh()` gives no new node, but one that was there before",
     "@__import__('functools').cache"),
    ("backward", CALL, CALL.replace("set(), topo", "topo, set()"),
     "calls `build_topo` with a list as its `visited`", "build_topo(self, topo, set())"),
    ("backward", CALL, CALL.replace("self, set(), topo", "topo, set(), self"),
     "calls `build_topo`, which is given", "build_topo(topo, set(), self)"),
    ("backward", "reversed(topo)", "reversed(self._prev)",
     "the rule of `L` does not run", "for node in reversed(self._prev):"),
    ("backward", CALL, CALL.replace("topo)", "[])"),
     "no rule runs", "for node in reversed(topo):"),
    ("engine", CALL, CALL.replace("set(), topo", "topo, set()"),
     "calls `build_topo` with a list as its `visited`", "build_topo(self, topo, set())"),
    ("engine", "        self._backward = lambda: None\n", "",
     "gives a node no `_backward`", 'def __init__(self, data, _prev=(), _op=""):'),
    ("engine", "self._backward = lambda: None", "self._backward = None",
     "sets `_backward` to None", "self._backward = None"),
    ("engine", "self.grad = 0.0\n", "self.grad = None\n", "sets `grad` to None",
     "self.grad = None"),
    ("backward", CALL, CALL.replace("build_topo", "topo = build_topo"),
     "sets `topo` to what `build_topo` returns, and that is nothing",
     "topo = build_topo(self, set(), topo)"),
    ("backward", "        for node in re", "        topo = topo.reverse()\n        for node in re",
     "sets `topo` to what `reverse` returns, and that is None", "topo = topo.reverse()"),
    ("backward", "reversed(topo)", "topo.reverse()",
     "`reverse` returns None: it changes the list itself", "for node in topo.reverse():"),
    ("build-topo", INNER, INNER.replace("build_topo", "topo = build_topo"),
     "sets `topo` to what `build_topo` returns, and that is nothing",
     "topo = build_topo(input_node, visited, topo)"),
    ("toposort-iterative", "stack = [(v, False)]", "stack = (v, False)",
     "sets `stack` to a tuple", "stack = (v, False)"),
    ("toposort-iterative", "stack = [(v, False)]",
     "import sys\n    sys.setrecursionlimit(10**6)\n    build_topo_recursive(v, visited, topo)\n"
     "    stack = []", "", "build_topo_recursive(v, visited, topo)"),
    ("local-rules", "out._backward = _backward", "out._backward = _backward()",
     "sets `_backward` to what `_backward` returns, and that is nothing",
     "out._backward = _backward()"),
    ("order-by-hand", '"a": 21.0', '"a": 10.0', "",
     'P1_GRADS = {"L": 1.0, "c": 1.0, "d": 1.0, "b": 7.0, "a": 10.0}'),
    ("accumulate", "return a + a", "a + a", "", "a + a"),
    ("check-grad", "    return True\n", "", "", "def check_grad(f, xs):"),
]  # fmt: skip
SLIPS = [
    ("backward", "self.grad = 1.0", "self.grad == 1.0",
     "compares, `self.grad == 1.0`, and writes nothing. In the example, `L.backward()` leaves 0"),
    ("backward", "self.grad = 1.0", "grad = 1.0",
     "sets the name `grad`, which no line reads, and changes no node. In the example, `L.backward"),
    ("backward", "self.grad = 1.0", "self.grd = 1.0",
     "writes to `self.grd`, and no line of yours reads a `grd`"),
    ("zero-grad", "        node.grad = 0.0\n        for", "        node.grad == 0.0\n        for",
     "writes nothing. In the example, `zero_grad(L)` leaves 1 on `L`"),
    ("double-backward", "                node.grad = 0.0", "                node.gard = 0.0",
     "writes to `node.gard`"),
    ("engine", "    for node in topo:\n        node.grad = 0.0",
     "    for node in topo:\n        node.grad == 0.0", "compares, `node.grad == 0.0`"),
    ("functions", EXP, EXP.replace("+=", "=="),
     "writes nothing. Your `a.exp()` contributes nothing to its input"),
    ("functions", EXP, EXP.replace("+=", "+"), "does nothing with the result"),
    ("functions", STORED, STORED.replace("out._backward", "out._backwards"),
     "no line of yours reads a `_backwards`"),
    ("functions", STORED, STORED.replace("out._backward", "out.backward"),
     "over the method of that name"),
    ("local-rules", "self.grad += out.grad", "self.grad == out.grad",
     "writes nothing. Your `a + b` contributes nothing to its left input"),
    ("engine", "        self.grad = 0.0\n", "        self.grd = 0.0\n", "writes to `self.grd`"),
]  # fmt: skip

CHECKED = [
    ("moved = list(xs)", "moved = xs", "Your check moves xs itself: at a call of f it holds",
     "moved = xs"),
    ("not kink_here and not kink_nearby and", "", "stand on a kink", "return False"),
    ("            return False\n", "            return False\n        return True\n",
     "Your check never moves xs[1], so it cannot see that", "return True"),
    ("        # On a smooth", "        if left != right:\n            continue\n        # Smooth",
     "goes on to the next number all the same", "continue"),
    ("in enumerate(claims)", "in enumerate(claims[:-1])", "At which number does your loop end?",
     "for i, claim in enumerate(claims[:-1]):"),
    ("    return True\n", "    xs[0] += 0.5\n    return True\n", "writes to `xs` itself",
     "xs[0] += 0.5"),
    ("in enumerate(claims)", "in enumerate(f([x + 1e-6 for x in xs])[1])",
     "counts claims that f makes elsewhere",
     "for i, claim in enumerate(f([x + 1e-6 for x in xs])[1]):"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "says", "marked"), CHECKED)
def test_the_line_of_a_checker_is_marked(
    course: Course, report_on: ReportOn, old: str, new: str, says: str, marked: str
) -> None:
    told, _, line = first_told(report_on, patched(solution(course, "check-grad"), (old, new)),
                               "check-grad")  # fmt: skip
    assert says in told
    assert line == marked


BODY = "        zero_grad(loss)\n        loss.backward()\n        p.data -= rate * p.grad\n"
RUN, CLEAR, MOVE = (
    "        loss.backward()\n",
    "        zero_grad(loss)\n",
    BODY.splitlines()[2] + "\n",
)
TRAINED = [
    ("p.data -= rate", "p.data += rate", "the loss grows", "p.data += rate * p.grad"),
    ("rate * p.grad", "p.grad", "Which line should multiply by `rate`?", "p.data -= p.grad"),
    (BODY, RUN + MOVE + CLEAR, "only afterwards", "zero_grad(loss)"),
    (BODY, RUN + CLEAR + MOVE, "that it began with", "zero_grad(loss)"),
    (BODY, f"{BODY}        return\n", "of a single step", "return"),
    (CLEAR, "        loss.grad = 0.0\n", "the gradients of all steps before", "loss.grad = 0.0"),
    ("[root]\n", "[*root._prev]\n", "leaves 1 on `L`, where 0 is due", "while waiting:"),
]


@pytest.mark.parametrize(("old", "new", "says", "marked"), TRAINED)
def test_the_line_of_a_training_loop_is_marked(
    course: Course, report_on: ReportOn, old: str, new: str, says: str, marked: str
) -> None:
    text = patched(solution(course, "zero-grad"), (old, new))
    told, _, line = first_told(report_on, text, "zero-grad")
    assert says in told
    assert line == marked


PUSHED = """    stack = [(v, False)]
    visited.add(v)
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            topo.append(node)
        else:
            stack.append((node, True))
            for input_node in node._prev:
                if input_node not in visited:
                    visited.add(input_node)
                    stack.append((input_node, False))
"""
ITERATIVE = ("    stack = [(v, False)]", "                stack.append((input_node, False))\n")
FROM_LEAVES = """    users, found = {v: []}, [v]
    for node in found:
        for input_node in node._prev:
            if input_node not in users:
                users[input_node] = []
                found.append(input_node)
            users[input_node].append(node)
    missing = {node: len(set(node._prev)) for node in found}
    ready = [node for node in found if not node._prev]
    while ready:
        node = ready.pop()
        topo.append(node)
        for user in users[node]:
            missing[user] -= 1
            if missing[user] == 0:
                ready.append(user)
"""
AGAIN = "once more. What keeps a node from being listed on a second visit?"
WALKS = [
    ("build-topo", INNER, INNER.replace("visited, topo", "topo, visited"),
     "calls `build_topo` with a list as its `visited`",
     "build_topo(input_node, topo, visited)"),
    ("build-topo", INNER, INNER.replace("build_topo", "return build_topo"),
     "never has a second round", "return build_topo(input_node, visited, topo)"),
    ("build-topo", "topo.append(v)", "topo = topo + [v]",
     "makes a new `topo`: the list that was given stays as it is", "topo = topo + [v]"),
    ("build-topo", "topo.append(v)", "topo.append",
     "names `topo.append`, and does not call it", "topo.append"),
    ("build-topo", "topo.append(v)", "topo.insert(0, v)",
     "the list holds every node before its inputs", "topo.insert(0, v)"),
    ("build-topo", "        topo.append(v)", "        if v._prev:\n            topo.append(v)",
     "that has `a`, and it is not in the list afterwards", "if v._prev:"),
    ("build-topo", INNER, INNER.replace("input_node", "v"),
     "`build_topo` does not get to `a * b * b`", "for input_node in v._prev:"),
    ("build-topo", "        topo.append(v)", "            topo.append(v)",
     "once more, in the next round of the loop over its inputs", "topo.append(v)"),
    ("build-topo", INNER, INNER.replace("topo)", "[])"),
     "puts `a * b * b` into another list than the one that was handed in",
     "build_topo(input_node, visited, [])"),
    ("build-topo", "        visited.add(v)\n", "", AGAIN,
     "if v not in visited:"),
    ("build-topo", "v not in visited", "v.data not in visited", AGAIN,
     "if v.data not in visited:"),
    ("build-topo", "    if v not in visited:", "    visited = set()\n    if v not in visited:",
     AGAIN, "visited = set()"),
    ("build-topo", "    if v not in visited:", "    topo = []\n    if v not in visited:",
     "another list in the place of the one that was handed in", "topo = []"),
    ("toposort-iterative", "", FROM_LEAVES, "and it has 3 inputs, `a` twice",
     "missing = {node: len(set(node._prev)) for node in found}"),
    ("toposort-iterative", "", PUSHED,
     "before its input `a`, which line 91 had put aside", "visited.add(input_node)"),
    ("consumer-counts", "waits_for[input_node] = 0", "waits_for[input_node] = 1",
     "the count of `e` begins at 1 in line 77, and it is used once, by `L`",
     "waits_for[input_node] = 1"),
    ("consumer-counts", "in node.inputs:\n            #", "in {*node.inputs}:\n            #",
     "and it is used", "for input_node in {*node.inputs}:"),
    ("consumer-counts", "ready = [end_node]", "ready = []",
     "no round of the loop in line 82 runs", "while ready:"),
    ("consumer-counts", "                ready.append(input_node)", "                pass",
     "gets to 0 in line 86, and it does not come out", "waits_for[input_node] -= 1"),
    ("consumer-counts", "    waits_for = {end_node: 0}\n", "    waits_for = KEPT\n",
     "counts `c` down from 0, which an earlier call had left", "waits_for[input_node] -= 1"),
    ("consumer-counts", "        yield node\n        for input_node in node.inputs:",
     "        yield node\n        inputs, node.inputs = node.inputs, []\n"
     "        for input_node in inputs:",
     "changes the inputs of `L`", "inputs, node.inputs = node.inputs, []"),
    ("backward", "            node._backward()\n",
     "            node._backward()\n            node._prev = ()\n",
     "changes the inputs of `L`", "node._prev = ()"),
    ("consumer-counts", "        for input_node in node.inputs:\n            #",
     "        node.inputs[:] = dict.fromkeys(node.inputs)\n"
     "        for input_node in node.inputs:\n            #",
     "changes the inputs of `L`", "node.inputs[:] = dict.fromkeys(node.inputs)"),
    ("consumer-counts", "waits_for[input_node] == 0", "waits_for[input_node] <= 1",
     "the count of `c` is 1 when it comes out", "ready.append(input_node)"),
    ("consumer-counts", "node.inputs:", "node.inputs[:2]:", "`toposort` does not get to `e`",
     "for input_node in node.inputs[:2]:"),
]  # fmt: skip


@pytest.mark.parametrize(("exercise", "old", "new", "says", "marked"), WALKS)
def test_a_wrong_list_is_told_by_what_its_lines_did(
    course: Course, report_on: ReportOn, exercise: str, old: str, new: str, says: str, marked: str
) -> None:
    text = solution(course, exercise)
    if exercise == "toposort-iterative":
        first, last = ITERATIVE
        text = f"{text[: text.index(first)]}{new}{text[text.index(last) + len(last) :]}"
    else:
        text = patched(text, (old, new)).replace("def toposort", "KEPT = {}\n\n\ndef toposort")
    told, _, line = first_told(report_on, text, exercise)
    assert says in told
    assert line == marked


def test_a_record_of_a_walk_that_does_not_add_up_is_none() -> None:
    program = Program((("node", "a", ()), ("node", "L", ("a",)), ("toposort", "L")))
    failing = Failing(program, ((1,),), ())  # type: ignore[arg-type]
    honest = {
        "calls": [[1, 1, 9, [[1, 3]], 0]], "handled": [[0, 4, 2, 0, 0]],
        "counts": [[0, 4, 2, 1, 1, 1]], "changed": [], "lines": [4], "error": None,
    }  # fmt: skip
    assert walked(honest, failing, [10]) is not None
    for name, row in (
        ("calls", [[1, 1, 9, [[0, 3]], 0]]), ("calls", [[2, 1, 9, [[1, 3]], 0]]), ("calls", []),
        ("calls", [[1, 1, 9, [[1, 3]], -1]]), ("calls", [[1, 1, 9, [[1, 3]]]]),
        ("handled", [[7, 4, 2, 0, 0]]), ("handled", [[0, 40, 2, 0, 0]]), ("counts", [[0]]),
        ("changed", [[0, 4]]), ("changed", [[7, 4, 2]]),
        ("lines", [-1]), ("lines", None), ("error", {"kind": "exception"}),
    ):  # fmt: skip
        assert walked({**honest, name: row}, failing, [10]) is None
    assert walked(None, failing, [10]) is None


@pytest.mark.parametrize(
    ("exercise", "old", "new", "says", "marked"), [*GIVEN, *NEAR, *WHOSE_NUMBER]
)
def test_who_calls_wrongly_is_marked_and_not_what_was_given(
    course: Course, report_on: ReportOn, exercise: str, old: str, new: str, says: str, marked: str
) -> None:
    text = patched(solution(course, exercise), (old, new))
    told, _, line = first_told(report_on, text, exercise)
    assert says in told
    assert line == marked


@pytest.mark.parametrize(("exercise", "old", "new", "says"), SLIPS)
def test_a_line_that_does_nothing_is_told_and_marked(
    course: Course, report_on: ReportOn, exercise: str, old: str, new: str, says: str
) -> None:
    text = patched(solution(course, exercise), (old, new))
    changed = [b for a, b in zip(solution(course, exercise).splitlines(), text.splitlines(),
                                 strict=True) if a != b]  # fmt: skip
    told, _, line = first_told(report_on, text, exercise)
    assert says in told
    assert line == changed[0].strip()


def test_a_line_that_does_nothing_is_not_told_of_another_mistake(
    course: Course, report_on: ReportOn
) -> None:
    """`other.grad == 0.0` in `+` is there, and what goes wrong is `exp`."""
    text = patched(
        solution(course, "functions"),
        ("            self.grad += out.grad\n", "            self.grad += out.grad\n"
         "            other.grad == 0.0\n"),
        (EXP, "            self.grad += out.grad"),
    )  # fmt: skip
    told, _, line = first_told(report_on, text, "functions")
    assert "writes nothing" not in told
    assert line == "self.grad += out.grad"


NO_SLIPS = """class Tape:
    def push(self):
        return 1


class Value:
    def walk(self, topo):
        self.push = topo
        for node in topo:
            if node is self:
                continue
            return node
"""


def test_a_loop_that_may_go_on_and_another_class_s_method_are_no_slips() -> None:
    """`continue` leads to a second round; `Value` has no method of that name."""
    lines = [(0, number) for number in range(1, 20)]
    assert slips_in(SourceText("x.py", (NO_SLIPS,)), lines) == []
    without = NO_SLIPS.replace("                continue\n", "                print(node)\n")
    assert len(slips_in(SourceText("x.py", (without,)), lines)) == 1
    own = NO_SLIPS.replace("self.push", "self.walk")
    assert len(slips_in(SourceText("x.py", (own,)), lines)) == 1


def test_a_loop_that_returns_in_its_first_round_is_told(
    course: Course, report_on: ReportOn
) -> None:
    text = solution(course, "engine")
    begins, ends = text.index("    # A node is on the stack twice"), text.index("def zero_grad")
    text = f"{text[:begins]}{RECURSES}\n\n{text[ends:]}"
    told, _, line = first_told(report_on, text, "engine")
    assert "never has a second round" in told
    assert line == "return build_topo(input_node, visited, topo)"


def test_what_is_asked_for_or_changed_is_not_given(course: Course) -> None:
    exercise = course.exercise("backward")
    text, stub = solution(course, "backward"), course.stub(exercise)
    given = {text.splitlines()[number - 1].strip() for number in given_lines(text, stub)}
    assert {"visited.add(v)", "other.grad += out.grad"} <= given
    assert "self.grad = 1.0" not in given
    changed = patched(text, ("        visited.add(v)\n", ""))
    left = {changed.splitlines()[number - 1].strip() for number in given_lines(changed, stub)}
    assert "topo.append(v)" not in left


@pytest.mark.parametrize(
    ("guard", "is_one"),
    [
        ("if node.grad == 0.0:\n            continue", True),
        ("if not node.grad:\n            continue", True),
        ("if len(node._prev) == 0:\n            continue", False),
        ("if node.grad == 0.0:\n            return 0.0", False),
        ("if node.grad != 0.0:\n            continue", False),
    ],
)
def test_what_passes_over_gradients_of_0_is_known_by_what_it_asks(guard: str, is_one: bool) -> None:
    text = f"def run(nodes):\n    for node in nodes:\n        {guard}\n        node._backward()\n"
    assert SourceText("x.py", (text,)).guard_of_zero() == ((0, 3) if is_one else None)
