"""The student's page: one self-contained HTML file, made from a `Report` and nothing else.

`report_page(report)` needs no network and holds at most `LIMIT` bytes: if a page gets longer, it is
made again with less detail. Its Content-Security-Policy allows the style and the script that are in
it, by their hashes, and nothing else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from grader.drawn.svg import as_svg
from grader.report import Report
from grader.reports import markup
from grader.reports.page import Detail, Figure, page_of

LIMIT = 400_000
"""Bytes that a page holds at most."""

DETAILS = (
    Detail(findings=60, pictures=12, message=2000, program=3000, output=8000, lists=20),
    Detail(findings=20, pictures=4, message=600, program=1500, output=2000, lists=10),
    Detail(findings=3, pictures=0, message=150, program=500, output=300, lists=4),
)
"""From all that is worth reading to what always fits."""

_REFERENCES = re.compile(r'(\bid="|\bhref="#|url\(#|\baria-labelledby="|\baria-describedby=")')


def report_page(report: Report) -> str:
    """The page of a report, as text to be written in UTF-8."""
    style, script = markup.part("report.css"), markup.part("report.js")
    policy = Markup(markup.policy(style, script))
    text = ""
    for detail in DETAILS:
        page = page_of(report, detail)
        text = markup.fill(
            "report.html", page=page, style=style, script=script, policy=policy, drawing=drawing
        )
        if len(text.encode("utf-8")) <= LIMIT:
            break
    return text


def drawing(figure: Figure) -> Markup:
    """The SVG of a figure, with ids that no other figure of the page has."""
    svg = _svg(json.dumps(figure.picture, sort_keys=True))
    return Markup(_REFERENCES.sub(rf"\g<1>{figure.anchor}-", svg))


@lru_cache(maxsize=1024)
def _svg(picture: str) -> str:
    """The `<svg>` element of a picture; a class shares most of its pictures."""
    made: Mapping[str, Any] = json.loads(picture)
    text = as_svg(made)
    return text[text.index("<svg") :]
