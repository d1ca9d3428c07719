"""What explains may fail; what is judged stands.

Explanations are made from whatever a hand-in answers, after all of it is judged. A fault of ours in
them costs the explanation, never a grade: it is kept for the instructor, and counted when a run
ends. Tests and `make detection` set `TOPOGRADE_RAISE`: there such a fault is raised.
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from grader.text import harmless

RAISE = "TOPOGRADE_RAISE"
"""The environment variable with which faults of explanations are raised."""
MAX_LENGTH = 500

Made = TypeVar("Made")
_PACKAGE = Path(__file__).parents[1]


@dataclass(slots=True)
class Guard:
    """Calls what explains; `faults` are those of ours, as the instructor reads them."""

    faults: list[str] = field(default_factory=list)

    def __call__(self, explain: Callable[[], Made], otherwise: Made) -> Made:
        """What `explain` returns; `otherwise` if it fails."""
        if os.environ.get(RAISE):
            return explain()
        try:
            return explain()
        except Exception as error:  # whatever it is, the grade is made already
            self.faults.append(_described(error))
            return otherwise


def _described(error: Exception) -> str:
    """The error with the line of ours that raised it."""
    ours = [
        frame for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename).is_relative_to(_PACKAGE)
    ]  # fmt: skip
    where = ""
    if ours:
        place = Path(ours[-1].filename).relative_to(_PACKAGE.parent)
        where = f" ({place.as_posix()}, line {ours[-1].lineno})"
    return harmless(f"{type(error).__name__}: {error}", MAX_LENGTH) + where
