"""What `check --watch` waits for: a save, a key, or the wish that the screen be drawn anew.

Each comes from a thread or a signal handler of its own and is put into one queue; the main thread
takes them out. (`SimpleQueue.put` may be called in a signal handler; that of `Queue` may not.)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import TypeAlias

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
