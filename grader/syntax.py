"""Python text as a tree: the one place that parses what may be hostile, and it never raises.

Whoever gets a tree may walk it in any way, recursively too: none is long, and none is deep.
"""

from __future__ import annotations

import ast
import re
import symtable
import tokenize
import warnings
from collections.abc import Mapping
from functools import lru_cache
from io import StringIO

MAX_LOOK = 256_000
"""Characters of source that are parsed here; ast takes a second and 200 MB for a million."""
MOST_DOTS = 300
"""Python's own parser takes quadratic time for the dots of `from a.a.a import a`."""
MOST_DEEP = 120
"""Levels of a tree. `ast.unparse` takes up to six frames for each, and Python has 1,000."""

_DOTTED = re.compile(r"(?<!\w)\w++(?:[\s\\]*+\.[\s\\]*+\w++){9,}+")
"""A name with so many dots that it is worth counting them; few programs have one."""


@lru_cache(maxsize=1)
def parse(text: str) -> ast.Module | None:
    """The syntax tree, or None where there is none: wrong syntax, too long, nested too deeply.

    Several look at one text in turn: nobody changes the tree.
    """
    _walked.cache_clear()  # the tree before may be a large one, and is done with
    return fresh_tree(text)


def expression(text: str) -> ast.expr | None:
    """The tree of one expression, a new one each time; None where there is none."""
    match fresh_tree(f"({text}\n)"):
        case ast.Module(body=[ast.Expr(value=value)]):
            return value
    return None


def symbols(text: str) -> symtable.SymbolTable | None:
    """The names of each scope; None where the text has no tree."""
    if parse(text) is None:
        return None
    try:
        return symtable.symtable(text, "text", "exec")
    except Exception:  # a text with a tree may still be no program: `return` outside of a function
        return None


def renamed(text: str, names: Mapping[str, str]) -> str:
    """A part of a text that has a tree, with other names for some names and attributes in it; the
    text itself where it cannot be taken apart."""
    if not names or len(text) > MAX_LOOK:
        return text
    lines = text.splitlines()
    try:
        tokens = [*tokenize.generate_tokens(StringIO(text + "\n").readline)]
    except Exception:  # of lines that are no part of anything
        return text
    for token in reversed([each for each in tokens if each.type == tokenize.NAME]):
        if token.string in names:
            row, start, end = token.start[0] - 1, token.start[1], token.end[1]
            lines[row] = lines[row][:start] + names[token.string] + lines[row][end:]
    return "\n".join(lines)


def fresh_tree(text: str) -> ast.Module | None:
    """What `parse` gives, as a tree of the caller's own, to change."""
    if len(text) > MAX_LOOK or any(
        found[0].count(".") > MOST_DOTS for found in _DOTTED.finditer(text)
    ):
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an invalid escape is the student's own affair
            tree = ast.parse(text)
    except Exception:  # of wrong syntax, of nesting, of memory, of characters that are none
        return None
    return tree if _walked(tree)[1] <= MOST_DEEP else None


def nodes_of(tree: ast.AST) -> tuple[ast.AST, ...]:
    """The nodes of a tree in the order of `ast.walk`, and sooner.

    Left out is what only says whether a name is read or written to. Several look at one tree.
    """
    return _walked(tree)[0]


@lru_cache(maxsize=64)
def _walked(tree: ast.AST) -> tuple[tuple[ast.AST, ...], int]:
    """The nodes of a tree, and how many levels it has."""
    found = [tree]
    levels, last = 0, 0  # the last node of a level is followed by all of the next
    for place, node in enumerate(found):  # it grows
        held = node.__dict__
        for name in node._fields:
            item = held.get(name)
            if type(item) is list:
                found += [each for each in item if isinstance(each, ast.AST)]
            elif isinstance(item, ast.AST) and not isinstance(item, ast.expr_context):
                found.append(item)
        if place == last:
            levels, last = levels + 1, len(found) - 1
    return tuple(found), levels
