"""The student's kit in a hand-in: its modules as a package of their own, and what may answer."""

from __future__ import annotations

import ast
import binascii
import marshal
import sys
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

CALLED = frozenset(
    "backward tanh exp relu __add__ __radd__ __sub__ __rsub__ __mul__ __rmul__ __truediv__ "
    "__rtruediv__ __pow__ __neg__ __getattr__ __getattribute__".split()
)
HARMLESS = frozenset("Protocol Exception ValueError TypedDict NamedTuple IntEnum IntFlag".split())
"""Classes without an operator."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A function or a class, by the module of the kit that it is in.

    takes: how many arguments a function takes; None for a class.
    """

    module: str
    name: str
    takes: range | None


def modules_of(files: Mapping[str, bytes]) -> dict[str, str]:
    """The kit's modules by their files, in a package that is not the grader's own.

    Not the stubs: later ones give what earlier ones ask for, and everybody has them.
    """
    return {
        name.replace("grader/", "kit/", 1): data.decode().replace("grader.", "kit.")
        for name, data in files.items()
        if name.endswith(".py") and name.startswith("grader/") and "/exercises/" not in name
    }


def candidates_of(modules: Mapping[str, str]) -> list[Candidate]:
    """Every function at the top of the modules, and every class that may be an engine."""
    return [
        Candidate(module_name(path), node.name, _takes(node))
        for path, text in modules.items()
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef)
        or (isinstance(node, ast.ClassDef) and _may_compute(node))
    ]


def standard_of(modules: Mapping[str, str]) -> str:
    """Imports of what the modules need of the standard library, which is then loaded before a
    process is locked."""
    named: set[str] = set()
    for text in modules.values():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Import):
                named |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                named.add(node.module)
    wanted = {name for name in named if name.partition(".")[0] in sys.stdlib_module_names}
    wanted -= {"__future__", "msvcrt", "winreg", "readline"}
    return "".join(f"import {name}\n" for name in sorted(wanted))


def _may_compute(node: ast.ClassDef) -> bool:
    """Whether a class has an operator, or `backward`, or inherits from something that may.

    A program that is asked applies an operator or calls `backward`: no other class can answer.
    """
    own = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
    bases = {ast.unparse(base).partition("[")[0] for base in node.bases}
    return bool(own & CALLED) or bool(bases - HARMLESS)


def module_name(path: str) -> str:
    """`kit/course/__init__.py` is the module `kit.course`."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _takes(node: ast.FunctionDef | ast.ClassDef) -> range | None:
    """How many arguments a function takes; None for a class."""
    if isinstance(node, ast.ClassDef):
        return None
    given = len(node.args.posonlyargs) + len(node.args.args)
    most = 99 if node.args.vararg else given
    return range(given - len(node.args.defaults), most + 1)


def hand_in(modules: Mapping[str, str]) -> str:
    """The start of a hand-in from which these modules can be imported.

    They are compiled here, once, by the Python that a worker runs: each process of a worker that
    asks for a part of the kit would else compile what that part imports.
    """
    return _HAND_IN.format(codes={path: _code(path, text) for path, text in modules.items()})


@cache
def _code(path: str, text: str) -> str:
    data = zlib.compress(marshal.dumps(compile(text, path, "exec")))
    return binascii.b2a_base64(data, newline=False).decode()


_HAND_IN = """
import binascii, importlib, importlib.util, marshal, sys, zlib
_CODES = {codes!r}

class _Kit:
    def find_spec(self, name, path=None, target=None):
        for file in (name.replace(".", "/") + "/__init__.py", name.replace(".", "/") + ".py"):
            if file in _CODES or (file == "kit/__init__.py" and name == "kit"):
                inside = file.endswith("__init__.py")
                return importlib.util.spec_from_loader(name, self, is_package=inside, origin=file)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        file = module.__spec__.origin
        module.__file__ = "/nowhere/" + file
        if file in _CODES:
            data = zlib.decompress(binascii.a2b_base64(_CODES[file]))
            exec(marshal.loads(data), module.__dict__)

sys.meta_path.insert(0, _Kit())
"""
