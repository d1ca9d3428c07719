"""Find what an earlier program, or call, leaves behind that makes a later one go wrong, as JSON.

Runs on the untrusted side. Nobody is judged by what comes of it, and nobody trusts it.

    {"task": "between", "before": [[step, ...], ...], "steps": [...]}
    -> {"alone": [number, ...] or null, "found": null or
        {"first": place, "raises": true, "answer": [number, ...] or null,
         "kept": [[name, line, answer], ...]}}

An answer is null where there was an exception; nothing is found where no earlier program changes
it. `first` is the place in "before" of the last one that does, or null if it takes all of them;
`raises` says whether one of these ended in an exception. "kept" are the names, of the module, its
classes and functions, that hold something else after it than before, and give another answer if
that alone is put back: with that answer, and the line that changed last what is held, 0 if that was
not seen. Where an operator had changed them that raised an exception, several are joined by commas.

    {"task": "within", "steps": [...]}
    -> [{"answer": [item, ...] or null, "kept": [[name, line, answer], ...]}, ...]

Whoever knows nodes by their address may be right because other addresses come back: where a copy
of what a name held is kept, and not put back, the answer must stay as it was.

The second task is the same for the calls of one program: what a name holds is put back when each of
them ends. Here it may be an attribute of all nodes as well, ".mark"; and the line is one of the
function that was called, or of the first one below it that has more than one line, though it may
be another one that it calls which changes what is held.
This is done twice. In the second run each call of `build_topo` gets the same set, emptied: a new
one may have the address of the last, too.
"""

from __future__ import annotations

import functools
import sys
import types
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from grader.worker.inside.loading import StudentCode
from grader.worker.inside.student import StudentEngine
from grader.worker.inside.watched.keeping import (
    CACHING,
    COLLECTIONS,
    Cache,
    Inside,
    Kept,
    OfNodes,
    held_by,
    is_function,
)
from grader.worker.inside.watched.numbers import PLAIN
from grader.worker.inside.watched.settling import attributes_of

MOST_TRIED = 12
"""Names that are put back, one after the other."""
MOST_ALONE = 10
"""Earlier programs that are tried alone: the last ones, and as many of the first ones."""
Line = int
Path = list[tuple[types.CodeType, Line]]
Answer = list[Any] | None


def between(engine: StudentEngine, task: dict[str, Any], *_: object) -> dict[str, Any]:
    """What earlier programs leave behind for one that comes out right alone."""
    code, steps, before = engine.code, task["steps"], task["before"]
    alone = _Run(code).answer(steps)
    places = [*reversed(range(len(before)))]
    ways = [*places[:MOST_ALONE], *places[MOST_ALONE:][-MOST_ALONE:]]
    for first, earlier in [*((place, [before[place]]) for place in ways), (None, before)]:
        run = _Run(code)
        raises = [run.answer(each) is None for each in earlier]
        answer = run.answer(steps)
        if answer != alone:
            found = {
                "first": first, "raises": any(raises), "answer": answer,
                "kept": [*_kept(code, earlier, steps, answer)],
            }  # fmt: skip
            return {"alone": alone, "found": found}
    return {"alone": alone, "found": None}


def _kept(
    code: StudentCode, earlier: list[Any], steps: list[Any], wrong: Answer
) -> Iterator[tuple[str, Line, Answer]]:
    """The names with which another answer comes out if what they held is put back: one after the
    other, or those together that an operator changed which raised an exception."""
    run = _Run(code)
    was = {name: kept.look() for name, kept in run.kept().items()}
    for each in earlier:
        run.answer(each)
    now = {name: kept.look() for name, kept in run.kept().items()}
    changed = [name for name in now if was.get(name) != now[name]]
    for name in changed[:MOST_TRIED]:
        answers = []
        for is_put_back in (True, False):
            again = _Run(code)
            put_back = again.putting_back([], name)
            for each in earlier:
                again.answer(each)
            if is_put_back:
                put_back()
            answers.append(again.answer(steps))
        if answers[0] != wrong == answers[1]:
            yield name, _Run(code).line(name, earlier), answers[0]
    yield from _undone(code, earlier, steps, wrong)


def _undone(
    code: StudentCode, earlier: list[Any], steps: list[Any], wrong: Answer
) -> Iterator[tuple[str, Line, Answer]]:
    """The names, joined by commas, that an operator changed before it raised an exception, if
    another answer comes out with what they held before it."""
    answers = []
    for is_put_back in (True, False):
        run = _Run(code)
        undoing: dict[str, Callable[[], object]] = {}
        run.undoing = undoing
        for each in earlier:
            run.answer(each)
        if is_put_back:
            for put_back in undoing.values():
                put_back()
        answers.append(run.answer(steps))
    if undoing and answers[0] != wrong == answers[1]:
        first, *_ = undoing
        yield ",".join(undoing), _Run(code).line(first, earlier), answers[0]


