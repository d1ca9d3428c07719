"""Put what was seen at one node into a sentence and a question; never the code."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from grader.explain.watching.graph import Operation
from grader.explain.watching.kinds import OF_AN_OPERATOR, Blamed
from grader.explain.watching.names import FIVE, NodeNames, shown, shown_in_program
from grader.programs.operators import OPERATORS

SIDES = ("left", "right")
LEFT, RIGHT = "its left input", "its right input"
MOST_OWING = 3
"""Consumers that are named, each with what it owes."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What one watched program showed. key: what is the same in other programs that show it."""

    key: tuple[str, ...]
    statement: str
    question: str
    id: str
    part: str
    operator: str = ""
    side: str = ""
    found: str = ""
    name: str | None = None


RAISES: Mapping[tuple[str, str], str] = {
    ("radd", "operator"): "radd-missing",
    ("rmul", "operator"): "rmul-missing",
    ("rsub", "operator"): "rsub-missing",
    ("rtruediv", "operator"): "rtruediv-missing",
    ("radd", "recursion"): "radd-recurses",
    ("tanh", "OverflowError"): "tanh-overflow",
    ("pow", "ZeroDivisionError"): "pow-zero",
    **{(f"{name}_const", "exception"): "no-coercion" for name in ("add", "mul", "sub", "truediv")},
}
"""The belief behind an exception, by the operator's form and the kind or the type of error."""
_ASKED = {
    "operator": "Which method does Python look for, and on which of the two?",
    "unary": "Which method does Python look for?",
    "constant": "What could turn a plain number into a node?",
    "numbers": "For which numbers does that line work, and for which not?",
    "recursion": "Whom does your method ask, and whom does that one ask?",
}


def raising(
    form: str,
    where: str,
    kind: str,
    type_: str,
    is_of_math: bool,
    unhashable: bool,
    plain: str = FIVE,
) -> Seen:
    """What is said of an exception. form: of the operator, "" if it is none's; where: the call that
    raised it, "" if the operator did so itself; is_of_math: a function of numbers is asked for what
    it does not have; unhashable: nodes say when they are equal, and cannot go into a set; plain:
    the number in the expression."""
    error = type_ if type_.isidentifier() else "an exception"
    if form == "sum" and kind != "exception":
        form = "radd"  # it starts from the number 0
    of_numbers = type_ in ("OverflowError", "ZeroDivisionError") or is_of_math
    if of_numbers:
        asks = "numbers"
    elif form.endswith("_const") and kind == "exception" and not where:
        asks = "constant"
    elif kind == "operator" and form in OPERATORS and OPERATORS[form].takes == "node":
        asks = "unary"
    else:
        asks = kind
    asked = _ASKED.get(asks, "What does that line ask for, and what is it given?")
    name = RAISES.get((form, kind if asks == "constant" or kind != "exception" else type_))
    if unhashable:
        text = "Your nodes say when they are equal, and so they cannot go into a set."
        asked, name = "Do you want equal numbers here, or the same object?", "eq-without-hash"
    elif where:
        raises = f"the rule of your `{shown(form, plain)}`" if form else where
        text = f"In the example, {raises} raises {error}."
    elif kind == "recursion":
        text = f"Your `{shown(form, plain)}` calls itself without end."
    elif kind == "operator":
        text = f"Your `Value` has no answer to `{shown(form, plain)}`."
    else:
        text = f"Your `{shown(form, plain)}` raises {error} in the example."
    key = "raised", "" if unhashable else form or "call"
    part, of = "value" if form else "order", f"{error}{' later' if where else ''}"
    return Seen(key, text, asked, id_of(*key), part, form, found=of, name=name)


