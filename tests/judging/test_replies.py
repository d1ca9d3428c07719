"""Whatever comes back from a worker, bytes or JSON: no exception in the grader, and no point."""

from __future__ import annotations

import json
import marshal
import os
import struct
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.checks import Check
from grader.checks.hidden_inputs import Draw
from grader.course.course import Course
from grader.judging.as_json import spelled
from grader.judging.error_sentences import sentence, short
from grader.judging.exercise import GradingContext
from grader.programs.operators import all_forms
from grader.programs.program import Program
from grader.worker.client import MAX_REPLY, Worker
from grader.worker.exchange import BatchLimits, Reply, encode_batch
from grader.worker.observation import KINDS, named_error, observe
from tests.support.hand_ins import SECRET, Graded, exercise_of
from tests.support.hand_ins import grade as grade_with
from tests.support.planning import oracle_of_all

Answer = Callable[[str, dict[str, Any]], bytes]
"""From a batch's nonce and the batch, the bytes that come back for it."""


def frame(message: object) -> bytes:
    """A frame as the harness sends it."""
    return framed(json.dumps(message).encode())


def framed(body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + body


class Impostor:
    """Stands where the zygote is; its workers are threads at the other end of real pipes."""

    pid = 0
    tells_lines = False

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.lock: dict[str, Any] = {}
        self.threads: list[threading.Thread] = []

    def start(self, source: dict[str, Any], memory: int = 0) -> Worker:
        """A worker that is greeted as any other, and then answers as the test wants."""
        requests, replies, output = os.pipe(), os.pipe(), os.pipe()
        ends = requests[0], replies[1], output[1]
        thread = threading.Thread(target=self._serve, args=ends, daemon=True)
        thread.start()
        self.threads.append(thread)
        worker = Worker(self, os.getpid(), None, requests[1], replies[0], output[0])  # type: ignore[arg-type]
        worker.greet(source)
        return worker

    def check(self, pid: int) -> None:
        """There is no lock to look at."""

    def end(self, pid: int, server: int) -> int:
        """Nobody dies."""
        return 0

    def _serve(self, requests: int, replies: int, output: int) -> None:
        with ExitStack() as stack:
            for descriptor in (replies, output):
                stack.callback(os.close, descriptor)
            reader = stack.enter_context(os.fdopen(requests, "rb"))
            try:
                os.write(replies, frame({"locked": True}))
                _next(reader)  # the source
                while True:
                    header, batch = marshal.loads(_next(reader)), marshal.loads(_next(reader))
                    data = memoryview(self.answer(header["nonce"], batch))
                    if not data:
                        return
                    while data:
                        data = data[os.write(replies, data[: 1 << 16]) :]
            except (EOFError, BrokenPipeError):
                return


def _next(reader: Any) -> bytes:
    header = reader.read(4)
    if len(header) < 4:
        raise EOFError
    return bytes(reader.read(struct.unpack(">I", header)[0]))


@contextmanager
def impostor(answer: Answer) -> Iterator[Impostor]:
    server = Impostor(answer)
    yield server
    for thread in server.threads:
        thread.join(timeout=10)
        assert not thread.is_alive()


def ask(answer: Answer, *items: Any) -> Reply:
    """The reply of one batch to an impostor."""
    with impostor(answer) as server:
        worker = server.start({})
        raw = [item.steps if isinstance(item, Program) else item for item in items]
        reply = worker.run(encode_batch(raw, []), BatchLimits(cpu=20, wall=20))
        worker.close()
        return reply


# ---------------------------------------------------------------------------- strategies

NUMBERS = st.one_of(
    st.integers(),
    st.floats(),
    st.sampled_from([10**400, -(10**30), 1 << 63, 1 << 53, 1e308, -0.0, True]),
)
TEXTS = st.one_of(
    st.text(max_size=5),
    st.sampled_from(
        ["nan", "inf", "-inf", "NaN", "L", "a", "\u202e\x1b[2J", "\ud800", "x" * 5000, *KINDS]
    ),
)
KEYS = st.one_of(
    st.sampled_from(
        "error value kind phase line limit signal given names name of type message text file cell "
        "operator slot got what most clock skipped loaded notices answers done nonce".split()
    ),
    st.text(max_size=4),
)
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=6), st.dictionaries(KEYS, inner, max_size=6)),
    max_leaves=25,
)
RECORDS = st.dictionaries(KEYS, JSON, max_size=6).flatmap(
    lambda record: st.sampled_from(sorted(KINDS)).map(lambda kind: {**record, "kind": kind})
)
RAW_ANSWERS = st.one_of(
    JSON,
    st.lists(NUMBERS, max_size=8),
    st.lists(st.lists(st.integers(-3, 9), max_size=9), min_size=1, max_size=2),
    RECORDS.map(lambda record: {"error": record}),
    JSON.map(lambda value: {"value": value}),
    st.lists(
        st.tuples(st.sampled_from(["apply", "alias", "leaf", "repeat", "backward"]), JSON).map(
            list
        ),
        max_size=3,
    ).map(lambda steps: {"value": steps}),
)

