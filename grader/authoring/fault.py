"""One thing that is wrong with a course, and what fixes it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Flaw:
    """One thing that is wrong with a course."""

    file: Path
    fault: str
    mend: str
