"""Edits within an expression: a sign, an operand, a comparison, a call."""

from __future__ import annotations

import ast
from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice

from grader.grading.repair.source_text import Proposal, SourceText

_SIGNS: dict[type[ast.AST], tuple[str, ...]] = {
    ast.Add: ("-", "*"),
    ast.Sub: ("+", "*"),
    ast.Mult: ("/", "+"),
    ast.Div: ("*", "//"),
    ast.FloorDiv: ("/", "*", "-"),
    ast.Mod: ("*", "/", "-"),
    ast.Pow: ("*", "-"),
    ast.BitXor: ("**", "-"),
    ast.BitOr: ("*", "+"),
    ast.BitAnd: ("*", "+"),
}
_COMPARED: dict[type[ast.AST], tuple[str, ...]] = {
    ast.Gt: (">=", "<"),
    ast.GtE: (">", "<="),
    ast.Lt: ("<=", ">"),
    ast.LtE: ("<", ">="),
    ast.Eq: ("!=", ">="),
    ast.NotEq: ("==", ">"),
    ast.In: ("not in",),
    ast.NotIn: ("in",),
    ast.Is: ("is not",),
    ast.IsNot: ("is",),
}
_OTHER_END = {
    "append": ("appendleft({0})", "insert(0, {0})"),
    "appendleft": ("append({0})",),
    "popleft": ("pop()",),
}


NOWHERE = 1000
MOST_LEAVES = 400
"""Of a function, those that are tried: an engine's have some dozens."""
_GIVES = (ast.Assign, ast.AugAssign, ast.Return, ast.Tuple)
_LOSES = ("round", "int", "float", "abs", "bool", "set", "sorted", "hash")
"""Functions after which something is lost: digits, a sign, what came twice, an order."""


def of_operands(source: SourceText, region: ast.AST) -> Iterator[Proposal]:
    """Every operand in place of another."""
    leaves = _leaves(source, region)
    parents = {inner: node for node in ast.walk(region) for inner in ast.iter_child_nodes(node)}
    lines: dict[str, list[int]] = {}
    for node in ast.walk(region):
        if isinstance(node, ast.Name):
            lines.setdefault(node.id, []).append(node.lineno)
    lines = {name: sorted(found) for name, found in lines.items()}
    near: dict[int, list[str]] = {}
    for node in ast.walk(region):
        if isinstance(node, ast.Attribute | ast.Subscript | ast.Name):
            at = node.lineno
            if at not in near:
                off = {leaf: _off(leaf, at, lines) for leaf in leaves}
                near[at] = sorted(leaves, key=off.__getitem__)
            yield from _of_leaf(source, node, near[at], parents.get(node))


def _off(leaf: str, at: int, lines: Mapping[str, Sequence[int]]) -> int:
    """How many lines a leaf's name is away from one, at the nearest."""
    found = lines.get(leaf.partition(".")[0].partition("[")[0], ())
    place = bisect(found, at)
    return min((abs(line - at) for line in found[max(place - 1, 0) : place + 1]), default=NOWHERE)


def of_signs(source: SourceText, region: ast.AST) -> Iterator[Proposal]:
    """Every other sign, number or order of two operands."""
    for node in ast.walk(region):
        if isinstance(node, ast.expr):
            yield from _of_arithmetic(source, node)
        if isinstance(node, ast.Tuple) and len(node.elts) == 2:
            first, second = map(source.own, node.elts)
            yield source.replaced(node, f"({second}, {first})")
        elif isinstance(node, ast.Lambda):
            yield from _of_unused(source, node)


def of_conditions(source: SourceText, region: ast.AST) -> Iterator[Proposal]:
    """Every other comparison or condition."""
    for node in ast.walk(region):
        if isinstance(node, ast.expr):
            yield from _of_logic(source, node)
        if isinstance(node, ast.If | ast.IfExp):
            yield from _of_truth(source, node.test)


def of_calls(source: SourceText, region: ast.AST) -> Iterator[Proposal]:
    """Every other call, or the same without it."""
    for node in ast.walk(region):
        if isinstance(node, ast.expr):
            yield from _of_call(source, node)


