"""A program over arrays as Python to paste: a line for each step, or a part of another line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any, TypeAlias

import numpy as np

from grader.packs.tensor.calls import SIGNS, axes_of
from grader.programs.listing import ATOM, SUM, UNARY, Text, in_brackets, infix

Step: TypeAlias = list[Any]
Nested: TypeAlias = Any
"""A number, or a list of what is nested."""
WIDTH = 76
LONGEST = 36
"""Characters of an expression that stands inside another one."""


def written(name: str, operands: Sequence[Text], given: Mapping[str, Any]) -> Text:
    """The expression as Python. operands: those of an operator, as they are written."""
    if name in SIGNS:
        return infix(SIGNS[name], *operands)
    first = in_brackets(operands[0], ATOM)
    if name == "neg":
        return f"-{first}", UNARY
    if name == "pow":
        return f"{first}**{given['n']!r}".replace("**-", "** -"), UNARY
    if name == "T":
        return f"{first}.T", ATOM
    if name == "getitem":
        return f"{first}[{_index_text(given)}]", ATOM
    if name == "cross_entropy":
        labels = given.get("named") or _of_array(f"{given['labels']!r}", given.get("array"))
        return f"cross_entropy({operands[0][0]}, {labels})", ATOM
    if name == "unbroadcast":
        return f"unbroadcast({operands[0][0]}, {tuple(given['shape'])!r})", ATOM
    if name == "reshape":
        shape = tuple(given["shape"])
        return f"{first}.reshape({repr(shape) if given.get('tuple') else _listed(shape)})", ATOM
    if name == "transpose":
        axes = given.get("axes")
        return f"{first}.transpose({'' if axes is None else tuple(axes)})", ATOM
    keywords = ", ".join(f"{key}={axes_of(value)!r}" for key, value in given.items())
    return f"{first}.{name}({keywords})", ATOM


def _listed(items: Sequence[Any]) -> str:
    return ", ".join(map(repr, items))


def _of_array(text: str, is_array: Any) -> str:
    return f"np.array({text})" if is_array else text


def _index_text(given: Mapping[str, Any]) -> str:
    texts = []
    for part in given["index"]:
        if not isinstance(part, list):
            texts.append(repr(part))
        elif part[0] == "slice":
            texts.append(":".join("" if each is None else repr(each) for each in part[1:]))
        else:
            texts.append(_of_array(repr(part[1]), part[0] == "array"))
    return ", ".join(texts) + ("," if given.get("tuple") and len(texts) == 1 else "")


def lines_of(steps: Sequence[Step], called: dict[str, Text]) -> Iterator[str]:
    """The lines, and in `called` what they call each slot."""
    uses = Counter(
        slot for step in steps if step[0] == "apply" for slot in step[3] if isinstance(slot, str)
    )
    named = {slot for step in steps for slot in _named(step)}
    texts: dict[str, Text] = {}
    names: dict[str, str] = {}
    for kind, name in (("backward", "L"), ("rule", "out")):
        root: str = next((step[1] for step in reversed(steps) if step[0] == kind), "")
        if root.startswith("n"):
            names[root] = name
    if not any(step[0] == "leaf" for step in steps):  # a call of a function alone
        names |= {step[1]: "out" for step in steps if step[0] == "apply"}
    for step in steps:
        kind, slot = step[0], step[1]
        name = str(names.get(slot, slot))
        if kind in ("leaf", "array", "apply"):
            called[slot] = name, ATOM
        if kind == "apply":
            parts = [
                texts.get(each, (names.get(each, each), ATOM))
                if isinstance(each, str)
                else (repr(each), ATOM if each >= 0 else SUM)
                for each in step[3]
            ]
            text = written(step[2], parts, step[4])
            labels = step[4].get("named")
            if labels and labels not in names:
                names[labels] = labels
                yield f"{labels} = {_of_array(repr(step[4]['labels']), True)}"
            if uses[slot] == 1 and slot not in named and len(text[0]) <= LONGEST:
                texts[slot] = text
                called[slot] = text
            else:
                yield f"{name} = {text[0]}"
        elif kind == "leaf" and step[3][:3] == "of ":
            array = step[3][3:]
            if array not in names:
                names[array] = array
                yield from _of_layout(f"{array} = ", step[2], "array", "")
            yield f"{name} = Tensor({array})"
        elif kind in ("leaf", "array"):
            yield from _made(name, step)
        elif kind == "rule":
            if step[2] is not None:
                yield from _of_layout(f"{name}.grad = ", step[2], step[3], "")
            yield f"{name}._backward()"
        elif kind == "backward":
            yield f"{name}.backward()"
        elif kind == "zero":
            yield f"zero_grad({name})"
        elif kind == "set":
            yield from _bound(f"{name}.data = np.array(", step[2], ")")
        elif kind == "descend":
            yield f"{name}.data -= {step[2]} * {name}.grad"
        elif kind == "raise":
            yield f"{name} += {step[2]}"
        elif kind == "shift":
            yield f"{name}.grad += {step[2]}"
        elif kind == "again":
            yield f"{name}.data = {name}.data - {step[2]} * {name}.grad"
        else:
            ending = "" if step[1] == "array" else f".{step[1]}"
            shown = [names.get(each, each) + ending for each in step[2]]
            yield f"print({', '.join(shown)})"


def _named(step: Step) -> list[str]:
    """The slots that a step needs under a name."""
    if step[0] == "read":
        return list(step[2])
    return [] if step[0] in ("apply", "leaf", "array") else [step[1]]


def _made(name: str, step: Step) -> Iterator[str]:
    kind, layout, data = step[0], step[3], step[2]
    if kind == "leaf" and layout == "":
        yield from _bound(f"{name} = Tensor(", data, ")")
    elif kind == "leaf":
        yield from _of_layout(f"{name} = Tensor(", data, layout, ")")
    else:
        yield from _of_layout(f"{name} = ", data, layout, "")


def _of_layout(before: str, data: Nested, layout: str, after: str) -> Iterator[str]:
    """Lines with an array that is laid out in this way."""
    if layout in ("", "array"):
        begin, end = "np.array(", ")"
    elif layout == "single":
        begin, end = "np.array(", ", dtype=np.float32)"
    elif layout == "T":
        begin, end, data = "np.array(", ").T", np.array(data, dtype=object).T.tolist()
    elif layout == "steps":
        begin, end = "np.repeat(", ", 2, axis=0)[::2]"
    else:
        begin, end, data = "np.array(", ")[::-1]", data[::-1]
    yield from _bound(f"{before}{begin}", data, f"{end}{after}")


def _bound(begin: str, data: Nested, end: str) -> Iterator[str]:
    """Lines that bind nested lists: one where it fits, else a line for each row."""
    whole, indent = f"{begin}{data!r}{end}", " " * (len(begin) - len(begin.lstrip(" ")))
    if len(whole) <= WIDTH or not isinstance(data, list):
        yield whole
        return
    yield f"{begin}["
    if data and not isinstance(data[0], list):
        inside = f"{indent}    "
        text = f"{_listed(data)},"
        yield from wrap(text, WIDTH, initial_indent=inside, subsequent_indent=inside)
        data = []
    for row in data:
        yield from _bound(f"{indent}    ", row, ",")
    yield f"{indent}]{end}"
