"""`topograde release github`: a template repository whose workflow grades each push.

In it: the stubs and notebooks, a README, `.github/workflows/classroom.yml` (the name that GitHub
Classroom expects), and the exact versions that it installs. No check, no solution, no secret.
"""

from __future__ import annotations

import json
from pathlib import Path

import grader
from grader.course import Course, CourseError, default_course_dir
from grader.release import ReleaseError, stale_stubs
from grader.release_package import PACKAGE, constraints

PLACEHOLDER = "YOUR-ORGANISATION"
DEFAULT_SOURCE = f"git+https://github.com/{PLACEHOLDER}/topograde@v{grader.__version__}"
"""Where the grader is installed from unless --source says so: to be replaced by your own fork."""
WORKFLOW = ".github/workflows/classroom.yml"


def write_github(course: Course, out: Path, source: str, fail_under: float) -> list[Path]:
    """Write the repository's files below `out`; returns their paths.

    source: what pip installs, with a fixed version. Raises `ReleaseError`, also for a folder that
    holds something already and for a course that `source` does not bring along.
    """
    try:
        built_in = default_course_dir().resolve() == course.root.resolve()
    except CourseError:
        built_in = False
    if not built_in:
        raise ReleaseError(
            f"the built-in course was expected, found {course.root}: the workflow grades what "
            "comes with the grader, so put your course into a fork of it and name that by --source"
        )
    if "\n" in source or not source.strip():
        raise ReleaseError(f"--source: something that pip installs was expected, found {source!r}")
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise ReleaseError(f"{out}: a folder that is empty or not there was expected")
    files = repository_files(course, source, fail_under)
    paths = []
    try:
        for name, data in files.items():
            path = out / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            paths.append(path)
    except OSError as error:
        raise ReleaseError(f"{out} could not be written: {error.strerror}") from error
    return paths


def repository_files(course: Course, source: str, fail_under: float) -> dict[str, bytes]:
    """The files of the repository, by path. Raises `ReleaseError` if stubs are not up to date."""
    stale = stale_stubs(course) if course.solutions_dir.is_dir() else []
    if stale:
        raise ReleaseError(
            f"{stale[0]} is not what its solution says: run `topograde release stubs` first"
        )
    templates = PACKAGE / "release_files"
    workflow = (templates / "github_workflow.yml").read_text(encoding="utf-8")
    # A JSON text is a YAML text on one line, whatever is in it.
    workflow = workflow.replace("@SOURCE@", json.dumps(source))
    workflow = workflow.replace("@FAIL_UNDER@", json.dumps(f"{fail_under:g}"))
    files = {
        WORKFLOW: workflow.encode(),
        ".github/constraints.txt": "".join(f"{pin}\n" for pin in constraints()).encode(),
        ".gitignore": b"__pycache__/\n.ipynb_checkpoints/\n.venv/\n",
        "README.md": (templates / "github_readme.md").read_bytes(),
    }
    for path in sorted(course.stubs_dir.iterdir()):
        if path.suffix in (".py", ".ipynb"):
            files[f"exercises/{path.name}"] = path.read_bytes()
    return files
