"""Run a program on numbers that remember, and record what was seen, as plain JSON.

Runs on the untrusted side. Nobody is judged by what comes of it, and nobody trusts it.

    {"task": "watch", "steps": [...], "methods": ["__add__", ...]}
    -> {"numbers": [[code, value, place, when, operand, ...], ...], "places": [[line, ...], ...],
        "nodes": [[data, place, when, inputs], ...], "made": [node, ...],
        "stored": [[node, what, when, place], ...],
        "operators": [[method, self, other, result, begins, ends, place, last line, gives], ...],
        "rules": [[node, begins, ends, last line, place], ...],
        "calls": [[kind, root, begins, ends, before, after, last line], ...],
        "handled": [[node, line, when, what, collection], ...], "lines": [line, ...],
        "times": [how often, ...],
        "left": [[line, when], ...], "marks": [[node, attribute, is set, when, place], ...],
        "answer": [number, ...], "error": {...} or null}

A number is named by its place in "numbers", where operands come first; a node by its place in
"nodes", in order of creation; null is what is not known. What an attribute holds ("held") has the
number, the node and 0 for `data`, 1 for `grad`, another number for each other one as operands.
`inputs` are those in `_prev` when the node was made: null if there is none, 0 if it is no
collection. "stored" is what was written to `_backward`: 1 for a function, 2 for None, 3 for
anything else, 4 for what was written to `_prev`, and 5 for a gradient of which another number was
kept; "rules" are the runs of such functions. Of an operator, `other` is [node, null] or [null,
number], and null where there is none; `gives` is 1 if it returned None, 2 if anything else that is
no node, and 0 otherwise. The last line is the one that the outermost function was left by; null if
there is none. A call is of kind 0 (`backward`) or 1 (`zero_grad`); nothing is `after` one that
raised an exception. "handled" is what the lines, outside of rules, that a call came by did with
nodes (see `handling`), and which marks rules ask for; none if that is too much. "lines" are all
lines that were come by, in the order of the first time, and "times" how often; "left" those by
which a call left functions, outside of rules. "marks" are attributes that were set to True or not.
"""

from __future__ import annotations

import functools
import sys
import types
from collections.abc import Callable
from typing import Any

from grader.worker.inside.loading import StudentCode
from grader.worker.inside.student import StudentEngine
from grader.worker.inside.watched.handling import ASKED, READ, Handling, Mentions, mentions
from grader.worker.inside.watched.kept_rules import as_rule
from grader.worker.inside.watched.numbers import (
    CLOCK,
    CODE,
    MOST_EVENTS,
    MOST_HANDLED,
    MOST_NODES,
    MOST_NUMBERS,
    PLAIN,
    Int,
    Num,
    made,
    maths,
)
from grader.worker.inside.watched.rewriting import names, rewritten
from grader.worker.inside.watched.settling import settle_inputs

_CACHING = type(functools.cache(lambda: None))
"""A method under `@cache`."""


class TooMuch(Exception):
    """There is more to record than anybody would read."""


def watch(engine: StudentEngine, task: dict[str, Any], *_: object) -> dict[str, Any]:
    """The record of one program, which runs on the student's module executed afresh."""
    code = engine.code.changed(rewritten, names())
    name = code.module_name
    before = {each: sys.modules[each] for each in ("math", name)}
    sys.modules["math"] = maths()
    CLOCK.now, CLOCK.files = 0, code.numbered
    try:
        module = code.execute(["Value"])
        watched = _Watched(module.__dict__, code, task["methods"])
        return watched.record(task["steps"])
    finally:
        sys.modules.update(before)


