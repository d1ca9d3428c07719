"""Ten honest hand-ins: a right engine, unusual right ones, and engines with ordinary mistakes."""

from __future__ import annotations

from tests.attacks.bait import REPOSITORY
from tests.attacks.deeds_arrays import ENGINE as ARRAYS
from tests.attacks.hostile import ENGINE

SOLUTION = REPOSITORY / "solutions" / "13_engine.py"

UNUSUAL = """
class Value:
    # Derivatives as a table that every node carries along.
    def __init__(self, data, slopes=None):
        self.data, self.grad = data, 0.0
        self._prev, self.slopes = (), {self: 1.0} if slopes is None else slopes

    def __add__(self, other):
        slopes = dict(self.slopes)
        for leaf, slope in other.slopes.items():
            slopes[leaf] = slopes.get(leaf, 0.0) + slope
        return Value(self.data + other.data, slopes)

    def __mul__(self, other):
        slopes = {leaf: slope * other.data for leaf, slope in self.slopes.items()}
        for leaf, slope in other.slopes.items():
            slopes[leaf] = slopes.get(leaf, 0.0) + slope * self.data
        return Value(self.data * other.data, slopes)

    def backward(self):
        for leaf, slope in self.slopes.items():
            leaf.grad += slope
"""

USELESS = "import os\n" + ENGINE
USELESS_ARRAYS = "import os\n" + ARRAYS


def class_() -> dict[str, str]:
    """Source by student."""
    right = SOLUTION.read_text()
    engine = right.partition("# ---- Examples")[0]
    return {
        "ada": right,
        "ben": UNUSUAL,
        "chloe": _patched(engine, "self.grad += out.grad", "self.grad = out.grad"),
        "dan": _patched(engine, "self.grad += other.data * out.grad", "self.grad += out.grad"),
        "eve": _patched(engine, "reversed(topo)", "topo"),
        "finn": _patched(engine, "self.grad += 1.0", "self.grad += 0.5"),
        "gia": _patched(
            engine, "def backward(self):", "def backward(self):\n        print('hello')"
        ),
        "hugo": "class Value:\n    def __init__(self, data)\n        self.data = data\n",
        "iris": USELESS,
        "jo": _patched(engine, "node.grad = 0.0\n        # Added", "pass\n        # Added"),
    }


def arrays() -> dict[str, str]:
    """The same of engines on arrays."""
    from tests.packs.tensor_hand_ins import right_engines, wrong_engines

    right, wrong = right_engines(), wrong_engines()
    return {
        "ada": right["right_solution"],
        "ben": right["right_closures"],
        **dict(zip(("chloe", "dan", "eve"), [each.text for each in wrong.values()], strict=False)),
        "iris": USELESS_ARRAYS,
    }


def _patched(text: str, old: str, new: str) -> str:
    assert old in text, f"{old!r} is not in {SOLUTION}"
    return text.replace(old, new)
