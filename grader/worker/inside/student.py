"""The student's engine, run step by step: what a program says is done to their objects.

Runs on the untrusted side. Objects of the student's are told apart by identity only: they may be
falsy, iterable, or equal to everything.
"""

from __future__ import annotations

import gc
import math
import sys
import types
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from grader.programs.operators import TOTAL, in_place, on_nodes
from grader.worker.inside import address_shuffle, tasks
from grader.worker.inside.loading import Failure, StudentCode, wrong_type
from grader.worker.inside.tasks import stand_in_value

MANY = 500
"""With so many nodes garbage is looked for once only, after what makes or meets all of them."""
MAX_ORDER = 400_000
MOST_IN_ITSELF = 2
CO_GENERATOR = 0x20
"""As `inspect` has it, which a worker does without."""
HUGE = 1e300
"""A whole number beyond this may not fit into a float."""


class StudentEngine:
    """Runs steps by calling what the student's module defines."""

    def __init__(
        self,
        names: dict[str, Any],
        code: StudentCode,
        shake: int,
        stir: bool,
        aside: dict[str, Callable[..., Any]],
        hold: bool = False,
    ) -> None:
        self.names = names
        self.aside = aside
        self.code = code
        self.value = names.get("Value")
        self.shake = shake
        self.stir = stir
        self.hold = hold
        self.stirred = 0
        self.begun = 0  # of the graph whose rules were called last
        self.called = 0
        self.kept: list[Any] = []
        self.rules: list[Any] = []
        self.places: Places | None = None  # of the nodes of this item
        # Whether every node must be known. If not, a graph that each round of a loop makes anew is
        # thrown away, and its addresses come back: whoever knows nodes by these meets others.
        self.lists = code.calls_rules

    def answer(self, item: Any) -> Any:
        """A program's answer or a task's; never raises."""
        try:
            if isinstance(item, dict) and item["task"] == "tests":
                function = tasks.named(self.names, item["function"])
                return {"value": stand_in_value.run(item, function, self.code.describe)}
            if isinstance(item, dict) and item["task"] not in self.aside:
                return {"value": tasks.run(item, self.names)}
            nodes: dict[str, Any] = {}
            made: list[Any] = []
            answer: list[Any] = []
            self.called = 0
            self.rules = []
            self.places = None
            if self.stir:  # neither these addresses nor their order may come back in the next item
                self.kept += [nodes, made, address_shuffle.before_item(self.shake, self.stirred)]
                self.stirred += 1
            elif self.hold:
                self.kept += [nodes, made]
            if isinstance(item, dict):
                return {"value": self.aside[item["task"]](self, item, nodes, made)}
            self.run(item, nodes, made, answer)
            return answer
        except BaseException as error:
            return {"error": self.code.describe(error)}

    def let_go(self) -> None:
        """Let the nodes of all items go, each after its consumers.

        A node that dies takes its inputs with it, and these theirs. Where the stack is small, a
        chain of some 2,000 nodes that ends so ends the interpreter too.
        """
        for held in self.kept:
            if isinstance(held, dict):
                held.clear()  # the list that follows holds the same nodes
                continue
            while held:
                held.pop()
        self.kept.clear()

    def run(
        self, steps: list[Any], nodes: dict[str, Any], made: list[Any], answer: list[Any]
    ) -> None:
        for step in steps:
            kind = step[0]
            if kind == "apply":
                nodes[step[1]] = node = self.apply(step, nodes)
                made.append(node)
            elif kind == "leaf":
                nodes[step[1]] = node = self.leaf(step[2])
                made.append(node)
            elif kind == "read":
                number = self.number_if_any if len(step) == 4 else self.number
                for slot in step[2]:
                    answer.append(number(nodes[slot], step[1], slot))
            elif kind == "backward":
                if len(made) < MANY:
                    self.backward(nodes[step[1]], made)
                else:
                    with collected_later(True):
                        self.backward(nodes[step[1]], made)
            elif kind == "repeat":
                self.repeat(step, nodes, made, answer)
            elif kind == "inplace":
                nodes[step[1]] = node = self.inplace(step, nodes)
                made.append(node)
            elif kind == "alias":
                nodes[step[1]] = nodes[step[2]]
            elif kind == "zero":
                with collected_later(len(made) >= MANY):
                    self.zero(nodes[step[1]])
            elif kind == "set":
                nodes[step[1]].data = step[2]
            elif kind == "set_grad":
                nodes[step[1]].grad = step[2]
            elif kind == "descend":
                leaf = nodes[step[1]]
                grad = self.number(leaf, "grad", step[1])
                leaf.data = self.number(leaf, "data", step[1]) - step[2] * grad
            elif kind == "topo":
                answer.append(self.topo(nodes[step[1]], made, *step[2:]))
            elif kind == "value":
                inputs = tuple(nodes[slot] for slot in step[3])
                nodes[step[1]] = node = self.call_function("Value", step[2], inputs, *step[4:])
                made.append(node)
            elif kind == "node":
                name, held = step[-1] if step[3:] else step[1], [nodes[slot] for slot in step[2]]
                nodes[step[1]] = node = self.call_function("Node", name, held)
                made.append(node)
            elif kind == "toposort":
                answer.append(self.toposort(nodes[step[1]], made, *step[2:]))
            elif kind == "look":
                places = self.places_of(made)
                answer += [looked_at(nodes[slot], places, self.rules) for slot in step[1]]
            elif kind == "begun":
                next(iter(self.call_function("toposort", nodes[step[1]])), None)
            else:
                arguments = [nodes[a] if isinstance(a, str) else a for a in step[2]]
                self.call_function(step[1], *arguments)

    def repeat(
        self, step: list[Any], nodes: dict[str, Any], made: list[Any], answer: list[Any]
    ) -> None:
        """Run a block as often as it says.

        All nodes that operators make stay alive: garbage is looked for once, after a block of
        nothing else. In a block that calls `backward` only those that a name is left for.
        """
        _, count, block = step
        kinds = {each[0] for each in block}
        anew = not self.lists and "backward" in kinds and kinds.isdisjoint(("topo", "look"))
        plain = all(each[0] == "apply" and each[2] != TOTAL for each in block)
        with collected_later(count * len(block) >= MANY and plain):
            for _ in range(count):
                self.run(block, nodes, _Forgotten() if anew else made, answer)

    def places_of(self, made: list[Any]) -> Places:
        """Where the nodes that were made so far are."""
        if self.places is None or self.places.made is not made:
            self.places = Places(made)
        self.places.go_on()
        return self.places

    def leaf(self, value: float) -> Any:
        make = self.names.get("Value")
        if make is None:
            return self.call_function("Value", value)
        try:
            return make(value)
        except TypeError as error:
            self.unlike_a_call(error, "Value", 1)

    def apply(self, step: list[Any], nodes: dict[str, Any]) -> Any:
        operator = step[2]
        try:
            if len(step) == 5:
                left, right = step[3], step[4]
                node = on_nodes(operator)(
                    nodes[left] if type(left) is str else worked_out(left),
                    nodes[right] if type(right) is str else worked_out(right),
                )
            else:
                node = on_nodes(operator)(*[nodes[item] for item in step[3:]])
        except (TypeError, AttributeError) as error:
            self.unlike_an_operator(operator, error)
        if node is None or node is NotImplemented:
            raise Failure(kind="none", operator=operator, left=int(type(step[3]) is not str))
        return node

    def unlike_an_operator(self, operator: str, error: Exception, of: str = "Value") -> NoReturn:
        message = str(error)[:200]
        self.not_theirs(error, kind="operator", of=of, operator=operator, message=message)

    def not_theirs(self, error: Exception, **record: Any) -> NoReturn:
        """Raise a student's error again, or this failure if no line of theirs was reached."""
        if self.code.last_student_line(error):
            raise error
        raise Failure(**record) from None

    def inplace(self, step: list[Any], nodes: dict[str, Any]) -> Any:
        operand = nodes[step[3]] if isinstance(step[3], str) else worked_out(step[3])
        node = in_place(step[2])(nodes[step[1]], operand)
        if node is None:
            raise Failure(kind="none", operator=step[2], in_place=1)
        return node

    def number(self, node: Any, what: str, slot: str) -> float | str:
        found = self.held(node, what, slot)
        return found if type(found) is float else self.converted(found, what, slot)

    def number_if_any(self, node: Any, what: str, slot: str) -> float | str:
        """The same; nan where there is None."""
        found = self.held(node, what, slot)
        return math.nan if found is None else self.converted(found, what, slot)

    def held(self, node: Any, what: str, slot: str) -> Any:
        """What an attribute of a node holds."""
        try:
            return getattr(node, what)
        except AttributeError as error:
            got = type(node).__name__[:60]
            self.not_theirs(error, kind="attribute", name=what, slot=slot, got=got)

    def converted(self, found: Any, what: str, slot: str) -> float | str:
        wrong = isinstance(found, (bool, str, bytes, complex)) or (
            isinstance(self.value, type) and isinstance(found, self.value)
        )
        if wrong or not hasattr(type(found), "__float__"):
            raise wrong_type(what, slot, found)
        try:
            return float.__add__(float(found), 0.0)
        except OverflowError:
            raise Failure(kind="type", what=what, slot=slot, got="a huge int") from None

    def backward(self, root: Any, made: list[Any]) -> None:
        """Call `backward`, or the rules themselves where an exercise comes before it.

        The last node made comes first, so each comes after all of its consumers. What was made
        before an earlier call belongs to another graph, unless nothing was made since.
        """
        if not self.code.calls_rules or hasattr(root, "backward"):
            self.call_method(root, "backward")
            return
        root.grad = 1.0
        if len(made) > self.called:
            self.begun, self.called = self.called, len(made)
        graph = made[self.begun :]
        for node in {id(node): node for node in reversed(graph)}.values():
            self.call_method(node, "_backward")

    def zero(self, root: Any) -> None:
        function = self.names.get("zero_grad")
        if not callable(function) and hasattr(root, "zero_grad"):
            self.call_method(root, "zero_grad")
        else:
            self.call_function("zero_grad", root)

    def topo(self, root: Any, made: list[Any], how: bool | str = False) -> list[int]:
        listed: list[Any] = []
        with collected_later(how == "flat" or len(made) >= MANY):
            if how == "flat":
                self.flat(root, listed)
            else:
                self.call_function("build_topo", root, set(), listed)
        order = self.places_of(made).of(listed, "build_topo")
        if how is True:
            listed.reverse()
        return order

    def flat(self, root: Any, listed: list[Any]) -> None:
        """Call `build_topo`, which must do without calling itself and without a higher limit."""
        with no_function_in_itself():
            self.call_function("build_topo", root, set(), listed)
        allowed, limit = self.code.recursion_limit, self.code.highest_limit
        if len(listed) > allowed and limit > allowed:
            raise Failure(kind="limit", limit=limit)

    def toposort(self, root: Any, made: list[Any], beside: bool = False) -> list[int]:
        result = self.call_function("toposort", root)
        if result is None:
            raise Failure(kind="none", operator="toposort")
        if not hasattr(
            type(result), "__next__"
        ):  # a list is made before its first node is asked for
            raise wrong_type("The result", "toposort", result, wanted="nodes")
        nodes = iter(result)
        if beside:
            other = self.call_function("toposort", root)
            nodes = (node for node, _ in zip(nodes, other, strict=False))
        listed = []
        for node in nodes:
            listed.append(node)
            if len(listed) > MAX_ORDER:
                raise Failure(kind="toolong", name="toposort", most=MAX_ORDER)
        return self.places_of(made).of(listed, "toposort")

    def call_function(self, name: str, *arguments: Any) -> Any:
        if name not in self.names:
            raise Failure(kind="missing", name=name)
        return self.call(self.names[name], name, arguments)

    def call_method(self, node: Any, name: str) -> Any:
        try:
            method = getattr(node, name)
        except AttributeError as error:
            self.not_theirs(error, kind="missing", name=name, of=type(node).__name__[:60])
        return self.call(method, name, ())

    def call(self, function: Callable[..., Any], name: str, arguments: tuple[Any, ...]) -> Any:
        try:
            return function(*arguments)
        except TypeError as error:
            self.unlike_a_call(error, name, len(arguments))

    def unlike_a_call(self, error: TypeError, name: str, given: int) -> NoReturn:
        message = str(error)[:200]
        self.not_theirs(error, kind="signature", name=name, given=given, message=message)


