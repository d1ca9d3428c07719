"""The record of a run on arrays that remember, read strictly, worked out again and printed.

The worker's reply (`remembering`) is trusted in nothing. An expression is printed only if it gives,
worked out here from the arrays that the law looked at, the very array that it is said to have made;
it has functions of a closed table, attributes of this program's tensors, and numbers.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, repeat
from math import prod
from typing import Any

import numpy as np

from grader.explain.watching.expressions import MOST_TERMS, computed
from grader.explain.watching.graph import Graph, Operation
from grader.explain.watching.record import (
    DATA,
    GRAD,
    Handled,
    Number,
    OperatorCall,
    Place,
    Reader,
    RuleRun,
    Unbelievable,
    items_of,
    whole,
)
from grader.explain.watching.source import SourceText
from grader.judging.exercise import ExerciseRun
from grader.packs.tensor.below import below_of
from grader.packs.tensor.judged import same_array
from grader.packs.tensor.listing import Step
from grader.packs.tensor.operators import Array
from grader.packs.tensor.program import Program
from grader.packs.tensor.seen import Seen, seen_in
from grader.packs.tensor.unseen import leaves_alone_hold, with_due
from grader.programs.listing import ATOM, UNARY, Text, wrapped
from grader.worker.inside.watched.numbers import MOST_EVENTS, MOST_NUMBERS

LARGEST, MOST_ENTRIES = 4096, 1_000_000
"""Of a number that is given, and of what operands may come to: no more is worked out."""

SIGNS = {"add": "+", "subtract": "-", "multiply": "*", "divide": "/", "matmul": "@", "power": "**",
         "greater": ">", "less": "<", "greater_equal": ">=", "less_equal": "<="}  # fmt: skip
UFUNCS = ("exp", "log", "tanh", "sqrt", "square", "maximum", "minimum", "sign", "absolute",
          "reciprocal", "negative", "cosh", "log1p", "expm1", "conjugate")  # fmt: skip
CALLS = ("sum", "mean", "max", "amax", "transpose", "swapaxes", "expand_dims", "broadcast_to",
         "squeeze", "reshape", "where", "zeros_like", "ones_like", "full_like", "outer", "dot",
         "zeros", "ones", "full", "moveaxis", "copy", "ravel", "clip", "matmul",
         "einsum")  # fmt: skip
POWERS = {"square": "2", "reciprocal": "-1"}
CHOOSING = ("where", "clip")
"""What gives other arrays other entries, also where these are as they were."""
TURNING = ("T", "transpose", "swapaxes")
"""What gives the entries of other shapes another order."""
METHODS = ("sum", "mean", "max", "min", "reshape", "transpose", "swapaxes", "ravel", "flatten",
           "squeeze", "dot", "copy", "astype")  # fmt: skip
SILENT = ("np.copy", "copy", "astype", "np.array", "np.asarray")
"""What makes the same array again: it is not printed."""
_LETTERS = re.compile(r"[a-zA-Z.]{0,12}(,[a-zA-Z.]{0,12}){0,3}->[a-zA-Z.]{0,12}")
"""What `np.einsum` takes."""
KEYWORDS = ("axis", "keepdims", "axes", "shape")


@dataclass(frozen=True, slots=True)
class Tree:
    """How an array was made, where and when. A part is a tree, ("c", constant) or None."""

    code: str
    parts: tuple[Any, ...]
    given: Mapping[str, Any]
    place: Place
    when: int

    def all(self) -> Iterator[Tree]:
        """It and what it is made of, from the top."""
        waiting, seen = [self], set[int]()
        while waiting:
            each = waiting.pop(0)
            if id(each) not in seen:
                seen.add(id(each))
                yield each
                waiting += [part for part in each.parts if isinstance(part, Tree)]


@dataclass(frozen=True, slots=True)
class Write:
    """What was written to an attribute of a tensor: `tree` is what is there then."""

    node: int
    attribute: int
    inside: bool
    tree: Any
    place: Place
    when: int


class Memory(Reader):
    """The record of one run of a program."""

    def __init__(self, raw: Any, program: Program, lengths: Sequence[int]) -> None:
        super().__init__(raw, (), lengths)
        seen = seen_in(program, raw["look"])
        if seen is None:
            raise Unbelievable
        self.seen: Seen = _as_due(program, seen)
        self.trees: list[Tree] = []
        for each in self.items("trees", MOST_NUMBERS):
            self.trees.append(self._tree(*items_of(each, 5)))
        self.writes = [
            self._write(*items_of(each, 6)) for each in self.items("writes", MOST_EVENTS)
        ]
        self.watched = self.record()
        known = zip(raw["look"]["nodes"], self.watched.made, strict=True)
        self.slots = {slot: number for slot, number in known if number is not None}
        self.names = {number: slot for slot, number in self.slots.items()}
        self.program, self.steps = program, program.steps
        self.begun = min((call.begins for call in self.watched.calls), default=0)

    def graph(self) -> Graph:
        """The run as the general room looks at one: who wrote what when, of which others' gradients
        and data. A number stands for each array: 0 for one of zeros."""
        numbers: list[Number] = []
        last: dict[tuple[int, int], int] = {}
        for write in self.writes:
            trees = [*write.tree.all()] if isinstance(write.tree, Tree) else []
            parts = [last[e.parts] for e in trees if e.code == "held" and e.parts in last]
            array = self.worked_out(trees[0]) if trees else None
            value = math.nan if array is None else float(np.abs(array).max(initial=0.0))
            place = trees[0].place if trees else ()
            code = "+" if parts else "plain"
            numbers.append(Number(code, value, place, write.when, tuple(parts)))
            last[write.node, write.attribute] = len(numbers)
            made = (len(numbers) - 1,)
            held = Number("held", value, write.place, write.when, made, write.node, write.attribute)
            numbers.append(held)
        none = (None,) * self.count
        graph = Graph(
            replace(
                self.watched,
                numbers=tuple(numbers),
                nodes=tuple(replace(node, data=None) for node in self.watched.nodes),
                calls=tuple(replace(c, before=none, after=none) for c in self.watched.calls),
            )
        )
        made_by = ((self.slots.get(s[1]), s) for s in self.steps if s[0] == "apply")
        graph.own = {node: self._operation(s, node) for node, s in made_by if node is not None}
        handled = tuple(self._handled(graph))
        rules = self.watched.rules or tuple(self._rules(graph))
        graph.record = replace(graph.record, handled=handled, rules=rules)
        return graph

    def _rules(self, graph: Graph) -> Iterator[RuleRun]:
        """Whose rule ran when, by whose gradient is in what was written: not every engine keeps its
        rules where they can be seen to run. The place is the line of the walk."""
        last: RuleRun | None = None
        for write in self.writes:
            if write.attribute != GRAD or write.when <= self.begun:
                continue
            trees = [*write.tree.all()] if isinstance(write.tree, Tree) else []
            held = {e.parts[0] for e in trees if e.code == "held" and e.parts[1] == GRAD}
            above = held - {write.node}
            if len(above) != 1 or not above <= graph.own.keys():
                continue
            (node,) = above
            if last is not None and last.node == node:
                last = replace(last, ends=write.when + 1)
                continue
            if last is not None:
                yield last
            last = RuleRun(node, write.when - 1, write.when + 1, None, write.place[-1:])
        if last is not None:
            yield last

    def _handled(self, graph: Graph) -> Iterator[Handled]:
        """What lines did with tensors that have names, but not with what holds one's inputs."""
        held: dict[int, set[int]] = {}
        for each in self.watched.handled:
            held.setdefault(each.collection, set()).add(each.node)
        inputs = [{*operation.nodes} for operation in graph.own.values()]
        for each in self.watched.handled:
            its_own = held[each.collection] & self.names.keys() in inputs
            if each.node in self.names and not (each.collection and its_own):
                yield each

    def _operation(self, step: Step, result: int) -> Operation:
        nodes = tuple(self.slots.get(each) for each in step[3] if isinstance(each, str))
        first, *rest = (*nodes, None)
        call = OperatorCall(step[2], first, rest[0] if rest else None, None, result, 0, 0,
                            (), None, 0)  # fmt: skip
        return Operation(call, step[2], (), nodes)

    def _tree(self, code: Any, parts: Any, given: Any, place: Any, when: Any) -> Tree:
        if not isinstance(code, str) or not isinstance(given, dict):
            raise Unbelievable
        return Tree(
            code, tuple(map(self._part, items_of(parts, 8))),
            {str(key)[:10]: self._part(value) for key, value in given.items()},
            self.places[whole(place)], whole(when),
        )  # fmt: skip

    def _part(self, raw: Any) -> Any:
        kind, *rest = items_of(raw, 3)
        if kind == "t":
            return self.trees[whole(rest[0])]
        if kind == "held":
            return Tree("held", (whole(rest[0]), whole(rest[1])), {}, (), 0)
        return ("c", rest[0]) if kind == "c" else None

    def _write(self, node: Any, attribute: Any, kind: Any, tree: Any, place: Any, when: Any) -> Any:
        where = self.places[whole(place)]
        return Write(whole(node), attribute, kind == 1, self._part(tree), where, whole(when))

    def written(self, slot: str, attribute: int) -> list[Write]:
        """What was written to a tensor's data or gradient, in order."""
        number = self.slots.get(slot)
        return [w for w in self.writes if w.node == number and w.attribute == attribute]

    # ---- Contributions

    def sent(self, slot: str) -> list[tuple[Tree, Write]]:
        """What was added to a tensor's gradient, with what wrote it: each summand but zeros."""
        number, found = self.slots.get(slot), []
        for write in self.written(slot, GRAD):
            for each in summands(write.tree) if isinstance(write.tree, Tree) else ():
                if each.code == "held" and each.parts == (number, GRAD):
                    continue
                if write.when <= self.begun:
                    continue
                value = self.worked_out(each)
                if value is None or value.any():
                    found.append((each, write))
        return found

    def worked_out(
        self, tree: Tree, instead: Mapping[tuple[int, int], Array] | None = None
    ) -> Array | None:
        """The array that a tree makes of what the tensors hold; None if that is not known.

        instead: what attributes of tensors are taken to hold.
        """
        try:
            with np.errstate(all="ignore"):
                return np.asarray(_Working(self, instead).value(tree), dtype=np.float64)
        except Exception:  # a tree of an untrusted worker's: whatever NumPy says of it
            return None

    def held(self, node: int, attribute: int) -> Array:
        """What a tensor holds."""
        slot = self.names.get(node, "")
        if not slot:  # a plain operand that was made a tensor
            first = next(w for w in self.writes if w.node == node and w.attribute == attribute)
            return np.asarray(_Working(self).value(first.tree), dtype=np.float64)
        found = self.seen.data[slot] if attribute == DATA else self.seen.grads[slot]
        if found is None:
            raise Unbelievable
        return found

    def printed(self, tree: Tree, called: Mapping[int, str]) -> str:
        """The expression, "" if it cannot be printed. called: how tensors are called there."""
        try:
            return _Printer(self, called).text(tree)[0]
        except (Unbelievable, RecursionError, LookupError, TypeError, ValueError):
            return ""


