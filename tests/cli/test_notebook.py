"""`check` and `draw` in a real kernel, and the executed notebook handed in for grading.

Two kernels in all: one runs the notebook as it is handed out, then cells in which things go wrong;
the other runs it solved.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from grader.checks import Check
from grader.checks.declare import own_checks
from grader.course.course import Course
from grader.course.stub_parts import parts_of
from grader.grading.submission import grade_submission
from grader.judging.context import GradingContext
from grader.notebook import check, draw
from grader.reports.pages import notebook as notebook_html
from grader.submissions.submission import read_submission
from tests.support import hand_ins
from tests.support.paths import ROOT

LATE = """# exercise: backward
%time later = 1
class Value(Value):
    def backward(self):
        for node in [self, *self._prev]:
            node.grad = 1.0
print("printed once")
"""

GOING_WRONG = {
    "no exercise": 'check("backwards")',
    "by number": "check(4)",
    "three cells": LATE,
    "shares": 'check("backward")',
    "how often": "runs = globals().get('runs', 0) + 1",
    "crash": "# exercise: backward\nimport os\nclass Value: ...\nif 'runs' not in globals():\n"
    "    os._exit(3)",
    "crashed": 'check("backward")',
    "alive": "print('alive', runs)",
    "drawing": "a = Node('a', []); draw(a)",
    "reset": "%reset -f in",
    "nothing": 'check("backward")',
    "hostile": "# exercise: order-by-hand\nSHOWCASE_ORDER = ['<script>alert(1)</script>']",
    "escaped": 'check("order-by-hand")',
}

BRIEF = """
def _patch():
    from grader.course import course
    from tests.support.hand_ins import brief
    whole = course.load_course
    course.load_course = lambda path=None: brief(whole(path))
_patch()
del _patch
"""
"""What a kernel runs first: a quarter of the course's time for a check, since a stub never ends."""


def solved(course: Course) -> Any:
    """The notebook with the solutions in its cells."""
    book = released(course)
    for exercise in course.exercises:
        code = parts_of(hand_ins.solution(exercise, course)).code
        (cell,) = [c for c in book.cells if exercise.id in c.metadata.get("tags", ())]
        cell.source = f"# exercise: {exercise.id}\n{code}"
    return book


def released(course: Course) -> Any:
    return nbformat.read(course.stubs_dir / "topograde.ipynb", as_version=4)


@pytest.fixture(scope="module")
def executed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Executes a notebook in a kernel of its own, in an empty folder."""
    folder = tmp_path_factory.mktemp("kernel")
    startup = folder / "ipython" / "profile_default" / "startup"
    startup.mkdir(parents=True)
    (startup / "brief.py").write_text(BRIEF)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("IPYTHONDIR", str(folder / "ipython"))
        patch.setenv("JUPYTER_RUNTIME_DIR", str(folder / "runtime"))
        patch.setenv("JUPYTER_CONFIG_DIR", str(folder / "config"))
        patch.setenv("PYTHONPATH", str(ROOT))

        def execute(book: Any) -> Any:
            where = {"metadata": {"path": str(folder)}}
            NotebookClient(book, timeout=120, kernel_name="python3", resources=where).execute()
            return book

        yield execute


@pytest.fixture(scope="module")
def unsolved(executed: Any, course: Course) -> Mapping[str, Any]:
    """The cells of the notebook as it is handed out, and of what goes wrong after it, executed."""
    book = released(course)
    (bug,) = [cell.source for cell in book.cells if cell.id == "accumulate"]
    bug = bug.replace("self._backward = lambda: None", "self._backward = int  # begun")
    bug = bug.replace("raise NotImplementedError(", "return a * b  # (")
    begun = {"begun": bug, "first numbers": 'check("accumulate")'}
    book.cells += [
        nbformat.v4.new_code_cell(source, id=name.replace(" ", "-"))
        for name, source in (begun | GOING_WRONG).items()
    ]
    return {cell.id: cell for cell in executed(book).cells}


@pytest.fixture(scope="module")
def done(executed: Any, course: Course) -> Any:
    """The solved notebook, executed; but for the exam's examples, which import PyTorch."""
    book = solved(course)
    (exam,) = [cell for cell in book.cells if cell.id == "engine-examples"]
    exam.source = ""
    return executed(book)


def shown(cell: Any) -> tuple[str, str]:
    """What a check shows: HTML, and plain text."""
    (output,) = [o for o in cell.outputs if o.output_type == "display_data"]
    return output.data["text/html"], output.data["text/plain"]


def printed(cell: Any) -> str:
    return "".join(output.text for output in cell.outputs if output.output_type == "stream")