class _Watched(StudentEngine):
    """The student's engine, with its classes changed so that they tell what happens."""

    def __init__(self, names: dict[str, Any], code: StudentCode, methods: list[str]) -> None:
        super().__init__(names, code, 0, False, {})
        self.lists = True
        self.seen = Seen(mentions(tuple(code.cells)))
        self.answered: list[Any] = []
        if isinstance(self.value, type):
            own = [k for k in self.value.__mro__ if k.__module__ == self.value.__module__]
            for kind in _with_relatives(own):
                self.seen.watch_operators(kind, methods)
                self.seen.watch_method(kind)
            self.seen.watch_attributes(own[-1])

    def record(self, steps: list[Any]) -> dict[str, Any]:
        nodes: dict[str, Any] = {}
        listed: list[Any] = []
        error = None
        sys.settrace(self.seen.step)
        try:
            self.run(steps, nodes, listed, self.answered)
        except TooMuch:
            raise
        except Exception as raised:
            error = self.code.describe(raised)
        finally:
            sys.settrace(None)
        return Record(self.seen, listed, self.answered, error).as_json()

    def leaf(self, value: float) -> Any:
        return super().leaf(made(value, "given", ()))

    def apply(self, step: list[Any], nodes: dict[str, Any]) -> Any:
        given = [x if isinstance(x, str) else made(x, "given", ()) for x in step[3:]]
        return super().apply([*step[:3], *given], nodes)

    def inplace(self, step: list[Any], nodes: dict[str, Any]) -> Any:
        operand = step[3] if isinstance(step[3], str) else made(step[3], "given", ())
        return super().inplace([*step[:3], operand], nodes)

    def backward(self, root: Any, made: list[Any]) -> None:
        settle_inputs(self, made)
        with self.seen.call(0, root):
            super().backward(root, made)

    def zero(self, root: Any) -> None:
        with self.seen.call(1, root):
            super().zero(root)


def _with_relatives(kinds: list[type]) -> list[type]:
    """The classes, those derived from them (one an operator), and other bases of these."""
    found, waiting, module = list(kinds), list(kinds), kinds[0].__module__
    while waiting:
        derived: list[type] = type.__subclasses__(waiting.pop())
        every = dict.fromkeys(kind for each in derived for kind in type.mro(each))
        new = [each for each in every if each not in found and each.__module__ == module]
        found += new
        waiting += new
    return found


