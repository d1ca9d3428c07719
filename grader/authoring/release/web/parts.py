"""What the page is built of besides our own code: `parts/`, the same for every course.

`make web` builds it, the wheel carries it:

* `editor.js`, `pyodide...` and `licences/` by `npm/build.mjs`, from npm;
* `graphviz.wasm` and `vendor.json` (jinja2 and markupsafe) by `collect`, from Python's packages;
* `snapshot.gz`, the memory of a Python that has started, and `snapshot.json` by `npm/snapshot.mjs`.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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
