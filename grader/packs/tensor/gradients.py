"""Where gradients were set, shared, seeded or changed: the line that wrote to them."""

from __future__ import annotations

from collections.abc import Sequence

from grader.explain.watching.record import GRAD, Line
from grader.packs.tensor.below import Broken
from grader.packs.tensor.remembered import Memory, Tree, Write


def first_of(write: Write) -> Line | None:
    """The line that wrote something."""
    return write.place[0] if write.place else None


def shared(memory: Memory, broken: Broken) -> tuple[bool, Line | None]:
    """Whether another tensor's gradient was stored itself, and where; or where the same was."""
    writes = [w for slot in (broken.slot, broken.other)
              for w in memory.written(slot, GRAD) if not w.inside]  # fmt: skip
    passed = [w for w in writes if isinstance(w.tree, Tree) and w.tree.code == "held"]
    chosen = passed or sorted(writes, key=lambda w: w.when)
    return bool(passed), first_of(chosen[-1]) if chosen else None


def forgets(memory: Memory, broken: Broken) -> Line | None:
    """Where a call last set a gradient to something that it is not part of."""
    writes = anew(memory, broken.slot) or memory.written(broken.slot, GRAD)
    return next((first_of(w) for w in reversed(writes) if w.when > memory.begun), None)


def anew(memory: Memory, slot: str) -> list[Write]:
    """What a call set a gradient to that it is not part of."""
    own = (memory.slots.get(slot), GRAD)

    writes = [w for w in memory.written(slot, GRAD) if w.when > memory.begun]

    def holds_it(tree: object, before: Sequence[Write]) -> bool:
        return (
            isinstance(tree, Tree)
            and any(each.code == "held" and each.parts == own for each in tree.all())
            and all(each.when < tree.when for each in before)  # later ones are overwritten
        )

    def put(write: Write) -> object:
        """What was stored: in the place of the whole gradient, or of some of its entries."""
        is_put = isinstance(write.tree, Tree) and write.tree.code == "setitem"
        return write.tree.parts[-1] if write.inside and is_put else write.tree

    return [w for n, w in enumerate(writes)
            if (not w.inside or put(w) is not w.tree) and put(w) is not None
            and not holds_it(put(w), writes[:n])]  # fmt: skip


def seed(memory: Memory, broken: Broken) -> Line | None:
    """Where a call gave its root a gradient; None if it gave it nothing but zeros."""
    writes = [w for w in memory.written(broken.slot, GRAD) if w.when > memory.begun]
    values = [memory.worked_out(w.tree) for w in writes if isinstance(w.tree, Tree)]
    if len(values) == len(writes) and not any(v is None or v.any() for v in values):
        return None
    return first_of(writes[-1]) if writes else None


def spoilt(memory: Memory, broken: Broken) -> Line | None:
    """Where a gradient was changed in place, after all that arrived there."""
    writes = [w for w in memory.written(broken.slot, GRAD)
              if w.place and w.when > memory.begun]  # fmt: skip
    inside = [w for w in writes if w.inside] or writes
    return first_of(inside[-1]) if inside else None
