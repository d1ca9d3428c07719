"""An engine that grows: a stub with a student's own passed work in place of what is lent.

A *part* is a function, or a method of a class, at the top level of a file. A part belongs to the
student if an earlier stub asked for it (there is a TODO in it) and that exercise passes. `grown`
puts the student's parts where a later stub gives ours. What this stub asks for stays a TODO; only a
stub that collects, the exam's, takes the student's own work there too, if the student wants that.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Collection, Iterable
from typing import NamedTuple

from grader.course.stub_parts import EXAMPLES, named_in, parts_of
from grader.syntax import nodes_of, parse, renamed, symbols

TODO = re.compile(r"^ *# TODO\b.*\n?", re.MULTILINE)
PASTE = re.compile(r"^# TODO: paste .*\n", re.MULTILINE)
"""Where a stub wants a whole engine, of an exercise of another course."""


class Part(NamedTuple):
    """A function's or method's lines in a file, the first numbered 1, and its text."""

    name: str
    first: int
    last: int
    text: str

    @property
    def is_asked(self) -> bool:
        """Whether there is something for the student to do in it."""
        return TODO.search(self.text) is not None


class Passed(NamedTuple):
    """An exercise that passes: its stub, what the student made of it, and its id."""

    stub: str
    work: str
    exercise: str = ""


def parts_of_code(text: str) -> dict[str, Part]:
    """The parts of a file by name, a method's with its class: `Value.__add__`.

    None if it is not Python. The last one counts where a name is defined twice, as in Python. The
    examples at the end of a stub are nobody's parts.
    """
    lines = text.splitlines()
    examples = EXAMPLES.search(text)
    most = text.count("\n", 0, examples.start()) if examples else len(lines)
    found: dict[str, Part] = {}
    for name, node in named_in(parse(text)):
        first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
        last = node.end_lineno or node.lineno
        if isinstance(node, ast.FunctionDef) and last <= most:
            found[name] = Part(name, first, last, "\n".join(lines[first - 1 : last]))
    return found


def own_parts(passed: Iterable[Passed]) -> tuple[dict[str, str], dict[str, str]]:
    """The student's parts, the last passed one of each name, and what they need beside them.

    What is needed: imports, constants, functions and methods that no stub has, by name. One that
    is written otherwise in an earlier exercise is renamed, with the exercise's id at the end.
    """
    parts: dict[str, str] = {}
    helpers: dict[str, str] = {}
    for exercise in passed:
        given, work = parts_of_code(exercise.stub), parts_of_code(exercise.work)
        beside = {name: part.text for name, part in work.items() if name not in given}
        beside |= _other_statements(exercise)
        others = {
            name: f"{name}_{exercise.exercise.replace('-', '_')}"
            for name, text in beside.items()
            if helpers.get(name, text) != text and not text.startswith(("import ", "from "))
        }
        short = {name.rpartition(".")[2]: new.rpartition(".")[2] for name, new in others.items()}
        for name, text in beside.items():
            told = f"# It was `{name.rpartition('.')[2]}`: another file of yours has another one.\n"
            indent = text[: len(text) - len(text.lstrip(" "))]
            before = f"{indent}{told}" if name in others else ""
            helpers[others.get(name, name)] = before + renamed(text, short)
        for name, part in work.items():
            if name in given and given[name].is_asked:
                parts[name] = renamed(TODO.sub("", part.text), short)
    return parts, helpers


def grown(stub: str, passed: Iterable[Passed], collects: bool = False) -> tuple[str, list[str]]:
    """The stub with the student's parts in it, and their names; the stub itself if there are none.

    collects: take them also where the stub asks for them, and where it has no such part.
    """
    parts, helpers = own_parts(passed)
    here = parts_of_code(stub)
    taken = [
        name
        for name in parts
        if (name in here and (collects or not here[name].is_asked))
        or (collects and name not in here and _class_of(name) in _classes(stub))
    ]
    text, taken = _placed(stub, parts, helpers, taken)
    return (_without_done(text), taken) if collects and taken else (text, taken)


def written_in(passed: Iterable[Passed], taken: Collection[str]) -> dict[str, list[str]]:
    """By exercise the parts that were taken from it: each from the last one that asked for it, in
    the order in which they stand there."""
    last: dict[str, str] = {}
    found: dict[str, list[str]] = {}
    for exercise in passed:
        found[exercise.exercise] = []
        given, work = parts_of_code(exercise.stub), parts_of_code(exercise.work)
        asked = (name for name in work if name in given and given[name].is_asked)
        last |= dict.fromkeys(asked, exercise.exercise)
    for name, exercise_id in last.items():
        if name in taken:
            found[exercise_id].append(name)
    return {exercise: names for exercise, names in found.items() if names}


def still_asked(text: str, stubs: Iterable[str]) -> list[str]:
    """What is left to write in a collected file: its own TODOs, and methods that no part gave."""
    here, classes = parts_of_code(text), _classes(text)
    asked = (p for stub in stubs for p in parts_of_code(stub).values() if p.is_asked)
    missing = (p.name for p in asked if p.name not in here and _class_of(p.name) in classes)
    return [*(p.name for p in here.values() if p.is_asked), *dict.fromkeys(missing)]


def with_engine(stub: str, engine: str) -> str:
    """The stub with all of another file's code where it asks for that to be pasted, and no import
    twice."""
    imported = {row for row in stub.splitlines() if row.startswith(("import ", "from "))}
    rows = [row for row in parts_of(engine).code.splitlines() if row not in imported]
    code = "\n".join(rows).strip("\n") + "\n"
    text = PASTE.sub(lambda _: code, stub, count=1)
    return stub if symbols(text) is None else text


def _without_done(text: str) -> str:
    """A text without the TODOs that stand beside its parts: the parts are there now."""
    within = [(part.first, part.last) for part in parts_of_code(text).values()]
    lines = [
        line
        for number, line in enumerate(text.splitlines(), start=1)
        if not TODO.match(line) or any(first <= number <= last for first, last in within)
    ]
    return re.sub(r"\n{4,}", "\n\n\n", "\n".join(lines) + "\n")


def with_given(stub: str, other: str, known: Collection[str]) -> tuple[str, list[str]]:
    """A stub answered by what another stub gives, and the names of what it asks for and got.

    known: names of parts that are not taken. What a part needs beside it comes along.
    """
    given, here = parts_of_code(other), parts_of_code(stub)
    parts = {name: part.text for name, part in given.items() if name not in known}
    helpers = {name: part.text for name, part in given.items() if name in known}
    helpers |= _other_statements(Passed("", other))
    if not any(name in parts and part.is_asked for name, part in here.items()):
        return stub, []
    fit = [n for n in parts if n in here and (here[n].is_asked or not given[n].is_asked)]
    text, taken = _placed(stub, parts, helpers, fit)
    return text, [name for name in taken if here[name].is_asked]


def _placed(
    stub: str, parts: dict[str, str], helpers: dict[str, str], taken: list[str]
) -> tuple[str, list[str]]:
    """The stub with these parts in it, and what they need; the stub itself if there are none."""
    if not taken:
        return stub, []
    here = parts_of_code(stub)
    lines = stub.splitlines()
    new = [name for name in taken if name not in here]
    used = _needed([parts[name] for name in taken], helpers)
    methods = [parts[name] for name in new] + [
        helpers[name] for name in used if "." in name and _class_of(name) in _classes(stub)
    ]
    insertions: list[tuple[int, int, list[str]]] = [
        (here[name].first, here[name].last, parts[name].splitlines())
        for name in taken
        if name in here
    ]
    if methods:
        place = _end_of_class(stub, _class_of(next(n for n in (*new, *used) if "." in n)))
        block = [line for text in methods for line in ("", *text.splitlines())]
        insertions.append((place + 1, place, block))
    beside = [helpers[name] for name in used if "." not in name and name not in here]
    if beside:
        place = _end_of_imports(stub)
        block = [line for text in beside for line in (*_space_before(text), *text.splitlines())]
        insertions.append((place + 1, place, block))
    for first, last, text in sorted(insertions, key=lambda each: each[0], reverse=True):
        lines[first - 1 : last] = text
    result = "\n".join(lines) + "\n"
    return (stub, []) if symbols(result) is None else (result, sorted(taken))


def _space_before(text: str) -> list[str]:
    return ["", ""] if re.search(r"^(def|class) ", text, re.MULTILINE) else []


def _needed(texts: Iterable[str], helpers: dict[str, str]) -> list[str]:
    """The helpers whose names occur in the texts, or in other helpers that do."""
    used: dict[str, None] = {}
    waiting = list(texts)
    while waiting:
        words = _words(waiting.pop())
        for name, text in helpers.items():
            if name not in used and name.rpartition(".")[2] in words:
                used[name] = None
                waiting.append(text)
    return [name for name in helpers if name in used]


def _words(text: str) -> set[str]:
    """Names and attributes in a piece of code."""
    tree = parse(textwrap.dedent(text))
    nodes = nodes_of(tree) if tree else ()
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    return names | {node.attr for node in nodes if isinstance(node, ast.Attribute)}


def _statements(text: str) -> list[ast.stmt]:
    tree = parse(text)
    return tree.body if tree else []


def _other_statements(exercise: Passed) -> dict[str, str]:
    """Imports and constants at the top level of a student's file that its stub has not."""
    known = {ast.dump(node) for node in _statements(exercise.stub)}
    lines = exercise.work.splitlines()
    found = {}
    for node in _statements(exercise.work):
        if ast.dump(node) in known:
            continue
        names: list[str] = []
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            names = [(a.asname or a.name).partition(".")[0] for a in node.names]
        elif isinstance(node, ast.Assign):
            names = [target.id for target in node.targets if isinstance(target, ast.Name)]
        for name in names:
            found[name] = "\n".join(lines[node.lineno - 1 : node.end_lineno])
    return found


def _class_of(name: str) -> str:
    return name.rpartition(".")[0]


def _classes(text: str) -> set[str]:
    return {node.name for node in _statements(text) if isinstance(node, ast.ClassDef)}


def _end_of_class(text: str, name: str) -> int:
    """The last line of a class's body."""
    nodes = (n for n in _statements(text) if isinstance(n, ast.ClassDef) and n.name == name)
    return next(nodes).end_lineno or 0


def _end_of_imports(text: str) -> int:
    """The last line of the imports at the top, or of the docstring."""
    last = 0
    for node in _statements(text):
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if not is_text and not isinstance(node, (ast.Import, ast.ImportFrom)):
            break
        last = node.end_lineno or last
    return last
