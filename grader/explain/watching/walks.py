"""What is said of a wrong list of nodes, by what the student's lines were seen to do on the way.

`build_topo` and `toposort` are run once more on the program that a check shows. Told is what was
counted for a node, who uses it, and which line counted; or which line had put an input aside, or
had a node last. A record that does not hold the judged list is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from grader.explain.watching.graph import Graph as Watch
from grader.explain.watching.kinds import Blamed
from grader.explain.watching.known import known_of, records_of
from grader.explain.watching.lines import line_of as marked
from grader.explain.watching.names import told_apart
from grader.explain.watching.of_operators import Contributed, of_operator
from grader.explain.watching.raised import ORDER_ASKED, called_wrongly
from grader.explain.watching.record import (
    Handled,
    Line,
    Unbelievable,
    below,
    items_of,
    line_of,
    mapping,
    whole,
)
from grader.explain.watching.sampling import LARGEST, Failing
from grader.explain.watching.slips import with_slips
from grader.explain.watching.source import SourceText
from grader.judging.finding import Finding
from grader.judging.report import CheckResult
from grader.programs.graph import MAKES, Graph, graph_of
from grader.programs.listing import node_names
from grader.programs.program import Program, walk
from grader.text import counted, listed
from grader.worker.inside.watched.handling import NAMED, PUT, TAKEN
from grader.worker.inside.watched.numbers import MOST_HANDLED
from grader.worker.observation import NamedError, named_error

if TYPE_CHECKING:
    from grader.judging.exercise import ExerciseRun

FUNCTIONS: Mapping[str, str] = {"topo": "build_topo", "toposort": "toposort"}
"""By the step that asks for a list: the function that makes it."""
KEEPING = frozenset({*MAKES, "alias"})
"""Steps that make nodes, and give them names."""
GENERAL = "A list of nodes is not in the order that it should have."
SAME = "If two results are one node, what does it list as its inputs?"
EDGES = "How often does each of your loops meet a node?"
DONE = "When is a node done: when it is met, or when all of its inputs are listed?"
TIMES = ("", "once", "twice", "three times", "four times", "five times", "six times")


@dataclass(frozen=True, slots=True)
class Count:
    """What a dict held as a node's number: after a line had changed it, or as one came by first."""

    node: int
    line: Line
    when: int
    count: int
    collection: int
    changed: bool


@dataclass(frozen=True, slots=True)
class Call:
    """A call of the function: its root, and which nodes were listed when. One that is left half way
    ends after everything. collection: the list that the function was given, 0 if it got none or no
    line came by it."""

    root: int
    begins: int
    ends: int
    listed: tuple[tuple[int, int], ...]
    collection: int = 0

    @property
    def order(self) -> tuple[int, ...]:
        return tuple(node for node, _ in self.listed)


@dataclass(frozen=True, slots=True)
class Walked:
    """What was seen of a program's calls. changed: the nodes that no longer have the inputs that
    they were made of, with the line that changed them, and when."""

    calls: tuple[Call, ...]
    handled: tuple[Handled, ...]
    counts: tuple[Count, ...]
    changed: tuple[tuple[int, Line, int], ...]
    lines: tuple[Line, ...]
    error: NamedError | None


def walks(
    run: ExerciseRun, results: Sequence[CheckResult], told: Iterable[str], source: SourceText
) -> list[Finding]:
    """What is said of the checks that show a wrong list of nodes and of which nothing is told."""
    failed = {r.id for r in results if r.outcome in ("failed", "error")} - {*told}
    shown = {check: each for check in run.observed if (each := _shown(run, check, failed))}
    items = [
        {"task": "walk", "function": _function(each.program), "steps": each.program.to_json()}
        for each in shown.values()
    ]
    made_wrong = _made_wrong(run, shown, source)
    lines: dict[str, Sequence[Line]] = {}
    said: dict[tuple[str, str, Line | None], list[str]] = {}
    answers = run.ask_aside(items) if items else []
    for (check, failing), observed in zip(shown.items(), answers, strict=False):
        seen = walked(observed.value, failing, source.lengths)
        if seen is None:
            continue
        lines[check] = seen.lines
        if found := made_wrong.get(check) or _Told(seen, failing, source).first():
            said.setdefault(found, []).append(check)
    findings = [
        Finding(
            id="walk", misconception=None, explained=len(checks), of=0, kind="seen", part="order",
            explanation=f"{statement} {question}", checks=tuple(checks), general=GENERAL,
            where=None if line is None or line in source.given else source.where(line),
        )
        for (statement, question, line), checks in said.items()
    ]  # fmt: skip
    seen_of = {check: each for check, each in shown.items() if check in lines}
    return with_slips(findings, seen_of, lines, source)


