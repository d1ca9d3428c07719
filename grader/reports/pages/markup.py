"""HTML from templates: autoescaped, undefined names are errors, nothing invisible gets through.

Text that a student controls is escaped by jinja2; on the way there `visible` writes controls, marks
of direction and broken characters as backslash escapes, so that no text looks like what it is not.
"""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

FOLDER = "reports/pages/templates"


@cache
def environment() -> Environment:
    """The templates of this package, compiled once for a process."""
    made = Environment(
        loader=PackageLoader("grader", FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=visible,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters["prose"] = prose
    return made


def fill(template: str, **names: Any) -> str:
    """A template with its names filled in. Raises `jinja2.UndefinedError` if it uses another."""
    return environment().get_template(template).render(**names)


@cache
def part(name: str) -> Markup:
    """A style sheet or a script of ours, to be put into a page as it is."""
    return Markup(files("grader").joinpath(FOLDER, name).read_text(encoding="utf-8").strip())


@cache
def policy(style: str, script: str) -> str:
    """A Content-Security-Policy: this style, this script, and nothing from anywhere."""
    return policy_of(f"style-src '{hash_of(style)}'", f"script-src '{hash_of(script)}'")


def policy_of(*allowed: str) -> str:
    """A Content-Security-Policy of these directives that allows nothing else."""
    closed = "base-uri 'none'", "form-action 'none'"
    return "; ".join(["default-src 'none'", *allowed, *closed])


def hash_of(text: str) -> str:
    """A source expression for exactly this text, as a Content-Security-Policy has it."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")


_SPECIAL = re.compile(r"[^\n\t -~]")
"""What may be one of those; most texts are lines of ASCII."""


def visible(value: Any) -> Any:
    """The text with what cannot be seen written out; anything that is not plain text as it is."""
    if not isinstance(value, str) or isinstance(value, Markup) or not _SPECIAL.search(value):
        return value
    return "".join(_visible_char(char) for char in value)


def _visible_char(char: str) -> str:
    if char.isprintable() or char in "\n\t":
        return char
    if char.isspace() and char not in "\r\v\f\x1c\x1d\x1e\x1f\x85\u2028\u2029":
        return " "
    return char.encode("unicode_escape").decode("ascii")


def prose(text: str) -> Markup:
    """A sentence with `code` between backticks."""
    pieces = str(visible(text)).split("`")
    if len(pieces) % 2 == 0:  # a backtick without a partner is only a character
        pieces[-2:] = ["`".join(pieces[-2:])]
    marked = [
        f"<code>{escape(piece)}</code>" if place % 2 else escape(piece)
        for place, piece in enumerate(pieces)
    ]
    return Markup("".join(marked))