def told(
    blamed: Blamed, expression: str | None, names: NodeNames, is_right_elsewhere: bool = False
) -> Seen | None:
    """What is said; None if nothing can be. expression: of the number that is wrong;
    is_right_elsewhere: the same operator contributes what is owed in other programs."""
    if blamed.kind in OF_AN_OPERATOR:
        return _of_operator(blamed, expression, is_right_elsewhere)
    if blamed.kind == "leaf":
        return Seen(
            ("leaf",),
            f"`Value({blamed.owed!r}).data` is {_number(blamed.found, blamed.owed)}.",
            "What does a leaf hold as its value?", "value/leaf", "leaf",
        )  # fmt: skip
    if blamed.kind == "born":
        return Seen(
            ("born",),
            f"A new node starts with the gradient {_number(blamed.found, blamed.owed)}.",
            "What has arrived at a node before any call of `backward()`?", "node/born", "seeding",
        )  # fmt: skip
    node = names.of(blamed.node)
    if blamed.kind == "fed" and node is not None:
        return Seen(
            ("fed",),
            f"In the example, the leaf `{node}` lists inputs in `_prev`.",
            "Where does the collection come from that a leaf gets, and who else writes to it?",
            "node/fed", "construction",
        )  # fmt: skip
    if node is None or blamed.kind not in _TOLD:
        return None
    statement, question, part = _TOLD[blamed.kind]
    other = names.of(blamed.other) if blamed.other is not None else None
    operation = blamed.operation
    consumer = names.of(operation.call.result) if operation is not None else None
    if blamed.kind == "seed" and blamed.amount and not names.is_given_once(blamed.call):
        question = "What else is written to the gradient of the root in this call, and when?"
    if blamed.kind in ("kept", "lost") and names.sets_gradients:
        statement = statement.replace(" from an earlier call", "")
    if blamed.kind == "stranger" and not blamed.times:
        statement = "{node} gets {found} from {other} in {call}, which does not reach {other}."
    if blamed.kind == "reseeded" and not names.is_leaf(blamed.node):
        statement = "{node}, the root, holds {amount} after {call}, and 1 is due."
    if blamed.kind == "other":
        found, owed, was = blamed.whole
        blamed = replace(blamed, found=found, owed=owed, amount=was)
        owing = [(names.of(result), owed) for result, owed in blamed.owing]
        if 0 < len(owing) <= MOST_OWING and all(name is not None for name, _ in owing):
            parts = [f"`{name}` owes it {_number(owed, found)}" for name, owed in owing]
            parts = [*(["it held {amount} before"] if was else []), *parts]
            statement = f"{{node}} holds {{found}} after {{call}}, and {_and(parts)}."
    if blamed.kind == "again" and not blamed.times:
        statement = "{node} gets the {amount} that the rule of {by} contributes once more."
    if (other is None and "{other}" in statement) or (consumer is None and "{by}" in statement):
        return None
    words = {
        "node": f"`{node}`",
        "call": names.call(blamed.call),
        "found": _number(blamed.found, blamed.owed),
        "right": _number(blamed.owed, blamed.found),
        "amount": _number(blamed.amount),
        "other": f"`{other}`",
        "by": f"`{consumer}`",
        "times": str(blamed.times),
    }
    told = f"In the example, {statement.format(**words)}"
    its = operation.operator if operation is not None and blamed.kind == "data" else ""
    return Seen((blamed.kind, its), told, question, f"node/{blamed.kind}", part, its)


_TOLD: Mapping[str, tuple[str, str, str]] = {
    "kept": (
        "{node} holds {amount} from an earlier call when {call} begins, and that is still in its "
        "sum afterwards.",
        "What should an inner node hold when a call begins?",
        "zeroing",
    ),
    "lost": (
        "the leaf {node} holds {amount} from an earlier call, and {call} loses that.",
        "Which nodes add from call to call, and which begin again?",
        "zeroing",
    ),
    "stale": (
        "{node} keeps {amount} from an earlier call beside its gradient, and {call} adds that once "
        "more.",
        "What must begin again with each call?",
        "zeroing",
    ),
    "left_out": (
        "{call} leaves {node} out: it holds the {amount} of an earlier call, and its rule does "
        "not run.",
        "Which nodes does your walk get to, the second time that it is made?",
        "order",
    ),
    "lacking": (
        "{node} lacks the {amount} that it should get from {by} in {call}.",
        "Does that rule run, and what has arrived there by then?",
        "order",
    ),
    "idle": (
        "no rule runs in {call}, so {node} lacks the {amount} that it should get from {by}.",
        "Which line of yours runs the rules, and does it get to that?",
        "order",
    ),
    "skipped": (
        "the rule of {other} does not run in {call}, so {node} lacks the {amount} that it should "
        "get from it.",
        "What decides whether the rule of a node runs, and why does this one not?",
        "order",
    ),
    "early": (
        "the rule of {by} runs before its consumer {other} has contributed: {node} gets {found} "
        "from it, and {right} is owed.",
        "What must have happened before a node's rule runs?",
        "order",
    ),
    "again": (
        "the rule of {by} runs {times} times in {call}, which adds {amount} to {node} that is not "
        "owed.",
        "How often should a rule run, however many consumers its node has?",
        "order",
    ),
    "beside": (
        "{call} changes {node} from {right} to {found}, although {node} cannot be reached from "
        "the root.",
        "Which nodes does a call have to do with?",
        "state",
    ),
    "zero": (
        "{call} leaves {found} on {node}, where 0 is due.",
        "Which nodes does your `zero_grad` get to, each time that it is called?",
        "zero_grad",
    ),
    "seed": (
        "{call} leaves {found} on {node}, the root.",
        "If the result grows by 1, by how much does the result grow?",
        "seeding",
    ),
    "reseeded": (
        "{call} adds {amount} to {node}, the root, and 1 is due.",
        "What does your code keep from one call to the next?",
        "seeding",
    ),
    "wiped": (
        "{node} loses the {amount} that it had got in {call}: something else is written there.",
        "What should happen to what is already written there?",
        "adding",
    ),
    "seeded": (
        "{call} gives {node} a gradient of 1, and {node} is not the root.",
        "Of which node alone is the gradient known before the walk?",
        "seeding",
    ),
    "stranger": (
        "{call} runs the rule of {other}, which cannot be reached from the root: {node} gets "
        "{found} from it.",
        "Which nodes does a call have to do with?",
        "state",
    ),
    "cut": (
        "what {node} has in `_prev` is written anew before {call} ends, so it is not what the node "
        "was made of.",
        "Which line writes to `_prev` once the graph is made?",
        "construction",
    ),
    "other": (
        "{node} holds {found} after {call}, and what its consumers owe it is {right}.",
        "Which of these has arrived there, and what else is in it?",
        "adding",
    ),
    "data": (
        "{call} changes the data of {node} from {right} to {found}.",
        "Which line of yours writes to what a node holds as its value?",
        "data",
    ),
}


