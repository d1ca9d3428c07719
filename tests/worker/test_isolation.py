"""The level is what was refused: proven here, in emulated environments, and with broken locks."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.worker import client, exchange, forkserver, isolation
from grader.worker.exchange import BatchLimits, WorkerUnavailable
from grader.worker.forkserver import ForkServer
from grader.worker.inside import canary
from grader.worker.isolation import Isolation, prove, refusal
from grader.worker.lock import kernel
from grader.worker.plain import PlainServer
from tests.support.emulate import has_landlock, run_emulated, shared_folder
from tests.support.hand_ins import replied, sent
from tests.support.paths import ROOT, TINY

pytestmark = pytest.mark.skipif(
    kernel.machine() is None, reason="isolation needs Linux on 64-bit x86_64 or aarch64"
)

SYSTEM_PYTHON = "/usr/bin/python3"
ALL = {name.replace("_", " ") for name in (*canary.NAMES, canary.ENDS)}
BEST = "A" if has_landlock() else "B"
# What an ordinary user, a container or a careful kernel refuses without our lock.
MAY_BE_REFUSED = {
    *("trace the grader", "copy the memory of the grader", "open the memory of the grader"),
    *("use io uring", "handle page faults", "use the keys of the kernel"),
    *("make a user namespace",),
}
needs_landlock = pytest.mark.skipif(BEST == "B", reason="this kernel has no Landlock")


# ---------------------------------------------------------------------------- the level here


def test_the_full_lock_refuses_every_attack(server: ForkServer) -> None:
    proof = prove(server)
    assert (proof.level, proof.open) == (BEST, ()), proof
    assert proof.refused == proof.tried == len(ALL) >= 24
    assert proof.isolated


def test_seccomp_alone_is_level_b() -> None:
    with ForkServer(landlock=False) as server:
        proof = prove(server)
    assert (proof.level, proof.open, proof.landlock_abi) == ("B", (), 0)


@needs_landlock
def test_landlock_alone_is_no_isolation_and_what_it_leaves_is_listed() -> None:
    with ForkServer(seccomp=False) as server:
        proof = prove(server)
    assert proof.level == "D"
    assert {"see that a file exists", "change the mode of a file", "send by udp"} <= {*proof.open}
    assert "read a file" not in proof.open


def test_without_both_files_and_network_are_open() -> None:
    with ForkServer(landlock=False, seccomp=False) as server:
        proof = prove(server)
    assert (proof.level, proof.isolated) == ("D", False)
    assert {"read a file", "list a folder", "connect by tcp", "run a program"} <= {*proof.open}
    assert "NOT ISOLATED" in proof.sentence


def test_every_attack_is_done_where_nothing_stands_before_it() -> None:
    with PlainServer() as server:
        proof = prove(server)
    assert proof.tried == len(ALL)
    # Namespaces are counted for the whole machine: other tests may hold them for a moment.
    refused = MAY_BE_REFUSED if os.geteuid() else {"make a user namespace"}
    assert ALL - {*proof.open} <= refused


@needs_landlock
def test_a_course_with_lazy_imports_is_level_c() -> None:
    """Run by the system's Python: its standard library is within reach of every user."""
    if not shutil.which(SYSTEM_PYTHON):
        pytest.skip(f"there is no {SYSTEM_PYTHON}")
    code = (
        f"import sys, json; sys.path.insert(0, {str(ROOT)!r})\n"
        "if sys.version_info < (3, 11): sys.exit(77)\n"
        "from grader.worker import isolation\n"
        "from grader.worker.starting import start_server\n"
        "with start_server(lazy_imports=True) as server:\n"
        "    print(json.dumps([server.lock['mode'], isolation.prove(server).to_json()]))"
    )
    done = subprocess.run([SYSTEM_PYTHON, "-c", code], capture_output=True, text=True, timeout=60)
    if done.returncode == 77:
        pytest.skip(f"{SYSTEM_PYTHON} is older than 3.11")
    assert done.returncode == 0, done.stderr
    mode, proof = json.loads(done.stdout)
    if mode != "stdlib":
        pytest.skip(f"lazy imports cannot be had here: {proof['missing']}")
    assert (proof["level"], proof["open"]) == ("C", ["see that a file exists"])


