"""What all that was watched says of an engine: the law as it keeps it, and what is right in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from grader.explain.watching.at_node import TooMuch
from grader.explain.watching.blame import Law
from grader.explain.watching.graph import Graph, Operation, restarts
from grader.explain.watching.kept import computed_as
from grader.explain.watching.kinds import Blamed
from grader.explain.watching.lines import Known, WrittenBy
from grader.explain.watching.record import GRAD, Call, Line, Record, methods, record_in
from grader.explain.watching.sampling import Failing
from grader.explain.watching.source import SourceText
from grader.programs.compare import same_answer, same_number
from grader.programs.graph import unrolled
from grader.programs.program import Program

if TYPE_CHECKING:
    from grader.judging.exercise import ExerciseRun


def records_of(
    run: ExerciseRun, source: SourceText, watched: Sequence[Failing], shake: int = 0
) -> tuple[dict[Program, Record], set[Program]]:
    """The record of each program that came to the same numbers when it was watched, of one without
    an answer to wrong ones; and those that came out right, though they had not. shake: unless it
    is 0, each program has other addresses."""
    names = [*methods().values()]
    items = [{"task": "watch", "steps": each.program.steps, "methods": names} for each in watched]
    records, alone = {}, set()
    for each, observed in zip(watched, run.ask_aside(items, shake, bool(shake)), strict=False):
        record = record_in(observed.value, each.program, source.lengths)
        if record is None:
            continue
        comes_out = record.error == ("", 0) and same_answer(record.answer, each.right)
        if _is_as_judged(record, each) or (not each.answer and not each.error and not comes_out):
            records[each.program] = record
        elif comes_out:
            alone.add(each.program)
    return records, alone


def _is_as_judged(record: Record, each: Failing) -> bool:
    """Whether a watched run came to what the judged one had come to: the numbers, or the error."""
    if each.error is None:
        return record.error == ("", 0) and same_answer(record.answer, each.answer)
    return record.error == (each.error.kind, each.error.line or 0)


def known_of(
    records: Mapping[Program, Record], passing: Sequence[Failing], source: SourceText
) -> tuple[Known, Mapping[Program, Graph]]:
    """What all that was watched says of an engine, and each program's graph."""
    graphs = {each: Graph(record) for each, record in records.items()}
    every = graphs.values()
    lists_inputs = any(graph.lists_inputs for graph in every)
    runs = any(graph.record.rules for graph in every)
    stores = max((graph.stores(node) for graph in every for node in graph.own), default=0)
    for graph in every:
        graph.all_list_inputs, graph.all_store, graph.all_run = lists_inputs, stores, runs
    clears = _clears(passing, graphs)
    restarted: dict[str, set[Line]] = {}
    for graph in every:
        for node in restarts(graph):
            made = restarted.setdefault(graph.own[node].form, set())
            made.update(graph.record.nodes[node].place)
    only = _lines_of_one(every)
    right = [graphs[each.program] for each in passing if each.program in graphs]
    adds = not any(Law(graph).lost() for graph in right)
    laws = {each: _law(graph, each, bool(clears)) for each, graph in graphs.items()}
    blamed = {each: found for each, (found, _) in laws.items()}
    delivered = frozenset(one for _, law in laws.values() for one in law.delivered)
    known = Known(
        source,
        clears,
        _writers(every),
        _contributors(every),
        only,
        restarted,
        blamed,
        delivered,
        _right(graphs, blamed),
        _wrong(graphs, blamed),
        adds,
    )
    return known, graphs


def _clears(passing: Sequence[Failing], graphs: Mapping[Program, Graph]) -> bool | None:
    """Whether inner nodes lose their gradients in this engine; None if the law is not its own."""
    known = [(graphs[each.program], each.program) for each in passing if each.program in graphs]
    forgets = any(graph.forgets for graph in graphs.values())
    if not known:
        return forgets
    for clears in (False, True):
        kept = sum(not _law(graph, program, clears)[0] for graph, program in known)
        if kept > len(known) / 2:
            return clears
    return False if not forgets and all(graph.writes_all for graph, _ in known) else None


def _law(graph: Graph, program: Program, clears: bool) -> tuple[list[Blamed], Law]:
    """What is wrong in a program, and the law that says so."""
    law = Law(graph, clears)
    makes = [s for s in unrolled(program.steps) if s[0] in ("leaf", "apply", "inplace")]
    given = [float(step[2]) if step[0] == "leaf" else None for step in makes]
    if len(given) != len(graph.record.made) and not graph.record.error[0]:
        return [], law
    try:
        if graph.record.error[0]:
            slip = law.slip()
            return [] if slip is None else [slip], law
        return law.every(given), law
    except (TooMuch, RecursionError):
        return [], law