def within(engine: StudentEngine, task: dict[str, Any], *_: object) -> list[dict[str, Any]]:
    """What the calls of one program leave behind for later ones."""
    return [_within(engine.code, task["steps"], one_set) for one_set in (False, True)]


def _within(code: StudentCode, steps: list[Any], one_set: bool) -> dict[str, Any]:
    changed: dict[str, None] = {}

    def compared(run: _Run, nodes: list[Any]) -> Callable[[], object]:
        was = {name: kept.look() for name, kept in run.kept(nodes).items()}

        def compare() -> None:
            now = run.kept(nodes)
            changed.update({name: None for name in now if was.get(name) != now[name].look()})

        return compare

    def answer(around: Around) -> Any:
        return _Run(code, around, one_set).whole(steps)

    wrong = answer(compared)
    kept = []
    for name in [*changed][:MOST_TRIED]:
        put_back = functools.partial(_Run.putting_back, name=name)
        found = answer(put_back)
        if found != wrong == answer(lambda *given, f=put_back: functools.partial(id, f(*given))):
            kept.append([name, _line_within(code, name, steps, one_set), found])
    return {"answer": wrong, "kept": kept}


def _line_within(code: StudentCode, name: str, steps: list[Any], one_set: bool) -> Line:
    """The line that changed what a name holds in the first call that does."""
    found: list[Line] = []

    def traced(run: _Run, nodes: list[Any]) -> Callable[[], object]:
        if found:
            return _nothing
        tracer = _Tracer(code, lambda: run.kept(nodes).get(name))
        sys.settrace(tracer.step)

        def end() -> None:
            sys.settrace(None)
            if place := tracer.ended():
                called = [function for function, _ in reversed(place)]
                first = next((each for each in called if _is_more(each)), called[0])
                found.append(next(line for function, line in place if function is first))

        return end

    _Run(code, traced, one_set).whole(steps)
    return found[0] if found else 0


def _is_more(function: types.CodeType) -> bool:
    """Whether a function has more lines than the one that calls another function."""
    return len({line for _, _, line in function.co_lines() if line is not None}) > 2


class _Run:
    """The student's module, executed afresh, and programs that run on it.

    around: is called before each call that a program makes, with the nodes, and what it returns
    after it. one_set: whether all calls of `build_topo` get one set.
    """

    def __init__(
        self, code: StudentCode, around: Around | None = None, one_set: bool = False
    ) -> None:
        self.code, self.around, self.one_set = code, around, one_set
        self.undoing: dict[str, Callable[[], object]] | None = None
        self.module = code.execute(["Value"])
        self.engine = _Calls(self)

    def whole(self, steps: list[Any]) -> Any:
        """The answer to a program; None if it raises an exception."""
        found = self.engine.answer(steps)
        return found if isinstance(found, list) else None

    def answer(self, steps: list[Any]) -> Answer:
        """The numbers that a program reads; None if it raises an exception."""
        found = self.whole(steps)
        if found is None or not all(type(each) in PLAIN for each in found):
            return None
        return [each if each - each == 0 else str(each) for each in map(float, found)]

    def line(self, name: str, earlier: list[Any]) -> Line:
        """The line that was the last one to change what a name holds."""
        tracer = _Tracer(self.code, lambda: self.kept().get(name))
        for each in earlier:
            sys.settrace(tracer.step)
            self.answer(each)
            sys.settrace(None)
            tracer.ended()
        return tracer.changed[0][1] if tracer.changed else 0

    def putting_back(self, nodes: list[Any], name: str) -> Callable[[], object]:
        """A function that puts back what a name holds now."""
        kept = self.kept(nodes).get(name)
        return (lambda: self.kept(nodes)[name].drop()) if kept is None else kept.copied()

    def kept(self, nodes: Sequence[Any] = ()) -> dict[str, Kept]:
        """What the module, its classes and its functions keep, by name; and these nodes."""
        found: dict[str, Kept] = {}
        for kept in self._all():
            found.setdefault(kept.name, kept)
        names = dict.fromkeys(name for node in nodes for name, _ in attributes_of(node))
        for name in names:
            if name not in ("data", "grad", "_prev"):
                found[f".{name}"] = OfNodes(f".{name}", nodes, name)
        return found

    def _all(self) -> Iterator[Kept]:
        names = self.module.__dict__
        functions: list[tuple[str, Any]] = []
        for name, value in [*names.items()]:
            if isinstance(value, type) and value.__module__ == self.module.__name__:
                for inner, held in [*vars(value).items()]:
                    if is_function(held):
                        functions.append((inner, held))
                    elif not inner.startswith("__"):
                        yield Kept(f"{name}.{inner}", value, inner)
            elif is_function(value):
                functions.append((name, value))
            elif not name.startswith("__") and not isinstance(value, type | types.ModuleType):
                yield Kept(name, self.module, name)
        seen: set[int] = set()
        while functions:
            name, value = functions.pop()
            function = getattr(value, "__func__", getattr(value, "fget", value))
            if id(function) in seen:
                continue
            seen.add(id(function))
            if isinstance(function, CACHING):
                yield Cache(name, function, "")
                functions.append((name, function.__wrapped__))
            if getattr(function, "__module__", "") != self.module.__name__:
                continue
            yield from (Kept(f"{name}.{each}", function, each) for each in vars(function)
                        if not each.startswith("__"))  # fmt: skip
            if isinstance(function, types.FunctionType):
                arguments = function.__code__.co_varnames[: function.__code__.co_argcount]
                given = function.__defaults__ or ()
                for argument, held in zip(reversed(arguments), reversed(given), strict=False):
                    if isinstance(held, COLLECTIONS):
                        yield Inside(argument, [held], "")
                for free, cell in zip(
                    function.__code__.co_freevars, function.__closure__ or (), strict=False
                ):
                    inner = held_by(cell, "cell_contents")
                    if is_function(inner):
                        functions.append((free, inner))
                    else:
                        yield Kept(free, cell, "cell_contents")


