"""`topograde replay`: the same grade again, or what is different."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from grader.classroom.report_hmac import key_of, with_hmac
from grader.classroom.secret import VARIABLE, SecretError
from grader.cli.commands.handed_in import HandedIn
from grader.cli.commands.replay import replay_report
from grader.course.course import load_course
from grader.judging.report import ReportError
from grader.submissions.submission import UnreadableInput
from tests.support.class_runs import RIGHT, SECRET, WRONG, give_points, grade, make_class, run
from tests.support.paths import ROOT, TINY

CONSTANT = (TINY / "solutions" / "02_constant.py").read_text()
NAMES = ("bruno.json", "instructor/bruno.json")


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A class and its results, with the secret among them."""
    folder = tmp_path_factory.mktemp("graded")
    hand_ins = make_class(folder / "class", ada=RIGHT, bruno=WRONG)
    (folder / "secret").write_text(SECRET)
    assert grade(hand_ins, folder / "out") == 0
    shutil.copy(folder / "secret", folder / "out" / ".secret")
    return folder


@pytest.fixture
def out(graded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv(VARIABLE, raising=False)
    shutil.copytree(graded / "out", tmp_path / "out")
    return tmp_path / "out"


def replay(report: Path, hand_in: Path | None = None, secret: Path | None = None) -> int:
    return replay_report(load_course(TINY), report, hand_in, secret, allow_unsandboxed=False)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_grade_is_said_to_be_the_same(
    out: Path, graded: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replay(out / name) == 0  # where the hand-in lay, the gradebook knows
    assert capsys.readouterr().out == "same grade: 1 of 3\n"
    moved = shutil.copy(graded / "class" / "bruno.py", out.parent / "another name.py")
    assert replay(out / name, Path(moved)) == 0
    assert capsys.readouterr().out == "same grade: 1 of 3\n"


def test_an_override_is_not_the_machines(
    out: Path, graded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    give_points(out, "bruno", "doubling", 3, "by hand")
    assert json.loads((out / "bruno.json").read_text())["score"] == 3
    capsys.readouterr()
    assert replay(out / "bruno.json") == 0
    overridden = "overridden: doubling: from 1 (by its checks) to 3: by hand\n"
    assert capsys.readouterr().out == f"{overridden}same grade: 1 of 3\n"
    assert replay(out / "bruno.json", graded / "class" / "ada.py") == 1
    assert "another grade: 1 of 3 in the report, 3 of 3 now" in capsys.readouterr().out


@pytest.mark.parametrize("name", NAMES)
def test_another_hand_in_is_named_with_the_checks_that_it_changes(
    out: Path, graded: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replay(out / name, graded / "class" / "ada.py") == 1
    said = capsys.readouterr().out
    assert "another grade: 1 of 3 in the report, 3 of 3 now" in said
    assert "  hand-in: " in said
    assert "  doubling/double: failed (0) then, passed (2) now" in said
    assert "doubling/single" not in said
    assert "secret" not in said


@pytest.mark.parametrize(
    ("ingredient", "said"),
    [
        ("topograde", "Topograde: 0.0.9 then, "),
        ("python", "Python: 0.0.9 then, "),
        ("torch", "PyTorch: 0.0.9 then, "),
        ("course", "course: 0.0.9 then, "),
        ("secret", "secret: 0.0.9 then, "),
    ],
)
def test_an_ingredient_that_differs_is_named_though_the_grade_is_the_same(
    out: Path, ingredient: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    data = json.loads((out / "ada.json").read_text())
    data["receipt"][ingredient] = "0.0.9"
    data["isolation"]["level"] = "D"
    del data["hmac"]
    (out / "ada.json").write_text(json.dumps(with_hmac(data, key_of(SECRET.encode()))))
    assert replay(out / "ada.json") == 0
    told = capsys.readouterr().out
    assert told.startswith("same grade: 3 of 3\nthough this is different:\n")
    assert said in told
    assert "isolation, level: D then, " in told


def test_another_secret_is_named(
    out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "other").write_text(SECRET[::-1])
    assert replay(out / "ada.json", secret=tmp_path / "other") == 0
    said = capsys.readouterr().out
    assert said.startswith("its HMAC was made with another secret")
    assert "  secret: " in said


def test_what_is_missing_is_a_sentence(out: Path, tmp_path: Path) -> None:
    alone = Path(shutil.copy(out / "ada.json", tmp_path))
    with pytest.raises(SecretError, match="--secret-file"):
        replay(alone, TINY / "solutions" / "01_doubling.py")
    with pytest.raises(UnreadableInput, match="name it after the report"):
        replay(alone, secret=out / ".secret")
    with pytest.raises(UnreadableInput, match="No such hand-in"):
        replay(alone, tmp_path / "nobody.py", out / ".secret")
    with pytest.raises(UnreadableInput, match=r"The report .* cannot be read"):
        replay(tmp_path / "nothing.json")
    (tmp_path / "broken.json").write_text("{")
    with pytest.raises(ReportError, match="not JSON"):
        replay(tmp_path / "broken.json")
    (tmp_path / "other.json").write_text("[]")
    with pytest.raises(ReportError, match=r"other\.json: this is not a Topograde report"):
        replay(tmp_path / "other.json")
    with pytest.raises(ReportError, match="--course"):
        replay_report(load_course(ROOT), out / "ada.json", None, None, False)


def test_the_commands_are_there(out: Path) -> None:
    override = ("override", "bruno", "doubling", "--out", out)
    assert run(*override)[0] == 2
    assert run(*override, 2, "--remove")[0] == 2
    code, said = run(*override, 2, "--why", "half right")
    assert (code, "bruno: 1 of 3 -> 2 of 3 (override)" in said) == (0, True)
    code, said = run(*override, 9, "--why", "x")
    assert (code, "give 0 to 3 points" in said) == (2, True)
    assert run(*override, "--remove")[0] == 0
    code, said = run("replay", out / "bruno.json", "--course", TINY)
    assert (code, said) == (0, "same grade: 1 of 3\n")
    assert run("replay", out / "nobody.json", "--course", TINY)[0] == 2


def test_a_member_of_a_class_zip_is_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The path that is kept leads into the zip; a hand-in of two files is found as a whole."""
    monkeypatch.delenv(VARIABLE, raising=False)
    moodle = tmp_path / "moodle"
    moodle.mkdir()
    for name, text in (("01_doubling", RIGHT), ("02_constant", CONSTANT)):
        (moodle / f"Ada_1_assignsubmission_file_{name}.py").write_text(text)
        (moodle / f"Bruno_2_assignsubmission_file_{name}.py").write_text(text)
    flat = make_class(tmp_path / "plain", Ada=RIGHT)
    for folder, options in ((moodle, {}), (flat, {"handed": HandedIn(layout="flat")})):
        zipped = Path(shutil.make_archive(str(folder), "zip", folder))
        out = tmp_path / f"{folder.name}-out"
        assert grade(zipped, out, **options) == 0
        shutil.copy(tmp_path / "secret", out / ".secret")
        shutil.rmtree(folder)
        capsys.readouterr()
        assert replay(out / "Ada.json") == 0
        points = 4 if folder == moodle else 3
        assert capsys.readouterr().out == f"same grade: {points} of {points}\n"
        zipped.unlink()
        with pytest.raises(UnreadableInput, match=r"No such hand-in: .*\.zip/Ada"):
            replay(out / "Ada.json")


def test_a_hand_in_of_several_files_is_found_again_as_a_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    folder = tmp_path / "moodle"
    folder.mkdir()
    first = folder / "Ada_1_assignsubmission_file_01_doubling.py"
    first.write_text(RIGHT)
    second = folder / "Ada_1_assignsubmission_file_02_constant.py"
    second.write_text(CONSTANT)
    assert grade(folder, tmp_path / "out") == 0
    shutil.copy(tmp_path / "secret", tmp_path / "out" / ".secret")
    capsys.readouterr()
    assert replay(tmp_path / "out" / "Ada.json") == 0
    assert capsys.readouterr().out == "same grade: 4 of 4\n"
    second.write_text("")
    assert replay(tmp_path / "out" / "Ada.json") == 1
    assert "  hand-in: " in capsys.readouterr().out
