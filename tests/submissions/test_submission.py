"""Hand-ins are found, matched to their exercises, and named, whatever students call them."""

from __future__ import annotations

import pickle
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.course.course import default_course_dir, load_course
from grader.submissions.layouts.find import find_submissions
from grader.submissions.student_id import safe_name
from grader.submissions.submission import Submission, UnreadableInput, read_submission, read_work
from tests.support.submission_samples import COURSE, ENGINE, code, notebook, packed, write

Files = Mapping[str, str | bytes]
ZIP = packed(("hw/13_engine.py", ENGINE))


def read(path: Path, only: str | None = None) -> Submission:
    return read_submission(path, COURSE, only)


def sentences(submission: Submission) -> str:
    return "\n".join(f"{fault.where}: {fault.sentence}" for fault in submission.faults)


# Which exercise a file is.


@pytest.mark.parametrize(
    ("name", "exercise"),
    [
        ("04_backward.py", "backward"),
        ("backward.py", "backward"),
        ("13_backward.py", "backward"),  # the id says it, and never the number
        ("Build-Topo.py", "build-topo"),
        ("03-build-topo.PY", "build-topo"),
        ("03 build topo.py", "build-topo"),
        ("04_backward (1).py", "backward"),
        ("04_backward(2).py", "backward"),
        ("04_backward-1.py", "backward"),
        ("04_backward-1 (1).py", "backward"),
        ("04_backward copy.py", "backward"),
        ("04_backward - Copy (2).py", "backward"),
        ("Ada Lovelace_12345_assignsubmission_file_04_backward.py", "backward"),
        ("lovelaceada_LATE_12345_678910_04_backward-2.py", "backward"),
        ("lovelaceada_12345_678910_engine.py", "engine"),
        ("HW1_ada_attempt_2024-03-01-12-00-00_03_build_topo.py", "build-topo"),
        ("12345-678 - Ada Lovelace - Mar 1, 2024 1200 PM - 04_backward.py", "backward"),
    ],
)
def test_a_stem_names_its_exercise_however_it_was_downloaded(
    tmp_path: Path, name: str, exercise: str
) -> None:
    submission = read(write(tmp_path / name, "x = 1\n"))
    assert list(submission.sources) == [exercise]
    assert submission.sources[exercise].cells == ("x = 1\n",)
    assert submission.faults == ()


@pytest.mark.parametrize(
    ("text", "exercise"),
    [
        (ENGINE, "engine"),
        ("def check_grad(f, xs): ...\n" + ENGINE, "engine"),
        ("def toposort(end): yield end\n", "consumer-counts"),
        ("async def toposort(end): yield end\n", "consumer-counts"),
        ("SHOWCASE_ORDER = []\n", "order-by-hand"),
        ("a, (SHOWCASE_ORDER, *b) = 1, (2, 3)\n", "order-by-hand"),
        ("SHOWCASE_ORDER: list = []\n", "order-by-hand"),
        ("if True:\n    def check_grad(f, xs): ...\n", "check-grad"),
        ("try:\n    pass\nexcept E:\n    pass\nelse:\n    class Value: ...\n", "engine"),
        ("try:\n    pass\nexcept E:\n    class Value: ...\n", "engine"),
        ("class Value:\n    def __init__(self:\n", "engine"),  # the checks report the syntax
    ],
)
def test_an_odd_name_is_recognised_by_what_it_defines(
    tmp_path: Path, text: str, exercise: str
) -> None:
    assert list(read(write(tmp_path / "my_work.py", text)).sources) == [exercise]


