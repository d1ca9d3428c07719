"""The context of a check: a program written with operators that are right on this engine.

A check about `tanh` multiplies only to have a gradient that is not 1; a check about shared nodes
adds only to share them. Where the engine's `*` or `+` is wrong, another operator does that work, so
that a mistake costs the checks of its operator and no others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from grader.programs.operators import JOIN, OPERATORS, SCALE, names, operator_of, ranked
from grader.programs.program import Program, Step, form_of


def sharers() -> frozenset[str]:
    """Forms that can use two nodes at once: without one of them no graph shares anything."""
    return frozenset(names("nodes"))


class CannotBeJudged(Exception):
    """Too few operators of the engine are right to say what a check says."""


def in_context(program: Program, right: Collection[str], about: Collection[str]) -> Program:
    """The program with right operators in place of wrong ones that it is not about.

    about: operators (`mul`, not `mul_const`) that stay as they are. Raises `CannotBeJudged`.
    """
    if stays(program, right, about):
        return program
    return Program(tuple(_in_context(program.steps, right, about)))


def stays(program: Program, right: Collection[str], about: Collection[str]) -> bool:
    """Whether the program needs no operator that is wrong and that it is not about."""
    return all(_stays(form, right, about) for form in program.forms)


def _stays(form: str, right: Collection[str], about: Collection[str]) -> bool:
    return form in right or operator_of(form) in about


def _in_context(
    steps: tuple[Step, ...], right: Collection[str], about: Collection[str]
) -> Iterator[Step]:
    for step in steps:
        if step[0] == "repeat":
            yield ("repeat", step[1], tuple(_in_context(step[2], right, about)))
        elif step[0] not in ("apply", "inplace") or _stays(form_of(step), right, about):
            yield step
        elif step[0] == "apply" and step[2] in (JOIN, SCALE):
            yield from _replaced(step, right)
        else:
            raise CannotBeJudged(form_of(step))


def _replaced(step: Step, right: Collection[str]) -> Iterator[Step]:
    """Steps that join two nodes, as + does, or also send down other than 1, as * does."""
    _, slot, operator, left, other = step
    if operator == SCALE and JOIN in right:
        # (x + x) + (y + y) sends 2 to either side.
        if isinstance(left, str) and isinstance(other, str):
            yield ("apply", f"{slot}_l", JOIN, left, left)
            yield ("apply", f"{slot}_r", JOIN, other, other)
            yield ("apply", slot, JOIN, f"{slot}_l", f"{slot}_r")
        else:
            node = left if isinstance(left, str) else other
            yield ("apply", slot, JOIN, node, node)
        return
    others = ranked("joins") if operator == JOIN else ranked("scales")
    for name in others:
        if name in (operator, JOIN) or OPERATORS[name].takes != "nodes":
            continue
        tried: Step = ("apply", slot, name, left, other)
        if form_of(tried) in right:
            yield tried
            return
    raise CannotBeJudged(operator)
