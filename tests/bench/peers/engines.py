"""The six engines that every grader is given: a right one, and five wrong in one thing each.

`right.py` is written down; the wrong ones are made from it by small changes, into whatever folder
they are wanted in (`write_engines`).
"""

from __future__ import annotations

from pathlib import Path

from tests.support.paths import DATA

RIGHT = DATA / "peers_course" / "right.py"

CHANGES: dict[str, tuple[tuple[str, str], ...]] = {
    "right": (),
    "overwrites": (
        ("self.grad += other.data * out.grad", "self.grad = other.data * out.grad"),
        ("other.grad += self.data * out.grad", "other.grad = self.data * out.grad"),
    ),
    "preorder": (
        ("visited.add(v)\n", "visited.add(v)\n                topo.append(v)\n"),
        ("build(child)\n                topo.append(v)\n", "build(child)\n"),
        ("reversed(topo)", "topo"),
    ),
    "no_upstream": (("(1 - t * t) * out.grad", "1 - t * t"),),
    "reflected_flipped": (("(-self) + other", "self - other"),),
    "tanh_uses_x": (("(1 - t * t)", "(1 - self.data**2)"),),
}
"""What is put in place of what in the right engine; each stands in it once."""

HONEST = {
    "right": 12, "overwrites": 8, "preorder": 10, "no_upstream": 11, "reflected_flipped": 11,
    "tanh_uses_x": 11,
}  # fmt: skip
"""What each engine earns in twelve checks. A grader that says otherwise is not measured."""


def engine_text(name: str) -> str:
    """The engine of that name. Raises ValueError if one of its changes does not apply once."""
    text = RIGHT.read_text(encoding="utf-8")
    for old, new in CHANGES[name]:
        if (times := text.count(old)) != 1:
            raise ValueError(f"{name}: {old!r} was expected once in {RIGHT.name}, found {times}")
        text = text.replace(old, new)
    return text


def write_engines(folder: Path) -> dict[str, Path]:
    """Write all six into a folder; their files by name. Raises what `engine_text` does."""
    files = {name: folder / f"{name}.py" for name in CHANGES}
    for name, file in files.items():
        file.write_text(engine_text(name), encoding="utf-8")
    return files
