"""What instructors download is read as it was handed in: whose, which files, when."""

from __future__ import annotations

import io
import shutil
import stat
import zipfile
from pathlib import Path

import pytest

from grader.submissions.layouts.canvas import earlier
from grader.submissions.layouts.find import FoundClass, find_class
from grader.submissions.layouts.gradescope import read_metadata
from grader.submissions.roster import RosterError, on_roster, read_roster
from grader.submissions.submission import Submission, UnreadableInput
from tests.support.submission_samples import COURSE, ENGINE, write

BACKWARD = "def backward(root):\n    return None\n"


def found(path: Path, layout: str | None = None) -> FoundClass:
    return find_class([path], COURSE, layout=layout)


def by_student(path: Path, layout: str | None = None) -> dict[str, Submission]:
    return {each.student: each for each in found(path, layout).submissions}


def zipped(folder: Path, top: str = "") -> Path:
    target = folder.parent / f"{folder.name}{top and '-in-a-folder'}.zip"
    with zipfile.ZipFile(target, "w") as archive:
        for path in sorted(folder.rglob("*")):
            archive.write(path, Path(top, path.relative_to(folder)))
    return target


@pytest.fixture
def canvas(tmp_path: Path) -> Path:
    folder = tmp_path / "canvas"
    write(folder / "lovelaceada_1001_20001_13_engine.py", ENGINE)
    write(folder / "lovelaceada_1001_20002_04_backward.py", "an = 'earlier one'\n" + BACKWARD)
    write(folder / "lovelaceada_1001_20003_04_backward-1.py", BACKWARD)
    write(folder / "lovelaceada_1001_20004_04_backward-2.py", "# last\n" + BACKWARD)
    write(folder / "müllerjürgen_LATE_1002_20005_my engine.py", ENGINE)
    write(folder / "late_anon_x1y2z_20006_13_engine.py", ENGINE)
    write(folder / "hoppergrace_1004_text.html", "<p>my answer</p>")
    return folder


@pytest.fixture
def moodle(tmp_path: Path) -> Path:
    folder = tmp_path / "moodle"
    write(folder / "Ada Lovelace_1234_assignsubmission_file_/13_engine.py", ENGINE)
    write(folder / "Ada Lovelace_1234_assignsubmission_file_/04_backward.py", BACKWARD)
    write(folder / "Ada Lovelace_1234_assignsubmission_onlinetext_/onlinetext.html", "<p>")
    write(folder / "Ada Lovelace_99_assignsubmission_file_/13_engine.py", ENGINE)
    write(folder / "Élise_7_assignsubmission_file_/answer.ipynb", "{}")
    return folder


METADATA = """---
submission_1:
  :submitters:
  - :name: Ada Lovelace
    :sid: '1001'
    :email: ada@example.org
  :created_at: 2024-03-01 12:00:00.5 Z
  :score: 10.0
  :history:
  - :id: 17
    :submitters: &1
    - :name: not this one
submission_2:
  :submitters:
  - :name: Ada Lovelace
    :sid: '1001'
    :email: ada@example.org
  :created_at: 2024-03-01 05:00:01 -08:00
submission_3:
  :submitters:
  - :name: Bruno
    :sid:
    :email: bruno@example.org
  - :name: "\u202eChidi\\n=1+1"
    :email: chidi@example.org
  :created_at: 2024-03-02 09:30:00.000000000 Z
submission_4:
  :submitters:
  - :name: Dora
    :email: dora@example.org
submission_5:
  :submitters: []
"""


@pytest.fixture
def gradescope(tmp_path: Path) -> Path:
    folder = tmp_path / "assignment_1_export"
    write(folder / "submission_metadata.yml", METADATA)
    write(folder / "submission_1/engine.py", "# first\n" + ENGINE)
    write(folder / "submission_2/engine.py", ENGINE)
    write(folder / "submission_3/sub/engine.py", ENGINE)
    write(folder / "submission_5/engine.py", ENGINE)
    write(folder / "submission_6/engine.py", ENGINE)
    return folder


