"""What is said of a program that ends in an exception, and which line of the student's is marked.

The line that raised it is not always the line to look at: it may be one that was given, or it was
called with the wrong things. Then it is the student's line that called it, or none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from grader.explain.watching.graph import Graph
from grader.explain.watching.names import NodeNames, plain_in
from grader.explain.watching.record import Line, methods
from grader.explain.watching.sampling import Failing
from grader.explain.watching.seen import Seen, id_of
from grader.explain.watching.source import SourceText
from grader.explain.watching.telling import raising
from grader.programs.graph import unrolled
from grader.programs.operators import forms
from grader.programs.program import form_of
from grader.worker.observation import NamedError

_CELL = re.compile(r", cell (\d+)$")
TAKES: Mapping[str, tuple[str, ...]] = {"build_topo": ("", "set", "list")}
"""The types of the arguments that the course itself calls a function with; "" for a node's."""
SMALL = 100
"""With fewer operations it is not the size of a graph that makes calls too deep."""
HASHED = "What must stay as it is while a node is a key?"
EQUAL = "Do you want equal numbers here, or the same object?"
ORDER_ASKED = "In which order does it take its arguments?"


def raised_at(
    failing: Failing, graph: Graph | None, source: SourceText
) -> tuple[Seen, Line | None] | None:
    """What is said of a program that ends in an exception: which operator, or which call. And the
    line to look at."""
    error = failing.error
    if error is None:
        return None
    if holds_no_number(error):
        return _no_number(error, source)
    line = line_in(error.get("file"), error.line)
    again = source.calls_itself("backward")
    if error.kind == "recursion" and again is not None and failing.program.size < SMALL:
        told = f"Line {again[1]} calls `backward()` again, inside `backward()`."
        key = ("raised", "again")
        return Seen(key, told, "What is the rule of one node called?", id_of(*key), "order"), again
    makes = [s for s in unrolled(failing.program.steps) if s[0] in ("leaf", "apply", "inplace")]
    made_by = {form_of(step) for step in makes if step[0] != "leaf"}
    if graph is None:  # an operator that there is none of, or that calls itself
        form = made_by.pop() if len(made_by) == 1 and error.kind != "exception" else ""
        where = ""
    elif len(graph.record.made) < len(makes) and not graph.in_call:
        step = makes[len(graph.record.made)]
        form, where = ("" if step[0] == "leaf" else form_of(step)), ""
    else:
        running = [run for run in graph.record.rules if not run.ends or run.ends == graph.last]
        # The last rule may have ended well, and the loop that calls rules raised the exception.
        is_walk = line is not None and source.is_in(line, source.named("backward"))
        rule = graph.own.get(running[-1].node) if running and not is_walk else None
        form = rule.form if rule is not None else ""
        calls = graph.record.calls
        where = NodeNames(graph, failing.program).call(calls[-1]) if calls else ""
    if not form and not where:
        return None
    if graph is not None and line in graph.record.lines and error.kind == "exception":
        asked = [each for each in graph.record.lines if source.asks_type(each)]
        before = [a for a in asked if graph.record.lines.index(a) < graph.record.lines.index(line)]
        is_number = form in forms() and forms()[form].number
        line = before[-1] if before and is_number else line
    late = source.bound_late(by) if (by := caller_of(error)) is not None else None
    line = late or _wrongly_made(error, graph, source) or _asking(form, line, graph, source) or line
    is_of_math = "math domain" in error.get("message") or "expected a" in error.get("message")
    unhashable = "unhashable" in error.get("message") and source.equality is not None
    plain = plain_in(makes, form)
    seen = raising(form, where, error.kind, error.get("type"), is_of_math, unhashable, plain)
    if unhashable:
        return seen, source.equality
    hashed = source.hashed if error.get("type") == "KeyError" and where else None
    if graph is not None and hashed in graph.record.lines and graph.changed() is not None:
        assert hashed is not None
        name = NodeNames(graph, failing.program).told(graph.changed())
        told = f"line {hashed[1]} makes the hash of a node, and the data of {name} has changed."
        return replace(seen, said=f"{seen.said[:-1]}: {told}", question=HASHED), hashed
    equal = source.equality if error.get("type") == "KeyError" and where else None
    if graph is not None and equal is not None:
        names, made = NodeNames(graph, failing.program), graph.record.made
        pairs = [(names.told(n), names.told(graph.twin(n))) for n in made if n is not None]
        for one, other in (pair for pair in pairs if all(pair)):
            told = f"line {equal[1]} says when two nodes are equal, and {one} and {other} hold the "
            said = f"{seen.said[:-1]}: {told}same number."
            return replace(seen, said=said, question=EQUAL), equal
    if error.kind == "operator" and form:
        wanted = methods().get(form, "")
        hidden = source.storing(wanted) if "not callable" in error.get("message") else []
        if hidden:
            told = f"line {hidden[0][1]} stores something else under the name of that method."
            said = f"{seen.said[:-1]}: {told}"
            return replace(seen, said=said, question="What else could that be called?"), hidden[0]
        near = source.named_nearly(wanted)
        if near is not None:
            name, at = near
            told = f"line {at[1]} defines `{name}`, and Python looks for another name."
            seen = replace(seen, said=f"{seen.said[:-1]}: {told}")
            return seen, at
        asked_of = graph.record.operators if graph is not None else ()
        left = [each.last for each in asked_of if each.name == form]
        if left and left[-1] is not None:  # it gave no answer
            return seen, left[-1]
    called = called_wrongly(error, source)
    if called is not None and where:
        told, line = called
        seen = replace(seen, said=f"{seen.said[:-1]}: {told}", question=ORDER_ASKED)
    return seen, None if line in source.given else line


