"""What is said of one wrong list of nodes: who was counted, put aside, listed again or passed over.

Told is what was counted for a node, who uses it, and which line counted; or which line had put an
input aside, let a node through again, or had a node last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from grader.explain.watching.looked_up import (
    calls_of,
    list_made_anew,
    made_at,
    membership,
    rebound,
    takes_first,
    yields,
)
from grader.explain.watching.names import told_apart
from grader.explain.watching.origins import origin_of
from grader.explain.watching.raised import ORDER_ASKED, called_wrongly
from grader.explain.watching.record import Handled, Line
from grader.explain.watching.sampling import Failing
from grader.explain.watching.source import SourceText
from grader.explain.watching.walked import FUNCTIONS, Call, Walked, function_of, judged_calls
from grader.programs.graph import Graph, graph_of
from grader.programs.listing import node_names
from grader.text import counted, listed
from grader.worker.inside.watched.handling import NAMED, PUT, TAKEN

EDGES = "How often does each of your loops meet a node?"
DONE = "When is a node done: when it is met, or when all of its inputs are listed?"
SORTED = "By what does that line sort, and what do these two have there?"
TIMES = ("", "once", "twice", "three times", "four times", "five times", "six times")


class Told:
    """What is said of one program."""

    def __init__(self, seen: Walked, failing: Failing, source: SourceText) -> None:
        self.seen, self.failing, self.source = seen, failing, source
        self.graph: Graph = graph_of(failing.program)
        self.names = node_names(failing.program)
        self.inputs_first = function_of(failing.program) == "build_topo"
        self.is_looked_at = any(step[0] == "look" for step in failing.program.steps)
        self.at_once = len(judged_calls(failing.program)) > sum(
            step[0] in (*FUNCTIONS, "begun") for step in failing.program.steps
        )

    def first(self) -> tuple[str, str, Line | None] | None:
        """A statement, a question and a line, of the first call that goes wrong."""
        error = self.failing.error
        if error is not None:
            called = called_wrongly(error, self.source)
            if called is None:
                return origin_of(error, self.source)
            return f"In the example, {called[0]}", ORDER_ASKED, called[1]
        if len(self.names) != len(self.graph.nodes):
            return None
        judged = [c for c, counts in zip(self.seen.calls, judged_calls(self.failing.program),
                                         strict=True) if counts]  # fmt: skip
        for number, call in enumerate(judged):
            found = self.call(call)
            is_wrong = found is not None or self.is_looked_at
            for node, at, when in self.seen.changed if is_wrong else ():
                if when < call.ends:
                    told = f"In the example, line {at[1]} changes the inputs of "
                    return f"{told}{self.name(node)}.", "What does the next call find there?", at
            if found is not None:
                later = f" in call {number + 1}" if number else ""
                statement, question, line = found
                return f"In the example,{later} {statement}", question, line
        return None

    def call(self, call: Call) -> tuple[str, str, Line | None] | None:
        """What is said of one call; None if it is right, or nothing was seen."""
        reached = self.graph.reached(call.root)
        order = [node for node in call.order if node in reached]
        missing = [node for node in reached if node not in order]
        twice = [node for node, times in Counter(order).items() if times > 1]
        if self.inputs_first:
            if twice:
                return self.listed_again(twice[0], call)
            if not missing:
                return self.too_early(call)
            # Who is met once is not passed over for having been met before.
            return self.passed_over(min(missing, key=lambda n: len(self.users(n, reached))), call)
        node = next((n for n in missing if {*self.users(n, reached)} <= {*order}), None)
        if node is not None:
            by_counts = self.kept(node, call) or self.counted(node, call, reached)
            return by_counts or self.namesake(node, reached) or self.passed_over(node, call)
        place = {each: number for number, each in enumerate(order)}
        for each in order:
            if any(place.get(user, len(place)) > place[each] for user in self.users(each, reached)):
                return self.kept(each, call) or self.counted(each, call, reached)
        return self.counted(twice[0], call, reached) if twice else None

    def users(self, node: int, reached: Sequence[int]) -> list[int]:
        """The consumers of a node in this graph; one that uses it twice is there twice."""
        return [each for each in self.graph.consumers()[node] if each in reached]

    def name(self, node: int) -> str:
        """What a node is called; of several that are called so, which of them it is."""
        return told_apart(self.names, node)

    def namesake(self, node: int, reached: Sequence[int]) -> tuple[str, str, Line | None] | None:
        """That a node which does not come out has the name of another one."""
        same = [each for each in reached if self.names[each] == self.names[node]]
        if len(same) < 2:
            return None
        told = f"{len(same)} nodes are called `{self.names[node]}`, and not all of them come out."
        reads = (line for line in self.seen.lines if self.source.reads(line, "name"))
        return told, "By what does your code tell two nodes apart?", next(reads, None)

    def who(self, node: int, reached: Sequence[int]) -> str:
        """ "once, by `c`", "three times: by `d` twice and by `e`"."""
        users = Counter(self.users(node, reached))
        named = [
            f"by {self.name(user)}{f' {_times(times)}' if times > 1 else ''}"
            for user, times in users.items()
        ]
        if not named:
            return "by no node"
        if len(named) == 1:
            return named[0] if users.total() > 1 else f"once, {named[0]}"
        return f"{_times(users.total())}: {listed(named)}"

    def counted(
        self, node: int, call: Call, reached: Sequence[int]
    ) -> tuple[str, str, Line | None] | None:
        """What a node's count was, if lines were seen to keep one."""
        its = [each for each in self.seen.counts if call.begins < each.when < call.ends]
        rows = Counter(each.collection for each in its)
        its = [e for e in its if rows and e.collection == max(rows, key=lambda c: rows[c])]
        mine = [each for each in its if each.node == node]
        out = [when for each, when in call.listed if each == node]
        if not mine or len({each.node for each in its}) < min(2, len(reached) - 1):
            return None
        uses, peak = len(self.users(node, reached)), max(each.count for each in mine)
        until = [each.count for each in mine if not out or each.when < out[0]]
        top = next(each for each in mine if each.count == peak)
        name, who = self.name(node), self.who(node, reached)
        if peak != uses:
            start = mine[0]
            if start.changed and start.count and peak - start.count == uses:
                told = f"the count of {name} begins at {start.count} in line {start.line[1]}, and "
                told += f"it is used {who}."
                return told, "How many of its consumers were counted by then?", start.line
            gets = f"gets to {peak} in line {top.line[1]}" if top.changed else f"is {peak} at first"
            told = f"the count of {name} {gets}, and it is used {who}."
            head = self.source.loop(top.line)
            at = head if self.source.keeps_once(head) else top.line
            return told, EDGES, at if top.changed else None
        left = until[-1] if until else peak
        last = mine[-1].line
        if out and left:
            told = f"the count of {name} is {left} when it comes out, and it is used {who}."
            put = [h.line for h in self.handled(call) if (h.node, h.what) == (node, PUT)
                   and h.when < out[0]]  # fmt: skip
            line = put[-1] if put else None
            return told, "What must the count of a node be when it comes out?", line
        if not out and mine[-1].count:
            told = (
                f"the count of {name} begins at {peak}, as it should, and ends at "
                f"{mine[-1].count}: it is used {who}."
            )
            return told, EDGES, last if mine[-1].count != peak else None
        if not out and not any(each.changed for each in mine):
            never = self.never_entered()
            if node == call.root and never is not None:
                told = f"no round of the loop in line {never[1]} runs: {name} does not come out."
                return told, "What must be ready before that loop begins?", never
            return None
        if not out:
            told = f"the count of {name} gets to 0 in line {last[1]}, and it does not come out."
            return told, "What should happen to a node that waits for nobody any more?", last
        return None

    def counted_inputs(self, node: int, call: Call) -> tuple[str, str, Line | None] | None:
        """That each of a node's inputs was counted once, if that is what lines counted for nodes,
        and it has one of them twice."""
        its = [each for each in self.seen.counts if call.begins < each.when < call.ends]
        first = {each.node: each for each in reversed(its)}
        inputs = {each: self.graph.nodes[each].inputs for each in first}
        if len(first) < 2 or any(len({*inputs[n]}) != first[n].count for n in first):
            return None
        times = Counter(inputs.get(node, ()))
        twice = [f"{self.name(each)} {_times(count)}" for each, count in times.items() if count > 1]
        if not twice:
            return None
        told = f"the count of {self.name(node)} begins at {first[node].count}, and it has "
        told += f"{times.total()} inputs, {listed(twice)}."
        start = first[node]
        return told, EDGES, start.line if start.changed else made_at(self.source, start.line)

    def never_entered(self) -> Line | None:
        """The head of the loop that gives nodes out, if it was come by and none of its rounds."""
        for cell, number in yields(self.source):
            begins, ends = self.source.repeated((cell, number))
            rounds = {(cell, each) for each in range(begins + 1, ends + 1)}
            if begins < number and (cell, begins) in self.seen.lines:
                return None if rounds & {*self.seen.lines} else (cell, begins)
        return None

    def kept(self, node: int, call: Call) -> tuple[str, str, Line | None] | None:
        """Whether a count goes on from what another call has left there, or has made of it."""
        calls = sorted(self.seen.calls, key=lambda each: each.begins)
        for first, last in pairwise(calls):
            if call not in (first, last):
                continue
            counts = [each for each in self.seen.counts if each.when > first.begins]
            before = {e.collection for e in counts if e.when < last.begins}
            after = [e for e in counts if e.when > last.begins and e.collection in before]
            mine = [e for e in after if e.node == node]
            if self.at_once and mine:
                line = mine[0].line
                told = f"two calls run at once, and line {line[1]} counts for both in one place."
                return told, "What should each call have for itself?", line
            was = [e.count for e in counts if e.when < last.begins and e.node == node
                   and mine and e.collection == mine[0].collection]  # fmt: skip
            steps = mine[0].count - was[-1] if was and mine else 0
            if (steps == 1 and was[-1]) or (steps == -1 and mine[0].count):
                way, line = "on" if steps > 0 else "down", mine[0].line
                told = f"line {line[1]} counts {self.name(node)} {way} from {was[-1]}, which an "
                told += "earlier call had left."
                return told, "What should begin anew with each call?", line
        return None

    def handled(self, call: Call) -> Iterator[Handled]:
        """What lines of named functions did with nodes in a call."""
        during = (h for h in self.seen.handled if call.begins < h.when < call.ends)
        return (each for each in during if self.source.function(each.line) is not None)

    def list_of(self, call: Call) -> int:
        """The collection into which nodes were put as they were listed; 0 if none was seen."""
        if call.collection:
            return call.collection
        put: dict[int, list[int]] = {}
        for each in self.handled(call):
            if each.what == PUT:
                put.setdefault(each.collection, []).append(each.node)
        return next((c for c, nodes in put.items() if (*nodes,) == call.order), 0)

    def lists_at(self, call: Call, own: int) -> set[Line]:
        """The lines that put nodes into the list that is judged."""
        return {h.line for h in self.handled(call) if (h.what, h.collection) == (PUT, own)}

    def listed_again(self, node: int, call: Call) -> tuple[str, str, Line | None] | None:
        """Which line listed a node once more."""
        own = self.list_of(call)
        put = [h for h in self.handled(call) if (h.node, h.what, h.collection) == (node, PUT, own)]
        if not own or len(put) < 2:
            return None
        first, again = put[:2]
        between = [h for h in self.handled(call) if first.when < h.when < again.when]
        named = [h.line for h in between if (h.node, h.what) == (node, NAMED)]
        loop = self.source.loop(again.line)
        begins, ends = self.source.repeated(again.line)
        if self.source.asks_inputs(loop) and all(begins <= line[1] <= ends for line in named):
            told = f"line {again.line[1]} lists {self.name(node)} once more, in the next round of "
            told += f"the loop over its inputs, line {loop[1]}."
            return told, "How often does that loop run for a node without inputs?", again.line
        told = f"line {again.line[1]} lists {self.name(node)} once more."
        through = [line for line in named if membership(self.source, line)]
        line = through[-1] if through else again.line
        line = rebound(self.source, line) or line
        return told, "What keeps a node from being listed on a second visit?", line

    def passed_over(self, node: int, call: Call) -> tuple[str, str, Line | None] | None:
        """What happened to a node that is not listed: it, or a consumer that is not listed either,
        by which alone it could be reached."""
        named = [h for h in self.handled(call) if h.node == node and h.what == NAMED]
        own = self.list_of(call)
        elsewhere = [h for h in self.handled(call) if own and h.what == PUT and h.node == node
                     and h.line in self.lists_at(call, own) and h.collection != own]  # fmt: skip
        if not call.order and (made := list_made_anew(self.source, "build_topo")) is not None:
            told = f"line {made[1]} puts another list in the place of the one that was handed in."
            return told, "Who gets to see what is listed in that one?", made
        if elsewhere:
            line = elsewhere[-1].line
            told = f"line {line[1]} puts {self.name(node)} into another list than the one that was "
            told += "handed in."
            again = calls_of(self.source, line)
            return told, "Which list does each call get?", again if again is not None else line
        if (at := self.source.equality) and any(each.line == at for each in named):
            told = f"{self.name(node)} is not listed. Line {at[1]} says when two nodes are equal."
            return told, "When should two nodes with the same numbers be equal?", at
        if named:
            end = (
                "it is not in the list afterwards."
                if self.inputs_first
                else "it does not come out."
            )
            told = f"line {named[-1].line[1]} is the last that has {self.name(node)}, and {end}"
            return told, "Which line lists a node, and what keeps this one from it?", named[-1].line
        users = {*self.graph.consumers()[node]}
        asked = [
            each for each in self.handled(call)
            if each.node in users and each.what == NAMED and self.source.asks_inputs(each.line)
        ]  # fmt: skip
        if not asked:
            return None
        if asked[-1].node not in call.order:
            return self.passed_over(asked[-1].node, call)
        function, user = function_of(self.failing.program), self.name(asked[-1].node)
        told = f"`{function}` does not get to {self.name(node)}. It gets to its consumer {user} in "
        told += f"line {asked[-1].line[1]}."
        return told, f"How does it get from {user} to each input of that?", asked[-1].line

    def too_early(self, call: Call) -> tuple[str, str, Line | None] | None:
        """Which line had put an input aside when its consumer was listed before it."""
        own, place = self.list_of(call), {node: n for n, node in enumerate(call.order)}
        put = [each for each in self.handled(call) if each.what == PUT]
        mine = [each for each in put if each.collection == own]
        edges = [(n, i) for n in call.order for i in self.graph.nodes[n].inputs if i in place]
        if own and mine and edges and all(place[n] < place[i] for n, i in edges):
            told = "the list holds every node before its inputs."
            return told, "Which end of the list should come first?", mine[-1].line
        if own and len({each.line for each in mine}) == 1 < len(mine) and self.seen.counts:
            reached = self.graph.reached(call.root)  # in what was listed at once, counts decided
            late = next((pair for pair in edges if place[pair[0]] < place[pair[1]]), None)
            if late is None:
                return None
            return self.counted_inputs(late[0], call) or self.counted(late[1], call, reached)
        for node in call.order if own else ():
            for source in self.graph.nodes[node].inputs:
                if place.get(source, -1) < place[node]:
                    continue
                listed = (h for h in put if h.node == node and h.collection == own)
                if (listed_at := next(listed, None)) is None:  # by no line that was seen
                    return None
                aside = [h for h in put if h.node == source and h.collection != own]
                before = [h for h in aside if h.when < listed_at.when]
                left = {h.collection for h in self.handled(call)
                        if h.node == source and h.what == TAKEN}  # fmt: skip
                told = f"line {listed_at.line[1]} lists {self.name(node)} before its input "
                told += self.name(source)
                met = (h for h in self.handled(call)
                       if h.node == source and h.when < listed_at.when)  # fmt: skip
                sorting = [h.line for h in met if self.source.sorts(h.line, compares=False)]
                if sorting:
                    told += f", in the order of line {sorting[-1][1]}."
                    return told, SORTED, sorting[-1]
                if any(each.collection in left for each in before):
                    told += f", which line {before[0].line[1]} had put aside."
                    return told, DONE, self.from_the_front(call) or before[0].line
                if before:
                    return f"{told}.", "Which of the two must come first?", listed_at.line
                told += ", which no line had put anywhere by then."
                return told, "What must be in the list when a node enters it?", listed_at.line
        return None

    def from_the_front(self, call: Call) -> Line | None:
        """The line that takes nodes from the front of what they were put into."""
        lines = {h.line for h in self.handled(call) if h.what == TAKEN}
        return next((line for line in lines if takes_first(self.source, line)), None)


def _times(number: int) -> str:
    return TIMES[number] if number < len(TIMES) else counted(number, "time")
