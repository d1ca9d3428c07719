"""Execute a student's file afresh, as often as asked, and say what went wrong in data.

Runs on the untrusted side and imports the standard library only. Nothing here is trusted by the
grader: all that the student's code does to these functions, it can change only its own answers.

* `StudentCode(source).execute()` runs the file (or a notebook's cells) in a new namespace.
* `describe(error)` turns an exception into a small record: kind, message, last student line.
* A module that is not there (torch, numpy, matplotlib) becomes a stand-in that raises
  `ModuleUnavailable` when it is used.
"""

from __future__ import annotations

import builtins
import linecache
import sys
import types
from collections.abc import Sequence
from typing import Any

from grader.worker.inside import source
from grader.worker.inside.standins import (
    ModuleUnavailable,
    Siblings,
    StandIns,
    no_debugger,
    not_there,
    stand_in,
)

MAX_TEXT = 300
RECURSION_LIMIT = 1000
MAX_LEFT_OUT = 40
"""So many top-level statements of a cell may be left out: for each the cell is run once more."""
MAX_LEFT_OUT_NOTICES = 10


_set_limit = sys.setrecursionlimit


class Failure(Exception):
    """A named failure that is not an exception of the student's own; carries its record."""

    def __init__(self, **record: Any) -> None:
        super().__init__(record.get("kind", ""))
        self.record = record


def wrong_type(what: str, slot: str, found: object, **more: str) -> Failure:
    """That something of the student's has the wrong type."""
    return Failure(kind="type", what=what, slot=slot, got=type(found).__name__[:60], **more)