def _as_due(program: Program, seen: Seen) -> Seen:
    """What an engine holds; where it clears inner tensors, the gradients that are due to them."""
    below = below_of(program, seen)
    try:
        alone = below is not None and below.last == "backward" and leaves_alone_hold(below)
        return with_due(below) if below is not None and alone else seen
    except (ValueError, IndexError):  # what the operands hold does not fit
        return seen


def memory_in(raw: object, program: Program, lengths: Sequence[int]) -> Memory | None:
    """The record in what a worker said of a program; None if it is none."""
    try:
        return Memory(raw, program, lengths)
    except (Unbelievable, KeyError, IndexError, TypeError, ValueError, AttributeError):
        return None


def remembered(
    programs: Sequence[Program], run: ExerciseRun, source: SourceText
) -> list[Memory | None]:
    """Each program on arrays that remember; None where there is no record."""
    tasks = [{**program.task, "task": "remember"} for program in programs]
    answers = [*(run.ask_aside(tasks) if tasks else ())]
    said = [None if each.error else each.value for each in answers]
    return [
        memory_in(value, program, source.lengths)
        for value, program in zip(chain(said, repeat(None)), programs, strict=False)
    ]


def summands(tree: Tree) -> list[Tree]:
    """What a tree is the sum of. Raises `Unbelievable` for more than an engine adds up."""
    waiting, found, steps = [tree], list[Tree](), 0
    while waiting:
        each, steps = waiting.pop(), steps + 1
        if steps > MOST_EVENTS:  # a tree may hold another one again and again
            raise Unbelievable
        if each.code in SILENT and each.parts and isinstance(each.parts[0], Tree):
            waiting.append(each.parts[0])
        elif each.code == "add" and all(isinstance(part, Tree) for part in each.parts):
            waiting += each.parts[::-1]
        else:
            found.append(each)
    return found


