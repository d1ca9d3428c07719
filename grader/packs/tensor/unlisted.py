"""Results that do not list what they were made of, so that no walk from them comes by that; and
results that were given no rule.

What such a mistake does depends on the walk: a gradient that never arrives, an inner tensor that
does not begin again, one that passes on too early. So it is looked for before all of these.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from grader.explain.watching.record import DATA, Line, Unbelievable
from grader.explain.watching.source import SourceText
from grader.judging.exercise import ExerciseRun
from grader.judging.finding import Counterexample, Finding, how_often
from grader.packs.tensor.listing import Step
from grader.packs.tensor.operators import OPERATORS
from grader.packs.tensor.program import Program
from grader.packs.tensor.remembered import Memory, Tree, Write, remembered
from grader.packs.tensor.words import expression

UNLISTED = "tensor/unlisted"


@dataclass(frozen=True, slots=True)
class _Result:
    """A result that does not list what it was made of.

    step: what of the program made it; operand: the tensor that it does not list, "" for a result
    that is made on the way; line: the one that makes it; has_rule: whether it was given one.
    """

    step: Step
    operand: str
    line: Line | None
    has_rule: bool
    ruleless: bool = False
    """What ran as its rule is what a new tensor has as one. Then it is said, and nothing else."""


def of_unlisted(
    failing: Sequence[tuple[str, Program, Counterexample | None]],
    run: ExerciseRun,
    source: SourceText,
) -> Finding | None:
    """What is told of these programs, one of each check; None if nothing is. failing: the check,
    the program and what is shown of it."""
    memories = remembered([program for _, program, _ in failing], run, source)
    found = []
    for (check, program, example), memory in zip(failing, memories, strict=True):
        result = None if memory is None else _unlisted(memory, source)
        if result is not None:
            where = None if result.line is None else source.where(result.line)
            found.append((check, example, _in_words(program, result), where))
    if not found:
        return None
    _, example, said, where = found[0]
    often = f" {how_often(len(found), len(failing), 'looked at')}" if len(failing) > 1 else ""
    return Finding(
        explained=len(found),
        of=len(failing),
        explanation=said + often,
        id=UNLISTED,
        part="rule",
        checks=tuple(check for check, *_ in found),
        own={check: text for check, _, text, _ in found},
        own_where={check: at for check, _, _, at in found if at is not None},
        example=example,
        where=where,
    )


def _in_words(program: Program, result: _Result) -> str:
    made = expression(program, result.step)
    if result.ruleless:
        return (
            f"The rule of {made} never ran: what ran for the result is what every new tensor has "
            "as its rule. Has it one of its own, stored on the result?"
        )
    if not result.operand:
        return (
            f"On the way to {made} a tensor is made that does not list what it was made of. No "
            "walk from it comes by that."
        )
    operand = f"`{program.names.get(result.operand, result.operand)}`"
    alone = "" if result.has_rule else " Is it made of `.data` alone?"
    return (
        f"Of {made} the result does not list {operand} among what it was made of, so that no walk "
        f"from it comes by {operand}.{alone}"
    )


def _unlisted(memory: Memory, source: SourceText) -> _Result | None:
    """The first result of a run that was given no rule, or does not list what it was made of."""
    try:
        return next(chain(_results(memory), _ruleless(memory, source)), None)
    except (Unbelievable, LookupError, RecursionError):
        return None


def _results(memory: Memory) -> Iterator[_Result]:
    graph, slots = memory.graph(), memory.slots
    if not graph.lists_inputs:
        return
    made: dict[int, Write] = {}
    for write in memory.writes:
        if write.attribute == DATA and isinstance(write.tree, Tree):
            made.setdefault(write.node, write)
    steps = {
        slots[step[1]]: step for step in memory.steps if step[0] == "apply" and step[1] in slots
    }
    leaves = {slots[step[1]] for step in memory.steps if step[0] == "leaf" and step[1] in slots}
    usual = max((graph.stores(node) for node in leaves), default=0)
    of_leaves = {line for node in leaves & made.keys() for line in made[node].place}
    innocent = {*of_leaves}
    for node, write in made.items():
        taken = {*_taken(write)}
        if taken and taken <= {*_listed(graph, node)}:  # the innermost line that makes it
            innocent |= {*[line for line in write.place if line not in of_leaves][:1]}
    for node, write in made.items():
        has_rule = graph.stores(node) > usual
        if node in leaves or graph.record.nodes[node].has_lone_input:
            continue
        if node not in steps and not has_rule:  # a constant, which need not be listed
            continue
        missing = _missing(node, made, {*_listed(graph, node)}, memory)
        if missing is None:
            continue
        later = (n for n in steps if n in made and made[n].when >= write.when)
        result = min(later, key=lambda n: made[n].when, default=None)
        if result is None:
            continue
        own = [line for line in write.place if line not in innocent]
        operand = memory.names[missing] if result == node else ""
        yield _Result(steps[result], operand, next(iter(own), None), has_rule)


def _ruleless(memory: Memory, source: SourceText) -> Iterator[_Result]:
    """Results for which nothing but a new tensor's own rule ran. The line is one of the operator's
    that stored a rule elsewhere; or the one that makes the result."""
    graph, slots = memory.graph(), memory.slots
    leaves = {slots[step[1]] for step in memory.steps if step[0] == "leaf" and step[1] in slots}
    rules = [each for each in graph.record.stored if not (each.is_inputs or each.is_dropped)]
    new = {each.place[0] for each in rules if each.node in leaves and each.place}
    innocent = {
        line for node in leaves for w in memory.writes if w.node == node for line in w.place
    }
    for step in memory.steps:
        node = slots.get(step[1]) if step[0] == "apply" else None
        runs = [run.last for run in graph.record.rules if run.node == node]
        own = source.lines_of((step[2], *OPERATORS[step[2]].methods)) if node is not None else set()
        new -= own
        if node is None or node in leaves or not runs or not new.issuperset(runs):
            continue
        made = next(iter(memory.written(step[1], DATA)), None)
        place = () if made is None else made.place
        elsewhere = [s.place[0] for s in rules if s.node != node and s.place and s.place[0] in own]
        line = next(iter([*elsewhere, *(each for each in place if each not in innocent)]), None)
        yield _Result(step, "", line, False, ruleless=True)


def _listed(graph: Any, node: int) -> Sequence[int | None]:
    return graph.record.nodes[node].inputs or ()


def _taken(write: Write) -> Iterator[int]:
    """The tensors whose data a tensor's data was made of."""
    for each in write.tree.all():
        if each.code == "held" and each.parts[1] == DATA:
            yield each.parts[0]


def _missing(
    node: int, made: dict[int, Write], listed: set[int | None], memory: Memory
) -> int | None:
    """A tensor of the program that a result was made of, and that is neither listed nor below what
    is; None if there is none."""
    waiting, known = [node], set[int]()
    while waiting:
        for each in _taken(made[waiting.pop()]):
            if each in listed or each in known:
                continue
            if each in memory.names:
                return each
            known.add(each)
            waiting += [each] if each in made else []
    return None
