"""Source code as text: decoded as Python would decode it, and looked at without running it."""

from __future__ import annotations

import ast
import codecs
import re
from collections.abc import Iterable
from typing import NamedTuple

from grader.submissions.files import Refused
from grader.syntax import parse

_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_NO_CODE = re.compile(rb"^[ \t\f]*(?:#[^\r\n]*)?$")
# Others are refused: some are slow (punycode), some are no text encodings (zlib, rot13).
_ENCODINGS = re.compile(
    r"utf-8(-sig)?|ascii|iso8859-\d+|cp\d{3,4}|mac-\w+|koi8-\w|gbk|gb2312|gb18030|big5(hkscs)?"
    r"|shift_jis\w*|euc_\w+|tis-620|hz|iso2022_\w+"
)
_SIGNATURES = {
    b"PK\x03\x04": "a zip archive",
    b"%PDF": "a PDF",
    b"\x7fELF": "a compiled program",
    b"MZ\x90": "a compiled program",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"{\\rtf": "a text processor's file",
    b"\xd0\xcf\x11\xe0": "a text processor's file",
    b"\x1f\x8b": "a compressed file",
}


def decode(data: bytes, *, cookie: bool = True) -> tuple[str, tuple[str, ...]]:
    """Text of source bytes with plain line ends, and what the student should know of the decoding.

    `Refused` with line and byte where that is not possible.

    UTF-8 unless a BOM or (with `cookie`) a coding line of PEP 263 says otherwise. UTF-16 with its
    BOM, which Python itself would not read, is read with a notice: an editor's habit is no mistake
    in an engine.
    """
    for signature, kind in _SIGNATURES.items():
        if data.startswith(signature):
            raise Refused(f"this is {kind}: hand in the .py or .ipynb itself")
    notices: tuple[str, ...] = ()
    encoding = "utf-8"
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding = "utf-16"
        notices = ("the file is saved as UTF-16 and was read as such; Python itself wants UTF-8",)
    elif data.startswith(codecs.BOM_UTF8):
        data = data.removeprefix(codecs.BOM_UTF8)
    elif cookie:
        encoding = _declared(data)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise Refused(_undecodable(data, error, encoding)) from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise Refused(
            f"line {line} holds a NUL character: "
            "the file is binary or was damaged; save it again as UTF-8"
        )
    return text, notices


def _declared(data: bytes) -> str:
    lines = re.split(rb"\r\n|\r|\n", data[:2_000], maxsplit=2)[:2]
    for line in lines:
        found = _COOKIE.match(line)
        if found:
            name = found[1].decode("ascii", "replace")
            name = re.sub(r"(?i)\A(utf[-_]8|latin[-_]1)(?=[-_](unix|dos|mac)\Z).*", r"\1", name)
            try:
                encoding = codecs.lookup(name).name if len(name) < 40 else ""
            except (LookupError, ValueError):
                encoding = ""
            if not _ENCODINGS.fullmatch(encoding):
                raise Refused(
                    f"the coding line names {name[:40]!r}, which is no encoding for source: "
                    "save the file as UTF-8 and take the line out"
                )
            return encoding
        if not _NO_CODE.match(line):
            break
    return "utf-8"


def _undecodable(data: bytes, error: UnicodeDecodeError, encoding: str) -> str:
    control = sum(byte < 9 or 13 < byte < 32 for byte in data[:4_096])
    if control > len(data[:4_096]) / 20:
        return "this is binary data: hand in the .py or .ipynb itself"
    before = data[: error.start].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    line = before.count(b"\n") + 1
    wanted = "UTF-8" if encoding.startswith("utf-8") else encoding
    return (
        f"line {line} is not {wanted} text (the byte 0x{data[error.start]:02x}): "
        "save the file as UTF-8, or name its encoding in the first line "
        "(# -*- coding: latin-1 -*-)"
    )


class TopLevel(NamedTuple):
    """Names a module binds when it is loaded: defined in it, and imported as {name: module}.

    Modules of relative imports start with dots; a star import has the name `*`.
    """

    defined: frozenset[str]
    imported: tuple[tuple[str, str], ...] = ()


def top_level(text: str, wanted: Iterable[str], *, look: bool = True) -> TopLevel:
    """What `text` binds at top level, blocks of `if`, `try`, `with` and loops included.

    Source that does not parse is searched line by line for the names `wanted`, so that a syntax
    error is found by the checks and not taken for a file of no exercise; so is all source when
    `look` is false.
    """
    tree = parse(text) if look else None
    if tree is None:
        return TopLevel(frozenset(name for name in wanted if _names_in_a_line(text, name)))
    defined: set[str] = set()
    imported: list[tuple[str, str]] = []
    pending = list(tree.body)
    for node in pending:  # it grows by what stands in blocks
        targets: list[ast.expr] = []
        match node:
            case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                defined.add(node.name)
                continue
            case ast.Assign():
                targets = node.targets
            case ast.AnnAssign() if node.value is not None:
                targets = [node.target]
            case ast.ImportFrom():
                module = "." * node.level + (node.module or "")
                imported.extend((alias.asname or alias.name, module) for alias in node.names)
        names = (each for target in targets for each in ast.walk(target))
        defined |= {n.id for n in names if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        for part in (node, *getattr(node, "handlers", ()), *getattr(node, "cases", ())):
            for block in ("body", "orelse", "finalbody"):
                pending += getattr(part, block, ())
    return TopLevel(frozenset(defined), tuple(imported))


def _names_in_a_line(text: str, name: str) -> bool:
    name = re.escape(name)
    return bool(
        re.search(rf"^(?:class|def|async def) +{name}\b|^{name} *(?::[^=\n]*)?=(?!=)", text, re.M)
    )