_MADE: Mapping[str, tuple[str, str, str]] = {
    "void": (
        "Your {expression} returns {what}.",
        "What should it hand back, and which of its lines does that?",
        "no node",
    ),
    "old": (
        "Your {expression} gives no new node, but one that was there before.",
        "If two results are one node, whose gradient does it hold?",
        "no new node",
    ),
    "unmarked": (
        "The result of your {expression} does not begin again with each call, and the results of "
        "other operators do.",
        "How does your `backward()` tell inner nodes from leaves, and what does this one lack?",
        "kept",
    ),
    "lone": (
        "What the result of your {expression} has in `_prev` is no collection of nodes.",
        "What makes a tuple of one?",
        "no collection",
    ),
    "called": (
        "Your {expression} stores None as the rule of its result.",
        "Is the rule stored there, or run at once and what it gives back stored?",
        "None",
    ),
    "misplaced": (
        "Your {expression} stores its rule on {place}, and none on its result.",
        "Which node does the rule belong to, and who runs it?",
        "on an input",
    ),
    "unstored": (
        "The result of your {expression} has no rule of its own: what it holds contributes "
        "nothing to {place}.",
        "Where is the function stored that you have written?",
        "no rule",
    ),
}
"""Slips in making a node: what is said, what is asked, and what was found."""