PROGRAMS = (
    Program((("leaf", "a", 2.0), ("backward", "a"), ("read", "grad", ("a",)))),
    Program((("leaf", "a", 2.0), ("leaf", "b", 3.0), ("read", "data", ("a", "b")))),
    Program((("leaf", "a", 2.0), ("topo", "a"))),
)
TASK = {"task": "constant", "name": "X"}


def assert_can_be_told(record: object) -> None:
    error = named_error(record)
    assert error.kind in KINDS
    text = sentence(error) + short(error)
    assert text.isprintable()
    assert len(text) < 4000


# ---------------------------------------------------------------------------- observations


@settings(max_examples=200, deadline=None)
@given(st.one_of(JSON, RECORDS))
def test_any_record_is_a_named_error_with_a_sentence(record: object) -> None:
    assert_can_be_told(record)


def test_only_a_crash_that_may_be_an_overflow_is_put_down_to_recursion() -> None:
    said = {
        number: sentence(named_error({"kind": "crash", "signal": number})) for number in (4, 11, 31)
    }
    assert "recursion" in said[11]
    assert "SIGILL" in said[4]
    assert not any("recursion" in said[number] for number in (4, 31))


@settings(max_examples=200, deadline=None)
@given(st.lists(RAW_ANSWERS, max_size=6), st.one_of(st.none(), RECORDS))
def test_any_answers_give_one_observation_an_item(
    answers: list[Any], failure: dict[str, Any] | None
) -> None:
    items = [*PROGRAMS, TASK]
    observations = observe(items, Reply(answers=answers, failure=failure))
    assert len(observations) == len(items)
    for item, found in zip(items, observations, strict=True):
        if isinstance(item, Program) and found.error is None:
            assert len(found.answer or ()) == item.answer_length
            if item is not PROGRAMS[2]:
                assert all(type(number) is float for number in found.answer or ())
        if found.error is not None:
            assert found.answer is None
            assert sentence(found.error)


def test_more_answers_than_questions_are_no_answers() -> None:
    observations = observe([PROGRAMS[0]], Reply(answers=[[1.0], [1.0]]))
    assert [found.error.kind for found in observations if found.error] == ["protocol"]


def test_numbers_may_be_spelled_and_whole() -> None:
    two = Program((("leaf", "a", 1.0), ("read", "data", ("a", "a"))))
    (found,) = observe([two], Reply(answers=[["-inf", 3]]))
    assert found.answer == (float("-inf"), 3.0)
    for wrong in (["NaN", 3], [True, 3], [1 << 60, 3], [None, 3], [[1], 3.0], ["3", 3], [3]):
        (found,) = observe([two], Reply(answers=[wrong]))
        assert found.error is not None, wrong


# ---------------------------------------------------------------------------- frames


def loaded(nonce: str) -> bytes:
    return frame({"nonce": nonce, "loaded": None, "notices": []})


def answers(nonce: str, *found: Any) -> bytes:
    return frame({"nonce": nonce, "answers": list(found)})


def done(nonce: str) -> bytes:
    return frame({"nonce": nonce, "answers": [], "done": True})


