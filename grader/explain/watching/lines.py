"""Which line of the student's a blamed thing was written, worked out or decided on.

Never a line outside the operation that is blamed. Where it is not known, none.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import TypeAlias

from grader.explain.watching.deciding import decided_at, ended_at, of_the_student
from grader.explain.watching.graph import Graph, Operation
from grader.explain.watching.kept import (
    computed_as,
    computed_in,
    ended_asking,
    kept_for_it,
    kept_in_one_place,
    kept_once,
)
from grader.explain.watching.kinds import OF_AN_OPERATOR, Blamed
from grader.explain.watching.looked_up import asked_by, clears_by_kind, is_set_between
from grader.explain.watching.looked_up import said_by_text as said
from grader.explain.watching.parted import VALUE, is_right_elsewhere, parting, question
from grader.explain.watching.record import DATA, Line, Place
from grader.explain.watching.record import methods as method_names
from grader.explain.watching.source import SourceText
from grader.programs.compare import same_number
from grader.programs.program import Program
from grader.worker.inside.watched.handling import READ

WrittenBy: TypeAlias = Mapping[Line, set[tuple[str, int]]]
"""By line: the operators, and sides (-1: not known), whose contributions were written there."""
_WRITTEN = frozenset(
    "other cut overwritten doubled lost leaf data seed seeded born between unseeded".split()
)
"""Kinds whose line is the one that wrote the number."""
ALIKE = 0.8
"""How like two names are of which one was meant to be the other."""


@dataclass(frozen=True, slots=True)
class Known:
    """What all that was watched says of an engine. clears: whether inner nodes lose their gradients
    in a call; None if the law is not this engine's. written_by, contributing, only: see `known`.
    restarted: the forms whose results were seen to begin again in a call, with the lines that
    made these. blamed: what is wrong in each program. delivered: see `Law`."""

    source: SourceText
    clears: bool | None
    written_by: WrittenBy
    contributing: frozenset[str]
    only: Mapping[str, Sequence[Line]]
    restarted: Mapping[str, set[Line]]
    blamed: Mapping[Program, Sequence[Blamed]]
    delivered: frozenset[tuple[str, int]]
    right: Mapping[tuple[str, int], Sequence[Set[Line]]]
    """By form, and number of different nodes: the lines of each program in which it is right."""
    wrong: Mapping[tuple[str, int], bool]
    """Forms and sides whose rule contributes a wrong number: whether one was seen worked out."""
    adds: bool
    """Whether no program that comes out right shows that a leaf loses what it had."""


def line_of(blamed: Blamed, graph: Graph, known: Known) -> Line | None:
    """The line to look at first, none that was given; None if it was not seen."""
    source, operation = known.source, blamed.operation
    if blamed.kind == "lacking" and blamed.times and operation:  # the walk got to its rule
        setter = source.setter("grad") if is_set_between(blamed, graph) else None
        marked = setter or _marked(blamed, operation, graph, source)
        return marked or ended_at(blamed, graph, source) or kept_once(operation, graph, source)
    if blamed.kind == "kept" and operation and (asked := ended_asking(operation, graph, source)):
        return asked
    found = kept_in_one_place(blamed, graph, source) or _line_of(blamed, graph, known)
    asked = asked_by(source, found) if found is not None and blamed.kind == "old" else None
    by_text = said(blamed.kind, source)
    found = asked or found if blamed.kind != "unlisted" else by_text or found
    return of_the_student(found or by_text, blamed, graph, source)


def _line_of(blamed: Blamed, graph: Graph, known: Known) -> Line | None:
    source, operation, delivered = known.source, blamed.operation, known.delivered
    if operation is not None and blamed.kind == "value" and operation.form != operation.operator:
        named = source.alias(operation.call.name)
        if named is not None:  # right under its own name
            return named[0]
        right_of = {name for name, side in delivered if side == VALUE} - {operation.form}
        is_bound = named is None and not source.methods(operation.call.name)
        if is_bound and operation.form[0] == "i" and f"r{operation.operator}" in right_of:
            return None  # whichever function it was given is right under another name
    if (equal := _equal_operands(blamed, graph, known)) is not None:
        return equal
    if blamed.kind in ("value", "rule") and (shortened := _shortened(blamed, graph)) is not None:
        return shortened
    if (asked := _question(blamed, graph, known)) is not None:
        return asked
    found = _of_the_other(blamed, graph, known) or _written(blamed, graph, known)
    found = found or decided_at(blamed, graph, source)
    if found is None and operation is not None and blamed.kind in OF_AN_OPERATOR:
        its = known.only.get(operation.operator, ())
        if blamed.kind == "value":
            its = [line for line in its if line not in known.written_by]
        if blamed.kind in ("crossed", "doubled"):
            lines = _twice_to_the_other(blamed, graph) if blamed.kind == "crossed" else []
            return lines[1][0] if len(lines) == 2 and lines[0][:1] != lines[1][:1] else None
        squares = any(side < 0 for _, side in delivered)
        once = kept_once(operation, graph, source) if blamed.kind == "same" else None
        if once is not None and not squares:  # what they share decides
            return once
        if blamed.kind == "unmarked":
            others = set[Line]().union(*known.restarted.values())
            return clears_by_kind(source) or source.apart(
                graph.record.nodes[blamed.node].place, others
            )
        return _of_operator(blamed, operation, graph, known, its)
    return found


def _equal_operands(blamed: Blamed, graph: Graph, known: Known) -> Line | None:
    """What says when two nodes are equal, if it was asked where an operator's two inputs hold the
    same number and something goes wrong that goes right in other programs."""
    operation, equality = blamed.operation, known.source.equality
    nodes = {*operation.nodes} - {None} if operation is not None else ()
    values = {graph.data(node, graph.last) for node in nodes if node is not None}
    if equality is None or len(nodes) != 2 or len(values) != 1:
        return None
    function = known.source.function(equality)
    is_asked = any(known.source.function(line) is function for line in graph.record.lines)
    is_else = blamed.kind == "again" or is_right_elsewhere(blamed, known.delivered)
    return equality if function is not None and is_asked and is_else else None


def _question(blamed: Blamed, graph: Graph, known: Known) -> Line | None:
    """Where an operator goes another way than in the programs in which it is right: in its method
    and what is inside that, or in a function that only programs with it come by."""
    operation = blamed.operation
    result = None if operation is None else operation.call.result
    if operation is None or result is None or blamed.kind not in OF_AN_OPERATOR - {"operand"}:
        return None
    entries = () if blamed.entry is None else computed_in(graph, blamed.entry)
    wrong = {line for each in entries for line in graph.numbers[each].place[:1]}
    right = known.right.get((operation.form, len({*operation.nodes})), ())
    own = _own(graph.record.nodes[result].place, operation)
    lines = {line for each in (graph.record.lines, *right) for line in each}
    around = {*known.source.around(own)[-1:]} if own is not None else set()
    only = known.only.get(operation.operator, ())
    its = sorted(e for e in lines if e in only or around & {*known.source.around(e)})
    return question({*graph.record.lines}, right, its, wrong, known.source)


def _of_operator(
    blamed: Blamed, operation: Operation, graph: Graph, known: Known, only: Sequence[Line]
) -> Line | None:
    """A line that programs with this operator alone come by: one that wrote the number, one of a
    function of its own, the one that made the node."""
    source, result = known.source, operation.call.result
    made = None if result is None else _own(graph.record.nodes[result].place, operation)
    written = [line for line in blamed.place if line in only]
    of_operators = [each for name in method_names() for each in source.methods(name)]
    methods = source.methods(operation.call.name)
    if blamed.kind == "old":
        last = operation.call.last
        if result in operation.nodes and not methods:
            right = known.right.get((operation.form, len({*operation.nodes})), ())
            lines = set[Line]().union(*right)
            new = [line for line in graph.record.lines if line not in lines]
            if right and len(new) == 1:
                return new[0]  # of what operators share, the one that no right program comes by
        first = () if result is None else graph.record.nodes[result].place
        own = last if last is not None and source.is_in(last, methods) else None
        is_made_elsewhere = own not in first and any(source.is_in(e, methods) for e in first)
        if own and (result in operation.nodes or is_made_elsewhere):
            return own  # it gives an operand back, or what another line of it has made
        if result in operation.nodes:
            return None  # which line of what operators share gave it back was not seen
        kept = next(filter(None, map(source.cached, first)), None)
        maker = source.outside_of_init(first)
        every = [each for seen in known.blamed.values() for each in seen if each.kind == "old"]
        is_one = len({each.operation.operator for each in every if each.operation}) == 1
        if is_one and all(maker in lines for right in known.right.values() for lines in right):
            kept = kept or next((each for each in first if each in only), None)
        if kept or (maker is not None and not source.is_in(maker, of_operators)):
            return kept or maker  # a helper keeps what it made
        return own
    if blamed.kind == "void":
        return operation.call.last
    if blamed.kind in ("nothing", "same") and (wrote := _adds_to_result(operation, graph)):
        return wrote
    if blamed.kind == "nothing" and (marked := _marked(blamed, operation, graph, source)):
        return marked
    if blamed.kind == "nothing" and (early := ended_asking(operation, graph, source)):
        return early
    listed = () if result is None else graph.record.nodes[result].inputs or ()
    if blamed.kind == "same" and len(listed) == 1:
        return made
    squares = any(form != operation.form and side < 0 for form, side in known.delivered)
    if blamed.kind == "same" and blamed.place and (blamed.place[0] in only or not squares):
        return blamed.place[0]
    if written and blamed.kind != "value":
        return written[0]
    here = [line for line in graph.record.lines if line in only]
    helpers = [e for e in here if e != made and not source.is_in(e, of_operators)]
    helpers = [each for each in helpers if source.function(each)] or helpers
    if (
        blamed.kind == "rule"
        and helpers
        and (decided := _inherited(blamed, graph, known, operation, helpers))
    ):
        return decided
    if helpers or (here and made is not None and not source.is_in(made, methods)):
        return (helpers or here)[-1]
    return None if made is not None and _comes_from_afar(blamed, graph, source, made) else made


def _marked(blamed: Blamed, operation: Operation, graph: Graph, source: SourceText) -> Line | None:
    """The line that set a mark of a node which the rule asked for and contributed nothing, where it
    is set otherwise for others that a rule asked, and gave something."""
    result, call = operation.call.result, blamed.call
    if result is None or call is None:
        return None
    set_to = graph.marks(call.ends)
    asked = [h for h in graph.record.handled if h.what > READ and call.begins < h.when < call.ends
             and graph.whose_rule(h.when) is not None]  # fmt: skip
    for each in asked:
        attribute = each.what - READ
        is_its = graph.whose_rule(each.when) == result and each.node in (blamed.node, result)
        if not is_its or (each.node, attribute) not in set_to:
            continue
        mark = set_to[each.node, attribute]
        others = (o for o in asked if o.what == each.what and (o.node, attribute) in set_to)
        gave = (o.node for o in others if set_to[o.node, attribute].is_set is not mark.is_set)
        if any(graph.written(node, call.begins, call.ends) for node in gave):
            return source.outside_of_init(mark.place) or next(iter(mark.place), None)
    return None


def _inherited(
    blamed: Blamed, graph: Graph, known: Known, operation: Operation, helpers: Sequence[Line]
) -> Line | None:
    """The class that only this operator comes by, where a class that it is derived from is another
    operator's and the program comes by a line of that; or the method of it that has nearly the name
    of one which it inherits."""
    cell, classes = helpers[-1][0], known.source.classes(helpers[-1])
    others = (line for name, lines in known.only.items() if name != operation.operator
              for line in lines)  # fmt: skip
    theirs = {id(each) for line in others for each in known.source.classes(line)[:1]}
    come_by = {id(each) for line in graph.record.lines if line[0] == cell
               for each in known.source.classes(line)[:1]}  # fmt: skip
    computed = [] if blamed.entry is None else [*computed_in(graph, blamed.entry)]
    lines = [line for each in computed for line in graph.numbers[each].place]
    its = [each for line in lines for each in known.source.classes(line)[:1]]
    bases, lone = {*map(id, classes[1:])}, {*map(id, known.source.lone_bases(helpers[-1]))}
    if not bases or classes[0] in its:
        return None
    inherited = {name for base in classes[1:] for name in _names(base)}
    near = (at for name, at in _names(classes[0]).items() if name not in inherited
            and get_close_matches(name, inherited, n=1, cutoff=ALIKE))  # fmt: skip
    if not bases & theirs & come_by and not (bases & {*map(id, its)}):
        return None
    at = next(near, classes[0].lineno if lone & theirs & come_by else None)
    return None if at is None else (cell, at)


def _names(of: ast.ClassDef) -> dict[str, int]:
    """The functions and the other names of a class's own, and their lines."""
    made = [e for e in of.body if isinstance(e, ast.Assign)]
    assigned = {t.id: e.lineno for e in made for t in e.targets if isinstance(t, ast.Name)}
    functions = {e.name: e.lineno for e in of.body if isinstance(e, ast.FunctionDef)}
    return assigned | functions


