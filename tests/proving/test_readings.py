"""`known.json` says what is read of wrong beliefs, as it is read today."""

from __future__ import annotations

import json

from grader.explain.misconceptions import ALL
from grader.explain.styles import LIKELY
from tests.proving.readings import FILE, readings


def test_what_is_known_is_what_is_read() -> None:
    known = {frozenset(ids): name for name, ids in json.loads(FILE.read_text("utf-8"))}
    some = readings(ALL[::5], LIKELY[:1])
    assert len(some) > 3
    for name, ids in some:
        assert known[frozenset(ids)] == name
    assert set(known.values()) <= {belief.id for belief in ALL}
