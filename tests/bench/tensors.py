"""What grading the exam on arrays costs: `python -m tests.bench.tensors`, where NumPy is installed.

CPU time of all processes, beside the floor: the same programs, as Python, run by the same engine in
one process with nothing around them. Measured by turns, since the speed of a shared machine drifts.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
from pathlib import Path

import numpy as np

from grader.packs.tensor.judged import Asked
from tests.bench.exam import own_share
from tests.bench.floor import Floor, exam_questions
from tests.bench.setting import opened, own_cpu
from tests.support.paths import ROOT

EXAM = "tensor-engine"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=10)
    options = parser.parse_args()
    print(f"Python {sys.version.split()[0]}, NumPy {np.__version__}, {os.cpu_count()} cores")
    started = own_cpu()
    with opened(ROOT / "solutions" / "tensors", EXAM) as setting:
        setting.grade()
        print(f"set-up once a run (torch, oracle, plans)  {own_cpu() - started:7.3f} CPU s")
        asked = [question.of_pack for question in exam_questions(setting)]
        texts = [each.program.text for each in asked if isinstance(each, Asked)]
        with Floor(setting, texts, [str(Path(np.__file__).parents[1])]) as floor:
            turns = [
                (floor.seconds(), setting.mean_cpu(setting.grade, 1), own_share(setting))
                for _ in range(options.rounds)
            ]
    ratio = statistics.median(whole / plain for plain, whole, _ in turns)
    plain, whole, own = map(statistics.median, zip(*turns, strict=True))
    print(f"one warm exam ({len(texts)} programs)        {whole:7.3f} CPU s")
    print(f"  of it planning, PyTorch, comparing      {own:7.3f}")
    print(f"floor: the same, one plain process        {plain:7.3f}")
    print(f"RATIO exam to floor                       {ratio:7.2f}   (aim: 1.5)")


if __name__ == "__main__":
    main()
