"""What a check of a student's own run says of a part in which nothing was done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from grader.judging.error_sentences import STILL_TO_DO
from grader.judging.exercise import ExerciseRun
from grader.judging.report import CheckResult
from grader.submissions.sources.unchanged import parts_to_do


def with_to_dos(run: ExerciseRun, results: Sequence[CheckResult], stub: str) -> list[CheckResult]:
    """The results, in which a check that needs an untouched part says that it is still to do.

    What such a part answers is no evidence of a mistake: the run forgets that it was observed.
    """
    left = parts_to_do(stub, "\n".join(run.cells))
    told = []
    for result in results:
        need = run.observed[result.id][0].plan.need if result.id in run.observed else ()
        part = next((name for name in need if name in left), None)
        if part is not None and result.outcome in ("failed", "timeout"):
            message = f"{STILL_TO_DO}: `{part}` is as it was handed out."
            result = replace(result, message=message, counterexample=None)
            run.forget(result.id)
        told.append(result)
    return told