def _comes_from_afar(blamed: Blamed, graph: Graph, source: SourceText, made: Line) -> bool:
    """Whether a gradient was multiplied with a wrong number that nobody saw to be worked out, and
    that is not written where the node was made."""
    if blamed.kind != "rule" or blamed.entry is None or source.bound_late(made):
        return False
    number = graph.numbers[graph.source(blamed.entry)]
    plain = [graph.numbers[e].value for e in number.operands if graph.numbers[e].code == "plain"]
    return number.code == "*" and len(plain) == 1 and not source.has_number(made, plain[0])


def _adds_to_result(operation: Operation, graph: Graph) -> Line | None:
    """The line of a rule that writes to the gradient of its own result."""
    result = operation.call.result
    for run in graph.record.rules if result is not None else ():
        if run.node == result and result not in operation.nodes:
            places = (graph.numbers[e].place for e in graph.written(result, run.begins, run.ends))
            if line := next((place[0] for place in places if place), None):
                return line
    return None


def crossed(blamed: Blamed, graph: Graph) -> Blamed:
    """The same, as what it is where one run of the rule wrote to the other input alone, and to
    that twice."""
    places = _twice_to_the_other(blamed, graph)
    return replace(blamed, kind="crossed", place=places[1]) if places else blamed


def _twice_to_the_other(blamed: Blamed, graph: Graph) -> list[Place]:
    """Where one run of a rule wrote to the other input than the one it is about, if twice."""
    operation = blamed.operation
    if operation is None or len({*operation.nodes} - {None}) != 2 or blamed.side < 0:
        return []
    for run in graph.record.rules:
        if run.node == operation.call.result:
            entries = graph.written(operation.nodes[1 - blamed.side] or 0, run.begins, run.ends)
            if len(entries) == 2:
                return [graph.numbers[each].place for each in entries]
    return []


