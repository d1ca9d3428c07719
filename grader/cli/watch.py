"""`topograde check --watch`: check again whenever the student saves.

One exercise is looked at, and when it passes, the next. In a terminal keys ask for a hint, the list
or another exercise; without one the same is printed plainly, screen after screen. Everything that
costs time to start is kept: a save is answered by one fresh worker.

Saves are seen by looking at the folder, many times a second: it holds few files, may be anywhere,
and may vanish and come back. Only Python files and notebooks count; an editor's temporary files and
our own notes do not. A file that is written beside its place and then moved there counts as saved.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from types import FrameType
from typing import Any, NamedTuple, TypeAlias

from rich.console import Console
from rich.text import Text

from grader.checks.declare import Check
from grader.cli.commands.check import exercises_of, is_plain, print_lines, screen, view_of
from grader.cli.commands.hint import next_hint, shown_hints
from grader.course.course import Course, Exercise
from grader.errors import Exit
from grader.grading.own_files import is_notebook, named_files
from grader.grading.own_work import OwnWork
from grader.grading.progress import PASSED, Progress
from grader.judging.exercise import ExerciseRun
from grader.judging.report import CheckResult, Report
from grader.reports.student_view import View, drawn_lines
from grader.reports.terminal import marks_line
from grader.reports.view import DONE_HERE, STATE_MARKS, finished, first_failure
from grader.submissions.submission import UnreadableInput

KEYS = "h hint  f next failure  d draw  v all  l list  p n exercise  Enter again  q quit"
ENDING = frozenset({"q", "Q", "\x04", ""})
LEAVING = ENDING | frozenset("nNpP")


def fitted(lines: list[Text], keep: int, height: int, top: int) -> tuple[list[Text], int]:
    """Lines that fit the window, and the first of them: what is below stays in sight."""
    if len(lines) <= height:
        return lines, 0
    keep = min(keep + 1, height // 2)
    above, shown = lines[:-keep], max(height - keep - 1, 1)
    top = min(top, len(above) - shown)
    told = f"  ... (lines {top + 1} to {top + shown} of {len(above)}: j and k scroll)"
    return [*above[top : top + shown], Text(told, "dim"), *lines[-keep:]], top


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

LOOK_SECONDS = 0.05
QUIET_SECONDS = 0.03
"""A save counts once nothing more has come for so long."""
ENDINGS = (".py", ".ipynb")


class Inbox:
    """What has happened and was not dealt with: keys and signals, and what changed in the folder.

    (`SimpleQueue.put` may be called in a signal handler; that of `Queue` may not.)
    """

    def __init__(self, folder: Path) -> None:
        self.queue: Queue = SimpleQueue()
        self.pending: deque[Event] = deque()
        self._folder = folder
        self._told = self._last = _state(folder)
        self._since = 0.0

    def look(self) -> deque[Event]:
        """What is there already."""
        while not self.queue.empty():
            self.pending.append(self.queue.get())
        now, moment = _state(self._folder), time.monotonic()
        if now != self._last:
            self._last, self._since = now, moment
        elif now != self._told and moment - self._since >= QUIET_SECONDS:
            self.pending.append(Saved(tuple(sorted({name for name, *_ in now ^ self._told}))))
            self._told = now
        return self.pending

    def next(self) -> Event:
        """The next of them, as soon as there is one."""
        while not self.look():
            with contextlib.suppress(Empty):
                self.pending.append(self.queue.get(timeout=LOOK_SECONDS))
        return self.pending.popleft()


def _state(folder: Path) -> set[tuple[str, int, int]]:
    """Names, times and sizes of the files that count."""
    found = set()
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(ENDINGS) and not entry.name.startswith("."):
                with contextlib.suppress(OSError):
                    status = entry.stat()
                    found.add((entry.name, status.st_mtime_ns, status.st_size))
    return found


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
        threading.Thread(target=self._read_keys, name="keys", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._off()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    def _read_keys(self) -> None:
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


SETTLE_SECONDS = 0.15
"""A file that is not there may be about to be: editors move the new one into place."""


class Interrupted(Exception):
    """A check that is under way is not wanted any more: there is a newer save, or a key."""


def watch_work(course: Course, names: Sequence[str], work: Path | None) -> int:
    """Check, wait for a save, and so on until q, Ctrl-C or SIGTERM."""
    names, work = named_files(names, work)
    wanted = [name if is_notebook(name) else course.exercise(name).id for name in names]
    known = [name for name in wanted if not is_notebook(name)]
    with OwnWork(course, work, known) as own:
        inbox = Inbox(own.folder)
        asked = [course.exercise(name) for name in exercises_of(own, wanted)]
        watcher = Watcher(own, inbox, asked or list(course.exercises), has_keys())
        terminal = RawTerminal(inbox.queue) if watcher.has_keys else contextlib.nullcontext()
        with contextlib.suppress(KeyboardInterrupt), terminal:
            watcher.run()
        told = watcher.last_words()
    print_lines(told, Console(highlight=False), is_plain())
    return Exit.OK


class Watcher:
    """The loop, and what it shows."""

    def __init__(
        self, own: OwnWork, inbox: Inbox, exercises: Sequence[Exercise], has_keys: bool
    ) -> None:
        self.own = own
        self.inbox = inbox
        self.exercises = exercises
        self.current = exercises[0]
        self.has_keys = has_keys
        self.began = time.time()
        self.states: dict[str, str] = {}
        self.lines: list[Text] = []
        self.below: list[Text] = []
        self.top = 0
        """The first line that is shown, where the window is smaller than the screen."""
        self.report: Report | None = None
        self.further = 0
        """How many failing checks further on the one is that is shown."""
        self.full = False
        """Whether all of it is shown, and not only what fits."""
        self._actions: dict[str, Callable[[], None]] = {
            "h": self.hint,
            "l": self.overview,
            "p": lambda: self.step(-1),
            "n": lambda: self.step(1),
            "\n": self.check,
            "\r": self.check,
            "r": self.check,
            "f": self.another,
            "v": self.in_full,
            "d": self.graph,
            "?": self.show_keys,
            UP: lambda: self.scroll(-1),
            DOWN: lambda: self.scroll(1),
            PAGE_UP: lambda: self.scroll(-self.page),
            PAGE_DOWN: lambda: self.scroll(self.page),
        }

    def run(self) -> None:
        """Until a q, or the end of the input."""
        with contextlib.suppress(UnreadableInput):
            self.states = self.own.states()
        self._interruptible(self.advance)
        while True:
            match self.inbox.next():
                case Pressed(key) if key in ENDING:
                    return
                case Pressed(key):
                    self._interruptible(self._actions.get(key.lower(), lambda: None))
                case Saved(names):
                    self._interruptible(partial(self.saved, names))
                case Redraw():
                    self.draw()

    def _interruptible(self, action: Callable[[], None]) -> None:
        try:
            action()
        except Interrupted:
            return  # what interrupted it is dealt with by the loop

    def _runner(self, checks: Sequence[tuple[ExerciseRun, Check]]) -> list[CheckResult]:
        results = []
        for run, check in checks:
            for event in self.inbox.look():
                if isinstance(event, Saved) or (
                    isinstance(event, Pressed) and event.key in LEAVING
                ):
                    raise Interrupted
            results.append(run.result(check))
        return results

    # What is done.

    def advance(self) -> None:
        """Check from the current exercise on, to the first with something left to do here."""
        start = self.exercises.index(self.current)
        for exercise in [*self.exercises[start:], *self.exercises[:start]]:
            if self.states.get(exercise.id) not in DONE_HERE:
                self.current = exercise
                self.check()
                if self.states.get(exercise.id) not in DONE_HERE:
                    return
        if not self.lines:
            self.check()

    def saved(self, names: Sequence[str]) -> None:
        """Look at the exercise that was saved, otherwise again at the current one."""
        files = self.own.files  # one that has a name of its own is known by it
        saved = [e for e in self.exercises if files.get(e.id, e.file_name) in names]
        if saved and self.current not in saved:
            self.current = saved[0]
        self.check()
        if self.states.get(self.current.id) == PASSED:
            passed = self.current
            self.advance()
            if self.current is not passed:
                self.below = [
                    Text(
                        f"{passed.id} passes. On to {self.current.id}.",
                        "bold green",
                    )
                ]
                self.draw()

    def check(self) -> None:
        """Check the current exercise and show it."""
        started = time.monotonic()
        try:
            deadline = started + SETTLE_SECONDS
            while not self._is_there() and time.monotonic() < deadline:
                time.sleep(SETTLE_SECONDS / 15)
            self.report, self.further = None, 0
            report, self.states = self.own.check([self.current.id], self._runner)
        except UnreadableInput as error:
            self.lines = [Text(f"{error}. Waiting for it.", "yellow")]
        else:
            self.report = report
            self.lines = self.screen(report)
        seconds = time.monotonic() - started
        told = f"checked {self.current.file_name} in {seconds:.2f} s{self._when_saved()}"
        self.below, self.top = [Text(told, "dim")], 0
        self.draw()

    def _when_saved(self) -> str:
        """The time of a save since the watch began, as the clock on the wall says it."""
        with contextlib.suppress(OSError):
            saved = (self.own.folder / self.current.file_name).stat().st_mtime
            if saved < self.began:
                return ""
            return f", saved at {time.strftime('%H:%M:%S', time.localtime(saved))}"
        return ""

    def _is_there(self) -> bool:
        return (self.own.folder / self.current.file_name).is_file()

    def screen(self, report: Report) -> list[Text]:
        """The one screen of the current exercise."""
        return screen(self.own, self._view(report))

    def _view(self, report: Report) -> View:
        return view_of(
            self.own, report, self.states, [self.current.id], True, self.full, self.further
        )

    def another(self) -> None:
        """Show the next failing check of the same exercise."""
        self.further += 1
        self._show_again()

    def in_full(self) -> None:
        """Show all that is known, or again what fits the window."""
        self.full = not self.full
        self._show_again()

    def _show_again(self) -> None:
        if self.report is not None:
            self.lines, self.below, self.top = self.screen(self.report), [], 0
        self.draw()

    def graph(self) -> None:
        """Show the graph of the failing check."""
        if self.report is not None and not finished(self.report.exercises[0]):
            exercise = self.report.exercises[0]
            first = first_failure(exercise, self.further)
            self.lines, self.below = drawn_lines(self._view(self.report), exercise, first), []
            self.top = 0
        self.draw()

    def step(self, by: int) -> None:
        """Go to the previous or the next exercise."""
        place = (self.exercises.index(self.current) + by) % len(self.exercises)
        self.current = self.exercises[place]
        self.check()

    @property
    def page(self) -> int:
        """How many lines a page key goes: most of the window."""
        return max(Console().height - 6, 1)

    def scroll(self, by: int) -> None:
        """Show what is above or below what is shown."""
        self.top = max(self.top + by, 0)
        self.draw()

    def hint(self) -> None:
        """Show the next hint below the screen."""
        with Progress.alone(self.own.folder) as self.own.progress:
            lines = list(next_hint(self.current, self.own.progress, watching=True))
            fault = self.own.progress.save()
        self.below = [Text(line) for line in [*lines, *([fault] if fault else [])]]
        self.draw()

    def overview(self) -> None:
        """Show how every exercise stands."""
        self.below = []
        for exercise in self.own.course.exercises:
            state = self.states.get(exercise.id, "not checked")
            sign, _, colour = STATE_MARKS[state]
            here = ">" if exercise is self.current else " "
            hints = self.own.progress.hints.get(exercise.id, 0)
            told = f"{here} {exercise.number:2} {exercise.id:20}"
            line = Text.assemble(told, (f"{sign} {state}", colour))
            line.append(f"   hints seen: {hints}" if hints else "", "dim")
            self.below.append(line)
        self.top = 0
        self.draw(only_below=True)

    def show_keys(self) -> None:
        """Show the keys and the hints that were seen."""
        shown = shown_hints(self.current, self.own.progress.hints.get(self.current.id, 0))
        self.below = [Text(line) for line in shown]
        self.draw()

    # What is shown.

    def draw(self, only_below: bool = False) -> None:
        """The screen, what is below it, and the keys."""
        console = Console(highlight=False)
        lines = [*([] if only_below else self.lines), Text(""), *self.below]
        if self.has_keys:
            lines, self.top = fitted(lines, len(self.below), console.height - 1, self.top)
            sys.stdout.write(CLEAR)
            print_lines(lines, console, is_plain())
            sys.stdout.write(KEYS)
        else:
            print_lines([*lines, Text("-" * 40)], console, is_plain())
        sys.stdout.flush()

    def last_words(self) -> list[Text]:
        """What is left on the terminal at the end."""
        if not self.states or not self.has_keys:
            return []
        return marks_line(self.own.course, self.states, None, 80, is_plain())
