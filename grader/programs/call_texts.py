"""A call of a student's function as Python to paste, and the first place where its answer differs.

What one can do with it:

* write a call so that it can be pasted below a student's file (`call_shown`): every digit is there,
  and what is long is bound to a name on lines of its own;
* find the first place in an answer that differs, with the name of that place (`difference_of`).
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grader.programs.plain import same, shown, written
from grader.text import counted

WIDTH = 76
"""Columns of a line of code: a screen of 80 shows it indented by four."""
MOST_IN_A_CALL = 24
"""Characters of an argument that stays in a call which is too long for a line."""
WHOLE = 64
"""Characters of an answer that is shown whole."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


@dataclass(frozen=True, slots=True)
class CallShown:
    """How a call is shown: the call itself, the lines to paste, and what its answer's items are."""

    call: str
    program: str
    parts: tuple[str, ...] = ()


def call_shown(
    task: Mapping[str, Any],
    reference: Callable[..., Any] | None = None,
    parts: Sequence[str] = (),
    given: str = "",
) -> CallShown:
    """The call of a task. Arguments are named as the reference names them.

    parts: what the items of the answer are. given: lines of Python that bind arguments to their
    values, with what the student's own file holds.
    """
    arguments = task["arguments"]
    bound = _bound_in(given)
    names = _names(reference, len(arguments))
    texts = [
        name if name in bound else written(each)
        for name, each in zip(names, arguments, strict=True)
    ]
    for most in (WIDTH, MOST_IN_A_CALL, 0):
        long = {
            place
            for place, each in enumerate(arguments)
            if names[place] not in bound
            and len(texts[place]) > most
            and isinstance(each, (list, dict, str))
        }
        call = _call(task, [names[at] if at in long else text for at, text in enumerate(texts)])
        if len(f"print({call})") <= WIDTH:
            break
    lines = given.splitlines()
    for place in sorted(long):
        lines += _laid_out(f"{names[place]} = ", arguments[place], "")
    return CallShown(call, "\n".join([*lines, f"print({call})"]), tuple(parts))


def difference_of(call: CallShown, found: Any, expected: Any) -> tuple[str, str, str] | None:
    """The first place that differs, what is there and what is wanted; None if nothing differs.

    What is short is shown whole, and what is a list of another length, too.
    """
    if same(found, expected):
        return None
    part, path = "", ""
    while _alike(found, expected):
        inside = bool(call.parts) and not path
        if not inside and _are_short(found, expected):
            break
        keys = list(expected) if type(expected) is dict else range(len(expected))
        at = next(key for key in keys if not same(found[key], expected[key]))
        if inside and type(at) is int and at < len(call.parts):
            part = f"{call.parts[at]}, "
        found, expected, path = found[at], expected[at], f"{path}[{at!r}]"
    told, wanted = shown(found), shown(expected)
    lists = type(found) is type(expected) is list
    if found is None:
        told = "None (is a `return` missing?)"
    elif lists and len(found) != len(expected) and not _are_short(found, expected):
        told = f"{counted(len(found), 'item')}: {told}"
        wanted = f"{counted(len(expected), 'item')}: {wanted}"
    elif told == wanted:  # they differ where it was cut, or in the last digits
        told = f"{told} (another value that begins like this one)"
    return f"{part}{call.call}{path}", told, wanted


def _alike(found: Any, expected: Any) -> bool:
    """Whether both hold as many items, under the same keys."""
    if type(found) is type(expected) is list:
        return len(found) == len(expected)
    return type(found) is type(expected) is dict and found.keys() == expected.keys()


def _are_short(*values: Any) -> bool:
    return max(len(shown(value, 2 * WHOLE)) for value in values) <= WHOLE


def _call(task: Mapping[str, Any], arguments: Sequence[str]) -> str:
    return f"{task['function']}({', '.join(arguments)})"


def _names(reference: Callable[..., Any] | None, count: int) -> list[str]:
    """A name for each argument."""
    names: list[str] = []
    if reference is not None:
        try:
            names = list(inspect.signature(reference).parameters)
        except (TypeError, ValueError):  # a function that is not written in Python
            names = []
    spare = [*ORDINALS, *(f"argument_{at}" for at in range(count))]
    return [*names, *spare[len(names) :]][:count]


def _bound_in(given: str) -> set[str]:
    """The names that lines of Python bind."""
    stored = (node for node in ast.walk(ast.parse(given)) if isinstance(node, ast.Name))
    return {node.id for node in stored if isinstance(node.ctx, ast.Store)}


def _laid_out(begin: str, value: Any, indent: str, end: str = "") -> list[str]:
    """`begin`, the value and `end`, on lines of the width that hold as much as they can."""
    whole = f"{indent}{begin}{written(value)}{end}"
    if len(whole) <= WIDTH or type(value) not in (list, dict) or not value:
        return [whole]
    pairs = [("", each) for each in value]
    if type(value) is dict:
        pairs = [(f"{written(key)}: ", each) for key, each in value.items()]
    inner, lines, line = indent + " " * 4, list[str](), ""
    for key, each in pairs:
        text = f"{key}{written(each)},"
        if line and len(inner) + len(line) + 1 + len(text) > WIDTH:
            lines, line = [*lines, inner + line], ""
        if len(inner) + len(text) > WIDTH:
            lines += _laid_out(key, each, inner, ",")
        else:
            line = f"{line} {text}".lstrip()
    lines += [inner + line] if line else []
    first, last = "[]" if type(value) is list else "{}"
    return [f"{indent}{begin}{first}", *lines, f"{indent}{last}{end}"]
