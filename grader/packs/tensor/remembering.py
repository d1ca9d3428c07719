"""Beside student code: run a program on arrays that remember how and where they were made.

Runs on the untrusted side, on the student's module executed afresh, with a NumPy of ours whose
arrays are `Remembering`. Nobody is judged by what comes of it, and nobody trusts it. Nodes, lines,
rules, calls, events and bounds are recorded as of numbers (`grader.worker.inside.watched.run`).

    {"task": "remember", "steps": [...]}
    -> {"look": {...}, "trees": [[code, parts, given, place, when], ...],
        "writes": [[node, attribute, kind, tree, place, when], ...], and what a watched run records}

"look" is what `inside` says. A tree is how an array was made: its code, its operands, and what was
given by name; `["t", 3]` is a tree, `["c", [0, 1]]` a constant, ["u"] what is not known. The code
"held" has a node and an attribute. A write is of kind STORED (an attribute was set), or INSIDE (its
array was changed in place), and the tree is what is there then. Attribute 0 is data, 1 is grad.
"""

from __future__ import annotations

import sys
import types
from typing import Any

import numpy as np

from grader.packs.tensor import inside
from grader.worker.inside.loading import StudentCode
from grader.worker.inside.student import StudentEngine
from grader.worker.inside.watched.handling import Mentions, mentions
from grader.worker.inside.watched.numbers import CLOCK, MOST_EVENTS, MOST_NUMBERS
from grader.worker.inside.watched.rewriting import NAMES, names, rewritten
from grader.worker.inside.watched.run import Record, Seen, TooMuch

STORED, INSIDE = 0, 1
COPIES = ("np.copy", "np.array", "np.asarray", "copy", "astype")
"""What makes the same array once more."""
DEPTH = 6
METHODS = (
    "sum mean max min prod reshape transpose swapaxes copy astype ravel flatten squeeze dot repeat"
).split()
"""Methods of arrays whose results remember."""
MAKERS = ("array", "asarray", "asanyarray", "ascontiguousarray", "zeros", "ones", "full", "empty")
"""Functions that drop a subclass without asking."""
_UNKNOWN = ["u"]
_type, _array = type, np.asarray


class Remembering(np.ndarray):  # type: ignore[misc]
    """An array that remembers. loose: NumPy itself would have given a number here."""

    how: Any = None
    label: Any = None
    loose = False

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **more: Any) -> Any:
        plain, out = [bare(each) for each in inputs], more.pop("out", None)
        code = ufunc.__name__ if method == "__call__" else f"{ufunc.__name__}.{method}"
        before = tree(code, inputs, more)
        if out is not None:
            getattr(ufunc, method)(*plain, out=tuple(map(bare, out)), **_bare_all(more))
            return _changed(out[0], before)
        found = getattr(ufunc, method)(*plain, **_bare_all(more))
        if method == "at":
            _changed(inputs[0], before)
            return None
        return made(found, before)

    def __array_function__(self, function: Any, _: Any, args: Any, more: Any) -> Any:
        before = tree(f"np.{function.__name__}", args, more)
        return made(function(*_bare_all(args), **_bare_all(more)), before)

    def __getitem__(self, index: Any) -> Any:
        return made(bare(self)[_bare_all(index)], tree("getitem", (self, index), {}))

    def __setitem__(self, index: Any, value: Any) -> None:
        before = tree("setitem", (self, index, value), {})
        bare(self)[_bare_all(index)] = bare(value)
        _changed(self, before)

    def fill(self, value: Any) -> None:
        """Set every entry."""
        before = tree("setitem", (self, ..., value), {})
        np.ndarray.fill(self, bare(value))
        _changed(self, before)

    @property
    def T(self) -> Any:
        """The transpose."""
        return made(bare(self).T, tree("T", (self,), {}))


def _method(name: str) -> Any:
    def method(self: Any, *args: Any, **more: Any) -> Any:
        before = tree(name, (self, *args), more)
        return made(getattr(bare(self), name)(*_bare_all(args), **_bare_all(more)), before)

    return method


def _in_place(name: str, plain: str) -> Any:
    def method(self: Any, other: Any) -> Any:
        if self.loose:  # a number is not changed in place
            return getattr(self, plain)(other)
        return getattr(np.ndarray, name)(self, other)

    return method


for _name in METHODS:
    setattr(Remembering, _name, _method(_name))
for _name in ("add", "sub", "mul", "truediv"):
    setattr(Remembering, f"__i{_name}__", _in_place(f"__i{_name}__", f"__{_name}__"))


def bare(item: Any) -> Any:
    """The same array without memory."""
    if not isinstance(item, Remembering):
        return item
    plain = np.ndarray.view(item, np.ndarray)
    return plain[()] if item.loose else plain


def _bare_all(item: Any) -> Any:
    kind = _type(item)
    if kind in (tuple, list):
        return kind(_bare_all(each) for each in item)
    return {key: bare(each) for key, each in item.items()} if kind is dict else bare(item)


