"""Moodle's grading worksheet in the site's language, and rosters that name nobody."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from grader.judging.report import CheckResult, ExerciseReport, Report
from grader.reports.platforms.lms import moodle_csv
from grader.submissions.roster import Roster, RosterError, on_roster, read_roster
from grader.submissions.submission import Submission

# As Moodle's language packs have them: recordid, fullname, email, status, grade, maxgrade,
# gradecanbechanged, lastmodifiedsubmission, lastmodifiedgrade, comments; hiddenuser; Yes; a time.
LANGUAGES = {
    "English": (
        "Identifier,Full name,Email address,Status,Grade,Maximum grade,Grade can be changed,"
        "Last modified (submission),Last modified (grade),Feedback comments",
        "Participant ", "Yes", "Friday, 20 November 2026, 10:15 AM", "100.00",
    ),
    "German": (
        "ID,Vollständiger Name,E-Mail-Adresse,Status,Bewertung,Bestwertung,"
        "Bewertung kann geändert werden,Zuletzt geändert (Abgabe),Zuletzt geändert (Bewertung),"
        "Feedback als Kommentar",
        "Teilnehmer/in", "Ja", "Freitag, 20. November 2026, 10:15", "100,00",
    ),
    "French": (
        "Identifiant,Nom complet,Adresse de courriel,Statut,Note,Note maximale,"
        "La note peut être modifiée,Dernière modification (travail remis),"
        "Dernière modification (note),Feedback par commentaires",
        "Participant", "Oui", "vendredi 20 novembre 2026, 10:15", "100,00",
    ),
    "Spanish": (
        "Identificador,Nombre completo,Dirección de correo,Estado,Calificación,"
        "Calificación máxima,La calificación puede cambiarse,Última modificación (entrega),"
        "Última modificación (calificación),Comentarios de retroalimentación",
        "Participante", "Sí", "viernes, 20 de noviembre de 2026, 10:15", "100,00",
    ),
    "Arabic": (
        "المعرف,الاسم الكامل,عنوان البريد الإلكتروني,الحالة,الدرجة,الدرجة القصوى,"
        "يمكن تغيير الدرجة,آخر تعديل (تسليم),آخر تعديل (الدرجة),ملاحظات تقييمية",
        "مشارك ", "نعم", "الجمعة، 20 نوفمبر 2026، 10:15 AM", "100.00",
    ),
}  # fmt: skip
STUDENTS = (("7000", "Ada Lovelace"), ("7001", "Émilie du Châtelet"), ("7002", "=HYPERLINK(1)"))
BEFORE = {"7002": ("1.00", "said before")}
"""The grade and the comment of who has one."""


def sheet(tmp_path: Path, language: str, comments: bool = True) -> Roster:
    heads, participant, yes, time, most = LANGUAGES[language]
    rows = [heads.split(",")]
    for number, name in STUDENTS:
        email = f"{name.split()[0].casefold()}@example.org"
        grade, said = BEFORE.get(number, ("", ""))
        rows.append([participant + number, name, email, "-", grade, most, yes, time, "-", said])
    text = io.StringIO()
    csv.writer(text).writerows(row if comments else row[:-1] for row in rows)
    path = tmp_path / "worksheet.csv"
    path.write_text("\ufeff" + text.getvalue(), encoding="utf-8")
    return read_roster(path)


def report(number: str, points: float) -> Report:
    checks = (CheckResult("sum", "passed", points, points, False, "Sums hold."),)
    exercise = ExerciseReport("engine", "Engine", True, points, 3.0, checks)
    identity = {"platform": "moodle", "number": number}
    return Report(number, points, 3.0, {"isolated": True}, {}, (exercise,), identity=identity)


def filled(roster: Roster, *reports: Report) -> tuple[list[list[str]], tuple[str, ...]]:
    made = moodle_csv(reports, roster)
    return list(csv.reader(io.StringIO(made.text))), made.notes


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_worksheet_is_filled_in_and_otherwise_unchanged_whatever_its_language(
    tmp_path: Path, language: str
) -> None:
    roster = sheet(tmp_path, language)
    assert roster.platform == "moodle"
    assert [person.ids["number"] for person in roster.people] == ["7000", "7001", "7002"]
    rows, notes = filled(roster, report("7001", 2.5), report("7000", 3.0))
    comma = LANGUAGES[language][4] == "100,00"
    assert rows[0] == LANGUAGES[language][0].split(",")
    assert [row[4] for row in rows[1:]] == ["3", "2,5" if comma else "2.5", "1.00"]
    assert [row[9] for row in rows[1:]] == ["engine: 3 of 3", "engine: 2.5 of 3", "said before"]
    assert rows[3][1] == "'=HYPERLINK(1)"
    assert all(row[8] == "-" for row in rows[1:])  # Moodle compares it with what it has
    assert rows[1][0] == LANGUAGES[language][1] + "7000"
    assert notes == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_column_for_comments_no_time_is_written_over(
    tmp_path: Path, language: str
) -> None:
    rows, notes = filled(sheet(tmp_path, language, comments=False), report("7000", 3.0))
    assert [row[8] for row in rows[1:]] == ["-", "-", "-"]
    assert "no column for comments" in notes[0]


def test_other_tables_are_no_worksheets(tmp_path: Path) -> None:
    for text in (
        "name,group,points,most\nAda 1,2,3,10\nBob 2,2,x,10\n",
        "name,id,x,y\nAda,1,2,10\nBob,2,3,10\n",
        "a,b,c,d\nParticipant 1,b,,10\nParticipant 1,b,,10\n",
    ):
        (tmp_path / "r.csv").write_text(text.replace("a,b,c,d", "name,b,c,d"))
        assert read_roster(tmp_path / "r.csv").platform == ""


def test_a_roster_that_names_nobody_says_what_was_found_and_what_it_has(tmp_path: Path) -> None:
    (tmp_path / "r.csv").write_text("name,login\nGrace Hopper,ghopper\nEmmy Noether,enoether\n")
    roster = read_roster(tmp_path / "r.csv")
    ada = Submission("adal", tmp_path, identity={"platform": "canvas", "number": "1001"})
    with pytest.raises(RosterError) as raised:
        on_roster([ada], roster)
    assert "adal (number 1001)" in str(raised.value)
    assert "Grace Hopper (login ghopper); Emmy Noether" in str(raised.value)
    assert on_roster([], roster)[1] == roster.people
