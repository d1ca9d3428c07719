"""What an engine answered: observations, made from replies that nobody trusts.

`batch_of(items)` is what a worker is sent. `observe(items, reply)` turns the raw JSON of its reply
into one `Observation` for each item of the batch. An answer outside the grammar of its request
becomes a named error of the student's; nothing here raises, whatever the bytes were.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from grader.programs.program import Program, walk
from grader.text import FLOAT_WORDS, harmless
from grader.worker.exchange import SEEN_FROM_OUTSIDE, Reply, encode_batch

Item: TypeAlias = Program | Mapping[str, Any]
"""A program or a task."""

MAX_DEPTH = 24
_ADDRESS = re.compile(r"0x[0-9a-fA-F]{6,}|(?<![\d.])\d{14,15}(?![\d.])")
"""Where an object lies, as its `repr` or `id()` tells it: no two runs agree on it."""


@dataclass(frozen=True, slots=True)
class NamedError:
    """What went wrong in student code, as data; `judging.error_sentences` puts it into words.

    kind is one of `KINDS`; details hold short texts and numbers only.
    """

    kind: str
    details: Mapping[str, str | int | float] = field(default_factory=dict)

    def get(self, name: str, default: str = "") -> str:
        """A detail as text."""
        return str(self.details.get(name, default))

    def number(self, name: str) -> float:
        """A detail as a number; 0 if it is none."""
        number = self.details.get(name, 0)
        return 0 if isinstance(number, str) else number

    @property
    def line(self) -> int | None:
        """Line number in the student's file, where there is one."""
        line = self.details.get("line")
        return line if isinstance(line, int) else None


class Observation(NamedTuple):
    """An engine's answer to one item: numbers and orders, a task's value, or a named error."""

    answer: tuple[Any, ...] | None = None
    value: Any = None
    error: NamedError | None = None


KINDS = frozenset(
    "syntax import missing operator signature todo none type attribute exception recursion memory "
    "exit module timeout output reply protocol crash toolong limit nested".split()
)


def observe(items: Sequence[Item], reply: Reply) -> list[Observation]:
    """One observation for each item, in order.

    Items that were not answered, because the batch ended early, get the reason why as their error.
    """
    found = [_observation(item, raw) for item, raw in zip(items, reply.answers, strict=False)]
    if len(reply.answers) > len(items):
        return [_BROKEN for _ in items]
    if len(found) < len(items):
        reason = Observation(error=named_error(reply.failure or {"kind": "protocol"}))
        found += [reason] * (len(items) - len(found))
    return found


def named_error(record: object) -> NamedError:
    """The named error in a worker's record; "protocol" if the record is not one."""
    if not isinstance(record, Mapping):
        return NamedError("protocol")
    kind = record.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        return NamedError("protocol")
    details: dict[str, str | int | float] = {}
    for key, value in list(record.items())[:20]:
        if key == "kind" or not isinstance(key, str) or not key.isidentifier():
            continue
        if isinstance(value, str):
            told = _ADDRESS.sub("0x...", value) if key == "message" else value
            details[key[:20]] = harmless(told)
        elif isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e15:
            details[key[:20]] = value
        elif key == "names" and isinstance(value, list):
            details[key] = " ".join(harmless(str(name)) for name in value[:40])[:2000]
    return NamedError(kind, details)


_BROKEN = Observation(error=NamedError("protocol"))
_FLOATS = frozenset({float})


def _observation(item: Item, raw: Any) -> Observation:
    if isinstance(raw, dict) and "error" in raw:
        error = named_error(raw["error"])
        return _BROKEN if error.kind in SEEN_FROM_OUTSIDE else Observation(error=error)
    if isinstance(item, Program):
        return program_observation(item, raw)
    if isinstance(raw, dict) and len(raw) == 1 and "value" in raw:
        value = raw["value"]
        if type(value) is str or _is_plain(value):
            return Observation(None, value)
    return _BROKEN


def program_observation(program: Program, raw: Any) -> Observation:
    """What a worker said that a program reads."""
    if not isinstance(raw, list):
        return _BROKEN
    if len(raw) != program.answer_length:
        return _BROKEN
    if _FLOATS.issuperset(map(type, raw)):
        return Observation(answer=tuple(raw))
    answer = [_answer_item(item) for item in raw]
    if any(item is None for item in answer):
        return _BROKEN
    if any(type(item) is tuple for item in answer) and not _asks_for_lists(program):
        return _BROKEN
    return Observation(answer=tuple(answer))


def _asks_for_lists(program: Program) -> bool:
    return any(step[0] in ("topo", "toposort", "look") for step in walk(program.steps))


_LARGE = 1 << 63


def _is_plain(item: Any, depth: int = 0) -> bool:
    """Whether a task's value is one that a judge can look at: not too deep, no huge number."""
    if type(item) is int:
        return -_LARGE < item < _LARGE
    if not isinstance(item, (list, dict)):
        return True
    inner = item.values() if isinstance(item, dict) else item
    return depth < MAX_DEPTH and all(
        (type(each) is int and -_LARGE < each < _LARGE) or _is_plain(each, depth + 1)
        for each in inner  # most hold whole numbers: a call for each would take its time
    )


def _answer_item(item: Any) -> float | tuple[int, ...] | None:
    """A float, an order, or None for what is neither."""
    if type(item) is float:
        return item
    if isinstance(item, str):
        return FLOAT_WORDS.get(item)
    if type(item) is int:
        return float(item) if abs(item) < 1 << 53 else None
    if isinstance(item, list) and all(type(position) is int for position in item):
        return tuple(item)
    return None


def batch_of(items: Sequence[Item], need: Iterable[str] | None = None) -> bytes:
    """The bytes that ask a worker for these items.

    need: the top-level names without which none of them runs, where that is known already.
    """
    needed = (name for item in items for name in needed_names(item)) if need is None else need
    sent = [item.steps if isinstance(item, Program) else item for item in items]
    return encode_batch(sent, [*dict.fromkeys(needed)])


@lru_cache(maxsize=32)
def same_batch(programs: tuple[Program, ...]) -> bytes:
    """The bytes of a batch that one hand-in after the other is asked."""
    return batch_of(programs)


def needed_names(item: Item) -> Iterable[str]:
    """The top-level names without which student code cannot run an item."""
    if not isinstance(item, Program):
        name = item.get("name") or item.get("function") or _NEEDS.get(item["task"], item["task"])
        return [str(name)]
    names = []
    for step in item.steps:
        if step[0] in _NEEDS:
            names.append(_NEEDS[step[0]])
        elif step[0] == "call":
            names.append(step[1])
    return names


_NEEDS = {
    "leaf": "Value",
    "topo": "build_topo",
    "value": "Value",
    "node": "Node",
    "toposort": "toposort",
    "begun": "toposort",
    "watch": "Value",
    "between": "Value",
    "within": "Value",
}