class Seen:
    """What happens, as it happens: nodes by identity, operators, calls, attributes."""

    def __init__(self, mentions: Mentions) -> None:
        self.handling = Handling(mentions, self.known)
        self.lines: dict[int, int] = {}
        self.lefts: list[list[int]] = []
        self.attributes = {"data": 0, "grad": 1}
        self.flags: set[int] = set()
        self.in_rule: list[int] = []
        self.left = 0
        self.number: dict[int, int] = {}
        self.nodes: list[Any] = []
        self.inputs: dict[int, Any] = {}
        self.born: list[tuple[tuple[int, ...], int]] = []
        self.stored: list[list[Any]] = []
        self.marks: list[list[Any]] = []
        self.held: list[Any] = []
        self.operators: list[list[Any]] = []
        self.runs: list[list[Any]] = []
        self.calls: list[list[Any]] = []
        self.in_call = False

    def known(self, thing: Any) -> int | None:
        """The number of a node; None for what is none, or is not known as one."""
        number = self.number.get(id(thing))
        return number if number is not None and self.nodes[number] is thing else None

    def node(self, node: Any) -> int:
        """The number of a node, which is a new one if it was not seen before."""
        known = self.number.get(id(node))
        if known is None:
            if len(self.nodes) == MOST_NODES:
                raise TooMuch
            known = self.number[id(node)] = len(self.nodes)
            self.nodes.append(node)
            self.born.append((CLOCK.place(), CLOCK.tick()))
        return known

    def listed(self, node: Any) -> Any:
        """The nodes in `_prev`, by number; 0 if it is no collection, None if there is none."""
        inputs = _attribute(node, "_prev")
        if not isinstance(inputs, (tuple, list, set, frozenset)):
            return None if inputs is None else 0
        return [self.number.get(id(each)) for each in list(inputs)[:MOST_NODES]]

    def watch_attributes(self, kind: type) -> None:
        """Let a class tell what is written to its objects' attributes."""
        original: Any = kind.__setattr__
        reading: Any = kind.__getattribute__
        is_plain = original is object.__setattr__

        def noting(node: Any, name: str, value: Any) -> None:
            held = self.written(node, name, value)
            original(node, name, held)
            takes = isinstance(getattr(type(node), name, None), property)
            if name == "grad" and type(held) in PLAIN and (takes or not is_plain):
                self.refused(node, held, lambda: reading(node, name))

        def noted(node: Any, name: str) -> Any:
            self.read(node, name)
            return reading(node, name)

        kind.__setattr__ = noting  # type: ignore[method-assign, assignment]
        kind.__getattribute__ = noted  # type: ignore[method-assign, assignment]

    def refused(self, node: Any, value: Any, ask: Callable[[], Any]) -> None:
        """Note that what takes a gradient keeps another number than it is given."""
        place, tracing, in_call = (self.left, *CLOCK.place()), sys.gettrace(), self.in_call
        self.in_call = False  # the student's lines do not ask here
        sys.settrace(None)
        try:
            now = ask()
        except Exception:  # a node may hold no gradient yet
            return
        finally:
            sys.settrace(tracing)
            self.in_call = in_call
        if type(now) in PLAIN and now != value and now == now and place[0]:
            self.stored.append([self.number[id(node)], 5, CLOCK.tick(), place])

    def read(self, node: Any, name: str) -> None:
        """Note who asks a node for its inputs, or for a number beside its value and gradient; in a
        rule for a mark alone."""
        attribute = self.attributes.get(name.strip("_"), 0)
        if not self.in_call or (self.in_rule and attribute not in self.flags):
            return
        what = ASKED if name == "_prev" else READ + attribute if attribute > 1 else None
        number = None if what is None else self.known(node)
        if what is not None and number is not None and (place := CLOCK.place()):
            self.handling.add(number, place[0], what)

    def written(self, node: Any, name: str, value: Any) -> Any:
        """What is written in the place of the value: the same number, with a memory of this."""
        if len(self.stored) >= MOST_EVENTS:
            raise TooMuch
        number = self.node(node)
        if name == "_prev" and (place := CLOCK.place()):  # `settling` writes to it, too
            self.stored.append([number, 4, CLOCK.tick(), place])
        if name == "_backward":
            what = 2 if value is None else 1 if callable(value) else 3
            self.stored.append([number, what, CLOCK.tick(), CLOCK.place()])
            if what == 1 and not (self.in_call or isinstance(value, type)):  # a call stores none
                return as_rule(value, functools.partial(self.rule, node=number))
        attribute = self.attributes.get(name.strip("_"), len(self.attributes))
        if type(value) in (str, bool):
            self.attributes[name.strip("_")] = attribute
        if type(value) is bool and len(self.marks) < MOST_EVENTS:
            self.flags.add(attribute)
            self.marks.append([number, attribute, int(value), CLOCK.tick(), CLOCK.place()])
        if type(value) in (float, Num, int, Int):
            self.attributes[name.strip("_")] = attribute
            value = made(value, "held", (value, number, attribute))
            self.held.append(value)
            if len(self.held) > MOST_EVENTS:
                raise TooMuch
        return value

    def watch_operators(self, kind: type, methods: list[str]) -> None:
        """Let a class tell which operator is called, with what, and what it returns."""
        for number, name in enumerate(methods):
            function = vars(kind).get(name)
            if isinstance(function, functools.partialmethod):
                function = _as_function(function)
            if isinstance(function, types.FunctionType | _CACHING):
                setattr(kind, name, self.watched(function, number))

    def watched(self, function: Callable[..., Any], name: int) -> Callable[..., Any]:
        @functools.wraps(function)
        def operator(*operands: Any, **more: Any) -> Any:
            if more or len(operands) > 2:  # an understanding among the student's own methods
                return function(*operands, **more)
            if len(self.operators) == MOST_EVENTS:
                raise TooMuch
            event = [name, operands, None, CLOCK.tick(), None, CLOCK.place(), 0, 0]
            self.operators.append(event)
            try:
                event[2] = result = function(*operands, **more)
                number = self.known(result)
                if number is not None:
                    self.inputs.setdefault(number, self.listed(result))
                elif result is not NotImplemented:
                    event[7] = 1 if result is None else 2
            finally:
                event[4], event[6] = CLOCK.tick(), self.left
            return result

        return operator

    def watch_method(self, kind: type) -> None:
        """Let a class whose rules are a method tell when it runs."""
        function = vars(kind).get("_backward")
        if not isinstance(function, types.FunctionType):
            return

        @functools.wraps(function)
        def method(node: Any, *arguments: Any, **more: Any) -> Any:
            return self.rule(function, self.node(node))(node, *arguments, **more)

        kind._backward = method  # type: ignore[attr-defined]

    def rule(self, function: Callable[..., Any], node: int) -> Callable[..., Any]:
        """The rule of a node, which tells when it runs."""

        @functools.wraps(function)
        def rule(*arguments: Any, **more: Any) -> Any:
            if len(self.runs) == MOST_EVENTS:
                raise TooMuch
            if self.in_rule[-1:] == [node]:  # a base class's part of the same rule
                return function(*arguments, **more)
            event = [node, CLOCK.tick(), 0, 0, CLOCK.place()]
            self.runs.append(event)
            self.in_rule.append(node)
            try:
                return function(*arguments, **more)
            finally:
                self.in_rule.pop()
                event[2], event[3] = CLOCK.tick(), self.left

        return rule

    def call(self, kind: int, root: Any) -> _Call:
        """To be used around a call of `backward` or `zero_grad`."""
        return _Call(self, kind, root)

    def step(self, frame: types.FrameType, event: str, _: object) -> Any:
        """Note what a line does with nodes, when the student's code comes to it."""
        cell = CLOCK.files.get(frame.f_code.co_filename)
        if cell is None:
            return None
        if self.in_call and not self.in_rule:
            self.handling.after_line()
        line = cell << 20 | frame.f_lineno
        if event == "return":
            self.left = line
            if self.in_call and not self.in_rule and len(self.lefts) < MOST_EVENTS:
                self.lefts.append([line, CLOCK.tick()])
        if event != "line":
            return self.step
        self.lines[line] = self.lines.get(line, 0) + 1
        if self.in_call and not self.in_rule:
            self.handling.looked_at(line, frame)
        return self.step

    def grads(self) -> list[Any]:
        """What each node holds as its gradient now; None for what is no number."""
        found = []
        for node in self.nodes:
            grad = _attribute(node, "grad")
            found.append(grad if type(grad) in PLAIN else None)
        return found


