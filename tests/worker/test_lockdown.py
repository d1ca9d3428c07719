"""The lock holds: what is forbidden is tried for real, with the lock and without it.

`lockdown_probe.py` does the deeds; here they run in the environments that `emulate.py` makes.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Set
from pathlib import Path
from typing import Any

import pytest

from grader.worker.lock import kernel, lockdown
from tests.support.class_runs import is_alive
from tests.support.waiting import until

if kernel.machine() is None:
    pytest.skip("the lock needs Linux on 64-bit x86_64 or aarch64", allow_module_level=True)

from tests.support import lockdown_probe
from tests.support.emulate import has_landlock, run_emulated, shared_folder
from tests.support.lockdown_deeds import PROBES
from tests.support.paths import ROOT

PROBE = Path(lockdown_probe.__file__)
SYSTEM_PYTHON = "/usr/bin/python3"  # its standard library is within everybody's reach
LIMITS = {"cpu_seconds": 5, "memory_bytes": 512 << 20}

HONEST = {name for name in PROBES if name.startswith("honest_")}
ENDS = {name for name in PROBES if name.startswith("end_")}
IMPORTS = {"import_lazily", "import_site_packages"}
NO_SUCH_CALLS = {"x32_call", "negative_call"}
BAITS = (("secret", 0o644), ("writable", 0o666), ("canary", 0o666), ("program", 0o755))
ATTACKS = set(PROBES) - HONEST - ENDS - IMPORTS - NO_SUCH_CALLS
# What an ordinary user, a container or a careful kernel refuses even without our lock.
PRIVILEGED = {
    *("make_a_user_namespace", "new_mount_namespace", "become_root", "change_groups"),
    *("change_root", "mount_something", "watch_everything", "use_the_keys_of_the_kernel"),
    *("handle_page_faults", "load_bpf", "count_events", "read_kernel_log", "compare_processes"),
    *("copy_the_memory_of_the_grader", "open_the_memory_of_the_grader", "set_clock"),
    *("trace_the_grader", "use_io_uring", "set_file_attribute", "file_handle"),
    *("change_personality", "fork_with_clone3", "read_grader_link", "write_to_a_file"),
    *("change_the_mode_of_a_file", "change_the_times_of_a_file"),  # it is another user's
}
# Landlock does not govern these, and lazy imports need them: the price of mode "stdlib".
SEEN_IN_STDLIB_MODE = {
    *("see_that_a_file_exists", "lstat_file", "statx_file", "access_file", "read_own_link"),
}


# ---------------------------------------------------------------------------- the deeds


@pytest.fixture(scope="module")
def bait() -> Iterator[dict[str, Any]]:
    """Things worth attacking, open to every user, so that only the lock stands before them."""
    with shared_folder() as folder, socket.socket() as tcp, socket.socket(type=2) as udp:
        for name, mode in BAITS:
            Path(folder, name).write_text("42")
            os.chmod(Path(folder, name), mode)
        Path(folder, "mount").mkdir()
        with socket.socket(socket.AF_UNIX) as named, socket.socket(socket.AF_UNIX) as abstract:
            abstract_name = f"topograde-{os.getpid()}"
            named.bind(f"{folder}/socket")
            os.chmod(f"{folder}/socket", 0o777)
            abstract.bind("\0" + abstract_name)
            tcp.bind(("127.0.0.1", 0))
            udp.bind(("127.0.0.1", 0))
            for listener in (tcp, named, abstract):
                listener.listen(100)
            yield {
                "folder": folder,
                "tcp": tcp.getsockname()[1],
                "udp": udp.getsockname()[1],
                "abstract": abstract_name,
                "site_packages": str(Path(pytest.__file__).parents[1]),
            }


def probe(
    bait: dict[str, Any],
    lock: dict[str, Any] | None,
    kind: str = "real",
    python: str = sys.executable,
    skip: Set[str] = frozenset(),
    limits: dict[str, int] = LIMITS,
) -> tuple[dict[str, Any], dict[str, str]]:
    """The lock that was had, and what came of each deed."""
    asked = {"bait": bait, "lock": lock, "skip": sorted(skip), "limits": limits}
    done = run_emulated(
        kind,
        [python, "-I", "-S", str(PROBE), json.dumps(asked)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout.splitlines()[-1])
    return answer["lock"], answer["results"]


def named(results: dict[str, str], names: set[str], *starts: str) -> dict[str, str]:
    """Those of the named deeds whose outcome starts with none of these words."""
    return {n: said for n, said in results.items() if n in names and not said.startswith(starts)}


@pytest.mark.parametrize("kind", ["real", "user", "docker", "user+no-user-namespaces"])
def test_without_the_lock_every_deed_is_done(bait: dict[str, Any], kind: str) -> None:
    skip = {"honest_memory_error", "import_site_packages", *ENDS}
    _, results = probe(bait, None, kind, skip=skip)
    may_fail = NO_SUCH_CALLS | (PRIVILEGED if kind != "real" or os.geteuid() else set())
    assert named(results, set(results) - may_fail, "open") == {}


ENVIRONMENTS = [
    ("real", True),
    ("real", False),
    ("user", True),
    ("docker", True),
    ("docker+no-landlock", True),
    ("docker+user", True),
    ("no-user-namespaces", True),
    ("user+no-landlock+no-user-namespaces", True),
]


@pytest.mark.parametrize(("kind", "landlock"), ENVIRONMENTS)
def test_the_lock_refuses_every_attack_and_no_honest_code(
    bait: dict[str, Any], kind: str, landlock: bool
) -> None:
    lock, results = probe(bait, {"landlock": landlock}, kind, skip=ENDS)
    has_landlock = landlock and "no-landlock" not in kind
    assert lock["seccomp"]
    assert lock["mode"] == "noopen"
    assert bool(lock["landlock_abi"]) == has_landlock
    assert (lock["uid"] is not None) == (os.geteuid() == 0 and "user" not in kind.split("+"))
    assert lock["missing"] == (
        ["Landlock: landlock_create_ruleset: Function not implemented (ENOSYS)"]
        if "no-landlock" in kind
        else []
    )
    assert named(results, ATTACKS, "refused") == {}
    assert named(results, HONEST, "open") == {}
    killed = f"ended {signal.SIGSYS:d}" if kernel.machine() == "x86_64" else "refused"
    assert named(results, NO_SUCH_CALLS, killed) == {}
    assert named(results, IMPORTS, "ModuleNotFoundError") == {}


@pytest.mark.parametrize("kind", ["real", "user"])
def test_stdlib_mode_reads_the_standard_library_and_nothing_else(
    bait: dict[str, Any], kind: str
) -> None:
    python = SYSTEM_PYTHON
    if not shutil.which(python) or ".".join(map(str, _version(python))) < "3.11":
        pytest.skip(f"no {python} of version 3.11 or later, whose library everybody may read")
    lock, results = probe(bait, {"mode": "stdlib"}, kind, python, skip=ENDS)
    assert lock["mode"] == "stdlib", lock["missing"]
    assert lock["missing"] == []
    assert named(results, ATTACKS - SEEN_IN_STDLIB_MODE, "refused") == {}
    assert named(results, HONEST | {"import_lazily"}, "open") == {}
    assert results["import_site_packages"] != "open"
    assert named(results, SEEN_IN_STDLIB_MODE, "open") == {}


def _version(python: str) -> tuple[int, int]:
    said = subprocess.check_output([python, "-c", "import sys; print(*sys.version_info[:2])"])
    major, minor = said.split()
    return int(major), int(minor)


def test_stdlib_mode_falls_back_to_noopen_without_landlock(bait: dict[str, Any]) -> None:
    lock, results = probe(bait, {"mode": "stdlib"}, "no-landlock", skip=ENDS)
    assert lock["mode"] == "noopen"
    assert any("lazy imports: only Landlock" in sentence for sentence in lock["missing"])
    assert named(results, ATTACKS, "refused") == {}


def test_without_seccomp_the_lock_says_that_it_has_no_filter(bait: dict[str, Any]) -> None:
    skip = set(PROBES) - {"read_a_file", "honest_sleep_and_clocks"}
    lock, results = probe(bait, {}, "no-seccomp", skip=skip)
    assert lock["seccomp"] is False
    assert lock["missing"] == ["seccomp: Invalid argument (EINVAL)"]
    assert results["honest_sleep_and_clocks"] == "open"


def test_a_process_ends_by_its_own_doing_and_at_its_limits(bait: dict[str, Any]) -> None:
    limits = {"cpu_seconds": 1, "memory_bytes": 512 << 20}
    _, results = probe(bait, {}, skip=set(PROBES) - ENDS, limits=limits)
    killed = {"ended 6", "ended 11", "ended 4"}
    assert results["end_by_abort"] in killed  # abort cannot signal, and falls back on a fault
    assert results["end_by_crash"] == f"ended {signal.SIGSEGV:d}"
    assert results["end_by_cpu_limit"] == f"ended {signal.SIGXCPU:d}"
    assert results["end_by_cpu_limit_ignored"] == f"ended {signal.SIGKILL:d}"
    assert results["end_by_stack"].startswith("ended")


# ---------------------------------------------------------------------------- seen from outside


def run_python(code: str, kind: str = "real", **options: Any) -> subprocess.CompletedProcess[str]:
    prelude = f"import os, sys; sys.path.insert(0, {str(ROOT)!r})\n"
    prelude += "from grader.worker.lock import lockdown, kernel\n"
    command = [sys.executable, "-I", "-S", "-c", prelude + code]
    return run_emulated(kind, command, capture_output=True, text=True, timeout=30, **options)


WAITING_CHILD = """
lock = lockdown.prepare({options})
parent = os.getpid()
reader, writer = os.pipe()
nothing, _ = os.pipe()
if (pid := os.fork()) == 0:
    try:
        lockdown.apply(lock, {{"open_files": 16}}, parent)
        os.write(writer, b"x")
        os.read(nothing, 1)
    except BaseException as error:  # whatever it is, this child must not go on as its parent
        print(error, file=sys.stderr)
    os._exit(1)