def _leaves(source: SourceText, region: ast.AST) -> list[str]:
    """The numbers that a function mentions, as it calls them; and the data of its nodes."""
    given = {each.arg for each in ast.walk(region) if isinstance(each, ast.arg)}
    computed = {
        inner.id
        for each in ast.walk(region)
        if isinstance(each, ast.BinOp | ast.Compare)
        for inner in ast.iter_child_nodes(each)
        if isinstance(inner, ast.Name)
    }
    found = [
        source.own(each)
        for each in ast.walk(region)
        if (isinstance(each, ast.Attribute | ast.Subscript) and isinstance(each.ctx, ast.Load))
        or (isinstance(each, ast.Name) and each.id in given & computed)
    ]
    found = [leaf for leaf in dict.fromkeys(found) if leaf.count(".") < 3 and "(" not in leaf]
    found = [leaf for leaf in found if leaf.partition(".")[0] not in source.modules]
    stored = [source.own(each) for each in ast.walk(region)
              if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name)]  # fmt: skip
    pairs = [leaf.rpartition(".") for leaf in dict.fromkeys([*found, *stored])]
    pairs = [each for each in pairs if each[0] and "[" not in each[0] + each[2]]
    pairs = [each for each in pairs if each[0] not in source.modules]
    attributes = dict.fromkeys([*(last for _, _, last in pairs), "data"])
    firsts = dict.fromkeys(first for first, _, _ in pairs)
    more = (f"{first}.{last}" for first in firsts for last in attributes)
    return list(dict.fromkeys(islice(chain(found, more), MOST_LEAVES)))


def _of_arithmetic(source: SourceText, node: ast.expr) -> Iterator[Proposal]:
    if isinstance(node, ast.BinOp):
        left, right = source.own(node.left), source.own(node.right)
        for sign in _SIGNS.get(type(node.op), ()):
            yield source.replaced(node, f"(({left}) {sign} ({right}))")
        if isinstance(node.op, ast.Sub | ast.Div | ast.Pow):
            sign = {ast.Sub: "-", ast.Div: "/", ast.Pow: "**"}[type(node.op)]
            yield source.replaced(node, f"(({right}) {sign} ({left}))")
        yield source.replaced(node, f"(-({source.own(node)}))")
        if isinstance(node.op, ast.Mult | ast.Add):
            yield from (source.replaced(node, one) for one in (left, right))
        elif isinstance(node.op, ast.Sub | ast.Div | ast.Pow):
            yield source.replaced(node, left)
        for side in (node.left, node.right) if isinstance(node.op, ast.Add) else ():
            if isinstance(side, ast.Attribute):
                yield from _of_level(source, side)
    elif isinstance(node, ast.Constant) and node.value == "f":  # 7 digits, of an array
        yield source.replaced(node, '"d"', 0)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Not):
        yield source.replaced(node, f"({source.own(node.operand)})")
    elif isinstance(node, ast.Constant) and type(node.value) in (int, float):
        for number in ("0", "1", "2", "-1"):
            if float(number) != node.value:
                spelled = f"{number}.0" if isinstance(node.value, float) else number
                yield source.replaced(node, f"({spelled})" if number[0] == "-" else spelled)


def _of_level(source: SourceText, node: ast.Attribute) -> Iterator[Proposal]:
    """The largest of all inputs in place of the first one's."""
    owner, attr = source.own(node.value), node.attr
    if isinstance(node.value, ast.Subscript):
        inputs = source.own(node.value.value)
        yield source.replaced(node, f"max([each.{attr} for each in {inputs}])", 0)
    elif isinstance(node.value, ast.Name) and attr not in ("data", "grad"):
        names = {each.arg for each in ast.walk(source.tree) if isinstance(each, ast.arg)}
        for name in ("other", "b", "y", "right"):
            if name in names and name != owner:
                yield source.replaced(node, f"max({owner}.{attr}, {name}.{attr})", 0)


def _of_leaf(
    source: SourceText, node: ast.expr, leaves: Sequence[str], parent: ast.AST | None
) -> Iterator[Proposal]:
    """An operand in place of another."""
    mine = source.own(node)
    in_arithmetic = isinstance(parent, ast.BinOp | ast.UnaryOp | ast.Compare)
    if mine in leaves or (isinstance(node, ast.Name) and in_arithmetic):
        near = [leaf for leaf in leaves if leaf != mine and not leaf.startswith(f"{mine}.")]
        near.sort(key=lambda leaf: _unlike(leaf, mine))
        weight = 1 if isinstance(parent, ast.Compare) else 2
        yield from (source.replaced(node, leaf, weight) for leaf in near[:6])
        if in_arithmetic or isinstance(parent, _GIVES):
            yield source.replaced(node, f"(-{mine})", 2)
        if mine in leaves:
            yield source.replaced(node, f"(1.0 / {mine})", 3)
    elif isinstance(node, ast.Name) and node.id in ("self", "other"):
        yield source.replaced(node, {"self": "other", "other": "self"}[node.id], 3)


def _unlike(one: str, other: str) -> bool:
    """Whether two operands share neither their node nor their attribute."""
    return one.split(".")[0] != other.split(".")[0] and one.split(".")[-1] != other.split(".")[-1]