class _Forgotten(list[Any]):
    """Nodes that nobody else keeps."""

    def append(self, _: Any) -> None:
        """Keep nothing."""


class Places:
    """When a program made each of its nodes: 0 is first, -1 is none of them."""

    def __init__(self, made: list[Any]) -> None:
        self.made = made
        self.kinds: set[type] = set()
        self._numbers: dict[int, int] = {}
        self._known = 0

    def go_on(self) -> None:
        """Take in what was made since. Who has several places has the first."""
        for number in range(self._known, len(self.made)):
            node = self.made[number]
            self._numbers.setdefault(id(node), number)
            self.kinds.add(type(node))
        self._known = len(self.made)

    def number(self, node: Any) -> int:
        """When this one was made."""
        return self._numbers.get(id(node), -1)

    def of(self, listed: list[Any], name: str) -> list[int]:
        """When each node of a list was made."""
        if len(listed) > MAX_ORDER:
            raise Failure(kind="toolong", name=name, most=MAX_ORDER)
        for node in listed:
            # An engine may list nodes of its own, of any class of its own: no number, text or list.
            if type(node) not in self.kinds and type(node).__module__ == "builtins":
                raise wrong_type("an entry in the list", name, node)
        return [self._numbers.get(id(node), -1) for node in listed]