def _of_the_other(blamed: Blamed, graph: Graph, known: Known) -> Line | None:
    """Where one input was seen to get what the other one is owed: the line of a function that was
    made in a loop and reads the loop's names later; or, where another form of the operator is
    right, the line where the listing of the inputs parts from the working out of the value."""
    operation = blamed.operation
    if operation is None or blamed.kind not in ("rule", "crossed") or blamed.side < 0:
        return None
    right, result = graph.right(operation), operation.call.result
    slopes = right[1] if right is not None else ()
    is_other = len(slopes) == 2 and blamed.found != 0.0 and same_number(
        blamed.found * slopes[blamed.side], blamed.owed * slopes[1 - blamed.side]
    )  # fmt: skip
    bound = next(filter(None, map(known.source.bound_late, blamed.place)), None)
    if bound and (is_other or not is_right_elsewhere(blamed, known.delivered)):
        return bound
    data = None if result is None else graph.held(result, DATA, operation.call.ends)
    listed = [each.place for each in graph.record.stored if each.node == result and each.is_inputs]
    are_both = len(graph.record.nodes[result or 0].inputs or ()) == 2
    if not (is_other and are_both and listed and data is not None):
        return None
    is_right = (operation.operator, blamed.side) in known.delivered
    return parting(listed[-1], graph.numbers[graph.source(data)].place) if is_right else None