def words(html: str) -> str:
    """The text of some HTML, which must be balanced and harmless."""

    class Reader(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.open: list[str] = []
            self.text: list[str] = []

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            assert tag not in ("script", "style", "link", "iframe")
            assert not any(name.startswith("on") or name in ("href", "src") for name, _ in attrs)
            self.open.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert self.open.pop() == tag

        def handle_data(self, data: str) -> None:
            self.text.append(data)

    reader = Reader()
    reader.feed(html)
    assert reader.open == []
    return " ".join(" ".join(reader.text).split())


def test_the_notebook_runs_to_its_end_unsolved(unsolved: Mapping[str, Any]) -> None:
    for name, cell in unsolved.items():
        for output in cell.get("outputs", ()):
            assert output.output_type != "error", (name, output)


def test_every_check_says_what_is_to_be_done(
    unsolved: Mapping[str, Any], course: Course, checks: Mapping[str, tuple[Check, ...]]
) -> None:
    for exercise in course.exercises:
        html, text = shown(unsolved[f"{exercise.id}-check"])
        told = words(html)
        own = own_checks(exercise, checks[exercise.id])
        public = [each for each in own if not each.hidden]
        assert "not begun" in told
        assert "not begun" in text
        assert "FAILS" not in told + text
        assert f"{exercise.id}: {exercise.title}" in text
        sentence = public[0].sentence.replace("`", "").replace(" ", "")
        assert sentence[:30] in told.replace(" ", "")
        hidden = len(own) - len(public)
        assert (f"{hidden} hidden check" in told) is bool(hidden)


def test_the_examples_say_so_too(unsolved: Mapping[str, Any], course: Course) -> None:
    for exercise in course.exercises:
        told = printed(unsolved[f"{exercise.id}-examples"])
        assert "There is still something to do: see # TODO in the cell above" in told


def test_numbers_program_graph_and_diagnosis_are_shown(unsolved: Mapping[str, Any]) -> None:
    html, text = shown(unsolved["first-numbers"])
    told = words(html)
    for part in ("yours 1.0", "PyTorch 2.0", "L = a + a", "overwrites the gradient of"):
        assert part in told
        assert part in re.sub(r"\s+", " ", text)
    assert "<svg" in html
    assert 'id="topograde-accumulate-node-0"' in html
    assert len(re.findall(r'data-from="0" data-to="1"', html)) == 2  # a + a: two arrows
    assert f'style="color:{notebook_html.RED}"' in html.partition("<svg")[2]
    assert "first wrong" in told


def test_an_unknown_exercise_is_a_sentence(unsolved: Mapping[str, Any]) -> None:
    html, text = shown(unsolved["no-exercise"])
    assert "There is no exercise 'backwards'" in text
    assert "Did you mean" in words(html)
    assert shown(unsolved["by-number"])[1].startswith("backward: ")


def test_a_cell_that_leans_on_another_is_judged_with_it(unsolved: Mapping[str, Any]) -> None:
    told = words(shown(unsolved["shares"])[0])
    assert "FAILS" in told
    assert "belongs to your answer too" in told
    assert "%time" in told
    assert "printed once" in told


def test_what_a_cell_does_is_done_in_the_worker_and_not_in_the_kernel(
    unsolved: Mapping[str, Any],
) -> None:
    _, text = shown(unsolved["crashed"])
    assert "ended itself" in text
    assert printed(unsolved["alive"]) == "alive 1\n"


def test_after_a_reset_there_is_nothing_to_check(unsolved: Mapping[str, Any]) -> None:
    html, text = shown(unsolved["nothing"])
    assert text.startswith("Nothing to check yet: run the cell that begins with")
    assert "# exercise: backward" in words(html)


def test_what_student_code_says_is_escaped(unsolved: Mapping[str, Any]) -> None:
    html, _ = shown(unsolved["escaped"])
    assert "<script" not in html
    assert "alert(1)" in words(html)


def test_draw_shows_a_graph(unsolved: Mapping[str, Any]) -> None:
    (output,) = unsolved["drawing"].outputs
    assert output.output_type == "execute_result"
    assert "text/html" in output.data


def test_the_solved_notebook_passes_every_check(done: Any, course: Course) -> None:
    cells = {cell.id: cell for cell in done.cells}
    for exercise in course.exercises:
        html, text = shown(cells[f"{exercise.id}-check"])
        assert re.search(r"all \d+ (public )?checks pass", words(html)), text
        told = printed(cells[f"{exercise.id}-examples"])
        assert "topograde" not in told
        assert f"check('{exercise.id}')" in told or exercise.id == "engine"


def test_the_executed_notebook_earns_everything_when_handed_in(
    done: Any, course: Course, checks: Any, context: GradingContext, tmp_path: Path
) -> None:
    path = tmp_path / "ada.ipynb"
    nbformat.write(done, path)
    submission = read_submission(path, course)
    assert submission.faults == ()
    report = grade_submission(submission, course, checks, context).report
    assert {e.id: e.score for e in report.exercises} == {e.id: e.points for e in course.exercises}


def test_an_editor_that_drops_tags_costs_nothing(course: Course, tmp_path: Path) -> None:
    book = solved(course)
    for cell in book.cells:
        cell.metadata = {}
        cell.pop("id")
    book.nbformat_minor = 4
    path = tmp_path / "ada.ipynb"
    path.write_text(json.dumps(book), encoding="utf-8")
    submission = read_submission(path, course)
    assert submission.faults == ()
    assert list(submission.sources) == [exercise.id for exercise in course.exercises]
    counts = [len(source.cells) for source in submission.sources.values()]
    assert counts == sorted(set(counts))
    engine = submission.sources["engine"]
    assert not any("finish(done" in text for text in engine.cells)


def test_outside_of_a_kernel_it_says_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    check("backward")
    assert "topograde check backward" in capsys.readouterr().out
    assert "draw(root) wants" in str(draw(3))


@pytest.mark.parametrize("colour", [notebook_html.RED, notebook_html.GREEN, notebook_html.AMBER])
@pytest.mark.parametrize("background", ["#ffffff", "#111111", "#1e1e1e"])
def test_colours_can_be_read_in_light_and_in_dark(colour: str, background: str) -> None:
    low, high = sorted(map(luminance, (colour, background)))
    assert (high + 0.05) / (low + 0.05) > 3.8


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = [p / 12.92 if p <= 0.04 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