@contextmanager
def collected_later(when: bool) -> Iterator[None]:
    """Look for garbage once at the end, if so: to go through a large graph again and again, all of
    which stays, takes longer than to make it."""
    collecting = when and gc.isenabled()
    if collecting:
        gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
            gc.collect(0)


@contextmanager
def no_function_in_itself() -> Iterator[None]:
    """Raise `Failure` if a function has called itself, also through another one.

    Twice is a sign of it where a text makes one function only. Of another text a decorator makes
    several, which call one another.
    """
    running: dict[types.CodeType, int] = {}
    most, name = 0, ""

    def on_call(frame: types.FrameType, _: str, __: Any) -> Callable[..., Any]:
        nonlocal most, name
        code = frame.f_code
        running[code] = running.get(code, 0) + 1
        allowed = 1 if _makes_one_function(code) else MOST_IN_ITSELF
        if running[code] > max(most, allowed):
            most, name = running[code], code.co_name
        frame.f_trace_lines = False
        return on_event

    def on_event(frame: types.FrameType, event: str, _: Any) -> Callable[..., Any]:
        if event == "return":
            running[frame.f_code] -= 1
        return on_event

    # No profiler, which is told of each call of a function of C too.
    before = sys.gettrace()
    sys.settrace(on_call)
    try:
        yield
    finally:
        sys.settrace(before)
    if most:
        raise Failure(kind="nested", name=name[:60], times=most)


