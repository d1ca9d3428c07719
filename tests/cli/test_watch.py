"""`check --watch` in a real terminal: saves of every kind, keys, and how the terminal is left."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.text import Text

from grader.cli.watch import Watcher
from grader.course.course import default_course_dir, load_course
from grader.grading.progress import HIDDEN_LEFT, NOT_BEGUN, PASSED
from tests.support.graded_class import short_course
from tests.support.paths import ROOT
from tests.support.terminals import PATIENCE, Terminal, environment, plain, terminal, topograde

COURSE = load_course(default_course_dir())
STUBS, SOLVED = COURSE.stubs_dir, ROOT / "solutions"
RULES = "02_local_rules.py"
KEYS = "q quit"
"""The end of every screen."""


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """Two exercises: the rules, wrong; the order, a stub."""
    folder = tmp_path / "exercises"
    folder.mkdir()
    shutil.copy(STUBS / "03_build_topo.py", folder)
    (folder / RULES).write_text(wrong())
    return folder


def wrong() -> str:
    text = (SOLVED / RULES).read_text()
    assert "+= " in text
    return text.replace("+= other.data", "+= self.data")


@pytest.fixture
def watching(work: Path) -> Iterator[Terminal]:
    """The watch of these two exercises, its first screen shown."""
    command = topograde("check", "--watch", "local-rules", "build-topo")
    with terminal(command, work.parent) as screen:
        first = plain(screen.wait_for(KEYS))
        assert "local-rules: " in first
        assert "FAILS" in first
        yield screen


def test_a_save_is_answered_and_a_pass_moves_on(watching: Terminal, work: Path) -> None:
    (work / RULES).write_text((SOLVED / RULES).read_text())
    shown = plain(watching.wait_for("On to build-topo."))
    assert "local-rules passes. On to build-topo." in shown
    assert "build-topo: Put the nodes in order" in shown
    assert "do what TODO says in 03_build_topo.py" in shown
    shutil.copy(SOLVED / "03_build_topo.py", work)
    shown = plain(watching.wait_for("all 6 checks pass"))
    watching.press("q")
    assert watching.end() == 0
    assert "2 passed" in plain(watching.seen)
    assert watching.is_as_before


def test_half_saved_and_moved_files_are_survived(watching: Terminal, work: Path) -> None:
    text = (SOLVED / RULES).read_text()
    (work / RULES).write_text(text[: text.index("def _backward") + 8])  # half of it
    assert "not valid Python" in plain(watching.wait_for("checked 02_local_rules.py"))
    (work / RULES).unlink()  # deleted
    assert "was deleted" in plain(watching.wait_for("checked 02_local_rules.py"))
    (work / ".02_local_rules.py.swp").write_text("an editor's own")
    (work / "02_local_rules.py~").write_text("an editor's own")
    (work / "4913").write_text("an editor's own")
    temporary = work / "tmp_new"
    temporary.write_text(wrong())
    os.replace(temporary, work / RULES)  # written beside its place, then moved there
    assert "FAILS" in plain(watching.wait_for("checked 02_local_rules.py"))
    os.rename(work / RULES, work / "old_name.txt")
    assert "was deleted" in plain(watching.wait_for("checked 02_local_rules.py"))
    (work / RULES).write_text(text)
    watching.wait_for("On to build-topo.")


def test_the_folder_may_go_and_come_back(watching: Terminal, work: Path) -> None:
    away = work.with_name("away")
    os.rename(work, away)
    watching.wait_for("Waiting for it.")
    (away / RULES).write_text((SOLVED / RULES).read_text())
    os.rename(away, work)
    watching.wait_for("On to build-topo.")


def test_keys_hint_list_previous_next_again(watching: Terminal, work: Path) -> None:
    hints = COURSE.exercise("local-rules").hints
    watching.press("h")
    shown = plain(watching.wait_for(KEYS))
    assert "a question about your numbers" in shown or hints[0][:30] in shown
    watching.press("l")
    shown = plain(watching.wait_for(KEYS))
    assert shown.count("not begun") >= 10
    assert ">  2 local-rules" in shown
    watching.press("n")
    assert "build-topo: Put the nodes" in plain(watching.wait_for(KEYS))
    watching.press("\x1b[D")  # arrow left
    assert "local-rules: The local rules" in plain(watching.wait_for(KEYS))
    watching.press("zx")  # no keys of ours
    watching.press("\n")
    assert "checked 02_local_rules.py" in plain(watching.wait_for(KEYS))
    watching.press("?")
    watching.wait_for(KEYS)
    watching.press("q")
    assert watching.end() == 0
    assert watching.is_as_before


def test_keys_for_the_next_failure_the_graph_and_all_of_it(watching: Terminal, work: Path) -> None:
    def after(key: str) -> str:
        watching.press(key)
        return plain(watching.wait_for(KEYS))

    (work / RULES).write_text(wrong().replace("+= out.grad", "+= 2 * out.grad"))
    watching.wait_for(KEYS)
    first, drawn, other, in_full = (after(key) for key in "\ndfv")
    sentence = re.compile(r"^FAILS  .*", re.MULTILINE)
    assert sentence.findall(first) == sentence.findall(drawn) != sentence.findall(other)
    assert "<- first wrong" not in first + other
    assert "<- first wrong" in drawn
    assert "waits  " not in other
    assert "waits  " in in_full
    assert "hint 1 of" in after("h")
    assert "hint 1 of" not in after("d")  # it would push the graph out of sight
    watching.press("q")
    assert watching.end() == 0


def test_a_small_window_scrolls(watching: Terminal, work: Path) -> None:
    watching.resize(14)
    watching.wait_for(KEYS)
    (work / RULES).write_text(wrong())
    # Under load the screen is drawn once more when the explanation has come.
    shown = plain(watching.wait_for("lines 1 to 10 of") + watching.wait_for(KEYS))
    assert ", saved at " in shown
    assert max(map(len, shown.splitlines())) <= 80
    watching.press("j\x1b[B")  # and arrow down
    assert "lines 3 to 12 of" in plain(watching.wait_for(KEYS) + watching.wait_for(KEYS))
    watching.press("k")
    assert "lines 2 to 11 of" in plain(watching.wait_for(KEYS))
    below = ""
    for _ in range(6):
        watching.press("\x1b[6~")  # page down
        below += plain(watching.wait_for(KEYS))
    assert "Next: " in below
    assert "Value(" in shown + below
    watching.press("\x1b[5~")
    watching.wait_for(KEYS)
    watching.press("q")
    assert watching.end() == 0


def test_an_endless_loop_is_survived(work: Path) -> None:
    """With a quarter of the course's time for a check."""
    endless = (SOLVED / RULES).read_text().replace("out = ", "while True: pass\n        out = ", 1)
    course = short_course(work.parent / "course")
    command = topograde("check", "--watch", "--course", course, "local-rules", "build-topo")
    with terminal(command, work.parent) as watching:
        assert "FAILS" in plain(watching.wait_for(KEYS))
        (work / RULES).write_text(endless)
        assert "TOO SLOW" in plain(watching.wait_for("checked 02_local_rules.py"))
        (work / RULES).write_text(wrong())
        assert "FAILS" in plain(watching.wait_for("checked 02_local_rules.py"))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGQUIT, signal.SIGHUP])
