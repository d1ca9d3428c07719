"""Which files of a hand-in are what was handed out: the kit, and stubs in which nothing was done.

Stubs and notebook lie in one folder, and students hand in the folder. Whoever wrote the `.py` hands
in the notebook as well, without one character of theirs in it; that is no second answer. How much
must be as it was handed out depends on what is done with the answer:

    is_untouched   the very text                   `topograde next` may write over it
    nothing_done   all that the stub asks for      it is not begun, and gives way to another file
    is_any_stub    all code, of whichever stub     in a class: it earns nothing
    parts_to_do    a function or a constant each   a check that needs it is still to do
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from grader.course.course import Course
from grader.course.stub_parts import TODO, asks, exercise_mark, named_in, parts_of, plain
from grader.submissions.files import RawFile
from grader.submissions.sources.likeness import dumped, node_count, statements_of
from grader.syntax import fresh_tree, parse

_PACKAGE = "grader/"


def without_kit(files: Sequence[RawFile]) -> tuple[RawFile, ...]:
    """The files without those of the grader itself, and of a course.

    A clone of `release github` and the student kit hold the package `grader`, in which lie stubs
    and checks that are called like exercises. Beside solutions lie their checks, called so too.
    """
    packages = {
        file.name[: at + len(_PACKAGE)]
        for file in files
        if (at := f"/{file.name}".find(f"/{_PACKAGE}_course/")) >= 0
    }
    return tuple(
        file
        for file in files
        if not file.name.startswith(tuple(packages))
        and not ("checks" in file.name.split("/")[:-1] and b"from grader.checks" in file.data)
    )


def is_untouched(cells: Sequence[str], stub: str, exercise: str) -> bool:
    """Whether an answer's code is the stub's text, or ends with the stub's cell of the notebook."""
    written = [cell.strip() for cell in cells if cell.strip()]
    if not written or written == [stub.strip()]:
        return bool(written)
    cell = f"{exercise_mark(exercise)}\n{parts_of(stub).code}"
    return written[-1] == cell.strip()


def nothing_done(cells: Sequence[str], stub: str, exercise: str) -> bool:
    """Whether an answer is untouched, or the stub of an earlier edition with nothing done in it."""
    written = [cell for cell in cells if cell.strip()]
    return is_untouched(cells, stub, exercise) or (
        bool(written) and _is_not_begun(written[-1], stub)
    )


@lru_cache(maxsize=4)  # whoever says what to do next asks again
def _is_not_begun(text: str, stub: str) -> bool:
    """Whether all that a stub asks for is in a file as the stub has it.

    Compared are the functions with a TODO in them and the constants, as Python reads them. So the
    stub of an earlier edition, whose text is another, is told as what it is.
    """
    if TODO not in text:
        return False
    code = parts_of(stub).code
    lines = code.splitlines()
    wanted = {name for name, node in named_in(parse(code)) if asks(node, lines)}
    return _found(stub, wanted) == _found(text, wanted)


def _found(text: str, wanted: set[str]) -> dict[str, str]:
    """What is asked for, as it stands in the text: by name, as `ast` spells it.

    The whole text where that cannot be told: names are missing, or none is asked for.
    """
    found = {name: plain(node) for name, node in named_in(fresh_tree(text)) if name in wanted}
    return found if wanted and found.keys() == wanted else {"": text}


def is_any_stub(cells: Sequence[str], course: Course) -> bool:
    """Whether an answer is one stub of the course, but for blanks, comments and the text on top."""
    statements = statements_of(cells)
    known = _stubs(tuple(map(course.stub, course.exercises)))
    return node_count(statements) in known and dumped(statements) in known[node_count(statements)]


@cache
def _stubs(texts: tuple[str, ...]) -> dict[int, set[str]]:
    """The statements of each stub, with its examples and without, by their size."""
    found: dict[int, set[str]] = {}
    for text in texts:
        for code in (text, parts_of(text).code):
            if statements := statements_of([code]):
                found.setdefault(node_count(statements), set()).add(dumped(statements))
    return found


def parts_to_do(stub: str, code: str) -> frozenset[str]:
    """The top-level names that have a TODO in the stub and are defined in the code as there."""
    made = dict(_defined(code))
    return frozenset(
        name
        for name, node in _parts(stub)
        if name in made and ast.dump(made[name]) == ast.dump(node)
    )


def _parts(stub: str) -> list[tuple[str, ast.stmt]]:
    """What has a TODO in it, or in the lines right above it."""
    lines = stub.splitlines()
    found = []
    for name, node in _defined(stub):
        first = node.lineno - 1
        while first and lines[first - 1].strip():
            first -= 1
        if any(TODO in line for line in lines[first : node.end_lineno]):
            found.append((name, node))
    return found


def _defined(text: str) -> Iterator[tuple[str, ast.stmt]]:
    tree = parse(text)
    for node in tree.body if tree else ():
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name, node
        elif isinstance(node, ast.Assign):
            yield from (
                (target.id, node) for target in node.targets if isinstance(target, ast.Name)
            )
