# ruff: noqa: E501 (tables)
"""What student code can do to itself, each with its own sentence, through a real worker."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from grader.checks.declare import DRAWN, Check, Grades, check, collect, trap
from grader.judging import limits
from grader.judging.exercise import GradingContext
from grader.judging.limits import HAND_IN_SECONDS, Budget
from grader.programs.program import Program
from grader.programs.tracing import repeat
from grader.submissions.sources.collected import Source
from grader.worker.client import KEPT_OUTPUT
from grader.worker.exchange import parsed
from grader.worker.forkserver import ForkServer
from grader.worker.observation import observe
from tests.support.engines import RIGHT
from tests.support.hand_ins import Graded, notebook, patched, replied, source, tiny_exercise
from tests.support.hand_ins import grade as grade_with

QUICK = {"cpu": 0.4, "wall": 1.2}


def named(name: str) -> Callable[[Any], Any]:
    """Checks are named test_..., and pytest must not take them for its own."""

    def rename(function: Any) -> Any:
        function.__name__ = f"test_{name}"
        return function

    return rename


@check(points=1)
@named("product")
def _product(grades: Grades) -> None:
    """A product."""
    grades(lambda a, b: a * b, a=2.0, b=3.0)


@check(points=1)
@named("total")
def _total(grades: Grades) -> None:
    """A sum."""
    grades(lambda a, b: a + b, a=2.0, b=3.0)


@trap(points=1)
@named("hidden")
def _hidden(grades: Grades) -> None:
    """A hidden product."""
    grades(lambda a, b, c: a * b + c, a=DRAWN, b=DRAWN, c=DRAWN)


class _Module:
    __name__ = "tiny"
    CHECKS = (_product, _total, _hidden)


CHECKS = collect(_Module)  # type: ignore[arg-type]

ENGINE = """\
class Value:
    def __init__(self, data, _prev=()):
        self.data, self.grad = data, 0.0
        self._prev, self._backward = _prev, lambda: None

    def __add__(self, other):
        out = Value(self.data + other.data, (self, other))

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        out = Value(self.data * other.data, (self, other))

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    if v not in visited:
        visited.add(v)
        for node in v._prev:
            build_topo(node, visited, topo)
        topo.append(v)
