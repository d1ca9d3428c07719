"""The student's own lines that hold what is wrong, by the text where no line was seen."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Sequence

from grader.explain.watching.record import Line
from grader.explain.watching.source import SourceText
from grader.explain.watching.text import spanned
from grader.judging.finding import Where
from grader.judging.report import CheckResult
from grader.packs.tensor.below import Broken
from grader.packs.tensor.calls import FUNCTIONS, SIGNS
from grader.packs.tensor.misconceptions import ANY, BACK_AGAIN, BACK_SORTED
from grader.packs.tensor.operators import OPERATORS
from grader.packs.tensor.unseen import UNSEEN
from grader.syntax import nodes_of

_ADDS_A_NAME = re.compile(r"\+=? *\w+ *(#.*)?$")
"""A line that only adds what was worked out above it."""
_SPOILS = re.compile(r"\s*out\.grad\b[^=(]*[-+*/]?=(?!=)")
"""A line that changes the gradient that arrives."""
_ORDERS = re.compile(r"argsort|sorted\(|\] *= ")
"""A line that works out an order of axes."""
_UPSTREAM = "out.grad"
RULE = re.compile(r"\blambda\b|grad\b")
"""What is in a rule, and not in the lines that work a value out."""
_PUTS = re.compile(r"\w+\.(append|appendleft|insert)\(")
"""What puts something into a list."""
_OF_WALKS = ("forgets", "kept", "stuck", "restart")
"""Kinds of what a walk does that passes over tensors of an earlier one."""
_EMPTY = ("set()", "{}", "[]", "dict()", "list()")
_BY_KIND = {"restart": ("backward",), "seed": ("backward",), "kept": ("zero_grad",)}
"""The functions that something is about which is no operator's."""


def place_of(
    broken: Broken, source: SourceText, results: Sequence[CheckResult], reflected: bool = False
) -> Where | None:
    """The student's own lines that hold what is wrong; None where the text does not say.

    reflected: whether a plain number or array stands on the left wherever it shows.
    """
    if broken.kind == "spoilt" and broken.step is not None:
        return _spoiling(OPERATORS[broken.step[2]].methods, source)
    if broken.kind == "born" and not broken.name:
        return marked_where(("__init__",), broken, source)
    if not broken.name and broken.kind not in _BY_KIND:
        return None
    names = _BY_KIND.get(broken.kind) or OPERATORS[broken.name].methods
    if reflected:
        names = names[::-1]
    shapes = broken.shapes is not None or "broadcasting" in broken.why
    if shapes and broken.name in SIGNS and failed("unbroadcast", results):
        names = (FUNCTIONS[1],)
    return marked_where(names, broken, source)


def said_by_text(
    broken: Broken, source: SourceText, reflected: bool, is_added: bool = False
) -> Where | None:
    """The line that the text alone is sure of: that gives `2 - a` the method of `a - 2`, that takes
    a graph apart in a call, that adds in place to what was stored first, or by which a walk comes
    to tensors too often, or too soon. is_added: whether all that arrived was seen to be added."""
    kept = kept_for_calls(source) if broken.kind in _OF_WALKS else None
    if kept is not None:
        return source.where(kept)
    if broken.kind == "early":
        line = asks_data(source)
        return None if line is None else source.where(line)
    if broken.kind == "stuck":
        walk = source.lines_of(["backward"])
        return next((source.where(line) for line in source.storing("_prev") if line in walk), None)
    if broken.kind in ("again", "shared") and broken.why == UNSEEN:
        line = adds_to_the_first(source)
        return None if line is None else source.where(line)
    if broken.kind == "again":
        line = collects(source, asks=False)
        return None if line is None else source.where(line)
    if broken.kind == "sets" and not broken.name:
        line = stores_anew(source) or (collects(source) if is_added else None)
        return None if line is None else source.where(line)
    alias = source.alias(f"r{broken.name}") if reflected and broken.kind == "value" else None
    return source.where(alias[0]) if alias is not None else None


def own(line: Line | None, source: SourceText) -> Line | None:
    """A line; None for one that the stub gave."""
    return None if line in source.given else line


def adds_to_the_first(source: SourceText) -> Line | None:
    """The only line that adds in place to what stands in a collection, where a first contribution
    is stored there as it is: an array that others may hold too."""
    found = [
        (cell, added.lineno)
        for cell, node in source.every()
        if isinstance(node, ast.If) and len(node.body) == len(node.orelse) == 1
        for added, stored in (node.body + node.orelse, node.orelse + node.body)
        if isinstance(added, ast.AugAssign)
        and isinstance(added.target, ast.Subscript)
        and isinstance(stored, ast.Assign)
        and isinstance(stored.value, ast.Name)
        and [*map(ast.unparse, stored.targets)] == [ast.unparse(added.target)]
    ]
    return found[0] if len(found) == 1 else None


