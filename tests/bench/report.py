"""Run every benchmark and write what it printed into docs/performance.md: `make bench`.

What the page says around that is written there, by hand.
"""

from __future__ import annotations

import argparse
import platform
import re
import subprocess
import sys

import grader
from tests.support.paths import ROOT

PAGE = ROOT / "docs" / "performance.md"
PACKAGES = ROOT / ".venv-packages" / "bin" / "python"
"""The Python that has NumPy."""
BENCHMARKS = ("check", "browser", "exam", "tensors", "publishing", "scale", "peers.compare")
"""Modules of this folder, in the order of the page."""


def main() -> None:
    """Run the benchmarks, and write the page after each of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--without-peers", action="store_true")
    parser.add_argument("--only", nargs="*", help="benchmarks to run; the rest of the page is kept")
    options = parser.parse_args()
    for name in BENCHMARKS:
        if options.without_peers and name == "peers.compare":
            continue
        if options.only and name.rpartition(".")[2] not in options.only:
            continue
        module = f"tests.bench.{name}"
        print(module, flush=True)
        python = str(PACKAGES) if name == "tensors" else sys.executable
        done = subprocess.run(
            [python, "-m", module], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False
        )  # progress and errors go to the terminal
        if done.returncode:
            sys.exit(f"{module} ended with {done.returncode}")
        print(done.stdout, flush=True)
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(with_printed(page, module, done.stdout), encoding="utf-8")
    print(f"wrote {PAGE.relative_to(ROOT)}")


def with_printed(page: str, module: str, printed: str) -> str:
    """The page with what a benchmark printed, in place of what it printed before."""
    versions = (
        f"Topograde {grader.__version__}, Python {platform.python_version()}, "
        f"{platform.system()} {platform.machine()}, PyTorch on the CPU."
    )
    page = re.sub(r"^Topograde .*$", versions, page, count=1, flags=re.MULTILINE)
    before, command, after = page.partition(f"`python -m {module}`\n\n```text\n")
    assert command, f"{PAGE} has no place for what {module} prints"
    rest = after.partition("\n```")[2]
    return f"{before}{command}{printed.strip()}\n```{rest}"


if __name__ == "__main__":
    main()