LONE = {
    "whatever.py": ("x = 1\n", True),
    "my backward (final).py": ("class Value: pass\n", True),
    "04.py": ("x = 1\n", True),
    "odd.py": ("class Value: pass\ndef build_topo(v, visited, topo): pass\n", True),
    "begun_elsewhere.py": (
        '"""Run: topograde check backward"""\ndef build_topo(v, visited, topo): pass\n',
        True,
    ),
    "04_backward.py": ("x = 1\n", False),
    "99_zero_grad.py": ("x = 1\n", False),
    "checker.py": ("def check_grad(f, xs): pass\n", False),
    "renamed.py": ('"""Stuck?  topograde hint accumulate"""\nx = 1\n', False),
    "marked.py": ("# exercise: functions\nx = 1\n", False),
}


BUILTIN = load_course(default_course_dir())


@pytest.mark.parametrize("name", LONE)
@pytest.mark.parametrize("kind", ["file", "folder", "zip", "clone"])
def test_a_lone_file_is_what_was_asked_for_unless_it_plainly_is_another(
    tmp_path: Path, name: str, kind: str
) -> None:
    text, taken = LONE[name]
    folder = tmp_path / "ada"
    path = write(folder / name, text)
    if kind == "clone":
        for stub in BUILTIN.stubs_dir.glob("*.py"):
            if name != stub.name:
                shutil.copy(stub, folder)
    if kind == "zip":
        path = Path(shutil.make_archive(str(tmp_path / "ada"), "zip", folder))
    elif kind != "file":
        path = folder
    asked = "build-topo"
    source = read_submission(path, BUILTIN, asked).sources.get(asked)
    if kind == "clone" and not taken:
        assert source is not None
        assert source.name != name  # the stub, with nothing done in it
    else:
        assert (source is not None and source.name == name) is taken


def test_what_is_asked_for_is_not_guessed_among_several(tmp_path: Path) -> None:
    folder = tmp_path / "ada"
    write(folder / "one.py", "x = 1\n")
    write(folder / "two.py", "y = 1\n")
    assert not read(folder, "build-topo").sources
    write(folder / "one.py", "import two\n")  # now the other is its helper
    assert read(folder, "build-topo").sources["build-topo"].name == "one.py"
    write(folder / "04_backward.py", "x = 1\n")  # work, and no stub
    assert "build-topo" not in read(folder, "build-topo").sources
    with pytest.raises(ValueError, match="nonsense"):
        read(folder, "nonsense")


def test_a_stub_under_another_name_is_known_by_its_text(tmp_path: Path) -> None:
    for stub in sorted(BUILTIN.solutions_dir.glob("*.py")):
        shutil.copy(stub, write(tmp_path / f"{stub.stem} mine" / "my work.py", ""))
        submission = read_submission(tmp_path / f"{stub.stem} mine", BUILTIN)
        assert [each.stem for each in BUILTIN.exercises if each.id in submission.sources] == [
            stub.stem
        ]


# Folders.


def test_a_folder_yields_its_exercises_and_the_siblings_they_import(tmp_path: Path) -> None:
    ada = tmp_path / "ada"
    write(ada / "04_backward.py", "from helper import f\n")
    write(ada / "13_engine.py", ENGINE)
    write(ada / "helper.py", "def f(): ...\n")
    write(ada / "pkg" / "__init__.py", "")
    write(ada / "pkg" / "more.py", "y = 2\n")
    write(ada / "not-a-module.py", "z = 3\n")
    write(ada / "notes.txt", "hello")
    submission = read(ada)
    assert list(submission.sources) == ["backward", "engine"]
    assert submission.faults == ()
    assert dict(submission.sources["backward"].siblings) == {
        "helper.py": "def f(): ...\n",
        "pkg/__init__.py": "",
        "pkg/more.py": "y = 2\n",
    }
    assert submission.student == "ada"