def _makes_one_function(code: types.CodeType) -> bool:
    """Whether it is the text of a function of the module, which is made once: no method, and no
    generator, of which several may be under way."""
    inner = "." in code.co_qualname or code.co_name.startswith("<") or code.co_freevars
    return not inner and not code.co_flags & CO_GENERATOR


def worked_out(number: Any) -> Any:
    """The number, as an expression gives it: a float that nobody else holds, `x * (k + 0.5)`."""
    return number * 1.0 if type(number) is float else number


def looked_at(node: Any, places: Places, rules: list[Any]) -> list[int]:
    """What a node holds, as whole numbers of which two are equal where it holds the same.

    Its data, gradient, name or operation, and rule; the data of its inputs; how many of these hold
    a gradient other than 0; then each input by when the program made it, -1 if it did not. Inputs
    in a set are in order. What the node does not have is 0: its class may be the student's own.
    rules: those that were looked at before, by their numbers.
    """
    held = getattr(node, "_prev", None)
    held = getattr(node, "inputs", None) if held is None else held
    inputs = list(held) if isinstance(held, (tuple, list, set, frozenset)) else []
    nodes = [each for each in inputs if not places.kinds.isdisjoint(type(each).__mro__)]
    found = [places.number(each) for each in inputs]
    values = [_marked(each, "data") for each in nodes]
    if isinstance(held, (set, frozenset)):
        found.sort()
        values.sort()
    zero = zlib.crc32(b"0.0")
    unclear = sum(_marked(each, "grad") not in (0, zero) for each in nodes)
    text = str(getattr(node, "_op", getattr(node, "name", "")))
    rule = getattr(node, "_backward", None)
    rule = getattr(rule, "__func__", rule)
    known = next((n for n, each in enumerate(rules) if each is rule), len(rules))
    rules += [rule] if known == len(rules) else []
    own = [_marked(node, "data"), _marked(node, "grad"), zlib.crc32(text.encode()), known]
    return [*own, zlib.crc32(repr(values).encode()), unclear, *found]


def _marked(node: Any, what: str) -> int:
    """A number that a node holds, as a whole one; 0 if it is no number."""
    number = getattr(node, what, None)
    if type(number) is not float and type(number) is not int:
        return 0
    return zlib.crc32(repr(number + 0.0 if abs(number) < HUGE else number).encode())