class _Calls(StudentEngine):
    """The student's functions, with something to do around each call of them."""

    def __init__(self, run: _Run) -> None:
        super().__init__(run.module.__dict__, run.code, 0, False, {})
        self.run_of = run
        self.visited: set[Any] = set()

    def apply(self, step: list[Any], nodes: dict[str, Any]) -> Any:
        run, was = self.run_of, {}
        if run.undoing is not None:
            was = {name: (kept.look(), kept.copied()) for name, kept in run.kept().items()}
        try:
            return super().apply(step, nodes)
        except Exception:
            if run.undoing is not None:
                now = run.kept()
                changed = {n: put for n, (held, put) in was.items() if now[n].look() != held}
                run.undoing.update(changed)
            raise

    def backward(self, root: Any, made: list[Any]) -> None:
        with self.around(made):
            super().backward(root, made)

    def zero(self, root: Any) -> None:
        with self.around([root]):
            super().zero(root)

    def topo(self, root: Any, made: list[Any], how: bool | str = False) -> list[int]:
        with self.around(made):
            return super().topo(root, made, how)

    def call_function(self, name: str, *arguments: Any) -> Any:
        if name == "build_topo" and self.run_of.one_set:
            self.visited.clear()
            arguments = arguments[0], self.visited, *arguments[2:]
        return super().call_function(name, *arguments)

    @contextmanager
    def around(self, nodes: list[Any]) -> Iterator[None]:
        begin = self.run_of.around
        after = _nothing if begin is None else begin(self.run_of, nodes)
        try:
            yield
        finally:
            after()


def _nothing() -> None:
    """What is done where nothing is put back."""


Around = Callable[[_Run, list[Any]], Callable[[], object]]


class _Tracer:
    """Which line of the student's changed last what a name holds: the path of functions and lines,
    innermost first."""

    def __init__(self, code: StudentCode, find: Callable[[], Kept | None]) -> None:
        self.files, self.find = code.numbered, find
        self.kept: Kept | None = None
        self.changed: Path = []
        self.last: Path = []
        self.was = self.look()

    def look(self) -> Any:
        self.kept = self.kept or self.find()
        return None if self.kept is None else self.kept.look()

    def step(self, frame: types.FrameType, event: str, _: object) -> Any:
        if frame.f_code.co_filename not in self.files:
            return None
        self.ended()
        if event in ("line", "return"):
            self.last = self.path(frame.f_back if event == "return" else frame)
        return self.step

    def ended(self) -> Path:
        """Look once more; where it was changed last."""
        now = self.look()
        if now != self.was:
            self.changed, self.was = self.last, now
        return self.changed

    def path(self, frame: types.FrameType | None) -> Path:
        found = []
        while frame is not None:
            cell = self.files.get(frame.f_code.co_filename)
            if cell is not None:
                found.append((frame.f_code, cell << 20 | (frame.f_lineno or 1)))
            frame = frame.f_back
        return found
