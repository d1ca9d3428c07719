"""`topograde similar`: which answers share code, with each other and with what else is given."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from grader.classroom.output_files import prepare_folder, write_text
from grader.course.course import Course
from grader.errors import Exit
from grader.reports import terminal
from grader.reports.pages.similar import similar_page
from grader.reports.tables import csv_text, harmless
from grader.submissions.layouts.find import find_class
from grader.submissions.similarity import LEAST, Answer, Pair, pairs_of, print_of
from grader.submissions.sources.likeness import stub_code
from grader.submissions.submission import UnreadableInput
from grader.text import counted

MOST_TOLD = 10


def find_similar(
    course: Course,
    paths: Sequence[Path],
    against: Sequence[Path],
    out: Path,
    only: Sequence[str],
    least: int,
) -> int:
    """Compare all answers, write similar.html and similar.csv into `out`, tell the first pairs."""
    wanted = [e for e in course.exercises if not only or e.id in only]
    one = wanted[0].id if len(wanted) == 1 else None
    found: dict[str, list[Answer]] = defaultdict(list)
    short = 0
    for group, of_class in ((paths, True), (against, False)):
        for path in group:
            label = "" if of_class else f"{path.name}: "
            for submission in find_class([path], course, one).submissions:
                for exercise in wanted:
                    if (source := submission.sources.get(exercise.id)) is None:
                        continue
                    made = print_of(source.cells, stub_code(exercise, course.stubs_dir))
                    if made.tokens < LEAST:
                        short += of_class
                        continue
                    who = f"{label}{submission.student}"
                    found[exercise.id].append(Answer(who, exercise.id, made, of_class))
    if not any(answer.of_class for answers in found.values() for answer in answers):
        among = ", ".join(map(str, paths))
        raise UnreadableInput(
            f"No answer with {LEAST} tokens or more beyond its stub was found in {among}: there is "
            "nothing to compare."
        )
    pairs: list[Pair] = []
    middle: dict[str, float] = {}
    for exercise in wanted:
        if exercise.id in found:
            own, middle[exercise.id] = pairs_of(found[exercise.id], least / 100)
            pairs += own
    pairs.sort(key=lambda pair: -pair.share)
    prepare_folder(out)
    page = similar_page(pairs, middle, short, least)
    write_text(out / "similar.html", page, mode=0o600)
    write_text(out / "similar.csv", _table(pairs), mode=0o600)
    _tell(pairs, out, least)
    return Exit.OK


def _tell(pairs: Sequence[Pair], out: Path, least: int) -> None:
    console = terminal.console()
    count = f"{counted(len(pairs), 'pair')} of answers"
    terminal.say(console, f"{count} share {least} % or more. That alone says nothing of how.")
    for pair in pairs[:MOST_TOLD]:
        left, right = (round(100 * share) for share in pair.common.shares)
        names = f"{pair.left.who} ({left} %) and {pair.right.who} ({right} %)"
        terminal.say(console, f"  {pair.left.exercise}: {names}")
    if len(pairs) > MOST_TOLD:
        terminal.say(console, f"  and {len(pairs) - MOST_TOLD} more")
    terminal.say(console, f"{out / 'similar.html'}  side by side, for you alone")
    terminal.say(console, f"{out / 'similar.csv'}  the same as a table")


def _table(pairs: Iterable[Pair]) -> str:
    rows: list[Sequence[object]] = [
        ("exercise", "one", "shares_percent", "other", "other_shares_percent")
    ]
    for pair in pairs:
        left, right = (round(100 * share) for share in pair.common.shares)
        names = harmless(pair.left.who), harmless(pair.right.who)
        rows.append((pair.left.exercise, names[0], left, names[1], right))
    return csv_text(rows)
