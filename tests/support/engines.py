"""Right engines as texts: the exam's solution, and unusual ones that are as right."""

from __future__ import annotations

from tests.proving.odd import odd_engines, without_text
from tests.support.paths import ROOT

_SOLUTION = (ROOT / "solutions" / "13_engine.py").read_text()
RIGHT = without_text(_SOLUTION)
"""The exam's solution without its text, markers and examples."""

UNUSUAL = odd_engines(_SOLUTION)
"""Every one is right by the contract, and must get every point of the exam."""