assert os.read(reader, 1) == b"x"
"""


@pytest.mark.parametrize("kind", ["real", "user", "docker"])
def test_the_kernel_shows_the_lock_to_an_onlooker(kind: str) -> None:
    code = WAITING_CHILD.format(options="") + (
        "print(open(f'/proc/{pid}/status').read(), open(f'/proc/{pid}/limits').read())\n"
        "print('uid', lock.uid)\n"
        "os.kill(pid, 9)"
    )
    done = run_python(code, kind)
    lines = [line.split() for line in done.stdout.splitlines()]
    status = {words[0]: words[1:] for words in lines if words}
    assert status["NoNewPrivs:"] == ["1"], done.stderr
    assert status["Seccomp:"] == ["2"]
    assert status["Threads:"] == ["1"]
    assert status["Groups:"] == [] or kind == "user"
    for capabilities in ("CapInh:", "CapPrm:", "CapEff:", "CapAmb:"):
        assert int(status[capabilities][0], 16) == 0
    if os.geteuid() == 0 and kind != "user":
        assert status["Uid:"] == status["Gid:"] == status["uid"] * 4
        assert 50_000 <= int(status["uid"][0]) < 60_000
        assert int(status["CapBnd:"][0], 16) == 0
    for limit in ("core file size", "file size", "processes", "locked memory", "msgqueue size"):
        line = next(words for words in lines if f"Max {limit} " in " ".join(words) + " ")
        assert "0 0" in " ".join(line), limit
    assert any("Max open files 16 16" in " ".join(words) for words in lines)


def test_a_locked_child_dies_with_its_parent() -> None:
    done = run_python(WAITING_CHILD.format(options="") + "print(pid, flush=True); os._exit(0)")
    pid = int(done.stdout)
    until(lambda: not is_alive(pid), 5)


def test_a_child_that_is_already_orphaned_is_not_locked_but_refused() -> None:
    done = run_python(
        "lock = lockdown.prepare()\n"
        "try: lockdown.apply(lock, {}, 1 << 30)\n"
        "except lockdown.LockError as error: print(error.step, '/', error.reason)"
    )
    assert "death with the parent / RuntimeError: process 1073741824" in done.stdout


# ---------------------------------------------------------------------------- never half locked


@pytest.mark.parametrize("limits", [{"cpu": 3}, {"cpu_seconds": -1}, {"memory_bytes": 0}])
def test_limits_that_cannot_be_set_are_named_and_stop_the_lock(limits: dict[str, int]) -> None:
    done = run_python(
        "lock = lockdown.prepare()\n"
        f"try: lockdown.apply(lock, {limits}, os.getppid())\n"
        "except lockdown.LockError as error: print(error.step)"
    )
    assert done.stdout.strip() == "limits", done.stderr


def test_a_process_with_two_threads_is_refused() -> None:
    done = run_python(
        "import threading\n"
        "lock = lockdown.prepare()\n"
        "threading.Thread(target=threading.Event().wait, daemon=True).start()\n"
        "try: lockdown.apply(lock, {}, os.getppid())\n"
        "except lockdown.LockError as error: print(error)\n"
        "sys.stdout.flush(); os._exit(0)"
    )
    assert "the step 'one thread' failed: RuntimeError: the process has 2 threads" in done.stdout


def test_the_environment_is_gone_and_the_folder_is_the_root() -> None:
    code = (
        "lock = lockdown.prepare()\n"
        "lockdown.apply(lock, {}, os.getppid())\n"
        "os.write(1, repr((dict(os.environ), os.getcwd())).encode())"
    )
    assert run_python(code, env={**os.environ, "TOKEN": "secret"}).stdout == "({}, '/')"


def test_a_fault_in_prepare_names_its_step() -> None:
    done = run_python(
        "import resource\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))\n"
        "try: lockdown.prepare()\n"
        "except lockdown.LockError as error: print(error)"
    )
    assert "the step 'create a Landlock ruleset' failed" in done.stdout or not has_landlock()
    assert "EMFILE" in done.stdout


# ---------------------------------------------------------------------------- files


def test_an_unknown_machine_has_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "machine", lambda: None)
    lock = lockdown.prepare()
    assert lock.bpf is None
    assert lock.ruleset_fd == -1
    assert len(lock.missing) == 2


CLOSING = """
import resource
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
highest = min(hard, 5000) - 1
for fd in (3, 4, 7, 50, 51, highest):
    os.dup2(0, fd)
resource.setrlimit(resource.RLIMIT_NOFILE, (60, hard))  # a bound below an open file
{spoil}
lockdown.close_all_except({{0, 1, 2, 4, 51, -1}})
left = []
for fd in (3, 4, 7, 50, 51, highest):
    try: os.fstat(fd); left.append(fd)
    except OSError: pass
print(left)
"""


@pytest.mark.parametrize("spoil", ["", "def no(*_): raise OSError(1)\nkernel.syscall = no"])
def test_all_files_but_those_named_are_closed(spoil: str) -> None:
    done = run_python(CLOSING.format(spoil=spoil), stdin=subprocess.DEVNULL)
    assert done.stdout == "[4, 51]\n", done.stderr


def test_without_a_listing_files_are_closed_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: str) -> list[str]:
        raise FileNotFoundError

    monkeypatch.setattr(os, "listdir", refuse)
    candidates = list(lockdown._open_files())
    assert candidates[0] == 0
    assert 256 <= len(candidates) <= lockdown.MOST_FDS_BY_HAND