def made(found: Any, how: Any) -> Any:
    """What NumPy gave, with its memory; itself if it is no array of numbers."""
    loose = isinstance(found, np.generic)
    plain = _array(found) if loose else found
    if _type(plain) is not np.ndarray or plain.dtype.kind not in "fiub":
        return found
    if loose and plain.dtype.kind == "b":
        return found
    result: Any = plain.view(Remembering)
    result.how, result.loose = how, loose
    return result


def tree(code: str, parts: Any, given: Any) -> Any:
    """How an array is made: this is what it remembers."""
    return (
        code, tuple(map(_part, parts)), {k: _part(v) for k, v in given.items() if k != "dtype"},
        CLOCK.place(), CLOCK.tick(),
    )  # fmt: skip


def _part(item: Any) -> Any:
    if isinstance(item, Remembering):
        return item.label or item.how or _UNKNOWN
    constant = _constant(item, 0)
    return _UNKNOWN if constant is _UNKNOWN else ["c", constant]


def _constant(item: Any, depth: int) -> Any:
    """A number, an index or a shape as JSON; `_UNKNOWN` for anything else."""
    if item is None or _type(item) in (int, bool):
        return item
    if _type(item) is str and len(item) <= 40:
        return ["text", item]
    if isinstance(item, (np.number, float, int)):
        number = item.item() if isinstance(item, np.number) else float(item)
        return number if number - number == 0 else _UNKNOWN
    if _type(item) is slice:
        found = [_constant(each, depth) for each in (item.start, item.stop, item.step)]
        return _UNKNOWN if _UNKNOWN in found else ["slice", *found]
    if item is ...:
        return ["..."]
    if isinstance(item, np.ndarray) and item.size <= 40:
        item = bare(item).tolist()
        return ["rows", item] if isinstance(item, list) else item
    if _type(item) in (tuple, list) and len(item) <= 40 and depth < 3:
        found = [_constant(each, depth + 1) for each in item]
        kind = "tuple" if _type(item) is tuple else "rows"
        return _UNKNOWN if any(each is _UNKNOWN for each in found) else [kind, found]
    return _UNKNOWN


def _changed(target: Any, how: Any) -> Any:
    """An array was changed in place: it, and whatever attribute holds its memory, is another."""
    if isinstance(target, Remembering):
        target.how = how
        _Run.seen.inside(target, how)
    return target


class _Run:
    """The run that is going on."""

    seen: _Seen


class _Seen(Seen):
    """What happens, with what is written to the attributes of tensors."""

    def __init__(self, names: Mentions) -> None:
        super().__init__(names)
        self.writes: list[list[Any]] = []
        self.holding: list[Any] = []
        self.labels: dict[int, Any] = {}
        self.behind: dict[int, int | None] = {}
        """By address: the only tensor that an object of the student's own belongs to."""
        self.kept: list[Any] = []

    def known(self, thing: Any) -> int | None:
        number = super().known(thing)
        return self.behind.get(id(thing)) if number is None else number

    def written(self, node: Any, name: str, value: Any) -> Any:
        is_own = _type(value).__module__ == _type(node).__module__
        if is_own and not isinstance(value, _type(node)):
            number = self.node(node)
            is_one = self.behind.setdefault(id(value), number) == number
            self.behind[id(value)] = number if is_one else None
            self.kept.append(value)
        if name in ("_prev", "_backward"):
            return super().written(node, name, value)
        attribute = {"data": 0, "grad": 1}.get(name.strip("_"))
        if attribute is None or not isinstance(value, (np.ndarray, np.generic, float, int)):
            return value
        label = ["held", self.node(node), attribute]
        if getattr(value, "label", None) == label:  # after `node.grad += ...`
            return value
        self.note([*label[1:], STORED, _part(value), CLOCK.place(), CLOCK.tick()])
        if not isinstance(value, (np.ndarray, np.generic)):
            return value
        held = made(bare(value), _part(value))
        self.known_as(getattr(value, "how", None), label)
        if isinstance(held, Remembering):
            held.label = label
            held.loose = isinstance(value, np.generic) or getattr(value, "loose", False)
            self.holding.append(held)
        return held

    def known_as(self, how: Any, label: Any) -> None:
        """What an attribute holds is known by it wherever it is used, also before it was stored."""
        while isinstance(how, tuple) and how[0] in COPIES and isinstance(how[1][0], tuple):
            self.labels[id(how)], how = label, how[1][0]
        if isinstance(how, tuple) and how[0] != "held":
            self.labels[id(how)] = label
            self.kept.append(how)  # so that its address is not another's

    def at_the_end(self, tensors: Any) -> None:
        """What attributes hold that were never seen to be set: properties, slots of others."""
        seen = {(write[0], write[1]) for write in self.writes}
        for each in tensors:
            for attribute, name in enumerate(("data", "grad")):
                value, node = getattr(each, name, None), self.node(each)
                if (node, attribute) in seen or not isinstance(value, Remembering) or not value.how:
                    continue
                self.known_as(value.how, ["held", node, attribute])
                place = value.how[3] if isinstance(value.how, tuple) else ()
                self.note([node, attribute, STORED, value.how, place, CLOCK.tick()])

    def inside(self, target: Any, how: Any) -> None:
        """Note what a change in place is to the attributes that hold the array."""
        for held in self.holding:
            if held is target or np.may_share_memory(bare(held), bare(target)):
                found = how if held is target else _UNKNOWN
                self.note([*held.label[1:], INSIDE, found, CLOCK.place(), CLOCK.tick()])

    def note(self, write: list[Any]) -> None:
        if len(self.writes) == MOST_EVENTS:
            raise TooMuch
        self.writes.append(write)


