"""The course.toml of a part of a course, as it is handed out.

`only` in it says which part it is, so that one week's exercises are a course like any other.
"""

import json
import re

from grader.course.course import Course

_ONLY = re.compile(r"^only\s*=\s*\[[^\]]*\][^\n]*\n", re.MULTILINE)


def toml_of(course: Course) -> bytes:
    """Its course.toml, in which `only` says which part it is."""
    text = (course.stubs_dir / "course.toml").read_text(encoding="utf-8")
    if course.only:
        text = f"only = {json.dumps(list(course.only))}\n" + _ONLY.sub("", text, count=1)
    return text.encode()
