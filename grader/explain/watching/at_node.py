"""Why a node does not hold what its consumers owe it: what was added up there, piece by piece."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from grader.explain.watching.graph import Edge, Graph, total
from grader.explain.watching.kinds import Blamed
from grader.explain.watching.orders import overtook
from grader.explain.watching.record import DATA, GRAD, Call, Number, Place
from grader.programs.compare import same_number

MOST_UNFOLDINGS = 5_000
MOST_SUMMANDS = 40
ADDITIVE = frozenset({"+", "-", "neg", "same"})


class TooMuch(Exception):
    """More was added up at one node than anybody would read."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A summand of a gradient: its sign, its number, and where it was added."""

    sign: int
    entry: int
    place: Place
    is_before: bool = False


class Node:
    """A node that does not hold what its consumers owe it: why not."""

    def __init__(
        self,
        graph: Graph,
        call: Call,
        node: int,
        entry: int,
        edges: Sequence[Edge],
        was: float,
        finals: Mapping[int, int | None],
    ) -> None:
        """entry: what it holds; was: what it held before; finals: what its consumers hold."""
        self.graph, self.numbers = graph, graph.numbers
        self.call, self.node, self.entry, self.was = call, node, entry, was
        self.edges, self.finals = edges, finals
        self.is_leaf = node not in graph.own
        self.written = self.graph.written(self.node, self.call.begins, self.call.ends)
        self.writers = [graph.whose_rule(self.numbers[each].when) for each in self.written]
        self.own_in: dict[int, bool] = {}
        self.unfoldings = 0
        self.pieces = self.unfolded(entry)

    def blamed(self) -> Blamed:
        left, odd, before, ones = self.matched()
        place = odd[0].place if odd else self.numbers[self.entry].place
        is_root = self.node == self.call.root
        given = {*self.call.before[self.node : self.node + 1]}
        stale = [n for e in before if (n := self.numbers[e]).attribute != GRAD and e not in given]
        if stale:
            return Blamed("stale", self.node, 0.0, 0.0, place, amount=stale[0].value)
        if before and not self.is_leaf:
            ran = not self.graph.has_rules or self.graph.ran(self.node, self.call)
            kind, times = "kept" if ran else "left_out", len(self.written)
            is_asked = len(self.edges) == 1 and self.graph.ran(self.edges[0].result, self.call)
            above = self.edges[0].operation if is_asked and not times else None
            return Blamed(kind, self.node, 0.0, 0.0, place, above, amount=self.was, times=times)
        if is_root and (ones != 1 or (odd and not self.edges)):
            by = None if ones else self.seed_lost()
            if by is not None:
                return Blamed("wiped", self.node, 0.0, 0.0, self.numbers[by].place, amount=1.0)
            calls = [each for each in self.graph.record.calls if not each.is_zero]
            amount = self.numbers[self.entry].value - (self.was if self.is_leaf else 0.0)
            kind = "seed" if self.call is calls[0] else "reseeded"
            return Blamed(kind, self.node, 0.0, 0.0, place, entry=self.entry, amount=amount)
        lost = [edge for edge in left if edge.owed != 0.0]
        if odd:
            return self.wrong(odd, left)
        if lost:
            return self.missing(lost)
        if self.is_leaf and self.was and not before:
            fresh = [e for e in self.written if not self.holds_own(self.numbers[e].operands[0])]
            place = self.numbers[fresh[0]].place if fresh else ()
            return Blamed("lost", self.node, 0.0, 0.0, place, amount=self.was)
        return Blamed("other", self.node, 0.0, 0.0, place, entry=self.entry)

    def seed_lost(self) -> int | None:
        """The writing by which the root's 1, which had been written in this call, is lost."""
        seeds = [entry for entry in self.written if self.numbers[entry].value == 1.0]
        return self.fresh_after(seeds[0]) if seeds else None

    def matched(self) -> tuple[list[Edge], list[Piece], list[int], int]:
        """The edges that nothing was found for, the pieces that nobody owes, what is in it of what
        was there before, and how often the root's 1 is."""
        left, odd, before, ones = [*self.edges], list[Piece](), list[int](), 0
        waiting = [*self.pieces]
        for piece in list(waiting):
            if piece.is_before:
                waiting.remove(piece)
                before += [piece.entry] if self.numbers[piece.entry].value != 0.0 else []
        for step in (self.exact, self.by_number):
            for piece in list(waiting):
                edge = step(piece, left)
                if edge is not None:
                    left.remove(edge)
                    waiting.remove(piece)
        for piece in list(waiting):
            parts = [] if self.apart(piece, left) else self.split(piece)
            rest, unmatched = [*left], []
            for part in parts:
                edge = self.by_number(part, rest)
                if edge is None:
                    unmatched.append(part)
                else:
                    rest.remove(edge)
            if len(rest) < len(left):
                waiting.remove(piece)
                waiting += unmatched
                left = rest
        for piece in waiting:
            value = piece.sign * self.numbers[piece.entry].value
            if value == 0.0 and not self.uses(piece):
                continue
            if self.node == self.call.root and value == 1.0 and not self.uses(piece):
                ones += 1
                continue
            more = self.apart(piece, left)
            if more is not None:
                left = [edge for edge in left if edge not in more]
                continue
            odd.append(piece)
        return left, [p for p in odd if self.numbers[p.entry].value != 0.0], before, ones

    def split(self, piece: Piece) -> list[Piece]:
        """The summands of a piece that was added up elsewhere, before it came to the node."""
        found, waiting = list[Piece](), [(piece.entry, piece.place)]
        number = self.numbers[piece.entry]
        if number.place[:1] == piece.place[:1] and not self.is_of_several_rules(number):
            return []  # added up in the very statement that wrote it: that is what a rule says
        while waiting and len(found) < MOST_SUMMANDS:
            entry, place = waiting.pop()
            number = self.numbers[entry]
            is_own = self.graph.holder(entry) in (None, (self.node, GRAD))
            if number.code == "+" and is_own:
                waiting += ((each, number.place) for each in reversed(number.operands))
            elif number.code != "plain" or number.value != 0.0:
                found.append(Piece(piece.sign, entry, place))
        return found

    def is_of_several_rules(self, number: Number) -> bool:
        """Whether a number adds to one that was made while another rule ran."""
        here = self.graph.running(number.when)
        others = (self.graph.running(self.numbers[each].when) for each in number.operands)
        return number.code == "+" and any(other not in (None, here) for other in others)

    def exact(self, piece: Piece, left: Sequence[Edge]) -> Edge | None:
        """The edge whose contribution a piece is, made of what its consumer holds."""
        used = self.uses(piece)
        return self.by_number(piece, [edge for edge in left if edge.result in used])

    def by_number(self, piece: Piece, left: Sequence[Edge]) -> Edge | None:
        value = piece.sign * self.numbers[piece.entry].value
        same = (edge for edge in left if same_number(edge.owed, value))
        return next((edge for edge in same if value or not edge.owed), None)

    def apart(self, piece: Piece, left: Sequence[Edge]) -> list[Edge] | None:
        """The edges whose contributions are added up in one piece, if they are."""
        value, found = piece.sign * self.numbers[piece.entry].value, list[Edge]()
        used = self.uses(piece)
        for edge in left:
            if edge.result in used:
                found.append(edge)
        if len(found) > 1 and same_number(total(edge.owed for edge in found), value):
            return found
        return None

    def uses(self, piece: Piece) -> set[int]:
        """The nodes whose gradients a piece was made of."""
        if self.graph.holder(piece.entry) == (self.node, GRAD):
            return self.graph.grads_below(piece.entry)
        return self.graph.grads_of(piece.entry)

    def unfolded(self, entry: int, sign: int = 1, place: Place = ()) -> list[Piece]:
        """The summands of a gradient, down to what the node held when the call began."""
        number = self.numbers[entry]
        self.unfoldings += 1
        if self.unfoldings > MOST_UNFOLDINGS:
            raise TooMuch
        if self.is_own(entry):
            if number.when < self.call.begins:
                return [Piece(sign, entry, place, is_before=True)]
            return self.unfolded(number.operands[0], sign, number.place)
        if number.code in ADDITIVE and self.holds_own(entry):
            signs = (
                (sign, -sign) if number.code == "-" else (-sign,) if number.code == "neg" else ()
            )
            return [
                piece
                for source, its in zip(number.operands, signs or (sign, sign), strict=False)
                for piece in self.unfolded(source, its, place)
            ]
        return [Piece(sign, self.without_zero(entry), place or number.place)]

    def without_zero(self, entry: int) -> int:
        """A number without the 0 that a sum began with."""
        number = self.numbers[entry]
        if number.code == "+":
            for zero, rest in (number.operands, number.operands[::-1]):
                if self.numbers[zero].value == 0.0 and self.numbers[zero].code == "plain":
                    return self.without_zero(rest)
        return entry

    def holds_own(self, entry: int) -> bool:
        """Whether an earlier gradient of this node is one of a number's summands."""
        known = self.own_in.get(entry)
        if known is None:
            number = self.numbers[entry]
            if number.code == "held":
                known = self.is_own(entry)
            else:
                known = number.code in ADDITIVE and any(map(self.holds_own, number.operands))
            self.own_in[entry] = known
        return known

    def is_own(self, entry: int) -> bool:
        """Whether a number is what the node held: as its gradient, or beside it as it adds up."""
        number = self.numbers[entry]
        return number.code == "held" and number.node == self.node and number.attribute != DATA

    def wrong(self, odd: Sequence[Piece], left: Sequence[Edge]) -> Blamed:
        """A summand that nobody owes: too early, once too often, or by a wrong rule."""
        piece = odd[0]
        value, used = piece.sign * self.numbers[piece.entry].value, self.uses(piece)
        base = Blamed("other", self.node, value, 0.0, piece.place, entry=piece.entry)
        by = self.graph.whose_rule(self.numbers[piece.entry].when)
        if by is not None and by not in self.graph.own and by not in self.graph.inside:
            return replace(base, kind="of_leaf", other=by, amount=value)
        for edge in left:
            late = self.came_late(piece, edge)
            if late is not None:
                base = replace(base, operation=edge.operation, side=edge.side)
                return self.unlisted(edge.result) or self.early(base, late)
            if self.is_captured(piece, edge):
                base = replace(base, operation=edge.operation, side=self.side(edge))
                return self.captured(replace(base, owed=edge.owed), piece, edge)
        # Where what is owed is missing, a 1 is a seed only if it took the place of something.
        held = {self.numbers[entry].value for entry in self.written} - {0.0, 1.0}
        may_be_seed = value == 1.0 and not used and (held or not left or self.graph.shows_rules)
        if may_be_seed and any(map(self.is_seed, self.written)):
            return replace(base, kind="seeded")
        reached = {edge.result for edge in self.edges}
        strangers = used - reached - {self.node} - {*self.graph.reached(self.call.root or 0)}
        if strangers and not left:
            other = min(strangers)
            return replace(
                base, kind="stranger", other=other, times=self.graph.ran(other, self.call)
            )
        again = [edge for edge in self.edges if edge not in left and edge.result in used]
        repeated = [edge for edge in again if same_number(edge.owed, value)] or [
            edge for edge in again if self.graph.ran(edge.result, self.call) > 1
        ]
        if repeated and not any(edge.result in used for edge in left):
            edge = repeated[0]
            ran = self.graph.ran(edge.result, self.call)
            last, its = self.numbers[self.graph.source(self.entry)], self.writers.count(edge.result)
            is_elsewhere = self.graph.whose_rule(last.when) is None
            if is_elsewhere and 0 < its < sum(edge.result in self.uses(e) for e in self.pieces):
                return replace(base, place=last.place)
            kind = "doubled" if ran == 1 or self.is_elsewhere(piece, edge) else "again"
            base = replace(base, kind=kind, operation=edge.operation, side=self.side(edge))
            return replace(base, amount=value, times=ran)
        chosen = [edge for edge in left if edge.result in used] or [*left]
        if len({edge.result for edge in chosen}) == 1 and self.may_be_of_rule():
            edge, is_clear = chosen[0], len(odd) == 1
            if is_clear or len({each.owed for each in chosen}) == 1:
                # Of a node on both sides one number may be what both of them give.
                owed = total(each.owed for each in chosen) if is_clear else edge.owed
                return replace(
                    base, kind="rule", owed=owed, operation=edge.operation,
                    side=self.side(edge), entry=piece.entry if piece.sign > 0 else None,
                )  # fmt: skip
        return base

    def may_be_of_rule(self) -> bool:
        """Whether what this node holds may come from a rule: one wrote here if any is seen to."""
        return not self.graph.shows_rules or any(each is not None for each in self.writers)

    def is_by_rule(self, piece: Piece, consumer: int) -> bool:
        """Whether a piece is no plain number, and was seen to be added by a consumer's rule."""
        places = (self.numbers[each].place for each in self.written)
        by = [by for place, by in zip(places, self.writers, strict=True) if place == piece.place]
        return self.numbers[piece.entry].code != "plain" and consumer in by

    def early(self, base: Blamed, late: int) -> Blamed:
        """A rule that ran too early, and all that it gave: that of `a + a` gives twice."""
        assert base.operation is not None
        result = base.operation.call.result
        pieces = [each for each in self.pieces if result in self.uses(each)]
        found = sum(each.sign * self.numbers[each.entry].value for each in pieces)
        owed = sum(each.owed for each in self.edges if each.result == result)
        return replace(base, kind="early", other=late, found=found, owed=owed)

    def captured(self, base: Blamed, piece: Piece, edge: Edge) -> Blamed:
        """A rule that uses an old gradient of its result, or that ran before the root had its 1."""
        if edge.result != self.call.root:
            return replace(base, kind="captured")
        written = self.graph.written(edge.result, self.call.begins, self.call.ends)
        seeds = [each for e in written if (each := self.numbers[e]).value == 1.0]
        added = [n.when for e in self.written if (n := self.numbers[e]).place == piece.place]
        if not seeds or not added or seeds[0].when < added[0]:
            return replace(base, kind="captured")
        return replace(base, kind="unseeded", other=edge.result, place=seeds[0].place)

    def is_captured(self, piece: Piece, edge: Edge) -> bool:
        """Whether a piece was made of what its consumer held before the call, or as a root before
        its last writing, and was given anew.

        A rule that ran too early shows the same: ask `came_late` first.
        """
        final = self.finals[edge.result]
        last = 0 if final is None else self.numbers[final].when
        anew = last if edge.result == self.call.root else self.call.begins
        its = (e for e in self.graph.grads_in(piece.entry)
               if self.graph.holder(e) == (edge.result, GRAD))  # fmt: skip
        return any(self.numbers[each].when < anew <= last for each in its)

    def is_elsewhere(self, piece: Piece, edge: Edge) -> bool:
        """Whether the same contribution was added by another line as well, so it is one rule's."""
        if sum(each.result == edge.result for each in self.edges) > 1:
            return False
        lines = {
            each.place[:1]
            for each in self.pieces
            if same_number(each.sign * self.numbers[each.entry].value, edge.owed)
            and edge.result in self.uses(each)
        }
        return len(lines) > 1 and bool(piece.place)

    def came_late(self, piece: Piece, edge: Edge) -> int | None:
        """A consumer that contributed to an edge's result after this piece was made of it."""
        final = self.finals[edge.result]
        for each in self.graph.grads_in(piece.entry):
            if self.graph.holder(each) != (edge.result, GRAD) or final is None:
                continue
            if same_number(self.numbers[each].value, self.numbers[final].value):
                continue
            made = self.numbers[piece.entry].when
            for entry in self.graph.written(edge.result, self.call.begins, self.call.ends):
                if self.numbers[entry].when > made:
                    by = self.graph.whose_rule(self.numbers[entry].when)
                    return min(self.graph.sources(entry) - {edge.result}, default=by)
        return None

    def missing(self, lost: Sequence[Edge]) -> Blamed:
        """A summand that is owed is not there: it was overwritten, or it never was."""
        for entry in self.written:
            for piece in self.unfolded(self.numbers[entry].operands[0]):
                edge = None if piece.is_before else self.by_number(piece, lost)
                fresh = None if edge is None else self.fresh_after(entry)
                if fresh is not None and self.is_seed(fresh):
                    return Blamed("seeded", self.node, 0.0, 0.0, self.numbers[fresh].place)
                if edge is not None and fresh is not None:
                    return self.overwritten(fresh, edge)
        edge, same = lost[0], [each for each in self.edges if each.result == lost[0].result]
        base = Blamed("nothing", self.node, 0.0, edge.owed, (), edge.operation, self.side(edge))
        base = replace(base, amount=total(e.owed for e in same if e in lost))
        late = overtook(self.graph, self.call, edge.result)
        if late is not None and all(edge.result not in self.uses(p) for p in self.pieces):
            return self.unlisted(edge.result) or self.early(base, late)
        for piece in (each for each in self.pieces if edge.result in self.uses(each)):
            if self.numbers[piece.entry].value == 0.0:
                base = replace(base, kind="rule", entry=piece.entry, place=piece.place)
                if (late := self.came_late(piece, edge)) is not None:
                    return self.early(base, late)
                return self.captured(base, piece, edge) if self.is_captured(piece, edge) else base
        listed = self.graph.record.nodes[edge.result].inputs
        cut = self.cut(edge.result, itself=True)
        if cut is not None:
            return cut
        between = [n for n in listed or () if n is not None and self.graph.leads(n, self.node)]
        for each in between if self.node not in between else ():
            its = each in self.graph.own and self.graph.has_rule(each)
            if its and not self.graph.ran(each, self.call):
                return replace(base, kind="skipped", other=each)
        is_there = listed is None or self.graph.leads(edge.result, self.node, self.call.root)
        if self.graph.all_list_inputs and not is_there:
            return replace(base, kind="unlisted")
        if self.was_forgotten():
            return replace(base, kind="other")
        ran = self.graph.ran(edge.result, self.call)
        others = any(self.graph.has_rule(node) for node in self.graph.own)
        if others and not self.graph.has_rule(edge.result):
            return replace(base, kind="unstored")
        if not self.graph.all_run and self.graph.has_rules:
            return replace(base, kind="idle")
        if not ran and self.graph.has_rules:
            return (
                self.cut(edge.result)
                or self.unlisted(edge.result)
                or replace(base, kind="skipped", other=edge.result)
            )
        if ran and self.graph.stores(edge.result) < self.graph.all_store:
            return replace(base, kind="unstored")
        if len(same) == 2 and len(lost) == 1:
            return replace(base, kind="same", place=self.written_again(edge.result))
        zero = next((each for each in self.pieces if self.is_by_rule(each, edge.result)), None)
        if zero is not None and self.numbers[zero.entry].value == 0.0:
            return replace(base, kind="rule", entry=zero.entry, place=zero.place)
        return base

    def written_again(self, result: int) -> Place:
        """Where a rule writes to this node for the second time in one run."""
        for run in self.graph.record.rules:
            if run.node == result and self.call.begins < run.begins < self.call.ends:
                written = self.graph.written(self.node, run.begins, run.ends)
                return self.numbers[written[1]].place if len(written) > 1 else ()
        return ()

    def cut(self, node: int, itself: bool = False) -> Blamed | None:
        """Whether a node, or a consumer of it, got other inputs in `_prev` after it was made."""
        for result, operation in self.graph.own.items():
            if result != node and (itself or node not in operation.nodes):
                continue
            for each in self.graph.record.stored:
                later = each.is_inputs and operation.call.ends < each.when < self.call.ends
                if later and each.node == result:
                    return Blamed("cut", result, 0.0, 0.0, each.place)
        return None

    def unlisted(self, node: int) -> Blamed | None:
        """A consumer of a node that does not list it as an input, so that no walk gets there."""
        for result, operation in self.graph.own.items():
            listed = self.graph.record.nodes[result].inputs
            if node not in operation.nodes or listed is None or not self.graph.all_list_inputs:
                continue
            if not self.graph.leads(result, node, self.call.root):
                side = operation.nodes.index(node)
                return Blamed("unlisted", node, 0.0, 0.0, (), operation, side)
        return None

    def is_seed(self, entry: int) -> bool:
        """Whether a writing sets the gradient of this node to a plain 1, as belongs to the root."""
        source, when = self.numbers[self.numbers[entry].operands[0]], self.numbers[entry].when
        if source.code != "plain" or source.value != 1.0 or self.node == self.call.root:
            return False
        return self.graph.whose_rule(when) is None

    def was_forgotten(self) -> bool:
        """Whether a number without memory was written here once the root had its gradient."""
        root = self.call.root
        seeds = [] if root is None else self.graph.written(root, self.call.begins, self.call.ends)
        given = [e for e in seeds if self.numbers[e].value != 0.0]
        if not given or self.node == root:
            return False
        return any(
            self.numbers[self.numbers[each].operands[0]].code == "plain"
            and self.numbers[each].value != 0.0
            and self.numbers[each].when > self.numbers[given[0]].when
            for each in self.written
        )

    def side(self, edge: Edge) -> int:
        """The side of an edge; -1 if the node is on both sides, so that it cannot be told."""
        same = sum(each.result == edge.result for each in self.edges)
        return edge.side if same == 1 else -1

    def overwritten(self, entry: int, lost: Edge) -> Blamed:
        """A contribution is lost by a writing: of the rule that was running then, if one was."""
        number = self.numbers[entry]
        base = Blamed("wiped", self.node, 0.0, 0.0, number.place, entry=entry, amount=lost.owed)
        running = self.graph.whose_rule(number.when)
        used = self.graph.sources(entry) if running is None else {running}
        found = [edge for edge in self.edges if edge.result in used]
        if len({edge.result for edge in found}) != 1:
            return base
        edge = found[0]
        return replace(base, kind="overwritten", operation=edge.operation, side=self.side(edge))

    def fresh_after(self, entry: int) -> int | None:
        """The first writing after another one that does not go on from what was there."""
        for later in self.written:
            number = self.numbers[later]
            if number.when > self.numbers[entry].when and not self.holds_own(number.operands[0]):
                return later
        return None