def test_canvas_tells_students_their_uploads_and_who_was_late(canvas: Path) -> None:
    """Of uploads of one file the one with the highest number counts."""
    students = by_student(canvas)
    ada, grace = students["lovelaceada"], students["hoppergrace"]
    assert sorted(ada.sources) == ["backward", "engine"]
    assert ada.sources["backward"].cells[0].startswith("# last")
    assert ada.identity == {"platform": "canvas", "number": "1001", "upload": "20004"}
    assert [fault.where for fault in ada.faults] == ["04_backward.py", "04_backward-1.py"]
    assert all("04_backward-2.py, was graded" in fault.sentence for fault in ada.faults)
    assert "a file .html is not read" in grace.faults[0].sentence
    assert {name: (each.flags, "engine" in each.sources) for name, each in students.items()} == {
        "lovelaceada": ((), True), "müllerjürgen": (("late",), True),
        "anon_x1y2z": (("late",), True), "hoppergrace": (("unreadable",), False),
    }  # fmt: skip
    assert earlier(["a.py", "a-1.py", "a-10.py", "a-2.py"]).keys() == {"a.py", "a-1.py", "a-2.py"}
    assert set(earlier(["a.py", "a-1.py", "a-10.py"]).values()) == {"a-10.py"}


def test_moodle_folders_and_files_are_students_and_namesakes_are_told_apart(moodle: Path) -> None:
    students = by_student(moodle)
    assert set(students) == {"Ada Lovelace (1234)", "Ada Lovelace (99)", "Élise"}
    assert sorted(students["Ada Lovelace (1234)"].sources) == ["backward", "engine"]
    assert students["Ada Lovelace (99)"].identity["number"] == "99"
    assert students["Élise"].faults
    files = moodle.with_name("files")
    write(files / "Ada L_1_assignsubmission_file_13_engine.py", ENGINE)
    write(files / "Ada L_1_assignsubmission_file_04_backward.py", BACKWARD)
    assert sorted(by_student(files)["Ada L"].sources) == ["backward", "engine"]


def test_gradescope_gives_each_submitter_the_latest_and_a_group_one_for_each(
    gradescope: Path,
) -> None:
    students = by_student(gradescope)
    ada = students["Ada Lovelace"]
    assert ada.sources["engine"].cells[0] == ENGINE  # 05:00 in California is after 12:00 in London
    assert ada.identity["handed_in"] == "2024-03-01 05:00:01 -08:00"
    assert ada.identity["email"] == "ada@example.org"
    assert [fault.where for fault in ada.faults] == ["submission_1"]
    one, other = (student for student in students.values() if "group" in student.flags)
    assert one.sha256 == other.sha256
    assert not any(char in student for student in students for char in "\u202e\n")
    strays = {stray.where: stray.sentence for stray in found(gradescope).strays}
    assert set(strays) == {"submission_4", "submission_5", "submission_6"}
    assert "names no submitter" in strays["submission_5"]
    assert "names this folder, and it is missing" in strays["submission_4"]


def test_two_works_are_no_uploads_of_one_another(tmp_path: Path) -> None:
    write(tmp_path / "c" / "ada_11_21_part-1.py", ENGINE)
    write(tmp_path / "c" / "ada_11_22_part-2.py", "def check_grad(f):\n    return f\n")
    assert sorted(by_student(tmp_path / "c")["ada"].sources) == ["check-grad", "engine"]


def test_a_stray_hand_in_makes_the_layout_flat_and_a_stray_note_does_not(canvas: Path) -> None:
    write(canvas / "notes.txt", "mine")
    read = found(canvas)
    assert read.layouts == ("canvas",)
    assert [stray.where for stray in read.strays] == ["notes.txt"]
    write(canvas / "engine.py", ENGINE)
    assert found(canvas).layouts == ("flat",)
    forced = found(canvas, "canvas")
    assert forced.layouts == ("canvas",)
    assert [stray.where for stray in forced.strays] == ["engine.py", "notes.txt"]
    assert all("belongs to no student" in stray.sentence for stray in forced.strays)


