"""A question about `check_grad` as Python that a student can paste below their own code."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from grader.programs.listing import listing
from grader.programs.operators import OPERATORS
from grader.programs.program import Program

WIDTH = 76
"""Columns of a line of code: a screen of 80 shows it indented by four."""


def as_python(
    program: Program,
    xs: Sequence[float],
    claims: Sequence[float | str],
    about: str,
    keeps: bool = False,
    elsewhere: Sequence[Program] = (),
) -> str:
    """The function with its claimed slopes, xs, and the call: what is printed can be followed.

    about: what is wrong with the claims, in brackets, or nothing; keeps: show xs afterwards. `nan`
    and `inf` among the claims are texts. elsewhere: what the claims are where f is not asked at xs.
    """
    body = _body(program)
    names = ", ".join(program.leaves) + ("," if len(program.leaves) == 1 else "")
    claimed = ", ".join(f'float("{x}")' if isinstance(x, str) else repr(x) for x in claims)
    returned, note = f"    return L, [{claimed}]", f"# the claimed slopes{about}"
    ending = [f"{returned}  {note}"]
    if len(ending[0]) > WIDTH:
        ending = [*(f"    # {each}" for each in wrap(note[2:], WIDTH - 6)), returned]
    if elsewhere:
        others = ", ".join(_body(each)[-1].removeprefix("L = ") for each in elsewhere)
        near = f"all(abs(x - at) < 1e-9 for x, at in zip(xs, {list(xs)}))"
        at_xs = [f"    if {near}:", *(f"    {line}" for line in ending)]
        ending = [*at_xs, f"    return L, [{others}]  # the claims elsewhere"]
    text = [
        *(["import math", ""] if any("math." in line for line in body) else []),
        "def f(xs):",
        f"    {names} = xs",
        *(f"    {line}" for line in body),
        *ending,
        "",
        f"xs = {list(xs)}",
        "print(f(xs))",
        "print(check_grad(f, xs))",
        *(["print(xs)"] if keeps else []),
    ]
    return "\n".join(text)


def _body(program: Program) -> list[str]:
    """The program's lines for plain numbers, from the first operation to the root."""
    lines = [line for line in listing(program, reads=False).splitlines() if "Value(" not in line]
    return [ast.unparse(_ForNumbers().visit(ast.parse(line))) for line in lines[:-1]]


class _ForNumbers(ast.NodeTransformer):
    """`a.name()` of a plain number is `math.name(a)`, or what the operator's row says."""

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        assert isinstance(node.func, ast.Attribute)
        name, operand = node.func.attr, node.func.value
        if OPERATORS[name].plain:
            return ast.parse(OPERATORS[name].plain.format(ast.unparse(operand)), mode="eval").body
        return ast.Call(ast.Attribute(ast.Name("math"), name), [operand], [])
