"""What several rooms write alike: text that cannot disturb, lists of names, fingerprints."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence

FLOAT_WORDS: Mapping[str, float] = {
    "nan": float("nan"),
    "inf": float("inf"),
    "-inf": float("-inf"),
}
"""How JSON spells the floats that it has no number for."""


def printable(text: str) -> str:
    """The text on one line; controls, bidi marks and broken characters as backslash escapes."""
    text = text.encode("utf-8", "surrogateescape" if _escaped(text) else "replace").decode(
        "utf-8", "backslashreplace"
    )
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode("ascii")
        for char in text
    )


MOST = 300
"""Characters that a text of a student's may have where nobody says otherwise."""


def harmless(text: str, most: int = MOST) -> str:
    """At most `most` characters, with a space for each that could disturb a terminal."""
    return "".join(char if char.isprintable() else " " for char in text[: 2 * most])[:most]


def listed(names: Iterable[str]) -> str:
    """The names as a sentence has them: "a", "a and b", "a, b and c"; nothing for none."""
    *most, last = list(names) or [""]
    return f"{', '.join(most)} and {last}" if most else last


def few(names: Sequence[str], most: int) -> str:
    """The first few of some names; what was left out is three dots."""
    return ", ".join(names[:most]) + (", ..." if len(names) > most else "")


def counted(number: int, noun: str) -> str:
    """The number with its noun, in agreement: "1 check", "2 checks"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def fingerprint(secret: bytes) -> str:
    """The first 8 hex digits of the secret's SHA-256: names it without giving it away."""
    return hashlib.sha256(secret).hexdigest()[:8]


def decimal(value: float, digits: int) -> str:
    """A number to so many digits, which always reads as a float."""
    text = f"{value:.{digits}g}"
    return text if any(c in text for c in ".en") else f"{text}.0"


def ten_digits(value: float) -> float:
    """A number without its last digits: they depend on the order in which an engine adds."""
    return float(f"{value:.10g}")


def apart(found: object, expected: object) -> tuple[str, str]:
    """Two numbers with six digits, or with so many that they differ."""
    for digits in (6, 10, 17):
        texts = [f"{n:.{digits}g}" if isinstance(n, float) else str(n) for n in (found, expected)]
        if texts[0] != texts[1]:
            break
    return texts[0], texts[1]


def _escaped(text: str) -> bool:
    """Whether every surrogate of the text stands for a byte of a file name (PEP 383)."""
    return all(0xDC80 <= ord(char) <= 0xDCFF for char in text if 0xD800 <= ord(char) <= 0xDFFF)
