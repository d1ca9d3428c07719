"""Which of the cells that a kernel has executed make up the answer to an exercise.

The kernel knows what was executed and in what order, and nothing of the notebook's file. The answer
is the cell that was executed last among those marked `# exercise: ID`, and what that cell leans on:
for each global name that it uses and does not define, the cell that defined it last, and so on;
and cells that afterwards changed a class of it (`Value.backward = backward`). Loops that somebody
tried out in between are not in it.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from grader.course.stub_parts import exercise_mark, parts_of
from grader.submissions.sources.collected import Source
from grader.submissions.sources.matching import normal
from grader.submissions.sources.notebook import Cell, cell_of, future_flags, notices_of
from grader.syntax import parse, symbols
from grader.text import listed

MOST_CELLS = 2_000
"""Of a long session only as many of the last cells are looked at."""
NAME = "notebook"


@dataclass(frozen=True)
class Executed:
    """A cell that was executed: its number (`In [3]`), and the names that it has to do with."""

    number: int
    cell: Cell

    @cached_property
    def defines(self) -> frozenset[str]:
        """The global names that it binds."""
        return self._names[0]

    @cached_property
    def uses(self) -> frozenset[str]:
        """The global names that it uses, in functions too, and does not bind itself."""
        return self._names[1] - self.defines

    @cached_property
    def changes(self) -> frozenset[str]:
        """The names of which it sets an attribute: `Value` in `Value.backward = backward`."""
        tree = parse(self.cell.text)
        return frozenset(_changed(tree.body)) - self.defines if tree else frozenset()

    @cached_property
    def _names(self) -> tuple[frozenset[str], frozenset[str]]:
        return _global_names(self.cell.text)


def answer_to(
    exercise: str, tags: Collection[str], names: Collection[str], raw: Sequence[str]
) -> Source | None:
    """The source of an exercise, from the raw text of all cells in order of execution.

    `raw[n]` is `In [n]`. tags: how the exercise may be called; names: what its checks need. None if
    no cell is marked as the exercise's and none defines one of the names.
    """
    executed = _executed(raw)
    marked = [one for one in executed if any(normal(tag) in tags for tag in one.cell.tags)]
    others = [one for one in executed if not one.cell.tags]
    seeds = marked[-1:] or _definers(names, others)
    if not seeds:
        return None
    own = [one for one in executed if one in marked or not one.cell.tags]
    missing = [name for name in names if not any(name in seed.defines for seed in seeds)]
    chosen = _with_what_it_needs(seeds, _definers(missing, own), executed)
    return _source(exercise, chosen, marked[-1:], notices_of(one.cell for one in chosen))


def _executed(raw: Sequence[str]) -> list[Executed]:
    first = max(0, len(raw) - MOST_CELLS)
    cells = ((number, raw[number]) for number in range(first, len(raw)))
    found = (Executed(number, cell_of(number, text)) for number, text in cells if text.strip())
    return [one for one in found if one.cell.text.strip()]  # a check of ours is blank


def _definers(names: Iterable[str], executed: Sequence[Executed]) -> list[Executed]:
    """For each name the cell that bound it last; each cell once, in order of execution."""
    found = {}
    for name in names:
        for one in reversed(executed):
            if name in one.defines:
                found[one.number] = one
                break
    return [found[number] for number in sorted(found)]


def _with_what_it_needs(
    seeds: Sequence[Executed], wanted: Sequence[Executed], executed: Sequence[Executed]
) -> list[Executed]:
    """The cells in an order in which each follows those that it needs.

    `wanted` are cells that define what the checks ask for and the seeds do not.
    """
    order: list[Executed] = []
    met: set[int] = {seed.number for seed in seeds}

    def add(one: Executed) -> None:
        for supplier in _definers(sorted(one.uses), executed):
            if supplier.number not in met:
                met.add(supplier.number)
                add(supplier)
        order.append(one)

    for one in [one for one in wanted if one.number not in met]:
        met.add(one.number)
        add(one)
    for seed in seeds:
        add(seed)
    for one in executed:
        if one.number not in met and _changes(one, met, executed):
            met.add(one.number)
            add(one)
    return order


def _changes(one: Executed, chosen: Collection[int], executed: Sequence[Executed]) -> bool:
    """Whether a cell sets an attribute of something that a chosen cell has defined before it.

    Not if a later cell defines all that this one does: a cell that is edited replaces itself.
    """
    before = [other for other in executed if other.number < one.number]
    if not any(maker.number in chosen for maker in _definers(one.changes, before)):
        return False
    later = (other for other in executed if other.number > one.number)
    return not (one.defines and any(one.defines <= other.defines for other in later))


def _source(
    exercise: str, chosen: Sequence[Executed], marked: Sequence[Executed], notices: tuple[str, ...]
) -> Source:
    cells = [one.cell for one in chosen]
    flags = list(future_flags(cells))
    numbers = [one.number for one in chosen]
    texts = [cell.text for cell in cells]
    if numbers == sorted(numbers):  # then the n-th text can be In [n], and messages say so
        place = dict(zip(numbers, zip(texts, flags, strict=True), strict=True))
        both = [place.get(number, ("", 0)) for number in range(1, numbers[-1] + 1)]
        texts, flags = [text for text, _ in both], [flag for _, flag in both]
    told = _what_was_taken(exercise, chosen, marked)
    return Source(NAME, tuple(texts), True, notices=(*told, *notices), future_flags=tuple(flags))


def _what_was_taken(
    exercise: str, chosen: Sequence[Executed], marked: Sequence[Executed]
) -> tuple[str, ...]:
    mark = exercise_mark(exercise)
    cells = _listed(one.number for one in chosen if one not in marked)
    if not marked:
        return (
            f"No cell that you ran begins with `{mark}`, so your latest definitions were taken, "
            f"from {cells}. Put that line first in the cell that answers the exercise: the "
            "notebook that you hand in is read by it.",
        )
    if not cells:
        return ()
    return (
        f"{cells} belongs to your answer too. A notebook that is handed in runs from top to "
        f"bottom, up to the last cell that begins with `{mark}`: see that it comes before that.",
    )


def _listed(numbers: Iterable[int]) -> str:
    return listed(f"In [{number}]" for number in sorted(numbers))


def names_defined_by(stub: str) -> frozenset[str]:
    """The global names that a stub defines itself, its imports and examples left out."""
    code = parts_of(stub).code
    tree = parse(code) or ast.Module([], [])
    imports = [s for s in tree.body if isinstance(s, (ast.Import, ast.ImportFrom))]
    imported = {alias.asname or alias.name for each in imports for alias in each.names}
    return _global_names(code)[0] - imported


@lru_cache(maxsize=1000)
def _global_names(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """The global names that a text binds at its top level, and those that it uses anywhere."""
    top = symbols(text)
    if top is None:
        return frozenset(), frozenset()
    defined, used = set(), set()
    scopes = [top]
    while scopes:
        scope = scopes.pop()
        scopes += scope.get_children()
        for symbol in scope.get_symbols():
            outer = scope is top or symbol.is_global()
            if outer and (symbol.is_assigned() or symbol.is_imported()):
                defined.add(symbol.get_name())
            if outer and symbol.is_referenced():
                used.add(symbol.get_name())
    return frozenset(defined), frozenset(used) - frozenset(dir(builtins))


def _changed(statements: Iterable[ast.stmt]) -> Iterable[str]:
    for statement in statements:
        targets: list[ast.expr] = []
        match statement:
            case ast.Assign(targets=found):
                targets = found
            case ast.AugAssign() | ast.AnnAssign():
                targets = [statement.target]
            case ast.Expr(
                value=ast.Call(func=ast.Name(id="setattr"), args=[ast.Name(id=name), *_])
            ):
                yield name
        for target in targets:
            if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
                yield target.value.id
