"""Whose verdicts are frozen: hand-ins that stand in the repository, each with a name of its own.

What one can do with it: list them (`hand_ins`), draw a part (`drawn`), and lay them out as a class
(`lay_out`). The first word of a name says where a hand-in comes from.
"""

from __future__ import annotations

import random
import shutil
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.course.course import Course, load_course
from tests.proving.answers import FOLDER as ANSWERS
from tests.proving.answers import text_of
from tests.proving.tasks import wrong_answers
from tests.support.paths import DATA, ODD_HAND_INS, ROOT, SAMPLE_CLASS, TINY, WRONG_ENGINES
from tests.support.wrong_answers import COURSES, LARGE, WRONG


@dataclass(frozen=True, slots=True)
class Known:
    """A hand-in of the corpus: a file or folder as it is, or texts by the names of their files."""

    name: str
    course: Path
    content: Path | Mapping[str, str]


def hand_ins() -> list[Known]:
    """Every hand-in, by name."""
    course = load_course(ROOT)
    found = [Known(f"sample-{path.stem}", ROOT, path) for path in SAMPLE_CLASS.iterdir()]
    found += [Known(f"odd-{path.stem}", ROOT, path) for path in ODD_HAND_INS.iterdir()]
    engines = {f"wrong-{path.stem}": path for path in WRONG_ENGINES.glob("*.py")}
    for path in (DATA / "strangers").glob("*/*/*.py"):
        engines[f"strangers-{path.parts[-3]}-{path.parts[-2]}-{path.stem}"] = path
    exam = course.exercise("engine").file_name
    found += [Known(name, ROOT, {exam: _text(path)}) for name, path in engines.items()]
    found += [*_tasks(course), *_exercises(course)]
    folders = {"built-in": ROOT, "tiny": TINY}
    folders |= {Path(name).name: (COURSES / name).resolve() for name in WRONG}
    for name, folder in folders.items():
        found += _own(name, folder)
    for name, mistakes in WRONG.items():
        found += _mistakes((COURSES / name).resolve(), mistakes)
    found.sort(key=lambda known: known.name)
    assert len({known.name for known in found}) == len(found)
    return found


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _tasks(course: Course) -> Iterator[Known]:
    """Wrong answers to tasks: of each belief, and as strangers wrote them."""
    for answer in wrong_answers(course):
        name = answer.name.replace(" ", "-")
        yield Known(f"task-{name}", ROOT, {course.exercise(answer.exercise).file_name: answer.text})
    for file in ("answers", "named"):
        for name, truth in tomllib.loads(_text(ANSWERS / f"{file}.toml")).items():
            exercise = course.exercise(truth["exercise"])
            yield Known(f"{file}-{name}", ROOT, {exercise.file_name: text_of(truth, course)})


def _exercises(course: Course) -> Iterator[Known]:
    """Strangers' exercises, wrong and right: the name of each begins with its file's."""
    files = {exercise.file_name[3:-3]: exercise.file_name for exercise in course.exercises}
    for path in (DATA / "strangers").glob("*/exercises/*/*.py"):
        (file,) = [file for stem, file in files.items() if path.stem[3:].startswith(stem)]
        name = f"exercise-{path.parts[-4]}-{path.parts[-2]}-{path.stem}"
        yield Known(name, ROOT, {file: _text(path)})


def _own(name: str, folder: Path) -> Iterator[Known]:
    """A course's stubs and solutions, each exercise a hand-in."""
    course = load_course(folder)
    for exercise in course.exercises:
        for kind, place in ("stub", course.stubs_dir), ("solution", course.solutions_dir):
            path = place / exercise.file_name
            if path.name != LARGE or kind == "stub":  # it takes two gigabytes
                yield Known(f"{name}-{kind}-{exercise.id}", folder, {path.name: _text(path)})


def _mistakes(folder: Path, mistakes: Sequence[tuple[str, str, str, float]]) -> Iterator[Known]:
    for number, (file, right, wrong, _) in enumerate(mistakes):
        text = _text(folder / "solutions" / file).replace(right, wrong)
        yield Known(f"{folder.name}-mistake-{number:02}", folder, {file: text})


def drawn(found: Sequence[Known], percent: float, seed: int) -> list[Known]:
    """So many of a hundred, at least one, in order."""
    count = max(1, round(len(found) * percent / 100))
    return sorted(random.Random(seed).sample(found, count), key=lambda known: known.name)


def lay_out(found: Iterable[Known], folder: Path) -> None:
    """Write a class: a file or a folder for each."""
    folder.mkdir()
    for known in found:
        if not isinstance(known.content, Path):
            (folder / known.name).mkdir()
            for name, text in known.content.items():
                (folder / known.name / name).write_text(text, encoding="utf-8")
        elif known.content.is_dir():
            shutil.copytree(known.content, folder / known.name, symlinks=True)
        else:
            shutil.copy2(known.content, folder / f"{known.name}{known.content.suffix}")
