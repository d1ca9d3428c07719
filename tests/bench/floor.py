"""The floor under the exam's cost: its programs, run by the same engine with nothing around."""

from __future__ import annotations

import json
import subprocess
import sys

from grader.judging.exercise import REPEATS
from grader.programs.listing import listing
from grader.programs.operators import all_forms
from grader.programs.program import Program
from tests.bench.setting import EXAM, Setting


def exam_programs(setting: Setting) -> list[Program]:
    """Every program that one hand-in's exam runs, as often as it runs."""
    programs: list[Program] = []
    for check in setting.checks[EXAM]:
        bench = setting.context
        if check.hidden:
            prepared = bench.hidden(EXAM, check, all_forms(), "ada", setting.submission.sha256)
        else:
            prepared = bench.public(EXAM, check, all_forms())
        items = [item for item in prepared.plan.items if isinstance(item, Program)]
        programs += items * (REPEATS if check.by_order else 1)
    return programs


class Floor:
    """The programs, as compiled Python, in a plain process with nothing around.

    In this process the garbage collector would go through PyTorch while the programs run.
    """

    def __init__(self, setting: Setting, programs: list[Program]) -> None:
        # Numbers are read and thrown away, not printed.
        texts = [listing(program).replace("print(", "show(") for program in programs]
        engine = setting.submission.sources[EXAM].cells[0]
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", PLAIN],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={},
        )
        self.say(json.dumps([engine, texts]))

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
engine, texts = json.loads(sys.stdin.readline())
codes = [compile(text, "program", "exec") for text in texts]
engine = compile(engine, "engine.py", "exec")
for _ in sys.stdin:
    names = {"__name__": "engine", "show": lambda *numbers: None}
    exec(engine, names)
    before = time.process_time()
    for code in codes:
        exec(code, names)
    print(time.process_time() - before, flush=True)
"""
