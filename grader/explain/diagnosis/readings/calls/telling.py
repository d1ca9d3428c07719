"""Tell what went wrong at one node, as numbers of one program and a question; never the code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from grader.explain.diagnosis.readings.calls.nodes import Odd, odd_one
from grader.explain.diagnosis.readings.calls.watching import watched, written_out
from grader.judging.context import Ask
from grader.judging.finding import Counterexample, Finding
from grader.judging.verdict import reading_names
from grader.programs.call_texts import ORDINALS
from grader.programs.compare import same_number
from grader.programs.interpreter import Answer
from grader.programs.listing import listing, node_names, shown
from grader.programs.operators import JOIN, OPERATORS, SCALE, TOTAL, operator_of
from grader.programs.program import Program, walk
from grader.text import listed

MOST_ASKED = 14
MOST_SHOWN = 8
FEW = 2
PARTS = {
    "kept": "zeroing",
    "lost": "zeroing",
    "beside": "state",
    "zero_grad": "zero_grad",
    "seed": "seeding",
    "value": "value",
    "data": "data",
    "share": "rule",
    "other": "sum",
}
"""What a kind is about; the others are about the order."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A program that is answered wrongly, beside the right answer if there is only one. check: the
    failed check that shows it, "" if none does."""

    check: str
    program: Program
    answer: Answer
    right: Answer | None


def read_nodes(failing: Sequence[Wrong], ask: Ask) -> list[Finding]:
    """A finding for each kind of thing that goes wrong at a node of these programs."""
    suited = [each for each in failing if watched(each.program) is not None]
    first = [each for each in suited if each.check][:MOST_SHOWN]
    small = sorted((e for e in suited if not e.check), key=lambda each: each.program.size)
    asked = [*first, *small[: MOST_ASKED - len(first)]]
    answers = ask([program for each in asked if (program := watched(each.program)) is not None])
    if not asked or len(answers) != len(asked):
        return []
    found: dict[str, list[tuple[Wrong, Odd]]] = {}
    for each, observed in zip(asked, answers, strict=True):
        odd = odd_one(each.program, each.answer, observed.answer) if observed.answer else None
        if odd is not None:
            found.setdefault(odd.kind, []).append((each, odd))
    if len(found) > 1:  # what says least is told only where nothing says more
        found.pop("other", None)
    told = [_finding(kind, same, len(asked)) for kind, same in found.items()]
    with_checks = [finding for finding in told if finding.checks]
    return with_checks or sorted(told, key=lambda finding: -finding.explained)[:1]


def _finding(kind: str, same: Sequence[tuple[Wrong, Odd]], of: int) -> Finding:
    each, odd = min(same, key=lambda one: (one[0].program.size, len(one[0].program.steps)))
    return Finding(
        id=f"node/{kind}",
        misconception=None,
        explained=len(same),
        of=of,
        explanation=told(each.program, odd),
        kind="read",
        operator=_operator(kind, same),
        part=PARTS.get(kind, "order"),
        checks=tuple(dict.fromkeys(one.check for one, _ in same if one.check)),
        example=_shown(each),
    )


def _operator(kind: str, same: Sequence[tuple[Wrong, Odd]]) -> str:
    """The operator that it is about; for what is missing, a form that alone contributes nothing,
    if graphs are seldom made of it."""
    forms = {odd.operator for _, odd in same}
    if kind != "missing":
        return same[0][1].operator if len(forms) == 1 else ""
    others = {form for each, _ in same for form in each.program.forms} - forms
    is_rare = len(forms) == 1 and not forms & {JOIN, SCALE}
    return forms.pop() if is_rare and others and len(same) >= FEW else ""


def _shown(each: Wrong) -> Counterexample | None:
    names = reading_names(each.program)
    for name, found, right in zip(names, each.answer, each.right or (), strict=False):
        if not same_number(found, right):
            return Counterexample(listing(each.program), name, found, right)
    return None


def told(program: Program, odd: Odd) -> str:
    """What was read, and what to ask oneself."""
    sums = any(step[2:3] == (TOTAL,) for step in walk(program.steps))
    names = node_names(written_out(program) if sums else program)
    words: Mapping[str, str] = {
        "node": f"`{names[odd.node]}`{_after(program, odd)}",
        "other": listed(f"`{names[each]}`" for each in dict.fromkeys(odd.others)),
        "source": f"`{names[odd.source]}`",
        "call": _call(program, odd, names[odd.root]),
        "found": f"{odd.found + 0.0:.6g}",
        "right": f"{odd.right + 0.0:.6g}",
        "amount": f"{abs(odd.amount):.6g}",
        "operator": f"`{_sign(odd.operator)}`" if odd.operator else "",
    }
    if odd.kind == "beside" and odd.others:
        return _FROM_BESIDE.format(**words)
    return _TOLD[odd.kind].format(**words)


def _after(program: Program, odd: Odd) -> str:
    """The statement that bound a name anew, where its value is wrong."""
    makes = (s for s in written_out(program).steps if s[0] in ("leaf", "apply", "inplace"))
    step = next(islice(makes, odd.node, None))
    if odd.kind != "value" or step[0] != "inplace":
        return ""
    operand = shown(step[3]) if isinstance(step[3], str) else f"{step[3]:g}"
    return f" after `{shown(step[1])} {_sign(odd.operator)} {operand}`"


def _sign(form: str) -> str:
    row = OPERATORS[operator_of(form)]
    sign = row.sign or row.name
    return f"{sign}=" if form[0] == "i" else sign


def _call(program: Program, odd: Odd, root: str) -> str:
    zero = odd.kind == "zero_grad"
    kind = "zero" if zero else "backward"
    text = f"`zero_grad({root})`" if zero else f"`{root}.backward()`"
    repeated = any(step[0] == "repeat" for step in program.steps)
    if not repeated and sum(step[0] == kind for step in program.steps) == 1:
        return text
    which = ORDINALS[odd.call - 1] if odd.call <= len(ORDINALS) else f"{odd.call}th"
    return f"the {which} call of `{'zero_grad' if zero else 'backward'}()`"


_TOLD = {
    "kept": "In the example, {node} holds {amount} from an earlier call when {call} begins, and "
    "that is still in its sum afterwards. What should an inner node hold when a call begins?",
    "lost": "In the example, the leaf {node} holds {amount} from an earlier call, and {call} "
    "loses that. Which nodes add from call to call, and which begin again?",
    "missing": "In the example, {call} leaves {found} on {node}: the {amount} that it should get "
    "from {other} is missing. Does that rule run, and what has arrived there by then?",
    "early": "In the example, {call} leaves {found} on {node}: the rule of {other} has passed on "
    "what it had before its consumer {source} contributed. What must have happened before a "
    "node's rule runs?",
    "again": "In the example, {call} leaves {found} on {node}: that is {amount} more than its "
    "consumers contribute, as if the rule of {other} had run once more. How often should a rule "
    "run, however many consumers its node has?",
    "beside": "In the example, {call} changes {node} from {right} to {found}, although {node} "
    "cannot be reached from the root. Which nodes does a call have to do with?",
    "zero_grad": "In the example, {call} leaves {found} on {node}, which can be reached from the "
    "root. Which nodes does your `zero_grad` get to, each time that it is called?",
    "seed": "In the example, {call} leaves {found} on {node}, the root. If the result grows by 1, "
    "by how much does the result grow?",
    "value": "In the example, the value of {node} is {found}, and {right} is right. What does your "
    "{operator} make of these numbers?",
    "share": "In the example, {call} leaves {found} on {node}, and {right} is right. Its only "
    "consumer is {other}, a result of {operator}. What does that rule contribute for these "
    "numbers?",
    "other": "In the example, {call} leaves {found} on {node}; by what its consumers hold "
    "afterwards, {right} is right. Follow that call on paper, consumer by consumer: which of them "
    "adds something else?",
    "data": "In the example, {call} changes the data of {node} from {right} to {found}. Which line "
    "of yours writes to what a node holds as its value?",
}
_FROM_BESIDE = (
    "In the example, {call} leaves {found} on {node}. Of that, {amount} comes from {other}, which "
    "cannot be reached from the root. Which nodes does a call have to do with?"
)