class _Working:
    """Works trees out, each once."""

    def __init__(
        self, memory: Memory, instead: Mapping[tuple[int, int], Array] | None = None
    ) -> None:
        self.memory, self.instead = memory, instead or {}
        self.known: dict[int, Any] = {}

    def value(self, part: Any) -> Any:
        if part is None:
            raise Unbelievable
        if not isinstance(part, Tree):
            return _constant(part[1])
        if id(part) not in self.known:
            self.known[id(part)] = self._made(part)
        return self.known[id(part)]

    def _made(self, tree: Tree) -> Any:
        if tree.code == "held":
            held = self.instead.get((tree.parts[0], tree.parts[1]))
            return self.memory.held(*tree.parts) if held is None else held
        parts = [self.value(part) for part in tree.parts]
        given = {key: self.value(part) for key, part in tree.given.items()}
        if not set(given) <= {*KEYWORDS} or _too_much(parts):
            raise Unbelievable
        found = _function(tree.code)(*parts, **given)
        if np.size(found) > MOST_ENTRIES:
            raise Unbelievable
        return found


def _too_much(parts: Sequence[Any]) -> bool:
    """Whether working this out could take long: sizes, and shapes that are given."""
    shapes = [prod(abs(n) for n in part) for part in parts
              if isinstance(part, tuple) and all(type(n) is int for n in part)]  # fmt: skip
    sizes = [part.size for part in parts if isinstance(part, np.ndarray)]
    return bool(prod(max(size, 1) for size in [*shapes, *sizes]) > MOST_ENTRIES)