FOLDERS: Mapping[str, tuple[Files, Mapping[str, str], str]] = {
    "by definition": (
        {
            "grad.py": ENGINE,
            "main.py": "from grad import Value\nprint(Value(1))\n",
            "numeric.py": "def check_grad(f, xs): ...\n",
        },
        {"check-grad": "numeric.py", "engine": "grad.py"},
        "",
    ),
    "a name imported from a sibling": (
        {
            "main.py": "from _grad.parts import Value\n",
            "_grad/parts.py": "from _grad.base import Value\n",
            "_grad/base.py": "Value = type('Value', (), {})\n",
        },
        {"engine": "_grad/base.py"},
        "",
    ),
    "everything imported from a sibling": (
        {
            "main.py": "from _grad.parts import *\n",
            "_grad/parts.py": "from _grad.base import Value\n",
            "_grad/base.py": "Value = type('Value', (), {})\n",
        },
        {"engine": "_grad/base.py"},
        "",
    ),
    "a helper is no exam": (
        {
            "04_backward.py": "x = 1\n",
            "main.py": "from _grad.parts import Value\n",
            "_grad/parts.py": "class Value: ...\n",
        },
        {"backward": "04_backward.py"},
        "",
    ),
    "an oddly named exam": (
        {"04_backward.py": "x = 1\n", "my_final.py": ENGINE},
        {"backward": "04_backward.py", "engine": "my_final.py"},
        "",
    ),
    "two answers": (
        {"04_backward.py": "x = 1\n", "backward.py": "x = 2\n", "13_engine.py": ENGINE},
        {"engine": "13_engine.py"},
        "04_backward.py and backward.py",
    ),
    "the same answer twice": (
        {"04_backward.py": "x = 1\n", "backward.py": "x = 1\n"},
        {"backward": "04_backward.py"},
        "",
    ),
    "an empty file": (
        {"04_backward.py": " \n\n", "13_engine.py": ENGINE},
        {"engine": "13_engine.py"},
        "04_backward.py: the file is empty",
    ),
    "one zip": ({"hw.zip": ZIP}, {"engine": "13_engine.py"}, ""),
    "a zip beside an answer": (
        {"hw.zip": ZIP, "04_backward.py": "x = 1\n"},
        {"backward": "04_backward.py"},
        "hw.zip",
    ),
    "a scratch notebook beside an answer": (
        {"13_engine.py": ENGINE, "scratch.ipynb": notebook(code("from engine import Value"))},
        {"engine": "13_engine.py"},
        "scratch.ipynb: left out",
    ),
    "another kind of archive": ({"work.rar": b"Rar!"}, {}, ".rar archive"),
    "folders inside one another": (
        {
            "13_engine.py": ENGINE,
            "/".join("abcdefghijklmnopqrstuvwxyz") + "/backward.py": "x = 1\n",
        },
        {"engine": "13_engine.py"},
        "folders inside one another",
    ),
    "environments": (
        {
            "13_engine.py": ENGINE,
            **{f"{name}/lib/backward.py": "x = 1\n" for name in (".venv", "venv", "__pycache__")},
        },
        {"engine": "13_engine.py"},
        "",
    ),
    "a class inside a function": (
        {"my_work.py": "def f():\n    class Value: ...\n"},
        {},
        "my_work.py: rename it: Value",
    ),
    "an import from elsewhere": ({"my_work.py": "from torch import Value\n"}, {}, "rename it"),
    "nothing": ({}, {}, "the folder holds no .py or .ipynb file"),
}
"""The files of a hand-in, what is taken for which exercise, and what is said of the rest."""


@pytest.mark.parametrize("name", FOLDERS)
def test_a_folder_yields_what_can_be_told_and_names_the_rest(tmp_path: Path, name: str) -> None:
    files, taken, said = FOLDERS[name]
    (tmp_path / "ada").mkdir()
    for file, content in files.items():
        write(tmp_path / "ada" / file, content)
    submission = read(tmp_path / "ada")
    assert submission.student == "ada"
    assert {key: source.name for key, source in submission.sources.items()} == taken
    assert bool(submission.faults) is bool(said)
    for part in said.split(": "):
        assert part in sentences(submission)
    nothing = "no-exercise" if "my_work.py" in files else "unreadable"
    assert set(submission.flags) - {"zip", "notebook"} == (set() if taken else {nothing})


