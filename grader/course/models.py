"""What a student may read after passing, where the course says so: its own answer, part by part.

In a student's copy the answers lie in one compressed file: nobody comes upon them by accident, and
nobody who searches is kept from them. That of an exam is never among them.
"""

from __future__ import annotations

import json
import textwrap
import zlib
from collections.abc import Sequence

from grader.course.course import Course, Exercise
from grader.course.growing import parts_of_code

AFTER_PASS = "after-pass"
FILE = "models.z"


def may_be_read(course: Course, exercise: Exercise) -> bool:
    """Whether the course shows its answer to those who have passed."""
    return course.show_solutions == AFTER_PASS and not exercise.exam


def packed_models(course: Course) -> bytes:
    """The file for a student's copy. Raises OSError where the solutions are not at hand."""
    models = {e.id: _from_solution(course, e) for e in course.exercises if may_be_read(course, e)}
    return zlib.compress(json.dumps(models).encode(), 9)


def model_of(course: Course, exercise: Exercise) -> dict[str, str] | None:
    """The course's answer, the text of each part by its name; "" names what is no function.

    None where it may not be read, or is not at hand.
    """
    if not may_be_read(course, exercise):
        return None
    try:
        file = course.root / FILE
        if not file.is_file():
            return _from_solution(course, exercise)
        found: dict[str, dict[str, str]] = json.loads(zlib.decompress(file.read_bytes()))
        return found.get(exercise.id)
    except (OSError, ValueError, zlib.error):
        return None


def beside(
    course: Course, exercise: Exercise, cells: Sequence[str]
) -> list[tuple[str, str, str]] | None:
    """Each part of the course's answer: its name, the student's text of it, and the course's.

    None where it may not be read, or is not at hand. The caller sees to it that these cells pass.
    """
    model = model_of(course, exercise)
    own = parts_of_code("\n".join(cells))
    yours = {name: textwrap.dedent(part.text) for name, part in own.items()}
    if model is None:
        return None
    return [(name, yours.get(name, ""), textwrap.dedent(text)) for name, text in model.items()]


def _from_solution(course: Course, exercise: Exercise) -> dict[str, str]:
    from grader.course.stubs import BEGIN, END, STUB, TODO  # a student's copy has no such module

    path = course.solutions_dir / exercise.file_name
    lines = path.read_text(encoding="utf-8").splitlines()

    def kept(first: int, last: int) -> str:
        """These lines, counted from 1, without what is for the making of stubs."""
        marks = (BEGIN, END, STUB, TODO)
        shown = (line for line in lines[first - 1 : last] if not line.strip().startswith(marks))
        return "\n".join(shown).strip("\n")

    parts = parts_of_code("\n".join(lines))
    begins = [number for number, line in enumerate(lines, 1) if line.strip() == BEGIN]
    ends = [number for number, line in enumerate(lines, 1) if line.strip() == END]
    model: dict[str, str] = {}
    for begin, end in zip(begins, ends, strict=True):
        inside = [part for part in parts.values() if begin <= part.last and part.first <= end]
        for part in inside:
            model[part.name] = kept(part.first, part.last)
        if not inside:
            model[""] = "\n".join(filter(None, (model.get(""), kept(begin, end))))
    return model
