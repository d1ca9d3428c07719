"""Wait for what another process does: for the thing itself, never for a time."""

from __future__ import annotations

import time
from collections.abc import Callable

LOOK_SECONDS = 0.01


def until(
    condition: Callable[[], object], seconds: float = 120.0, why: str = "it never happened"
) -> None:
    """Look again and again until it is so; after `seconds` an AssertionError says `why` not."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, why
        time.sleep(LOOK_SECONDS)
