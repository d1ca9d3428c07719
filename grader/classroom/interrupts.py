"""Ctrl-C and SIGTERM: both end a run in order, and neither in the middle of what must be whole."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def terminated_like_interrupted() -> Iterator[None]:
    """SIGTERM raises KeyboardInterrupt in here, as Ctrl-C does."""
    if not _hears_signals():
        yield
        return
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Hold Ctrl-C and SIGTERM back for a moment; they come afterwards.

    Python hears signals in its main thread only, whichever thread the system hands them to, so it
    is the handlers that wait.
    """
    if not _hears_signals():
        yield
        return
    held: list[int] = []
    before = {number: signal.signal(number, lambda got, _: held.append(got)) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if held:
            signal.raise_signal(held[0])


def _hears_signals() -> bool:
    return threading.current_thread() is threading.main_thread()


def _interrupt(_: int, __: FrameType | None) -> None:
    raise KeyboardInterrupt
