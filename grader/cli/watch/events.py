"""What `check --watch` waits for: a save, a key, or the wish that the screen be drawn anew.

Each comes from a thread or a signal handler of its own and is put into one queue; the main thread
takes them out. (`SimpleQueue.put` may be called in a signal handler; that of `Queue` may not.)
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TypeAlias

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


ROUND_SECONDS = 1.0
"""A signal that comes just before the wait begins does not end it; the next round hears of it."""


@dataclass(frozen=True, slots=True)
class Saved:
    """The names of files that were saved."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pressed:
    """A key; "" for the end of the input."""

    key: str


@dataclass(frozen=True, slots=True)
class Redraw:
    """The window has another size, or the program goes on after Ctrl-Z."""


Event: TypeAlias = Saved | Pressed | Redraw
Queue: TypeAlias = SimpleQueue[Event]


@dataclass(slots=True)
class Waiting:
    """What has come and was not dealt with yet."""

    queue: Queue
    saved: dict[str, None] = field(default_factory=dict)
    keys: list[str] = field(default_factory=list)

    def wait(self) -> None:
        """Until something comes."""
        while True:
            try:
                self._take(self.queue.get(timeout=ROUND_SECONDS))
            except Empty:
                continue
            return self.look()

    def look(self) -> None:
        """Take what is there already."""
        while not self.queue.empty():
            self._take(self.queue.get())

    def take(self) -> tuple[list[str], list[str]]:
        """The names of the files that were saved and the keys that were pressed, once."""
        saved, keys = [*self.saved], self.keys
        self.saved, self.keys = {}, []
        return saved, keys

    def _take(self, event: Event) -> None:
        match event:
            case Saved(names):
                self.saved |= dict.fromkeys(names)
            case Pressed(key):
                self.keys.append(key)
