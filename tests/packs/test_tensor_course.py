"""The course on tensors as a student has it: the kit without PyTorch, one exercise after the other.

Runs where NumPy is installed: `make test-packages`.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numpy", reason="make test-packages installs NumPy")

from tests.packs.tensor_hand_ins import EXAM, SOLUTIONS, changed

ROOT = Path(__file__).parents[2]
COURSE = ROOT / "solutions" / "tensors"
WITHOUT_TORCH = (
    "import sys; sys.modules['torch'] = None; sys.path.insert(0, '.'); "
    "import grader.__main__ as main; main.run()"
)


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("released")
    command = [sys.executable, "-m", "grader", "release", "student", "--course", COURSE]
    subprocess.run([*command, "--out", out], check=True, cwd=ROOT)
    return out / "topograde-student"


@pytest.fixture
def kit(released: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(released, tmp_path / "kit"))


def topograde(kit: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_TORCH, *arguments],
        capture_output=True, text=True, cwd=kit, timeout=300,
        env={"COLUMNS": "100", "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    return f"{done.stdout}{done.stderr}\nexit {done.returncode}"


def solve(kit: Path, name: str) -> Path:
    return Path(shutil.copy(SOLUTIONS / name, kit / "exercises" / name))


def test_the_course_proves_itself() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "grader", "verify", "--course", COURSE],
        capture_output=True, text=True, cwd=ROOT, timeout=300,
    )  # fmt: skip
    assert "every stub earns 0, every solution everything" in done.stdout, done.stdout


def test_the_page_without_numpy_is_refused_in_a_sentence(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "grader", "release", "web", "--course", COURSE, "--out", tmp_path],
        capture_output=True, text=True, cwd=ROOT,
    )  # fmt: skip
    assert "The browser page has no numpy, which 'Autograd on arrays' needs" in done.stderr


def test_the_kit_knows_what_is_right_without_pytorch(kit: Path) -> None:
    for path in SOLUTIONS.glob("*.py"):
        solve(kit, path.name)
    assert "exit 0" in topograde(kit, "check")


def test_a_mistake_is_told_with_shapes_before_numbers_and_the_line(kit: Path) -> None:
    file = solve(kit, "02_broadcasting.py")
    line = "other.grad = other.grad + unbroadcast(out.grad, other.data.shape)"
    file.write_text(changed(file.read_text(), [[line, "other.grad = other.grad + out.grad"]]))
    told = " ".join(topograde(kit, "check", "-v", "broadcasting").split())
    assert "b.grad: shape (3,). Wanted: shape (), which is that of `b`" in told
    assert "`b` has shape (), and what the rule of `a + b` leaves in its gradient has" in told
    assert "it is not summed over what broadcasting repeated" in told
    assert re.search(r"> \d+ +other\.grad = other\.grad \+ out\.grad", told)


def test_what_numpy_refuses_is_told_with_the_program_and_the_shapes(kit: Path) -> None:
    file = solve(kit, "05_shapes.py")
    line = "self.grad = self.grad + out.grad.reshape(self.data.shape)"
    file.write_text(changed(file.read_text(), [[line, "self.grad += out.grad"]]))
    told = " ".join(topograde(kit, "check", "shapes").split())
    assert "out = a.reshape(" in told
    assert re.search(r"NumPy refuses to add something of shape \(.*?\) to a gradient", told)
    drawn = " ".join(topograde(kit, "draw", "shapes").split())
    assert "Its graph is not drawn: the program ended with an error." in drawn


SETS = "self.grad = self.grad + out.grad - np.exp(out.data) * total"
LOSS = "    return -logits.log_softmax()[rows, np.asarray(labels)].mean()"
OWN_RULE = """\
    logp = logits.log_softmax().data
    p, out = np.exp(logp), Tensor(-logp[rows, labels].mean(), (logits,))
    p[rows, labels] -= 1

    def _backward():
        logits.grad = out.grad * p / len(rows)

    out._backward = _backward
    return out"""


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (SETS, "self.grad = out.grad - np.exp(out.data) * total", "self.grad = out.grad - np"),
        (SETS, f"{SETS}\n            np.exp(out.data, out=out.data)", "np.exp(out.data, out="),
        (
            "moved = self.data - self.data.max(axis=axis, keepdims=True)",
            "self.data -= self.data.max(axis=axis, keepdims=True)\n        moved = self.data",
            "self.data -= self.data.max(",
        ),
        (LOSS, OWN_RULE, "logits.grad = out.grad * p"),
    ],
)
def test_rules_that_set_or_change_data_are_not_done(
    kit: Path, old: str, new: str, line: str
) -> None:
    file = solve(kit, "07_cross_entropy.py")
    file.write_text(changed(file.read_text(), [[old, new]]))
    told = topograde(kit, "check", "cross-entropy")
    assert "5 of 6 checks pass" in told
    assert f"        {line}" in told


@pytest.mark.parametrize(
    ("old", "new", "made"),
    [
        (
            "return self._made(x**n, (self,), lambda g: g * n * x ** ((n or 1) - 1.0))",
            "self.n = n\n        return self._made(x**n, (self,), "
            "lambda g: g * self.n * x ** ((self.n or 1) - 1.0))",
            "`a**2`",
        ),
        ("np.add.at(found, index, g)", "np.add.at(found, self.index, g)", "`a[0]`"),
        ("lambda g: g.transpose(back)", "lambda g: g.transpose(self.back)", "`a.transpose("),
        ("g = np.expand_dims(g, axis)", "g = np.expand_dims(g, self.axis)", "`a.sum(axis=0)`"),
    ],
)
def test_what_a_rule_needs_is_not_kept_on_the_operand(
    kit: Path, old: str, new: str, made: str
) -> None:
    """The next use of the same operator overwrites it."""
    keeps = [
        [f"def {head}:\n", f"def {head}:\n        self.{name} = {name}\n"]
        for head, name in (
            ("__getitem__(self, index)", "index"),
            ("sum(self, axis=None, keepdims=False)", "axis"),
        )
    ]
    back = "back = np.argsort([axis % self.data.ndim for axis in axes])"
    file = solve(kit, "08_tensor_engine.py")
    pairs = [[old, new], *keeps, [back, f"{back}\n        self.back = back"]]
    file.write_text(changed(file.read_text(), pairs))
    told = " ".join(topograde(kit, "check", "tensor-engine").split())
    assert f"What the rule of {made}" in told
    assert "a later use of the same operator decides what it sends" in told


def test_an_order_that_is_kept_for_a_shape_is_no_rule_s_fault(kit: Path) -> None:
    file = solve(kit, "08_tensor_engine.py")
    kept = "order = ORDERS.setdefault(self.data.shape, in_order(self))"
    pairs = [["order = in_order(self)", kept], ["class Tensor:", "ORDERS = {}\n\n\nclass Tensor:"]]
    file.write_text(changed(file.read_text(), pairs))
    told = " ".join(topograde(kit, "check", "tensor-engine").split())
    assert "What does your code keep from one graph to the next?" in told
    assert "What the rule of" not in told


def test_a_mask_that_is_kept_for_a_shape_is_right_by_itself(kit: Path) -> None:
    """Run again alone, nothing is wrong in any tensor of the program."""
    file = solve(kit, "08_tensor_engine.py")
    kept = "lambda g: g * MASKS.setdefault(self.data.shape, self.data > 0)"
    pairs = [
        ["lambda g: g * (self.data > 0)", kept],
        ["class Tensor:", "MASKS = {}\n\n\nclass Tensor:"],
    ]
    file.write_text(changed(file.read_text(), pairs))
    told = " ".join(topograde(kit, "check", "tensor-engine").split())
    assert "Run by itself, the program of this check comes out right" in told


SHAKEN = """\
def shaken():
    frame = sys._getframe()
    while frame is not None:
        if "engine" in frame.f_locals and hasattr(frame.f_locals["engine"], "shake"):
            return frame.f_locals["engine"].shake
        frame = frame.f_back
    return 1


