"""The Python files and notebooks of a hand-in as text, and faults for what cannot be read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from grader.submissions.files import Fault, RawFile, Refused
from grader.submissions.sources.magics import shown, without_exported
from grader.submissions.sources.notebook import Notebook, read_notebook
from grader.submissions.sources.text import decode
from grader.text import printable


class SourceFile(NamedTuple):
    """A file that could be read: Python text, or a notebook."""

    raw: RawFile
    text: str
    notebook: Notebook | None
    notices: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.raw.name


def read_all(raws: Iterable[RawFile]) -> tuple[list[SourceFile], list[Fault]]:
    """The files that can be read, in order, and a fault for each of the others."""
    files: list[SourceFile] = []
    faults: list[Fault] = []
    for raw in raws:
        try:
            files.append(_read(raw))
        except Refused as refusal:
            faults.append(refusal.fault(printable(raw.name)))
    return files, faults


def _read(raw: RawFile) -> SourceFile:
    if raw.suffix == ".ipynb":
        return _notebook(raw, read_notebook(raw.data))
    decoded = decode(raw.data)
    if decoded.text.lstrip().startswith("{") and '"nbformat"' in decoded.text:
        try:
            return _notebook(
                raw, read_notebook(raw.data), "the file is a notebook and was read as one"
            )
        except Refused:
            pass
    plain = without_exported(decoded.text)
    left_out = tuple(
        f"line {line}: `{shown(code)}` was left out: there is no Jupyter here"
        for line, code in plain.left_out
    )
    return SourceFile(raw, plain.text, None, decoded.notices + left_out)


def _notebook(raw: RawFile, notebook: Notebook, *notices: str) -> SourceFile:
    text = "\n".join(cell.text for cell in notebook.cells)
    return SourceFile(raw, text, notebook, notices)
