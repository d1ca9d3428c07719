"""`topograde new course NAME`: a folder with a whole small course in it, which proves itself.

Two exercises, each with a solution and three checks, written to be replaced by one's own.
"""

from __future__ import annotations

from pathlib import Path

from grader.authoring.release.stubs import write_stubs
from grader.course.course import load_course
from grader.course.stubs import ReleaseError

TEMPLATES = Path(__file__).parent / "templates" / "course"


def write_course(folder: Path) -> list[Path]:
    """Write the course, its stubs and its notebook into a folder that is not there yet.

    Raises `ReleaseError` if it is there, or cannot be written.
    """
    if folder.exists():
        raise ReleaseError(f"{folder} exists already: name another folder, or remove it.")
    title = folder.name.replace("_", " ").replace("-", " ").strip().capitalize() or "A course"
    title = "".join(c for c in title if c.isprintable() and c not in '"\\')
    written = []
    try:
        for template in sorted(TEMPLATES.rglob("*.in")):
            path = folder / template.relative_to(TEMPLATES).with_suffix("")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(template.read_text(encoding="utf-8").replace("@NAME@", title))
            written.append(path)
    except OSError as error:
        raise ReleaseError(f"{folder} cannot be written to: {error.strerror}.") from error
    return [*written, *write_stubs(load_course(folder))]
