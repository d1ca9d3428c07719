"""The floor under the exam's cost: its programs, run by the same engine with nothing around."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence

from grader.checks.plan import Question
from grader.judging.exercise import REPEATS
from grader.programs.listing import listing
from grader.programs.operators import all_forms
from grader.programs.program import Program
from tests.bench.setting import Setting


def exam_questions(setting: Setting) -> list[Question]:
    """Every question of one hand-in's exam, as often as it is asked."""
    questions: list[Question] = []
    for check in setting.checks[setting.exam]:
        bench, sha256 = setting.context, setting.submission.sha256
        if check.hidden:
            prepared = bench.hidden(setting.exam, check, all_forms(), "ada", sha256)
        else:
            prepared = bench.public(setting.exam, check, all_forms())
        questions += prepared.plan.questions
        if prepared.by_order:
            later = prepared.later or prepared
            questions += [*later.plan.questions] * (REPEATS - 1)
    return questions


def exam_programs(setting: Setting) -> list[Program]:
    """Every program that one hand-in's exam runs, as often as it runs."""
    items = [question.item for question in exam_questions(setting)]
    return [item for item in items if isinstance(item, Program)]


class Floor:
    """The programs, as compiled Python, in a plain process with nothing around.

    In this process the garbage collector would go through PyTorch while the programs run.
    """

    def __init__(
        self, setting: Setting, programs: Sequence[Program | str], paths: Sequence[str] = ()
    ) -> None:
        """programs: also as Python. paths: folders of packages that the engine imports."""
        texts = [each if isinstance(each, str) else listing(each) for each in programs]
        # Numbers are read and thrown away, not printed.
        texts = [text.replace("print(", "show(") for text in texts]
        engine = setting.submission.sources[setting.exam].cells[0]
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", PLAIN],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={"OPENBLAS_NUM_THREADS": "1"},
        )
        self.say(json.dumps([engine, texts, [*paths]]))

    def __enter__(self) -> Floor:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate()

    def say(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def seconds(self) -> float:
        """CPU seconds of all programs, run once."""
        assert self.process.stdout is not None
        self.say("again")
        return float(self.process.stdout.readline())


PLAIN = """
import json, sys, time
engine, texts, paths = json.loads(sys.stdin.readline())
sys.path += paths
codes = [compile(text, "program", "exec") for text in texts]
engine = compile(engine, "engine.py", "exec")
for _ in sys.stdin:
    names = {"__name__": "engine", "show": lambda *numbers: None}
    exec(engine, names)
    before = time.process_time()
    for code in codes:
        try:
            exec(code, names)
        except ArithmeticError:  # some programs are asked for their exception
            pass
    print(time.process_time() - before, flush=True)
"""
