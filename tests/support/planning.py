"""What tests plan and judge with: an oracle that keeps what is drawn, and one context."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from grader.judging.context import GradingContext
from grader.programs.interpreter import Answer
from grader.programs.program import Program
from grader.programs.pytorch import Oracle
from grader.worker.forkserver import ForkServer
from tests.support.hand_ins import SECRET


class Keeping(Oracle):
    """Keeps what is drawn too: the tests' hand-ins have one student and one digest, so one draw."""

    def answers_once(self, programs: Sequence[Program]) -> list[Answer]:
        return [*map(self.answer, programs)]


@cache
def oracle_of_all() -> Oracle:
    """One for all tests: each program is run once."""
    return Keeping()


def context_of_all(server: ForkServer) -> GradingContext:
    """A context that plans each check once, with the tests' secret."""
    context = GradingContext(SECRET, server, oracle_of_all())
    context.hidden = lru_cache(maxsize=1_000)(context.hidden)  # type: ignore[method-assign]
    return context
