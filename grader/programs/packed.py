"""A small file format for many numbers: a JSON header and named arrays, compressed.

`pack` makes the bytes, `unpack` reads them. Only the standard library's zlib is needed, which every
Python has, and the same content is read on every machine whatever its byte order.
"""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from collections.abc import Mapping
from typing import Any

MAGIC = b"topograde-packed-1\n"


class PackedError(ValueError):
    """The bytes are not what `pack` made."""


def pack(header: Mapping[str, Any], arrays: Mapping[str, array[Any]]) -> bytes:
    """The header and the arrays as bytes."""
    layout = [[name, item.typecode, len(item)] for name, item in arrays.items()]
    head = json.dumps([header, layout], separators=(",", ":"), sort_keys=True).encode()
    body = b"".join(_little(item).tobytes() for item in arrays.values())
    return MAGIC + zlib.compress(b"%d\n" % len(head) + head + body, 9)


def unpack(data: bytes) -> tuple[dict[str, Any], dict[str, array[Any]]]:
    """The header and the arrays. Raises `PackedError` for anything that `pack` did not make."""
    if not data.startswith(MAGIC):
        raise PackedError(f"expected {MAGIC.decode().strip()} at the beginning")
    try:
        raw = zlib.decompress(data[len(MAGIC) :])
        length, _, rest = raw.partition(b"\n")
        header, layout = json.loads(rest[: int(length)])
        place = int(length)
        arrays = {}
        for name, typecode, count in layout:
            arrays[name] = item = array(typecode)
            size = count * item.itemsize
            item.frombytes(rest[place : place + size])
            if len(item) != count:
                raise PackedError(f"the array {name} is cut short")
            place += size
            arrays[name] = _little(item)
    except (zlib.error, ValueError, TypeError) as error:
        raise PackedError(f"the file is damaged: {error}") from error
    return header, arrays


def _little(item: array[Any]) -> array[Any]:
    """The array with its bytes in little-endian order, or back from it: twice is nothing."""
    if sys.byteorder == "big":  # pragma: no cover - no such machine here
        item = item[:]
        item.byteswap()
    return item
