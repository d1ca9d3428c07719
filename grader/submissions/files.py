"""What a hand-in holds: its files as records, what is taken of it, and how much at most.

* read one file (`read_regular`): never a device, a pipe or a socket, never more than a limit;
* read the Python files and notebooks of a folder (`read_folder`); `zips.py` unpacks a zip into one;
* follow a symbolic link, if it stays where it belongs (`follow`);
* bound how long reading a hand-in takes (`reading_budget`): what is slow in it, or breaks, costs
  that hand-in only.

What cannot be read is `Refused` with a sentence for the student; nothing is ever written. Reading
is our own code on a student's text, in our own process. No pattern in it takes more than linear
time (a test times each), sizes are capped, and no bytes may raise (a test tries many).
"""

from __future__ import annotations

import errno
import hashlib
import os
import signal
import stat
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from types import FrameType
from typing import Any, NamedTuple

from grader.text import harmless, printable

MAX_FILE = 10_000_000
"""Bytes of one file; from here on it is refused."""
MAX_ARCHIVE = 50_000_000
"""Bytes of a zip archive, and of all the source files of one hand-in together."""
MAX_MEMBERS = 2_000
"""Files and folders in one hand-in."""
MAX_DEPTH = 20
"""Folders within folders."""

SOURCES = (".py", ".ipynb")
ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".rar", ".7z")

# What systems and tools leave behind. A virtual environment is nobody's answer.
_CLUTTER = {
    "__macosx",
    "__pycache__",
    "thumbs.db",
    "desktop.ini",
    "venv",
    "env",
    "node_modules",
    "site-packages",
}


class Fault(NamedTuple):
    """A named error about a hand-in or a file of it: what is wrong, and what to do."""

    where: str
    sentence: str
    exercise: str = ""
    """The exercise that was to be answered there, where that is known."""


class RawFile(NamedTuple):
    """One source file of a hand-in, undecoded; `name` is relative to the hand-in, with slashes."""

    name: str
    data: bytes

    @property
    def suffix(self) -> str:
        return PurePosixPath(self.name).suffix.lower()

    @property
    def stem(self) -> str:
        return PurePosixPath(self.name).stem


class Contents(NamedTuple):
    """The source files of a hand-in in order of name, and what was wrong with the others."""

    files: tuple[RawFile, ...]
    faults: tuple[Fault, ...] = ()
    archives: tuple[Path, ...] = ()
    """Zip archives that lie in a folder; they are named as faults by whoever does not open them."""

    def digest(self) -> str:
        """SHA-256 over each file in order of name: `LENGTH NAME LENGTH BYTES`, lengths in decimal.

        A folder and its zip have the same digest. Empty when nothing could be read.
        """
        if not self.files:
            return ""
        whole = hashlib.sha256()
        for file in sorted(self.files, key=lambda file: file.name):
            name = file.name.encode("utf-8", "surrogatepass")
            whole.update(b"%d %s %d " % (len(name), name, len(file.data)))
            whole.update(file.data)
        return whole.hexdigest()


class Refused(Exception):
    """A hand-in or a file cannot be read.

    The message is a sentence for the student. `ours` is true where the reason lies with the
    grader's machine (no file descriptors, a failing disk): no grade may be made of that.
    """

    def __init__(self, sentence: str, *, ours: bool = False) -> None:
        super().__init__(sentence)
        self.ours = ours

    def fault(self, where: str) -> Fault:
        return Fault(where, str(self))


def is_clutter(name: str) -> bool:
    """Whether a file or folder of this name is no part of a hand-in (hidden, a cache, a backup)."""
    return (
        name.startswith((".", "~$"))
        or name.endswith("~")
        or (name.startswith("#") and name.endswith("#"))
        or name.casefold() in _CLUTTER
    )


def is_left_behind(name: str) -> bool:
    """Whether systems left it behind; a student whose name begins with a dot is none of that."""
    return is_clutter(name) and "_assignsubmission_" not in name


