"""Where one function pays for every operator: the line that overwrites, or that pays what was read.

Such a line stands in a loop over the inputs of a node. Where two functions have one, or each
operator pays by itself, no place is named.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator, Sequence

from grader.explain.diagnosis.readings.where.functions import end_of, functions_of, loops_of
from grader.explain.diagnosis.readings.where.lines import contributions, leaves_of, value_of
from grader.explain.diagnosis.readings.where.walks import Place, is_gradient, is_number
from grader.judging.finding import Finding
from grader.programs.compare import same_answer
from grader.syntax import expression, nodes_of

POINTS = ((1.3, 0.7), (-0.9, 2.3), (1.9, -1.1), (0.4, 3.2))
"""Local slope and arriving gradient."""
MOST_NAMES = 3


def for_all(finding: Finding, tree: ast.Module) -> Place | None:
    """The one function that pays for every operator, if what was read is seen there."""
    found: list[tuple[ast.FunctionDef, int]] = []
    for node in functions_of(tree):
        for loop in loops_of(node) if node.name != "__init__" else ():
            if finding.part == "shared":
                lines = _pays_formula(finding.found, loop)
            elif finding.misconception == "no-upstream":
                lines = _pays_slopes(loop)
            else:
                lines = _overwrites(loop)
            found += [(node, line) for line in lines]
    if len({node for node, _ in found}) != 1:
        return None
    node, line = found[0]
    return node.lineno, end_of(node), line


def _overwrites(loop: ast.For | ast.While) -> Iterator[int]:
    """Lines that write a product, or what goes to each input of a node, and add to nothing."""
    inner = {each for within in loops_of(loop) for each in nodes_of(within)}
    for node in nodes_of(loop):
        if not isinstance(node, ast.Assign) or is_number(node):
            continue
        target, value = ast.unparse(node.targets[0]), ast.unparse(node.value)
        product = any(isinstance(each, ast.Mult) for each in nodes_of(node.value))
        to_input = node in inner and isinstance(node.targets[0], ast.Attribute)
        pays = is_gradient(node.targets[0]) and (to_input or product)
        if pays and target not in value and f"{target.partition('[')[0]}.get(" not in value:
            yield node.lineno


def _pays_slopes(loop: ast.For | ast.While) -> Iterator[int]:
    """Lines that add something without a gradient to a gradient."""
    for node in nodes_of(loop):
        if isinstance(node, ast.AugAssign) and not is_number(node):
            target, paid = ast.unparse(node.target).lower(), ast.unparse(node.value).lower()
            if "grad" in target and "grad" not in paid:
                yield node.lineno


def _pays_formula(text: str, loop: ast.For | ast.While) -> Iterator[int]:
    """Lines with an expression that gives the formula, whatever its names are called."""
    formula = expression(text)
    if formula is None:
        return
    points = [{"slope": s, "out.grad": g, "product": s * g} for s, g in POINTS]
    wanted = [value_of(formula, each, {name: name for name in each}) for each in points]
    for made in contributions(loop):
        for node in _parts(made.node):
            if _gives(node, made.sign, wanted, points):
                yield made.line
                break


def _parts(node: ast.expr) -> Iterator[ast.expr]:
    """An expression, and what is added to something in it: `total.get(name, 0.0) + ...`."""
    if isinstance(node, ast.Call) and len(node.args) == 1:
        node = node.args[0]
    if isinstance(node, ast.BinOp | ast.UnaryOp):
        yield node
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        yield node.right


def _gives(
    node: ast.expr, sign: int, wanted: Sequence[float], points: Sequence[dict[str, float]]
) -> bool:
    copy = expression(ast.unparse(node))
    if copy is None:
        return False
    plain = _Plain().visit(copy)
    names = sorted(set(leaves_of(plain)))
    if not 0 < len(names) <= MOST_NAMES:
        return False
    for meaning in itertools.product(points[0], repeat=len(names)):
        known = dict(zip(names, meaning, strict=True))
        try:
            values = [sign * value_of(plain, each, known) for each in points]
        except (ArithmeticError, ValueError, KeyError, TypeError):
            continue
        if same_answer(values, wanted):
            return True
    return False


class _Plain(ast.NodeTransformer):
    """Takes a call with one argument, such as `float(x)`, for the argument."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """The argument."""
        return self.visit(node.args[0]) if len(node.args) == 1 else node
