"""`topograde`, and `python -m grader`."""

from __future__ import annotations

import atexit
import os
import sys
from contextlib import suppress

from grader.cli import main


def run() -> None:
    """Run the command line, and end without taking PyTorch apart: that would take half a second."""
    if sys.stdout is None or sys.stderr is None:  # closed by the caller, as a daemon's may be
        nowhere = open(os.devnull, "w")  # noqa: SIM115 - for as long as the process lives
        sys.stdout, sys.stderr = sys.stdout or nowhere, sys.stderr or nowhere
    codes: list[object] = []
    atexit.register(_leave, codes)  # the first to register is called last, when all is put away
    try:
        main(prog_name="topograde")
    except SystemExit as end:
        codes.append(end.code or 0)
        raise


def _leave(codes: list[object]) -> None:
    """End the process here if its exit code is known and all that was printed is out."""
    if "torch" not in sys.modules or not codes or not isinstance(codes[0], int):
        return
    with suppress(OSError, ValueError):  # a closed pipe: Python itself has more to say of that
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(codes[0])


if __name__ == "__main__":
    run()
