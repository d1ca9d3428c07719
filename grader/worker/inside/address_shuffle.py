"""Leave holes in the heap, so that the student's objects get other addresses.

A `set` of nodes iterates in the order of their addresses: an engine whose answers depend on it must
be given the chance to answer differently. Runs on the untrusted side.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from functools import cache
from operator import itemgetter
from typing import Any

BEFORE_A_BATCH = 1000
"""With 4,000, answers that depend on addresses differ no more often, and starting takes longer."""
BEFORE_AN_ITEM = 60
ITEMS_PLANNED = 64
"""Item 65 of a batch gets the holes of item 1 again, at what are other addresses by then."""

_LARGEST = 200
_SIZES = bytes(number * _LARGEST // 256 for number in range(256))
_PIECES = [slice(size) for size in range(_LARGEST)]
_ZEROS = bytes(_LARGEST)
_NODES = range(40, 120) if sys.version_info >= (3, 12) else None
"""Sizes of bytes that take as much room as a node of a student's. Up to Python 3.11 a bytearray
does, and the values of a node's attributes lie elsewhere."""

Plan = tuple[Callable[[Any], tuple[object, ...]], Callable[[Any], tuple[object, ...]]]


def plan(seeds: int) -> None:
    """Plan the holes of these seeds beforehand: the zygote does it once for all workers."""
    for seed in range(seeds):
        if seed:
            _plan(seed, 0, BEFORE_A_BATCH)
        for item in range(ITEMS_PLANNED):
            _plan(seed, 1 + item, BEFORE_AN_ITEM)


def before_batch(seed: int) -> list[object]:
    """What keeps the holes in place for as long as it is held; nothing for seed 0."""
    return _holes(_plan(seed, 0, BEFORE_A_BATCH)) if seed else []


def before_item(seed: int, item: int) -> list[object]:
    """The same for one item of a batch: its addresses are not to be those of the item before."""
    return _holes(_plan(seed, 1 + item % ITEMS_PLANNED, BEFORE_AN_ITEM))


@cache
def _plan(seed: int, number: int, count: int) -> Plan:
    """The sizes of `count` objects, and the order in which they and some others are let go."""
    rng = random.Random(seed * 1_000_003 + number)
    sizes = [*rng.randbytes(count).translate(_SIZES)]
    if _NODES:
        sizes += rng.choices(_NODES, k=count // 2)
    order = [*range(len(sizes) + _bytearrays(len(sizes)))]
    rng.shuffle(order)
    return itemgetter(*map(_PIECES.__getitem__, sizes)), itemgetter(*order)


def _holes(planned: Plan) -> list[object]:
    """Objects of random small sizes in random order, half of which have been freed again."""
    make, reorder = planned
    made: list[object] = [*make(_ZEROS)]
    made += [bytearray() for _ in range(_bytearrays(len(made)))]
    junk = [*reorder(made)]
    made.clear()
    del junk[::2]
    return junk


def _bytearrays(others: int) -> int:
    return 0 if _NODES else others // 4
