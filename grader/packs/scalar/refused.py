"""An operator raises an exception, and is not judged there: what comes later is.

What one can do with it:

* `then_asked(grades, form)`: ask for a graph where most engines raise an exception, of which
  nothing is judged, and then for one of the same operators that every engine must know.

No `backward` is called on the first: what a rule's own exception leaves behind is left open.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from grader.checks import Grades
from grader.checks.orders import ending_in_topo
from grader.programs.operators import JOIN, SCALE, forms
from grader.programs.program import Program, Step

USUAL = (1.5, 0.75)


def then_asked(
    grades: Grades,
    form: str,
    others: Iterable[str] = (),
    no_number: bool = False,
    twice: bool = False,
    listed: bool = False,
) -> None:
    """Whatever an exception has left behind, the next graph is right.

    others: forms that are asked for as well, each of which must be known to be right.
    no_number: also after an operand that is none. Engines that keep columns of numbers need not
    bear that. twice: the next graph is called twice, so that its leaves must be known as such.
    listed: `build_topo` lists what the next graph is made of, and nothing else.
    """
    needed = {form, JOIN, SCALE}
    if not needed <= grades.forms:
        return
    for program in _refused(form, no_number):
        for each in (form, *sorted({*others} - {form})):
            grades.left_open(program)  # each time: the form before may have put it right
            grades.fixed([_usual(each, 1 + twice)])
            if listed:
                grades.left_open(program)
                grades.order(ending_in_topo(_usual(each, 1)), numbers=0)


@cache
def _refused(form: str, no_number: bool) -> tuple[Program, ...]:
    made = forms()[form]
    no_number = no_number and not made.number
    operands = [each for each in made.operator.refused if no_number or None not in each]
    if made.number == "left":
        operands = [each[::-1] for each in operands]
    return tuple(Program(_made(form, each)) for each in operands)


@cache
def _usual(form: str, calls: int) -> Program:
    numbers = forms()[form].operator.numbers
    made = _made(form, (USUAL[0], numbers[0] if numbers else USUAL[1]))
    leaves = tuple(step[1] for step in made if step[0] == "leaf")
    return Program((*made, *(("backward", "L"),) * calls, ("read", "grad", leaves)))


def _made(form: str, operands: tuple[float | None, ...]) -> tuple[Step, ...]:
    """The form below a product and a sum, beside other products, and the root's value."""
    made = forms()[form]
    both = len(made.sides) == 2 and operands[-1] is not None
    leaves = dict(zip("ab", operands, strict=False)) if both else {"a": operands[0]}
    sides = made.applied("a", "b" if both else operands[-1])
    # Products first: what was left behind may be put right by the form itself.
    steps: list[Step] = [("apply", "_0", SCALE, "c", "d"), ("apply", "_1", SCALE, "_0", "d")]
    steps += [("apply", "_2", made.operator.name, *sides), ("apply", "_3", SCALE, "_2", "c")]
    steps += [("apply", "L", JOIN, "_1", "_3"), ("read", "data", ("L",))]
    given = {**leaves, "c": -0.4, "d": 2.5}
    return (*(("leaf", name, value) for name, value in given.items()), *steps)
