"""What a hand-in can import: the standard library, whole, and what it is told of the rest."""

from __future__ import annotations

import importlib.util
import sys

import pytest

from grader.worker.exchange import WorkerUnavailable
from grader.worker.forkserver import ForkServer, modules_to_load
from grader.worker.inside import modules
from grader.worker.inside.modules import LOCKED
from tests.support.engines import RIGHT
from tests.support.hand_ins import Grade, source

PUBLIC = sorted(name for name in sys.stdlib_module_names - set(LOCKED) if name[0] != "_")


@pytest.mark.parametrize("part", range(4))
def test_the_whole_standard_library_can_be_imported(grade: Grade, part: int) -> None:
    names = [name for name in PUBLIC[part::4] if importlib.util.find_spec(name)]
    imports = "".join(f"import {name}\nassert {name}.__name__\n" for name in names)
    graded = grade("engine", imports + RIGHT, only=["root_mul"])
    assert graded.not_passed == {}
    assert not any("not available" in notice for notice in graded.notices)


@pytest.mark.parametrize(
    "line",
    [
        "from concurrent.futures import ThreadPoolExecutor as P; P.submit",
        "from xml.etree import ElementTree as E; E.Element('a')",
        "from concurrent import futures; futures.ThreadPoolExecutor",
        "import importlib.resources, sqlite3; sqlite3.connect(':memory:').execute('select 1')",
        "import asyncio; assert asyncio.run(asyncio.sleep(0, 3)) == 3",
        "import asyncio; asyncio.new_event_loop().run_until_complete(asyncio.sleep(0.001))",
        "import io, zipfile; zipfile.ZipFile(io.BytesIO(), 'w').writestr('a', 'b')",
        "import io, zipfile\nb = io.BytesIO(); z = zipfile.ZipFile(b, 'w'); z.writestr('a', 'b')\n"
        "z.close(); assert zipfile.ZipFile(b).read('a') == b'b'",
        "def late():\n    import configparser\n    return configparser.ConfigParser()\nlate()",
    ],
)
def test_what_is_imported_can_be_used(grade: Grade, line: str) -> None:
    graded = grade("engine", f"{line}\n{RIGHT}", only=["root_mul"])
    assert graded.not_passed == {}
    assert graded.notices == ()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("import tkinter", "`tkinter` is not available while grading: it opens windows, and that"),
        ("import numpy", "`numpy` is not available while grading: it is not part of Python's stan"),
        ("import maths", "of Python's standard library; did you mean `math`?"),
        ("__import__('wave')", "`wave` is not available while grading: no import statement of yo"),
    ],
)
def test_a_notice_says_why_a_module_is_not_available(grade: Grade, line: str, told: str) -> None:
    graded = grade("engine", f"{line}\n{RIGHT}", only=["root_mul"])
    assert graded.not_passed == {}
    assert [notice for notice in graded.notices if told in notice]


def test_only_what_is_named_and_not_there_already_is_loaded() -> None:
    text = (
        "import math, heapq\nfrom asyncio import run\nimport torch, tkinter\nfrom . import sched\n"
    )
    code = source(text, helper="import wave\n")
    sent = {"cells": code.cells, "siblings": dict(code.siblings)}
    assert modules_to_load(sent) == ["asyncio", "asyncio.run", "wave"]


def test_a_request_for_modules_stays_short() -> None:
    text = "".join(f"from os import a{number}, {'b' * 90}{number}\n" for number in range(500))
    text += "".join(f"import asyncio.{'c' * 90}{number}\n" for number in range(500))
    assert sum(len(name) + 4 for name in modules_to_load({"cells": (text,), "siblings": {}})) < 3001


def test_what_is_a_program_or_a_test_is_not_loaded_before_the_lock_is_on(grade: Grade) -> None:
    names = ["lib2to3.__main__", "lib2to3.tests.__main__", "unittest.test.test_case"]
    line = f"if 0: import {', '.join(names)}"
    assert modules_to_load({"cells": (line,)}) == []
    assert modules.why_not(names[0]).startswith("it is a program")
    graded = grade("engine", f"{line}\n{RIGHT}", only=["root_mul"])
    assert graded.not_passed == {}


def test_a_module_that_ends_the_program_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def ends(name: str) -> None:
        raise SystemExit(name)

    monkeypatch.setattr(modules.importlib, "import_module", ends)
    modules.load(["wave"])


def test_names_in_any_letters_leave_room_in_a_request(grade: Grade, server: ForkServer) -> None:
    """Each Greek letter is sent as six bytes."""
    line = f"if 0: import email.{'λ' * 700}, wave"
    assert modules_to_load({"cells": (line,)}) == ["wave"]
    before = server.pid
    graded = grade("engine", f"{line}\n{RIGHT}", only=["root_mul"])
    assert graded.not_passed == {}
    assert server.pid == before


def test_a_request_that_cannot_be_read_ends_no_zygote() -> None:
    with ForkServer() as server:
        before = server.pid
        for line in (b'{"start": "\n', b"\xff\n", b"7" * 9_000 + b"\n", b"\n"):
            server._control.sendall(line)
            with pytest.raises(WorkerUnavailable, match="cannot be read"):
                server._answer()
        server.start({"cells": ["x = 1"]}).close()
        assert server.pid == before