class StudentCode:
    """The student's source, compiled once and executed once for every batch.

    `sent` is what the trusted side sent: name, cells, future_flags (for each cell what to
    compile it with), main (bool), siblings ({file: text}) and calls_rules (bool): a class may be
    without `backward`.
    """

    def __init__(self, sent: dict[str, Any]) -> None:
        self.name: str = sent["name"]
        self.main: bool = sent["main"]
        self.cells: list[str] = sent["cells"]
        self.future_flags: list[int] = sent["future_flags"]
        self.siblings: dict[str, str] = sent["siblings"]
        self.notices: list[str] = []
        self.left_out: list[str] = []
        self.files: set[str] = set(self.siblings)
        self.calls_rules: bool = sent.get("calls_rules", False)
        self._codes: list[types.CodeType | BaseException] | None = None
        self._finder = Siblings(self.siblings)
        self._left_out: dict[int, dict[int, str]] = {}
        self._instead: dict[str, object] = {}
        self._stand_ins = StandIns(self.notices, self._import_is_guarded)
        self.recursion_limit = self.highest_limit = RECURSION_LIMIT
        self._sent = sent
        self._change: source.Change | None = None
        self._added: dict[str, Any] = {}
        self._changed: StudentCode | None = None

    def changed(self, change: source.Change, added: dict[str, Any]) -> StudentCode:
        """The same source with changed syntax trees, and the names that these need; made once."""
        if self._changed is None:
            self._changed = StudentCode(self._sent)
            self._changed._change, self._changed._added = change, added
        return self._changed

    @property
    def numbered(self) -> dict[str, int]:
        """The file name of each cell, as frames have it, and its number from 0."""
        return {self._file_of(number + 1): number for number in range(len(self.cells))}

    @property
    def module_name(self) -> str:
        """What the module is called in which student code runs."""
        return "__main__" if self.main else "submission"

    def leave(self) -> None:
        """Let go of the module in which it ran last, and so of all that only this one keeps."""
        sys.modules[self.module_name] = types.ModuleType(self.module_name)

    def execute(self, needed: Sequence[str]) -> types.ModuleType:
        """A new module in which the student's code has run.

        `needed` are the names that must be there afterwards. Raises `Failure` with kind "syntax",
        "import" or "missing" when they are not.
        """
        self.notices[:] = self.left_out
        self._install_finders()
        _set_limit(self.recursion_limit)
        self.highest_limit = self.recursion_limit
        sys.setrecursionlimit = self._limit_is_set
        sys.breakpointhook = no_debugger
        module, name = types.ModuleType(self.module_name), self.module_name
        module.__file__ = self.name
        module.__dict__.update(self._added)
        sys.modules[name] = module
        first_failure: dict[str, Any] | None = None
        for number in range(1, len(self.cells) + 1):
            failure = self._execute_cell(number, module)
            if failure is None:
                continue
            if self._has_cells():
                failure["cell"] = number
            first_failure = first_failure or failure
            if failure["kind"] == "syntax" and not self.main:
                raise Failure(**failure)
        missing = [name for name in needed if name not in module.__dict__]
        nothing_there = len(missing) == len(needed)
        if missing and first_failure and (nothing_there or self._would_define(missing[0])):
            raise Failure(**first_failure)
        if missing:
            raise Failure(kind="missing", name=missing[0], names=_public_names(module))
        if first_failure is not None:
            self.notices.append(_forgiven(first_failure))
        return module

    def _limit_is_set(self, limit: int) -> None:
        """What student code calls as `sys.setrecursionlimit`: whoever sets it back has set it."""
        _set_limit(limit)
        self.highest_limit = max(self.highest_limit, limit)

    def _leave_out(self, number: int, error: BaseException) -> bool:
        """Leave out a top-level statement that asks for what the worker has not got.

        `np.random.seed(1)`, `xs = np.arange(5)`, a log file: no engine depends on it. If one
        does after all, the names that were bound there say what is missing when they are used.
        """
        what, line = not_there(error), _top_line(error, self._file_of(number))
        lines = self._left_out.setdefault(number, {})
        if not what or not line or line in lines or len(lines) == MAX_LEFT_OUT:
            return False
        if not source.can_do_without(self.cells[number - 1], line):
            return False
        lines[line] = f"__left_out_{number}_{line}__"
        self._instead[lines[line]] = stand_in(what)
        where = f"cell {number}, line {line}" if self._has_cells() else f"line {line}"
        if len(self.left_out) < MAX_LEFT_OUT_NOTICES:
            self.left_out.append(f"{where} was left out: {what}"[:MAX_TEXT])
            self.notices.append(self.left_out[-1])
        flags, file = self.future_flags[number - 1], self._file_of(number)
        text = self.cells[number - 1]
        self._compiled()[number - 1] = source.without(text, file, flags, lines, self._change)
        return True

    def _has_cells(self) -> bool:
        return len(self.cells) > 1 or self.main

    def _file_of(self, number: int) -> str:
        return f"{self.name}, cell {number}" if self.main else self.name

    def _import_is_guarded(self) -> bool:
        frame = sys._getframe(1)
        while frame is not None and frame.f_code.co_filename not in self.files:
            frame = frame.f_back  # type: ignore[assignment]
        if frame is None:
            return False
        file = frame.f_code.co_filename
        texts = [cell for number, cell in enumerate(self.cells, 1) if self._file_of(number) == file]
        texts.append(self.siblings.get(file, ""))
        return any(frame.f_lineno in source.guarded_imports(text) for text in texts)

    def _would_define(self, name: str) -> bool:
        """Whether the source defines the name at its top level, had it not raised before."""
        return any(source.defines(cell, name) for cell in self.cells)

    def _execute_cell(self, number: int, module: types.ModuleType) -> dict[str, Any] | None:
        code = self._compiled()[number - 1]
        try:
            if isinstance(code, BaseException):
                raise code
            module.__dict__.update(self._instead)
            exec(code, module.__dict__)
        except BaseException as error:
            if error is code:
                return _syntax_record(error)
            if self._leave_out(number, error):
                return self._execute_cell(number, module)
            record = self.describe(error)
            if record["kind"] == "exception":
                record["kind"] = "import"
                record["later"] = _defined_at(self.cells[number - 1], getattr(error, "name", ""))
            return record
        return None

    def _compiled(self) -> list[types.CodeType | BaseException]:
        if self._codes is None:
            files = [self._file_of(number) for number in range(1, len(self.cells) + 1)]
            self.files.update(files)
            for file, text in (*zip(files, self.cells, strict=True), *self.siblings.items()):
                linecache.cache[file] = (
                    len(text),
                    None,
                    [f"{line}\n" for line in text.split("\n")],
                    file,
                )
            cells = zip(self.cells, files, self.future_flags, strict=True)
            self._codes = [source.compiled(*cell, self._change) for cell in cells]
        return self._codes

    def _install_finders(self) -> None:
        for module in self._finder.names:
            sys.modules.pop(module, None)
        for module in self._stand_ins.made:
            sys.modules.pop(module, None)
        self._stand_ins.made.clear()
        ours = (self._finder, self._stand_ins)
        sys.meta_path[:] = [
            self._finder,
            *(finder for finder in sys.meta_path if finder not in ours),
            self._stand_ins,
        ]

    def describe(self, error: BaseException) -> dict[str, Any]:
        """A record of an exception: kind, type, message, and the last line of the student's."""
        if isinstance(error, Failure):
            return dict(error.record)
        record: dict[str, Any] = {"kind": "exception", **self.last_student_line(error)}
        for type_, kind in _KINDS:
            if isinstance(error, type_):
                record["kind"] = kind
                break
        record["type"] = str(type(error).__name__)[:80]
        record["message"] = _message_of(error)
        if type(error) is AttributeError:
            record["names"] = _names_beside(error)
        elif type(error) is NameError:
            record["names"] = _names_in_reach(error)
        return record

    def last_student_line(self, error: BaseException) -> dict[str, Any]:
        """File, line number, function and text of the innermost frame of student code; and which
        line called that function, where it is another one's or gave it what the error is about."""
        frames = []
        traceback = error.__traceback__
        while traceback is not None:
            if traceback.tb_frame.f_code.co_filename in self.files:
                frames.append((traceback.tb_frame, traceback.tb_lineno))
            traceback = traceback.tb_next
        if not frames:
            return {}
        frame, line = frames[-1]
        file = frame.f_code.co_filename
        text = linecache.getline(file, line).strip()[:MAX_TEXT]
        found = {"file": file, "line": line, "function": frame.f_code.co_name, "text": text}
        return {**found, **_called_from(frames, error)}