FRAMES: dict[str, tuple[Callable[[str], bytes], str]] = {
    "nothing": (lambda n: b"", "exit"),
    "no loading": (lambda n: answers(n, [1.0]) + done(n), "protocol"),
    "wrong nonce": (lambda n: loaded("0" * 16), "protocol"),
    "no nonce": (lambda n: frame({"loaded": None}), "protocol"),
    "nonce later wrong": (lambda n: loaded(n) + answers("", [1.0]), "protocol"),
    "a length and no more": (lambda n: loaded(n) + b"\0\0\1\0", "timeout"),
    "half a length": (lambda n: loaded(n) + b"\0\0", "timeout"),
    "an empty frame": (lambda n: framed(b""), "protocol"),
    "a huge length": (lambda n: b"\xff\xff\xff\xff", "protocol"),
    "no JSON": (lambda n: loaded(n) + framed(b"{]"), "protocol"),
    "no UTF-8": (lambda n: framed(b"\xff\xfe\xfd"), "protocol"),
    "a list": (lambda n: framed(b"[]"), "protocol"),
    "NaN": (lambda n: loaded(n) + answers(n, 0.5).replace(b"0.5", b"NaN"), "protocol"),
    "Infinity": (lambda n: framed(b'{"nonce":"%s","loaded":-Infinity}' % n.encode()), "protocol"),
    "deep": (lambda n: framed(b"[" * 200_000 + b"]" * 200_000), "protocol"),
    "a huge number": (lambda n: framed(b'{"nonce":' + b"9" * 100_000 + b"}"), "protocol"),
    "answers that are none": (lambda n: loaded(n) + frame({"nonce": n, "answers": {}}), "protocol"),
    "done without answers": (lambda n: loaded(n) + frame({"nonce": n, "done": True}), "protocol"),
    "done that is none": (lambda n: loaded(n) + frame({"nonce": n, "done": 1}), "protocol"),
    "too much": (
        lambda n: loaded(n) + answers(n, "x" * (1 << 20)) * (2 + (MAX_REPLY >> 20)), "reply"
    ),
    "loaded is false": (lambda n: frame({"nonce": n, "loaded": False}), "protocol"),
    "loaded is text": (lambda n: frame({"nonce": n, "loaded": "syntax"}), "protocol"),
}  # fmt: skip


@pytest.mark.parametrize("name", FRAMES)
def test_a_broken_frame_ends_the_batch_and_says_so(name: str) -> None:
    make, kind = FRAMES[name]
    with impostor(lambda nonce, _: make(nonce)) as server:
        worker = server.start({})
        raw = encode_batch([PROGRAMS[0].steps], [])
        reply = worker.run(raw, BatchLimits(cpu=20, wall=0.2 if kind == "timeout" else 20))
        worker.close()
    assert reply.failure is not None
    assert reply.failure["kind"] == kind
    (found,) = observe([PROGRAMS[0]], reply)
    assert found.error is not None
    assert sentence(found.error)


def test_frames_that_come_early_or_twice_belong_to_no_batch() -> None:
    """What is left over from one batch cannot answer the next: its nonce is another."""

    def generous(nonce: str, _: object) -> bytes:
        whole = loaded(nonce) + answers(nonce, [1.0]) + done(nonce)
        return whole + whole

    with impostor(generous) as server:
        worker = server.start({})
        raw = encode_batch([PROGRAMS[0].steps], [])
        first = worker.run(raw, BatchLimits())
        second = worker.run(raw, BatchLimits())
        worker.close()
    assert first.answers == [[1.0]]
    assert second.answers == []
    assert second.failure is not None
    assert second.failure["kind"] == "protocol"


def test_done_before_all_is_answered_leaves_the_rest_without_an_answer() -> None:
    reply = ask(lambda n, _: loaded(n) + answers(n, [1.0]) + done(n), *PROGRAMS[:2])
    first, second = observe(PROGRAMS[:2], reply)
    assert first.answer == (1.0,)
    assert second.error is not None


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(st.binary(max_size=40), st.binary(max_size=40).map(framed)), max_size=4))
def test_any_bytes_are_a_reply_with_a_failure(parts: list[bytes]) -> None:
    data = b"".join(parts)
    with impostor(lambda nonce, _: data) as server:
        worker = server.start({})
        reply = worker.run(encode_batch([PROGRAMS[0].steps], []), BatchLimits(2, 0.05))
        worker.close()
    assert reply.answers == []
    assert reply.failure is not None
    (found,) = observe([PROGRAMS[0]], reply)
    assert found.error is not None


# ---------------------------------------------------------------------------- whole exercises


