"""The sources of a class, laid aside on disk until each hand-in is graded.

`Spool.put(sources)` gives back a mapping that reads them from the spool whenever they are looked
at, so that a class of any size takes the memory of its names. What was listed is what is graded,
whatever happens to the students' own files in between. `taken_down(sources)` has them in memory.
"""

from __future__ import annotations

import pickle
import tempfile
import weakref
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from grader.errors import TopogradeError
from grader.submissions.sources.collected import Source, Sources

IN_MEMORY = 4_000_000
"""Bytes up to which nothing is written to disk."""


class SpoolError(TopogradeError):
    """There is no room on disk to lay sources aside; the message is a sentence."""


class Spool:
    """A file without a name, only added to; it is gone when nothing that is on it is left."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115
        weakref.finalize(self, self._file.close)
        self._end = 0

    def put(self, sources: Mapping[str, Source]) -> Mapping[str, Source]:
        """The same sources, not in memory. Raises `SpoolError`."""
        names = tuple(sources)
        if not names:
            return Sources()
        data = pickle.dumps(taken_down(sources), protocol=pickle.HIGHEST_PROTOCOL)
        start = self._end
        try:
            self._file.seek(start)
            self._file.write(data)
            self._file.flush()  # here is where a full disk can be told
        except OSError as error:
            raise SpoolError(
                f"The hand-ins could not be kept in {tempfile.gettempdir()}: {error.strerror}. "
                "Name another folder in $TMPDIR."
            ) from error
        self._end += len(data)
        return Shelved(self, start, len(data), names)

    def get(self, start: int, length: int) -> Sources:
        """What lies there."""
        self._file.seek(start)
        found = pickle.loads(self._file.read(length))  # our own file, which nobody else can open
        assert isinstance(found, Sources)
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Shelved(Mapping[str, Source]):
    """Sources on a spool; each look at a source reads it anew."""

    spool: Spool
    start: int
    length: int
    names: tuple[str, ...]

    def __getitem__(self, exercise: str) -> Source:
        if exercise not in self.names:
            raise KeyError(exercise)
        return self.taken_down()[exercise]

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)

    def __reduce__(self) -> tuple[object, ...]:
        """Another process gets the sources themselves."""
        return Sources, (self.taken_down().pairs,)

    def taken_down(self) -> Sources:
        """All of them, in memory."""
        return self.spool.get(self.start, self.length)


def taken_down(sources: Mapping[str, Source]) -> Sources:
    """The same sources in memory, from wherever they are."""
    if isinstance(sources, Shelved):
        return sources.taken_down()
    return sources if isinstance(sources, Sources) else Sources(tuple(sources.items()))
