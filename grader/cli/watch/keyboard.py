"""A terminal that gives single keys, and gets back everything as it was.

A thread of its own reads the keys.
`RawTerminal` switches to the alternate screen and to key-by-key input, and undoes both on the way
out, whatever the way is: an exception, Ctrl-C, SIGTERM, SIGQUIT. While the program is stopped
(Ctrl-Z) the terminal is as it was, too.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from types import FrameType
from typing import Any

from grader.cli.watch.events import Pressed, Queue, Redraw

try:
    import termios
    import tty
except ImportError:  # Windows: nothing here is used there
    termios = tty = None  # type: ignore[assignment]

ENTER, LEAVE = "\x1b[?1049h\x1b[H", "\x1b[?1049l"
CLEAR = "\x1b[H\x1b[2J"
UP, DOWN, PAGE_UP, PAGE_DOWN = "k", "j", "\x02", "\x06"
"""What arrow and page keys give; Ctrl-B and Ctrl-F turn pages as in other programs."""
_KEYS = {
    b"\x1b[D": "p",
    b"\x1b[C": "n",
    b"\x1bOD": "p",
    b"\x1bOC": "n",
    b"\x1b[A": UP,
    b"\x1b[B": DOWN,
    b"\x1bOA": UP,
    b"\x1bOB": DOWN,
    b"\x1b[5~": PAGE_UP,
    b"\x1b[6~": PAGE_DOWN,
}


def has_keys() -> bool:
    """Whether single keys can be read and screens drawn: both ends are a terminal."""
    return termios is not None and sys.stdin.isatty() and sys.stdout.isatty()


class RawTerminal:
    """Puts single keys into a queue and has the alternate screen, until the end of the `with`."""

    def __init__(self, events: Queue) -> None:
        self.fd = sys.stdin.fileno()
        self.events = events
        self._before: list[Any] | None = None
        self._handlers: dict[int, Any] = {}

    def __enter__(self) -> RawTerminal:
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
            self._handlers[number] = signal.signal(number, _leave)
        self._handlers[signal.SIGTSTP] = signal.signal(signal.SIGTSTP, self._stopped)
        self._handlers[signal.SIGWINCH] = signal.signal(signal.SIGWINCH, self._resized)
        self._on()
        threading.Thread(target=self._read, name="keys", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._off()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    def _read(self) -> None:
        data = b"first"
        while data:
            try:
                data = os.read(self.fd, 1024)
            except OSError:
                data = b""
            for key in _keys(data):
                self.events.put(Pressed(key))

    def _on(self) -> None:
        self._before = termios.tcgetattr(self.fd)
        tty.setcbreak(self.fd, termios.TCSADRAIN)
        self._write(ENTER)

    def _off(self) -> None:
        if self._before is not None:
            before, self._before = self._before, None
            self._write(LEAVE)
            with contextlib.suppress(termios.error):  # the terminal itself is gone
                termios.tcsetattr(self.fd, termios.TCSADRAIN, before)

    def _write(self, codes: str) -> None:
        with contextlib.suppress(OSError):
            sys.stdout.write(codes)
            sys.stdout.flush()

    def _stopped(self, *_: object) -> None:
        self._off()
        mine = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)  # stops here, until the shell says SIGCONT
        signal.signal(signal.SIGTSTP, mine)
        self._on()
        self.events.put(Redraw())

    def _resized(self, *_: object) -> None:
        self.events.put(Redraw())


def _keys(data: bytes) -> list[str]:
    """The keys that were pressed; "" for the end of the input."""
    if not data:
        return [""]
    for code, key in _KEYS.items():
        data = data.replace(code, key.encode())
    return [] if data.startswith(b"\x1b") else list(data.decode("utf-8", "ignore"))


def _leave(number: int, _: FrameType | None) -> None:
    raise SystemExit(128 + number)
