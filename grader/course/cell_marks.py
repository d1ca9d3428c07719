"""The first line of a notebook cell that says what the cell is: `# exercise: backward`.

The notebook that students get marks its cells twice, by a tag and by this line. Tags are in the
file, which the kernel does not know, and some editors drop them; the line goes wherever the code
goes. So `check` in a notebook goes by the line, and reading a hand-in by either of the two.
"""

from __future__ import annotations

import re

NOTEBOOK = "topograde.ipynb"
"""The notebook with all exercises, beside the stubs."""
CHECK_TAG = "topograde-check"
"""The tag of cells that we put into a notebook to check an answer; they are not run."""

_MARK = re.compile(r"(?:%%.*\n\s*)?#[ \t]*(exercise|examples):[ \t]*([\w-]+)", re.IGNORECASE)


def exercise_mark(exercise: str) -> str:
    """The first line of a cell that answers an exercise."""
    return f"# exercise: {exercise}"


def examples_mark(exercise: str) -> str:
    """The first line of a cell that shows an exercise's examples."""
    return f"# examples: {exercise}"


def tag_of(source: str) -> str | None:
    """The tag that a cell's first line stands for: an exercise's id, or that of a check.

    A line such as `%%time`, which must be first, may be above it.
    """
    found = _MARK.match(source.lstrip())
    if found is None:
        return None
    return CHECK_TAG if found[1].lower() == "examples" else found[2].casefold()
