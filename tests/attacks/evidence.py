"""Look through the results for what an attack has achieved."""

from __future__ import annotations

import csv
import json
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.submissions.student_id import safe_name
from tests.attacks.bait import Bait
from tests.attacks.deeds_watched import LIE
from tests.attacks.hostile import Attack

NUMBER = re.compile(r"\d+[._]\d{3,}")


@dataclass(frozen=True, slots=True)
class Achieved:
    """What one attack came to in the graded class; empty texts where it came to nothing."""

    score: float
    outcome: str
    sentence: str
    leaked: str = ""
    broke_out: str = ""
    unnamed: str = ""


@dataclass(frozen=True, slots=True)
class Results:
    """The files of one graded class."""

    bait: Bait
    screen: str

    def student(self, student: str) -> str:
        """What the student may read."""
        return (self.bait.out / f"{safe_name(student)}.json").read_text(encoding="utf-8")

    def page(self, student: str) -> str:
        """The same as a page."""
        return (self.bait.out / f"{safe_name(student)}.html").read_text(encoding="utf-8")

    def instructor(self, student: str) -> str:
        return (self.bait.out / "instructor" / f"{safe_name(student)}.json").read_text("utf-8")

    def rows(self) -> list[list[str]]:
        with open(self.bait.out / "grades.csv", encoding="utf-8", newline="") as file:
            return list(csv.reader(file))


def achieved(attack: Attack, student: str, results: Results, public: set[str]) -> Achieved:
    """What an attack achieved. `public`: numbers that every student gets to see."""
    try:
        text, page = results.student(student), results.page(student)
        report, private = json.loads(text), json.loads(results.instructor(student))
    except (OSError, ValueError) as error:
        return Achieved(0.0, "?", "", unnamed=f"no report: {error}")
    checks = [check for exercise in report["exercises"] for check in exercise["checks"]]
    first = checks[0] if checks else {"outcome": "fault", "message": ""}
    said = str(first["message"]) or "; ".join(report["faults"])
    mark = results.bait.mark[::-1]
    return Achieved(
        score=float(report["score"]),
        outcome=str(first["outcome"]),
        sentence=said,
        leaked=leaks(text + page, private, results, public),
        broke_out="its mark is in a report" if mark in text + page + json.dumps(private) else "",
        unnamed=_unnamed(attack, report, checks, student, said),
    )


def numbers(text: str) -> set[str]:
    """The numbers in a text that are long enough to have been drawn."""
    return {found.replace("_", ".") for found in NUMBER.findall(text)}


def leaks(text: str, private: Any, results: Results, public: set[str]) -> str:
    for secret in results.bait.secrets():
        if secret in text or secret in results.screen:
            return f"{secret[:12]}... was told"
    drawn: set[str] = set()
    for exercise in private["exercises"]:
        for check in exercise["checks"]:
            if check["hidden"]:
                drawn |= numbers(str(check["private"].get("program")))
                drawn |= numbers(str(check["private"].get("expected")))
    told = (drawn - public) & numbers(text)
    return f"hidden numbers were told: {', '.join(sorted(told)[:3])}" if told else ""


def _unnamed(attack: Attack, report: Any, checks: list[Any], student: str, said: str) -> str:
    """What is missing in the verdict: a sentence, or the one that says what happened."""
    if report["student"] != student:
        return f"the report is {report['student']!r}'s"
    if any(check["outcome"] == "ungraded" for check in checks):
        return f"ungraded: {said}"
    if any("the grader failed" in fault for fault in report["faults"]):
        return f"{report['faults']}"
    for exercise in report["exercises"]:
        if exercise.get("unexplained"):
            return f"explaining it failed: {exercise['unexplained']}"
        if LIE in " ".join(each["explanation"] for each in exercise["diagnosis"]):
            return "a lie is told"
    everything = " ".join([said, *(str(check["message"]) for check in checks)])
    if attack.says not in everything:
        return f"no sentence says {attack.says!r}: {said}"
    return "" if said else "no sentence says what happened"


def untidy(results: Results, students: list[str]) -> list[str]:
    """What is wrong with the table and the texts as a whole."""
    found = []
    rows = results.rows()
    cells = [cell for row in rows for cell in row]
    if len(rows) != len(students) + 1 or len({len(row) for row in rows}) != 1:
        found.append(f"grades.csv has {len(rows)} rows for {len(students)} students and a head")
    missing = set(students) - {row[0].removeprefix("'") for row in rows}
    missing -= {row[0] for row in rows}
    found += [f"grades.csv has no row for {student!r}" for student in sorted(missing)]
    found += [f"a spreadsheet would run {cell!r}" for cell in cells if cell[:1] in set("=+-@\t\r|")]
    for path in results.bait.out.rglob("*"):
        if path.is_file() and path.suffix in (".json", ".csv", ".html"):
            found += _bad_characters(path, path.read_text(encoding="utf-8"))
    return found + _bad_characters(Path("the screen"), results.screen)


def _bad_characters(path: Path, text: str) -> list[str]:
    """Control and direction characters, which would disturb a terminal or an editor."""
    bad = {c for c in text if c != "\n" and unicodedata.category(c) in ("Cc", "Cf", "Cs")}
    found = [f"{path.name} holds {sorted(map(ascii, bad))[:3]}"] if bad else []
    if path.suffix == ".json" and re.search(r"(?<!\\)(\\\\)*\\u00[01]", text):
        found.append(f"{path.name} holds control characters, escaped")
    if path.suffix == ".html" and re.search(r"<script>alert|<img src=x", text):
        found.append(f"{path.name} holds a student's HTML")
    return found