def _made_wrong(
    run: ExerciseRun, shown: Mapping[str, Failing], source: SourceText
) -> dict[str, tuple[str, str, Line | None]]:
    """By check what is said of a result that is no new node, or does not list all of its inputs:
    then the list is wrong whichever way a walk goes."""
    made = {
        check: Failing(Program(tuple(s for s in each.program.steps if s[0] in KEEPING)), (), ())
        for check, each in shown.items()
        if _function(each.program) == "build_topo" and each.error is None
    }
    if not made:
        return {}
    records, _ = records_of(run, source, [*made.values()])
    known, graphs = known_of(records, (), source)
    found: dict[str, tuple[str, str, Line | None]] = {}
    for check, each in made.items():
        graph = graphs.get(each.program)
        if graph is None:
            continue
        blamed = [e for e in known.blamed[each.program] if e.kind == "old"] or _unlisted_in(graph)
        for one in blamed[:1]:
            told, line = of_operator(one, Contributed()), marked(one, graph, known)
            found[check] = told.statement, told.question, line
        nodes = graph.record.made
        again = [n for n, e in enumerate(nodes) if e is not None and e in nodes[:n]]
        if again and not blamed:
            place = graph.record.nodes[nodes[again[0]] or 0].place
            name = told_apart(node_names(each.program), again[0])
            statement = f"In the example, {name} is no new node, but one that was there before."
            found[check] = statement, SAME, next(filter(None, map(source.cached, place)), None)
    return found


def _unlisted_in(graph: Watch) -> list[Blamed]:
    """The operands that results do not list, nor lead to."""
    return [
        Blamed("unlisted", node, 0.0, 0.0, (), operation, side)
        for result, operation in sorted(graph.own.items(), key=itemgetter(0))
        for side, node in enumerate(operation.nodes)
        if node is not None and not graph.leads(result, node)
    ]


def _function(program: Program) -> str:
    return next(FUNCTIONS[step[0]] for step in program.steps if step[0] in FUNCTIONS)


def _shown(run: ExerciseRun, check: str, failed: set[str]) -> Failing | None:
    """The program that a check fails by, if it asks for lists of nodes and is small."""
    if check not in failed:
        return None
    if check in run.wrong:
        program, answer, _ = run.wrong[check]
        failing = Failing(program, answer, ())
    elif check in run.raised:
        program, error = run.raised[check]
        failing = Failing(program, (), (), error)
    else:
        return None
    kinds = {step[0] for step in walk(program.steps)}
    asked = kinds & FUNCTIONS.keys()
    is_plain = kinds <= {*MAKES, "alias", *FUNCTIONS, "begun"} and program.size <= LARGEST
    return failing if len(asked) == 1 and is_plain else None


def walked(raw: object, failing: Failing, lengths: Sequence[int]) -> Walked | None:
    """The record in what a worker said, if it ends as the judged run did; None otherwise."""
    try:
        seen = _read(raw, len(graph_of(failing.program).nodes), lengths)
    except (Unbelievable, KeyError, IndexError, TypeError, ValueError):
        return None
    if failing.error is not None:
        same = seen.error is not None and seen.error.kind == failing.error.kind
        return seen if same and seen.error and seen.error.line == failing.error.line else None
    answer: Sequence[Any] = failing.answer
    lists = [each for each in answer if isinstance(each, tuple)]
    orders = [tuple(node for node in each if node >= 0) for each in lists]
    judged = judged_calls(failing.program)
    if seen.error is not None or len(judged) != len(seen.calls):
        return None
    calls, spare = [], len(judged) - sum(judged)
    for call, is_judged in zip(seen.calls, judged, strict=True):
        if is_judged:
            order = orders.pop(0) if orders else ()
            more = len(call.order) - len(order)
            if call.order[: len(order)] != order or more > spare:
                return None
            # `zip` asks the first one for a node once more when the other has none left.
            call = replace(call, listed=call.listed[: len(order)])
        calls.append(call)
    return None if orders else replace(seen, calls=tuple(calls))


def judged_calls(program: Program) -> list[bool]:
    """Of each call that a program makes of the function: whether its list is judged."""
    found: list[bool] = []
    for step in program.steps:
        if step[0] in FUNCTIONS:
            found += (
                [True, False] if step[0] == "toposort" and len(step) > 2 and step[2] else [True]
            )
        elif step[0] == "begun":
            found.append(False)
    return found


