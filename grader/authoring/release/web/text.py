"""What the page holds of a course: `course.json`, with every exercise's text, stub and hints."""

from __future__ import annotations

import hashlib
import re
from typing import Any

from markdown_it import MarkdownIt

from grader.authoring.release.docstring_markdown import as_markdown
from grader.course.course import Course, Exercise
from grader.course.stub_parts import parts_of

HEADINGS_BELOW = 2
"""The page's title and the exercise's stand above the headings of a text."""


def course_data(course: Course) -> dict[str, Any]:
    """The course as the page's scripts read it. Raises `OSError` if a stub cannot be read."""
    return {
        "id": hashlib.sha256(course.title.encode()).hexdigest()[:12],
        "title": course.title,
        "exercises": [_exercise_data(course, exercise) for exercise in course.exercises],
    }


def _exercise_data(course: Course, exercise: Exercise) -> dict[str, Any]:
    stub = (course.stubs_dir / exercise.file_name).read_text(encoding="utf-8")
    return {
        "id": exercise.id,
        "number": exercise.number,
        "title": exercise.title,
        "points": exercise.points,
        "file": exercise.file_name,
        "text": text_of(stub),
        "stub": stub,
        "fold": _end_of_docstring(stub),
        "hints": list(exercise.hints),
    }


def text_of(stub: str) -> str:
    """The docstring of a stub as HTML, without its title and without commands to type."""
    text = parts_of(stub).text.rstrip()
    text = re.sub(r"\n\n[^\n]*[Rr]un this file(?:(?!\n\n).)*\Z", "", text, flags=re.DOTALL)
    _, _, text = text.partition("\n")
    reader = MarkdownIt("commonmark", {"html": False})
    tokens = reader.parse(as_markdown(text))
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1]) + HEADINGS_BELOW - 1, 6)}"
    told = str(reader.renderer.render(tokens, reader.options, {}))
    return told.replace("<pre>", '<pre tabindex="0">')  # what scrolls can be reached by keyboard


def _end_of_docstring(stub: str) -> int:
    """How many characters the docstring takes at the start of a stub; 0 if it has none there."""
    found = re.match(r'("""|\'\'\').*?\1', stub, flags=re.DOTALL)
    return found.end() if found else 0
