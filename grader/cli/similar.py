"""The command `similar`: which answers share code, with each other and with what else is given.

The method is that of Schleimer, Wilkerson and Aiken (Winnowing, SIGMOD 2003) as `copydetect` has
it. Every run counts: what is sampled there would change from process to process.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import click

from grader.cli.options import COURSE, out_folder
from grader.course.course import load_course
from grader.errors import Exit

RUN, LEAST = 25, 150
"""Equal characters in a row that count, where names and texts are one each and blanks none; and
how many of its own an answer needs to be compared."""
MOST = 30
PATH = click.Path(path_type=Path)
AGAINST = "Compare with these too: an older class, a public engine (repeatable)."
OF = "List pairs of which one has so many percent of the other."


@click.command(short_help="Which answers share code; accuses nobody.")
@click.argument("paths", nargs=-1, required=True, type=PATH, metavar="PATH...")
@click.option("--against", multiple=True, type=PATH, help=AGAINST)
@click.option("--only", multiple=True, metavar="ID", help="Compare this exercise (repeatable).")
@click.option("--least", type=click.IntRange(1, 100), default=60, help=OF, show_default=True)
@out_folder("Where similar.csv goes.")
@COURSE
def similar(
    paths: tuple[Path, ...],
    against: tuple[Path, ...],
    only: tuple[str, ...],
    least: int,
    out: Path,
    course_dir: Path | None,
) -> int:
    """Compare all hand-ins with each other, and with what --against names.

    Answers that are the same byte for byte are listed however short they are. For the others,
    names, texts, comments and layout do not count, and what the stub has is taken out first.
    Nothing is run, and no score depends on it.

    \b
    topograde similar submissions/ --out similar/
    topograde similar submissions/ --against last-year.zip --against engine.py --out similar/
    """
    from grader.classroom.output_files import prepare_folder, write_text
    from grader.reports import terminal
    from grader.reports.tables import csv_text
    from grader.submissions.layouts.find import find_class
    from grader.submissions.sources.unchanged import nothing_done
    from grader.text import counted

    course = load_course(course_dir)
    wanted = [course.exercise(name) for name in only] or list(course.exercises)
    one = wanted[0].id if len(wanted) == 1 else None
    found = [("", submission) for submission in find_class(paths, course, one).submissions]
    for path in against:
        found += [(f"{path.name}: ", s) for s in find_class([path], course, one).submissions]
    rows: list[tuple[str, str, int, str, str, int, str]] = []
    texts = short = 0
    for exercise in wanted:
        stub, answers = course.stub(exercise), dict[str, Answer]()
        skeleton = _marks(stub).hashes
        for label, submission in found:
            source = submission.sources.get(exercise.id)
            written = [c.strip() for c in source.cells if c.strip()] if source else []
            if source and written and not nothing_done(source.cells, stub, exercise.id):
                text = written[-1]  # of a notebook, the cell that answers this exercise
                answer = answers.get(text) or answers.setdefault(text, Answer(text, skeleton))
                answer.names.append(label + submission.student)
                answer.of_class |= not label
        rows += [(exercise.id, *row) for row in _pairs(list(answers.values()), least / 100)]
        texts += sum(answer.of_class for answer in answers.values())
        short += sum(answer.of_class and answer.is_short for answer in answers.values())
    rows.sort(key=lambda row: -max(row[2], row[5]))
    prepare_folder(out)
    heads = "one", "one_percent", "one_lines", "other", "other_percent", "other_lines"
    write_text(out / "similar.csv", csv_text([("exercise", *heads), *rows]), mode=0o600)
    console, pairs = terminal.console(), counted(len(rows), "pair")
    for row in rows[:MOST]:
        terminal.say(console, f"{row[0]}: {row[1]} ({row[2]} %) and {row[4]} ({row[5]} %)")
    terminal.say(console, f"{pairs} of {counted(texts, 'text')} share {least} % or more, and")
    terminal.say(console, f"{short} were too short to compare but byte for byte. That alone says")
    terminal.say(
        console, f"nothing of how: read both. All pairs, with lines: {out / 'similar.csv'}"
    )
    return Exit.OK if texts else Exit.USAGE


class Answer:
    """One text, and all whose answer it is byte for byte; of_class: a student's of this class."""

    def __init__(self, text: str, skeleton: set[int]) -> None:
        self.text, self.names, self.of_class = text, list[str](), False
        self.marks = marks = _marks(text)
        marks.hash_idx = {h: at for h, at in marks.hash_idx.items() if h not in skeleton}
        marks.hashes, length = set(marks.hash_idx), len(marks.filtered_code)
        marks.token_coverage = _library().utils.get_token_coverage(marks.hash_idx, RUN, length)
        self.is_short = marks.token_coverage < LEAST

    def side(self, share: float, runs: Any) -> tuple[str, int, str]:
        """What a row says of this answer: whose, how much of it is in the other, in which lines."""
        more = f" and {len(self.names) - 1} with the same text" if len(self.names) > 1 else ""
        ends = (
            [1 + self.text.count("\n", 0, int(place)) for place in run]
            for run in zip(*runs, strict=True)
        )
        return self.names[0] + more, round(100 * share), " ".join(f"{a}-{b}" for a, b in ends)


def _pairs(answers: list[Answer], least: float) -> Iterator[tuple[str, int, str, str, int, str]]:
    """Answers that are the same, however short; then those that share `least` (0 to 1)."""
    for same in answers:
        if same.of_class and len(same.names) > 1:
            yield same.names[0], 100, "all", ", ".join(same.names[1:]), 100, "all"
    for one, other in combinations([answer for answer in answers if not answer.is_short], 2):
        fewer = min(len(one.marks.hashes), len(other.marks.hashes))
        roughly = len(one.marks.hashes & other.marks.hashes) / fewer  # the exact share takes longer
        if (one.of_class or other.of_class) and roughly >= 0.6 * least:
            _, shares, runs = _library().compare_files(one.marks, other.marks)
            if max(shares) >= least:
                yield *one.side(shares[0], runs[0]), *other.side(shares[1], runs[1])


def _marks(code: str) -> Any:
    file = io.StringIO(code)
    return _library().CodeFingerprint("", RUN, 1, language="python", fp=file)


def _library() -> Any:
    try:
        import copydetect
        import copydetect.utils
    except ImportError as error:
        raise click.ClickException(
            "topograde similar needs copydetect: pip install 'topograde[similar]', or in your "
            "checkout, pip install -e '.[similar]'"
        ) from error
    return copydetect
