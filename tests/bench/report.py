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
PACKAGES = ROOT / ".venv-packages" / "bin" / "python"
"""The Python that has NumPy."""
SECTIONS = (
    (
        "A student's own check",
        "tests.bench.check",
        "A fresh process, from the command to its last line, against `python -c 'import torch'`.",
    ),
    (
        "The browser page",
        "tests.bench.browser",
        "A real Chromium and a local server, on a warm cache, against a page that loads Pyodide "
        "and nothing else. Other work on the machine stretches the clock: ratios, and CPU seconds "
        "of all of the browser's processes, say more. Needs the parts that `make web` builds.",
    ),
    (
        "Grading the exam",
        "tests.bench.exam",
        "CPU seconds of all processes. The floor is the same programs, run by the same engine in "
        "one plain process with nothing around them.",
    ),
    (
        "Grading the exam on arrays",
        "tests.bench.tensors",
        "The same for the course on tensors. The plain process has NumPy too, and has compiled "
        "the programs before it is measured.",
    ),
    (
        "Before and after grading",
        "tests.bench.publishing",
        "The self-test is made once by each process that grades. A hand-in's pages are written "
        "when it is graded; each later run looks at every hand-in a second time, and writes what "
        "is not as it should be.",
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
    """Run the sections and write the page, after each of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--without-peers", action="store_true")
    parser.add_argument("--only", nargs="*", help="modules to run; the rest of the page is kept")
    options = parser.parse_args()
    for title, module, about in SECTIONS:
        if options.without_peers and module.endswith("compare"):
            continue
        if options.only and module.rpartition(".")[2] not in options.only:
            continue
        print(f"{title} ({module})", flush=True)
        python = str(PACKAGES) if module.endswith("tensors") else sys.executable
        done = subprocess.run(
            [python, "-m", module], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False
        )  # progress and errors go to the terminal
        if done.returncode:
            sys.exit(f"{module} ended with {done.returncode}")
        print(done.stdout, flush=True)
        measured = f"```text\n{done.stdout.strip()}\n```"
        write(kept() | {title: "\n\n".join((about, f"`python -m {module}`", measured))})
    print(f"wrote {PAGE.relative_to(ROOT)}")


def kept() -> dict[str, str]:
    """The sections that the page has now, by their titles."""
    if not PAGE.exists():
        return {}
    parts = PAGE.read_text(encoding="utf-8").split("\n## ")[1:]
    return {title: text.strip() for title, _, text in (part.partition("\n") for part in parts)}


def write(sections: dict[str, str]) -> None:
    """Write the page, its sections in their order."""
    parts = [
        "# Performance",
        "Written by `make bench`. A ratio compares two things that were measured in the same run; "
        "seconds are this machine's and say little about yours.",
        f"Topograde {grader.__version__}, Python {platform.python_version()}, "
        f"{platform.system()} {platform.machine()}, PyTorch on the CPU.",
    ]
    parts += [f"## {title}\n\n{sections[title]}" for title, _, _ in SECTIONS if title in sections]
    PAGE.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
