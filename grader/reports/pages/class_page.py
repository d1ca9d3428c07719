"""The class page: one file, no network, that shows what to teach next and what each can do."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from grader import __version__
from grader.reports.class_sheet import BIN, ClassSheet
from grader.reports.pages import markup
from grader.reports.tables import plain
from grader.submissions.student_id import safe_name

INSTRUCTOR = "instructor"
"""The folder beside the page with what is for the instructor only."""
FIRST = 5
"""Things to teach that are shown at once; the others are folded."""
LONGEST = 240
"""Characters of what is to be fixed first: it may be a fault with a student's own words in it."""
MOST_LISTED = 200
"""Names that a list on the page shows; the table has them all."""


def class_page(sheet: ClassSheet) -> str:
    """The page as HTML."""
    style, script = markup.part("class_page.css"), markup.part("class_page.js")
    return markup.fill(
        "class_page.html",
        sheet=sheet,
        style=style,
        script=script,
        policy=markup.policy(style, script),
        data=_embedded(_data(sheet)),
        histogram=_histogram(sheet),
        figures=sheet.figures(),
        lessons=sheet.lessons(),
        standing=sheet.standing(),
        first=FIRST,
        alike=[(exercise, _listed(names)) for exercise, names in sheet.alike()],
        flagged=[(flag, len(names), _listed(names)) for flag, names in sheet.flagged().items()],
        middle=sheet.middle(),
        version=__version__,
        plain=plain,
    )


def _data(sheet: ClassSheet) -> Mapping[str, Any]:
    lessons = sheet.lessons()
    flags = list(sheet.flagged())
    place = {lesson.name: number for number, lesson in enumerate(lessons)}
    told = {row.first[:LONGEST]: 0 for row in sheet.rows}
    firsts = {text: number for number, text in enumerate(told)}
    return {
        "exercises": list(sheet.in_order.items()),
        "columns": [[c.exercise, c.check, c.sentence] for c in sheet.columns],
        "lessons": [lesson.sentence for lesson in lessons],
        "firsts": list(firsts),
        "flags": flags,
        "private": INSTRUCTOR,
        "names": dict(sheet.names),
        "missing": list(sheet.missing),
        "rows": [
            [
                row.student,
                # The name of the file, 0 if it is the student's: most are, and 10,000 add up.
                name if (name := safe_name(row.student)) != row.student else 0,
                row.score,
                row.max_score,
                sheet.points(row),
                sheet.letters(row),
                [place[name] for name in row.costs],
                firsts[row.first[:LONGEST]],
                [flags.index(flag) for flag in row.flags],
                *([row.late] if row.late is not None else []),
            ]
            for row in sheet.rows
        ],
    }


def _embedded(data: Mapping[str, Any]) -> str:
    """JSON that cannot end the element it stands in."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text.encode("utf-8", "backslashreplace").decode()


def _listed(names: list[str]) -> list[str]:
    more = len(names) - MOST_LISTED
    return names if more <= 0 else [*names[:MOST_LISTED], f"and {more} more"]


def _histogram(sheet: ClassSheet) -> Mapping[str, Any]:
    """Bars in a plane of 100 % by 100 units, and lines at round counts."""
    bars = sheet.distribution()
    most = max([*bars, 1])
    step = _round_step(most)
    top = step * -(-most // step)
    return {
        "bars": [
            {"from": number * BIN, "to": (number + 1) * BIN, "count": count, "part": count / top}
            for number, count in enumerate(bars)
        ],
        "lines": [
            {"count": count, "part": count / top} for count in range(0, top + 1, step)
        ],
    }  # fmt: skip


def _round_step(most: int) -> int:
    """A step of 1, 2 or 5 times a power of ten that gives at most five lines."""
    step = 1
    while True:
        for factor in (1, 2, 5):
            if most <= 5 * factor * step:
                return factor * step
        step *= 10
