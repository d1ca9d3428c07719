"""Reading one hand-in is bounded: what is slow in it, or breaks, costs that hand-in only.

Reading is our own code on a student's text, in our own process. No pattern in it takes more than
linear time (a test times each), sizes are capped, and no bytes may raise (a test tries many);
should something be slow or break all the same, it ends in a `Refused`.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from grader.submissions.files import Refused
from grader.text import harmless

READING_CPU = 15.0
"""CPU seconds. The largest notebook that is read takes three, a class's usual hand-in 0.003."""


@contextmanager
def reading_budget(seconds: float = READING_CPU) -> Iterator[None]:
    """Raise `Refused` when what is done inside has used this much CPU time, or fails unforeseen.

    CPU time, since a slow disk and a busy machine are nobody's fault. Where there is no such timer
    (Windows, any thread but the first), there is no budget: sizes are capped there too.
    """
    try:
        with _timed(seconds):
            yield
    except Refused:
        raise
    except Exception as error:  # a bug of ours: no grade may be made of it
        what = harmless(f"{type(error).__name__}: {error}", 300)
        raise Refused(f"Topograde failed while it read this ({what})", ours=True) from error


@contextmanager
def _timed(seconds: float) -> Iterator[None]:
    if not hasattr(signal, "setitimer") or threading.current_thread() != threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPROF, _expire)
    try:
        signal.setitimer(signal.ITIMER_PROF, seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    except _Expired:
        raise Refused(
            f"reading this hand-in took more than {seconds:g} seconds, so it was not read: "
            "hand in only the files of the exercises, without generated text"
        ) from None
    finally:
        signal.signal(signal.SIGPROF, before)


class _Expired(BaseException):
    """No `Exception`: what reads one file names its error and goes on with the next."""


def _expire(number: int, frame: FrameType | None) -> None:
    raise _Expired
