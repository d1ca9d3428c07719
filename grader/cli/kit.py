"""The command line of a student's copy: thin, and without the commands of instructors and authors.

Exit codes: 0 done; 1 a check failed; 2 usage or unreadable input; 3 something is ungraded.
"""

from __future__ import annotations

import click

from grader import __version__
from grader.cli.exits import HELP, Commands
from grader.cli.student import STUDENTS


@click.group(cls=Commands, known=STUDENTS, context_settings=HELP)
@click.version_option(__version__, prog_name="topograde")
def main() -> None:
    """Topograde: build an engine that computes gradients, and let it be checked.

    \b
    topograde check             all that you have begun
    topograde check EXERCISE    one exercise, by id or number
    topograde check --watch     again whenever you save
    topograde draw EXERCISE     the graph of what fails
    topograde hint EXERCISE     the next hint
    topograde next              the next exercise, with your own work in it
    topograde reset EXERCISE    the stub again
    """