def holds_no_number(error: NamedError | None) -> bool:
    """Whether nothing raised an exception, and a node holds something else than a number."""
    return error is not None and error.get("what") in ("data", "grad")


def _no_number(error: NamedError, source: SourceText) -> tuple[Seen, Line | None] | None:
    """What is said of a node that holds no number, though nothing raised an exception; and the line
    of `__init__` that writes None there."""
    what, slot, got = error.get("what"), error.get("slot"), error.get("got")
    if not slot.isidentifier() or not got.isidentifier():
        return None
    is_none = got == "NoneType"
    holds = "None" if is_none else f"of type {got}"
    told = f"In the example, `{slot}.{what}` is {holds}, where a number is due."
    asked = "What does a node hold there when it is made, and what has been written since?"
    key = "raised", what
    line = source.none_for(what) if is_none else None
    return Seen(key, told, asked, id_of(*key), "seeding"), line


def _wrongly_made(error: NamedError, graph: Graph | None, source: SourceText) -> Line | None:
    """The student's line that made a node of what nothing can be made of: `__init__` raises an
    exception, though it had made other nodes."""
    at, by = (
        line_in(error.get("file"), error.line),
        line_in(error.get("caller_file"), int(error.number("caller")) or None),
    )
    has_made = graph is not None and any(each.data is not None for each in graph.record.nodes)
    if not has_made or at is None or by is None or error.get("function") != "__init__":
        return None
    return None if source.is_in(by, source.named("__init__")) else by


def _asking(form: str, line: Line | None, graph: Graph | None, source: SourceText) -> Line | None:
    """The line of an operator's own method that asks another one, if an exception left both."""
    calls = graph.record.operators if graph is not None and form in methods() else ()
    own = next((each for each in reversed(calls) if each.name == form), None)
    left = (c for c in calls if own and own.begins < c.begins and c.name != form and not c.gives)
    by = next((each.place[0] for each in left if each.result is None and each.place), None)
    if line is None or by is None or source.is_in(line, source.methods(form)):
        return None
    return by if source.is_in(by, source.methods(form)) else None


def line_in(file: str, line: int | None) -> Line | None:
    """A line of a file, or of the cell that is named like one."""
    cell = _CELL.search(file)
    return None if line is None else (int(cell[1]) - 1 if cell else 0, line)


def caller_of(error: NamedError) -> Line | None:
    """The student's line that called the function which raised an exception."""
    return line_in(error.get("caller_file"), int(error.number("caller")) or None)


def called_wrongly(error: NamedError, source: SourceText) -> tuple[str, Line] | None:
    """The student's line that called what raised an exception with the wrong things, and what is
    said of it: a function that was given, or one whose arguments the course prescribes."""
    called, at = error.get("function"), line_in(error.get("file"), error.line)
    by = caller_of(error)
    if by is None or by in source.given or not source.hands_over(by, called):
        return None
    handed, argument = error.get("handed"), error.get("argument")
    takes, place = TAKES.get(called, ()), int(error.number("position"))
    is_other = argument and handed in takes and place < len(takes) and handed != takes[place]
    if is_other and argument.isidentifier():
        return f"line {by[1]} calls `{called}` with a {handed} as its `{argument}`.", by
    if at in source.given and not argument:
        return f"line {by[1]} calls `{called}`, which is given, and that is where it ends.", by
    return None
