"""Put a reading into words: what the operator contributes, and a question; never the code."""

from __future__ import annotations

from grader.explain.diagnosis.readings.adding import AddingReading
from grader.explain.diagnosis.readings.algebra.formulas import Formula
from grader.explain.diagnosis.readings.algebra.rows import RuleReading
from grader.explain.diagnosis.readings.probes import sides_of
from grader.programs.operators import forms

OVERWRITES_EVERYWHERE = (
    "Your engine overwrites the gradient of an input with every operator: where a value is used "
    "twice, only one of its contributions is left. What should happen to what is already written "
    "there?"
)
SIDES = ("left", "right")


def shown(form: str) -> str:
    """The form as an expression: `a - b`, `a - 5`, `5 - a`."""
    made = forms()[form]
    right = "n" if made.operator.takes == "number" else "5" if made.number else "b"
    return made.operator.written(*made.applied("a", right))


def side_of(part: RuleReading | AddingReading) -> str:
    """ "left", "right", "both" for one node on both sides, or "" where there is one side."""
    if isinstance(part, AddingReading):
        if part.kept != "one":
            return "both"
        return SIDES[part.side] if len(sides_of(part.operator)) == 2 else ""
    if part.side < 0 or len(sides_of(part.form)) == 1:
        return ""
    return SIDES[part.side]


def told(part: RuleReading | AddingReading) -> str:
    """What was read, and what to ask oneself."""
    if isinstance(part, AddingReading):
        return _adding(part)
    expression = shown(part.form)
    if part.side < 0:
        said = f"gives `{part.formula.text}`" if part.formula else "gives a wrong value"
        return f"Your `{expression}` {said}. What should its value be?"
    place = _input(side_of(part))
    name = "b" if side_of(part) == "right" else "a"
    question = f"If `{name}` grows by a little, how does `{expression}` change?"
    return f"Your `{expression}` {_contributes(part, place)} {question}"


def _contributes(part: RuleReading, place: str) -> str:
    if part.by_exponent is not None:
        letter, numbers = part.by_exponent.letter, part.by_exponent.numbers
        shown = [f"{letter} = {number:g} for n = {n:g}" for n, number in numbers]
        return (
            f"contributes `{part.by_exponent.text}` to {place}, with "
            f"{', '.join(shown[:-1])} and {shown[-1]}."
        )
    if part.formula is None:
        return (
            f"contributes a wrong number to {place}, and no short formula gives your numbers. "
            "Compare them with the example."
        )
    if part.split and part.otherwise is not None:
        first, second = _formula(part.formula), _formula(part.otherwise)
        return (
            f"contributes {first} to {place} where `{part.split}` is above 0, otherwise {second}."
        )
    if part.formula.text == "0":
        return f"contributes nothing to {place}."
    told = f"contributes {_formula(part.formula)} to {place}."
    without = part.right is not None and "out.grad" in part.right.text
    if without and "out.grad" not in part.formula.text:
        told += " It does not use the gradient that arrives at the result."
    return told


def _formula(formula: Formula) -> str:
    return "nothing" if formula.text == "0" else f"`{formula.text}`"


def _input(side: str) -> str:
    return f"its {side} input" if side in SIDES else "its input"


def _adding(part: AddingReading) -> str:
    expression = shown(part.operator)
    if part.kept == "one":
        place = _input(side_of(part))
        return (
            f"Your `{expression}` overwrites the gradient of {place}: where a value is used twice, "
            "only one of its contributions is left. What should happen to what is already written "
            "there?"
        )
    same = expression.replace("b", "a")
    return (
        f"In your `{same}` only the {part.kept} side contributes. One value is on both sides of "
        f"the operator. If `a` grows by a little, how does `{same}` change?"
    )


def right_of(part: RuleReading | AddingReading) -> str:
    """What should be contributed."""
    if isinstance(part, AddingReading):
        return "all contributions"
    return part.right.text if part.right is not None else ""


def found_of(part: RuleReading | AddingReading) -> str:
    """What is contributed."""
    if isinstance(part, AddingReading):
        return "one contribution" if part.kept == "one" else f"the {part.kept} contribution"
    if part.by_exponent is not None:
        return part.by_exponent.text
    if part.formula is None:
        return ""
    if part.split and part.otherwise is not None:
        return f"{part.formula.text} if {part.split} > 0 else {part.otherwise.text}"
    return part.formula.text


def id_of(part: RuleReading | AddingReading) -> str:
    """A stable id: rule/mul/right/out.data, value/rsub/a - 5, adding/add/left."""
    if isinstance(part, AddingReading):
        return "/".join(filter(None, ("adding", part.operator, side_of(part))))
    kind = "value" if part.side < 0 else "rule"
    return "/".join(filter(None, (kind, part.form, side_of(part), found_of(part) or "unknown")))


def kind_of(part: RuleReading | AddingReading) -> str:
    """ "rule", "value" or "adding"."""
    return id_of(part).partition("/")[0]