def test_the_terminal_is_left_as_it_was_found(watching: Terminal, number: int) -> None:
    assert not watching.is_as_before
    if number == signal.SIGINT:
        watching.press("\x03")
    else:
        watching.signal(number)
    assert watching.end() == (0 if number == signal.SIGINT else 128 + number)
    assert watching.is_as_before
    assert "\x1b[?1049l" in watching.seen
    assert "Traceback" not in watching.seen


def test_stopped_it_gives_the_terminal_back_and_takes_it_again(work: Path) -> None:
    """Ctrl-Z and `fg`, under a shell with job control: nothing else can stop and go on."""
    command = shlex.join(topograde("check", "--watch", "local-rules"))
    script = f"{command}; echo STOPPED; read line; fg; echo ENDED"
    with terminal(["sh", "-mc", script], work.parent) as screen:
        screen.wait_for(KEYS)
        assert not screen.is_as_before
        screen.press("\x1a")
        assert "\x1b[?1049l" in screen.wait_for("STOPPED")
        assert screen.is_as_before
        screen.press("go on\n")
        screen.wait_for(KEYS)
        assert not screen.is_as_before
        screen.press("q")
        screen.wait_for("ENDED")
        assert screen.is_as_before


def test_a_bug_of_ours_leaves_the_terminal_as_it_was(work: Path) -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv.pop(1));"
        "from grader.cli import watch;"
        "watch.Watcher.hint = lambda self: 1 / 0;"
        "from grader.cli import main; main(args=['check', '--watch', 'local-rules'])"
    )
    with terminal([sys.executable, "-c", code, str(ROOT)], work.parent) as screen:
        screen.wait_for(KEYS)
        screen.press("h")
        assert screen.end() == 1
        assert screen.is_as_before
        assert "ZeroDivisionError" in screen.seen
        assert screen.seen.index("\x1b[?1049l") < screen.seen.index("ZeroDivisionError")


def test_without_a_terminal_it_prints_plainly(work: Path) -> None:
    with subprocess.Popen(
        topograde("check", "--watch", "local-rules"),
        cwd=work.parent,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.stdout is not None
        seen = []
        for line in process.stdout:
            seen.append(line)
            if line.startswith("checked "):
                if len([each for each in seen if each.startswith("checked ")]) == 2:
                    break
                (work / RULES).write_text((SOLVED / RULES).read_text())
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=PATIENCE) == 0
    text = "".join(seen)
    assert "\x1b" not in text
    assert text.index("FAILS") < text.index("all 6 checks pass")


# What counts as a change.


def test_the_last_pass_stays_on_the_screen() -> None:
    class Watched(Watcher):
        def check(self) -> None:
            checked.append(self.current.id)
            self.states[self.current.id] = PASSED
            self.lines = [Text(self.current.id)]

    checked: list[str] = []
    first, second, *_, exam = COURSE.exercises
    watcher = Watched(None, None, [first, second, exam], False)  # type: ignore[arg-type]
    watcher.states = {first.id: PASSED, second.id: NOT_BEGUN, exam.id: HIDDEN_LEFT}
    watcher.advance()
    assert checked == [second.id]  # nothing is left to do here in an exam with hidden checks
    watcher.advance()
    assert checked == [second.id]