def test_a_package_keeps_its_name_for_imports(tmp_path: Path) -> None:
    write(tmp_path / "ada" / "tinygrad" / "__init__.py", "")
    write(tmp_path / "ada" / "tinygrad" / "engine.py", ENGINE)
    write(tmp_path / "ada" / "tinygrad" / "nn.py", "from tinygrad.engine import Value\n")
    source = read(tmp_path / "ada").sources["engine"]
    names = {name for name, _ in source.siblings}
    assert {"tinygrad/nn.py", "nn.py", "tinygrad/engine.py", "tinygrad/__init__.py"} <= names


def test_many_unmatched_files_are_not_listed_without_end(tmp_path: Path) -> None:
    for number in range(50):
        write(tmp_path / "ada" / f"part_{number + 20}.py", f"x = {number}\n")
    submission = read(tmp_path / "ada")
    assert len(submission.faults) == 21
    assert "30 more" in submission.faults[-1].sentence


# Classes.


def test_a_class_is_one_student_for_each_direct_child(tmp_path: Path) -> None:
    write(tmp_path / "zoe.py", ENGINE)
    write(tmp_path / "bob" / "13_engine.py", ENGINE)
    write(tmp_path / "j.doe" / "13_engine.py", ENGINE)
    write(tmp_path / "j.roe" / "13_engine.py", ENGINE)
    write(tmp_path / "cy.ipynb", notebook(code(ENGINE)))
    write(tmp_path / "dan.docx", b"PK")
    write(tmp_path / "zoe.pdf", b"%PDF-1.7")  # beside the hand-in: left aside
    for clutter in (".DS_Store", "__MACOSX/x.py", ".git/x.py", "bob.py~", "__pycache__/a.py"):
        write(tmp_path / clutter, "x")
    found = find_submissions([tmp_path], COURSE)
    assert [each.student for each in found] == ["bob", "cy", "dan", "j.doe", "j.roe", "zoe"]
    assert [len(each.sources) for each in found] == [1, 1, 0, 1, 1, 1]
    assert "a file .docx is not read: hand in a .py" in sentences(found[2])
    assert "zoe.pdf" in sentences(found[5])
    assert all(len(each.sha256) == 64 for each in found if each.sources)


def test_files_are_students_and_folders_are_classes(tmp_path: Path) -> None:
    write(tmp_path / "one" / "ada.py", ENGINE)
    write(tmp_path / "one" / "bob.py", ENGINE)
    cy = write(tmp_path / "cy.py", ENGINE)
    paths = [tmp_path / "one", cy, tmp_path / "one" / "ada.py"]  # one named twice is one
    assert [each.student for each in find_submissions(paths, COURSE)] == ["ada", "bob", "cy"]
    assert [each.student for each in find_submissions([cy], COURSE)] == ["cy"]


def test_a_path_that_is_not_there_is_the_callers_mistake(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match="nowhere"):
        find_submissions([tmp_path / "nowhere"], COURSE)
    with pytest.raises(UnreadableInput, match="nowhere"):
        read_work(tmp_path / "nowhere", COURSE)
    assert find_submissions([tmp_path], COURSE) == []


def test_ids_that_differ_in_case_only_are_one_name(tmp_path: Path) -> None:
    write(tmp_path / "g1" / "Ada.py", ENGINE)
    write(tmp_path / "g2" / "ada.py", ENGINE)
    write(tmp_path / "g2" / "bob.py", ENGINE)
    found = find_submissions([tmp_path / "g1", tmp_path / "g2"], COURSE)
    assert [each.student for each in found] == ["bob", "g1/Ada.py", "g2/ada.py"]
    assert [len(each.sources) for each in found] == [1, 1, 1]
    names = [safe_name(each.student).casefold() for each in found]
    assert len(set(names)) == 3


