"""Ask a student's tests about engines: each engine meets them in a process of its own.

The engines run here, the tests in a locked worker, and in between go programs and numbers. The
worker calls the tests with the numbers that are known so far, and says what they asked
(`worker.inside.tasks.stand_in_value`). That program is run on the engine; if its numbers are not
those that the tests were given, they are called again with these. So the tests see what this engine
answers to them and nothing else: not the engine, not the time that it takes, not its neighbours.

What they ask of the usual right engine is a good guess at what they ask of any other, and is tried
first: most engines need one call.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grader.checks.calls import SILENT, EngineFactory
from grader.checks.plan import Question
from grader.judging.as_json import object_in
from grader.judging.error_sentences import sentence
from grader.judging.limits import Budget
from grader.programs.interpreter import Running
from grader.programs.operators import kinds
from grader.programs.program import Program
from grader.worker.client import Worker
from grader.worker.exchange import BatchLimits, Reply, encode_batch
from grader.worker.inside.tasks.stand_in_value import MOST_READ, Trace
from grader.worker.observation import NamedError, Observation, named_error, observe

ROUNDS = MOST_READ + 20
"""So often are tests called for one engine: once for each number, where no guess helps."""
WAITING, ALARM = "waiting", "alarm"
RAISES = "raises"
"""How tests end that the engine itself ends: that is an alarm nobody can miss."""
CHANGING = "your tests ask something else each time, though the numbers are the same"

End = tuple[str, str]
"""How the tests ended with an engine, and with which words."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a call of the tests said: how it ended, in which words, and what it asked."""

    end: str
    told: str
    steps: list[object]


class _Conversation:
    """An engine and all that the tests have asked it so far."""

    def __init__(self, factory: EngineFactory) -> None:
        self._factory = factory
        self.begin()

    def begin(self) -> None:
        """With a new engine."""
        self.steps: list[object] = []
        self._trace = Trace()
        self.engine = Running(self._factory())

    def ask(self, steps: list[object]) -> None:
        """Run what is new in these steps, which are all; on a new engine if others came first.

        Raises what a worker's steps may be wrong with: ValueError, TypeError, KeyError.
        """
        if steps[: len(self.steps)] != self.steps:
            self.begin()
        self.go_on(steps[len(self.steps) :])

    def go_on(self, new: list[object]) -> None:
        """Run these steps after those before. Raises what `ask` does."""
        program = Program.from_json(new)
        for step in new:
            assert isinstance(step, list)  # otherwise it is no program
            self._trace.add(step)
        self.engine.go_on(program.steps)
        self.steps = [*self.steps, *new]


class EngineTests:
    """The tests of one hand-in. How they end with an engine is found out once."""

    def __init__(
        self, start: Callable[[], Worker], after: Callable[[Reply], None], budget: Budget
    ) -> None:
        """start: a new process with the hand-in; after: what is done with each of its replies."""
        self.start, self.after, self.budget = start, after, budget
        self.guess: list[object] | None = None
        self.ends: dict[tuple[str, str], End | NamedError] = {}

    def observe(self, question: Question, limits: BatchLimits | None) -> Observation:
        """How the tests end with each engine of the question: {name: (end, words)}.

        An error, where the tests could not be run to an end.
        """
        assert question.engines is not None
        assert not isinstance(question.item, Program)
        function = str(question.item["function"])
        engines = question.engines.all
        names = list(engines)
        if self.guess is None:
            self._end(function, engines[names[0]], limits)  # its end is not taken: it has seen more
        random.SystemRandom().shuffle(names)
        found: dict[str, End] = {}
        for name in names:
            key = function, name
            if key not in self.ends:
                self.ends[key] = self._end(function, engines[name], limits)
            end = self.ends[key]
            if isinstance(end, NamedError):
                return Observation(error=end)
            found[name] = end
        return Observation(value=found)

    def _end(
        self, function: str, factory: EngineFactory, limits: BatchLimits | None
    ) -> End | NamedError:
        """How the tests end with this engine, in a new process."""
        if limits is None or self.budget.used_up:
            return named_error({"kind": "timeout", "skipped": 1})
        process = _Process(self, function, limits)
        try:
            talk = _Conversation(factory)
            talk.ask(self.guess or [])
            answers, known = [*talk.engine.answer], 0
            for _ in range(ROUNDS):
                asked = process.call(answers, known)
                if isinstance(asked, NamedError):
                    return asked
                if known and asked.end == WAITING:
                    talk.go_on(asked.steps)
                else:
                    talk.ask(asked.steps)
                found, stopped = talk.engine.answer, talk.engine.stopped
                told = found if stopped or asked.end != WAITING else found[:-1]
                known = 0
                if _alike(told, answers[: len(told)]):
                    if stopped is not None:
                        return RAISES, f"the engine itself raises {type(stopped).__name__}"
                    if asked.end != WAITING:
                        self.guess = self.guess or asked.steps
                        return asked.end, asked.told
                    known = len(talk.steps)  # they take the same steps with the same numbers
                answers = [*found]
            return ALARM, CHANGING
        except (ValueError, TypeError, KeyError):  # such steps no tests take
            return NamedError("protocol")
        finally:
            process.close()


class _Process:
    """A locked process that calls the tests as often as it takes; ended by `close`."""

    def __init__(self, tests: EngineTests, function: str, limits: BatchLimits) -> None:
        self.tests, self.function, self.limits = tests, function, limits
        self._worker: Worker | None = None

    def call(self, answers: Sequence[float], known: int) -> _Asked | NamedError:
        """Call the tests with these numbers; so many of their steps are known already."""
        task: dict[str, object] = {"task": "tests", "function": self.function}
        task |= {"operators": kinds(), "answers": [*answers], "known": known}
        batch = encode_batch([task], [self.function])
        reply = self._exchange(batch, self.limits)
        longer = self.tests.budget.second_try(self.limits, reply)
        if longer is not None:
            reply = self._exchange(batch, longer)
        observation = observe([task], reply)[0]
        if observation.error is not None:
            return observation.error
        return _read(observation.value)

    def _exchange(self, batch: bytes, limits: BatchLimits) -> Reply:
        if self._worker is None or not self._worker.alive:
            self._worker = self.tests.start()
        limits = limits._replace(most=self.tests.budget.seconds)
        reply = self._worker.run(batch, limits)
        self.tests.after(reply)
        return reply

    def close(self) -> None:
        if self._worker is not None:
            self._worker.close()


def _read(value: object) -> _Asked | NamedError:
    """What a worker said; it may say anything."""
    try:
        said = object_in(value)
        end, steps, told = said["end"], said["steps"], ""
        if end == ALARM:
            told = sentence(named_error(said["error"]))
    except (KeyError, TypeError):
        return NamedError("protocol")
    if end not in (SILENT, ALARM, WAITING) or not isinstance(steps, list):
        return NamedError("protocol")
    return _Asked(str(end), told, steps)


def _alike(found: Sequence[float], given: Sequence[float]) -> bool:
    """Whether these are the same floats; nan is nan."""
    return [*map(repr, found)] == [*map(repr, given)]
