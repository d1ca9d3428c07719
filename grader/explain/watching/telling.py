"""Put what was seen at one node into a sentence and a question; never the code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from grader.explain.watching.kinds import OF_AN_OPERATOR, Blamed
from grader.explain.watching.names import FIVE, NodeNames, shown
from grader.explain.watching.of_operators import Contributed, of_operator
from grader.explain.watching.seen import Seen, id_of, in_digits, owed_in_digits
from grader.programs.operators import OPERATORS
from grader.text import listed

MOST_OWING = 3
"""Consumers that are named, each with what it owes."""


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
        form, plain = "radd", "0"
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


def seen_of(blamed: Blamed, number: Contributed, names: NodeNames) -> Seen | None:
    """What was seen there, in words; None if nothing can be said.

    number: of an operator, if it is about one.
    """
    if blamed.kind in OF_AN_OPERATOR:
        return of_operator(blamed, number)
    if blamed.kind == "leaf":
        return Seen(
            ("leaf",),
            f"`Value({blamed.owed!r}).data` is {in_digits(blamed.found, blamed.owed)}.",
            "What does a leaf hold as its value?", "value/leaf", "leaf",
        )  # fmt: skip
    if blamed.kind == "born":
        return Seen(
            ("born",),
            f"A new node starts with the gradient {in_digits(blamed.found, blamed.owed)}.",
            "What has arrived at a node before any call of `backward()`?", "node/born", "seeding",
        )  # fmt: skip
    node = names.told(blamed.node)
    if blamed.kind == "fed" and node is not None:
        return Seen(
            ("fed",),
            f"In the example, the leaf {node} lists inputs in `_prev`.",
            "Where does the collection come from that a leaf gets, and who else writes to it?",
            "node/fed", "construction",
        )  # fmt: skip
    if node is None or blamed.kind not in _TOLD:
        return None
    statement, question, part = _TOLD[blamed.kind]
    other, operation = names.told(blamed.other), blamed.operation
    consumer = names.told(operation.call.result) if operation is not None else None
    if blamed.kind == "between" and consumer is not None:
        statement = statement.replace(".", ": it changes as {by} is computed.")
    if blamed.kind == "seed" and blamed.amount and not names.is_given_once(blamed.call):
        question = "What else is written to the gradient of the root in this call, and when?"
    if blamed.kind == "kept" and not blamed.times:
        ran = "." if consumer is None else ": the rule of {by} runs, and writes nothing to it."
        statement = UNTOUCHED.replace(".", ran)
        question = "What should an inner node hold when a call begins, even if nothing arrives?"
    if blamed.kind in ("kept", "lost") and names.sets_gradients:
        statement = statement.replace(" from an earlier call", "")
    if blamed.kind == "stranger" and not blamed.times:
        statement = "{node} gets something from {other} in {call}, which does not reach {other}."
    if blamed.kind == "reseeded" and not names.is_leaf(blamed.node):
        statement = "{node}, the root, holds {amount} after {call}, and 1 is due."
    if blamed.kind == "other":
        found, owed, was = blamed.whole
        blamed = replace(blamed, found=found, owed=owed, amount=was)
        owing = [(names.told(result), owed) for result, owed in blamed.owing]
        if 0 < len(owing) <= MOST_OWING and all(name is not None for name, _ in owing):
            parts = [f"{name} owes it {in_digits(owed, found)}" for name, owed in owing]
            parts = [*(["it held {amount} before"] if was else []), *parts]
            statement = f"{{node}} holds {{found}} after {{call}}, and {listed(parts)}."
    if blamed.kind == "of_leaf":
        statement = statement.replace(" to {node}", " to itself" if other == node else " to {node}")
    if blamed.kind == "lacking" and blamed.times:
        statement = statement.replace(".", ", though that rule runs.")
        question = "When does that rule run, and where does what it contributes end up?"
    if blamed.kind == "again" and not blamed.times:
        statement = "{node} gets the {amount} that the rule of {by} contributes once more."
    if (other is None and "{other}" in statement) or (consumer is None and "{by}" in statement):
        return None
    words = {
        "node": node,
        "call": names.call(blamed.call),
        "found": in_digits(blamed.found, blamed.owed),
        "right": owed_in_digits(blamed.owed, blamed.found),
        "amount": in_digits(blamed.amount),
        "other": other or "",
        "by": consumer or "",
        "times": "twice" if blamed.times == 2 else f"{blamed.times} times",
    }
    told = f"In the example, {statement.format(**words)}"
    its = operation.operator if operation and blamed.kind in ("data", "kept") else ""
    return Seen((blamed.kind, its), told, question, f"node/{blamed.kind}", part, its)


UNTOUCHED = (
    "{node} holds {amount} from an earlier call when {call} begins, and nothing is written to it "
    "in this call."
)
_TOLD: Mapping[str, tuple[str, str, str]] = {
    "of_leaf": (
        "the rule of the leaf {other} adds {amount} to {node} in {call}, and a leaf has no inputs.",
        "Where does the rule of a leaf get something to contribute?",
        "construction",
    ),
    "kept": (
        "{node} holds {amount} from an earlier call when {call} begins, and the sum of this call "
        "goes on from there.",
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
        "Does that rule run, and what does its node hold then?",
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
    "unseeded": (
        "the rule of {other}, the root, runs before {call} gives it its gradient of 1: {node} gets "
        "{found} from it, and {right} is owed.",
        "What must the root hold before the first rule runs?",
        "seeding",
    ),
    "again": (
        "the rule of {by} runs {times} in {call}, which adds {amount} to {node} that is not owed.",
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
        "Which nodes does your `zero_grad` set to 0, and what decides that?",
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
        "{call} runs the rule of {other}, which cannot be reached from the root, and {node} gets "
        "something from it.",
        "Which nodes does a call have to do with?",
        "state",
    ),
    "cut": (
        "what {node} has in `_prev` is written anew before {call} ends, so it is not what the node "
        "was made of.",
        "Which line writes to `_prev` once the graph is made?",
        "construction",
    ),
    "between": (
        "the gradient of {node} is {right} after {call}, and {found} when the next call begins.",
        "Which of your lines writes to a gradient outside of a call, and what makes it run?",
        "state",
    ),
    "refused": (
        "{right} is written to the gradient of {node}, and {node} keeps another number.",
        "What becomes of a number on its way to where a gradient is kept?",
        "state",
    ),
    "other": (
        "{node} holds {found} after {call}, and what its consumers owe it is {right}.",
        "Which of your lines write to that gradient, and what does each of them write?",
        "adding",
    ),
    "data": (
        "{call} changes the data of {node} from {right} to {found}.",
        "Which line of yours writes to what a node holds as its value?",
        "data",
    ),
}
