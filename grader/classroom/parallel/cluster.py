"""Grade on a Dask cluster: the executor of its client, and what can go wrong with a cluster.

Workers need this package and nothing of the course, of the hand-ins or of the results: what they
grade with comes with each hand-in, over the cluster's own connections. Each proves its own
isolation, and refuses to grade where that is not enough.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from typing import Any

from grader.classroom.parallel.dispatch import Crew, cores, grade_there, leave
from grader.errors import Exit, TopogradeError
from grader.grading.grader import Setup
from grader.submissions.submission import UnreadableInput

LOCAL = "local"
CONNECT_SECONDS = 15.0
WORKER_SECONDS = 60.0
LOOK_SECONDS = 2.0
"""How often the size of the cluster is asked for: workers come and go."""


class NoCluster(TopogradeError):
    """There is no cluster to grade on, and nothing was graded; the message says what to do."""


class ClusterError(TopogradeError):
    """The cluster went away while it graded; the message says what to do."""

    code = Exit.UNGRADED


@contextmanager
def crew_of_cluster(setup: Setup, address: str, jobs: int | None) -> Iterator[Crew]:
    """The workers of the cluster at `address`, or of one that is started here (`local`).

    jobs: processes of a local one. Raises `NoCluster`, `UnreadableInput` for what is no address,
    and in use `ClusterError` and what `Grader` raises.
    """
    distributed = _distributed()
    with ExitStack() as opened:
        client = opened.enter_context(_client(distributed, address, jobs))
        try:
            client.wait_for_workers(1, timeout=WORKER_SECONDS)
        except TimeoutError as error:
            raise NoCluster(
                f"the cluster at {address} had no worker for {WORKER_SECONDS:.0f} s: start one "
                f"with `dask worker {address}`"
            ) from error
        executor = client.get_executor(pure=False)
        try:
            yield Crew(
                executor,
                partial(grade_there, setup),
                _width(client),
                "proved by each worker for itself; every report says what its own gave",
                (BrokenExecutor, distributed.scheduler.KilledWorker),
            )
        except CancelledError as error:
            raise ClusterError(
                f"the cluster at {address} is gone; what was graded is kept: start it again and "
                "run the same command"
            ) from error
        finally:
            with suppress(Exception):  # a cluster that is gone cannot be told
                executor.shutdown(wait=False)
                client.run(leave, on_error="ignore")


def _distributed() -> Any:
    try:
        import distributed
    except ImportError as error:
        raise NoCluster(
            "--cluster needs Dask, which is not installed: in your checkout of Topograde, run "
            ".venv/bin/pip install -e '.[cluster]'"
        ) from error
    return distributed


@contextmanager
def _client(distributed: Any, address: str, jobs: int | None) -> Iterator[Any]:
    with ExitStack() as opened:
        if address == LOCAL:
            where = opened.enter_context(
                distributed.LocalCluster(
                    n_workers=jobs or cores(),
                    threads_per_worker=1,
                    dashboard_address=None,
                    silence_logs=logging.ERROR,
                )
            )
        elif address.startswith(("tcp://", "tls://", "ucx://", "ws://", "wss://")):
            where = address
        else:
            raise UnreadableInput(
                f"--cluster {address!r} is no address of a Dask scheduler: "
                f"say tcp://HOST:PORT, tls://HOST:PORT or {LOCAL}."
            )
        try:
            client = distributed.Client(where, timeout=CONNECT_SECONDS)
        except (OSError, ValueError) as error:
            raise NoCluster(
                f"no scheduler answered at {address} ({error}): start one with `dask scheduler`"
            ) from error
        yield opened.enter_context(client)


def _width(client: Any) -> Callable[[], int]:
    """Twice as many hand-ins at a time as there are threads, so that none of them waits for us."""
    known, asked = 1, float("-inf")

    def width() -> int:
        nonlocal known, asked
        if time.monotonic() - asked > LOOK_SECONDS:
            asked = time.monotonic()
            with suppress(OSError, TimeoutError):
                known = sum(client.nthreads().values())
        return 2 * known + 1

    return width
