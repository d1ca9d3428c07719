"""`topograde hint`: one at a time, remembered, and never an error for what surrounds it."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from grader.cli.commands.hint import current_exercise
from grader.course.course import default_course_dir, load_course
from grader.grading.progress import FAILING, NOT_BEGUN, PASSED, Progress
from tests.support.paths import ROOT
from tests.support.terminals import environment
from tests.support.warm import topograde

COURSE = load_course(default_course_dir())
BACKWARD = COURSE.exercise("backward")


def hint(work: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return topograde("hint", *arguments, cwd=work, env=environment())


def words(text: str) -> str:
    return " ".join(text.split())


def test_hints_come_one_at_a_time_and_end(tmp_path: Path) -> None:
    for number, text in enumerate(BACKWARD.hints, 1):
        done = hint(tmp_path, "backward")
        assert done.returncode == 0, done.stderr
        assert f"backward, hint {number} of {len(BACKWARD.hints)}:" in done.stdout
        assert words(text) in words(done.stdout)
        others = [other for other in BACKWARD.hints if other != text]
        assert not any(words(other) in words(done.stdout) for other in others)
        assert all(len(line) <= 80 for line in done.stdout.splitlines())
    assert "That was the last one." in done.stdout
    done = hint(tmp_path, "04")
    assert done.returncode == 0
    assert f"backward has no more hints: you have seen all {len(BACKWARD.hints)}" in done.stdout
    assert words(BACKWARD.hints[-1]) in words(done.stdout)


def test_all_again_and_reset(tmp_path: Path) -> None:
    assert "No hint of backward was shown yet" in hint(tmp_path, "backward", "--again").stdout
    hint(tmp_path, "backward")
    shown = words(hint(tmp_path, "backward", "--again").stdout)
    assert words(BACKWARD.hints[0]) in shown
    assert words(BACKWARD.hints[1]) not in shown
    shown = words(hint(tmp_path, "backward", "--all").stdout)
    assert all(words(text) in shown for text in BACKWARD.hints)
    assert "hint 2 of" in hint(tmp_path, "backward").stdout  # --all counts for nothing
    hint(tmp_path, "backward", "--reset")
    assert "hint 1 of" in hint(tmp_path, "backward").stdout


def test_an_unknown_exercise_is_a_sentence(tmp_path: Path) -> None:
    done = hint(tmp_path, "backwrd")
    assert done.returncode == 2
    assert "Did you mean 'backward'?" in done.stderr
    assert not (tmp_path / ".topograde").exists()


def test_a_place_that_cannot_be_written_still_gets_its_hint(tmp_path: Path) -> None:
    """A file where the folder should be: as good as a read-only folder, for root as well."""
    (tmp_path / ".topograde").write_text("in the way")
    done = hint(tmp_path, "backward")
    assert done.returncode == 0
    assert words(BACKWARD.hints[0]) in words(done.stdout)
    assert "cannot be remembered" in done.stderr
    assert "Traceback" not in done.stderr


def test_notes_are_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    progress = Progress.load(tmp_path)
    progress.hints["backward"] = 1
    assert progress.save() is None
    before = progress.path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    progress.hints["backward"] = 2
    assert "No space left on device" in (progress.save() or "")
    assert progress.path.read_bytes() == before
    assert [path.name for path in progress.path.parent.iterdir()] == ["progress.json"]
    assert json.loads(before)["hints"] == {"backward": 1}


def test_without_a_name_it_is_the_exercise_that_failed(tmp_path: Path) -> None:
    progress = Progress.load(tmp_path)
    assert current_exercise(COURSE, progress) == COURSE.exercises[0]
    for exercise in COURSE.exercises[:5]:
        progress.states[exercise.id] = (PASSED, "")
    progress.states["functions"] = (FAILING, "")
    assert current_exercise(COURSE, progress) == COURSE.exercise("functions")
    progress.states["functions"] = (NOT_BEGUN, "")
    assert current_exercise(COURSE, progress) == COURSE.exercises[5]
    for exercise in COURSE.exercises:
        progress.states[exercise.id] = (PASSED, "")
    assert current_exercise(COURSE, progress) is None
    assert progress.save() is None
    done = hint(tmp_path)  # `make hint` shows an exit code as an error
    assert done.returncode == 0
    assert "Every exercise passed when it was last checked." in done.stdout


def test_a_hint_says_what_the_screen_does_not(tmp_path: Path) -> None:
    text = (ROOT / "solutions" / "04_backward.py").read_text()
    (tmp_path / "04_backward.py").write_text(text.replace("reversed(topo)", "topo"))
    told = words(topograde("check", cwd=tmp_path, env=environment()).stdout)
    assert "What must have happened before a node's rule runs?" in told
    done = hint(tmp_path)
    assert "backward, hint 1 of" in done.stdout
    assert words(BACKWARD.hints[0]) in words(done.stdout)
    assert words(BACKWARD.hints[0]) not in told


def test_a_text_that_passed_is_known_when_a_change_is_undone(tmp_path: Path) -> None:
    right = (ROOT / "solutions" / "01_order_by_hand.py").read_text()
    file = tmp_path / "01_order_by_hand.py"
    for text in (right, right.replace('["L", ', '["a", '), right):
        file.write_text(text)
        if text != right or not (tmp_path / ".topograde").exists():
            topograde("check", "01", cwd=tmp_path, env=environment())
    told = topograde("next", cwd=tmp_path, env=environment())
    assert told.stdout.startswith("wrote 02_local_rules.py"), told.stderr