def _written(blamed: Blamed, graph: Graph, known: Known) -> Line | None:
    operation, source, only = blamed.operation, known.source, known.only
    if operation is not None and blamed.kind == "unlisted" and operation.call.result is not None:
        copied = copy_of(blamed, graph)
        if copied is not None:
            made = graph.record.nodes[copied]
            asked = (
                each.place[0] for each in graph.record.operators
                if operation.call.begins < each.begins < made.when < each.ends and each.place
                and blamed.node not in (each.node, each.other_node)
            )  # fmt: skip
            # An operator that it asks was given the number, not the node.
            return next(asked, None) or source.outside_of_init(made.place)
        listed = graph.record.nodes[operation.call.result].inputs or ()
        if source.equality is not None and graph.twin(blamed.node) in listed:
            return source.equality  # of two that are equal a set has one
        at = graph.record.nodes[operation.call.result].place
        its = [line for line in at if line in only.get(operation.operator, ())]
        return its[0] if its else _own(at, operation)
    if blamed.kind == "constant":
        return source.outside_of_init(blamed.place)
    if operation is not None and blamed.kind in ("lone", "called", "misplaced"):
        return _own(blamed.place, operation)
    if operation is not None and blamed.kind == "value" and blamed.entry is not None:
        source_of = graph.numbers[graph.source(blamed.entry)]
        inner = any(
            each.begins < source_of.when < each.ends and operation.call.begins < each.begins
            for each in graph.record.operators
        )
        origin = graph.numbers[graph.origin(blamed.entry)]
        is_kept = bool(origin.place) and origin.when < operation.call.begins
        if is_kept and origin.code not in ("plain", "given"):
            return next(filter(source.keeps_once, origin.place), origin.place[0])
        its = [line for line in source_of.place[:1] if line in only.get(operation.operator, ())]
        others = {operation.operator} - {operation.form}  # what is right there goes wrong elsewhere
        if its and not inner and not any((other, VALUE) in known.delivered for other in others):
            return its[0]
        if source_of.code == "plain" and not inner:
            return None  # a number that a helper gives
    if operation is not None and blamed.kind in ("value", "operand"):
        return _made(blamed, graph, operation)
    if blamed.kind == "rule" and operation is not None:
        return _ruled(blamed, graph, operation, known, only.get(operation.operator, ()))
    if blamed.kind == "seed" and blamed.entry is not None and blamed.call is not None:
        in_call = blamed.found and graph.numbers[blamed.entry].when > blamed.call.begins
        return blamed.place[0] if blamed.place and in_call else None
    if blamed.kind in ("reseeded", "stale") and blamed.entry is not None:
        first = graph.source(blamed.entry)  # a node may hold it later, and so it is no end
        parts = [first, *graph.numbers[first].operands]
        paths = [
            graph.numbers[e].place for part in parts for e in (part, *computed_in(graph, part))
        ]
        kept = [source.default(line) for path in paths for line in path]
        return next(filter(None, kept), None)
    if blamed.kind in ("fed", "of_leaf"):
        leaf = blamed.node if blamed.other is None else blamed.other
        return next(filter(None, map(source.default, graph.record.nodes[leaf].place)), None)
    if blamed.kind == "doubled" and operation is not None:
        its = [line for line in blamed.place if line in only.get(operation.operator, ())]
        writing = {name for line in blamed.place[:1] for name, _ in known.written_by.get(line, ())}
        return its[0] if its else blamed.place[0] if len(writing) == 1 else None
    if blamed.kind == "wiped" and blamed.call is not None:
        begins, ends = blamed.call.begins, blamed.call.ends
        runs = [run.place for run in graph.record.rules if begins < run.begins < ends]
        return parting(blamed.place, runs[0] if runs else ()) or next(iter(blamed.place), None)
    if blamed.kind == "refused" and blamed.place:
        return source.container(blamed.place[0]) or blamed.place[0]
    if blamed.kind in _WRITTEN:
        return blamed.place[0] if blamed.place else None
    return None