def hostile_grade(
    course: Course, checks: tuple[Check, ...], exercise: str, answer: Answer
) -> Graded:
    with impostor(answer) as server:
        context = GradingContext(SECRET, server, oracle_of_all())  # type: ignore[arg-type]
        return grade_with(context, exercise_of(course, exercise), checks, "x = 1")


def assert_worth_nothing(graded: Graded) -> None:
    for result in graded.results.values():
        assert result.outcome in ("failed", "error", "timeout", "blocked"), result
        assert result.points == 0
        assert len(result.message) < 5000
        json.dumps(spelled({"private": result.private, "message": result.message}))
        if result.counterexample is not None:
            json.dumps(
                spelled([result.counterexample.found, result.counterexample.expected]),
                allow_nan=False,
            )
    assert all(notice.isprintable() for notice in graded.notices)


EXERCISES = [
    "order-by-hand", "local-rules", "build-topo", "accumulate", "zero-grad", "double-backward",
    "consumer-counts",
]  # fmt: skip


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.sampled_from(EXERCISES),
    st.lists(RAW_ANSWERS, min_size=1, max_size=4),
    st.one_of(st.just(None), st.just(None), JSON, RECORDS),
    st.lists(JSON, max_size=2),
    st.integers(0, 2),
)
def test_forged_answers_earn_nothing_and_raise_nothing(
    course: Course,
    checks: Mapping[str, tuple[Check, ...]],
    exercise: str,
    raw: list[Any],
    failure: Any,
    notices: list[Any],
    short_of: int,
) -> None:
    def answer(nonce: str, batch: dict[str, Any]) -> bytes:
        count = max(0, len(batch["items"]) - short_of)
        found = [raw[number % len(raw)] for number in range(count)]
        first = frame({"nonce": nonce, "loaded": failure, "notices": notices})
        return first if failure is not None else first + answers(nonce, *found) + done(nonce)

    graded = hostile_grade(course, checks[exercise], exercise, answer)
    lucky = {"value": True}  # an answer that may be right by chance is one thing, a crash another
    if lucky not in raw:
        assert_worth_nothing(graded)


HUGE = 10**400
FORGED: dict[str, Any] = {
    "an order in place of a number": [[1, 2]] * 3,
    "orders in place of numbers": [[[1, 2]], [[1, 2]], [[1, 2]]],
    "a huge number for a gradient": {"value": {"a": HUGE, "L": HUGE, "b": HUGE, "c": HUGE}},
    "huge numbers": [HUGE, HUGE, HUGE],
    "an unhashable kind": {"error": {"kind": []}},
    "a limit that is no number": {"error": {"kind": "timeout", "limit": "x"}},
    "an endless program": {
        "value": [["repeat", 10_000_000, [["apply", "a", "add", "a", "a"]]], ["alias", "L", "a"]]
    },
    "a program with backward in it": {"value": [["backward", "a"], ["alias", "L", "a"]]},
    "a program that reads": {"value": [["read", "grad", ["b"]], ["alias", "L", "a"]]},
    "a root of a negative number": {
        "value": [["apply", "c", "pow", "b", 0.5], ["apply", "L", "tanh", "c"]]
    },
    "an order with everything in it": [list(range(-5, 50))],
    "names that are none": {"value": ["L", "x" * 100_000]},
    "infinite numbers": ["inf", "-inf", "nan"],
}


def test_whatever_the_answer_is_no_judge_raises(
    course: Course, checks: Mapping[str, tuple[Check, ...]]
) -> None:
    """Every question of every check, asked for every odd answer."""
    context = GradingContext(SECRET, None, oracle_of_all())  # type: ignore[arg-type]
    odd = [
        *FORGED.values(),
        {"value": None},
        {"value": []},
        {"value": {}},
        {},
        [],
        None,
        [[]],
        [""],
    ]
    for exercise in course.exercises:
        for check in checks[exercise.id]:
            if check.id in ("small_graphs", "operator_graphs"):
                continue
            prepared = context.prepare(check, Draw(b"odd"), all_forms())
            for raw in odd:
                reply = Reply(answers=[raw] * len(prepared.items))
                verdict = prepared.judge(observe(prepared.items, reply))
                assert verdict.outcome != "passed", (exercise.id, check.id, raw)
