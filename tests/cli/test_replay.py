"""`topograde replay`: the same grade again, or what is different."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader.classroom.secret import VARIABLE, SecretError, key_of, with_hmac
from grader.cli.commands import replay as command
from grader.judging.report import ReportError
from grader.submissions.submission import UnreadableInput
from grader.text import fingerprint
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


@pytest.fixture
def secret(out: Path) -> Path:
    """Named, not found: the one beside a report is not taken."""
    return Path(shutil.copy(out / ".secret", out.parent / "secret"))


def replay(report: Path, secret: Path | None, hand_in: Path | None = None) -> int:
    return command.replay.callback(report, hand_in, secret, False, TINY)


def edited(report: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    data = json.loads(report.read_text())
    change(data)
    report.write_text(json.dumps(data))
    return report


def raise_consistently(data: dict[str, Any]) -> None:
    """A failed check passes, and all sums fit."""
    data["exercises"][0]["checks"][1] |= {"outcome": "passed", "points": 2.0}
    data["score"] = data["exercises"][0]["score"] = 3.0


def genuine(student: str, points: int, secret: Path, of: int = 3) -> str:
    """What is said of a report as it was written."""
    return (
        f"genuine: {student}, {points} of {of}; nothing was edited since it was written with the "
        f"secret {fingerprint(SECRET.encode())} of {secret}\n"
    )


@pytest.mark.parametrize("name", NAMES)
def test_the_same_grade_is_said_to_be_the_same(
    out: Path, graded: Path, secret: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = f"{genuine('bruno', 1, secret)}same grade: 1 of 3\n"
    assert replay(out / name, secret) == 0  # where the hand-in lay, the gradebook knows
    assert capsys.readouterr().out == said
    (out.parent / "archive").mkdir()
    moved = shutil.copy(graded / "class" / "bruno.py", out.parent / "archive")
    assert replay(out / name, secret, Path(moved)) == 0
    assert capsys.readouterr().out == said


@pytest.mark.parametrize("name", NAMES)
def test_a_report_alone_is_told_genuine_by_the_secret_that_was_named(
    out: Path, tmp_path: Path, secret: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mail").mkdir()
    alone = Path(shutil.copy(out / name, tmp_path / "mail"))
    alone.write_text(json.dumps(json.loads(alone.read_text())))  # another layout, the same data
    assert replay(alone, secret) == 0
    said = capsys.readouterr().out
    assert said.startswith(genuine("bruno", 1, secret) + "not graded again: ")
    (tmp_path / "mail" / ".secret").write_text(SECRET)
    with pytest.raises(SecretError, match="--secret-file"):
        replay(alone, None)  # a secret beside it may be its sender's


def test_a_report_that_its_sender_graded_is_not_genuine(
    out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "ours").write_text(SECRET[::-1])
    (out / "gradebook.sqlite").unlink()
    assert replay(out / "bruno.json", tmp_path / "ours") == 1
    assert capsys.readouterr().out.startswith("not shown to be genuine: its HMAC names the secret")
    assert replay(edited(out / "bruno.json", lambda data: data.pop("hmac")), out / ".secret") == 1
    assert "it has no HMAC" in capsys.readouterr().out


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "change",
    [
        raise_consistently,
        lambda data: data.update(score=2.0),
        lambda data: data.update(student="ada"),
        lambda data: data["exercises"][0]["checks"][1].update(message="All is well."),
        lambda data: data.update(overrides=[]) or data.update(flags=["late"]),
        lambda data: data["hmac"].update(sha256="0" * 64),
        lambda data: data["hmac"].update(more="1"),
        lambda data: data.update(new="field"),
    ],
)
def test_any_edit_makes_a_report_not_genuine(
    out: Path, tmp_path: Path, secret: Path, name: str, change: Callable[[dict[str, Any]], object]
) -> None:
    (tmp_path / "mail").mkdir()
    assert replay(edited(Path(shutil.copy(out / name, tmp_path / "mail")), change), secret) == 1


def test_an_edit_is_told_first_and_then_what_the_hand_in_earns(
    out: Path, secret: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replay(edited(out / "bruno.json", raise_consistently), secret) == 1
    first, *rest = capsys.readouterr().out.splitlines()
    assert first.startswith("edited: its HMAC does not fit what it says, by the secret ")
    assert rest == [
        "another grade: 3 of 3 in the report, 1 of 3 now",
        "checks:",
        "  doubling/double: passed (2) then, failed (0) now",
    ]
    assert replay(edited(out / "ada.json", lambda data: data.update(score=2)), secret) == 1
    assert "another grade: 2 of 3 in the report, 3 of 3 now" in capsys.readouterr().out


def test_broken_characters_and_doubled_fields_are_a_sentence(
    out: Path, tmp_path: Path, secret: Path
) -> None:
    data = json.loads((out / "bruno.json").read_text())
    del data["hmac"]
    signed = with_hmac({**data, "student": "\ud800"}, key_of(SECRET.encode()))
    (tmp_path / "odd.json").write_text(json.dumps(signed))
    arguments = ("--secret-file", secret, "--course", TINY)
    code, said = run("replay", tmp_path / "odd.json", *arguments)
    assert (code, said.startswith("genuine: ?, 1 of 3")) == (0, True)
    (out / "odd.json").write_text(json.dumps(signed))
    code, said = run("replay", out / "odd.json", *arguments)  # where the gradebook knows no such
    assert (code, "damaged" in said) == (0, False)
    data["student"], data["hmac"] = "\udc80", {"secret": "\udfff"}
    (tmp_path / "odd.json").write_text(json.dumps(data))
    code, said = run("replay", tmp_path / "odd.json", *arguments)
    assert (code, "names the secret ?" in said) == (1, True)
    text = (out / "bruno.json").read_text()
    (tmp_path / "odd.json").write_text(text.replace('"score"', '"score": 3.0, "score"', 1))
    code, said = run("replay", tmp_path / "odd.json", *arguments)
    assert (code, "'score' is there twice" in said) == (2, True)


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.update(score="3"),
        lambda data: data.update(score=10**400),
        lambda data: data.update(overrides=[{"exercise": "doubling", "points": 3}]),
        lambda data: data.update(receipt={}),
        lambda data: data["exercises"][0]["checks"].append(1),
        lambda data: data["exercises"][0].update(id=[]),
        lambda data: data.update(exercises=None),
        lambda data: data.update(identity=3),
        lambda data: data.update(late={"final": "1"}),
    ],
)
def test_nonsense_in_a_report_is_a_sentence(
    out: Path, secret: Path, change: Callable[[dict[str, Any]], object]
) -> None:
    with pytest.raises(ReportError, match=r"bruno\.json: "):
        replay(edited(out / "bruno.json", change), secret)


def test_an_override_is_not_the_machines(
    out: Path, graded: Path, secret: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    give_points(out, "bruno", "doubling", 3, "by hand")
    assert json.loads((out / "bruno.json").read_text())["score"] == 3
    capsys.readouterr()
    assert replay(out / "bruno.json", secret) == 0
    overridden = "overridden: doubling: from 1 (by its checks) to 3: by hand\n"
    said = f"{genuine('bruno', 3, secret)}{overridden}same grade: 1 of 3\n"
    assert capsys.readouterr().out == said
    assert replay(out / "bruno.json", secret, graded / "class" / "ada.py") == 1
    assert "another grade: 1 of 3 in the report, 3 of 3 now" in capsys.readouterr().out


@pytest.mark.parametrize("name", NAMES)
def test_another_hand_in_is_named_with_the_checks_that_it_changes(
    out: Path, graded: Path, secret: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replay(out / name, secret, graded / "class" / "ada.py") == 1
    said = capsys.readouterr().out
    assert "another grade: 1 of 3 in the report, 3 of 3 now" in said
    assert "  hand-in: " in said
    assert "  doubling/double: failed (0) then, passed (2) now" in said
    assert "doubling/single" not in said
    assert "  secret: " not in said


def test_each_ingredient_that_differs_is_named_though_the_grade_is_the_same(
    out: Path, secret: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = json.loads((out / "ada.json").read_text())
    for ingredient in ("topograde", "python", "torch", "course", "secret"):
        data["receipt"][ingredient] = "0.0.9"
    data["isolation"]["level"] = "D"
    del data["hmac"]
    (out / "ada.json").write_text(json.dumps(with_hmac(data, key_of(SECRET.encode()))))
    assert replay(out / "ada.json", secret) == 0
    told = capsys.readouterr().out
    assert told.startswith(
        f"{genuine('ada', 3, secret)}same grade: 3 of 3\nthough this is different:\n"
    )
    for ingredient in ("Topograde", "Python", "PyTorch", "course", "secret"):
        assert f"{ingredient}: 0.0.9 then, " in told
    assert "isolation, level: D then, " in told


def test_what_is_missing_is_a_sentence(out: Path, tmp_path: Path, secret: Path) -> None:
    alone = Path(shutil.copy(out / "ada.json", tmp_path))
    with pytest.raises(SecretError, match="--secret-file"):
        replay(alone, None, TINY / "solutions" / "01_doubling.py")
    with pytest.raises(UnreadableInput, match="No such hand-in"):
        replay(alone, secret, tmp_path / "nobody.py")
    with pytest.raises(UnreadableInput, match=r"The report .* cannot be read"):
        replay(tmp_path / "nothing.json", secret)
    (tmp_path / "broken.json").write_text("{")
    with pytest.raises(ReportError, match="not JSON"):
        replay(tmp_path / "broken.json", secret)
    (tmp_path / "other.json").write_text("[]")
    with pytest.raises(ReportError, match=r"other\.json: this is not a Topograde report"):
        replay(tmp_path / "other.json", secret)
    with pytest.raises(ReportError, match="--course"):
        command.replay.callback(out / "ada.json", None, secret, False, ROOT)


def test_the_commands_are_there(out: Path, secret: Path) -> None:
    override = ("override", "bruno", "doubling", "--out", out)
    assert run(*override)[0] == 2
    assert run(*override, 2, "--remove")[0] == 2
    code, said = run(*override, 2, "--why", "half right")
    assert (code, "bruno: 1 of 3 -> 2 of 3 (override)" in said) == (0, True)
    code, said = run(*override, 9, "--why", "x")
    assert (code, "give 0 to 3 points" in said) == (2, True)
    assert run(*override, "--remove")[0] == 0
    code, said = run("replay", out / "bruno.json", "--secret-file", secret, "--course", TINY)
    assert (code, said) == (0, f"{genuine('bruno', 1, secret)}same grade: 1 of 3\n")
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
    for folder, options in ((moodle, {}), (flat, {"layout": "flat"})):
        zipped = Path(shutil.make_archive(str(folder), "zip", folder))
        out = tmp_path / f"{folder.name}-out"
        assert grade(zipped, out, **options) == 0
        shutil.rmtree(folder)
        capsys.readouterr()
        assert replay(out / "Ada.json", tmp_path / "secret") == 0
        points = 4 if folder == moodle else 3
        said = genuine("Ada", points, tmp_path / "secret", of=points)
        assert capsys.readouterr().out == f"{said}same grade: {points} of {points}\n"
        zipped.unlink()
        with pytest.raises(UnreadableInput, match=r"No such hand-in: .*\.zip/Ada"):
            replay(out / "Ada.json", tmp_path / "secret")
