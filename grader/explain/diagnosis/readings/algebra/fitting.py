"""Find what gives the numbers of a rule: a formula, a sum of two, or one by a term's sign."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from grader.explain.diagnosis.readings.algebra.formulas import (
    Formula,
    combined,
    formulas_over,
    negated,
)
from grader.explain.diagnosis.readings.algebra.rows import FEW, Row, RuleReading, table_of
from grader.programs.compare import same_number


def formula_of(values: Sequence[float], rows: Sequence[Row], rare: bool = False) -> Formula | None:
    """The simplest formula; one with the factor `out.grad` is taken for one operation shorter.

    rare: also those that are looked for last.
    """
    table = tuple((name, tuple(row)) for name, row in table_of(rows).items())
    return _formula_of(tuple(values), table, rare)


@lru_cache(maxsize=2000)
def _formula_of(
    values: tuple[float, ...], terms: tuple[tuple[str, tuple[float, ...]], ...], rare: bool
) -> Formula | None:
    """The same, remembered: many of a class make the same mistake."""
    table = dict(terms)
    gradients = table.pop("out.grad")
    of_slopes = formulas_over(table)
    with_gradient = formulas_over({**table, "out.grad": gradients})
    plain = with_gradient.find(values, 2, rare)
    slope = None
    if all(gradients):
        slopes = [v / g for v, g in zip(values, gradients, strict=True)]
        slope = of_slopes.find(slopes, rare=rare)
    if plain is not None and (slope is None or plain.size <= slope.size or plain.size <= 1):
        return plain
    if slope is None:
        return of_slopes.find(values) or with_gradient.find(values)
    return combined("*", slope, Formula("out.grad", gradients))


def affine(found: Sequence[float], rows: Sequence[Row]) -> Formula | None:
    """A sum of something and a multiple of `out.grad`: each point was asked with two gradients."""
    points: dict[tuple[float, ...], list[tuple[float, float, Row]]] = {}
    for value, row in zip(found, rows, strict=True):
        seen = tuple(v for name, v in row.terms.items() if name != "out.grad")
        points.setdefault(seen, []).append((row.terms["out.grad"], value, row))
    twice = [p for p in points.values() if len(p) > 1 and not same_number(p[0][0], p[1][0])]
    if len(twice) < FEW:
        return None
    multiples = [(p[1][1] - p[0][1]) / (p[1][0] - p[0][0]) for p in twice]
    rests = [p[0][1] - m * p[0][0] for p, m in zip(twice, multiples, strict=True)]
    table = table_of([p[0][2] for p in twice])
    gradients = Formula("out.grad", tuple(table.pop("out.grad")))
    formulas = formulas_over(table)
    rest, multiple = formulas.find(rests, 2), formulas.find(multiples, 2)
    if rest is None or multiple is None:
        return None
    minus = multiple.text.startswith("-")
    product = combined("*", negated(multiple) if minus else multiple, gradients)
    made = product and combined("-" if minus else "+", rest, product)
    if made is None:
        return None
    said = [RuleReading("", 0, made, None).at(row.terms) for row in rows]
    pairs = zip(found, said, strict=True)
    return made if all(b is not None and same_number(a, b) for a, b in pairs) else None


def by_sign(
    rows: Sequence[Row], found: Sequence[float]
) -> tuple[str, Formula | None, Formula | None]:
    """A term by whose sign the rule decides, with what it contributes above 0 and elsewhere."""
    for name in rows[0].terms:
        if not all(name in row.terms for row in rows):
            continue
        above = [place for place, row in enumerate(rows) if row.terms[name] > 0]
        others = [place for place in range(len(rows)) if place not in above]
        if min(len(above), len(others)) < 3:
            continue
        halves = []
        for places in (above, others):
            half = [rows[place] for place in places]
            values = [found[place] for place in places]
            few = len(half) < FEW
            halves.append(
                formulas_over(table_of(half)).find(values, 1) if few else formula_of(values, half)
            )
            if halves[-1] is None:
                break
        if len(halves) == 2 and halves[0] is not None and halves[1] is not None:
            return name, halves[0], halves[1]
    return "", None, None
