"""Serve one submission over standard input and output: the process that `plain.py` starts.

Run as `python -I -S -X utf8 plain_child.py '[PACKAGES, INSIDE]'`. Nothing is locked here.
"""

from __future__ import annotations

import json
import os
import sys


def main() -> None:
    """Keep two private files for the protocol, leave student code the usual three, and serve."""
    requests, replies = os.dup(0), os.dup(1)
    if sys.platform == "win32":
        import msvcrt

        for fd in (requests, replies):
            msvcrt.setmode(fd, os.O_BINARY)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    root = os.path.abspath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 3))
    sys.path.insert(0, root)
    from grader.worker.inside import harness, modules

    packages, inside = json.loads(sys.argv[1])
    modules.load_packages(packages)
    harness.take(inside)
    ours = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [entry for entry in sys.path if entry not in (root, ours)]
    for name in [name for name in sys.modules if name.partition(".")[0] == "grader"]:
        del sys.modules[name]
    harness.serve(requests, replies)


if __name__ == "__main__":
    main()
