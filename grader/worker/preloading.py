"""Which modules the import statements of a hand-in name: they are loaded before the lock is on."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import accumulate
from typing import Any

from grader.syntax import nodes_of, parse
from grader.worker.inside.modules import PREIMPORTED, is_importable

MOST_BYTES = 3_000
"""Of all names in a start's request, as they are sent. The standard library's need 2,000."""


def modules_to_load(source: Mapping[str, Any]) -> list[str]:
    """The standard modules to load for a source, as a worker gets it: cells and siblings.

    `from a import b` gives `a` and `a.b`, since b may be a module.
    """
    texts = (*source.get("cells", ()), *source.get("siblings", {}).values())
    found = dict.fromkeys(name for text in texts for name in _named(text))
    ends = accumulate(len(json.dumps(name)) + 2 for name in found)  # a comma, a space
    return [name for name, end in zip(found, ends, strict=True) if end <= MOST_BYTES]


@lru_cache(maxsize=64)
def _named(text: str) -> tuple[str, ...]:
    tree = parse(text) if "import" in text else None
    if tree is None:
        return ()
    wanted = (name for node in nodes_of(tree) for name in _names(node) if is_importable(name))
    return tuple(dict.fromkeys(name for name in wanted if not _is_there(name)))


def _names(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        yield node.module
        yield from (f"{node.module}.{alias.name}" for alias in node.names if alias.name != "*")


def _is_there(name: str) -> bool:
    package, _, _ = name.rpartition(".")
    return name in PREIMPORTED or package in PREIMPORTED