class Tensor:"""
"""Stands for chance: what follows addresses is another thing each time that they are shaken."""


def test_a_rule_that_is_wrong_by_chance_is_not_blamed(kit: Path) -> None:
    file = solve(kit, "08_tensor_engine.py")
    pairs = [
        ["class Tensor:", SHAKEN],
        ["import numpy as np\n", "import sys\n\nimport numpy as np\n"],
        ["lambda g: g * (self.data > 0)", "lambda g: g * (self.data > 0) + (shaken() == 0)"],
    ]
    file.write_text(changed(file.read_text(), pairs))
    told = " ".join(topograde(kit, "check", "tensor-engine").split())
    assert "change from run to run" in told
    assert "A program comes out right in some runs and wrong in others." in told
    assert "What the rule of" not in told


def test_what_such_an_engine_passes_is_no_chance(kit: Path) -> None:
    """It is asked again, also what nothing that changes is known of."""
    file = solve(kit, "08_tensor_engine.py")
    imports = ["import numpy as np\n", "import sys\n\nimport numpy as np\n"]
    seldom = ["lambda g: g * (1.0 - data**2)", "lambda g: g * (1.0 - data**2) + (shaken() > 5)"]
    often = ["lambda g: g * (self.data > 0)", "lambda g: g * (self.data > 0) + (shaken() == 0)"]
    pairs = [["class Tensor:", SHAKEN], imports, seldom]
    file.write_text(changed(file.read_text(), pairs))
    assert "passed but for hidden checks: 8" in topograde(kit, "check", "tensor-engine")
    file.write_text(changed(file.read_text(), [often]))
    assert "35 of 37 public checks pass" in topograde(kit, "check", "tensor-engine")


def test_a_gradient_of_shape_nothing_that_is_a_number_is_told(kit: Path) -> None:
    """A sum of two arrays of shape () is none."""
    file = solve(kit, "06_functions.py")
    line = "self.grad = self.grad + out.grad * (self.data > 0)"
    spoils = f"{line}\n            self.grad[self.data <= 0] = 0.0"
    file.write_text(changed(file.read_text(), [[line, spoils]]))
    told = " ".join(topograde(kit, "check", "functions").split())
    assert "What is there is a number, and no array: NumPy gives one for a sum" in told


def test_a_loss_that_ends_the_walk_is_not_done(kit: Path) -> None:
    file = solve(kit, "07_cross_entropy.py")
    text = OWN_RULE.replace(", (logits,))", ")").replace("grad = out", "grad = logits.grad + out")
    file.write_text(changed(file.read_text(), [[LOSS, text]]))
    told = topograde(kit, "check", "cross-entropy")
    assert "cross_entropy(a * 2, [0, 1])" in told
    assert "all 6 checks pass" not in told


@pytest.mark.parametrize(
    ("name", "right", "left"),
    [
        ("02_broadcasting.py", "def __add__", ("`a * b` sends each", "2 of 7 checks pass")),
        ("02_broadcasting.py", "def __mul__", ("`a + b` sends the", "2 of 7 checks pass")),
        ("07_cross_entropy.py", "data = moved", ("log_softmax along", "1 of 6 checks pass")),
    ],
)
def test_half_of_an_exercise_is_judged(
    kit: Path, name: str, right: str, left: tuple[str, str]
) -> None:
    file = solve(kit, name)
    text, found = file.read_text(), 0
    parts = re.split(r"(### BEGIN SOLUTION.*?### END SOLUTION)", text, flags=re.DOTALL)
    for place in range(1, len(parts), 2):
        here = right in "".join(parts[place - 1 : place + 1])
        found += here
        if not here:
            parts[place] = 'raise NotImplementedError("TODO")'
    assert found == 1
    file.write_text("".join(parts))
    told = " ".join(topograde(kit, "check", name[3:-3].replace("_", "-")).split())
    assert not [each for each in left if each not in told], told


SUMMED = """            if axis is not None and not keepdims:
                grad = np.expand_dims(grad, axis)
