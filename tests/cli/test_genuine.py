"""`topograde replay --genuine`, and what replay says first of a report that was edited."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader.classroom.report_hmac import differences, key_of, verdict_on, with_hmac
from grader.classroom.secret import VARIABLE, SecretError
from grader.cli.commands.genuine import tell_genuine
from grader.cli.commands.replay import replay_report
from grader.course.course import load_course
from grader.judging.report import ReportError
from tests.support.class_runs import RIGHT, SECRET, WRONG, give_points, grade, make_class, run
from tests.support.paths import TINY

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
    return out / ".secret"


def replay(report: Path, hand_in: Path | None = None, secret: Path | None = None) -> int:
    return replay_report(load_course(TINY), report, hand_in, secret, allow_unsandboxed=False)


def edited(report: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    data = json.loads(report.read_text())
    change(data)
    report.write_text(json.dumps(data))
    return report


def raise_consistently(data: dict[str, Any]) -> None:
    """A failed check passes, and all sums fit."""
    data["exercises"][0]["checks"][1] |= {"outcome": "passed", "points": 2.0}
    data["score"] = data["exercises"][0]["score"] = 3.0


@pytest.mark.parametrize("name", NAMES)
def test_a_report_alone_is_told_genuine(
    out: Path, tmp_path: Path, secret: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    alone = Path(shutil.copy(out / name, tmp_path / "mailed.json"))
    assert tell_genuine(alone, secret) == 0
    assert capsys.readouterr().out.startswith("genuine: bruno, 1 of 3.")
    alone.write_text(json.dumps(json.loads(alone.read_text())))  # another layout, the same data
    assert tell_genuine(alone, secret) == 0


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
def test_any_edit_makes_a_report_alone_not_genuine(
    out: Path, tmp_path: Path, secret: Path, name: str, change: Callable[[dict[str, Any]], object]
) -> None:
    assert tell_genuine(edited(Path(shutil.copy(out / name, tmp_path)), change), secret) == 1


def test_what_cannot_be_shown_to_be_genuine_is_not(
    out: Path, tmp_path: Path, secret: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = Path(shutil.copy(out / "bruno.json", tmp_path))
    (tmp_path / "other").write_text(SECRET[::-1])
    assert tell_genuine(report, tmp_path / "other") == 1
    assert "names the secret" in capsys.readouterr().out
    assert tell_genuine(edited(report, lambda data: data.pop("hmac")), secret) == 1
    assert "it has no HMAC" in capsys.readouterr().out
    with pytest.raises(SecretError, match="--secret-file"):
        tell_genuine(report, None)


def test_a_field_that_is_there_twice_is_an_edit(out: Path, tmp_path: Path) -> None:
    text = (out / "bruno.json").read_text()
    (tmp_path / "bruno.json").write_text(text.replace('"score"', '"score": 3.0, "score"', 1))
    (tmp_path / "secret").write_text(SECRET)
    code, said = run(
        "replay", "--genuine", tmp_path / "bruno.json", "--secret-file", tmp_path / "secret"
    )
    assert (code, "edited: the field 'score' is there twice" in said) == (1, True)


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.update(score="3"),
        lambda data: data.update(overrides=[{"exercise": "doubling", "points": 3}]),
        lambda data: data.update(receipt={}),
        lambda data: data["exercises"][0]["checks"].append(1),
        lambda data: data.update(exercises=None),
    ],
)
def test_nonsense_in_a_report_is_a_sentence(
    out: Path, change: Callable[[dict[str, Any]], object]
) -> None:
    with pytest.raises(ReportError, match=r"bruno\.json: "):
        replay(edited(out / "bruno.json", change))


def test_an_edit_is_named_first_and_field_by_field(
    out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replay(edited(out / "bruno.json", raise_consistently)) == 1
    assert capsys.readouterr().out.splitlines() == [
        "edited: its HMAC does not fit what it says:",
        "edited: total: from 1 to 3",
        "edited: doubling score: from 1 to 3",
        'edited: doubling/double outcome: from "failed" to "passed"',
        "edited: doubling/double points: from 0 to 2",
        "another grade: 3 of 3 in the report, 1 of 3 now",
        "checks:",
        "  doubling/double: passed (2) then, failed (0) now",
    ]


def test_without_a_gradebook_the_hand_in_tells_what_was_edited(
    out: Path, graded: Path, tmp_path: Path, secret: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = edited(Path(shutil.copy(out / "bruno.json", tmp_path)), raise_consistently)
    assert replay(report, graded / "class" / "bruno.py", secret) == 1
    said = capsys.readouterr().out.splitlines()
    assert "edited: total: from 1 to 3" in said
    assert 'edited: doubling/double outcome: from "failed" to "passed"' in said


def test_an_override_is_named_as_one_and_a_made_up_one_as_edited(
    out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    give_points(out, "bruno", "doubling", 2, "half right")
    assert tell_genuine(out / "bruno.json", None) == 0
    assert "overridden: doubling: from 1 (by its checks) to 2: half right" in (
        capsys.readouterr().out
    )
    changed = edited(out / "bruno.json", lambda data: data["overrides"][0].update(points=3.0))
    assert replay(changed) == 1
    assert "edited: overrides: from [" in capsys.readouterr().out


def test_data_written_with_a_key_are_genuine_whatever_characters_they_hold() -> None:
    data = {"student": "\ud83d\ude00 \udc80 é", "score": 0.1, "more": [1, True, None, 1e300]}
    written = json.loads(json.dumps(with_hmac(data, key_of(b"secret"))))
    assert verdict_on(written, b"secret") == "genuine"
    assert verdict_on({**written, "score": 0.2}, b"secret") == "edited"
    assert verdict_on(written, b"other") == "other secret"
    assert "secret" not in key_of(b"secret")


def test_differences_are_told_by_ids() -> None:
    old = {"exercises": [{"id": "a", "score": 1, "checks": [{"id": "x", "points": 0}]}]}
    new = {"exercises": [{"id": "a", "score": 2, "checks": [{"id": "x", "points": 1}]}]}
    assert list(differences(old, new)) == [("a score", 1, 2), ("a/x points", 0, 1)]