def test_the_record_is_the_same_in_every_run(server: ForkServer) -> None:
    first = prove(server).to_json()
    with ForkServer() as another:
        assert prove(another).to_json() == first == json.loads(json.dumps(first))
        assert str(server.lock["uid"]) not in json.dumps(first)


def test_the_self_test_is_never_told_that_it_succeeded(
    server: ForkServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A canary that breaks, answers other questions or says nothing proves nothing."""
    for answer in ({"value": {}}, {"value": "all refused"}, {"error": {"kind": "exception"}}, None):
        reply = exchange.Reply(answers=[answer] if answer else [], failure=None)
        monkeypatch.setattr(client.Worker, "run", lambda *_, reply=reply, **__: reply)
        proof = prove(server)
        assert (proof.level, proof.tried) == ("D", 0)
        assert "did not come to its end" in proof.missing[-1]


def test_a_fault_of_the_canary_itself_is_no_refusal() -> None:
    def broken() -> None:
        raise NameError("bait")

    assert canary._outcome(broken).startswith("fault: NameError")
    assert canary._outcome(lambda: None) == "open"


def test_a_mark_on_the_bait_counts_more_than_what_the_canary_says(
    server: ForkServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(isolation.Bait, "traces", lambda _: iter(["connect by tcp"]))
    proof = prove(server)
    assert (proof.level, proof.open) == ("D", ("connect by tcp",))


# ---------------------------------------------------------------------------- refusals


def proof_of(level: str) -> Isolation:
    return Isolation(level, 40, 43, ("read a file",), 0, False, False, ("seccomp: a reason",))


@pytest.mark.parametrize(
    ("level", "required", "allowed", "refused"),
    [
        ("A", None, False, False), ("B", None, False, False), ("C", None, False, False),
        ("D", None, False, True), ("D", None, True, False),
        ("A", "A", False, False), ("B", "A", False, True), ("C", "A", True, True),
        ("A", "B", False, False), ("B", "B", False, False), ("C", "B", False, True),
        ("D", "B", True, True),
    ],
)  # fmt: skip
def test_what_is_refused(level: str, required: str | None, allowed: bool, refused: bool) -> None:
    assert bool(refusal(proof_of(level), required, allowed)) == refused


def test_a_refusal_says_why_and_what_to_do(tmp_path: Path) -> None:
    text = refusal(proof_of("D"), None, False, [tmp_path / "hand ins"], tmp_path / "out")
    assert text is not None
    for words in ("NOT ISOLATED", "seccomp: a reason", "not tested by us", "--allow-unsandboxed"):
        assert words in text
    line = next(line for line in text.splitlines() if "docker run" in line)
    assert f"-v '{tmp_path}/hand ins:/in/hand ins:ro'" in line
    assert f"-v {tmp_path}/out:/out" in line
    assert f"-v {ROOT}:/src:ro" in line


# ---------------------------------------------------------------------------- elsewhere


@pytest.fixture(scope="module")
def shared() -> Iterator[Path]:
    """A folder that every user may use, with one right hand-in."""
    with shared_folder() as folder:
        shutil.copy(TINY / "solutions" / "01_doubling.py", f"{folder}/ada.py")
        os.chmod(f"{folder}/ada.py", 0o644)
        yield Path(folder)


def topograde(kind: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    try:
        return run_emulated(
            kind,
            [sys.executable, "-m", "grader", *map(str, arguments), "--course", str(TINY)],
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
        )
    except RuntimeError as error:
        pytest.skip(str(error))


ENVIRONMENTS = [
    ("real", BEST),
    ("user", BEST),
    ("docker", BEST),
    ("docker+user", BEST),
    ("user+no-user-namespaces", BEST),
    ("no-landlock", "B"),
    ("docker+no-landlock", "B"),
    ("user+no-landlock+no-user-namespaces", "B"),
]


def test_grading_is_isolated_where_the_doctor_says_so(shared: Path) -> None:
    (kind, level), out = ENVIRONMENTS[-1], shared / "out-isolated"
    done = topograde(kind, "grade", shared / "ada.py", "--out", out, "--require-isolation", level)
    assert done.returncode == 0, done.stderr
    report = json.loads((out / "ada.json").read_text())
    assert report["isolation"]["level"] == level
    assert report["isolation"]["open"] == []
    assert report["score"] == 3
    assert f"isolation: level {level}" in done.stdout


@pytest.mark.parametrize(("kind", "level"), ENVIRONMENTS)
def test_the_doctor_tells_the_level_of_every_environment(kind: str, level: str) -> None:
    """By the same proof as a run that grades."""
    done = topograde(kind, "doctor")
    assert done.returncode == 0, done.stderr
    assert f"level {level}" in done.stdout
    assert "left open     nothing that was tried" in done.stdout
    assert ("ENOSYS" in done.stdout) == ("no-landlock" in kind)


def test_level_a_can_be_required(shared: Path) -> None:
    out = shared / "out-required"
    done = topograde(
        "no-landlock", "grade", shared / "ada.py", "--out", out, "--require-isolation", "A"
    )
    assert done.returncode == 4
    assert "isolation level A is required" in done.stderr
    assert not out.exists()


def test_without_isolation_a_class_is_refused(shared: Path) -> None:
    out = shared / "out-refused"
    done = topograde("no-seccomp", "grade", shared / "ada.py", "--out", out)
    assert done.returncode == 4
    assert "docker run" in done.stderr
    assert "seccomp: Invalid argument (EINVAL)" in done.stderr
    assert not out.exists()


def test_what_was_graded_without_isolation_says_so(shared: Path) -> None:
    kind, out = "no-seccomp+no-landlock", shared / "out-open"
    done = topograde(kind, "grade", shared / "ada.py", "--out", out, "--allow-unsandboxed")
    assert done.returncode == 0, done.stderr
    report = json.loads((out / "ada.json").read_text())
    assert report["isolation"]["isolated"] is False
    assert "see that a file exists" in report["isolation"]["open"]
    assert report["score"] == 3
    assert "NOT ISOLATED" in (out / "grades.csv").read_text()
    assert "isolation: level D, NOT ISOLATED" in done.stdout


def test_a_student_checks_without_isolation_and_is_told_in_one_line(shared: Path) -> None:
    work = shared / "work"
    work.mkdir()
    shutil.copy(TINY / "solutions" / "01_doubling.py", work)
    done = topograde("no-seccomp", "check", "--work", work)
    assert done.returncode == 0, done.stdout + done.stderr
    assert [line for line in done.stdout.splitlines() if "isolat" in line] == [
        "(level D: your code runs without isolation here)"
    ]


# ---------------------------------------------------------------------------- never half locked

# A zygote whose lock breaks after some children: what a kernel's change of mind would do.
SPOILED = """
import dataclasses, os, sys
sys.path.insert(0, {root!r})
from grader.worker.lock import kernel
from grader.worker.lock import landlock
from grader.worker.lock import lockdown
from grader.worker.lock import syscalls
from grader.worker.inside import zygote

allow_all = bytes.fromhex("060000000000ff7f")
class Spoiled(zygote._Server):
    started = 0
    def start(self, request, descriptors):
        if self.started == {honest}:
            self.lock = dataclasses.replace(self.lock, {spoil})
            {more}
        self.started += 1
        super().start(request, descriptors)

zygote._Server = Spoiled
zygote.main()
"""
Spoil = Callable[..., None]


@pytest.fixture
def spoil(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Spoil:
    """Have the next zygote spoil its lock after `honest` children."""

    def spoil(change: str, honest: int, more: str = "pass") -> None:
        script = tmp_path / "spoiled.py"
        values = {"root": str(ROOT), "honest": honest, "spoil": change, "more": more or "pass"}
        script.write_text(SPOILED.format(**values))
        monkeypatch.setattr(forkserver, "ZYGOTE", script)

    return spoil


HARMLESS = sent("X = 1")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("ruleset_fd=99", "the step 'Landlock' failed: landlock_restrict_self: Bad file"),
        ("bpf=b'12345678'", "the step 'seccomp' failed: prctl(22): Invalid argument"),
        ("bpf=None", "should say Seccomp: 2, found 0"),
        ("uid=-2", "the step 'change of user' failed"),
        ("uid=None", "should say Uid: "),
    ],
)
def test_a_broken_lock_runs_nothing(spoil: Spoil, change: str, reason: str) -> None:
    if "uid" in change and os.geteuid() != 0:
        pytest.skip("only root changes the user")
    if "ruleset" in change and BEST == "B":
        pytest.skip("this kernel has no Landlock")
    spoil(change, honest=1)
    with ForkServer() as server:
        server.start(HARMLESS).close()
        with pytest.raises(WorkerUnavailable) as caught:
            server.start(HARMLESS)
        assert reason in str(caught.value)
        with pytest.raises(WorkerUnavailable, match="lock"):
            prove(server)


def test_where_proc_hides_others_the_record_says_that_nobody_looked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(forkserver, "lock_audit_of", lambda *_: None)
    with ForkServer() as server:
        proof = prove(server)
    assert proof.level == BEST
    assert proof.missing == ("check from outside: /proc does not show other processes",)


def test_a_second_zygote_with_another_lock_is_not_used(server: ForkServer) -> None:
    with ForkServer() as mine, pytest.raises(WorkerUnavailable, match="another seccomp"):
        mine._take_lock({**mine.lock, "seccomp": False})


def test_a_filter_that_lets_everything_pass_is_found_out(spoil: Spoil) -> None:
    """From outside it looks like a filter; only attacks show that it is none."""
    spoil("bpf=allow_all", honest=0)
    with ForkServer() as server:
        proof = prove(server)
    assert (proof.level, proof.seccomp) == ("D", True)
    assert "see that a file exists" in proof.open


HOLE = """
syscalls.NUMBERS.setdefault({call!r}, {numbers})
syscalls._ALWAYS = (*syscalls._ALWAYS, {call!r})
class Spoiled"""


@needs_landlock
@pytest.mark.parametrize(
    ("call", "attack"),
    [
        ("openat", "open a file by raw system call"),
        ("socket", "make a socket by raw system call"),
        ("clone", "fork by raw system call"),
        ("ptrace", "trace the grader"),
        ("process_vm_readv", "copy the memory of the grader"),
        ("kill", "signal the grader by raw system call"),
    ],
)
def test_a_hole_in_the_filter_is_found_out_though_something_else_refuses_the_deed(
    spoil: Spoil, call: str, attack: str
) -> None:
    """Landlock, another user or a limit refuses some of it: with all in force nothing is seen."""
    spoil("mode=self.lock.mode", honest=0)
    script = Path(forkserver.ZYGOTE)
    hole = HOLE.format(call=call, numbers=canary.RAW[call])
    script.write_text(script.read_text().replace("\nclass Spoiled", hole))
    with ForkServer() as server:
        proof = prove(server)
    assert proof.level == "D"
    assert attack in proof.open


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("set_limits=lambda _: None", "should say Max address space: 1073741824, found unlimited"),
        ("_limit=lambda name, *_, **__: name == 'AS' or limit(name, 9)", "Max address space"),
        ("_limit=lambda name, *_, **__: name == 'CPU' or limit(name, 1 << 20)", "Max cpu time"),
    ],
)
def test_a_kernel_that_only_says_that_it_limits_is_found_out(
    spoil: Spoil, change: str, told: str
) -> None:
    spoil("mode=self.lock.mode", honest=0)
    script = Path(forkserver.ZYGOTE)
    patch = f"limit = lockdown._limit\nvars(lockdown).update({change})\nclass Spoiled"
    script.write_text(script.read_text().replace("class Spoiled", patch, 1))
    with ForkServer() as server:
        with pytest.raises(WorkerUnavailable, match=told):
            server.start(HARMLESS)
        server._audit = None  # where /proc hides others, the deed shows it
        if "CPU" not in told and "cpu" not in told:
            proof = prove(server)
            assert (proof.level, proof.open) == ("D", ("have more memory than its limit",))


def test_a_grader_that_does_not_see_time_pass_is_found_out(
    server: ForkServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client.Worker, "_cpu", lambda _: 0.0)
    proof = prove(server)
    assert (proof.level, proof.open) == ("D", ("use more time than its limit",))


@needs_landlock
def test_a_ruleset_that_forbids_next_to_nothing_is_found_out(spoil: Spoil) -> None:
    execute_only = "kernel.syscall('landlock_create_ruleset', (1).to_bytes(8, 'little'), 8, 0)"
    spoil(f"ruleset_fd={execute_only}", honest=0)
    with ForkServer() as server:
        proof = prove(server)
    assert (proof.level, proof.open) == ("B", ())
    assert "did not stop: read a file, write to a file" in proof.missing[-1]


def grade_with_spoiled(script: Path, shared: Path, out: Path) -> subprocess.CompletedProcess[str]:
    code = (
        "import sys, pathlib\n"
        "from grader.worker import forkserver\n"
        f"forkserver.ZYGOTE = pathlib.Path({str(script)!r})\n"
        "from grader.cli import main\n"
        "main()"
    )
    arguments = ["grade", shared / "ada.py", "--out", out, "--course", TINY]
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_a_lock_that_breaks_while_grading_leaves_checks_ungraded(
    spoil: Spoil, shared: Path, tmp_path: Path
) -> None:
    spoil("bpf=b'12345678'", honest=4 if BEST == "A" else 2)  # the self-test's own children
    done = grade_with_spoiled(forkserver.ZYGOTE, shared, tmp_path / "out")
    assert done.returncode == 3, done.stderr
    report = json.loads((tmp_path / "out" / "ada.json").read_text())
    checks: list[dict[str, Any]] = report["exercises"][0]["checks"]
    assert report["score"] == 0
    assert [check["outcome"] for check in checks] == ["ungraded"] * 2
    assert "the step 'seccomp' failed" in checks[0]["message"]
    assert "Invalid argument (EINVAL)" in checks[0]["message"]


def test_a_lock_that_is_broken_from_the_start_grades_nothing(
    spoil: Spoil, shared: Path, tmp_path: Path
) -> None:
    spoil("bpf=b'12345678'", honest=0)
    done = grade_with_spoiled(forkserver.ZYGOTE, shared, tmp_path / "out")
    assert done.returncode == 3
    assert "the step 'seccomp' failed" in done.stderr
    assert not (tmp_path / "out" / "grades.csv").exists()


# ---------------------------------------------------------------------------- where nothing forks


def ask_plain(text: str, limits: BatchLimits = BatchLimits(2.0, 2.0)) -> exchange.Reply:  # noqa: B008
    with PlainServer() as server:
        task = {"task": "constant", "name": "X"}
        return replied(server, text, task, need=["X"], limits=limits)  # type: ignore[arg-type]


def test_a_plain_process_answers_and_its_output_is_kept_apart() -> None:
    outputs = set()
    for _ in range(3):  # on a busy machine, what was printed may come too late to be kept
        reply = ask_plain("print('hé ∂')\nX = 5")
        assert (reply.answers, reply.failure) == ([{"value": 5}], None)
        outputs.add(reply.output.decode())
    assert f"hé ∂{os.linesep}" in outputs


@pytest.mark.parametrize(
    ("text", "failure"),
    [
        ("while True: pass", {"kind": "timeout", "clock": "wall"}),
        ("import os; os._exit(3)", {"kind": "exit", "code": 3}),
        ("import os; os.abort()", {"kind": "crash", "signal": 6}),
        ("while True: print('x' * 1_000_000)", {"kind": "output"}),
        ("import os, time\nos.closerange(3, 20); time.sleep(9)", {"kind": "protocol"}),
        ("import os\nfor fd in range(3, 9):\n try: os.write(fd, b'!' * 99)\n except OSError: 0",
         {"kind": "protocol"}),
        ("X = input()", {"kind": "import", "type": "EOFError"}),
    ],
)  # fmt: skip
def test_a_plain_process_is_held_to_its_limits(text: str, failure: dict[str, Any]) -> None:
    reply = ask_plain(text, BatchLimits(1.0, 1.0))
    assert reply.answers == []
    assert reply.failure is not None
    assert {name: reply.failure.get(name) for name in failure} == failure


def test_a_plain_process_leaves_no_thread_and_no_file() -> None:
    import threading

    ask_plain("X = 1")
    before = threading.active_count(), len(os.listdir("/proc/self/fd"))
    for text in ("X = 1", "while True: pass", "while True: print('x' * 1_000_000)"):
        ask_plain(text, BatchLimits(0.3, 0.3))
    assert (threading.active_count(), len(os.listdir("/proc/self/fd"))) == before
