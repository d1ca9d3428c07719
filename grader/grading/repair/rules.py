"""The right rule of an operator, written in the student's own words where another one is."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence

from grader.explain.diagnosis.readings.where.lines import (
    GRAD,
    LEFT,
    OUT,
    RIGHT,
    Contribution,
    contributions,
    leaves_of,
    named,
)
from grader.grading.repair.source_text import Proposal, SourceText

SLOPES: Mapping[str, Sequence[str]] = {
    "add": ("1.0",),
    "sub": ("1.0", "-1.0"),
    "mul": ("{right}", "{left}"),
    "truediv": ("1.0 / {right}", "-{left} / {right} ** 2"),
    "pow": (
        "{right} * {left} ** ({right} - 1)",
        "({right} * {left} ** ({right} - 1) if {right} else 0.0)",
    ),
    "neg": ("-1.0",),
    "tanh": ("(1.0 - {out} ** 2)",),
    "exp": ("{out}",),
    "relu": ("(1.0 if {left} > 0 else 0.0)", "(1.0 if {out} > 0 else 0.0)"),
}
VALUES: Mapping[str, str] = {
    "add": "{left} + {right}",
    "sub": "{left} - {right}",
    "mul": "{left} * {right}",
    "truediv": "{left} / {right}",
    "pow": "{left} ** {right}",
    "neg": "-{left}",
    "tanh": "math.tanh({left})",
    "exp": "math.exp({left})",
    "relu": "max(0.0, {left})",
}
UNARY = ("neg", "tanh", "exp", "relu")
MOST_WORDS = 2
"""Words that are tried for one term."""
Words = Mapping[str, Sequence[str]]


def of_rules(
    source: SourceText, region: ast.stmt, operators: Sequence[str], lines: Collection[int]
) -> Iterator[Proposal]:
    """The operators' slopes and values in place of each contribution.

    operators: those that something is wrong with. lines: where, if that is known; a region that
    holds several rules is left alone without.
    """
    found = list(contributions(region))
    for made in found:
        if isinstance(made.node, ast.Attribute) and not made.target:
            yield from _own_slopes(source, region, made, operators)
        if lines and not any(line in lines for line in _lines_of(made.node)):
            continue
        for operator in operators:
            yield from _in_place_of(source, region, made, operator)


def _own_slopes(
    source: SourceText, region: ast.stmt, made: Contribution, operators: Sequence[str]
) -> Iterator[Proposal]:
    """Both slopes of an operator where it takes over those of another one."""
    words = _words(source, region, made, unary=False)
    for operator in operators:
        both = SLOPES.get(operator, ())
        if operator not in (*UNARY, "pow") and both:
            for text in _filled(f"({both[0]}, {both[-1]})", words):
                yield source.replaced(made.node, text, 1)


def _in_place_of(
    source: SourceText, region: ast.stmt, made: Contribution, operator: str
) -> Iterator[Proposal]:
    words = _words(source, region, made, unary=operator in UNARY)
    pays = "grad" in made.target
    whole = _statement_of(region, made) if pays else None
    for node in _parts(made.node):
        if pays or (isinstance(node, _SLOPES) and not _is_text(node)):
            times_grad = pays or any(named(leaf) == GRAD for leaf in leaves_of(node))
            for slope in SLOPES.get(operator, ()):
                for formula in _filled(slope, words):
                    times = [f"{formula} * {grad}" for grad in words[GRAD]]
                    for text in (*times, formula) if times_grad else (formula, *times):
                        if whole is not None and node is made.node:
                            yield source.replaced(whole, f"{made.target} += {text}", 0)
                        else:
                            yield source.replaced(node, text, 0)
        if not pays and isinstance(node, _NUMBERS) and operator in VALUES:
            for text in _filled(VALUES[operator], words):
                yield source.replaced(node, text, 1)


def _statement_of(region: ast.stmt, made: Contribution) -> ast.stmt | None:
    """The assignment that adds a contribution, if it does nothing else."""
    for node in ast.walk(region):
        if isinstance(node, ast.AugAssign):
            mine = any(inner is made.node for inner in ast.walk(node.value))
        elif isinstance(node, ast.Assign) and len(node.targets) == 1:
            single = not isinstance(node.targets[0], ast.Tuple)
            mine = single and any(inner is made.node for inner in ast.walk(node.value))
        else:
            continue
        if mine:
            return node
    return None


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and not isinstance(node.value, int | float)


def _parts(node: ast.expr) -> Iterator[ast.expr]:
    """An expression, and what a condition in it decides between."""
    yield node
    if isinstance(node, ast.IfExp):
        yield node.body
        yield node.orelse


def _filled(formula: str, words: Words) -> Iterator[str]:
    terms = [term for term in (LEFT, RIGHT, OUT) if f"{{{term}}}" in formula]
    for chosen in itertools.product(*(words[term] for term in terms)):
        if len(set(chosen)) == len(chosen):
            yield formula.format(**dict(zip(terms, chosen, strict=True)))


def _words(source: SourceText, region: ast.stmt, made: Contribution, unary: bool) -> Words:
    """What the student calls each term: words that mostly mean it, then any others.

    Those come first that the contribution holds, last those of other functions whose names are
    known here too.
    """
    inside = list(leaves_of(made.node))
    around = _mentioned(source, region)
    here = {word for word in around if "." not in word and "[" not in word}
    elsewhere = [word for word in _mentioned(source, source.tree) if word.partition(".")[0] in here]
    paid = {each.target for each in contributions(region)}
    outs = [f"{word[:-5]}.data" for word in around if word.endswith(".grad") and word not in paid]
    every = dict.fromkeys((*inside, *around, *elsewhere, *outs))
    known = [word for word in every if _is_number(word, source, paid)]
    if any(
        word.endswith(_DATA) for word in (*inside, *around)
    ):  # a node is no number, its data are
        nodes = {word.rpartition(".")[0] for word in known if "." in word}
        known = [word for word in known if word not in nodes]
    grads = [word for word in known if named(word) == GRAD]
    others = [word for word in known if word not in grads]
    found: dict[str, list[str]] = {GRAD: grads[:MOST_WORDS]}
    for term in (LEFT, RIGHT, OUT):
        mine = [word for word in others if named(word) == term]
        mine += [word for word in outs if term == OUT and word in others and word not in mine]
        if unary and term == OUT:
            mine += [word for word in others if named(word) == RIGHT]
        near = (*inside, *around)
        rest = [w for w in others if w not in mine and (w in near or w.endswith(_DATA))]
        found[term] = [*mine[:MOST_WORDS], *rest][: MOST_WORDS + 1]
    return found


def _mentioned(source: SourceText, node: ast.AST) -> list[str]:
    found: list[str] = []
    called = {each.func for each in ast.walk(node) if isinstance(each, ast.Call)}
    for each in ast.walk(node):
        if isinstance(each, ast.arg):
            found.append(each.arg)
        elif isinstance(each, ast.Attribute | ast.Subscript | ast.Name) and each not in called:
            found.append(source.own(each))
    return [word for word in dict.fromkeys(found) if "(" not in word and "\n" not in word]


def _is_number(word: str, source: SourceText, paid: set[str]) -> bool:
    """Whether a word may stand for a number that a rule is made of."""
    last = word.rpartition(".")[2]
    if (word in paid and "grad" in word) or word.partition(".")[0] in source.modules:
        return False
    return not (word[:1].isupper() or last.startswith("_") or last == source.inputs)


_SLOPES = (ast.BinOp, ast.UnaryOp, ast.IfExp, ast.Constant, ast.Attribute, ast.Subscript)
_NUMBERS = (ast.BinOp, ast.UnaryOp, ast.IfExp, ast.Call)
_DATA = ("data", "value", "val", "number")


def _lines_of(node: ast.expr) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)
