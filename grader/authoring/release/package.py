"""The grader and a course as files, for a release that runs elsewhere, and what pip installs."""

from __future__ import annotations

import importlib.metadata
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

from grader.course.course import Course
from grader.course.stubs import ReleaseError

PACKAGE = Path(__file__).resolve().parents[2]
_LEFT_OUT = {"__pycache__", "_course", "parts", "npm"}
"""Also what the browser page is built of: 22 MB that no grader needs."""
_NEW_COURSE = PACKAGE / "authoring" / "templates"
"""What a new course begins with; it has a solution, and no grader needs it."""


def package_files() -> dict[str, bytes]:
    """The package, by path: `grader/...`."""
    return {
        f"grader/{path.relative_to(PACKAGE).as_posix()}": path.read_bytes()
        for path in sorted(PACKAGE.rglob("*"))
        if path.is_file()
        and not path.is_relative_to(_NEW_COURSE)
        and not _LEFT_OUT & set(path.relative_to(PACKAGE).parts)
    }


def write_files(out: Path, files: Mapping[str, bytes]) -> list[Path]:
    """Write files below a folder; returns their paths. Raises `ReleaseError`."""
    paths = []
    try:
        for name, data in files.items():
            path = out / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            paths.append(path)
    except OSError as error:
        raise ReleaseError(f"{out} cannot be written to: {error.strerror}.") from error
    return paths


def must_be_empty(out: Path) -> None:
    """Raise `ReleaseError` for a folder that holds something, and for what is none."""
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise ReleaseError(f"{out} is no empty folder: name one that is empty or not there yet.")


def course_files(course: Course) -> dict[str, bytes]:
    """What grading needs of a course, by path below it: course.toml, stubs, checks; no solution."""
    files: dict[str, bytes] = {}
    for folder in (course.stubs_dir, course.checks_dir):
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".toml") and "__pycache__" not in path.parts:
                files[path.relative_to(course.root).as_posix()] = path.read_bytes()
    toml = course.root / "course.toml"
    if toml.is_file():
        files["course.toml"] = toml.read_bytes()
    if not any(name.endswith("course.toml") for name in files):
        raise ReleaseError(f"neither {course.root} nor its exercises/ holds a course.toml")
    return files


def requirements() -> list[str]:
    """What the grader depends on, as pip reads it. Raises `ReleaseError` if nobody knows."""
    project = PACKAGE.parent / "pyproject.toml"
    if project.is_file():
        table = tomllib.loads(project.read_text(encoding="utf-8")).get("project", {})
        if table.get("name") == "topograde":
            return [str(each) for each in table["dependencies"]]
    try:
        declared = importlib.metadata.requires("topograde") or []
    except importlib.metadata.PackageNotFoundError:
        raise ReleaseError(
            "what the grader needs is not known: run this from a checkout, or install topograde"
        ) from None
    return [each for each in declared if "extra ==" not in each]


def constraints() -> bytes:
    """Exact versions: those of constraints.txt in the checkout, otherwise those installed."""
    file = PACKAGE.parent / "constraints.txt"
    if file.is_file():
        return as_lines(file.read_text(encoding="utf-8").split())
    return as_lines(
        sorted(
            f"{each.name}=={re.sub(r'[+].*', '', each.version)}"  # +cpu is the machine's, not ours
            for each in importlib.metadata.distributions()
            if each.name != "topograde"
        )
    )


def as_lines(items: Iterable[str]) -> bytes:
    """A line for each."""
    return "".join(f"{item}\n" for item in items).encode()
