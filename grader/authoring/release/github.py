"""`topograde release github`: a template repository whose workflow grades each push.

In it: the student kit, with which the same exercises are checked on one's own machine, and
`.github/` with the workflow and the exact versions that it installs. No hidden check's numbers, no
solution, no secret.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import urlsplit

import grader
from grader.authoring.release.package import constraints, must_be_empty, write_files
from grader.authoring.release.student_kit import kit_files
from grader.course.course import Course
from grader.course.stubs import ReleaseError

WORKFLOW = ".github/workflows/topograde.yml"
EXAMPLE = f"git+https://github.com/YOU/topograde@v{grader.__version__}"


def write_github(course: Course, out: Path, source: str | None, fail_under: float) -> list[Path]:
    """Write the repository's files below `out`; returns their paths.

    source: what pip installs, with a fixed version. Raises `ReleaseError`, also where it is not
    given, for a folder that holds something already and for a course that `source` does not bring
    along.
    """
    if not course.is_built_in:
        raise ReleaseError(
            f"{course.root} is not the built-in course. The workflow grades what comes with the "
            "grader, so put your course into a fork of it and name that by --source"
        )
    must_be_empty(out)
    return write_files(out, repository_files(course, pinned(source), fail_under))


def repository_files(course: Course, source: str, fail_under: float) -> dict[str, bytes]:
    """The files of the repository, by path. Raises what `kit_files` does."""
    templates = Path(__file__).parent / "templates"
    workflow = (templates / "github_workflow.yml").read_text(encoding="utf-8")
    # A JSON text is a YAML text on one line, whatever is in it.
    workflow = workflow.replace("@SOURCE@", json.dumps(source))
    workflow = workflow.replace("@FAIL_UNDER@", json.dumps(f"{fail_under:g}"))
    only = f"--topograde {' '.join(course.only)} " if course.only else ""
    workflow = workflow.replace("@ONLY@", only)
    kit = kit_files(course)
    return {
        **kit,
        "README.md": kit["README.md"] + b"\n" + (templates / "github_readme.md").read_bytes(),
        WORKFLOW: workflow.encode(),
        ".github/constraints.txt": constraints(),
    }


def pinned(source: str | None) -> str:
    """What the workflow installs, if it says which version. Topograde is on no package index, so
    there is none to fall back on."""
    expected = (
        "--source names what the workflow installs the grader from, as pip takes it and with a "
        f"fixed version: your fork at a tag or commit, such as {EXAMPLE}. It names"
    )
    if source is None or not source.strip():
        raise ReleaseError(f"{expected} nothing")
    if "\n" in source:
        raise ReleaseError(f"{expected} {source!r}")
    repository = re.search(r"\bgit\+\S+", source)
    if repository and "@" not in urlsplit(repository.group()).path:
        raise ReleaseError(f"{expected} {source!r}, which changes with its branch")
    return source
