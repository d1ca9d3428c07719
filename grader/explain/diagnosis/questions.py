"""A few more questions before a name is given: programs on which beliefs differ.

Several beliefs may give all of a student's numbers, and what comes after a failed check was never
asked. So when something is wrong, a list of small public programs is run on the student's engine,
after everything has been judged. The answers tell about names only; they change no score.
"""

from __future__ import annotations

from functools import cache

from grader.explain.described import combined
from grader.explain.diagnosis.beliefs import asks_again
from grader.explain.diagnosis.distinguishing import programs, repeated_programs
from grader.explain.diagnosis.evidence import Asked, Batch, aside, forgets, reads_inner
from grader.explain.diagnosis.predictions import predicted
from grader.judging.context import Ask
from grader.programs.operators import all_forms

CHECK = "questions"
"""Stands for the check's id in the evidence; no check has it, since ids come from functions that
are named after what they test."""


def answered(exercise: str, ask: Ask, forms: frozenset[str] | None = None) -> Batch | None:
    """The answers to the questions that suit an exercise and an engine with these operators."""
    asked = questions(asks_again(exercise), all_forms() if forms is None else forms)
    observations = ask(asked.programs)
    if len(observations) != len(asked.programs):
        return None
    return Batch(
        CHECK,
        asked,
        observations,
        kept=True,
        leave_out=reads_inner if forgets(asked.programs, observations) else None,
    )


@cache
def questions(again: bool, forms: frozenset[str]) -> Asked:
    """The programs and their right answers, which our own engine knows.

    again: whether what a second call leaves has been taught, and is asked too.
    """
    chosen = [p for p in programs() if p.forms <= forms]
    chosen += [p for p in repeated_programs() if p.forms <= forms and again]
    right = [predicted(combined()(), program) for program in chosen]
    return aside(chosen, [answer if isinstance(answer, tuple) else None for answer in right])
