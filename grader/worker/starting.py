"""Start what starts workers: at once, or in the background while the grader still gets ready."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from grader.course.packs import places_of
from grader.worker.forkserver import ForkServer


def start_server(
    lazy_imports: bool = False,
    packages: Sequence[str] = (),
    inside: Mapping[str, str] = MappingProxyType({}),
) -> ForkServer:
    """What starts workers: a zygote, or a process for each where the system cannot fork.

    lazy_imports, packages: what the course lets student code import. inside: by task, a module of
    ours that runs it. Raises `WorkerUnavailable`.
    """
    places = places_of(packages)
    if not hasattr(os, "fork"):
        from grader.worker.plain import PlainServer

        return PlainServer(places, inside)
    return ForkServer(places, inside, **({"mode": "stdlib"} if lazy_imports else {}))


def started_soon(*beside: Any) -> Callable[[], ForkServer]:
    """Start a server in a thread, as `start_server` does; what waits for it, and whoever gets it
    closes it.

    It raises what starting raised. A server that nobody gets ends with this process: it sees that
    its socket is closed.
    """
    found: list[ForkServer | Exception] = []

    def start() -> None:
        try:
            found.append(start_server(*beside))
        except Exception as error:  # raised again where the server is wanted
            found.append(error)

    def get() -> ForkServer:
        thread.join()
        (server,) = found
        if isinstance(server, Exception):
            raise server
        return server

    thread = threading.Thread(target=start, name="start of workers", daemon=True)
    thread.start()
    return get
