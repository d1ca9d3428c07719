"""Programs that end with an error, or of which nothing else is known: what is said of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from math import prod

import numpy as np

from grader.explain.watching.record import DATA, GRAD
from grader.explain.watching.source import SourceText
from grader.judging.exercise import ExerciseRun
from grader.judging.finding import Finding, Where
from grader.judging.report import CheckResult
from grader.packs.tensor.calls import SIGNS
from grader.packs.tensor.helpers import Helpers
from grader.packs.tensor.parted import in_common, in_common_of_calls
from grader.packs.tensor.program import Program, of_history
from grader.packs.tensor.remembered import remembered
from grader.packs.tensor.where import axes_made_at

_SHAPE = r"(\([\d, ]*\))"
_REFUSED = re.compile(
    rf"output operand with shape {_SHAPE} doesn't match the broadcast shape {_SHAPE}"
    rf"|could not be broadcast together with shapes {_SHAPE} {_SHAPE} \3 "
)
"""What NumPy says of `grad += ...` where the shapes do not fit."""
_SHORT = re.compile(rf"operands could not be broadcast together with shapes {_SHAPE} {_SHAPE} ")
"""What it says where two arrays are worked with."""
_WHOLE = ("to dtype('int", "Integers to negative integer powers")
_SAID = {
    "output array is read-only": "What `np.broadcast_to` gives is a view, and cannot be written "
    "to: a gradient is an array of its own.",
    "first operand must be array": "What is added to there is a number, and no array: a gradient "
    "is an array, also where its shape is ().",
    "'numpy.float64' object does not support item assignment": "What is there is a number, and no "
    "array: NumPy gives one for a sum of two arrays of shape (). `np.asarray` makes it an array.",
    **dict.fromkeys(
        _WHOLE,
        "What is there holds whole numbers only, as an array does that is made of "
        "2: the data and the gradient of `Tensor(2)` have to be float64, too.",
    ),
    "The truth value of an array": "An `if` asks one thing of a whole array. A comparison gives an "
    "array of True and False, one for each entry, and that can be multiplied.",
    "is out of bounds for array of dimension": "The array there does not have that axis. How many "
    "axes has the gradient there, and how many have the data?",
    "axes don't match array": "A transpose takes each axis of its array once. What is due for "
    "an array with more or fewer axes, or where none are given?",
    "tuple index out of range": "A tuple there has fewer entries than are asked for, as the shape "
    "of an array with fewer axes has.",
    "'int' object is not iterable": "What is gone through there is one whole number, as an index "
    "or an axis may be.",
    "of unsized object": "An array of shape () has no length, and its one entry no index: a single "
    "number needs a way that works without them.",
    "'numpy.ndarray' object has no attribute": "What is there is a plain array, and no tensor. "
    "Is each plain operand made a tensor, also one that is an array?",
    "does not have enough dimensions (has 0": "`@` takes vectors and matrices. What is there is a "
    "single number, as `out.grad` is for a product of two vectors.",
}
"""What is said of other errors of NumPy's, by words in them."""
_WHOLE_ADDED = (
    "What is added to there is an array of whole numbers, and keeps no fractions. Data and "
    "gradients have to be arrays of float64."
)
_WHOLE_OPERAND = (
    "A plain array of whole numbers is worked with there as it is. Of such, NumPy allows no "
    "negative powers and keeps no fractions: it is to be an array of floats first."
)


def _of_reshape(size: str, shape: str) -> str:
    """What is said of a reshape that has too many entries for its shape, or too few."""
    lengths = tuple(map(int, re.findall(r"\d+", shape)))
    has = f"An array of {size} entr{'y' if size == '1' else 'ies'}"
    if int(size) < prod(lengths):
        return (
            f"{has} does not fill shape {lengths}: a reshape repeats nothing. If that shape is "
            "due, was too much of it summed before, or is it to be repeated, as the gradient of a "
            "sum is?"
        )
    return (
        f"{has} has too many for shape {lengths}: a reshape sums nothing. If that shape is due, is "
        "it to be summed first, as gradients of what was repeated are?"
    )


def _of_axis(name: str) -> str:
    """What is said where nobody gave an axis."""
    due = {"axis": "all entries are taken together", "axes": "all axes are turned around"}[name]
    return f"Is `{name}` None there, as it is where none is given? Then {due}."


def _of_attribute(name: str) -> str:
    """What is said of something that an array has, and is asked of a tensor."""
    return f"{_TENSOR} Its array, which has `{name}`, is in `.data`." * hasattr(np.ndarray, name)


