"""The course as a page in a browser: nothing to install.

`write_site(course, out)` writes a static folder for any web server. The page's own files are in
`page/`; what it is built of, the same for every course, is in `parts/`, and Python gets the grader
and the course as files (`parts`).
"""

from __future__ import annotations

import gzip
import hashlib
import html
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

from grader import __version__
from grader.authoring.release.notebook import as_markdown
from grader.authoring.release.package import write_files
from grader.authoring.release.student_kit import course_after
from grader.authoring.release.web.parts import (
    ENGINE,
    FOLDER,
    PAGE,
    TEMPLATES,
    Parts,
    digest,
    load_parts,
    packed,
    python_files,
)
from grader.course.course import STRETCH, Course, Exercise
from grader.course.stub_parts import parts_of
from grader.course.stubs import ReleaseError
from grader.reports.pages.markup import hash_of, policy_of
from grader.text import listed

HEADINGS_BELOW = 2
"""The page's title and the exercise's stand above the headings of a text."""


def course_data(course: Course) -> dict[str, Any]:
    """The course as the page's scripts read it. Raises `OSError` if a stub cannot be read."""
    return {
        "id": hashlib.sha256(course.title.encode()).hexdigest()[:12],
        "title": course.title,
        "finish": course.finish[:1],  # the rest is about commands
        "after": course_after(course) is not None,
        "exercises": [_exercise_data(course, exercise) for exercise in course.exercises],
    }


def _exercise_data(course: Course, exercise: Exercise) -> dict[str, Any]:
    stub = (course.stubs_dir / exercise.file_name).read_text(encoding="utf-8")
    return {
        "id": exercise.id,
        "number": exercise.number,
        "title": exercise.title,
        "points": exercise.points,
        "passed": exercise.passed,
        "rating": exercise.rating.sentence if exercise.rating else "",
        "file": exercise.file_name,
        "text": text_of(stub),
        "stub": stub,
        "fold": _end_of_docstring(stub),
        "hints": list(exercise.hints),
    }


def text_of(stub: str) -> str:
    """The docstring of a stub as HTML, without its title and without commands to type."""
    text = parts_of(stub).text.rstrip()
    text = re.sub(r"\n\n[^\n]*[Rr]un this file(?:(?!\n\n).)*\Z", "", text, flags=re.DOTALL)
    _, _, text = text.partition("\n")
    reader = MarkdownIt("commonmark", {"html": False})
    tokens = reader.parse(as_markdown(text))
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1]) + HEADINGS_BELOW - 1, 6)}"
    told = str(reader.renderer.render(tokens, reader.options, {}))
    return told.replace("<pre>", '<pre tabindex="0">')  # what scrolls can be reached by keyboard


def _end_of_docstring(stub: str) -> int:
    """How many characters the docstring takes at the start of a stub; 0 if it has none there."""
    found = re.match(r'("""|\'\'\').*?\1', stub, flags=re.DOTALL)
    return found.end() if found else 0


FILLED_IN = ("start.js", "sw.js")
AS_THEY_ARE = ("*.js", "page.css", "icon.svg")
RUN_AT_ONCE = "enliven(document);"
LARGE = "engine/"


def write_site(course: Course, out: Path, parts_folder: Path = FOLDER) -> tuple[int, bool]:
    """Write the site into `out`, a folder of its own; its size in bytes, and whether Python starts
    from a snapshot. The course that comes after this one has a page in `stretch/`.

    Raises `ReleaseError` if the parts are not built, answers are not recorded, or `out` holds
    something else.
    """
    if out.exists() and any(out.iterdir()) and not (out / "course.json").is_file():
        raise ReleaseError(f"{out} is not empty and holds no page: name another --out.")
    packages = course.beside[1]
    if packages:
        raise ReleaseError(
            f"The browser page has no {listed(packages)}, which {course.title!r} needs. "
            "Hand out a kit instead: topograde release student."
        )
    parts = load_parts(parts_folder)
    files = site_files(course, parts)
    after = course_after(course)
    if after is not None:
        more = site_files(after, parts)
        files |= {f"{STRETCH}/{name}": data for name, data in more.items()}
    write_files(out, files)
    return sum(map(len, files.values())), "engine/snapshot.gz" in files


