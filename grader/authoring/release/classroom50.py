"""`topograde release classroom50`: an assignment for Classroom 50, to practise or for grades.

To practise: the starter files, and the FILE for `gh teacher assignment add --tests`, one `python`
test an exercise. For grades: the files of CLASSROOM/autograders/ASSIGNMENT/ in the classroom's own
repository, with an `autograder.py`. What is there is published on the web, so no secret is in it:
hidden inputs are drawn afresh in every run.
"""

from __future__ import annotations

import io
import json
import tarfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import grader
from grader.authoring.release.github import pinned
from grader.authoring.release.package import constraints, course_files, must_be_empty, write_files
from grader.authoring.release.student_kit import NAME, kit_files
from grader.course.course import Course, Exercise
from grader.course.stubs import ReleaseError

TEMPLATES = Path(__file__).parent / "templates" / "classroom50"
MODULE = "grader.cli.commands.classroom50"
TORCH_INDEX = "https://download.pytorch.org/whl/cpu"
SETTINGS, COURSE, PAGE = "settings.json", "course", "topograde.html"
MOST_BUNDLE = 10 * 1024 * 1024
"""Bytes of a bundle that Classroom 50's runner fetches at most."""
MOST_NAME = 100
"""Bytes of a test's name."""
TIMEOUT = 120
"""Seconds of a test, of the 600 that are allowed: the first one installs the kit."""


def write_practice(course: Course, out: Path) -> list[Path]:
    """Write `starter/` and `tests.json` into `out`; returns their paths. Raises `ReleaseError`."""
    readme = (TEMPLATES / "readme.md").read_bytes()
    kit = kit_files(course)
    files = {f"starter/{name}": data for name, data in kit.items()}
    files["starter/README.md"] = kit["README.md"] + b"\n" + readme
    tests = [declared(exercise) for exercise in course.exercises]
    files["tests.json"] = json.dumps(tests, indent=2).encode() + b"\n"
    must_be_empty(out)
    write_files(out, files)
    return [out / "starter", out / "tests.json"]


def write_grades(
    course: Course, out: Path, source: str | None, only: Sequence[str] = ()
) -> list[Path]:
    """Write the bundle into `out`; returns the paths of its files. Raises `ReleaseError`.

    source: what pip installs, with a fixed version. only: ids of the exercises to grade.
    """
    settings = {
        "module": MODULE,
        "only": list(only),
        "source": pinned(source),
        "torch_index": TORCH_INDEX,
        "version": grader.__version__,
    }
    files = {
        "autograder.py": (TEMPLATES / "autograder.py").read_bytes(),
        "constraints.txt": constraints(),
        SETTINGS: json.dumps(settings, indent=2).encode() + b"\n",
        **{f"{COURSE}/{name}": data for name, data in course_files(course).items()},
    }
    if (size := _packed(files)) > MOST_BUNDLE:
        raise ReleaseError(
            f"the bundle has {size / 2**20:.1f} MB; Classroom 50 takes 10 at most: take large "
            f"files out of {course.root}."
        )
    must_be_empty(out)
    return write_files(out, files)


def declared(exercise: Exercise) -> dict[str, Any]:
    """One exercise as a test of Classroom 50. The runner itself adds the JSON report."""
    name = f"{exercise.number}. {exercise.title}"
    return {
        "name": name.encode()[:MOST_NAME].decode("utf-8", "ignore"),
        "type": "python",
        "setup": f"python -m pip show --quiet {NAME} || python -m pip install --quiet .",
        "run": f"python -m pytest --topograde {exercise.id} -q",
        "timeout": TIMEOUT,
        "points": exercise.points,
    }


def _packed(files: Mapping[str, bytes]) -> int:
    """Bytes of the files as the .tar.gz that is published."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return len(buffer.getvalue())
