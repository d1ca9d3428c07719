"""All attacks, and what the eight cheats earned in other graders."""

from tests.attacks import deeds_names, deeds_system, deeds_watched
from tests.attacks.hostile import Attack, rows_of


def attacks_of(kind: str) -> list[Attack]:
    """The attacks of one file."""
    return [Attack(name, **row) for name, row in rows_of(kind).items()]


ATTACKS = (
    *attacks_of("points"),
    *attacks_of("channel"),
    *deeds_system.ATTACKS,
    *attacks_of("system"),
    *attacks_of("harm"),
    *deeds_names.ATTACKS,
    *deeds_watched.ATTACKS,
)

PEERS = ("pytest", "gradescope-utils", "nbgrader", "check50", "otter")

# Measured, not quoted: a useless engine (0 of 12) and one cheat, twelve checks; 12 is full marks.
MEASURED = {
    "replace the framework's assertion": ("12", "12", "12", "12", "12"),
    "`builtins.abs = lambda x: 0.0`": ("12", "12", "12", "12", "12"),
    "`.grad` is an object whose comparisons are all True": ("12", "12", "12", "12", "12"),
    "`os._exit(0)` at import": (
        "no report, exit 0", "no results, exit 0", "kernel dies", "all results lost", "kernel dies",
    ),
    "write one's own results (report file, results.json, gradebook.db, pickle)": (
        "12", "12", "12", "-", "12",
    ),
    "take PyTorch's gradient from the caller's frame": ("12", "12", "12", "12", "12"),
    "read a file beside the grader": ("leak", "leak", "12", "leak", "leak"),
    "import torch and wrap a tensor": ("12", "12", "12", "12", "12"),
}  # fmt: skip