def stores_anew(source: SourceText) -> Line | None:
    """The only line of a walk that stores something in a collection under a key, whatever stands
    there; None if there are several, or one that asks for what is there."""
    found = [
        (cell, node.lineno, [ast.unparse(each.value) for each in node.targets
                             if isinstance(each, ast.Subscript)], ast.unparse(node.value))
        for cell, walk in source.defined(["backward"])
        for loop in ast.walk(walk)
        if isinstance(loop, ast.For | ast.While)
        for node in loop.body
        if isinstance(node, ast.Assign)
    ]  # fmt: skip
    stored = [(cell, n) for cell, n, into, value in found if into and into[0] not in value]
    return stored[0] if len(stored) == 1 else None


def kept_for_calls(source: SourceText) -> Line | None:
    """The line that keeps, for all calls, what a walk asks whether it has come by a tensor; None if
    there is none, or it is cleared."""
    empty = {
        name.id: (cell, node.lineno)
        for cell, node in source.every()
        if isinstance(node, ast.Assign) and node.col_offset == 0
        if ast.unparse(node.value) in _EMPTY
        for name in node.targets
        if isinstance(name, ast.Name)
    }
    for cell, function in source.defined(_called_by("backward", source) | {"backward"}):
        nodes = [*ast.walk(function)]
        asks = [e.lineno for e in nodes if isinstance(e, ast.Compare)
                and isinstance(e.ops[0], ast.In | ast.NotIn)]  # fmt: skip
        kept = (source.kept_for_all((cell, line)) for line in asks)
        named = [e.id for e in nodes if isinstance(e, ast.Name) and e.id in empty]
        text = "\n".join("\n".join(lines) for lines in source.lines)
        named = [name for name in named if asks and f"{name}.clear(" not in text]
        line = next(filter(None, kept), None) or (empty[named[0]] if named else None)
        left = [node.lineno for node in nodes if isinstance(node, ast.If)
                and _leaves_for_good(node, nodes)]  # fmt: skip
        line = line or ((cell, left[0]) if left else None)
        if line is not None:
            return line
    return None


def _leaves_for_good(node: ast.If, nodes: Sequence[ast.AST]) -> bool:
    """Whether an `if` of these nodes leaves a function for a flag that the same function sets."""
    if not isinstance(node.body[-1], ast.Return):
        return False
    flags = [ast.unparse(e.targets[0]) for e in nodes if isinstance(e, ast.Assign)
             and ast.unparse(e.value) == "True"]  # fmt: skip
    asked = ast.unparse(node.test)
    return any(flag.rpartition(".")[2] in asked for flag in flags if "." in flag)


def asks_data(source: SourceText) -> Line | None:
    """The line by which a walk asks of what a tensor holds whether it has come by it."""
    return next(
        (
            (cell, node.lineno)
            for cell, function in source.defined(_called_by("backward", source) | {"backward"})
            for node in ast.walk(function)
            if isinstance(node, ast.Compare)
            and isinstance(node.ops[0], ast.In | ast.NotIn)
            and re.search(r"\bdata\b", ast.unparse(node.left))
        ),
        None,
    )


def _called_by(name: str, source: SourceText) -> set[str]:
    """The names of what a function of this name calls."""
    return {
        ast.unparse(node.func).rpartition(".")[2]
        for _, function in source.defined([name])
        for node in ast.walk(function)
        if isinstance(node, ast.Call)
    }


def collects(source: SourceText, asks: bool | None = None) -> Line | None:
    """The only line of a function of its own that puts in order what `backward` goes through; None
    if there are several. asks: whether that function has to ask what it has come by already."""
    found = []
    for cell, function in source.defined(_called_by("backward", source) - {"backward"}):
        nodes = [*ast.walk(function)]
        given = {each.arg for each in function.args.args}
        returned = "\n".join(ast.unparse(e) for e in nodes if isinstance(e, ast.Return))
        lists = [
            node for node in nodes if isinstance(node, ast.Call) and _PUTS.match(ast.unparse(node))
        ]
        own = [node.lineno for node in lists
               if (name := ast.unparse(node.func).partition(".")[0]) in given
               or re.search(rf"\b{name}\b", returned)]  # fmt: skip
        knows = any(isinstance(e, ast.In | ast.NotIn | ast.If) for e in nodes)
        if own and asks in (None, knows):
            found.append((cell, own[-1]))
    return found[0] if len(found) == 1 else None