def _lines_of_one(graphs: Iterable[Graph]) -> dict[str, list[Line]]:
    """By operator the lines that only programs with it come by, in order."""
    found: dict[str, dict[Line, None]] = {}
    elsewhere: dict[str, set[Line]] = {}
    known = [({each.operator for each in graph.operations}, graph.record.lines) for graph in graphs]
    for name in {name for names, _ in known for name in names}:
        found[name] = dict.fromkeys(
            line for names, lines in known if name in names for line in lines
        )
        elsewhere[name] = {line for names, lines in known if name not in names for line in lines}
    return {
        name: [line for line in lines if line not in elsewhere[name]]
        for name, lines in found.items()
        if elsewhere[name]
    }


def _right(
    graphs: Mapping[Program, Graph], blamed: Mapping[Program, Sequence[Blamed]]
) -> dict[tuple[str, int], list[frozenset[Line]]]:
    """The lines of the programs in which nothing is wrong with an operator: by form, and number of
    nodes that it is about, which is the same throughout."""
    found: dict[tuple[str, int], list[frozenset[Line]]] = {}
    for program, graph in graphs.items():
        wrong = {each.operation.form for each in blamed[program] if each.operation is not None}
        nodes: dict[str, set[int]] = {}
        for each in graph.own.values():
            nodes.setdefault(each.form, set()).add(len({*each.nodes}))
        for form, counts in nodes.items():
            if form not in wrong and len(counts) == 1:
                key = form, counts.pop()
                found.setdefault(key, []).append(frozenset(graph.record.lines))
    return found


def _wrong(
    graphs: Mapping[Program, Graph], blamed: Mapping[Program, Sequence[Blamed]]
) -> dict[tuple[str, int], bool]:
    """The forms and sides whose rule contributes a wrong number, and whether one was worked out."""
    found: dict[tuple[str, int], bool] = {}
    for program, every in blamed.items():
        for each in every:
            if each.kind == "rule" and each.operation is not None and each.entry is not None:
                code = graphs[program].numbers[each.entry].code
                is_made = code not in ("plain", "int", "round")
                key = each.operation.form, each.side
                found[key] = found.get(key, False) or is_made
    return found


def _writers(graphs: Iterable[Graph]) -> WrittenBy:
    """What was written, or worked out as rules ran, where, in all that was watched."""
    found: dict[Line, set[tuple[str, int]]] = {}
    for graph in graphs:
        calls = graph.record.calls
        for (node, attribute), entries in graph.versions.items():
            for entry in entries if attribute == GRAD else ():
                used = graph.sources(entry) - {node}
                if not used and (running := graph.running(graph.numbers[entry].when)):
                    used = {running.call.result or 0}
                operations = [graph.own[each] for each in used if each in graph.own]
                made = (graph.numbers[each] for each in computed_as(graph, entry))
                at = {n.place[:1] for n in made if any(c.begins < n.when < c.ends for c in calls)}
                lines = {*graph.numbers[entry].place, *(line for each in at for line in each)}
                for line in lines if len(used) == 1 else ():
                    for each in operations:
                        side = each.nodes.index(node) if each.nodes.count(node) == 1 else -1
                        found.setdefault(line, set()).add((each.operator, side))
    return found


def _arrives(graph: Graph, call: Call, node: int, operation: Operation) -> bool:
    """Whether each input of a node, which has no other consumer, got in a call what it is owed."""
    right = graph.right(operation)
    above = graph.value(call.after[node]) if node < len(call.after) else None
    if call.is_zero or right is None or not above:
        return False
    for each, slope in zip(operation.nodes, right[1], strict=True):
        if each is None or each >= len(call.before) or not slope:
            return False
        before, after = graph.value(call.before[each]), graph.value(call.after[each])
        if before is None or after is None:
            return False
        consumers = [*graph.consumers(each, frozenset(graph.own))]
        owed = slope * above + (0.0 if each in graph.own else before)
        if len(consumers) != 1 or not same_number(after, owed):
            return False
    return True


def _contributors(graphs: Iterable[Graph]) -> frozenset[str]:
    """The operators that contribute something to each of their inputs in some call: seen where the
    numbers remember, and told by the numbers where an input has one consumer."""
    found = set()
    for graph in graphs:
        for call in graph.record.calls:
            found |= {o.operator for n, o in graph.own.items() if _arrives(graph, call, n, o)}
        reached: dict[int, set[int]] = {}
        for (node, attribute), entries in graph.versions.items():
            for entry in entries if attribute == GRAD else ():
                for above in graph.sources(entry) - {node}:
                    reached.setdefault(above, set()).add(node)
        for node, operation in graph.own.items():
            inputs = {each for each in operation.nodes if each is not None}
            if inputs and inputs <= reached.get(node, set()):
                found.add(operation.operator)
    return frozenset(found)
