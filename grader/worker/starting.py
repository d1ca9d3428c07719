"""Start what starts workers: at once, or in the background while the grader still gets ready."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from grader.course.packs import places_of
from grader.worker.forkserver import ForkServer


def start_server(
    lazy_imports: bool = False,
    packages: Sequence[str] = (),
    inside: Mapping[str, str] = MappingProxyType({}),
) -> ForkServer:
    """What starts workers: a fork server, or a process for each where the system cannot fork.

    lazy_imports, packages: what the course lets student code import. inside: by task, a module of
    ours that runs it. Raises `WorkerUnavailable`.
    """
    places = places_of(packages)
    if not hasattr(os, "fork"):
        from grader.worker.plain import PlainServer

        return PlainServer(places, inside)
    return ForkServer(places, inside, **({"mode": "stdlib"} if lazy_imports else {}))


class SoonServer:
    """A server that is being started by a thread. `get()` waits for it; whoever gets it closes it.

    One that nobody gets ends with this process: it sees that its socket is closed.
    """

    def __init__(
        self,
        lazy_imports: bool = False,
        packages: Sequence[str] = (),
        inside: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._wanted = lazy_imports, packages, inside
        self._server: ForkServer | None = None
        self._error: Exception | None = None
        self._thread = threading.Thread(target=self._start, name="start of workers", daemon=True)
        self._thread.start()

    def _start(self) -> None:
        try:
            self._server = start_server(*self._wanted)
        except Exception as error:  # raised again where the server is wanted
            self._error = error

    def get(self) -> ForkServer:
        """The server. Raises what starting it raised."""
        self._thread.join()
        if self._error is not None:
            raise self._error
        assert self._server is not None
        return self._server
