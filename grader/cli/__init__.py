"""The doors: each command reads arguments, calls the package, prints, and exits.

* `commands` has a module for each, with its options and what it does; `student` begins `check`,
  `author` has `new` and `release`, `kit` is the door of a student's copy;
* `watch` is `check --watch`; `exits` is how commands end.

Exit codes: 0 done; 1 a check failed (`check`), a hand-in is below `--fail-under` (`grade`), or the
course has a fault (`verify`); 2 usage or unreadable input; 3 something is ungraded; 4 isolation
refused.
"""

from __future__ import annotations

import click

from grader import __version__
from grader.cli.exits import HELP, Commands
from grader.cli.student import STUDENTS

KNOWN = STUDENTS | {
    "grade": ("commands.grade:grade", "Grade a class: files, folders, zips, platforms' downloads."),
    "override": ("commands.override:override", "Give an exercise your own points, or a comment."),
    "similar": ("similar:similar", "Which answers share code; accuses nobody."),
    "replay": ("commands.replay:replay", "Grade a hand-in again: does its report hold?"),
    "history": (
        "commands.history:history",
        "What happened to a student's grade: attempts, decisions, reasons.",
    ),
    "summary": (
        "commands.summary:summarised",
        "The summary and score of a run of pytest.",
    ),
    "new": ("author:new", "Begin something of your own."),
    "verify": (
        "commands.verify:proof",
        "Let a course prove itself.",
    ),
    "release": ("author:release", "Make what is handed out from the solutions."),
    "doctor": ("commands.doctor:doctor", "Say what this machine has, and how code is locked up."),
}


@click.group(cls=Commands, known=KNOWN, context_settings=HELP)
@click.version_option(__version__, prog_name="topograde")
def main() -> None:
    """Topograde, an autograder for autograd.

    Students build a scalar reverse-mode engine; every gradient is compared with PyTorch's.

    \b
    As a student:     topograde check             all that you have begun
                      topograde check backward    one exercise, by id or number
                      topograde check --watch     again whenever you save
                      topograde draw backward     the graph of what fails
                      topograde hint backward     the next hint
                      topograde next              the next exercise, with your own work
                      topograde reset backward    the stub again
    As an instructor: topograde grade HAND-INS --out RESULTS
    As an author:     topograde verify            the course proves itself
    """