def _numpy() -> types.ModuleType:
    """A module like NumPy, whose arrays remember."""
    module = types.ModuleType("numpy", np.__doc__)
    module.__dict__.update(np.__dict__)
    for name in MAKERS:
        setattr(module, name, _maker(getattr(np, name), name))
    return module


def _maker(function: Any, name: str) -> Any:
    def maker(*args: Any, **more: Any) -> Any:
        found = function(*_bare_all(args), **_bare_all(more))
        first = args[0] if args else None
        if not isinstance(first, Remembering):
            return made(found, tree(f"np.{name}", args, more))
        same = found.dtype == first.dtype and np.may_share_memory(found, bare(first))
        if name != "array" and same:
            return first
        return made(found, tree("np.copy", (first,), {}))

    return maker


def kind_of(real: Any, value: Any) -> Any:
    """What `type(value)` is without memory."""
    return real(bare(value)) if isinstance(value, Remembering) else real(value)


def remember(engine: StudentEngine, task: dict[str, Any], *_: object) -> dict[str, Any]:
    """The record of one program."""
    called, _kind = NAMES["type"]
    code = engine.code.changed(rewritten, {**names(), called: kind_of})
    name = code.module_name
    before = {each: sys.modules[each] for each in ("numpy", name)}
    sys.modules["numpy"] = _numpy()
    CLOCK.now, CLOCK.files = 0, code.numbered
    try:
        return _record(code.execute(["Tensor"]).__dict__, code, task)
    finally:
        sys.modules.update(before)


def _record(module: dict[str, Any], code: StudentCode, task: dict[str, Any]) -> dict[str, Any]:
    _Run.seen = seen = _Seen(mentions(tuple(code.cells)))
    kinds = [k for k in getattr(module["Tensor"], "__mro__", ())
             if k.__module__ == module["Tensor"].__module__]  # fmt: skip
    if kinds:
        seen.watch_attributes(kinds[-1])
    held: dict[str, Any] = {}
    engine = _Watched(module, code, 0, False, {})
    engine.seen = seen
    sys.settrace(seen.step)
    try:
        look = inside.tensor(engine, {**task, "look": True}, held, [])
    finally:
        sys.settrace(None)
    tensors = {slot: each for slot, each in held.items() if isinstance(each, tuple(kinds))}
    seen.at_the_end(tensors.values())
    told = _Telling(seen, [tensors.get(slot) for slot in look["nodes"]])
    return {**told.as_json(), "look": look}


class _Watched(StudentEngine):
    """The student's engine, which tells when a call goes on."""

    seen: _Seen

    def call_method(self, node: Any, name: str) -> Any:
        with self.seen.call(0, node):
            return super().call_method(node, name)

    def zero(self, root: Any) -> None:
        with self.seen.call(1, root):
            super().zero(root)


class _Telling(Record):
    """What was seen, with the trees of arrays, each once."""

    def __init__(self, seen: _Seen, listed: list[Any]) -> None:
        super().__init__(seen, listed, [], None)
        self.labels, self.writes = seen.labels, seen.writes
        self.trees: list[list[Any]] = []
        self.known: dict[int, int] = {}
        self.kept: list[Any] = []

    def as_json(self) -> dict[str, Any]:
        writes = [[*w[:3], self.written(w[3]), self.path(w[4]), w[5]] for w in self.writes]
        return {**super().as_json(), "writes": writes, "trees": self.trees}

    def written(self, how: Any) -> Any:
        """What is written, by what it is made of and not by who holds it."""
        return self.part(how, 0, self.labels.get(id(how)))

    def part(self, item: Any, depth: int, own: Any = None) -> Any:
        if _type(item) is list:
            return item
        label = self.labels.get(id(item))
        if label is not None and label != own:
            return label
        if depth > DEPTH * 4:
            return _UNKNOWN
        if id(item) not in self.known:
            code, parts, given, place, when = item
            told = [
                code, [self.part(each, depth + 1, own) for each in parts],
                {key: self.part(each, depth + 1, own) for key, each in given.items()},
                self.path(place), when,
            ]  # fmt: skip
            if len(self.trees) == MOST_NUMBERS:
                raise TooMuch
            self.trees.append(told)
            self.kept.append(item)
            self.known[id(item)] = len(self.trees) - 1
        return ["t", self.known[id(item)]]
