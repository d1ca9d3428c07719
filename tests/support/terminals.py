"""A real pseudo-terminal of 80 columns, for the tests of what a student sees."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

from tests.support.paths import ROOT

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
PATIENCE = 60.0
"""Seconds until something that should come has failed to: generous, the machine may be busy."""


_SIZES = ("NO_COLOR", "COLUMNS", "LINES")
"""What would stand before the terminal's own size and colours."""


def topograde(*arguments: object) -> list[str]:
    """The command line of our command."""
    return [sys.executable, "-m", "grader", *map(str, arguments)]


def environment(**more: str) -> dict[str, str]:
    """Ours, with this checkout first on the path and a terminal with colours."""
    kept = {name: text for name, text in os.environ.items() if name not in _SIZES}
    return {**kept, "PYTHONPATH": str(ROOT), "TERM": "xterm-256color", **more}


class Terminal:
    """A program in a pseudo-terminal; `seen` is all that it wrote, escapes included."""

    def __init__(self, command: list[str], cwd: Path, columns: int = 80, **more: str) -> None:
        self.master, slave = pty.openpty()
        self.slave = slave  # kept open: its modes are looked at when the program has ended
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        self.before = termios.tcgetattr(slave)
        self.seen = ""
        self.process = subprocess.Popen(
            command,
            cwd=cwd,
            env=environment(**more),
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )

    def read(self, seconds: float) -> bool:
        """Take what was written, waiting for it a little; whether anything was."""
        ready, _, _ = select.select([self.master], [], [], seconds)
        if not ready:
            return False
        with contextlib.suppress(OSError):
            self.seen += os.read(self.master, 1 << 16).decode("utf-8", "replace")
        return True

    def wait_for(self, text: str) -> str:
        """Wait until this was written since the last call; what was written up to then."""
        deadline = time.monotonic() + PATIENCE
        while text not in self.seen:
            self.read(0.2)
            assert time.monotonic() < deadline, f"{text!r} never came:\n{self.seen}"
            assert text in self.seen or self.process.poll() is None or self.read(0.2), (
                f"the program ended without {text!r}:\n{self.seen}"
            )
        taken, _, self.seen = self.seen.partition(text)
        return taken + text

    def press(self, keys: str) -> None:
        """Press keys."""
        os.write(self.master, keys.encode())

    def signal(self, number: int) -> None:
        """Send a signal to the program."""
        os.kill(self.process.pid, number)

    def resize(self, rows: int, columns: int = 80) -> None:
        """Give the window another size; the program is told."""
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def end(self) -> int:
        """Wait for the end of the program; its exit code."""
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            self.read(0.1)
            assert time.monotonic() < deadline, f"it does not end:\n{self.seen}"
        while self.read(0.05):
            pass
        return self.process.returncode

    @property
    def is_as_before(self) -> bool:
        """Whether the terminal's modes are what they were."""
        return termios.tcgetattr(self.slave) == self.before

    def close(self) -> None:
        """End the program if it runs, and the terminal."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(timeout=5)
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)
        os.close(self.slave)


@contextlib.contextmanager
def terminal(command: list[str], cwd: Path, **more: str) -> Iterator[Terminal]:
    """A program in a terminal, until the end of the `with`."""
    made = Terminal(command, cwd, **more)
    try:
        yield made
    finally:
        made.close()


def plain(text: str) -> str:
    """A text without escapes, and with the line ends of a file."""
    return ESCAPES.sub("", text).replace("\r\n", "\n")
