"""`topograde release gradescope`: a zip that Gradescope takes for an autograder.

In it: `setup.sh`, `run_autograder`, the package, the course without solutions, what pip has to
install, and the secret from which hidden inputs are drawn. Whoever has the zip has the secret.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from grader.authoring.release.package import (
    as_lines,
    constraints,
    course_files,
    package_files,
    requirements,
)
from grader.classroom.output_files import EXECUTABLE, PRIVATE, write_zip
from grader.classroom.secret import find_secret
from grader.course.course import Course
from grader.text import fingerprint

SCRIPTS = ("setup.sh", "run_autograder")
SETTINGS, SECRET, COURSE = "settings.json", "secret", "course"


def write_gradescope(
    course: Course, out: Path, secret_file: Path | None = None, only: Sequence[str] = ()
) -> str:
    """Write the zip; returns the secret's fingerprint.

    secret_file: without it $TOPOGRADE_SECRET is taken, or a secret is made. only: ids of the
    exercises to grade.
    Raises `ReleaseError`, `OutputError` and `SecretError`.
    """
    secret = find_secret(secret_file, None)
    scripts = Path(__file__).parent / "templates"
    files = {name: (scripts / name).read_bytes() for name in SCRIPTS}
    files |= package_files()
    files |= {f"{COURSE}/{name}": data for name, data in course_files(course).items()}
    files["requirements.txt"] = as_lines(requirements())
    files["constraints.txt"] = constraints()
    files[SETTINGS] = json.dumps({"only": list(only)}).encode() + b"\n"
    files[SECRET] = secret + b"\n"
    modes = {**dict.fromkeys(SCRIPTS, EXECUTABLE), SECRET: PRIVATE}
    write_zip(out, sorted(files.items()), modes, PRIVATE)
    return fingerprint(secret)
