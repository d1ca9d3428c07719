"""What wakes `check --watch`: a save, a key, or the wish that the screen be drawn anew.

Saves are found by looking at the folder, which works on every file system and costs 0.1 % of a
processor. Only Python files and notebooks count; an editor's temporary files and our own notes do
not. A file that is written beside its place and then moved there counts as saved.
"""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import NamedTuple, TypeAlias

ROUND_SECONDS = 1.0
"""A signal that comes just before the wait begins does not end it; the next round hears of it."""


class Saved(NamedTuple):
    """The names of files that were saved."""

    names: tuple[str, ...]


class Pressed(NamedTuple):
    """A key; "" for the end of the input."""

    key: str


class Redraw(NamedTuple):
    """The window has another size, or the program goes on after Ctrl-Z."""


Event: TypeAlias = Saved | Pressed | Redraw
Queue: TypeAlias = SimpleQueue[Event]


class Inbox:
    """What threads and signal handlers have put into one queue, until it is dealt with.

    (`SimpleQueue.put` may be called in a signal handler; that of `Queue` may not.)
    """

    def __init__(self) -> None:
        self.queue: Queue = SimpleQueue()
        self.pending: deque[Event] = deque()

    def look(self) -> deque[Event]:
        """What is there already."""
        while not self.queue.empty():
            self.pending.append(self.queue.get())
        return self.pending

    def next(self) -> Event:
        """The next of them, as soon as there is one."""
        while not self.look():
            with contextlib.suppress(Empty):
                self.pending.append(self.queue.get(timeout=ROUND_SECONDS))
        return self.pending.popleft()


ENDINGS = (".py", ".ipynb")
LOOK_SECONDS = 0.1


class FileChanges:
    """Puts the names of files that change into a queue, until the end of the `with`.

    The folder may vanish and come back.
    """

    def __init__(self, folder: Path, events: Queue) -> None:
        self.folder = folder
        self.events = events
        self._stop = threading.Event()
        self._known = _state(folder)
        self._thread = threading.Thread(target=self._watch, name="file changes", daemon=True)

    def __enter__(self) -> FileChanges:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join(timeout=2)

    def _watch(self) -> None:
        """Run by a thread. What is still being written is told once a look finds it unchanged."""
        before = self._known
        while not self._stop.wait(LOOK_SECONDS):
            now = _state(self.folder)
            if now == before != self._known:
                names = sorted({name for name, _, _ in now ^ self._known})
                self._known = now
                self.events.put(Saved(tuple(names)))
            before = now


def _state(folder: Path) -> frozenset[tuple[str, int, int]]:
    """Names, times and sizes of the files that count."""
    found = []
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            if path.name.endswith(ENDINGS) and not path.name.startswith("."):
                with contextlib.suppress(OSError):
                    stat = path.stat()
                    found.append((path.name, stat.st_mtime_ns, stat.st_size))
    return frozenset(found)
