"""What checks must know before they ask: recorded, so that a copy without our engine can plan.

Two things in a public check come from a right engine: which of the enumerated
graphs are well behaved, and the gradients of a few programs that the student works out by hand or
has to accept. `topograde release answers` records both in `_planning.json`, and
`topograde verify` compares them. The student's copy has the record and no such engine.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.programs.program import Program

if TYPE_CHECKING:
    from grader.programs.reference import ReferenceEngine

FILE = Path(__file__).with_name("_planning.json")


class NotRecorded(RuntimeError):
    """Something is not recorded, and this copy of Topograde has no engine to work it out."""


def well_behaved_of(
    name: str, candidates: Sequence[Program], judge: Callable[[Program], bool]
) -> tuple[Program, ...]:
    """The candidates that the judge accepts. `name` says all that the candidates depend on."""
    key = _digest(f"{name} {len(candidates)}")
    bits = record().get("well behaved", {}).get(key)
    if bits is None:
        kept = [judge(each) for each in candidates]
        for noted in _noting:
            noted.setdefault("well behaved", {})[key] = _packed(kept)
    else:
        mask = zlib.decompress(base64.b85decode(bits))
        kept = [bool(mask[place >> 3] >> (place & 7) & 1) for place in range(len(candidates))]
    return tuple(each for each, accepted in zip(candidates, kept, strict=True) if accepted)


def gradients_of(program: Program) -> dict[str, float]:
    """The gradient of every node of a program after its one `backward`, by slot.

    Raises `NotRecorded` where it is neither recorded nor to be worked out.
    """
    key = _digest(repr(program.steps))
    known = record().get("gradients", {}).get(key)
    if known is not None:
        return dict(known)
    gradients = _worked_out(program)
    for noted in _noting:
        noted.setdefault("gradients", {})[key] = gradients
    return gradients


def is_recorded(program: Program) -> bool:
    """Whether the gradients of this program are recorded."""
    return _digest(repr(program.steps)) in record().get("gradients", {})


def reference_engine() -> type[ReferenceEngine]:
    """Our own engine, which works out what is not recorded.

    Raises `NotRecorded` in a copy of Topograde that does not have it.
    """
    try:
        from grader.programs.reference import ReferenceEngine
    except ModuleNotFoundError as error:
        raise NotRecorded(
            "the right gradients of a program are not recorded in this copy of Topograde; "
            "get a new copy from your instructor"
        ) from error
    return ReferenceEngine


def _worked_out(program: Program) -> dict[str, float]:
    from grader.programs.interpreter import run_with_nodes

    _, nodes = run_with_nodes(program, reference_engine()())
    return {slot: float(node.grad) for slot, node in nodes.items()}


def record() -> Mapping[str, Any]:
    """What is recorded; nothing if the file is not there or damaged, or while noting."""
    return {} if _noting else _read(FILE)


@cache
def _read(file: Path) -> Mapping[str, Any]:
    try:
        data = json.loads(file.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}


_noting: list[dict[str, Any]] = []


@contextmanager
def noting() -> Iterator[dict[str, Any]]:
    """Forget the record within, and note everything that would have been asked of it."""
    noted: dict[str, Any] = {}
    _noting.append(noted)
    try:
        yield noted
    finally:
        _noting.remove(noted)


def _packed(bits: Sequence[bool]) -> str:
    mask = bytearray(len(bits) // 8 + 1)
    for place, bit in enumerate(bits):
        mask[place >> 3] |= bit << (place & 7)
    return base64.b85encode(zlib.compress(bytes(mask), 9)).decode("ascii")


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()