def _function(code: str) -> Callable[..., Any]:
    if code in SIGNS or code in UFUNCS:
        function: Callable[..., Any] = getattr(np, code)
    elif code == "T":
        function = np.transpose
    elif code == "getitem":
        function = _taken
    elif code in ("setitem", "add.at"):
        return _put if code == "setitem" else _added
    elif code == "add.reduce":
        function = np.sum
    elif code.removeprefix("np.") in CALLS and code.startswith("np."):
        function = getattr(np, code.removeprefix("np."))
    elif code in METHODS:
        return lambda array, *args, **given: getattr(np.asarray(array), code)(*args, **given)
    elif code in SILENT:
        function = np.array
    else:
        raise Unbelievable
    return function


def _taken(array: Array, index: Any) -> Any:
    return np.asarray(array)[index]


def _put(array: Array, index: Any, value: Any) -> Array:
    found = np.array(array)
    found[index] = value
    return found


def _added(array: Array, index: Any, value: Any) -> Array:
    found = np.array(array)
    np.add.at(found, index, value)
    return found


def _constant(raw: Any) -> Any:
    if raw is None or type(raw) in (bool, float):
        return raw
    if type(raw) is int:
        if abs(raw) > LARGEST:
            raise Unbelievable
        return raw
    kind, *rest = items_of(raw, 4)
    if kind == "slice":
        return slice(*map(_constant, rest))
    if kind == "tuple":
        return tuple(map(_constant, items_of(rest[0], 40)))
    if kind == "rows":
        return [_constant(each) if isinstance(each, int | float) else _constant(["rows", each])
                for each in items_of(rest[0], 40)]  # fmt: skip
    if kind == "...":
        return ...
    if kind == "text" and isinstance(rest[0], str) and _LETTERS.fullmatch(rest[0]):
        return rest[0]
    raise Unbelievable


