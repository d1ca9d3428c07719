"""Ten honest hand-ins: a right engine, unusual right ones, and engines with ordinary mistakes."""

from __future__ import annotations

from tests.attacks.bait import REPOSITORY
from tests.attacks.deeds_arrays import ENGINE as ARRAYS
from tests.attacks.hostile import ENGINE
from tests.support.engines import UNUSUAL as UNUSUAL_ENGINES

SOLUTION = REPOSITORY / "solutions" / "13_engine.py"

UNUSUAL = UNUSUAL_ENGINES["forward mode"]
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