def without_top_folder(contents: Contents) -> Contents:
    """The same files, named from the first folder that holds more than one other folder.

    A package (a folder with an `__init__.py`) keeps its name: its modules are imported by it.
    """
    files = contents.files
    while files:
        tops = {file.name.partition("/")[0] for file in files}
        top = min(tops)
        if len(tops) > 1 or any("/" not in file.name for file in files):
            break
        if any(file.name == f"{top}/__init__.py" for file in files):
            break
        files = tuple(RawFile(file.name.partition("/")[2], file.data) for file in files)
    return Contents(files, contents.faults, contents.archives)


def not_opened(suffix: str) -> str:
    """The sentence about an archive inside a hand-in."""
    return (
        f"a {suffix} archive inside a hand-in is not opened: "
        "hand in its files themselves, in a folder or in one zip"
    )


def too_large(limit: int) -> str:
    """The sentence about a file or a hand-in of `limit` bytes or more."""
    return (
        f"this has {limit // 1_000_000} MB or more: "
        "leave out data and recordings, clear the outputs of a notebook, and hand it in again"
    )


def too_many(what: str, most: int = MAX_MEMBERS) -> str:
    """The sentence about `what` ("a folder", "an archive"), of more than `most` files."""
    return (
        f"{what} may hold at most {most:,} files, and this one holds more: "
        "hand in only the files of the exercises"
    )


READING_CPU = 15.0
"""CPU seconds. The largest notebook that is read takes three, a class's usual hand-in 0.003."""


@contextmanager
def reading_budget(seconds: float = READING_CPU) -> Iterator[None]:
    """Raise `Refused` when what is done inside has used this much CPU time, or fails unforeseen.

    CPU time, since a slow disk and a busy machine are nobody's fault. Where there is no such timer
    (Windows, any thread but the first), there is no budget: sizes are capped there too.
    """
    try:
        with _timed(seconds):
            yield
    except Refused:
        raise
    except Exception as error:  # a bug of ours: no grade may be made of it
        what = harmless(f"{type(error).__name__}: {error}", 300)
        raise Refused(f"Topograde failed while it read this ({what})", ours=True) from error


@contextmanager
def _timed(seconds: float) -> Iterator[None]:
    if not hasattr(signal, "setitimer") or threading.current_thread() != threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPROF, _expire)
    try:
        signal.setitimer(signal.ITIMER_PROF, seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    except _Expired:
        raise Refused(
            f"reading this hand-in took more than {seconds:g} seconds, so it was not read: "
            "hand in only the files of the exercises, without generated text"
        ) from None
    finally:
        signal.signal(signal.SIGPROF, before)


class _Expired(BaseException):
    """No `Exception`: what reads one file names its error and goes on with the next."""


def _expire(number: int, frame: FrameType | None) -> None:
    raise _Expired


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


def read_table(
    path: Path, needed: Sequence[str], others: Sequence[str], fault: type[Exception]
) -> list[tuple[str, Mapping[str | None, Any]]]:
    """The rows of a CSV file by column, each with where it stands. Raises `fault`.

    needed, others: the columns that it must have, and those that it may have.
    """
    import csv  # not for a student's own check, which is to start fast
    import io

    try:
        text = read_regular(path.resolve()).decode("utf-8-sig")
        reader = csv.DictReader(io.StringIO(text))
        rows, heads = list(reader), {*(reader.fieldnames or ())}
    except (Refused, UnicodeDecodeError, csv.Error) as error:
        raise fault(f"{path} cannot be read as CSV in UTF-8: {error}.") from None
    if not set(needed) <= heads <= {*needed, *others}:
        raise fault(
            f"{path}, line 1: the columns are {', '.join(needed)} and any of {', '.join(others)}; "
            f"found {', '.join(map(str, heads)) or 'nothing'}."
        )
    return [(f"{path}, line {number}", row) for number, row in enumerate(rows, start=2)]


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
