"""`python -m grader` is `topograde`."""

from grader.cli import main

main(prog_name="topograde")
