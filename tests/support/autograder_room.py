"""A room of its own for Gradescope's paths: /autograder as on their machines, in a new root.

    python autograder_room.py FOLDER COMMAND...

Everything below / is bound into a root of its own, FOLDER as /autograder, in a mount namespace that
ends with the command. Needs root; exits with 125 where namespaces or mounts are refused.
"""

from __future__ import annotations

import ctypes
import os
import sys
import tempfile

CANNOT = 125
CLONE_NEWNS = 0x20000
MS_BIND, MS_REC, MS_PRIVATE = 0x1000, 0x4000, 0x40000


def main() -> None:
    folder, argv = sys.argv[1], sys.argv[2:]
    try:
        enter(os.path.abspath(folder))
    except OSError as error:
        print(f"no room of its own: {error}", file=sys.stderr)
        sys.exit(CANNOT)
    os.chdir("/autograder")
    os.execv(argv[0], argv)


def enter(folder: str) -> None:
    """Make the new root and go there."""
    libc = ctypes.CDLL(None, use_errno=True)

    def mount(source: str, target: str, kind: str | None, flags: int) -> None:
        texts = [None if text is None else text.encode() for text in (source, target, kind)]
        if libc.mount(*texts, ctypes.c_ulong(flags), None) != 0:
            raise OSError(ctypes.get_errno(), f"mount {target}")

    if libc.unshare(CLONE_NEWNS) != 0:
        raise OSError(ctypes.get_errno(), "unshare")
    mount("none", "/", None, MS_REC | MS_PRIVATE)
    root = tempfile.mkdtemp(prefix="root-", dir=os.path.dirname(folder))  # gone with the test's
    mount("none", root, "tmpfs", 0)
    os.chmod(root, 0o755)
    for name in sorted(os.listdir("/")):
        source, target = f"/{name}", f"{root}/{name}"
        if name == "autograder":
            continue
        if os.path.islink(source):
            os.symlink(os.readlink(source), target)
        elif os.path.isdir(source):
            os.mkdir(target)
            # What holds this very root is bound without it.
            holds = os.path.realpath(root).startswith(f"{source}/")
            mount(source, target, None, MS_BIND if holds else MS_BIND | MS_REC)
    os.mkdir(f"{root}/autograder")
    mount(folder, f"{root}/autograder", None, MS_BIND)
    os.chroot(root)


if __name__ == "__main__":
    main()