def seen_at(line: Line | None, broken: Broken, source: SourceText, text: str) -> Where | None:
    """The line that was seen to do it. text: what it was seen to compute."""
    if line is None:
        return None
    is_unknown = broken.name == "transpose" and not broken.why
    if broken.why in (BACK_AGAIN, BACK_SORTED) or is_unknown:
        line = axes_made_at(line, source)
    elif broken.kind == "rule":
        line = of_operand(line, broken.place, source, text in ("", _UPSTREAM))
    elif broken.kind == "early":
        line = _outer_loop(line, source)
    return source.where(line)


def of_operand(line: Line, place: int, source: SourceText, is_simple: bool) -> Line:
    """The line with the rule for the operand at a place, where this one holds no rule: of a
    statement over several lines that begins here, of the row of a table that gives a value and a
    rule, or of a method that has one such line and works nothing out (is_simple); else this
    line."""
    begins = [node for node in source.at(line) if isinstance(node, ast.Return | ast.Assign)]
    inside = [node for each in begins for node in nodes_of(each)]
    rules = sorted(node.lineno for node in inside if isinstance(node, ast.Lambda))
    if place < len(rules):
        return line[0], rules[place]
    for cell, node in source.every():
        pair = node.elts if isinstance(node, ast.Tuple) else ()
        if cell == line[0] and len(pair) == 2 and pair[0].lineno == line[1] < pair[1].lineno:
            return (cell, pair[1].lineno) if all(isinstance(e, ast.Lambda) for e in pair) else line
    if not is_simple or RULE.search(source.lines[line[0]][line[1] - 1]):
        return line
    function = source.function(line)
    lines = spanned(function)[1:] if isinstance(function, ast.FunctionDef) else []
    rules = [n for n in lines if "lambda" in source.lines[line[0]][n - 1]]
    return (line[0], rules[0]) if len(rules) == 1 else line


def _outer_loop(line: Line, source: SourceText) -> Line:
    """The loop of a walk that the loop on this line, over what a tensor lists, is in; it says in
    which order tensors come. Else this line."""
    loops = [node for _, walk in source.defined(["backward"]) for node in nodes_of(walk)
             if isinstance(node, ast.For)]  # fmt: skip
    around = (
        (line[0], loop.lineno)
        for loop in loops
        for each in nodes_of(loop)
        if each is not loop and isinstance(each, ast.For) and each.lineno == line[1]
    )
    return next(around, line)


def given_by(line: Line, came_by: Iterable[Line], source: SourceText) -> Line | None:
    """The line by which a function that is called on this line gave back what it was given, if it
    is one. came_by: the lines that ran."""
    called = [node for node in source.at(line) if isinstance(node, ast.Call)]
    names = {ast.unparse(node.func).rpartition(".")[2] for node in called}
    given = [
        each
        for each in {*came_by} & source.lines_of(names)
        if source.returns(each) and not any(isinstance(node, ast.Call) for node in source.at(each))
    ]
    return given[0] if len(given) == 1 else None


def asks_dtype(source: SourceText) -> Line | None:
    """The only line that asks of which numbers an array is; None if there are several."""
    found = [
        (cell, node.lineno)
        for cell, node in source.every()
        if isinstance(node, ast.If | ast.IfExp) and "dtype" in ast.unparse(node.test)
    ]
    return found[0] if len(found) == 1 else None


def leaves_at_zeros(source: SourceText) -> Line | None:
    """The only line that leaves a loop, one round of it or a function where an array is zeros; None
    if there are several."""
    ends = [
        (cell, node)
        for cell, node in source.every()
        if isinstance(node, ast.If)
        and isinstance(node.body[-1], ast.Break | ast.Continue | ast.Return)
    ]
    found = [
        (cell, node.body[-1].lineno)
        for cell, node in ends
        if all(part in ast.unparse(node.test) for part in ("not ", "any("))
        or all(part in ast.unparse(node.test) for part in ("all(", "== 0"))
    ]
    return found[0] if len(found) == 1 else None