def _of_operator(blamed: Blamed, expression: str | None, is_right_elsewhere: bool) -> Seen | None:
    operation = blamed.operation
    assert operation is not None
    form, operator, here = operation.form, operation.operator, shown_in_program(operation)
    side = _side(blamed, operation)
    place = f"its {side} input" if side else "its input"
    found, owed = _number(blamed.found, blamed.owed), _number(blamed.owed, blamed.found)
    question = f"If {place} grows by a little, how does `{shown(operator)}` change?"
    key = blamed.kind, operator, side
    if blamed.kind == "value":
        gives = f"gives `{expression}`" if expression else "gives a wrong value"
        text = f"Your `{here}` {gives}: in the example that is {found}, and {owed} is right."
        if is_right_elsewhere:
            text = f"In the example, your `{here}` {gives}: that is {found}, and {owed} is right."
        return Seen(
            ("value", form), text, "Which of its steps goes wrong first?",
            id_of("value", form, expression or "unknown"), "value", form, "", expression or "",
        )  # fmt: skip
    if blamed.kind == "constant":
        return Seen(
            ("constant",),
            f"Your `{here}` takes a node that holds {found} for the plain "
            f"number {owed} in the example.",
            "Where does the node of a plain number come from, and is it that of this number?",
            id_of("constant"), "value", form,
        )  # fmt: skip
    if blamed.kind == "operand":
        return Seen(
            ("operand", form),
            f"Your `{here}` changes the data of an operand from {owed} to "
            f"{found} in the example.",
            "Which node should hold the result?", id_of("operand", form), "value", form,
        )  # fmt: skip
    if blamed.kind == "overwritten":
        return Seen(
            key,
            f"Your `{shown(operator)}` overwrites the gradient of {place}: where a value is used "
            "twice, a contribution can be lost.",
            "What should happen to what is already written there?",
            id_of("adding", operator, side), "adding", operator, side, "one contribution",
        )  # fmt: skip
    if blamed.kind == "unlisted":
        return Seen(
            key,
            f"The result of your `{here}` does not list {place} in `_prev` in the example, "
            "so a walk from the root does not get there.",
            "Which nodes went into the result?",
            id_of("construction", operator, side), "construction", operator, side, "not listed",
        )  # fmt: skip
    if blamed.kind == "same":
        same = shown(operator).replace("b", "a")
        return Seen(
            key,
            f"In your `{same}` only one side contributes. One value is on both sides of the "
            "operator.",
            "How often is that value an input, and what does each of its contributions start from?",
            id_of("adding", operator, "both"), "adding", operator, "both", "one contribution",
        )  # fmt: skip
    if blamed.kind == "crossed":
        return Seen(
            key,
            f"In the example, the rule of your `{shown(operator)}` adds to its "
            f"{SIDES[1 - blamed.side]} input twice and never to {place}, which is owed {owed}.",
            "To which of its inputs does each step of that rule add?",
            id_of("rule", operator, side, "crossed"), "rule", operator, side, "0",
        )  # fmt: skip
    if blamed.kind == "captured":
        return Seen(
            key,
            f"Your `{shown(operator)}` uses the gradient that its result had before the call of "
            f"`backward()`: in the example it contributes {found} to {place}, and "
            f"{owed} is owed.",
            "When is the result's gradient read, and what has arrived there by then?",
            id_of("rule", operator, side, "captured"),
            "rule", operator, side, "an earlier out.grad",
        )  # fmt: skip
    if blamed.kind == "doubled":
        return Seen(
            key,
            f"Your `{shown(operator)}` contributes twice to {place}: in the example "
            f"{_number(blamed.amount)} is added once more.",
            "How often does that rule add to each of its inputs?",
            id_of("rule", operator, side, "twice"), "rule", operator, side, "twice",
        )  # fmt: skip
    if blamed.kind in _MADE:
        statement, asked, what_found = _MADE[blamed.kind]
        what = "None" if operation.call.gives == 1 else "something that is no node"
        text = statement.format(expression=f"`{here}`", place=place, what=what)
        return Seen(
            (blamed.kind, operator), text, asked, id_of("construction", operator, blamed.kind),
            "construction", operator, side, what_found,
        )  # fmt: skip
    numbers = f"In the example that is {found}, and {owed} is owed."
    if blamed.kind == "nothing":
        text = (
            f"Your `{shown(operator)}` contributes nothing to {place} in the example, and "
            f"{owed} is owed."
        )
        return Seen(
            key, text, question, id_of("rule", operator, side, "0"), "rule", operator, side, "0"
        )
    contributes = f"contributes `{expression}`" if expression else "contributes a wrong number"
    text = f"Your `{shown(operator)}` {contributes} to {place}. {numbers}"
    if is_right_elsewhere:
        text = f"In the example, your{text.removeprefix('Your')}"
        text = text.replace(". In the example that is", ". That is")
    id_ = id_of("rule", operator, side, expression or "unknown")
    return Seen(key, text, question, id_, "rule", operator, side, expression or "")


def of_both_sides(sides: Sequence[Seen]) -> str:
    """One statement of what was seen on both sides of an operator."""
    first, *others = [each.statement for each in sides]
    if not others:
        return first
    (other,) = others
    lead, dot, rest = first.partition(". ")
    lead_too = other.partition(". ")[0]
    if lead_too.replace(RIGHT, LEFT) == lead:
        if rest != other.partition(". ")[2]:
            rest = _of_left(rest)
        return lead.replace(LEFT, "each of its inputs") + dot + rest
    claim, too = lead.partition(" contributes `"), lead_too.partition(" contributes `")
    if claim[0] == too[0] and claim[1]:
        numbers = _of_left(rest)
        return f"{lead} and `{too[2]}{dot}{numbers}"
    return f"{first} {other}"


def listed(forms: Sequence[str]) -> str:
    """ "`a * b`, `a.exp()` and `a**n`"."""
    return _and([f"`{form}`" for form in dict.fromkeys(forms)])


def _and(parts: Sequence[str]) -> str:
    *some, last = parts
    return f"{', '.join(some)} and {last}" if some else last


def _of_left(numbers: str) -> str:
    """The same numbers, said of the left input."""
    named = numbers.replace("In the example that is", f"In the example {LEFT} gets")
    return named.replace("That is", f"{LEFT.capitalize()} gets")


def _side(blamed: Blamed, operation: Operation) -> str:
    """ "left", "right", or "" where there is one side, or it is not known which."""
    return SIDES[blamed.side] if operation.has_sides and blamed.side >= 0 else ""


def id_of(*parts: str) -> str:
    return "/".join(filter(None, parts))


def _number(value: float, other: float = math.nan) -> str:
    """A number with six digits, or with so many that it is not taken for another one."""
    digits = next((d for d in (6, 10) if f"{value:.{d}g}" != f"{other:.{d}g}"), 17)
    return f"{value + 0.0:.{digits}g}"