def copy_of(blamed: Blamed, graph: Graph) -> int | None:
    """The node without inputs, and with the operand's value, that is listed in its place."""
    operation = blamed.operation
    if operation is None or operation.call.result is None:
        return None
    value = graph.data(blamed.node, operation.call.begins)
    listed = graph.record.nodes[operation.call.result].inputs or ()
    known = graph.constants(operation)
    copies = (
        node
        for node in listed
        if node in known and graph.value(graph.record.nodes[node].data) == value
    )
    return next(copies, None)


def _shortened(blamed: Blamed, graph: Graph) -> Line | None:
    """Where `int` or `round` made another number of one that went into the wrong one."""
    for each in () if blamed.entry is None else computed_as(graph, blamed.entry):
        number = graph.numbers[each]
        was = graph.numbers[number.operands[0]].value if number.operands else number.value
        if number.code in ("int", "round") and not same_number(number.value, was):
            return next(iter(number.place), None)
    return None


def _made(blamed: Blamed, graph: Graph, operation: Operation) -> Line | None:
    """The line of the operator's own method that made the wrong value."""
    computed = [] if blamed.entry is None else [*computed_as(graph, blamed.entry), blamed.entry]
    entries = computed[-1:] if blamed.kind == "operand" else computed  # that is where it changes
    for number in (graph.numbers[each] for each in entries):
        own = _own(number.place, operation)
        inside = operation.call.begins < number.when < operation.call.ends
        if own is not None and inside and number.code != "same":
            return own
    return None


