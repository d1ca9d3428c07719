"""The sources of a class lie on disk until a hand-in is graded, and are then as they were."""

from __future__ import annotations

import os
import pickle
import resource
import shutil
import subprocess
import sys
import tempfile
import tracemalloc
from pathlib import Path

import pytest

from grader.course.course import Course
from grader.submissions.layouts.find import find_class
from grader.submissions.layouts.flat import find_submissions
from grader.submissions.sources.collected import Source, Sources
from grader.submissions.spool import IN_MEMORY, Shelved, Spool, taken_down
from tests.support.paths import ROOT

LONE = "\ud800"  # a text that is no UTF-8
MINE = Sources((("a", Source("a.py", ("x = 1", LONE), True, (("b.py", "y"),), ("n",), (0, 1))),))


def test_what_is_on_a_shelf_is_what_was_put_there() -> None:
    spool = Spool()
    others = [spool.put({f"e{n}": Source(f"{n}.py", (str(n),), False)}) for n in range(3)]
    mine = spool.put(MINE)
    assert isinstance(mine, Shelved)
    assert mine == MINE
    assert mine["a"] == MINE["a"]
    assert taken_down(mine) == taken_down(MINE) == taken_down(dict(MINE)) == MINE
    assert [each[f"e{n}"].cells for n, each in enumerate(others)] == [("0",), ("1",), ("2",)]
    assert "b" not in mine
    with pytest.raises(KeyError):
        mine["b"]
    assert spool.put(Sources()) == Sources()


def test_another_process_gets_the_sources_themselves() -> None:
    there = pickle.loads(pickle.dumps(Spool().put(MINE)))
    assert type(there) is Sources
    assert there == MINE


def test_a_shelf_is_kept_by_what_is_on_it() -> None:
    large = {"a": Source("a.py", ("x" * (IN_MEMORY + 1),), False)}
    put = Spool().put(large)
    assert put == large


@pytest.mark.parametrize("packed", [False, True])
def test_what_was_listed_is_what_is_graded(tmp_path: Path, course: Course, packed: bool) -> None:
    folder = tmp_path / "class" / "Ada Lovelace_1_assignsubmission_file_"
    folder.mkdir(parents=True)
    (folder / "04_backward.py").write_text("listed = 1\n")
    place = folder.parent
    if packed:
        place = Path(shutil.make_archive(str(tmp_path / "class"), "zip", folder.parent))
    found = find_class([place], course)
    shutil.rmtree(folder)
    (submission,) = found.submissions
    assert submission.sources["backward"].cells == ("listed = 1\n",)


def test_the_memory_of_a_class_is_that_of_its_names(tmp_path: Path, course: Course) -> None:
    size, many = 1_000_000, 24
    for number in range(many):
        folder = tmp_path / f"student{number}"
        folder.mkdir()
        (folder / "04_backward.py").write_text(f"#{number:<{size}}")
    tracemalloc.start()
    try:
        found = find_submissions([tmp_path], course)
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < IN_MEMORY + 2 * size
    assert [len(each.sources["backward"].cells[0]) for each in found] == [size + 1] * many


@pytest.mark.skipif(os.name != "posix", reason="a limit on the size of files")
def test_a_full_disk_is_a_sentence(tmp_path: Path) -> None:
    for name in ("ada", "bob"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "04_backward.py").write_text("#" * IN_MEMORY)
    done = subprocess.run(
        [sys.executable, "-m", "grader", "grade", "--dry-run", tmp_path],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000)),
    )  # fmt: skip
    assert done.returncode == 2, done.stderr
    assert done.stderr == (
        f"topograde: The hand-ins could not be kept in {tempfile.gettempdir()}: File too large. "
        "Name another folder in $TMPDIR.\n"
    )