@pytest.mark.parametrize(
    "data",
    [
        b"submission_1: [",
        b"\xff\xfe\x00",
        b"&a [*a, *a]: 1",
        b"submission_1: " + b"[" * 1000,
        b"a: !!python/object/apply:os.system ['touch /tmp/never']\n\x07",
    ],
)
def test_broken_metadata_is_a_named_fault(tmp_path: Path, data: bytes) -> None:
    folder = tmp_path / "export"
    write(folder / "submission_1/engine.py", ENGINE)
    write(folder / "submission_metadata.yml", data)
    read = found(folder)
    assert not read.submissions
    assert "this YAML file of Gradescope cannot be read" in read.strays[0].sentence


def test_aliases_do_not_multiply() -> None:
    laughs = [b"a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]"]
    for level in range(1, 40):
        laughs.append(b"a%d: &a%d [%s]" % (level, level, b", ".join([b"*a%d" % (level - 1)] * 10)))
    laughs.append(METADATA.removeprefix("---\n").encode())
    entries = read_metadata(b"\n".join(laughs) + b"\n")
    assert entries["submission_1"].submitters[0]["name"] == "Ada Lovelace"
    assert len(entries["submission_1"].submitters) == 1
    assert read_metadata(b"a: !!python/object/apply:os.system ['exit 1']\n")["a"].submitters == []


def test_nbgraders_folder_is_found_by_its_name_or_from_above(tmp_path: Path) -> None:
    home = tmp_path / "course"
    write(home / "submitted/ada/ps1/13_engine.py", ENGINE)
    write(home / "submitted/ada/ps1/timestamp.txt", "2024-03-01 12:00:00 UTC")
    write(home / "submitted/ada/ps2/04_backward.py", BACKWARD)
    write(home / "submitted/bob/ps1/13_engine.py", ENGINE)
    write(home / "source/ps1/13_engine.py", ENGINE)
    write(home / "gradebook.db", "")
    for path in (home, home / "submitted"):
        students = by_student(path)
        assert set(students) == {"ada", "bob"}
        assert sorted(students["ada"].sources) == ["backward", "engine"]
        assert students["ada"].identity["handed_in"] == "2024-03-01 12:00:00 UTC"
    write(home / "submitted/carl.py", ENGINE)
    assert found(home / "submitted").layouts == ("flat",)


def test_clones_from_github_classroom_lose_the_assignments_name(tmp_path: Path) -> None:
    folder = tmp_path / "engine-submissions"
    for user in ("ada-l", "ada-m", "team-7"):
        write(folder / f"engine-{user}/.git/config", "[core]\n")
        write(folder / f"engine-{user}/exercises/13_engine.py", ENGINE)
    students = by_student(folder)
    assert set(students) == {"ada-l", "ada-m", "team-7"}
    assert students["ada-l"].identity["github"] == "ada-l"
    elsewhere = tmp_path / "clones"
    shutil.copytree(folder, elsewhere)
    assert set(by_student(elsewhere)) == {"ada-l", "ada-m", "team-7"}
    write(elsewhere / "mine/13_engine.py", ENGINE)
    assert found(elsewhere).layouts == ("flat",)


def test_a_zip_reads_like_its_folder(
    canvas: Path, moodle: Path, gradescope: Path, tmp_path: Path
) -> None:
    for folder, layout in ((canvas, "canvas"), (moodle, "moodle"), (gradescope, "gradescope")):
        plain = {s.student: (s.sha256, s.flags, s.identity) for s in found(folder).submissions}
        for archive in (zipped(folder), zipped(folder, top="hw1 submissions (2)")):
            read = found(archive)
            assert read.layouts == (layout,)
            assert {s.student: (s.sha256, s.flags, s.identity) for s in read.submissions} == plain
    ada = by_student(zipped(canvas))["lovelaceada"]
    assert ada.path == tmp_path / "canvas.zip" / "lovelaceada_1001_20001_13_engine.py"
    assert not list(Path("/tmp").glob("topograde-class-*/*/lovelaceada*"))