def _own(place: Place, operation: Operation) -> Line | None:
    """The line of the operator's own method on a path of lines."""
    deeper = len(place) - len(operation.call.place)
    return place[deeper - 1] if deeper > 0 and place[deeper:] == operation.call.place else None


def _ruled(
    blamed: Blamed, graph: Graph, operation: Operation, known: Known, only: Sequence[Line]
) -> Line | None:
    source, delivered = known.source, known.delivered
    by = known.written_by.get(blamed.place[0], ()) if blamed.place else ()
    if len({name for name, _ in by}) > 1 and all(each in known.wrong for each in by):
        return blamed.place[0]  # several operators write by it, and none of them rightly
    computed = [] if blamed.entry is None else [*computed_in(graph, blamed.entry)]
    places = [graph.numbers[each].place for each in computed]
    begins, ends = operation.call.begins, operation.call.ends
    if (kept := kept_for_it(blamed, graph, operation, source)) is not None:
        return kept
    for each, place in zip(computed, places, strict=True):
        if begins < graph.numbers[each].when < ends:
            its = [line for line in place if line in only]
            return its[0] if its else _own(place, operation)  # when the node was made
    methods = source.methods(operation.call.name)
    path = [*(places[0] if places else ()), *blamed.place]
    for line in path:
        if source.is_in(line, methods):
            return line
    made = () if operation.call.result is None else graph.record.nodes[operation.call.result].place
    is_on_both = blamed.side < 0 and len({*operation.nodes}) < len(operation.nodes)
    if is_on_both and is_right_elsewhere(blamed, delivered) and blamed.place:
        return blamed.place[0]  # what it works out is right where its nodes are two
    if late := next(filter(None, map(source.bound_late, made)), None):
        return late  # whichever function it asks, it takes that from a loop which has gone on
    slopes = [place for e, place in zip(computed, places, strict=True) if not graph.grads_in(e)]
    if slopes and blamed.entry is not None and not graph.grads_in(blamed.entry):
        slopes = slopes[1:]  # the last step may be the one that multiplies with a gradient
    if not slopes or not slopes[0]:
        return None
    right = known.written_by.get(slopes[0][0], set()) & delivered
    is_of_others = any(name != operation.operator for name, _ in right)
    return (_own(made, operation) if is_of_others else None) or slopes[0][0]


def side_at(blamed: Blamed, written_by: WrittenBy) -> int:
    """The side that a line writes to, where the node itself is on both sides."""
    operation = blamed.operation
    if operation is None or blamed.side >= 0 or not blamed.place:
        return blamed.side
    its = {s for o, s in written_by.get(blamed.place[0], ()) if o == operation.operator and s >= 0}
    return its.pop() if len(its) == 1 else -1
