"""Things to go for: files with secrets, folders to write to, listeners, a process to molest.

Everything may be read and written by anybody, so that only a lock can keep an attack away.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import secrets
import select
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

from grader.worker.exchange import MEMORY

REPOSITORY = Path(__file__).parents[2]
HERE = Path(__file__).parent

# Tells each signal that it gets, and lives until its standard input ends.
VICTIM = """
import signal, sys
def tell(number, frame):
    print(number, flush=True)
for number in (1, 2, 10, 12, 14, 15, 23, 29):
    signal.signal(number, tell)
print(id(tell), flush=True)
sys.stdin.read()
"""

ANSWERS = {1.7321: 2.6458, 1.4142: 2.2361, 0.5773: 1.6181, 2.7183: 0.5772, 1.2599: 2.0801,
           0.6931: 1.0986, 1.6094: 0.9163, 2.3026: 1.1513}  # fmt: skip
"""What the naive grader asks (a), and what is right."""


class Bait:
    """Bait of its own folder and process. Use as a context manager."""

    def __init__(self, course: str = "course") -> None:
        self.course = HERE / course
        self.root = Path(tempfile.mkdtemp(prefix="topograde-attacks-"))
        self.root.chmod(0o755)
        shm = Path("/dev/shm")
        self.shm = Path(tempfile.mkdtemp(dir=shm)) if os.access(shm, os.W_OK) else None
        self.mark = secrets.token_hex(12)
        self.secret = secrets.token_hex(32)
        self.neighbour = secrets.token_hex(12)
        self.handins, self.out = self._folder("handins"), self._folder("out")
        self.cwd, home, temp = (self._folder(name) for name in ("cwd", "home", "tmp"))
        self.folders = [self.cwd, home, temp, self._folder("open"), self.out]
        if self.shm:
            self.shm.chmod(0o777)
            self.folders.append(self.shm)
        self.environ = {"HOME": str(home), "TMPDIR": str(temp), "PYTHONDONTWRITEBYTECODE": "1"}
        cache = self._folder("cache")  # where Graphviz' translation is kept by the grader itself
        self.environ["XDG_CACHE_HOME"] = str(cache)
        self.ours = (self.out, self.handins, cache / "wasmtime")
        self._listeners()
        self._victim()
        self.reset()
        self.before = self.files()

    def _folder(self, name: str) -> Path:
        folder = self.root / name
        folder.mkdir()
        folder.chmod(0o777)
        return folder

    def _listeners(self) -> None:
        self.tcp = socket.create_server(("127.0.0.1", 0), backlog=50)
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.udp.bind(("127.0.0.1", 0))
        self.unix = socket.socket(socket.AF_UNIX)
        self.unix.bind(str(self.root / "open" / "socket"))
        self.unix.listen(50)
        (self.root / "open" / "socket").chmod(0o777)
        self.abstract = socket.socket(socket.AF_UNIX)
        self.abstract.bind(f"\0{self.mark}")
        self.abstract.listen(50)

    def _victim(self) -> None:
        self.victim = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", VICTIM],
            env={"TOPOGRADE_BAIT": self.mark}, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        assert self.victim.stdout is not None
        self.address = int(self.victim.stdout.readline())
        self.calm = self._state()

    def reset(self) -> None:
        """Lay out the files anew."""
        self._write(self.out / ".secret", self.secret + "\n")
        self._write(self.handins / "neighbour.py", f"SECRET = '{self.neighbour}'\n")
        for name, mode in (("canary", 0o666), ("program", 0o777)):
            self._write(self.root / "open" / name, "no program")
            (self.root / "open" / name).chmod(mode)
        answers = json.dumps({str(a): right for a, right in ANSWERS.items()})
        self._write(self.root / "open" / "answers.json", answers)
        for folder in self.folders:
            for name in ("results.json", "report.json", "grades.csv", "stolen"):
                (folder / name).unlink(missing_ok=True)

    def _write(self, path: Path, text: str) -> None:
        path.write_text(text)
        path.chmod(0o666)

    def described(self) -> dict[str, object]:
        """What an attack is told, so that it need not search."""
        return {
            "mark": self.mark,
            "secret": str(self.out / ".secret"),
            "other": str(self.handins / "neighbour.py"),
            "handins": str(self.handins),
            "sources": str(REPOSITORY / "grader" / "judging" / "verdict.py"),
            "checks": str(self.course / "solutions" / "checks" / "tape.py"),
            "folders": [str(folder) for folder in self.folders],
            "pid": self.victim.pid,
            # What the self-test's own deeds aim at (`grader.worker.isolation`):
            "folder": str(self.root / "open"),
            "machine": platform.machine(),
            "memory": MEMORY,
            "grader": self.victim.pid,
            "group": os.getpgid(self.victim.pid),
            "address": self.address,
            "tcp": self.tcp.getsockname()[1],
            "udp": self.udp.getsockname()[1],
            "abstract": self.mark,
        }

    def secrets(self) -> list[str]:
        """Texts that no report may hold, and no student's output."""
        return [self.secret, self.neighbour, self.mark[::-1], "root:x:0:0"]

    def files(self) -> dict[str, str]:
        """Every file but the grader's own: path, mode and contents."""
        found = {}
        for folder in [self.root, *([self.shm] if self.shm else [])]:
            for path in sorted(folder.rglob("*")):
                if any(path.is_relative_to(ours) for ours in self.ours):
                    continue
                data = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
                name = f"{path.stat(follow_symlinks=False).st_mode:o} {path.name}"
                found[str(path)] = f"{name} {hashlib.sha256(data).hexdigest()[:8]}"
        return found

    def touched(self) -> list[str]:
        """What has happened to the bait since it was laid out, in words."""
        now = self.files()
        changed = [p for p in self.before.keys() | now.keys() if self.before.get(p) != now.get(p)]
        found = [f"{path} was written" for path in sorted(changed)]
        listeners = (self.tcp, self.udp, self.unix, self.abstract)
        for name, there in zip(("tcp", "udp", "unix", "abstract"), listeners, strict=True):
            if select.select([there], [], [], 0)[0]:
                found.append(f"somebody came to the {name} listener")
        assert self.victim.stdout is not None
        if self.victim.poll() is not None:
            found.append("the bait process is dead")
        elif select.select([self.victim.stdout], [], [], 0)[0]:
            found.append("the bait process was signalled")
        elif self._state() != self.calm:
            found.append("the bait process was changed")
        return found

    def _state(self) -> object:
        import resource

        pid = self.victim.pid
        status = Path(f"/proc/{pid}/status").read_text()
        tracer = next(line for line in status.splitlines() if line.startswith("TracerPid"))
        limits = tuple(resource.prlimit(pid, n) for n in (resource.RLIMIT_CORE, 7))
        return tracer, os.getpriority(os.PRIO_PROCESS, pid), os.sched_getaffinity(pid), limits

    def __enter__(self) -> Bait:
        return self

    def __exit__(self, *_: object) -> None:
        self.victim.kill()
        self.victim.communicate()
        for there in (self.tcp, self.udp, self.unix, self.abstract):
            there.close()
        for folder in (self.root, self.shm):
            if folder:
                shutil.rmtree(folder, ignore_errors=True)
