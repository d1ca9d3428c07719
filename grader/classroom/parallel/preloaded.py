"""Imported once, by the pool's parent, which its processes are forked from: torch and our modules.

What is imported here is shared by all of them, in time and in memory. A failure is not told here:
each process imports what it needs itself, and says what is wrong.
"""

from __future__ import annotations

import signal
from contextlib import suppress

from grader.worker.lock import kernel

with suppress(OSError):  # the run may be killed, and can tell nobody
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)

with suppress(Exception):
    import grader.classroom.parallel.dispatch
    import grader.explain.watching.findings
    import grader.grading.explaining  # noqa: F401
    from grader.programs.pytorch import for_numbers_only, load_torch

    with for_numbers_only():
        load_torch()