def axes_made_at(line: Line, source: SourceText, anywhere: bool = False) -> Line:
    """The line of a student's own function that works out by which axes a gradient is turned back,
    where this one calls such a function; else this line. anywhere: whether the only line that sorts
    axes is meant, where this one turns nothing."""
    sorts = [(cell, n + 1) for cell, lines in enumerate(source.lines)
             for n, text in enumerate(lines) if "argsort(" in text]  # fmt: skip
    if anywhere and len(sorts) == 1 and not source.calls(line, "transpose"):
        return sorts[0]
    given = [each for call in source.calls(line, "transpose") for each in call.args]
    axes = [each.value if isinstance(each, ast.Starred) else each for each in given]
    called = [each.func.id for each in axes if isinstance(each, ast.Call)
              and isinstance(each.func, ast.Name)]  # fmt: skip
    for cell, function in source.defined(called):
        lines = source.lines[cell]
        numbers = [n for n in spanned(function) if _ORDERS.search(lines[n - 1])]
        numbers = numbers or [n for n in spanned(function) if "return" in lines[n - 1]]
        return (cell, numbers[-1]) if numbers else line
    return line


def marked_where(names: Sequence[str], broken: Broken, source: SourceText) -> Where | None:
    """The line in the first function of these names."""
    for cell, function in _methods_first(names, source):
        return source.where((cell, _marked(function, broken, source.lines[cell])))
    return None


def _spoiling(names: Sequence[str], source: SourceText) -> Where | None:
    """The line of a rule that changes the gradient that arrives; None if no line says so."""
    for cell, function in _methods_first(names, source):
        lines = source.lines[cell]
        changed = (n for n in spanned(function) if _SPOILS.match(lines[n - 1]))
        return next((source.where((cell, n)) for n in changed), None)
    return None


def _methods_first(names: Sequence[str], source: SourceText) -> list[tuple[int, ast.FunctionDef]]:
    """The functions of these names: an example below the class may have that of a method."""
    found = [*source.defined(names)]
    return sorted(found, key=lambda each: [a.arg for a in each[1].args.args[:1]] != ["self"])


def failed(check: str, results: Sequence[CheckResult]) -> bool:
    return any(each.id.startswith(check) and each.outcome == "failed" for each in results)


def text_of(line: Line | None, source: SourceText) -> str:
    """A line of the student's, "" for None."""
    return "" if line is None else source.lines[line[0]][line[1] - 1]


def has_rule(names: Sequence[str], source: SourceText) -> bool | None:
    """Whether a method holds a rule of its own, and is not made of other operators; None if there
    is no such method."""
    for cell, function in _methods_first(names, source):
        lines = [source.lines[cell][n - 1] for n in spanned(function)]
        return any("grad" in line or "lambda" in line for line in lines)
    return None


def _marked(function: ast.FunctionDef, broken: Broken, lines: Sequence[str]) -> int:
    """The line where this operand's gradient is worked out, or the value."""
    numbers = spanned(function)
    if broken.kind in _BY_KIND or not broken.name:
        first = next((n for n in numbers if "grad" in lines[n - 1]), numbers[0])
        if broken.kind == "seed" and broken.entry and not broken.entry[0]:
            return function.lineno  # what gives the root no gradient is no line
        return first if broken.kind in (*_BY_KIND, "born") else function.lineno
    if broken.kind == "born":
        called = (n for n in numbers if re.search(r"\bbackward\(", lines[n - 1]))
        return next(called, function.lineno)
    if broken.kind == "value":
        made = [n for n in numbers if "Tensor(" in lines[n - 1]]
        made = [n for n in made if "isinstance" not in lines[n - 1]] or made
        made = made or [n for n in numbers if "return" in lines[n - 1]]
        return made[-1] if made else function.lineno
    sent = [n for n in numbers if "grad" in lines[n - 1] and "=" in lines[n - 1]]
    mine = [n for n in sent if lines[n - 1].strip().startswith(("self.", "other.")[broken.place])]
    if mine and broken.kind == "rule" and _ADDS_A_NAME.search(lines[mine[-1] - 1]):
        mine = [n for n in sent if "out.grad" in lines[n - 1]] or mine
    if mine:
        return mine[-1]
    if broken.why == ANY["nothing"] and len(OPERATORS[broken.name].methods) > 1:
        rules = [n for n in numbers[1:] if lines[n - 1].lstrip().startswith("def ")]
        return rules[0] if rules else function.lineno
    if sent:
        return sent[min(broken.place, len(sent) - 1)]
    rest = [n for n in numbers if "lambda" in lines[n - 1]]
    rest = rest or [n for n in numbers if "return" in lines[n - 1]]
    return rest[-1] if rest else function.lineno
