"""Run every benchmark and write docs/performance.md: `make bench`.

The page holds what the commands printed, and nothing that was typed in.
"""

from __future__ import annotations

import argparse
import platform
import subprocess
import sys
from pathlib import Path

import grader

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "performance.md"
SECTIONS = (
    (
        "A student's own check",
        "tests.bench.check",
        "A fresh process, from the command to its last line, against `python -c 'import torch'`.",
    ),
    (
        "Grading the exam",
        "tests.bench.exam",
        "CPU seconds of all processes. The floor is the same programs, run by the same engine in "
        "one plain process with nothing around them.",
    ),
    (
        "A larger class",
        "tests.bench.scale",
        "A small course for the long runs, the sample class for one process against two.",
    ),
    (
        "Against other graders",
        "tests.bench.peers.compare",
        "The same twelve checks of the same six engines with PyTorch live, in CPU seconds of the "
        "whole process tree, rounds interleaved (`make bench-peers` makes their venv). Every "
        "grader must give every engine its honest score to be listed. Of the largest class a peer "
        "that starts a process for every hand-in is given the first ones only: `a further one`, "
        "from the smaller classes, says what more of them would cost.",
    ),
)


def main() -> None:
    """Run the sections and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--without-peers", action="store_true")
    options = parser.parse_args()
    parts = [
        "# Performance",
        "Written by `make bench`. A ratio compares two things that were measured in the same run; "
        "seconds are this machine's and say little about yours.",
        f"Topograde {grader.__version__}, Python {platform.python_version()}, "
        f"{platform.system()} {platform.machine()}, PyTorch on the CPU.",
    ]
    for title, module, about in SECTIONS:
        if module.endswith("compare") and options.without_peers:
            continue
        print(f"{title} ({module})", flush=True)
        done = subprocess.run(
            [sys.executable, "-m", module], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False
        )  # progress and errors go to the terminal
        if done.returncode:
            sys.exit(f"{module} ended with {done.returncode}")
        print(done.stdout, flush=True)
        parts += [
            f"## {title}",
            about,
            f"`python -m {module}`",
            f"```text\n{done.stdout.strip()}\n```",
        ]
    PAGE.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    print(f"wrote {PAGE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