_NAMES: Mapping[str, str] = {sign: name for name, sign in SIGNS.items()}
_NUMBER = (
    "What is there is a plain number, and no array: a gradient is an array, also where its shape \
is (), and so is the one of a root."
)
_TENSOR, _NO_RULE = "A tensor is there.", "What is kept as the rule there"
_READ: Mapping[str, Callable[..., str]] = {
    r"cannot reshape array of size (\d+) into shape (\([\d,]*\))": _of_reshape,
    r"(?s)(?:cannot be interpreted as an integer|slices, not NoneType|"
    r"'NoneType' object is not iterable).*\b(ax[ie]s)\b": _of_axis,
    r"\A(?!Your )(?s:.*)'Tensor' object has no attribute '(\w+)'": _of_attribute,
    r"core dimension 0.*\(size (\d+) is different from (\d+)\)": lambda right, left: (
        "`@` takes the last axis of its left side together with the last but one of its right "
        f"side, the only one of a vector. Here their lengths are {left} and {right}."
    ),
    r"'(?:float|int)' object has no attribute '(?:reshape|shape|ndim|sum|T|transpose)'": lambda: (
        _NUMBER
    ),
    r"'NoneType' object is not callable.*(_backward)\(\)": lambda rule: (
        f"{_NO_RULE} is None. Was the rule called, `{rule}()`, where it should be stored?"
    ),
    r"Tensor\.(\w+)\(\) got an unexpected keyword argument '(?:dtype|out)'": lambda name: (
        f"`np.{name}` of a tensor calls the tensor's own `{name}`, with more than that takes. Is "
        f"`.{name}()` meant?"
    ),
    r"(?s)for ([^:]+): 'numpy\.ndarray' and 'Tensor'.*\(line.*grad": lambda sign: (
        f"{_TENSOR} It stands on the right of `{sign}`: is its `.data` meant?"
    ),
    r"for ([^:]+): '(?!Tensor')[\w.]+' and 'Tensor'": lambda sign: (
        f"On the left of `{sign}` there is no tensor: Python then asks the one on the right for "
        f"`__r{_NAMES[sign]}__`." * (sign in _NAMES)
    ),
}
"""What is said of errors of NumPy's and Python's, by what is in them."""
REFUSED, NUMPY, IN_COMMON = "tensor/refused", "tensor/numpy", "tensor/in-common"
_WEAK = (
    "Shapes",
    "An array of",
    "`@` takes",
    "The array there does not have",
    "What is there is a plain array",
)
"""How what is said begins that another program says more of, and what programs have in common."""


def raised(
    failing: Sequence[tuple[str, Program]],
    right: Mapping[str, Sequence[Program]],
    unknown: Set[str],
    results: Sequence[CheckResult],
    source: SourceText,
    run: ExerciseRun,
) -> Iterator[Finding]:
    """What the programs of a check have in common that end with an error; or, where nothing else is
    known (unknown: checks), how their calls follow each other."""
    for result in results:
        wrong = [program for check, program in failing if check == result.id]
        wrong = [] if "Did you mean" in result.message else wrong  # a slip has no other cause
        common = ""
        if wrong and result.outcome == "error":
            common = in_common(wrong, right[result.id])
        elif wrong and result.id in unknown:
            common = in_common_of_calls(wrong, right[result.id])
        if common:
            names = {step[2] for each in wrong for step in each.steps if step[0] == "apply"}
            yield Finding(
                explained=len(wrong),
                of=len(wrong),
                explanation=common,
                id=IN_COMMON,
                part="rule",
                checks=(result.id,),
                example=result.counterexample,
                where=_where_of(common, source, names & {*SIGNS})
                or where_raised(result, run, source, results, names),
            )


def _where_of(common: str, source: SourceText, names: Set[str]) -> Where | None:
    """The line of a helper that is about what programs have in common, and that all of these
    operators call; None if none is known."""
    helpers = Helpers(source)
    sides = [side for side in ("left", "right") if f"a vector is on the {side}" in common]
    line = helpers.for_vectors(*sides) if sides or common.startswith("`@` takes") else None
    if line is None and "plain" in common:
        line = helpers.makes_tensors(names)
    return None if line is None else source.where(line)


def where_raised(
    result: CheckResult,
    run: ExerciseRun,
    source: SourceText,
    results: Sequence[CheckResult],
    names: Set[str] = frozenset(),
) -> Where | None:
    """The line at which what a check shows ended with an exception; None if it did not. Where that
    is in a function that several operators call, or that was given, and one line alone leads to
    it: that line. names: operators of which a helper may have done what went wrong."""
    at = result.raised_at
    if at is None or len(source.cells) != 1:
        return None
    known = [run.observed[each.id][1] for each in results if each.id in run.observed]
    errors = [each.error for found in known for each in found if each.error is not None]
    callers = {int(each.number("caller")) for each in errors if each.line == at[1]}
    helpers = Helpers(source)
    shared = helpers.is_shared((0, at[1]))
    by_caller = shared or (0, at[1]) in source.given
    line = (0, callers.pop() if by_caller and len(callers) == 1 else at[1])
    line = helpers.at_work(line, names) or line
    line = axes_made_at(line, source, anywhere="transpose" in result.id)
    return None if line in source.given else source.where(line)