def site_files(course: Course, parts: Parts) -> dict[str, bytes]:
    """Every file of the site by its name."""
    python = python_files(course, parts.vendored)
    snapshot = parts.snapshot(python)
    inside = set(parts.in_snapshot) if snapshot is not None else set()
    files = dict(_engine_file(parts.folder / name) for name in ENGINE)
    files["engine/files.gz"] = packed({k: v for k, v in python.items() if k not in inside})
    if snapshot is not None:
        files["engine/snapshot.gz"] = snapshot.read_bytes()
    loaded = [name for name in files if not name.endswith(".mjs")]
    about = {"bytes": sum(len(files[name]) for name in loaded), "snapshot": snapshot is not None}
    if snapshot is not None:  # asked for where the snapshot is not taken
        files["engine/plain.gz"] = packed({k: v for k, v in python.items() if k in inside})
    page = [path for name in AS_THEY_ARE for path in sorted(PAGE.glob(name))]
    files |= {path.name: path.read_bytes() for path in page if path.name not in FILLED_IN}
    files["editor.js"] = (parts.folder / "editor.js").read_bytes()
    files |= _report_files(python)
    files["licences.html"] = _licences(parts).encode()
    data = {**course_data(course), "engine": about}
    files["course.json"] = json.dumps(data, ensure_ascii=False).encode()
    version = digest(files, files)[:8]
    files["index.html"] = _index(course, version).encode()
    files["sw.js"] = _keeper(files).encode()
    return files


def _engine_file(path: Path) -> tuple[str, bytes]:
    """What the page itself loads is compressed here: not every server does. .mjs is imported."""
    if path.suffix in (".mjs", ".zip"):
        return f"engine/{path.name}", path.read_bytes()
    return f"engine/{path.name}.gz", gzip.compress(path.read_bytes(), mtime=0)


def _report_files(python: Mapping[str, bytes]) -> dict[str, bytes]:
    """The report's style, and its script as a module that is told when to begin."""
    script = python[f"grader/{TEMPLATES}/report.js"].decode()
    assert script.rstrip().endswith(RUN_AT_ONCE)
    module = script.rstrip().removesuffix(RUN_AT_ONCE) + "export { enliven };\n"
    return {"report.js": module.encode(), "report.css": python[f"grader/{TEMPLATES}/report.css"]}


def _index(course: Course, version: str) -> str:
    start = (PAGE / "start.js").read_text(encoding="utf-8").strip()
    names = {
        "title": html.escape(course.title),
        "policy": policy(start),
        "start": start,
        "release": __version__,
        "version": version,
    }
    return _filled("index.html", names)


def policy(start: str) -> str:
    """The Content-Security-Policy: this origin, this one script in the page, WebAssembly."""
    return policy_of(
        f"script-src 'self' 'wasm-unsafe-eval' '{hash_of(start)}'",
        "style-src 'self'",
        "connect-src 'self'",
        "worker-src 'self' blob:",
        "img-src 'self' data:",
    )


def _keeper(files: Mapping[str, bytes]) -> str:
    """The service worker: it knows every file of this version by its bytes."""
    hashes = {name: hashlib.sha256(data).hexdigest() for name, data in sorted(files.items())}
    small = [name for name in hashes if not name.startswith(LARGE)]
    return _filled("sw.js", {"files": _js(hashes), "small": _js(small)})


def _licences(parts: Parts) -> str:
    texts = sorted((parts.folder / "licences").glob("*.txt"))
    told = "".join(
        f"<details><summary>{html.escape(path.stem)}</summary>"
        f"<pre>{html.escape(path.read_text(encoding='utf-8'))}</pre></details>\n"
        for path in texts
    )
    return _filled("licences.html", {"licences": told})


def _filled(name: str, values: Mapping[str, str]) -> str:
    text = (PAGE / name).read_text(encoding="utf-8")
    for key, value in values.items():
        text = text.replace(f"{{{{ {key} }}}}", value)
    return text


def _js(data: Any) -> str:
    return json.dumps(data, indent=1)
