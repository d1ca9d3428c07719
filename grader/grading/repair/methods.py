"""Edits of how a class is made: what a node records, methods missing or too many."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from grader.explain.diagnosis.readings.where.functions import functions_of
from grader.grading.repair.source_text import SURE, Proposal, SourceText

STEP = "    "
_REFLECTED = {"radd": "add", "rmul": "mul"}
_TURNED = {"rsub": "(-self) + other", "rtruediv": "self ** -1 * other"}
_MADE_OF_OTHERS = {
    "__neg__": "self * -1.0",
    "__sub__": "self + other * -1.0",
    "__truediv__": "self * other ** -1",
    "__radd__": "self + other",
    "__rsub__": "self * -1.0 + other",
    "__rmul__": "self * other",
    "__rtruediv__": "self ** -1 * other",
    "__iadd__": "self + other",
    "__isub__": "self - other",
    "__imul__": "self * other",
    "__itruediv__": "self / other",
    "__ipow__": "self ** other",
}
_OWN = ("__iadd__", "__isub__", "__imul__", "__itruediv__", "__ipow__", "__eq__", "__hash__")
"""Methods that need not be there."""
MOST_CALLS = 4


def of_classes(source: SourceText) -> Iterator[Proposal]:
    """Every edit of what a class consists of."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ClassDef):
            yield from _of_class(source, node)
    yield from _of_late_names(source)


def of_methods(source: SourceText) -> Iterator[Proposal]:
    """Every edit of how a function makes nodes."""
    for function in functions_of(source.tree):
        yield from _of_nodes_made(source, function)
        yield from _of_early_return(source, function)


def _of_class(source: SourceText, node: ast.ClassDef) -> Iterator[Proposal]:
    methods = {each.name: each for each in node.body if isinstance(each, ast.FunctionDef)}
    bound = {
        target.id
        for each in node.body
        if isinstance(each, ast.Assign)
        for target in each.targets
        if isinstance(target, ast.Name)
    }
    for each in node.decorator_list:
        if "dataclass" in source.own(each) and "eq=" not in source.own(each):
            words = source.own(each).partition("(")[2].rstrip(")")
            for more in dict.fromkeys((f"{words}, eq=False" if words else "eq=False", "eq=False")):
                yield source.replaced(each, f"dataclass({more})", SURE)
    yield from _of_class_values(source, node, bound)
    yield from _of_other_names(source, node, {*methods, *bound})
    for name in _OWN:
        if name in methods:
            method = methods[name]
            first = min([method.lineno, *(d.lineno for d in method.decorator_list)])
            last = method.end_lineno or method.lineno
            yield source.relined(first, last, [], method.lineno, 1)
    for name, body in _MADE_OF_OTHERS.items():
        if name in methods and len(methods[name].args.args) == 1 + ("other" in body):
            yield from _made_of_others(source, methods[name], body)
    if "__add__" not in methods or source.indent(node.body[-1]) is None:
        return
    lead, last = source.indent(node.body[-1]), node.end_lineno or node.lineno
    for name, other in _REFLECTED.items():
        if f"__{name}__" not in {*methods, *bound} and f"__{other}__" in methods:
            made = [f"\n{lead}__{name}__ = __{other}__\n"]
            yield source.relined(last + 1, last, made, last, 0)
    for name, body in _TURNED.items():
        if f"__{name}__" not in {*methods, *bound}:
            made = [f"\n{lead}def __{name}__(self, other):\n", f"{lead}{STEP}return {body}\n"]
            yield source.relined(last + 1, last, made, last, 1)


def _of_class_values(source: SourceText, node: ast.ClassDef, bound: set[str]) -> Iterator[Proposal]:
    """`self.count += 1` makes a value of this node's own of one that all share."""
    shared = {f"self.{name}" for name in bound}
    for each in ast.walk(node):
        if isinstance(each, ast.AugAssign) and source.own(each.target) in shared:
            new = f"{node.name}.{source.own(each.target).removeprefix('self.')}"
            yield source.replaced(each.target, new, SURE)


