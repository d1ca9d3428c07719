"""What a report says about a failure in words: for terminal, page and notebook alike."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from dataclasses import replace

from grader.judging.finding import HOW_OFTEN, Finding, how_often
from grader.judging.report import CheckResult
from grader.text import apart

_BETWEEN_SENTENCES = re.compile(r"(?<=[.?!]) (?=[A-Z(`])")
FOR_EXAMPLE = "For example, "
NOT_EXPLAINED = "Nothing was seen that explains this failure."


def diagnosis_in_words(diagnosis: Sequence[Finding], check: str | None = None) -> str:
    """What the diagnosis says about a student's numbers, with its evidence; "" if nothing.

    check: the failed check that it is shown with: then only what explains that check's own answers.
    """
    if check is not None:
        all_found = [found for found in diagnosis if found.explanation]
        diagnosis = [found.at(check) for found in about(diagnosis, check)]
        if all_found and not diagnosis:
            return NOT_EXPLAINED
    if not diagnosis:
        return ""
    first = diagnosis[0]
    return _seen(first) if first.kind == "seen" else first.explanation


def told_at(diagnosis: Sequence[Finding], check: CheckResult) -> str:
    """What is known with a failed check; "" where the check's own message says what is wrong."""
    example = check.counterexample
    shown = "" if example is None else example.program
    told = diagnosis_in_words([_beside(found, shown) for found in diagnosis], check.id)
    by_numbers = example is not None and isinstance(example.expected, float)
    return "" if told == NOT_EXPLAINED and not by_numbers else told


def _beside(found: Finding, program: str) -> Finding:
    """A finding without the example that is shown above it."""
    same = found.example is not None and found.example.program == program
    return replace(found, example=None) if same and found.kind == "seen" else found


def about(diagnosis: Sequence[Finding], check: str) -> Sequence[Finding]:
    """The findings that explain a check's own answers."""
    return [finding for finding in diagnosis if finding.explains(check)]


def place_in_words(diagnosis: Sequence[Finding], check: str | None = None) -> list[str]:
    """Where to look: a line that says so, then the lines of the student's file, one marked."""
    found = diagnosis if check is None else [each.at(check) for each in about(diagnosis, check)]
    where = found[0].where if found else None
    if where is None:
        return []
    cell = f", cell {where.cell}" if where.cell else ""
    first, marked = where.first, where.marked
    width = len(str(first + len(where.text) - 1))
    lines = [f"Where to look: {where.file}{cell}, line {marked}"]
    text = textwrap.dedent("\n".join(where.text)).split("\n")
    for number, line in enumerate(text, start=first):
        lines.append(f"{'>' if number == marked else ' '} {number:>{width}}  {line}")
    return lines


def _seen(found: Finding) -> str:
    """What was seen, the smallest program that shows it, and in how many it was seen."""
    statement, _, question = found.explanation.rpartition(". ")
    sentences, example = [f"{each}." for each in statement.split(". ")], found.example
    if example is not None:
        shown = f"{FOR_EXAMPLE}{one_line(example.program)}"
        values = leaves_in_words(example.program)
        yours, expected = apart(example.found, example.expected)
        both = f"{example.what} is {yours}, and PyTorch says {expected}."
        told = f"{shown}{values}: {example.found if example.expected is None else both}"
        about = (n for n, each in enumerate(sentences) if "n the example" in each)
        sentences.insert(next(about, len(sentences)), told)
    told = " ".join(sentences)
    if found.explained == found.of > 1:  # others may show the same cause in another way
        told += f" {how_often(found.explained, found.of, 'watched')}"
    return f"{told} {question}" if question else told


def leaves_in_words(program: str) -> str:
    """ " with a = 2.0 and b = 3.0": the leaves of a listing."""
    found = [
        f"{line.partition(' = ')[0].strip()} = {line.partition('Value(')[2].rstrip(')')}"
        for line in program.splitlines()
        if "= Value(" in line
    ]
    return f" with {' and '.join(found)}" if found else ""


def one_line(program: str) -> str:
    """What a short listing works out, on one line: no leaves, no reads."""
    lines = [line.strip() for line in program.splitlines()]
    kept = [line for line in lines if "= Value(" not in line and not line.startswith("print(")]
    return "`" + "; ".join(kept) + "`"


def sentences(text: str) -> list[str]:
    """The sentences of a text, one at least."""
    return _BETWEEN_SENTENCES.split(text)


def in_short(told: str, beside: bool) -> str:
    """What is told of a cause, without how often it was seen: that is for who asks for more.

    beside: a program is shown with it, so that what is said of another one is left out.
    """
    kept = [each for each in sentences(told) if not each.startswith(HOW_OFTEN)]
    if beside and any(each.startswith(FOR_EXAMPLE) for each in kept):
        kept = [e for e in kept if not e.startswith(FOR_EXAMPLE) and "n the example" not in e]
    return " ".join(kept)


def dense(program: str, what: str, width: int) -> str:
    """A listing on fewer lines: its leaves are made on one, and so are its calls; nodes on few,
    and no line is empty.

    what: what is wrong in it; a value is not printed where that is a gradient.
    """
    rows: list[str] = []
    leaves: list[tuple[str, str]] = []
    for line in program.splitlines():
        if what.endswith(".grad") and line.startswith("print(") and line.endswith(".data)"):
            continue
        if not line:
            continue
        name, _, value = line.partition(" = ")
        if name.isidentifier() and value.startswith("Value("):
            names, values = zip(*leaves, (name, value), strict=True)
            joined = f"{', '.join(names)} = {', '.join(values)}"
            if leaves and len(joined) <= width:
                rows[-1], leaves = joined, [*leaves, (name, value)]
                continue
            leaves = [(name, value)]
        elif " = Node(" in line and rows and " = Node(" in rows[-1]:
            leaves = []
            joined = f"{rows[-1]}; {line}"
            if len(joined) <= width:
                rows[-1] = joined
                continue
        else:
            leaves = []
            joined = f"{rows[-1]}; {line}" if rows else line
            is_last = bool(rows) and (_is_call(rows[-1]) or rows[-1].startswith("xs = "))
            if _is_call(line) and is_last and len(joined) <= width:
                rows[-1] = joined
                continue
        rows.append(line)
    return "\n".join(rows)


def without_rows(program: str) -> str:
    """A listing in which the rows of an array that stand on lines of their own are left out."""
    return re.sub(r"\[\n(?: +[\[\]].*\n)+\]", "[...]", program)


def folded(program: str, width: int) -> list[str]:
    """The lines of a listing, a long one in several rows: Python goes on within brackets."""
    rows: list[str] = []
    for line in program.splitlines():
        indent = line[: len(line) - len(line.lstrip())]
        is_call = len(line) > width and line.startswith(f"{indent}print(")
        more = f"{indent}      "
        rows += _rows(line, width, more) if is_call else [line]
    return rows


def _rows(line: str, width: int, more: str) -> list[str]:
    return textwrap.wrap(
        line, width, subsequent_indent=more, break_long_words=False, break_on_hyphens=False
    )


def _is_call(row: str) -> bool:
    """Whether a row of a listing holds nothing but calls, or gives a node its gradient."""
    calls = row[:1].strip() != "" and row.endswith(")") and "= " not in row
    return calls or ".grad = " in row


def rows_of(text: str, width: int) -> list[str]:
    """The rows of a text; one empty row for no text."""
    rows = [
        row
        for line in text.splitlines()
        for row in textwrap.wrap(line, width, break_on_hyphens=False) or [""]
    ]
    return rows or [""]