class _Call:
    def __init__(self, seen: Seen, kind: int, root: Any) -> None:
        self.seen = seen
        self.event = [kind, root, 0, 0, [], [], 0]

    def __enter__(self) -> None:
        self.event[4] = self.seen.grads()
        self.event[2] = CLOCK.tick()
        self.seen.calls.append(self.event)
        self.seen.handling.begin()
        self.seen.in_call, self.seen.left = True, 0

    def __exit__(self, raised: object, *_: object) -> None:
        self.event[3], left = CLOCK.tick(), self.seen.left
        self.seen.in_call = False
        self.event[5:] = [] if raised else self.seen.grads(), left


def _as_function(method: functools.partialmethod[Any]) -> Callable[..., Any]:
    def called(node: Any, *others: Any, **more: Any) -> Any:
        return method.__get__(node, type(node))(*others, **more)

    return called


def _attribute(node: Any, name: str) -> Any:
    try:
        return getattr(node, name)
    except BaseException:  # it has none, or a property that raises
        return None


class Record:
    """What was seen, as plain JSON."""

    def __init__(self, seen: Seen, listed: list[Any], answer: list[Any], error: Any) -> None:
        self.seen = seen
        self.listed = listed
        self.answer = answer
        self.error = error
        self.numbers: list[list[Any]] = []
        self.entry: dict[Any, int] = {}
        self.places: list[list[int]] = []
        self.place: dict[tuple[int, ...], int] = {}

    def as_json(self) -> dict[str, Any]:
        seen, events = self.seen, self.seen.handling.events
        for held in seen.held:
            self.number(held)
        return {
            "nodes": [self.node(*each) for each in enumerate(seen.nodes)],
            "made": [seen.number.get(id(node)) for node in self.listed],
            "operators": [each for each in map(self.operator, seen.operators) if each],
            "stored": [[*event, self.path(place)] for *event, place in seen.stored],
            "marks": [[*event, self.path(place)] for *event, place in seen.marks],
            "rules": [[*e, left or None, self.path(at)] for *e, left, at in seen.runs],
            "calls": [
                [
                    kind,
                    seen.number.get(id(root)),
                    begins,
                    ends,
                    [self.number(grad) for grad in before],
                    [self.number(grad) for grad in after],
                    left or None,
                ]
                for kind, root, begins, ends, before, after, left in seen.calls
            ],
            "lines": [*seen.lines][:MOST_HANDLED],
            "times": [*seen.lines.values()][:MOST_HANDLED],
            "left": seen.lefts,
            "handled": [] if len(events) > MOST_HANDLED else events,
            "numbers": self.numbers,
            "places": self.places,
            "answer": self.answer,
            "error": self.error,
        }

    def node(self, number: int, node: Any) -> list[Any]:
        data, now = _attribute(node, "data"), self.seen.listed(node)
        place, when = self.seen.born[number]
        known = self.seen.inputs.get(number, now)
        data = self.number(data) if type(data) in PLAIN else None
        return [data, self.path(place), when, known]

    def operator(self, event: list[Any]) -> list[Any] | None:
        name, operands, result, begins, ends, place, last, gives = event
        if not operands:
            return None
        numbers = self.seen.number
        other = None
        if len(operands) > 1:
            is_number = type(operands[1]) in PLAIN
            number = self.number(operands[1]) if is_number else None
            other = [numbers.get(id(operands[1])), number]
        return [
            name, numbers.get(id(operands[0])), other, numbers.get(id(result)), begins, ends,
            self.path(place), last or None, gives,
        ]  # fmt: skip

    def path(self, place: tuple[int, ...]) -> int:
        if place not in self.place:
            self.place[place] = len(self.places)
            self.places.append(list(place))
        return self.place[place]

    def number(self, value: Any) -> int | None:
        """The place of a number in the record; its operands are recorded first."""
        if value is None:
            return None
        waiting = [value]
        while waiting:
            each = waiting[-1]
            key = _key(each)
            if key in self.entry:
                waiting.pop()
                continue
            code, operands, place, when = getattr(each, "how", (CODE["plain"], (), (), 0))
            sources = operands[:1] if code == CODE["held"] else operands
            left = [source for source in sources if _key(source) not in self.entry]
            if left:
                waiting += left
                continue
            waiting.pop()
            if len(self.numbers) == MOST_NUMBERS:
                raise TooMuch
            self.entry[key] = len(self.numbers)
            named = [self.entry[_key(source)] for source in sources]
            named += operands[1:] if code == CODE["held"] else ()
            self.numbers.append([code, _plain(each), self.path(place), when, *named])
        return self.entry[_key(value)]


def _key(value: Any) -> Any:
    """What names a number: a plain one is named by its value, one that remembers is an object."""
    return id(value) if type(value) in (Num, Int) else (type(value).__name__, repr(value))


def _plain(value: Any) -> float | str:
    number = float.__add__(float(value), 0.0)
    return number if number - number == 0 else str(number)