"""

MUL = "        out = Value(self.data * other.data, (self, other))\n"
PRODUCT = "self.grad += other.data * out.grad"
BACKWARD = "    def backward(self):\n"


def in_mul(line: str) -> str:
    """The engine with a line at the start of `__mul__`."""
    return patched(ENGINE, (MUL, f"        {line}\n{MUL}"))


def in_backward(line: str) -> str:
    """The engine with a line at the start of `backward`."""
    return patched(ENGINE, (BACKWARD, f"{BACKWARD}        {line}\n"))


def with_grad(expression: str) -> str:
    """The engine whose product leaves something odd in `grad`."""
    return patched(ENGINE, (PRODUCT, f"self.grad = {expression}"))


Run = Callable[..., Graded]


@pytest.fixture
def run(context: GradingContext) -> Run:
    """Run the three checks on a text, with short limits."""

    def running(text: str | Source, only: Any = None, **limits: Any) -> Graded:
        exercise = tiny_exercise(**{**QUICK, **limits})
        return grade_with(context, exercise, CHECKS, text, only)

    return running


# ---------------------------------------------------------------------------- outcomes

EVERYWHERE = [
    ("syntax", "def f(:\n    pass", "failed|error", r"not valid Python: .*\(line 1: `def f\(:`\)"),
    ("null byte", "x = 1\0", "error", "not valid Python"),
    ("deep nesting", "x = " + "(" * 500 + ")" * 500, "error", "not valid Python"),
    ("exception at import", "x = 1\n1 / 0", "error", r"while it was loaded: ZeroDivisionError.*line 2 of answer.py: `1 / 0`"),
    ("todo at import", "raise NotImplementedError('TODO')", "error", r"Still to do \(line 1"),
    ("missing class", "class Valeu:\n    pass", "failed", r"`Value` is not defined at the top level.*There is `Valeu`: is that it"),
    ("nothing", "", "failed", "`Value` is not defined"),
    ("not a class", "Value = 3", "failed", r"`Value` could not be called with 1 argument \("),
    ("no arguments", "class Value:\n    pass", "failed", r"`Value` could not be called with 1 argument"),
    ("two arguments", "class Value:\n    def __init__(self, data, label): pass", "failed", "could not be called with 1 argument .*label"),
    ("todo in init", "class Value:\n    def __init__(self, data):\n        raise NotImplementedError", "error", r"Still to do \(line 3 of answer.py"),
    ("sys.exit", "import sys\nsys.exit(0)", "error", r"ended itself with sys.exit\(\) while .*\(line 2"),
    ("os._exit", "import os\nos._exit(0)", "error", r"ended itself with os._exit\(\)"),
    ("endless loop", "while True: pass", "timeout", "Loading your file took longer than a check may"),
    ("sleep", "import time\ntime.sleep(60)", "timeout", "Loading your file took longer than a check may"),
    ("input", "x = input('name? ')", "error", "asks for keyboard input, which nobody gives while grading .*line 1"),
    ("nested too deeply", "x = " + "-" * 90_000 + "1", "error", "not valid Python: it is nested too deeply"),
    ("too many branches", "if 0: 0\n" + "elif 0: 0\n" * 5_000, "error", "not valid Python: it is nested too"),
    ("recursion", "def f(): f()\nf()", "error", r"recursion went too deep .*RecursionError"),
    ("memory", "x = bytearray(1 << 40)", "error", r"more memory than it may \(line 1"),
    ("stand-in used", "import torch\n@torch.compile\ndef f(): pass", "error", r"`torch` is not available while grading: .*line 2.*standard library only"),
    ("stand-in as base", "import torch\nclass Net(torch.nn.Module):\n    pass", "error", r"`torch` is not available while grading: .*line 2"),
    ("sibling broken", source("from core import Value", core="x = \n"), "error", "SyntaxError"),
    ("sibling raises", source("from core import Value", core="\n1 / 0"), "error", r"ZeroDivisionError.*line 2 of core.py"),
    ("sibling lacks it", source("from core import Value", core="x = 1"), "error", "ImportError"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "outcome", "sentence"), [c[1:] for c in EVERYWHERE], ids=[c[0] for c in EVERYWHERE]
)
def test_a_file_that_cannot_be_loaded_fails_every_check_and_says_why(
    run: Run, text: str | Source, outcome: str, sentence: str
) -> None:
    graded = run(text)
    for result in graded.results.values():
        assert re.fullmatch(outcome, result.outcome), result
        assert re.search(sentence, result.message) or result.hidden, result.message
        assert result.points == 0


IN_ONE_CHECK = [
    ("exception", in_mul("1 / 0"), "error", r"^ZeroDivisionError: division by zero \(line 17 of answer.py: `1 / 0`\)$"),
    ("todo", in_mul("raise NotImplementedError('TODO')"), "error", r"Still to do \(line 17"),
    ("returned None", in_mul("return None"), "failed", r"^`a \* b` returned None: a `return` is missing\.$"),
    ("not implemented", in_mul("return NotImplemented"), "failed", r"does not support \* here"),
    ("missing operator", ENGINE.replace("__mul__", "times"), "failed", r"`Value` does not support \* here: unsupported operand"),
    ("wrong signature of an operator", ENGINE.replace("__mul__(self, other)", "__mul__(self)"), "failed", r"does not support \* here"),
    ("a number returned", in_mul("return self.data * other.data"), "failed", r"`L` has no attribute `data` \(it is a float\)"),
    ("recursion", in_mul("return self * other"), "error", r"1 operation your code's calls went deeper than Python allows \(line 17"),
    ("endless loop", in_mul("while True: pass"), "timeout", "Your code took longer than a check may"),
    ("memory", in_mul("bytearray(1 << 40)"), "error", r"more memory than it may \(line 17"),
    ("sys.exit", in_mul("import sys; sys.exit(3)"), "error", r"sys.exit\(\).*\(line 17"),
    ("quit", in_mul("raise KeyboardInterrupt"), "error", "KeyboardInterrupt"),
    ("os._exit", in_mul("import os; os._exit(3)"), "error", r"with os._exit\(\)"),
    ("crash", in_mul("import os; os.abort()"), "error", r"Python itself crashed \(SIG(ABRT|SEGV)\)"),
    ("kill", in_mul("import os, signal; os.kill(os.getpid(), signal.SIGKILL)"), "error", "crashed|not permitted"),
    ("input", in_mul("input()"), "error", "keyboard input"),
    ("stand-in used", "import numpy as np\n" + in_mul("np.multiply(1, 2)"), "error", "`numpy` is not available while grading: .*line 18"),
    ("an exception that cannot be shown", "class E(Exception):\n    def __str__(self): raise ValueError\n" + in_mul("raise E"), "error", r"^E \(line 19"),
    ("huge message", in_mul("raise ValueError('x' * 10**6)"), "error", "ValueError: x{100,300}"),
    ("a group", in_mul("raise BaseExceptionGroup('g', [SystemExit()])"), "error", "BaseExceptionGroup"),
    ("data that is no number", patched(ENGINE, ("out = Value(self.data * other.data", "out = Value('6'")), "failed", r"`L.data` should be a number, found str"),
    ("grad None", with_grad("None"), "failed", r"`a.grad` should be a number, found NoneType"),
    ("grad bool", with_grad("True"), "failed", r"`a.grad` should be a number, found bool"),
    ("grad str", with_grad("'3'"), "failed", r"found str"),
    ("grad complex", with_grad("3 + 0j"), "failed", r"found complex"),
    ("grad Value", with_grad("Value(3.0)"), "failed", r"found Value"),
    ("grad Value with __float__", with_grad("Value(3.0)").replace("    def __add__", "    def __float__(self):\n        return 3.0\n\n    def __add__"), "failed", "found Value"),
    ("grad list", with_grad("[3.0]"), "failed", r"found list"),
    ("grad huge", with_grad("10**4000"), "failed", r"found a huge int"),
    ("grad bytes", with_grad("b'3'"), "failed", r"found bytes"),
    ("grad function", with_grad("lambda: 3"), "failed", r"found function"),
    ("__float__ on the instance only", "class N: pass\n" + with_grad("N(); self.grad.__float__ = lambda: 3.0"), "failed", "found N"),
    ("__float__ raises", "class N:\n    def __float__(self): 1 / 0\n" + with_grad("N()"), "error", "ZeroDivisionError.*line 2"),
    ("__float__ gives no float", "class N:\n    def __float__(self): return 'x'\n" + with_grad("N()"), "error", "TypeError"),
    ("no grad", with_grad("0; del self.grad"), "failed", r"`a` has no attribute `grad` \(it is a Value\)"),
    ("wrong number", with_grad("7.0"), "failed", r"^a.grad is 7.0, and PyTorch says 3.0\.$"),
    ("nan", with_grad("float('nan')"), "failed", r"^a.grad is nan, and PyTorch says 3.0\.$"),
    ("infinity", with_grad("float('-inf')"), "failed", r"^a.grad is -inf, and"),
    ("sleep", in_mul("import time; time.sleep(30)"), "timeout", "took longer than a check may"),
    ("a file that could not be written", "log = open('log.txt', 'w')\n" + in_mul("log.write('x')"), "error", r"^No file.*\(line 18 of answer.py: `log.write\('x'\)`\)\.$"),
    ("a module that is not there", "import torch\none = torch.tensor(1)\n" + in_mul("one + 1"), "error", r"^`torch` is not available .*standard library only"),
    ("a file that is not there", in_mul("open('log.txt')"), "error", "^FileNotFoundError.*No file, process or network is available"),
    ("a thread", in_mul("import threading; threading.Thread(target=int).start()"), "error", "No thread can be started"),
    ("a limit beyond the hard one", in_mul("import resource; resource.setrlimit(resource.RLIMIT_STACK, (1 << 29, -1))"), "error", "cannot be raised while grading: take the line out"),
    ("a limit lowered", in_mul("import resource; resource.setrlimit(resource.RLIMIT_STACK, (1 << 29, 1 << 20))"), "error", "cannot be raised while grading: take the line out"),
    ("only the last line of the student's", patched(ENGINE, (MUL, "        return helper(self)\n")) + "\ndef helper(x):\n    return deeper(x)\n\ndef deeper(x):\n    return [][1]\n", "error", r"^IndexError: list index out of range \(line 45 of answer.py: `return \[\]\[1\]`\)$"),
]  # fmt: skip


BOTH = [
    ("backward missing", ENGINE.replace("backward(self)", "run(self)"), "failed", "`Value` has no method `backward`"),
    ("backward with an argument", ENGINE.replace("backward(self)", "backward(self, grad)"), "failed", r"`backward` could not be called with 0 arguments .*grad"),
    ("backward loops", in_backward("while True: pass"), "timeout", "took longer than"),
    ("backward raises", in_backward("self.nothing"), "error", r"AttributeError.*`self.nothing`"),
    ("backward calls wrongly", in_backward("build_topo(self)"), "error", r"TypeError: build_topo\(\) missing 2 .*line"),
    ("backward is no method", ENGINE.replace("def backward(self):", "backward = 3\n    def other(self):"), "failed", "could not be called with 0 arguments"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*IN_ONE_CHECK, *BOTH], ids=lambda case: case[0])
def test_a_failure_in_one_check_has_its_own_sentence_and_costs_no_other(
    run: Run, case: tuple[str, str, str, str]
) -> None:
    _, text, outcome, sentence = case
    graded = run(text, only=["product", "total"])
    result = graded.results["product"]
    assert result.outcome == outcome, result
    assert re.search(sentence, result.message), result.message
    assert (graded.results["total"].outcome == "passed") is (case in IN_ONE_CHECK)


# ---------------------------------------------------------------------------- output


def test_output_is_kept_up_to_64_kib_and_the_rest_is_counted(server: ForkServer) -> None:
    reply = replied(server, "print('x' * 200_000)\nclass Value: pass\n")
    assert reply.failure is None
    assert reply.output == b"x" * KEPT_OUTPUT
    assert reply.output_size == 200_001


def test_too_much_output_ends_the_check_and_says_so(run: Run) -> None:
    graded = run(in_mul("while True: print('x' * 100_000)"), output=3 << 20, wall=10, cpu=5)
    result = graded.results["product"]
    assert result.outcome == "error"
    assert result.message == "Your code printed more than 3 MiB; printing was cut off."
    assert graded.results["total"].outcome == "passed"


def test_what_is_printed_in_a_public_check_is_shown(run: Run) -> None:
    graded = run(in_mul("import sys; print('hello', file=sys.stderr)"), only=["product"])
    assert graded.not_passed == {}
    assert "hello" in graded.output
    assert "Your code prints while it is graded; that costs nothing." in graded.notices


def test_a_warning_of_pythons_is_not_said_to_be_printed_by_the_student(run: Run) -> None:
    warns = in_mul("import warnings; warnings.warn('careful')")
    assert (
        "Python warns about your code while it is graded; that costs nothing."
        in run(warns, only=["product"]).notices
    )
    prints = in_mul("import warnings; warnings.warn('careful'); print('hello')")
    assert (
        "Your code prints while it is graded; that costs nothing."
        in run(prints, only=["product"]).notices
    )


def test_a_warning_before_more_output_than_is_kept_is_not_all_that_is_said(run: Run) -> None:
    both = in_mul("import warnings; warnings.warn('a' * 80_000); print('hello')")
    assert "Your code prints while it is graded; that costs nothing." in run(both).notices


def test_what_is_printed_in_a_hidden_check_is_not_shown(context: GradingContext) -> None:
    hidden = [c for c in CHECKS if c.hidden]
    text = in_mul("print(self.data, other.data)")
    graded = grade_with(context, tiny_exercise(**QUICK), hidden, text)
    assert graded.not_passed == {}
    assert graded.output == ""


def test_what_is_drawn_does_not_get_out_through_notices_or_messages(
    context: GradingContext,
) -> None:
    """Code that looks for the hidden inputs while it is loaded cannot put them into a report."""
    spy = (
        "\nimport sys\nframe = sys._getframe()\n"
        "while frame and 'batch' not in frame.f_locals: frame = frame.f_back\n"
        "raise RuntimeError('SPY ' + repr(frame.f_locals['batch']['items'][:1]))\n"
    )
    hidden = [c for c in CHECKS if c.hidden]
    graded = grade_with(context, tiny_exercise(**QUICK), hidden, ENGINE + spy)
    assert not any("SPY" in notice for notice in graded.notices)
    dying = f"{spy.replace('raise RuntimeError(', 'e = SyntaxError(')}raise SystemExit(str(e))\n"
    without = ENGINE.replace("Value", "Valeu")
    graded = grade_with(context, tiny_exercise(**QUICK), hidden, without + dying)
    assert all("SPY" not in result.message for result in graded.results.values())


# ---------------------------------------------------------------------------- modules, forgiving


IMPORTS = (
    "import torch, numpy as np\nfrom graphviz import Digraph\nimport matplotlib.pyplot as plt\n"
    "import torch.nn.functional as F\nfrom torch.nn import *\n"
    "def draw(x: np.ndarray | None) -> Digraph:\n    return Digraph()\n"
)
IS_GRADED = "{}.* is graded"
FORGIVEN = [
    ("nothing odd", ENGINE, []),
    ("imports of what is not there", IMPORTS + ENGINE, [f"`{name}` is not available" for name in ("torch", "numpy", "graphviz", "matplotlib")]),
    ("nothing is an instance of what is not there", "import torch\n" + in_mul("assert not isinstance(other, (torch.Tensor, torch.nn.Module))"), ["`torch` is not"]),
    ("a fallback for a missing module", "try:\n    import numpy as np\n    HAVE = True\nexcept ImportError:\n    HAVE = False\n" + in_mul("assert not HAVE"), []),
    ("set-up of missing modules", "import numpy as np\nimport matplotlib\nmatplotlib.use('Agg')\nnp.random.seed(\n    1)\n" + ENGINE, ["line 3 was left out", "line 4 was left out"]),
    ("a limit raised", "import resource\nresource.setrlimit(resource.RLIMIT_STACK, (1 << 29, -1))\n" + ENGINE, ["line 2 was left out: the limits of the"]),
    ("its output closed", "import sys\nsys.stdout.close()\nsys.stderr = None\n" + ENGINE, []),
    ("a main block", ENGINE + "\nif __name__ == '__main__':\n    while True: pass\n", []),
    ("another recursion limit", ENGINE + "\nimport sys\nassert sys.getrecursionlimit() == 1000\nsys.setrecursionlimit(5000)", []),
    *((f"at its end: {last}", f"{ENGINE}\n{last}", [IS_GRADED.format(told)]) for last, told in (
        ("assert Value(1.0).grad == 2, 'my own test'", "AssertionError: my own test"),
        ("raise SystemExit", "SystemExit"),
        ("print(undefined)", "NameError"),
        ("import torch\nclass Net(torch.nn.Module): pass", "`torch` is not available"),
        ("input()", "EOFError"),
    )),
]  # fmt: skip


@pytest.mark.parametrize(("text", "told"), [c[1:] for c in FORGIVEN], ids=[c[0] for c in FORGIVEN])
def test_what_an_engine_does_not_need_costs_nothing_and_is_mentioned(
    run: Run, text: str, told: list[str]
) -> None:
    graded = run(text)
    assert graded.not_passed == {}
    assert bool(graded.notices) is bool(told)
    for sentence in told:
        assert any(re.search(sentence, notice) for notice in graded.notices), graded.notices


def test_a_module_starts_afresh_in_every_check(run: Run) -> None:
    text = patched(ENGINE, (MUL, f"        COUNT.append(1); assert len(COUNT) < 3\n{MUL}"))
    assert run("COUNT = []\n" + text).not_passed == {}
    assert run(source("from core import *", core="COUNT = []\n" + text)).not_passed == {}


def test_cells_run_in_order_and_one_that_raises_does_not_stop_the_next(run: Run) -> None:
    graded = run(notebook("x = 1", "1 / 0", "def f(:", ENGINE, "y = x + 1; assert y == 2"))
    assert graded.not_passed == {}
    assert any("cell 2" in notice and "ZeroDivisionError" in notice for notice in graded.notices)


def test_a_cell_that_lacks_something_is_told_by_its_number(run: Run) -> None:
    graded = run(notebook("x = 1", "1 / 0\n" + ENGINE))
    message = graded.results["product"].message
    assert "(cell 2)" in message
    assert "answer.ipynb, cell 2" in message
    graded = run(notebook("x = 1", "def f(:\n" + ENGINE))
    assert re.search(r"not valid Python: .*\(cell 2, line 1", graded.results["product"].message)


def test_a_notebook_is_main_and_a_later_cell_wins(run: Run) -> None:
    broken = in_mul("return None")
    graded = run(notebook(broken, "assert __name__ == '__main__'", ENGINE))
    assert graded.not_passed == {}
    assert graded.notices == ()
    assert run(notebook(ENGINE, broken)).missed >= {"product"}


def test_future_imports_hold_for_later_cells(run: Run) -> None:
    import __future__

    flags = (0, __future__.annotations.compiler_flag)
    text = ENGINE.replace("data, _prev=()", "data: undefined, _prev: also_undefined = ()")
    assert run(notebook("x = 1", text, future_flags=flags)).not_passed == {}
    without = run(notebook("x = 1", text)).missed
    assert bool(without) is (sys.version_info < (3, 14))  # 3.14 evaluates no annotation unasked


# ---------------------------------------------------------------------------- limits


def counted(number: int, body: Callable[[Grades], None]) -> Sequence[Check]:
    """As many equal checks."""
    functions = []
    for place in range(number):

        def test(grades: Grades) -> None:
            """One of many."""
            body(grades)

        test.__name__ = f"test_{place}"
        functions.append(check(points=1)(test))
    return collect(type("M", (), {"__name__": "many", "CHECKS": tuple(functions)}))  # type: ignore[arg-type]


def products(grades: Grades) -> None:
    grades(lambda a, b: a * b, a=2.0, b=3.0)


def test_what_is_lost_in_timeouts_has_an_end(
    context: GradingContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a busy machine a second try takes longer, as it should: that is not what is asked here.
    monkeypatch.setattr(limits, "slowness", lambda: 1.0)
    exercise = tiny_exercise(cpu=0.7, wall=3.0)
    budget = Budget(timeouts=2.0)
    graded = grade_with(
        context, exercise, counted(6, products), in_mul("while True: pass"), budget=budget
    )
    assert set(graded.not_passed.values()) == {"timeout"}
    # Twice 0.7 s for the question which operators there are, 0.7 s for a check, then 0.5 s each:
    # 5.3 s. Without an end it would be 0.7 s twice for each check, 9.8 s.
    assert graded.budget.seconds > HAND_IN_SECONDS - (5.3 + 9.8) / 2


def test_a_timeout_counts_only_if_it_comes_again(context: GradingContext) -> None:
    """Code that sleeps looks like code that waits for the processor of a crowded machine."""
    exercise = tiny_exercise(cpu=0.7, wall=0.5)
    sleeping = in_mul("import time; time.sleep(0.7)")
    graded = grade_with(context, exercise, counted(1, products), sleeping)
    assert graded.not_passed == {}


def test_a_recursion_that_is_too_deep_is_told_as_such(context: GradingContext) -> None:
    def deep(grades: Grades) -> None:
        grades(lambda x, a: repeat(3000, lambda y: y + a, x), x=1.0, a=0.5)

    graded = grade_with(context, tiny_exercise(), counted(1, deep), ENGINE)
    (result,) = graded.results.values()
    assert result.outcome == "error"
    assert re.search(r"recursion went too deep .*has no such limit", result.message)


def test_a_thousand_operations_leave_room_for_the_students_recursion(
    context: GradingContext,
) -> None:
    """The harness adds fewer than twenty frames: 450 deep through two functions a level works."""

    def deep(grades: Grades) -> None:
        grades(lambda x, a: repeat(970, lambda y: y + a, x), x=1.0, a=0.5)

    assert grade_with(context, tiny_exercise(), counted(1, deep), ENGINE).not_passed == {}


# ---------------------------------------------------------------------------- steps and tasks


@pytest.fixture
def ask(server: ForkServer) -> Any:
    """`ask(text, item, ...)`: one observation for each item."""

    def asking(text: str, *items: Any) -> Any:
        raw = [item.steps if isinstance(item, Program) else item for item in items]
        return observe(items, replied(server, text, *raw, need=()))

    return asking


def test_a_process_knows_its_one_thread_and_has_random_numbers_of_its_own(ask: Any) -> None:
    """`threading` and `logging` repair nothing after the fork, and need not; `random` does."""
    text = """\
