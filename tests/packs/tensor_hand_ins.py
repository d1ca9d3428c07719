"""Hand-ins for the tensor exam, as a student's text: right ones that are odd, wrong and hostile.

A wrong one is `closures.py` with some of its text changed (`wrong.toml`), words that must be told
of it, and a part of the line that must be marked.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

ENGINES = Path(__file__).parents[1] / "data" / "tensor_engines"
CLOSURES = (ENGINES / "closures.py").read_text()
SOLUTIONS = Path(__file__).parents[2] / "solutions" / "tensors" / "solutions"
EXAM = "08_tensor_engine.py"


@dataclass(frozen=True)
class Wrong:
    """A wrong engine."""

    text: str
    told: str
    line: str


def changed(text: str, changes: list[list[str]]) -> str:
    """The text with every change made."""
    for old, new in changes:
        assert old in text, f"{old!r} is not in the engine"
        text = text.replace(old, new)
    return text


def wrong_engines() -> dict[str, Wrong]:
    """By name."""
    rows = tomllib.loads((ENGINES / "wrong.toml").read_text())
    return {
        name: Wrong(changed(CLOSURES, row["changes"]), row.get("told", ""), row.get("line", ""))
        for name, row in rows.items()
    }


def right_engines() -> dict[str, str]:
    """By name: engines that differ in what the contract leaves open."""
    found = {path.stem: path.read_text() for path in sorted(ENGINES.glob("right_*.py"))}
    kept = "self.data = np.array(data, dtype=np.float64)\n"
    apart = f"{kept}        if isinstance(data, list):\n            data.clear()\n"
    found["right_empties_lists"] = changed(CLOSURES, [[kept, apart]])
    return {"right_closures": CLOSURES, "right_solution": (SOLUTIONS / EXAM).read_text(), **found}


def hostile_engines() -> dict[str, str]:
    """By name: each would have all points if it worked."""
    return {path.stem: path.read_text() for path in sorted(ENGINES.glob("hostile_*.py"))}
