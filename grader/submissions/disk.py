"""The bytes of a hand-in on disk, read so that no file can harm or stall the grader.

What one can do with it:

* read one file (`read_regular`): never a device, a pipe or a socket, never more than a limit;
* read the Python files and notebooks of a folder (`read_folder`);
* follow a symbolic link, if it stays where it belongs (`follow`);
* learn when it was last changed (`changed`).

What cannot be read is `Refused` with a sentence for the student; nothing is ever written.
"""

from __future__ import annotations

import errno
import os
import stat
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from grader.submissions.files import (
    ARCHIVES,
    MAX_ARCHIVE,
    MAX_DEPTH,
    MAX_FILE,
    MAX_MEMBERS,
    SOURCES,
    Contents,
    Fault,
    RawFile,
    Refused,
    is_clutter,
    not_opened,
    too_large,
    too_many,
    without_top_folder,
)
from grader.text import printable

OUR_TROUBLE = {
    *(errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EIO),
    *(errno.ENOSPC, errno.EDQUOT, errno.EROFS),
}


def read_regular(path: Path, limit: int = MAX_FILE) -> bytes:
    """All bytes of a regular file, fewer than `limit`; never follows a link, never waits."""
    flags = os.O_RDONLY
    for name in ("O_NONBLOCK", "O_NOFOLLOW", "O_CLOEXEC", "O_BINARY"):
        flags |= getattr(os, name, 0)
    try:
        _require_regular(os.lstat(path).st_mode)  # first: opening some devices has effects
        descriptor = os.open(path, flags)
        try:
            status = os.fstat(descriptor)
            _require_regular(status.st_mode)
            if status.st_size >= limit:
                raise Refused(too_large(limit))
            data = bytearray()
            most = min(status.st_size + 1, 1 << 20)  # room is made for so much, however few come
            while chunk := os.read(descriptor, most):
                data += chunk
                if len(data) >= limit:
                    raise Refused(too_large(limit))
        finally:
            os.close(descriptor)
    except OSError as error:
        raise Refused(_reason(error), ours=error.errno in OUR_TROUBLE) from None
    except ValueError:  # a NUL in a path
        raise Refused("a file of this name cannot be opened: rename it") from None
    return bytes(data)


def follow(path: Path, home: Path) -> Path:
    """Where `path` really lies; refused if a symbolic link leads out of the folder `home`."""
    try:
        real = path.resolve(strict=True)
        inside = real.is_relative_to(home.resolve())
    except OSError as error:
        raise Refused(
            "this symbolic link leads nowhere: hand in the file itself"
            if error.errno == errno.ENOENT
            else _reason(error),
            ours=error.errno in OUR_TROUBLE,
        ) from None
    except RuntimeError:  # links in a circle
        raise Refused("these symbolic links lead in a circle: hand in the file itself") from None
    if not inside:
        raise Refused("this symbolic link leads out of the hand-in: hand in the file itself")
    return real


def read_folder(folder: Path, *, links_out: bool = False) -> Contents:
    """The Python files and notebooks below a folder; other kinds of files are not opened.

    Links may lead about within the folder; with `links_out` (a student's own machine) anywhere.
    """
    files: list[RawFile] = []
    faults: list[Fault] = []
    archives: list[Path] = []
    entries, size = 0, 0
    pending = [(folder, PurePosixPath())]
    while pending:
        place, prefix = pending.pop()
        try:
            found = _entries(place)
        except Refused as refusal:
            if refusal.ours or place == folder:
                raise
            faults.append(refusal.fault(printable(str(prefix))))
            continue
        for entry in found:
            name = str(prefix / entry.name)
            entries += 1
            if entries > MAX_MEMBERS:
                raise Refused(too_many("a folder"))
            try:
                suffix = PurePosixPath(name).suffix.lower()
                path = _located(entry, folder, links_out)
                if entry.is_dir(follow_symlinks=False):
                    if len(prefix.parts) >= MAX_DEPTH:
                        raise Refused(f"there are more than {MAX_DEPTH} folders inside one another")
                    pending.append((path, prefix / entry.name))
                elif os.path.isdir(path):
                    continue  # a link: what lies in the hand-in is met under its own name
                elif suffix in SOURCES:
                    data = read_regular(path)
                    size += len(data)
                    files.append(RawFile(name, data))
                elif suffix == ".zip":
                    archives.append(path)
                elif suffix in ARCHIVES:
                    raise Refused(not_opened(suffix))
            except OSError as error:
                faults.append(Fault(printable(name), _reason(error)))
            except Refused as refusal:
                if refusal.ours:
                    raise
                faults.append(refusal.fault(printable(name)))
            if size > MAX_ARCHIVE:
                raise Refused(too_large(MAX_ARCHIVE))
    return without_top_folder(
        Contents(tuple(sorted(files, key=lambda file: file.name)), tuple(faults), tuple(archives))
    )


def _located(entry: os.DirEntry[str], folder: Path, links_out: bool) -> Path:
    path = Path(entry.path)
    if not entry.is_symlink():
        return path
    return follow(path, Path(path.anchor) if links_out else folder)


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            return sorted(
                (entry for entry in found if not is_clutter(entry.name)),
                key=lambda entry: entry.name,
            )
    except OSError as error:
        raise Refused(_reason(error), ours=error.errno in OUR_TROUBLE) from None


def _require_regular(mode: int) -> None:
    if stat.S_ISREG(mode):
        return
    kinds = {
        stat.S_IFDIR: "a folder",
        stat.S_IFLNK: "a symbolic link",
        stat.S_IFIFO: "a named pipe",
        stat.S_IFSOCK: "a socket",
        stat.S_IFCHR: "a device",
        stat.S_IFBLK: "a device",
    }
    found = kinds.get(stat.S_IFMT(mode), "something else")
    raise Refused(f"this is {found}, and no ordinary file: hand in the file itself")


def _reason(error: OSError) -> str:
    if error.errno in (errno.EACCES, errno.EPERM):
        return "permission to read this file was denied: make it readable (chmod u+r)"
    if error.errno == errno.ENOENT:
        return "no such file"
    if error.errno == errno.ELOOP:
        return "this is a symbolic link: hand in the file itself"
    detail = error.strerror or type(error).__name__
    return f"this file cannot be read: {detail}"


def changed(path: Path) -> str | None:
    """When a hand-in was last changed, in UTC, as far as its files tell; None if they do not."""
    try:
        times = [path.stat().st_mtime]
        if path.is_dir():  # its own time is that of the last file that came or went
            times = [f.stat().st_mtime for f in path.iterdir() if f.is_file()] or times
        return datetime.fromtimestamp(int(max(times)), UTC).isoformat()
    except (OSError, ValueError, OverflowError):
        return None
