"""Engines whose answers change from run to run are told what all wrong runs have in common."""

from __future__ import annotations

from grader.judging.check_results import UNSTEADY
from grader.reports.words import told_at
from tests.support.hand_ins import ReportOn
from tests.support.paths import ROOT

DEPTH_OF_THE_LEFT = ROOT / "tests" / "data" / "strangers" / "b" / "wrong" / "18_depth_heap.py"


def test_a_depth_of_the_left_input_alone_is_told_whatever_the_ties(report_on: ReportOn) -> None:
    """Its heap takes nodes of one depth by their addresses."""
    text = DEPTH_OF_THE_LEFT.read_text(encoding="utf-8")
    report = report_on(text, "engine").exercises[0]
    changing = [check for check in report.checks if check.message == UNSTEADY]
    told = [*filter(None, (told_at(report.diagnosis, check) for check in changing))]
    assert told
    for said in told:
        assert "before all consumers of its node have contributed, in some runs" in said
        assert not any(figure in said for figure in "0123456789")
    hidden = {check.id for check in changing if check.hidden}
    assert hidden.isdisjoint(report.diagnosis[0].checks or ())  # none of these was watched
    found = report.diagnosis[0]
    assert found.where is not None
    line = text.splitlines()[found.where.marked - 1]
    assert "self.depth = 1 + self._prev[0].depth" in line