def test_nobody_hands_in_under_the_names_of_others(canvas: Path, tmp_path: Path) -> None:
    others = zipped(canvas).rename(tmp_path / "eve.zip")
    write(tmp_path / "bob.py", ENGINE)
    read = find_class([others, tmp_path / "bob.py"], COURSE)
    assert [each.student for each in read.submissions] == ["bob", "eve"]
    alone = tmp_path / "class"
    shutil.copytree(canvas, alone / "eve")
    assert list(by_student(alone)) == ["eve"]
    assert list(by_student(zipped(alone))) == ["class"]


def test_a_zip_that_is_no_download_is_one_students(tmp_path: Path) -> None:
    folder = tmp_path / "ada"
    write(folder / "13_engine.py", ENGINE)
    write(folder / "04_backward.py", BACKWARD)
    read = found(zipped(folder))
    assert read.layouts == ("flat",)
    assert sorted(read.submissions[0].sources) == ["backward", "engine"]
    asked = by_student(zipped(folder, top="class"), "flat")
    assert set(asked) == {"13_engine", "04_backward"}
    assert not asked["13_engine"].path.exists()
    write(tmp_path / "damaged.zip", b"PK\x03\x04 no")
    assert "damaged" in found(tmp_path / "damaged.zip").submissions[0].faults[0].sentence


def test_names_in_a_class_zip_lead_nowhere(tmp_path: Path) -> None:
    target = tmp_path / "class.zip"
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("ada_1001_2001_13_engine.py", ENGINE)
        archive.writestr("bob_1002_2002_13_engine.py", "/etc/passwd")
        link = archive.getinfo("bob_1002_2002_13_engine.py")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr("../eve_1003_2003_13_engine.py", ENGINE)
    read = found(target)
    assert [stray.where for stray in read.strays] == [
        "bob_1002_2002_13_engine.py", "../eve_1003_2003_13_engine.py",
    ]  # fmt: skip
    assert "leads out of the archive" in read.strays[1].sentence
    assert {s.student for s in read.submissions} == {"ada", "bob"}
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("ada_1001_2001_13_engine.py", ENGINE)
        archive.writestr(link, "/etc/passwd")
        archive.writestr("carl_1003_2003_" + "x" * 300 + ".py", ENGINE)
    read = found(target)
    assert read.layouts == ("canvas",)
    assert len(read.strays) == 2
    assert "a symbolic link" in read.strays[0].sentence
    assert {s.student: bool(s.sources) for s in read.submissions} == {
        "ada": True, "bob": False, "carl": False,
    }  # fmt: skip
    assert not (tmp_path / "eve_1003_2003_13_engine.py").exists()


def test_a_folder_that_is_called_like_a_file_or_deep_is_no_crash(tmp_path: Path) -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("a", "")
        archive.writestr("a/b", "")
        archive.writestr("d/" * 20_000 + "e.py", "")
        archive.writestr("//", "")
    write(tmp_path / "odd.zip", data.getvalue())
    assert found(tmp_path / "odd.zip").layouts == ("flat",)


def test_a_layout_that_is_asked_for_and_is_not_there_is_said(tmp_path: Path) -> None:
    write(tmp_path / "class" / "ada.py", ENGINE)
    for layout in ("canvas", "moodle", "gradescope", "nbgrader", "github-classroom"):
        with pytest.raises(UnreadableInput, match=layout):
            found(tmp_path / "class", layout)
    assert by_student(tmp_path / "class", "flat").keys() == {"ada"}