def _of_other_names(source: SourceText, node: ast.ClassDef, known: set[str]) -> Iterator[Proposal]:
    """`__itruediv__ = __truediv__` for `= __rtruediv__`: the method without or with a letter."""
    for each in node.body:
        if isinstance(each, ast.Assign) and isinstance(each.value, ast.Name):
            bare = each.value.id.strip("_")
            for other in (bare[1:], f"r{bare}"):
                if f"__{other}__" in known:
                    yield source.replaced(each.value, f"__{other}__", 0)


def _made_of_others(source: SourceText, method: ast.FunctionDef, body: str) -> Iterator[Proposal]:
    """An operator as an expression of others in place of its own rule."""
    first, last = method.body[0], method.end_lineno or method.lineno
    lead = source.indent(first)
    if lead is not None:
        other = method.args.args[-1].arg
        made = [f"{lead}return {body.replace('other', other)}\n"]
        yield source.relined(first.lineno, last, made, first.lineno, 2)


def _of_nodes_made(source: SourceText, function: ast.FunctionDef) -> Iterator[Proposal]:
    """What other methods hand to the class beside the number: inputs, a name, a rule."""
    own = [argument.arg for argument in function.args.args]
    inputs = f"({', '.join(own)}{',' * (len(own) == 1)})" if own else ""
    for node in ast.walk(function):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name | ast.Attribute):
            continue
        called = source.own(node.func)
        others = [
            each
            for each in ast.walk(source.tree)
            if isinstance(each, ast.Call) and source.own(each.func) == called
        ]
        mine = [source.own(each) for each in node.args]
        longer = [each for each in others if len(each.args) > len(mine)]
        for other in longer[:MOST_CALLS]:
            more = [*mine, *(source.own(each) for each in other.args[len(mine) :])]
            yield source.replaced(node, f"{called}({', '.join(more)})", 1)
        if mine and longer and inputs:
            rest = [source.own(each) for each in longer[0].args[len(mine) + 1 :]]
            yield source.replaced(node, f"{called}({', '.join([*mine, inputs, *rest])})", 1)
        words = {each.arg for each in node.keywords}
        for other in others:
            new = [each for each in other.keywords if each.arg and each.arg not in words]
            for each in new:
                words.add(each.arg)
                kept = [source.own(one) for one in (*node.args, *node.keywords)]
                text = f"{called}({', '.join([*kept, source.own(each)])})"
                yield source.replaced(node, text, 2)


def _of_early_return(source: SourceText, function: ast.FunctionDef) -> Iterator[Proposal]:
    """The root gets its gradient before a `return` too."""
    seeds = [
        f"{source.own(each.targets[0])} += {source.own(each.value)}"
        for each in function.body
        if isinstance(each, ast.Assign)
        and isinstance(each.targets[0], ast.Attribute)
        and "grad" in each.targets[0].attr
    ]
    for node in ast.walk(function):
        lead = source.indent(node) if isinstance(node, ast.Return) and not node.value else None
        for seed in seeds if lead is not None else ():
            assert isinstance(node, ast.Return)
            made = [f"{lead}{seed}\n"]
            yield source.relined(node.lineno, node.lineno - 1, made, node.lineno, 1)


def _of_late_names(source: SourceText) -> Iterator[Proposal]:
    """A function that is made in a loop keeps the loop's names of its own turn."""
    for loop in ast.walk(source.tree):
        if not isinstance(loop, ast.For):
            continue
        names = [each.id for each in ast.walk(loop.target) if isinstance(each, ast.Name)]
        for node in ast.walk(loop):
            if not isinstance(node, ast.Lambda | ast.FunctionDef):
                continue
            used = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
            kept = [f"{name}={name}" for name in names if name in used]
            if kept and isinstance(node, ast.Lambda):
                given = ast.unparse(node.args)
                words = ", ".join([given, *kept] if given else kept)
                yield source.replaced(node, f"lambda {words}: {source.own(node.body)}", SURE)
            elif kept and isinstance(node, ast.FunctionDef):
                head = source.lines[node.lineno - 1]
                start, bracket, end = head.rpartition("):")
                if bracket:
                    more = ", ".join(kept)
                    made = f"{start}{'' if start.endswith('(') else ', '}{more}):{end}"
                    yield source.relined(node.lineno, node.lineno, [made], node.lineno, SURE)
