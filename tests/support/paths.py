"""Where the repository is, and the classes and courses that tests read."""

from pathlib import Path
from types import ModuleType

from grader.checks.declare import module_of

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"
SAMPLE_CLASS = DATA / "sample_class"
ODD_HAND_INS = DATA / "odd_hand_ins"
WITHOUT_IRI = DATA / "without_iri"
"""On a path, it makes nbformat's import quick."""
WRONG_ENGINES = DATA / "wrong_engines"
TINY = DATA / "tiny_course"


def builtin_checks(stem: str) -> ModuleType:
    """A module of the built-in course's checks."""
    return module_of(ROOT / "solutions" / "checks", stem)