def test_several_downloads_are_one_class_with_distinct_ids(canvas: Path, tmp_path: Path) -> None:
    write(tmp_path / "flat" / "lovelaceada.py", ENGINE)
    read = find_class([canvas, tmp_path / "flat"], COURSE)
    assert read.layouts == ("canvas", "flat")
    students = [each.student for each in read.submissions]
    assert {"lovelaceada", "lovelaceada (1001)"} <= set(students)


# The roster.

GRADEBOOK = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Engine (4711),Final Score\n"
    "    Points Possible,,,,,100,(read only)\n"
    '"Lovelace, Ada",1001,S1,alove,A,,\n'
    '"Müller, Jürgen",1002,S2,jm,A,,\n'
    '"Noether, Emmy",1009,S9,en,A,,\n'
    '"Student, Test",5,,x,A,,\n'
)


def test_canvas_roster_names_students_and_lists_who_is_missing(canvas: Path) -> None:
    roster = read_roster(write(canvas.parent / "grades.csv", "\ufeff" + GRADEBOOK))
    assert roster.platform == "canvas"
    marked, missing = on_roster(found(canvas).submissions, roster)
    by_name = {each.student: each for each in marked}
    assert by_name["lovelaceada"].identity["name"] == "Lovelace, Ada"
    assert by_name["lovelaceada"].identity["sis"] == "S1"
    assert by_name["hoppergrace"].flags == ("unreadable", "not-on-roster")
    assert [person.name for person in missing] == ["Noether, Emmy"]
    head, rest = GRADEBOOK.split("\n", 1)  # a row of Canvas's settings is nobody
    manual = f"{head}\n,,,,,Manual Posting,\n{rest}"
    roster = read_roster(write(canvas.parent / "grades.csv", manual))
    assert len(roster.people) == 3
    assert roster.above[0][5] == "100"
    roster = read_roster(write(canvas.parent / "r.csv", 'Name,ID\nAda L,1\n"L, Ada",2\n'))
    assert roster.find("Ada L", {}) is None  # a name that two share is nobody's
    assert roster.find("Ada L", {"platform": "canvas", "number": "2"}) is roster.people[1]
    assert roster.find("x", {"platform": "moodle", "number": "2"}) is None  # a participant's


@pytest.mark.parametrize(
    ("heads", "row", "student"),
    [
        ("First name,Surname,ID number,Email address", "Ada,Lovelace,1,a@b.c", "Ada Lovelace"),
        ("First name;Last name;Email", "Ada;Lovelace;a@b.c", "lovelaceada"),
        ("Identifier,Full name,Grade", "Participant 77,Someone,-", "x"),
        ("name\tSID", "Ada\ts-1", "s-1"),
        ("identifier,github_username,github_id,name", "1,adal,9,Ada", "adal"),
        ("Username,Name", "AL2,Ada", "al2"),
        ("e-mail", "ada@b.c", "ADA@b.c"),
    ],
)
def test_columns_are_found_by_what_platforms_call_them(
    tmp_path: Path, heads: str, row: str, student: str
) -> None:
    roster = read_roster(write(tmp_path / "r.csv", f"{heads}\n{row}\n"))
    identity = {"platform": "moodle", "number": "77"} if "Identifier" in heads else {}
    assert roster.find(student, identity) is roster.people[0]
    assert roster.find("somebody else", {}) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "an empty file"),
        ("colour,size\nred,1\n", "It holds: colour, size"),
        ("Student,ID\n", "no line for any student"),
        (b"Name\n\xff\n", "UTF-8"),
    ],
)
def test_a_roster_that_cannot_be_used_says_why(
    tmp_path: Path, text: str | bytes, said: str
) -> None:
    with pytest.raises(RosterError, match=said):
        read_roster(write(tmp_path / "r.csv", text))
    with pytest.raises(RosterError, match="no such file"):
        read_roster(tmp_path / "nowhere.csv")