def _read(raw: object, count: int, lengths: Sequence[int]) -> Walked:
    found = mapping(raw)

    def rows(key: str) -> list[list[object]]:
        return [items_of(each, MOST_HANDLED) for each in items_of(found[key], MOST_HANDLED)]

    calls = [
        Call(below(root, count), whole(begins), whole(ends) or 1 << 30,
             tuple((below(node, count), whole(when))
                   for node, when in (items_of(row, 2) for row in items_of(given, MOST_HANDLED))),
             whole(collection))
        for root, begins, ends, given, collection in rows("calls")
    ]  # fmt: skip
    handled = [
        Handled(below(node, count), line_of(at, lengths), whole(when), whole(what), whole(where))
        for node, at, when, what, where in rows("handled")
    ]
    counts = [
        Count(below(node, count), line_of(at, lengths), whole(when), number, whole(where),
              changed == 1)
        for node, at, when, number, where, changed in rows("counts")
        if type(number) is int
    ]  # fmt: skip
    changed = tuple(
        (below(node, count), line_of(at, lengths), whole(when))
        for node, at, when in rows("changed")
    )
    lines = tuple(line_of(each, lengths) for each in items_of(found["lines"], MOST_HANDLED))
    error = None if found["error"] is None else named_error(found["error"])
    return Walked(tuple(calls), tuple(handled), tuple(counts), changed, lines, error)


class _Told:
    """What is said of one program."""

    def __init__(self, seen: Walked, failing: Failing, source: SourceText) -> None:
        self.seen, self.failing, self.source = seen, failing, source
        self.graph: Graph = graph_of(failing.program)
        self.names = node_names(failing.program)
        self.inputs_first = _function(failing.program) == "build_topo"
        self.at_once = len(judged_calls(failing.program)) > sum(
            step[0] in (*FUNCTIONS, "begun") for step in failing.program.steps
        )

    def first(self) -> tuple[str, str, Line | None] | None:
        """A statement, a question and a line, of the first call that goes wrong."""
        error = self.failing.error
        if error is not None:
            called = called_wrongly(error, self.source)
            if called is None:
                return None
            return f"In the example, {called[0]}", ORDER_ASKED, called[1]
        if len(self.names) != len(self.graph.nodes):
            return None
        judged = [c for c, counts in zip(self.seen.calls, judged_calls(self.failing.program),
                                         strict=True) if counts]  # fmt: skip
        for number, call in enumerate(judged):
            found = self.call(call)
            for node, at, when in self.seen.changed if found is not None else ():
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
            gets = f"gets to {peak} in line {top.line[1]}" if top.changed else f"is {peak} at first"
            told = f"the count of {name} {gets}, and it is used {who}."
            return told, EDGES, top.line if top.changed else None
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
        if not out:
            told = f"the count of {name} gets to 0 in line {last[1]}, and it does not come out."
            return told, "What should happen to a node that waits for nobody any more?", last
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

    def listed_again(self, node: int, call: Call) -> tuple[str, str, Line | None] | None:
        """Which line listed a node once more."""
        own = self.list_of(call)
        put = [h for h in self.handled(call) if (h.node, h.what, h.collection) == (node, PUT, own)]
        if not own or len(put) < 2:
            return None
        told = f"line {put[1].line[1]} lists {self.name(node)} once more."
        return told, "What keeps a node from being listed on a second visit?", put[1].line

    def passed_over(self, node: int, call: Call) -> tuple[str, str, Line | None] | None:
        """What happened to a node that is not listed: its consumers are, or it is the root."""
        named = [h for h in self.handled(call) if h.node == node and h.what == NAMED]
        if named:
            told = f"line {named[-1].line[1]} is the last that has {self.name(node)}, and no line "
            told += "lists it."
            return told, "Which line lists a node, and what keeps this one from it?", named[-1].line
        users = {*self.graph.consumers()[node]}
        asked = [
            each for each in self.handled(call)
            if each.node in users and each.what == NAMED and self.source.asks_inputs(each.line)
        ]  # fmt: skip
        if not asked:
            return None
        function, user = _function(self.failing.program), self.name(asked[-1].node)
        told = f"`{function}` does not get to {self.name(node)}. It gets to its consumer {user} in "
        told += f"line {asked[-1].line[1]}."
        return told, f"How does it get from {user} to each input of that?", asked[-1].line

    def too_early(self, call: Call) -> tuple[str, str, Line | None] | None:
        """Which line had put an input aside when its consumer was listed before it."""
        own, place = self.list_of(call), {node: n for n, node in enumerate(call.order)}
        put = [each for each in self.handled(call) if each.what == PUT]
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
                if any(each.collection in left for each in before):
                    told += f", which line {before[0].line[1]} had put aside."
                    return told, DONE, before[0].line
                if before:
                    return f"{told}.", "Which of the two must come first?", listed_at.line
                told += ", which no line had put anywhere by then."
                return told, "What must be in the list when a node enters it?", listed_at.line
        return None


def _times(number: int) -> str:
    return TIMES[number] if number < len(TIMES) else counted(number, "time")