def refused(
    results: Sequence[CheckResult],
    run: ExerciseRun,
    source: SourceText,
    unmade: Set[str],
    parted: Set[str],
) -> Iterator[Finding]:
    """What NumPy refused to do: to add gradients whose shapes do not fit, above all. unmade: checks
    whose program ended before its results were made; parted: those of which it is known what parts
    their programs from right ones."""
    lacking = "does not support"
    raised = (
        each
        for each in results
        if not each.hidden
        and (each.outcome == "error" or (each.outcome == "failed" and lacking in each.message))
    )
    wrong = [(each, said) for each in raised
             if (said := of_error(each.message, each.id in unmade))
             and not (each.id in parted and said.startswith(_WEAK))]  # fmt: skip
    if not wrong:
        return
    first, said = wrong[0]
    ids = {each.id for each, _ in wrong}
    kept = None
    if said == _SAID[_WHOLE[0]]:
        kept = _where_kept(run, source)
        adds = _WHOLE[0] in first.message  # in place, to what keeps no fractions
        said = said if kept else _WHOLE_ADDED if adds else _WHOLE_OPERAND
    yield Finding(
        explained=len(wrong),
        of=len(wrong),
        explanation=said,
        id=REFUSED if _REFUSED.search(first.message) or said.startswith(_WEAK) else NUMPY,
        part="rule",
        checks=tuple(each.id for each, same in wrong if same == wrong[0][1]),
        example=first.counterexample,
        where=kept
        or (_where_called(source) if said.startswith(_NO_RULE) else None)
        or (
            _where_number(source)
            if said in (_NUMBER, _SAID["first operand must be array"])
            else None
        )
        or (_where_handed(first, run, source) if said.startswith(_TENSOR) else None)
        or (_where_of(said, source, ids & {*SIGNS}) if said.startswith(_WEAK) else None)
        or where_raised(first, run, source, results),
    )


def _where_handed(result: CheckResult, run: ExerciseRun, source: SourceText) -> Where | None:
    """Where a tensor was given to a function that takes arrays; None if that is not what raised."""
    known = run.observed.get(result.id)
    errors = [each.error for each in (known[1] if known else ()) if each.error is not None]
    line = int(errors[0].number("caller")) if errors and errors[0].get("handed") else 0
    return source.where((0, line)) if line and len(source.cells) == 1 else None


def _where_number(source: SourceText) -> Where | None:
    """Where a gradient is set to a plain number; None if no line does it, or several do."""
    found = [
        (cell, node.lineno)
        for cell, node in source.every()
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Constant)
        and any(isinstance(t, ast.Attribute) and t.attr == "grad" for t in node.targets)
    ]
    return source.where(found[0]) if len(found) == 1 else None


def _where_called(source: SourceText) -> Where | None:
    """Where what a call returns is kept as a rule; None if no line does it."""
    for cell, node in source.every():
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            name = ast.unparse(node.value.func)
            own = (t.attr for t in node.targets if isinstance(t, ast.Attribute))
            if name == "_backward" and name in own:
                return source.where((cell, node.lineno))
    return None


def _where_kept(run: ExerciseRun, source: SourceText) -> Where | None:
    """Where a leaf stores whole numbers as such; None if it does not."""
    leaf = of_history(lambda a: a.read("data"), {"a": [1, 2]})
    for memory in remembered([leaf], run, source):
        if memory is None:
            continue
        whole = DATA if "a" in memory.seen.kinds else GRAD if "a" in memory.seen.of_grads else None
        writes = [] if whole is None else memory.written("a", whole)
        return source.where(writes[0].place[0]) if writes and writes[0].place else None
    return None


def of_error(message: str, unmade: bool = False) -> str:
    """What an error of NumPy's means; "" where that is not known. unmade: whether a value was being
    worked out."""
    if told := _REFUSED.search(message):
        mine, other = (_spaced(each) for each in told.groups() if each)
        if unmade:
            return (
                f"NumPy refuses to write something of shape {other} into an array of shape {mine}. "
                "That is a value, and no gradient: does it need an array of its own?"
            )
        return (
            f"NumPy refuses to add something of shape {other} to a gradient of shape {mine}. "
            "What a rule sends to a tensor must have the shape of its data. Which axes are too "
            "many there, missing, or in another order?"
        )
    if told := _SHORT.search(message):
        whole, short = (tuple(map(int, re.findall(r"\d+", each))) for each in told.groups())
        if any(whole[:n] + whole[n + 1 :] == short for n in range(len(whole))):
            lost = f"Of shapes {whole} and {short} the second one has lost an axis"
            if re.search(r"(sum|max|mean)\(", message):
                return f"{lost}, by a sum or a maximum: is `keepdims=True` missing there?"
            return f"{lost}, which has to be put back before the two fit."
        if sorted(whole) == sorted(short):
            return (
                f"Shapes {whole} and {short} have the same lengths, in another order. Which one is "
                "that of the tensor's data?"
            )
        return (
            f"Shapes {whole} and {short} do not fit: counted from the end, two lengths have to be "
            "equal, or one of them 1."
        )
    for pattern, say in _READ.items():
        if (found := re.search(pattern, message)) and (said := say(*found.groups())):
            return said
    slip = "Did you mean" in message  # which says it all
    return next((said for words, said in _SAID.items() if words in message and not slip), "")


def _spaced(shape: str) -> str:
    """(2,3) as Python writes it: (2, 3)."""
    return re.sub(r",(?=\d)", ", ", shape)
