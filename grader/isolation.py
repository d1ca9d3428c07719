"""How strongly student code is locked up here, as a record for every report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from grader.worker.client import ForkServer

LEVELS = ("A", "B", "C", "D")


@dataclass(frozen=True, slots=True)
class Isolation:
    """The level, and what the lock is made of."""

    level: str
    lock: dict[str, Any]

    @property
    def isolated(self) -> bool:
        """Whether student code is kept from files, network and other processes."""
        return self.level in ("A", "B", "C")

    @property
    def sentence(self) -> str:
        """For a person."""
        return f"level {self.level}"

    def lines(self) -> Iterator[str]:
        """Details for `doctor`."""
        yield from self.lock.get("missing", ())

    def to_json(self) -> dict[str, Any]:
        """For a report."""
        return {"level": self.level, "isolated": self.isolated, "lock": self.lock}


def prove(server: ForkServer) -> Isolation:
    """The isolation of a running fork server."""
    lock = server.lock
    if not lock.get("seccomp"):
        return Isolation("D", lock)
    return Isolation("A" if lock.get("landlock_abi") else "B", lock)


def refusal(proof: Isolation, required: str | None, allowed: bool) -> str | None:
    """Why grading is refused at this level; None if it is not."""
    if required and (not proof.isolated or proof.level > required):
        return f"isolation level {required} is required, found {proof.sentence}"
    if not proof.isolated and not allowed:
        return "student code cannot be isolated here; --allow-unsandboxed grades all the same"
    return None