"""


@pytest.mark.parametrize(
    ("name", "old", "new", "words"),
    [
        (
            "01_unbroadcast.py", "range(grad.ndim - len(shape))", "range(len(shape), grad.ndim)",
            ("Axes are summed away at the end", "Where to look: 01_unbroadcast.py"),
        ),
        (
            "02_broadcasting.py", "self.grad = self.grad + unb", "self.grad = unb",
            ("is all that is left in its gradient", "self.grad = unbroadcast(out.grad"),
        ),
        (
            "02_broadcasting.py", "self.grad = self.grad + unbroadcast(out.grad * other",
            "if other is not self: self.grad = self.grad + unbroadcast(out.grad * other",
            ("owes it two contributions, and not both are left", "other.grad = other.grad + unb"),
        ),
        (
            "03_sum_and_mean.py", "out.grad * (out.data.size / self.data.size)",
            "out.grad / (self.data.shape or (1,))[0]",
            ("it is divided by the length of axis 0 alone",),
        ),
        (
            "03_sum_and_mean.py", SUMMED, SUMMED.replace(" and not keepdims", ""),
            ("an axis is given and is kept", "`out.grad` has that axis already"),
        ),
        (
            "03_sum_and_mean.py", "+ np.broadcast_to(", "+ self.data * np.broadcast_to(",
            ("multiplied by the data of the operand",),
        ),
        (
            "05_shapes.py", "grad.reshape(self.data.shape)", "grad.reshape(*shape)",
            ("In another program that goes wrong, `a` has shape", "it still has the shape of"),
        ),
        (
            "05_shapes.py", "np.add.at(grad, index", "np.add.at(self.data, index",
            ("Does the rule of `a[0]` change data",),
        ),
        (
            "06_functions.py", "self.grad = self.grad + out.grad * out.data\n",
            "out.data *= out.grad\n            self.grad = self.grad + out.data\n",
            ("`n1` holds other data at the end", ": out.data *= out.grad"),
        ),
        (
            "07_cross_entropy.py", "axis=axis, keepdims=True)", "axis=axis)",
            ("(2,) the second one has lost an axis", "`keepdims=True` missing there?"),
        ),
        (
            "07_cross_entropy.py", "-logits.log_softmax()[rows, np.asarray(labels)].mean()",
            "Tensor(-logits.log_softmax().data[rows, labels].mean())",
            ("the result does not list `a` among what it was made of", ": return Tensor(-"),
        ),
        (
            "07_cross_entropy.py", "-logits.log_softmax()[rows, np.asarray(labels)].mean()",
            "-logits.log_softmax().data[rows, labels].mean()",
            ("The result of `cross_entropy` has the wrong type: float64. Wanted: a Tensor.",),
        ),
        (
            "01_unbroadcast.py", "    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))\n",
            "    return grad.reshape(shape)\n",
            ("it ends with an exception for a gradient of shape (3,) and the shape (1,).",
             ": return grad.reshape(shape)"),
        ),
        (
            "01_unbroadcast.py", "grad.sum(axis", "grad.mean(axis",
            ("is wrong for a gradient of shape (3,) and the shape (1,). The mean is taken, and",),
        ),
        (
            "02_broadcasting.py", "out.grad * other.data", "out.grad * other",
            ("A tensor is there. Its array, which has `sum`, is in `.data`.",
             ": self.grad = self.grad + unbroadcast(out.grad * other,"),
        ),
        (
            "03_sum_and_mean.py", "+ np.broadcast_to(grad, self.data.shape)",
            "+ grad.reshape(self.data.shape)",
            ("An array of 1 entry does not fill shape (2, 2): a reshape repeats nothing.",),
        ),
        (
            "03_sum_and_mean.py", SUMMED, "            grad = np.expand_dims(grad, axis)\n",
            ("Is `axis` None there, as it is where none is given?",),
        ),
        (
            "04_matmul.py", "self.grad = self.grad + left.reshape(self.data.shape)", "pass",
            ("nothing arrives there", ": def _backward():"),
        ),
        (
            "04_matmul.py", "grad @ np.swapaxes(y, -1, -2)", "grad @ y",
            ("what the rule of `a @ b` sends to `a` is wrong: the right operand is not transp",),
        ),
        (
            "05_shapes.py", "out.grad.reshape(self.data.shape)", "out.grad.reshape(self.shape)",
            ("A tensor is there. Its array, which has `shape`, is in `.data`.",),
        ),
        (
            "06_functions.py", "self.grad = self.grad + out.grad * (self.data > 0)",
            "self.grad[self.data > 0] = out.grad[self.data > 0]",
            ("Does that rule set the gradient", ": self.grad[self.data > 0] = out.grad"),
        ),
        (
            "06_functions.py", "out.grad * (self.data > 0)", "np.maximum(out.grad, 0.0)",
            ("Your code computes `np.maximum(out.grad, 0)`",),
        ),
        (
            "06_functions.py", "self.grad = self.grad + out.grad", "self.grad = out.grad",
            ("Does a rule set the gradient", ": self.grad = out.grad * (self.data > 0)"),
        ),
        (
            "07_cross_entropy.py", "np.exp(moved).sum(axis=axis, keepdims=True)",
            "np.exp(moved).sum()",
            ("the exponentials are added up over everything, and not along the axis",),
        ),
        (
            "02_broadcasting.py", "unbroadcast(out.grad * other.data, self.data.shape)",
            "unbroadcast(out.grad, self.data.shape) * other.data",
            ("the gradient that arrives is summed before it is multiplied, and not after",),
        ),
        (
            "03_sum_and_mean.py", "np.broadcast_to(grad, self.data.shape)", "out.grad",
            ("the second one has lost an axis, which has to be put back before the two fit",),
        ),
        (
            "04_matmul.py", "self.grad + left.reshape(self.data.shape)", "self.grad + left",
            ("an axis of length 1 that a vector was given is still there",),
        ),
        (
            "04_matmul.py", "left.reshape(self.data.shape)", "other.data @ out.grad.T",
            ("Your code computes `other.data @ out.grad.T`",),
        ),
        (
            "05_shapes.py", "self.grad = self.grad + grad", "self.grad = grad",
            ("Does that rule set the gradient, where it should add?", ": self.grad = grad"),
        ),
        (
            "05_shapes.py", "self.grad = self.grad + out.grad.reshape(self.data.shape)",
            "out.grad.shape = self.data.shape; self.grad = self.grad + out.grad",
            ("changes the gradient that arrives", ": out.grad.shape = self.data.shape"),
        ),
        (
            "06_functions.py", "self.grad + out.grad * out.data\n", "self.grad + out.grad * out\n",
            ("It stands on the right of `*`: is its `.data` meant?",),
        ),
        (
            "07_cross_entropy.py",
            "data = moved - np.log(np.exp(moved).sum(axis=axis, keepdims=True))",
            "data = np.log(np.exp(moved) / np.exp(moved).sum(axis=axis, keepdims=True))",
            ("an entry is -inf, and", "Is a logarithm taken of each quotient?"),
        ),
        (
            "01_unbroadcast.py", "axis=stretched, keepdims=True)", "axis=stretched).tolist()",
            ("`unbroadcast` has the wrong type: list", "it returns no array for a gradient"),
        ),
        (
            "01_unbroadcast.py", "    grad = grad.sum(",
            "    raise NotImplementedError\n    grad.sum(",
            ("0 of 3 checks pass", "Still to do (line 34"),
        ),
        (
            "01_unbroadcast.py", "def unbroadcast", "unbroadcast(1, ())\n\ndef unbroadcast",
            ("It is defined further down, in line 32: what uses it comes after that.",),
        ),
        (
            "02_broadcasting.py", "import numpy as np", "import nunpy as np",
            ("standard library, nor of numpy (", "Did you mean `numpy`?"),
        ),
        (
            "03_sum_and_mean.py", "np.expand_dims(", "np.expand_dim(",
            ("Did you mean `expand_dims`? a = Tensor",),
        ),
        (
            "02_broadcasting.py", "out._backward = _backward", "self._backward = _backward",
            ("The rule of `a + b` never ran: what ran", ": self._backward = _backward"),
        ),
        (
            "03_sum_and_mean.py", "self.grad = self.grad + np.broadcast_to(",
            "grad = self.grad + np.broadcast_to(",
            ("that rule ran, and wrote to no gradient", ": grad = self.grad + np"),
        ),
        (
            "03_sum_and_mean.py", "self.data.sum(axis=axis, keepdims=keepdims)",
            "self.data.sum(axis=axis)",
            ("`a.sum(keepdims=True)` has shape () in your engine", ": out = Tensor(self.data.sum("),
        ),
        (
            "05_shapes.py", "self.grad = self.grad + grad", "return self.grad + grad",
            ("that rule ran, and wrote to no gradient", ": return self.grad + gr"),
        ),
        (
            "05_shapes.py", "self.grad = self.grad + out.grad.reshape(self.data.shape)",
            "self.grad = self.grad.reshape(out.data.shape) + out.grad",
            ("it still has the shape of the result. Where to look",),
        ),
        (
            "07_cross_entropy.py", LOSS.strip(), LOSS.strip().replace("return", "loss =")
            + "\n    loss.backward()\n    return loss",
            ("`n1` has another gradient than zeros as soon as `cross_entropy(", "loss.backward()"),
        ),
        (
            "07_cross_entropy.py", "out._backward = _backward\n", "out._backward = _backward()\n",
            ("What is kept as the rule there is None. Was the rule called",),
        ),
        (
            EXAM, "    node._backward()\n",
            "    node._backward()\n            node._backward()\n",
            ("`a` got what `a.sum()` owes it, and more: that rule ran more than once",),
        ),
        (
            EXAM, "return self._made(-self.data, (self,), lambda g: -g)",
            "self.data = -self.data\n        return self",
            ("Does `-a` change its operand", "self.data = -self.data"),
        ),
        (
            "02_broadcasting.py", "self.grad = self.grad + unbroadcast(out.grad, self.data.shape)",
            "same = self.data.shape == out.grad.shape\n"
            "            g = out.grad if same else unbroadcast(out.grad, self.data.shape)\n"
            "            self.grad = self.grad + g if self.grad.any() else g",
            ("6 of 7 checks pass", "are one and the same array", ": self.grad = self.grad + g if"),
        ),
        (
            EXAM, "x ** ((n or 1) - 1.0)", "x ** (n - 1.0)",
            ("What the rule of `a**0` sends to `a` is wrong: where the operand is 0",),
        ),
        (
            EXAM, "import numpy as np", "import numpy as np\nimport torch",
            ("all 37 public checks pass", "nor of numpy; importing it is fine, using it is an"),
        ),
        (
            EXAM, "return as_tensor(other) + self", "return other + self",
            ("`return other + self`): a RecursionError.", "call itself again with the same"),
        ),
        (
            EXAM, "self._prev = _prev", "self._prev = ()",
            ("or do results not list what they were made of?",),
        ),
        (
            EXAM, "    node._backward()\n",
            "    node._backward()\n            for each in node._prev: each._backward()\n",
            ("that rule ran more than once in one call", ": for each in node._prev: each"),
        ),
        (
            EXAM, "total * (total.data.size / self.data.size)", "total * (1.0 / self.data.size)",
            ("it is divided by the number of all entries, and not by that along the axis",),
        ),
        (
            EXAM, "    def __rsub__(self", "    def rsub(self",
            ("On the left of `-` there is no tensor", "for `__rsub__`."),
        ),
        (
            EXAM, "        self.grad = self.grad + np.ones_like(self.data)\n", "",
            ("The gradient of the root `L` is 0 after the call", ": def backward(self):"),
        ),
        (
            EXAM, "def sum(self, axis=None", "def sum(self, axis=0",
            ("`a.sum()` has shape (3,) in your engine", "without an axis all entries are taken"),
        ),
        (
            EXAM, "dtype=np.float64)", "dtype=np.float32)",
            ("The data of `a` are float32, and not float64.", "dtype=np.float32)"),
        ),
        (
            "01_unbroadcast.py", "grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))",
            "grad = grad.ravel(order='K').reshape(grad.shape)\n"
            "    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))",
            ("just those go wrong in which the gradient was transposed, and the shape has more",
             "on the order in which entries lie in memory?"),
        ),
        (
            EXAM, "    __array_ufunc__ = None", "    pass",
            ("Wanted: a Tensor. NumPy went through the entries",),
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_of_what_does_it(
    kit: Path, name: str, old: str, new: str, words: tuple[str, ...]
) -> None:
    file = solve(kit, name)
    file.write_text(changed(file.read_text(), [[old, new]]))
    exercise = name[3:-3].replace("_", "-")
    told = " ".join(topograde(kit, "check", exercise).split())
    assert not [each for each in words if each not in told], told


CLEARS_ALL = [
    ["class Tensor:", "MADE = []\n\n\nclass Tensor:"],
    ["self._prev = _prev", "self._prev = _prev\n        MADE.append(self)"],
    ["for node in in_order(root):", "for node in MADE:"],
]


def test_a_zero_grad_that_clears_all_tensors_is_told(kit: Path) -> None:
    file = solve(kit, EXAM)
    file.write_text(changed(file.read_text(), CLEARS_ALL))
    told = " ".join(topograde(kit, "check", "tensor-engine").split())
    assert "36 of 37 public checks pass" in told, told
    assert "the gradient of `a` is zeros, too. `n4` does not reach `a`, which keeps" in told


KEPT_FOR_ALL = [
    ["def in_order(root):", "SEEN = set()\n\n\ndef in_order(root):"],
    ["order, seen, stack = [], set(), [", "order, seen, stack = [], SEEN, ["],
    ["id(node) not in seen", "node not in seen"],
    ["seen.add(id(node))", "seen.add(node)"],
]


def test_what_all_walks_ask_is_marked_where_it_is_kept(kit: Path) -> None:
    file = solve(kit, EXAM)
    file.write_text(changed(file.read_text(), KEPT_FOR_ALL))
    told = " ".join(topograde(kit, "check", "tensor-engine").split())
    assert "a later call brings nothing to `a`" in told, told
    assert ": SEEN = set()" in told, told


ONCE_PER_PATH = [["elif id(node) not in seen:", "else:"]]


def test_a_tensor_that_is_in_the_order_once_per_path_is_told(kit: Path) -> None:
    file = solve(kit, EXAM)
    file.write_text(changed(file.read_text(), ONCE_PER_PATH))
    told = " ".join(topograde(kit, "check", "tensor-engine").split())
    assert "ran more than once in one call" in told


def test_a_check_is_not_left_without_what_explains_it(kit: Path) -> None:
    file = solve(kit, "06_functions.py")
    text = re.sub(r"self\.grad \+ out\.grad \* (.*)", r"self.grad + (\1)", file.read_text())
    file.write_text(text.replace("self.grad + out.grad / self.data", "self.grad + 1 / self.data"))
    told = " ".join(topograde(kit, "check", "functions").split())
    assert "What the rule of `a.relu()` sends to `a` is wrong: the gradient that arrives" in told
    assert ": self.grad = self.grad + ((self.data > 0))" in told


def test_a_program_in_full_can_be_pasted(kit: Path) -> None:
    file = solve(kit, "04_matmul.py")
    file.write_text(changed(file.read_text(), [["np.swapaxes(y, -1, -2)", "y.T"]]))
    told = topograde(kit, "check", "-v", "matmul")
    shown = told.partition("    a = ")[2].partition("# yours")[0]
    program = "a = " + re.sub(r"^    ", "", shown.partition("\n\n")[0], flags=re.MULTILINE)
    assert " ..." not in program
    compile(program, "shown", "exec")


def test_nothing_is_drawn_of_what_is_not_begun(kit: Path) -> None:
    told = topograde(kit, "draw", "unbroadcast")
    assert "Nothing is drawn before it is begun. Do what TODO says in 01_unbroadcast.py." in told


def test_what_lies_beside_the_stubs_is_no_answer(kit: Path) -> None:
    told = topograde(kit, "check", "unbroadcast")
    assert "digits.py" not in told
    assert "is not defined" not in told


def test_one_s_own_functions_go_on_to_the_next_exercise(kit: Path) -> None:
    file = solve(kit, "01_unbroadcast.py")
    file.write_text(file.read_text().replace("stretched", "of_length_one"))
    assert "exit 0" in topograde(kit, "check", "unbroadcast")
    topograde(kit, "next", "broadcasting")
    assert "of_length_one" in (kit / "exercises" / "02_broadcasting.py").read_text()


def test_next_is_advised_only_where_it_writes_something(kit: Path) -> None:
    solve(kit, "01_unbroadcast.py")
    assert "Next: topograde next    (broadcasting: " in topograde(kit, "check")
    topograde(kit, "next")
    assert "Next: do what TODO says in 02_broadcasting.py" in topograde(kit, "check", "1")
    for path in sorted(SOLUTIONS.glob("0[2-7]*.py")):
        solve(kit, path.name)
    told = topograde(kit, "check")
    assert "Next: do what TODO says in 08_tensor_engine.py" in told
    assert "With all that you wrote: topograde next tensor-engine --collect" in told


def test_no_command_s_help_names_an_exercise_of_another_course(kit: Path) -> None:
    assert "topograde check EXERCISE" in topograde(kit, "--help")
    assert "backward" not in topograde(kit, "--help")


def test_an_exam_that_collects_says_what_no_exercise_asked_for(kit: Path) -> None:
    for name in ("02_broadcasting.py", "03_sum_and_mean.py"):
        solve(kit, name)
    topograde(kit, "check")
    told = " ".join(topograde(kit, "next", "tensor-engine", "--collect").split())
    assert "Still to write: Tensor.__init__" in told
    assert "`backward`, `-`, `/`, `**`, `-t`, `.T`, and a number or an array on the left" in told


def test_the_finish_learns_to_read_digits(kit: Path) -> None:
    solve(kit, EXAM)
    done = subprocess.run(
        [sys.executable, "digits.py"], capture_output=True, text=True, cwd=kit / "exercises"
    )
    right = re.search(r"(\d+)% of 150 images that it has never seen", done.stdout)
    assert right, done.stdout + done.stderr
    assert int(right[1]) >= 90
    assert "CC BY 4.0" in (kit / "exercises" / "digits.txt").read_text()
