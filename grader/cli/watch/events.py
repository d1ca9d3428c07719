"""What wakes `check --watch`: a save, a key, or the wish that the screen be drawn anew.

watchfiles tells of saves, by the system's notifications where there are any, or by looking. Only
Python files and notebooks count; an editor's temporary files and our own notes do not. A file that
is written beside its place and then moved there counts as saved.
"""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from collections.abc import Iterable
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
STEP_MS, DEBOUNCE_MS = 30, 200
"""A save is told once nothing more has come for so long, and after the second in any case."""
LOOK_MS = 200
ROUND_MS = 500
RETRY_SECONDS = 0.5


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

    def _tell(self, names: Iterable[str]) -> None:
        self.events.put(Saved(tuple(names)))

    def _watch(self) -> None:
        from watchfiles import Change, watch

        def counts(_: Change, path: str) -> bool:
            name = Path(path).name
            return name.endswith(ENDINGS) and not name.startswith(".")

        by_looking = False
        while not self._stop.is_set():
            self._look()
            try:
                for changes in watch(
                    self.folder, watch_filter=counts, step=STEP_MS, debounce=DEBOUNCE_MS,
                    rust_timeout=ROUND_MS, yield_on_timeout=True, stop_event=self._stop,
                    force_polling=True if by_looking else None, poll_delay_ms=LOOK_MS,
                    recursive=False,
                ):  # fmt: skip
                    names = sorted({Path(path).name for _, path in changes})
                    if names:
                        self._known = _state(self.folder)
                        self._tell(names)
                    elif _state(self.folder) != self._known:
                        break  # another folder has taken this one's place: nobody tells of that
            except FileNotFoundError:  # it is gone, and may come back
                self._stop.wait(RETRY_SECONDS)
            except (OSError, RuntimeError):  # no more watches are available: look instead
                by_looking = True
                self._stop.wait(RETRY_SECONDS)

    def _look(self) -> None:
        """Tell what changed unseen."""
        now = _state(self.folder)
        if now != self._known:
            before = self._known
            self._known = now
            self._tell(sorted({item[0] for item in {*now} ^ {*before}}))


def _state(folder: Path) -> list[tuple[str, int, int]]:
    """Names, times and sizes of the files that count."""
    found = []
    with contextlib.suppress(OSError):
        for path in sorted(folder.iterdir()):
            if path.name.endswith(ENDINGS) and not path.name.startswith("."):
                with contextlib.suppress(OSError):
                    stat = path.stat()
                    found.append((path.name, stat.st_mtime_ns, stat.st_size))
    return found