def test_names_of_duplicates_take_no_one_elses(tmp_path: Path) -> None:
    for place in ("x/g1/ada.py", "y/g1/ada.py", "x/g1/ada.ipynb", "y/g1/bob.py"):
        write(tmp_path / place, ENGINE)
    write(tmp_path / "x/g1/ada.py.zip", b"")
    found = find_submissions([tmp_path / "x/g1", tmp_path / "y/g1"], COURSE)
    students = [each.student for each in found]
    assert students == ["ada.py", "bob", "g1/ada.ipynb", "g1/ada.py", "g1/ada.py #2"]


# A student's own folder.


def test_in_a_students_own_folder_links_may_lead_anywhere(tmp_path: Path) -> None:
    target = write(tmp_path / "elsewhere" / "x.py", ENGINE)
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "13_engine.py").symlink_to(target)
    assert list(read_work(tmp_path / "work", COURSE).sources) == ["engine"]
    assert list(read_work(target, COURSE).sources) == ["engine"]


# The digest.


def test_a_folder_and_its_zip_have_one_digest(tmp_path: Path) -> None:
    write(tmp_path / "ada" / "04_backward.py", "x = 1\n")
    write(tmp_path / "ada" / "lib" / "helper.py", "y = 1\n")
    first = read(tmp_path / "ada")
    shutil.make_archive(str(tmp_path / "packed"), "zip", tmp_path, "ada")
    zipped = read(tmp_path / "packed.zip")
    assert zipped.sha256 == first.sha256
    assert zipped.sources == first.sources
    assert zipped.flags == ("zip",)
    assert pickle.loads(pickle.dumps(zipped)) == zipped
    write(tmp_path / "ada" / "notes.txt", "no source")
    assert read(tmp_path / "ada").sha256 == first.sha256
    (tmp_path / "ada" / "lib" / "helper.py").rename(tmp_path / "ada" / "lib" / "helped.py")
    assert read(tmp_path / "ada").sha256 != first.sha256


# Names of reports.


HOSTILE = [
    "../../x",
    "=cmd()",
    "<script>alert(1)</script>",
    "a\0b",
    "a\u202eb",
    "x" * 5_000,
    "CON",
    "con.txt",
    "lpt1",
    "",
    ".",
    "..",
    ".hidden",
    "-rf",
    "index",
    "INDEX",
    "grades",
    "instructor",
    "\ud800",
    "ada\n",
    "Zoë",
    "a/b",
    "a\\b",
    "ada-0123456789ab",
]


@pytest.mark.parametrize("student", HOSTILE)
def test_a_hostile_id_becomes_a_harmless_report_name(student: str) -> None:
    name = safe_name(student)
    assert re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,79}", name)
    assert re.search(r"-[0-9a-f]{12}\Z", name)
    for ordinary in ("ada", "j.doe", "Ada_Lovelace-2", "42"):
        assert safe_name(ordinary) == ordinary
    assert name.split(".")[0].lower() not in {"con", "index", "grades", "instructor", "lpt1"}


@given(st.lists(st.text(max_size=90) | st.sampled_from(HOSTILE), unique=True, max_size=30))
def test_distinct_ids_have_distinct_report_names(students: list[str]) -> None:
    names = [safe_name(student) for student in students]
    names += [safe_name(name) for name in names if name not in students]
    assert len(set(names)) == len(names)


def test_a_hostile_file_name_is_graded_under_a_printable_id(tmp_path: Path) -> None:
    hostile = ["=cmd()", "<script>", "a\x1b[2Jb", "a\u202eb", "b\nc", "CON", "\udce9", "zoe\u0308"]
    for stem in hostile:
        write(tmp_path / f"{stem}.py", ENGINE)
    found = find_submissions([tmp_path], COURSE)
    assert len(found) == len(hostile)
    for each in found:
        assert each.student.isprintable()
        assert each.sources["engine"].name.isprintable()
        assert list(each.sources) == ["engine"]
    assert {"a\\x1b[2Jb", "zo\u00eb"} <= {each.student for each in found}