class _Printer:
    """Prints trees as Python."""

    def __init__(self, memory: Memory, called: Mapping[int, str]) -> None:
        self.memory, self.called, self.terms = memory, called, 0

    def text(self, part: Any) -> Text:
        self.terms += 1
        if part is None or self.terms > MOST_TERMS:
            raise Unbelievable
        if not isinstance(part, Tree):
            constant = _constant(part[1])
            if isinstance(constant, tuple) and any(isinstance(n, float) for n in constant):
                raise Unbelievable  # entries of an array, which no code says
            return _written(constant), ATOM
        code, parts = part.code, part.parts
        if code == "held":
            return f"{self.called[parts[0]]}.{'grad' if parts[1] else 'data'}", ATOM
        if code in SILENT or self._is_same(part):
            self.terms -= 1
            return self.text(next((each for each in parts if isinstance(each, Tree)), parts[0]))
        if code in POWERS:  # as which NumPy works out `**`
            return computed("**", self.text(parts[0]), (POWERS[code], ATOM))
        texts = [self.text(each) for each in parts]
        if code in SIGNS:
            return computed(SIGNS[code], *texts)
        if code == "negative":
            return f"-{wrapped(texts[0], UNARY)}", UNARY
        first = wrapped(texts[0], ATOM) if texts else ""
        rest = [text for text, _ in texts[1:]]
        rest += [f"{key}={self.text(each)[0]}" for key, each in part.given.items()
                 if key in KEYWORDS]  # fmt: skip
        if code == "T":
            return f"{first}.T", ATOM
        if code == "getitem":
            return f"{first}[{rest[0].removeprefix('(').removesuffix(')')}]", ATOM
        if code in METHODS or code == "add.reduce":
            return f"{first}.{code if code in METHODS else 'sum'}({', '.join(rest)})", ATOM
        name = code.removeprefix("np.")
        if name in UFUNCS or (name in CALLS and code != name):
            return f"np.{name}({', '.join([texts[0][0], *rest])})", ATOM
        raise Unbelievable

    def _is_same(self, tree: Tree) -> bool:
        """Whether an operation changes nothing here: a sum over no axis, a shape once more."""
        trees = [part for part in tree.parts if isinstance(part, Tree)]
        name = tree.code.removeprefix("np.")
        if tree.code in SIGNS or name in (*UFUNCS, *CHOOSING, *TURNING) or len(trees) != 1:
            return False
        value, before = self.memory.worked_out(tree), self.memory.worked_out(trees[0])
        return value is not None and before is not None and same_array(value, before)


def _written(constant: Any) -> str:
    if isinstance(constant, slice):
        ends = [constant.start, constant.stop]
        return ":".join("" if each is None else repr(each) for each in ends)
    if constant is ...:
        return "..."
    if isinstance(constant, tuple):
        return f"({', '.join(map(_written, constant))}{',' * (len(constant) == 1)})"
    return f"{constant:g}" if isinstance(constant, float) else repr(constant)
