"""A class as JUnit XML: a test suite a student, a test case a check.

Of a hidden check it says what its student may read: the property, and a visible example.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

from grader.judging.report import CheckResult, Report
from grader.reports.view import in_text

# What XML 1.0 cannot hold, not even escaped.
_NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


NOTHING = "Nothing in this hand-in could be graded."


def junit_xml(reports: Sequence[Report]) -> str:
    """One file for all; equal reports give equal bytes, so there is no time in it."""
    top = ElementTree.Element("testsuites", name="topograde")
    for report in reports:
        suite = ElementTree.SubElement(top, "testsuite", name=_clean(report.student))
        counts = dict.fromkeys(("tests", "failures", "errors", "skipped"), 0)
        for exercise in report.exercises:
            for check in exercise.checks:
                case = ElementTree.SubElement(
                    suite, "testcase", classname=exercise.id, name=check.id
                )
                counts["tests"] += 1
                kind = _kind(check)
                if kind:
                    counts[{"failure": "failures", "error": "errors"}.get(kind, kind)] += 1
                    _outcome(case, kind, check)
        if report.why_nothing:
            case = ElementTree.SubElement(suite, "testcase", classname="hand-in", name="read")
            failure = ElementTree.SubElement(
                case, "failure", message=NOTHING, type=report.why_nothing
            )
            failure.text = _clean("\n".join(report.faults))
            counts["tests"] += 1
            counts["failures"] += 1
        for name, count in counts.items():
            suite.set(name, str(count))
        if report.faults:
            output = ElementTree.SubElement(suite, "system-out")
            output.text = _clean("\n".join(report.faults))
    ElementTree.indent(top, " ")
    text = ElementTree.tostring(top, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _kind(check: CheckResult) -> str:
    """What JUnit calls an outcome; ours to answer for is an error, what was not run is skipped."""
    if check.outcome == "passed":
        return ""
    if check.waits:
        return "skipped"
    return "failure" if check.outcome == "failed" else "error"


def _outcome(case: ElementTree.Element, kind: str, check: CheckResult) -> None:
    found = ElementTree.SubElement(case, kind, message=_clean(check.sentence))
    if kind != "skipped":
        found.set("type", check.outcome)
    found.text = _clean(in_text(check))


def _clean(text: str) -> str:
    return _NOT_XML.sub("?", text)
