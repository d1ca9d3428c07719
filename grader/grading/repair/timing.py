"""How long an edit is looked for: CPU seconds, ours and the student's code's, and by the clock."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

CPU_SECONDS = 5.0
CLOCK_SECONDS = 10.0
"""Of one hand-in, whatever the number of its exercises."""


@dataclass(slots=True)
class TimeLeft:
    """What is left of the two limits. students: CPU seconds that student code has used."""

    cpu: float = CPU_SECONDS
    clock: float = CLOCK_SECONDS
    students: float = 0.0
    _cpu_at: float = field(default_factory=time.process_time)
    _clock_at: float = field(default_factory=time.monotonic)

    @property
    def left(self) -> tuple[float, float]:
        """CPU seconds, and seconds by the clock."""
        used = time.process_time() - self._cpu_at + self.students
        return self.cpu - used, self.clock - (time.monotonic() - self._clock_at)

    @property
    def over(self) -> bool:
        """Whether nothing more may be tried."""
        return min(self.left) <= 0

    def part(self, of: int) -> TimeLeft:
        """One of so many equal parts of what is left."""
        cpu, clock = self.left
        return TimeLeft(max(0.0, cpu) / of, max(0.0, clock) / of)
