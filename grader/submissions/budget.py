"""How long one hand-in may keep the grader busy before anything of it is run.

Reading is our own code on a student's text, in our own process. No pattern in it takes more than
linear time (a test times each), and sizes are capped; should something be slow all the same, this
budget ends it, and it costs that hand-in only.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from grader.submissions.files import Refused

READING_CPU = 15.0
"""CPU seconds. The largest notebook that is read takes three, a class's usual hand-in 0.003."""


@contextmanager
def reading_budget(seconds: float = READING_CPU) -> Iterator[None]:
    """Raise `Refused` when what is done inside has used this much CPU time.

    CPU time, since a slow disk and a busy machine are nobody's fault. Where there is no such timer
    (Windows, any thread but the first), there is no budget: sizes are capped there too.
    """
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
