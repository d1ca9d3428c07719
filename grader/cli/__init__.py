"""The doors: each command reads arguments, calls the package, prints, and exits.

* `student`, `instructor`, `records` and `author` declare the commands, `kit` those of a student's
  copy;
* `commands` and `watch` are what they do; `exits` is how they end.

Exit codes: 0 done; 1 a check failed (`check`), a hand-in is below `--fail-under` (`grade`), or the
course has a fault (`verify`); 2 usage or unreadable input; 3 something is ungraded; 4 isolation
refused.
"""

from __future__ import annotations

import click

from grader import __version__
from grader.cli import author, instructor, records, similar, student
from grader.cli.exits import Commands

HELP = {"help_option_names": ["-h", "--help"], "max_content_width": 96}


@click.group(cls=Commands, context_settings=HELP)
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


for _command in (
    student.check,
    student.draw,
    student.hint,
    student.reset,
    student.next_exercise,
    student.solution,
    instructor.grade,
    records.override,
    similar.similar,
    records.replay,
    records.history,
    instructor.summary,
    author.new,
    author.verify,
    author.release,
    author.doctor,
):
    main.add_command(_command)
