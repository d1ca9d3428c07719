"""An assembler for the kernel's classic BPF: instructions and labels in, a filter's bytes out.

It knows no system call; what the filter says is in `syscalls.py`.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

# BPF: load a word of seccomp_data; and; jump if equal; jump if greater or equal; return.
LOAD, AND, JUMP_EQUAL, JUMP_AT_LEAST, RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
LONGEST_JUMP = 255


@dataclass(frozen=True, slots=True)
class Instruction:
    """One step of a filter; a jump names the label that it goes to."""

    code: int
    value: int
    yes: str | None = None  # the label to jump to; None: go on with the next instruction
    no: str | None = None


def assemble(program: list[Instruction | str]) -> bytes:
    """Replace labels by distances; every jump of classic BPF goes forward, at most 255 far.

    Raises ValueError for a label that is used twice and for a jump that is none.
    """
    labels: dict[str, int] = {}
    instructions: list[Instruction] = []
    for item in program:
        if isinstance(item, Instruction):
            instructions.append(item)
        elif item in labels:
            raise ValueError(f"the label {item!r} is used twice in the system call filter")
        else:
            labels[item] = len(instructions)

    def distance(label: str | None, here: int) -> int:
        far = 0 if label is None else labels[label] - (here + 1)
        if not 0 <= far <= LONGEST_JUMP:
            raise ValueError(f"the jump to {label!r} in the system call filter is {far} far")
        return far

    return b"".join(
        struct.pack("=HBBI", one.code, distance(one.yes, here), distance(one.no, here), one.value)
        for here, one in enumerate(instructions)
    )