def _called_from(frames: list[tuple[types.FrameType, int]], error: BaseException) -> dict[str, Any]:
    """The line from which the last function was called by another one. If it was given the object
    whose attribute is missing, as an argument: the line that gave it as that argument first."""
    last = frames[-1][0]
    code = last.f_code
    thing = getattr(error, "obj", None) if type(error) is AttributeError else None
    given = [n for n in code.co_varnames[: code.co_argcount] if thing is not None]
    name = next((n for n in given if last.f_locals.get(n) is thing), "")
    for place in range(len(frames) - 2, -1, -1):
        frame, line = frames[place]
        if frame.f_code is code and (not name or frame.f_locals.get(name) is thing):
            continue
        told: dict[str, Any] = {"caller": line, "caller_file": frame.f_code.co_filename}
        if name:
            told |= {"argument": name, "position": given.index(name)}
            told["handed"] = str(type(thing).__name__)[:80]
        return told
    return {}


MAX_NAMES = 40
_KINDS: tuple[tuple[type[BaseException], str], ...] = (
    (NotImplementedError, "todo"),
    (RecursionError, "recursion"),
    (MemoryError, "memory"),
    (SystemExit, "exit"),
    (ModuleUnavailable, "module"),
)


def _top_line(error: BaseException, file: str) -> int:
    """The line of the file's top level at which this was raised, however deep; 0: at none."""
    traceback = error.__traceback__
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if code.co_filename == file and code.co_name == "<module>":
            return traceback.tb_lineno
        traceback = traceback.tb_next
    return 0


def _names_beside(error: AttributeError) -> str:
    """The attribute that was asked for, then those that the object has; nothing if its `data` has
    one of that name, which is meant then."""
    try:
        own = type(error.obj).__dictoffset__ != 0
        held = object.__getattribute__(error.obj, "__dict__") if own else {}
        if hasattr(held.get("data"), str(error.name)):
            return ""
        names = [n for n in object.__dir__(error.obj) if isinstance(n, str) and n[:2] != "__"]
        names = names if len(names) <= MAX_NAMES else _alike(str(error.name), names)
        return " ".join([str(error.name), *names[:MAX_NAMES]])[:MAX_TEXT]
    except BaseException:  # an object of the student's may refuse to be looked at
        return ""


def _names_in_reach(error: NameError) -> str:
    """The name that a function asked for, then those of its frame and module, and Python's own,
    that are about as long and begin or end alike."""
    traceback, name = error.__traceback__, str(error.name)
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    if traceback is None or traceback.tb_frame.f_code.co_name == "<module>":
        return ""
    frame = traceback.tb_frame
    known = [*frame.f_locals, *frame.f_globals, *vars(builtins)]
    return " ".join([name, *_alike(name, known)[:MAX_NAMES]])[:MAX_TEXT]


def _alike(name: str, known: list[str]) -> list[str]:
    """Names that are about as long and begin or end alike."""
    near = [
        n for n in known if isinstance(n, str) and abs(len(n) - len(name)) < 2 and n[:2] != "__"
    ]
    return [n for n in near if n[:1] == name[:1] or n[-1:] == name[-1:]]


def _message_of(error: BaseException) -> str:
    try:
        return str(error)[:MAX_TEXT]
    except BaseException:  # an exception class of the student's may refuse to be printed
        return ""


def _defined_at(text: str, name: object) -> int:
    """The line at the top level that defines a function or a class of this name; 0: none does."""
    starts = tuple(f"{word} {name}{end}" for word in ("def", "class") for end in "(:")
    lines = enumerate(text.split("\n"), 1)
    return next((number for number, line in lines if line.startswith(starts)), 0)


def _syntax_record(error: BaseException) -> dict[str, Any]:
    record: dict[str, Any] = {"kind": "syntax", "type": type(error).__name__}
    record["message"] = _message_of(error)
    if isinstance(error, (RecursionError, MemoryError)):  # of Python's own parser
        record["message"] = "it is nested too deeply, or too long, for Python to read"
    if isinstance(error, SyntaxError):
        record["message"] = str(error.msg)[:MAX_TEXT]
        record["line"] = error.lineno
        record["text"] = (error.text or "").strip()[:MAX_TEXT]
    return record


def _forgiven(failure: dict[str, Any]) -> str:
    where = f"cell {failure['cell']}" if "cell" in failure else "the file"
    line = f", line {failure['line']}" if failure.get("line") else ""
    return (
        f"{where}{line} raised {failure.get('type')}: {failure.get('message')}; "
        "what was defined by then is graded"
    )[:MAX_TEXT]


def _public_names(module: types.ModuleType) -> list[str]:
    """Names that the student did define: for "did you mean"."""
    return [
        name[:60]
        for name, value in module.__dict__.items()
        if not name.startswith("__") and callable(value)
    ][:40]
