"""Failing programs in which the same is broken, and which say nothing that others do not."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from grader.explain.watching.source import SourceText
from grader.packs.tensor.below import BOTH, Broken
from grader.packs.tensor.calls import SIGNS
from grader.packs.tensor.failing import Failing
from grader.packs.tensor.misconceptions import ANY, BEYOND, TIMES
from grader.packs.tensor.operators import OPERATORS
from grader.packs.tensor.program import Program, operands
from grader.packs.tensor.where import has_rule
from grader.syntax import nodes_of

_OF_ARRAYS = re.compile(r"\b(data|np|numpy|grad|shape)\b")
LEAST_ORDERED = 5
"""Operations of a program that shows in which order a walk takes tensors."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What is broken in a failing program. program: as much of it as shows it; place: which one of
    those that were looked at."""

    place: int
    failing: Failing
    program: Program
    broken: Broken


@dataclass
class Group:
    """Failing programs in which the same is broken."""

    broken: Broken
    found: list[Shown]
    echoes: list[str] = field(default_factory=list)
    """Checks of operators that are made of this one."""

    @property
    def checks(self) -> tuple[str, ...]:
        """The checks that ask them."""
        return tuple(dict.fromkeys([*(each.failing.check for each in self.found), *self.echoes]))


def without_echoes(groups: list[Group], source: SourceText) -> list[Group]:
    """The groups without those that another one explains; the largest first."""
    stuck = [group for group in groups if group.broken.kind == "stuck"]
    for group in groups if stuck else ():  # a walk that ends at once
        stuck[0].echoes += group.checks if group.broken.kind in ("kept", "restart") else ()
    if stuck:
        groups = [each for each in groups if each.broken.kind not in ("kept", "restart")]
    if any(group.broken.kind == "stranger" for group in groups):  # which comes on top of others
        later = ("", BEYOND[2])
        groups = [g for g in groups if g.broken.kind != "rule" or g.broken.why not in later]
    groups = [each for each in groups if not any(_is_made_of(each, other) for other in groups)]
    groups = [each for each in groups if not _echoes(each, groups, source)]
    for group in [each for each in groups if each.broken.kind == "adding"]:
        rules = [g for g in groups if g.broken.kind == "rule"]
        wrong = [each for each in rules if _is_in_all(each, group)]
        if wrong:  # each of its contributions is wrong, and so is their sum
            wrong[0].echoes += group.checks
            groups.remove(group)
            continue
        vague = [g for g in rules if g.broken.why in ("", *_VAGUE) or TIMES in g.broken.why]
        for each in vague:  # no rule is wrong where tensors are used once
            if len(each.found) <= len(group.found) and all(map(_is_shared, each.found)):
                group.echoes += each.checks
                groups.remove(each)
    on_the_way = [each for each in groups if each.broken.kind in _ON_THE_WAY]
    for group in groups if on_the_way else ():  # what is made of others suffers by it
        if _is_composite(group, source):
            on_the_way[0].echoes += group.checks
    groups = [g for g in groups if not (on_the_way and _is_composite(g, source))]
    if any(each.broken.name == "log_softmax" for each in groups):  # which it is made of
        groups = [each for each in groups if each.broken.name != "cross_entropy"]
    groups.sort(key=lambda group: -len(group.found))
    seen = Counter[str](group.broken.kind for group in groups for _ in group.found)
    first = sorted(("early", "again"), key=lambda kind: -seen[kind])  # each shows beside the other
    for kind, some in (*((kind, 1) for kind in first), ("sets", 2)):
        same = [group for group in groups if group.broken.kind == kind]
        least = sum(len(group.found) for group in same) / 8
        names = {group.broken.name for group in same if len(group.found) > least}
        if seen[kind] < seen["adding"]:  # some of these sums are so by chance
            continue
        if len(names - {""}) > some or (
            some == 1 and _is_everywhere(same)
        ):  # not one rule, but all
            shown = [found for group in same for found in group.found]
            least = LEAST_ORDERED if some == 1 else 0
            shown.sort(key=lambda found: (found.program.size < least, found.place))
            whole = Group(replace(shown[0].broken, name=""), shown)
            others = [g for g in groups if g.broken.kind in ("shared", "value", "changed")]
            return [whole, *others]
    most = max((len(g.found) for g in groups if g.broken.kind in ("shared", "sets")), default=0)
    groups = [g for g in groups if g.broken.kind != "adding" or len(g.found) > 2 * most]
    kept: list[Group] = []
    for group in groups:
        if any(_explains(other, group, source) for other in kept):
            continue
        least = 5 if group.broken.why in ("", *_VAGUE) else 12
        few = len(group.found) * least < sum(len(each.found) for each in kept)
        known = {check for each in kept for check in each.checks}
        if not (few and known.issuperset(group.checks)):
            kept.append(group)
    return kept


def _is_in_all(rule: Group, other: Group) -> bool:
    """Whether an operator whose rule is wrong where each tensor is used once is in every program of
    another group, which has not many more."""
    names = [{step[2] for step in s.program.steps if step[0] == "apply"} for s in other.found]
    in_all = all(rule.broken.name in each for each in names)
    few = 2 * len(rule.found) <= len(other.found)
    return in_all and not few and not all(map(_is_shared, rule.found))


def _is_shared(shown: Shown) -> bool:
    """Whether a tensor is used more than once in a program."""
    uses = Counter(each for step in shown.program.steps for each in operands(step))
    return max(uses.values(), default=0) > 1


_ON_THE_WAY = ("sets", "early", "again", "adding")
"""Kinds of what befalls a gradient wherever a tensor has several consumers."""


def _is_composite(group: Group, source: SourceText) -> bool:
    """Whether a group is about the rule of an operator that has none, and nobody knows how it is
    wrong."""
    broken = group.broken
    if broken.kind != "rule" or broken.why not in ("", *_VAGUE) or broken.name not in _MADE_OF:
        return False
    return has_rule(OPERATORS[broken.name].methods, source) is False


def _is_everywhere(groups: Sequence[Group]) -> bool:
    """Whether the same is seen where the operator that shows it most has no part."""
    top = groups[0].broken.name if groups else ""
    without = [
        shown
        for group in groups[1:]
        if top not in _MADE_OF.get(group.broken.name, ())
        for shown in group.found
        if all(step[2] != top for step in shown.program.steps if step[0] == "apply")
    ]
    return len(without) > 1


_MADE_OF = {
    "cross_entropy": ("log_softmax", "neg", "mean", "sum", "mul", "truediv", "getitem"),
    "log_softmax": ("sub", "exp", "log", "sum"),
    "mean": ("sum", "mul", "truediv"),
    "truediv": ("pow", "mul"),
    "sub": ("neg", "add", "mul"),
    "neg": ("mul",),
    "T": ("transpose",),
}
"""What engines make of other operators."""


_BY_NODE = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.Pow: "pow",
            ast.MatMult: "matmul", ast.USub: "neg"}  # fmt: skip


def _made_of(name: str, source: SourceText) -> set[str]:
    """What an operator without a rule of its own may be made of: what engines usually make it of,
    and the operators that its methods use on tensors."""
    methods = OPERATORS[name].methods if name else ()
    nodes = [node for _, function in source.defined(methods) for node in nodes_of(function)]
    found = {
        _BY_NODE.get(type(node.op), "")
        for node in nodes
        if isinstance(node, ast.BinOp | ast.UnaryOp) and not _OF_ARRAYS.search(ast.unparse(node))
    }
    found |= {
        node.func.attr
        for node in nodes
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and not _OF_ARRAYS.search(ast.unparse(node.func))
    }
    return ({*_MADE_OF.get(name, ())} | (found & OPERATORS.keys())) - {name}


def _is_made_of(one: Group, other: Group) -> bool:
    """Whether a group is about an operator that may be made of another one that does the same."""
    a, b = one.broken, other.broken
    same = a.kind == b.kind == "rule" and a.why == b.why != ""
    return same and b.name in _MADE_OF.get(a.name, ())


def _echoes(one: Group, groups: Sequence[Group], source: SourceText) -> bool:
    """Whether a group is about an operator without a rule, made of one whose rule is wrong, or
    whose result is not made of its operand."""
    made_of, kind = _made_of(one.broken.name, source), one.broken.kind
    wrong = [g for g in groups if g.broken.kind == kind and g.broken.name in made_of]
    if kind not in ("rule", "early", "sets", "value") or not wrong:
        return False
    if has_rule(OPERATORS[one.broken.name].methods, source) is not False:
        return False
    wrong[0].echoes += one.checks
    return True


_VAGUE = (ANY["passed"], ANY["sign"], ANY["averaged"], ANY["one-row"], ANY["transposed"],
          ANY["reordered"])  # fmt: skip


def _explains(one: Group, other: Group, source: SourceText) -> bool:
    """Whether the other group shows nothing new: its operator is made of that of the first."""
    a, b = one.broken, other.broken
    if a.kind == b.kind == "rule" and a.shapes and b.shapes and (not b.name or a.why == b.why):
        return True
    if a.kind == b.kind == "rule" and a.name == b.name and len(other.found) * 8 < len(one.found):
        return True  # by chance: another wrong rule gives the same for a few programs
    rule = has_rule(OPERATORS[b.name].methods, source) if b.name else None
    is_made = a.name in _made_of(b.name, source) or {*one.checks}.issuperset(other.checks)
    return a.kind == b.kind and rule is False and is_made


def is_reflected(group: Group) -> bool:
    """Whether a plain number or array stands on the left of a sign in every program."""
    if group.broken.name not in SIGNS:
        return False
    return all(
        each.broken.step is not None
        and (
            not isinstance(each.broken.step[3][0], str)
            or any(step[:2] == ["array", each.broken.step[3][0]] for step in each.program.steps)
        )
        for each in group.found
    )


def of_both(group: Group) -> Group:
    """The same group, told as of a tensor that is both operands, where it is in every program."""
    where = [each.broken for each in group.found]
    both = all(b.step and b.step[3].count(b.slot) > 1 and not b.why for b in where)
    if group.broken.kind != "sets" or not both:
        return group
    found = [replace(each, broken=replace(each.broken, why=BOTH)) for each in group.found]
    return replace(group, broken=replace(group.broken, why=BOTH), found=found)