def _of_logic(source: SourceText, node: ast.expr) -> Iterator[Proposal]:
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        left, right = source.own(node.left), source.own(node.comparators[0])
        for sign in _COMPARED.get(type(node.ops[0]), ()):
            yield source.replaced(node, f"{left} {sign} {right}")
        constant = isinstance(node.left, ast.Constant) or isinstance(
            node.comparators[0], ast.Constant
        )
        if isinstance(node.ops[0], ast.Eq | ast.NotEq) and not constant:
            word = "is" if isinstance(node.ops[0], ast.Eq) else "is not"
            yield source.replaced(node, f"{left} {word} {right}", 2)
            if left.endswith(".data") and right.endswith(".data"):
                nodes = (each.removesuffix(".data") for each in (left, right))
                yield source.replaced(node, f" {word} ".join(nodes), 0)
    elif isinstance(node, ast.BoolOp):
        yield from (source.replaced(node, source.own(one), 0) for one in node.values)
        words = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        parts = [f"({source.own(one)})" for one in node.values]
        for one in parts if len(parts) > 2 else ():
            kept = f" {words[0]} ".join(each for each in parts if each is not one)
            yield source.replaced(node, kept, 0)
        yield source.replaced(node, f"({f' {words[1]} '.join(parts)})")
        if isinstance(node.op, ast.Or) and len(node.values) == 2:
            first, second = map(source.own, node.values)
            yield source.replaced(node, f"({second} if {first} is None else {first})")
    elif isinstance(node, ast.IfExp):
        yield from (source.replaced(node, source.own(one)) for one in (node.body, node.orelse))
        body, test, orelse = map(source.own, (node.body, node.test, node.orelse))
        yield source.replaced(node, f"{orelse} if {test} else {body}")


def _of_truth(source: SourceText, test: ast.expr) -> Iterator[Proposal]:
    """What is there is taken for what is not 0 and not empty."""
    turned = isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
    inner = test.operand if isinstance(test, ast.UnaryOp) and turned else test
    if isinstance(inner, ast.Name | ast.Attribute):
        word = "is None" if turned else "is not None"
        yield source.replaced(test, f"{source.own(inner)} {word}")


def _of_call(source: SourceText, node: ast.expr) -> Iterator[Proposal]:
    if not isinstance(node, ast.Call):
        return
    called, arguments = source.own(node.func), [source.own(each) for each in node.args]
    if (len(arguments) == 1 or called == "round") and arguments and not node.keywords:
        yield source.replaced(node, arguments[0], 0 if called in _LOSES else 2)
    if called in ("max", "min") and len(arguments) == 2:
        yield from (source.replaced(node, one) for one in arguments)
    if len(arguments) == 1 and arguments[0].endswith(".data"):
        yield source.replaced(node, arguments[0].removesuffix(".data"))
    if len(arguments) >= 2:
        first, second, *rest = arguments
        words = [source.own(each.value) for each in node.keywords]
        if not words:
            yield source.replaced(node, f"{called}({', '.join([second, first, *rest])})", 2)
    if isinstance(node.func, ast.Attribute):
        queue, name = source.own(node.func.value), node.func.attr
        if name == "pop":
            yield source.replaced(node, f"{queue}.pop({'' if arguments else '0'})")
        for other in _OTHER_END.get(name, ()):
            if name == "popleft" or len(arguments) == 1:
                yield source.replaced(node, f"{queue}.{other.format(*arguments)}")
        if name.startswith("__") and name.endswith("__"):
            yield from _of_reflected(source, node, name)
    if called == "sorted" or called.endswith(".sort"):
        words = [source.own(each) for each in node.keywords if each.arg != "reverse"]
        if len(words) == len(node.keywords):
            words.append("reverse=True")
        yield source.replaced(node, f"{called}({', '.join([*arguments, *words])})")


def _of_reflected(source: SourceText, node: ast.Call, name: str) -> Iterator[Proposal]:
    """`self.__rsub__(other)` for `self.__sub__(other)`."""
    bare = name.strip("_")
    other = bare[1:] if bare.startswith(("r", "i")) else f"r{bare}"
    arguments = ", ".join(source.own(each) for each in node.args)
    assert isinstance(node.func, ast.Attribute)
    yield source.replaced(node, f"{source.own(node.func.value)}.__{other}__({arguments})")


def _of_unused(source: SourceText, node: ast.Lambda) -> Iterator[Proposal]:
    """Each number that a lambda makes, times what it is given and does not use."""
    used = {each.id for each in ast.walk(node.body) if isinstance(each, ast.Name)}
    items = node.body.elts if isinstance(node.body, ast.Tuple) else [node.body]
    for given in node.args.args:
        for item in items if given.arg not in used else ():
            yield source.replaced(item, f"({source.own(item)}) * {given.arg}", 0)


EXPRESSIONS = (of_operands, of_signs, of_conditions, of_calls)
"""Each has turns of its own."""
