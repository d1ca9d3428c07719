"""Put what was seen of an operator into a sentence and a question; never the code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grader.explain.watching.graph import Operation
from grader.explain.watching.kinds import Blamed
from grader.explain.watching.names import shown, shown_in_program
from grader.explain.watching.seen import (
    IN_THE_EXAMPLE,
    SIDES,
    Claim,
    Seen,
    id_of,
    in_digits,
    owed_in_digits,
)

KEPT = "Where was that number kept, and why is it taken again here?"
"""What is asked where a value was worked out before its operator was called."""
FACTORS = (
    "By the chain rule that is a slope times a gradient: which of the two is not what it should be?"
)
"""What is asked where nobody saw how a wrong contribution was made."""


@dataclass(frozen=True, slots=True)
class Contributed:
    """The wrong number of an operator. expression: as the student's code computed it, None if that
    was not seen; is_right_elsewhere: the same operator is right in other programs, so it is told of
    the example alone; here: the operator by the names of the example, where that tells which one
    is meant; apart: what tells it from another one of the example that is written as the operator
    is in general, "" if there is none; is_kept: a value was worked out before the operator was
    called; is_set: it was written whatever was there."""

    expression: str | None = None
    is_right_elsewhere: bool = False
    here: str | None = None
    apart: str = ""
    is_kept: bool = False
    is_set: bool = False


_MADE: Mapping[str, tuple[str, str, str]] = {
    "void": (
        "Your {here} returns {what}.",
        "What should it hand back, and which of its lines does that?",
        "no node",
    ),
    "old": (
        "Your {here} gives no new node, but one that was there before.",
        "If two results are one node, whose data and whose gradient does it hold?",
        "no new node",
    ),
    "unmarked": (
        "The result of your {here} does not begin again with each call, and some other results do.",
        "How does your `backward()` tell inner nodes from leaves, and what does this one lack?",
        "kept",
    ),
    "lone": (
        "What the result of your {here} has in `_prev` is no collection of nodes.",
        "What makes a tuple of one?",
        "no collection",
    ),
    "called": (
        "Your {here} stores None as the rule of its result.",
        "Is the rule stored there, or run at once and what it gives back stored?",
        "None",
    ),
    "misplaced": (
        "Your {here} stores its rule on {place}, and none on its result.",
        "Which node does the rule belong to, and who runs it?",
        "on an input",
    ),
    "unstored": (
        "The result of your {here} has no rule of its own.",
        "Where is the function stored that you have written?",
        "no rule",
    ),
}
"""Slips in making a node: what is said, what is asked, and what was found."""


def of_operator(blamed: Blamed, number: Contributed) -> Seen:
    """What is said of what is wrong with an operator."""
    operation = blamed.operation
    assert operation is not None
    if blamed.kind in ("value", "constant", "operand"):
        return _of_value(blamed, operation, number)
    if blamed.kind in _MADE:
        return _of_result(blamed, operation, number)
    operator = operation.operator
    side = SIDES[blamed.side] if operation.has_sides and blamed.side >= 0 else ""
    place = f"its {side} input" if side else "its input"
    found, owed = in_digits(blamed.found, blamed.owed), owed_in_digits(blamed.owed, blamed.found)
    key, here = (blamed.kind, operator, side), f"`{shown(operator)}`"
    of_rule: tuple[str, ...] = ("rule", operator, side)
    numbers = answer = ""
    question = f"If {place} grows by a little, how does {here} change?"
    if blamed.kind == "same":
        same = shown(operator).replace("b", "a")
        return Seen(
            key,
            f"In your `{same}` only one side contributes. One value is on both sides of the "
            "operator.",
            "How often is that value an input, and how many contributions should arrive there?",
            id_of("adding", operator, "both"), "adding", operator, "both", "one contribution",
        )  # fmt: skip
    if blamed.kind == "overwritten":
        begins, does = "Your {here} overwrites the gradient of ", "{place}"
        ends = ": where a value is used twice, a contribution can be lost."
        question = "What should happen to what is already written there?"
        of_rule, answer = ("adding", operator, side), "one contribution"
    elif blamed.kind == "unlisted":
        here = f"`{shown_in_program(operation)}`"
        begins, does = "The result of your {here} does not list ", "{place}"
        ends = " in `_prev` in the example, so a walk from the root does not get there."
        question = "Which nodes went into the result?"
        of_rule, answer = ("construction", operator, side), "not listed"
    elif blamed.kind == "crossed":
        here = number.apart or here
        begins = "In the example, the rule of your {here} adds to its "
        begins += f"{SIDES[1 - blamed.side]} input twice and never to "
        does, ends = "{place}", f", which is owed {owed}."
        question = "To which of its inputs does each step of that rule add?"
        of_rule, answer = (*of_rule, "crossed"), "0"
    elif blamed.kind == "captured":
        begins, does = "Your {here} uses an old gradient for what it contributes to ", "{place}"
        ends = ": the one that its result had before the call of `backward()`."
        numbers = f"{found}, and {owed} is owed"
        question = "When is the result's gradient read, and what has arrived there by then?"
        of_rule, answer = (*of_rule, "captured"), "an earlier out.grad"
    elif blamed.kind == "doubled":
        here, begins, does = number.apart or here, "Your {here} contributes twice to ", "{place}"
        ends = f": in the example {in_digits(blamed.amount)} is added once more."
        question = "How often does that rule add to each of its inputs?"
        of_rule, answer = (*of_rule, "twice"), "twice"
    elif blamed.kind == "nothing":
        here, begins, does = number.apart or here, "Your {here} contributes nothing to ", "{place}"
        ends = f" in the example, and {owed} is owed."
        of_rule, answer = (*of_rule, "0"), "0"
    else:
        begins, ends = "Your {here} ", "."
        if number.is_right_elsewhere:
            here = f"`{number.here}`" if number.here else here
            begins = "In the example, your {here} "
        given = f"`{number.expression}`" if number.expression else "a wrong number"
        begins += "sets the gradient of " if number.is_set else "contributes "
        does = "{place} to " + given if number.is_set else given + " to {place}"
        numbers = f"{found}, and {owed} is owed"
        if not number.expression:
            question = FACTORS
        of_rule, answer = (*of_rule, number.expression or "unknown"), number.expression or ""
    claim = Claim(here, begins, does, ends, place, numbers, number.apart)
    part = of_rule[0]
    return Seen(key, "", question, id_of(*of_rule), part, operator, side, answer, claim=claim)


def _of_value(blamed: Blamed, operation: Operation, number: Contributed) -> Seen:
    form, here = operation.form, shown_in_program(operation)
    found, owed = in_digits(blamed.found, blamed.owed), owed_in_digits(blamed.owed, blamed.found)
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
    gives, asked = "gives a wrong value", "Which of its steps goes wrong first?"
    if number.is_kept:
        gives, asked = "gives a number that was computed earlier", KEPT
    elif number.expression:
        gives = f"gives `{number.expression}`"
    text = f"Your `{here}` {gives}{IN_THE_EXAMPLE} {found}, and {owed} is right."
    if number.is_right_elsewhere:
        here = number.here or here
        text = f"In the example, your `{here}` {gives}: that is {found}, and {owed} is right."
    answer = number.expression or ""
    id_ = id_of("value", form, answer or "unknown")
    return Seen(("value", form), text, asked, id_, "value", form, "", answer)


def _of_result(blamed: Blamed, operation: Operation, number: Contributed) -> Seen:
    statement, asked, answer = _MADE[blamed.kind]
    operator, here = operation.operator, f"`{shown_in_program(operation)}`"
    side = SIDES[blamed.side] if operation.has_sides and blamed.side >= 0 else ""
    what = "None" if operation.call.gives == 1 else "something that is no node"
    is_one = blamed.kind == "old" and len({*operation.nodes}) < len(operation.nodes)
    if number.is_right_elsewhere or is_one:  # of a node and itself it may be so by their number
        here = f"`{number.here}`" if number.here else here
        statement = f"In the example, {statement[0].lower()}{statement[1:]}"
    text = statement.format(
        here=here, place=f"its {side} input" if side else "its input", what=what
    )
    return Seen(
        (blamed.kind, operator), text, asked, id_of("construction", operator, blamed.kind),
        "construction", operator, side, answer,
    )  # fmt: skip