import logging, random, threading
assert [*threading.enumerate()] == [threading.main_thread()]
assert threading.main_thread().ident == threading.get_ident()
with threading.RLock():
    logging.error("written")
NUMBER = random.random()
"""
    task = {"task": "constant", "name": "NUMBER"}
    (one,), (other,) = ask(text, task), ask(text, task)
    assert one.error is None
    assert one.value != other.value


def test_augmented_assignment_is_executed_as_such(ask: Any) -> None:
    """An engine whose `+=` changes the node in place is told from one that makes a new node."""
    inside = (
        "    def __iadd__(self, other):\n        self.data += other.data\n        return self\n\n"
    )
    text = RIGHT.replace("    def __repr__", inside + "    def __repr__")
    steps = (
        ("leaf", "x", 2.0),
        ("alias", "y", "x"),
        ("inplace", "y", "add", "x"),
        ("read", "data", ("x", "y")),
    )
    (right,), (wrong,) = ask(RIGHT, Program(steps)), ask(text, Program(steps))
    assert right.answer == (2.0, 4.0)
    assert wrong.answer == (4.0, 4.0)
    for operator, expected in (("sub", 0.0), ("mul", 4.0), ("truediv", 1.0)):
        made = (("leaf", "x", 2.0), ("apply", "y", "add", "x", 0), ("inplace", "y", operator, "x"))
        (found,) = ask(RIGHT, Program((*made, ("read", "data", ("y",)))))
        assert found.answer == (expected,)


def test_orders_come_back_as_numbers_of_nodes(ask: Any) -> None:
    steps = (("leaf", "a", 2.0), ("apply", "_1", "mul", "a", 3), ("apply", "L", "add", "_1", "a"))
    (found,) = ask(RIGHT, Program((*steps, ("topo", "L"))))
    order = found.answer[0]
    assert sorted(order) == [-1, 0, 1, 2]  # the wrapped 3 is a node that the program did not make
    assert order.index(0) < order.index(1) < order.index(2)


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("topo.append(3)", "type"),
        ("topo.extend([v] * 500_000)", "toolong"),
        ("pass", None),
        ("raise NotImplementedError", "todo"),
    ],
)
def test_an_order_that_is_none_is_a_named_error(ask: Any, body: str, kind: str | None) -> None:
    text = RIGHT + f"\ndef build_topo(v, visited, topo):\n    {body}\n"
    (found,) = ask(text, Program((("leaf", "a", 2.0), ("topo", "a"))))
    assert (found.error.kind if found.error else None) == kind


def test_an_endless_generator_is_cut_off(ask: Any) -> None:
    text = "class Node:\n    def __init__(self, name, inputs): pass\ndef toposort(n):\n    while 1: yield n"
    (found,) = ask(text, Program((("node", "a", ()), ("toposort", "a"))))
    assert found.error.kind == "toolong"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("[1, 2.5, 'x', None, True]", [1, 2.5, "x", None, True]),
        ("{'a': (1, 2)}", {"a": [1, 2]}),
        ("__import__('collections').OrderedDict(a=1)", {"a": 1}),
        ("__import__('collections').defaultdict(int, a=2.5)", {"a": 2.5}),
        ("float('nan')", "nan"),
        ("lambda: 3", None),
        ("10**30", None),
        ("[[[[[[1]]]]]]", None),
        ("list(range(2000))", None),
        ("{1: 2}", None),
        ("'x' * 300", None),
        ("type('D', (dict,), {})(a=1)", None),
    ],
)
def test_only_plain_constants_come_back(ask: Any, value: str, expected: object) -> None:
    (found,) = ask(f"X = {value}", {"task": "constant", "name": "X"})
    if expected is None:
        assert found.error.kind == "type"
    else:
        assert found.value == expected


def test_a_traced_expression_comes_back_as_a_program(ask: Any) -> None:
    takes = {"add": "nodes", "mul": "nodes", "tanh": "node"}
    task = {"task": "trace", "function": "f", "leaves": ["a", "b"], "operators": takes}
    (found,) = ask("def f(a, b): return (2 * a + b).tanh()", task)
    assert Program.from_json(found.value).steps[-1] == ("alias", "L", "_3")
    for body, kind in (("pass", "none"), ("return 3", "type"), ("return a - b", "exception")):
        (found,) = ask(f"def f(a, b): {body}", task)
        assert found.error.kind == kind


def test_reading_inside_a_repeat_gives_all_of_it(ask: Any) -> None:
    block = (("backward", "a"), ("read", "grad", ("a",)))
    (found,) = ask(RIGHT, Program((("leaf", "a", 2.0), ("repeat", 3, block))))
    assert found.answer == (1.0, 2.0, 3.0)


def test_one_broken_item_costs_no_other(ask: Any) -> None:
    broken = Program((("leaf", "a", 0.0), ("apply", "L", "pow", "a", -1), ("read", "data", ("L",))))
    fine = Program((("leaf", "a", 2.0), ("read", "data", ("a",))))
    first, second, third = ask(RIGHT, fine, broken, fine)
    assert (first.answer, third.answer) == ((2.0,), (2.0,))
    assert second.error.get("type") == "ZeroDivisionError"


@pytest.mark.parametrize("sent", ["NaN", "1" * 400, "[" * 100_000, "1 2", "{]"])
def test_a_reply_is_strict_json_and_its_whole_numbers_are_small(sent: str) -> None:
    assert parsed(b'{"value": 12345678901234567890}') == {"value": 12345678901234567890}
    assert parsed(f'{{"value": {sent}}}'.encode()) is None


LEFTOVERS = """import json, logging
import numpy as np; np.random.seed(1)
import matplotlib.pyplot as plt
import torch
logging.basicConfig(filename="engine.log")
plt.rcParams["figure.figsize"] = (5, 5)
device = "cuda" if torch.cuda.is_available() else "cpu"
def f(x): return 3*x**2 - 4*x + 5
xs = np.arange(-5, 5, 0.25)
ys = f(xs)
for i in range(3):
    plt.plot(xs, ys * i)
with open("notes.txt", "w") as out:
    out.write("x")
X, y = json.load(open("moons.json"))
"""


def test_experiments_above_the_engine_cost_nothing(run: Run) -> None:
    """They ask for modules and files that are not there; the engine does not."""
    graded = run(LEFTOVERS + ENGINE)
    assert graded.not_passed == {}
    told = [notice for notice in graded.notices if "was left out" in notice]
    assert "line 5 was left out: no file, process or network is available while grading" in told
    assert len(told) == 9
    assert all("is not available while grading" in n for n in graded.notices if n not in told)


def test_a_class_is_never_left_out(run: Run) -> None:
    """What follows would be graded as something else than what was written."""
    graded = run("import torch\nwith torch.no_grad():\n    class Helper: pass\n" + ENGINE)
    assert {result.points for result in graded.results.values()} == {0}


def test_a_large_file_is_graded_like_any_other(run: Run) -> None:
    assert run(f"{ENGINE}\nPICTURE = '{'x' * 4_000_000}'\n").not_passed == {}
