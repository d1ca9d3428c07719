"""A few more questions before a name is given: programs on which beliefs differ.

Several beliefs may give all of a student's numbers, and what comes after a failed check was never
asked. So when something is wrong, a list of small public programs is run on the student's engine,
after everything has been judged. The answers tell about names only; they change no score.
"""

from __future__ import annotations

from grader.checks.plan import ALL_FORMS, Plan, Question
from grader.explain.described import combined
from grader.explain.diagnosis.beliefs import asks_again
from grader.explain.diagnosis.distinguishing import programs, repeated_programs
from grader.explain.diagnosis.evidence import Batch, Memo, asked, forgets, reads_inner
from grader.explain.diagnosis.predictions import predicted
from grader.judging.context import Prepared
from grader.judging.processes import Ask
from grader.programs.program import Program

CHECK = "questions"
"""Stands for the check's id in the evidence; no check has it, since ids come from functions that
are named after what they test."""


def answered(
    exercise: str, ask: Ask, memo: Memo, forms: frozenset[str] = ALL_FORMS
) -> Batch | None:
    """The answers to the questions that suit an exercise and an engine with these operators."""
    prepared = questions(exercise, memo, forms)
    chosen = [q.item for q in prepared.plan.questions if isinstance(q.item, Program)]
    observations = ask(chosen)
    if len(observations) != len(prepared.plan.questions):
        return None
    return Batch(
        CHECK,
        asked(prepared, memo),
        observations,
        kept=True,
        leave_out=reads_inner if forgets(chosen, observations) else None,
    )


def questions(exercise: str, memo: Memo, forms: frozenset[str]) -> Prepared:
    """The programs and their right answers, which our own engine knows.

    What a second call leaves is asked only where that has been taught.
    """
    again = asks_again(exercise)
    key = (CHECK, again, forms)
    known: Prepared | None = memo.get(key)
    if known is None:
        chosen = [p for p in programs() if p.forms <= forms]
        chosen += [p for p in repeated_programs() if p.forms <= forms and again]
        right = [predicted(combined()(), program) for program in chosen]
        known = memo[key] = Prepared(
            plan=Plan(tuple(Question(program) for program in chosen), ("Value",)),
            batch=b"",
            expected=tuple(answer if isinstance(answer, tuple) else None for answer in right),
            by_order=False,
            copies=1,
            hidden=False,
        )
    return known
