"""`docs/detection.md`: what a full proof found, as a page."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from grader.authoring.verify import Flaw
from grader.checks.declare import Check
from grader.explain.answers.beliefs import TASK_BELIEFS
from tests.proving import asked, gaps
from tests.proving.beliefs import ALL
from tests.proving.costs import Cost
from tests.proving.figures import Rate, by_family, exceptions
from tests.proving.judged import HERE, TOLD_OTHERWISE, UNNAMED
from tests.proving.mutants import equivalents
from tests.proving.proof import Proof
from tests.proving.reasons import reason_of, unneeded
from tests.proving.runs import Outcome

MOST_LISTED = 4
STRANGERS = HERE.parent / "data" / "strangers"
SECRETS = (
    "Whether a score depends on what is drawn: `python -m tests.proving.secrets` judges each wrong",
    "engine of the exam with twenty secrets. 185 of 185 got one score when it was last run.",
)
OLDER = (
    "Explanations come from what is seen in watched runs since version 0.3.0. Named, in the",
    "table above, is what `python -m tests.proving` counts with them. The figures of variants,",
    "pairs, mutants and families below are older: they were counted with the diagnosis before.",
    "Of 30 pairs that were drawn since, 28 had one of the two named and 11 both.",
)
"""To be deleted when a full `make detection` has run with these explanations."""
SUBTLE = ("wrong_exercises", "right_exercises", "subtle_engines", "odd_engines")
TENSORS = ("caught", "told", "located", "exact", "elsewhere", "right")
COUNTED = ("caught", "told", "about", "misleading", "located", "exact", "elsewhere")
ANSWERS = HERE.parent / "data" / "answers"

LETTERS = "abcdefghijklmnopqrstuvwxyz"
ONLY_THERE = "This kind is what one exercise alone asks."

Needed = Mapping[tuple[str, str], Sequence[str]]


def needed_for(needs: Iterable[Outcome]) -> Needed:
    """For each exercise and check, the hand-ins that only it catches."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for outcome in needs:
        if len(outcome.missed) == 1:
            found[outcome.hand_in.exercise, outcome.missed[0]].append(outcome.hand_in.name)
    return found


def needless(
    needed: Needed, checks: Mapping[str, Sequence[Check]], reasons: Mapping[str, str]
) -> Iterator[Flaw]:
    """Checks that alone catch nothing and have no reason, and reasons that are not needed."""
    file = HERE / "reasons.py"
    alone = [
        f"{exercise}/{check.id}"
        for exercise, found in checks.items()
        for check in found
        if not needed.get((exercise, check.id))
    ]
    for name in alone:
        if reason_of(name, reasons) is None:
            fault = f"nothing is caught by the check {name} alone"
            yield Flaw(file, fault, "merge it with another, or write down what it is for")
    for pattern in unneeded(alone, reasons):
        yield Flaw(file, f"stale: no check needs the reason for {pattern}", "take it out")


def page(proof: Proof, rates: Mapping[str, Rate], checks: Mapping[str, Sequence[Check]]) -> str:
    """The whole page."""
    return "\n".join(
        [*_head(rates), *_families(proof), *_odd(proof), *_gaps(checks), *_asked(checks),
         *_subtle(), *_strangers(), *_answers(), *_places(), *_pairs(proof), *_mutants(proof),
         *_costs(proof),
         *_checks(proof, checks)]
    ) + "\n"  # fmt: skip


def _head(rates: Mapping[str, Rate]) -> Iterator[str]:
    yield from (
        "# Detection",
        "",
        "What the grader catches, and whether it says why. Written by `make detection`",
        "(`make detection`); do not edit. Every figure is of hand-ins that were graded by real",
        "workers, as a student's is. The wrong engines are texts of their own (`tests/proving/`),",
        "written as students write.",
        "",
        "| what | | |",
        "| --- | --- | --- |",
    )
    for name, rate in rates.items():
        yield f"| {name} | {rate} | {rate.percent} |"
    yield from ("", *OLDER, "", *SECRETS, "")


def _families(proof: Proof) -> Iterator[str]:
    yield from (
        "## Misconceptions, by family",
        "",
        "Caught: it costs points. Named: the diagnosis names it, or one that gives the same",
        "answers to everything that is asked. Variants are other ways to write it, inputs in a",
        "set, a list, or turned round, and operators that have rules of their own.",
        "",
        "| family | caught | named | variants caught | named |",
        "| --- | --- | --- | --- | --- |",
    )
    family_of = defaultdict(lambda: "tasks: seen", {record.id: record.family for record in ALL})
    family_of |= {belief.id: f"tasks: {belief.family}" for belief in TASK_BELIEFS}
    singles = by_family(proof.outcomes["misconceptions"], family_of)
    others = by_family(proof.outcomes["variants"], family_of)
    for family, rates in singles.items():
        cells = [*rates, *others.get(family, ("", ""))]
        yield f"| {family} | {' | '.join(map(str, cells))} |"
    yield ""
    yield from _lost()
    missing = exceptions(proof)["variants not named"]
    if missing:
        yield "Variants that are caught and not named:"
        yield ""
        yield from (f"* {name}" for name in missing)
        yield ""


def _lost() -> Iterator[str]:
    yield from ("Misconceptions that are told without their name, or by another one:", "")
    yield from (f"* {name}: {reason}" for name, reason in {**UNNAMED, **TOLD_OTHERWISE}.items())
    yield ""


def _odd(proof: Proof) -> Iterator[str]:
    names = [outcome.hand_in.name for outcome in proof.outcomes["odd engines"]]
    yield from (
        "## Right, but odd",
        "",
        f"{len(names)} right engines that get every point: {'; '.join(names)}.",
        "",
    )


def _gaps(exercises: Iterable[str]) -> Iterator[str]:
    """The table of `gaps`: no cell is empty without its reason."""
    names = list(exercises)
    yield from (
        "## Subtle mistakes, by kind",
        "",
        "Wrong hand-ins that break one property and show with inputs of one kind only; each is",
        "caught by the checks that its row names (`tests/proving/gaps.py`). A letter says why",
        "there is none.",
        "",
        f"| kind | {' | '.join(names)} |",
        f"| --- |{' --- |' * len(names)}",
    )
    letters: dict[str, str] = {}
    for kind, found in gaps.cells(names):
        texts = [
            str(cell) if isinstance(cell, int) else letters.setdefault(cell, LETTERS[len(letters)])
            for cell in (item or ONLY_THERE for item in found)
        ]
        yield f"| {kind} | {' | '.join(texts)} |"
    yield ""
    yield from (f"* {letter}: {reason}" for reason, letter in letters.items())
    yield ""


def _asked(checks: Mapping[str, Sequence[Check]]) -> Iterator[str]:
    """The table of `asked`: no cell is empty without its reason."""
    yield from (
        "## Properties, by exercise",
        "",
        "Of how many forms of operators each property is asked, or x where it is about none in",
        "particular (`grader/packs/scalar/`). A letter says why it is not asked.",
        "",
        f"| property | {' | '.join(checks)} |",
        f"| --- |{' --- |' * len(checks)}",
    )
    letters: dict[str, str] = {}
    for name, cells in asked.rows(checks):
        texts = [
            letters.setdefault(cell, LETTERS[len(letters)]) if " " in cell else cell
            for cell in cells
        ]
        yield f"| {name} | {' | '.join(texts)} |"
    yield ""
    yield from (f"* {letter}: {reason}" for reason, letter in letters.items())
    yield ""


def _subtle() -> Iterator[str]:
    """The figures of strangers who looked for gaps: first ones stay as they were."""
    yield from (
        "## Strangers' subtle mistakes",
        "",
        "People who knew only the stubs wrote three wrong hand-ins and a right one to each of the",
        "exercises 1 to 12. They also wrote 25 engines with a gap (numbers, sizes, sequences,",
        "memory) and twelve odd right ones. Set q was written, and run, after set n had been",
        "looked at. Of set q no check catches two engines: one counts its nodes in two bytes, so",
        "it is wrong beyond 65,536; one returns `a` for `a ** 1`, which the stub now leaves open.",
        "Set r came after both. Of it no check catches three engines. In one `0 + a` is `a`, which",
        "is left open. In one a slope of `a / b` is lost at 1e200, as it is in `a * b**-1`, which",
        "the course itself proposes. In one `tanh` of 1e-17 is 0, as in the formula that its text",
        "calls right on paper. Set w came last, and ran first with all that had been fixed for",
        "the others. Of it no check catches a `tanh` of 1e-11 that is off in its eighth digit, as",
        "one that is made of the engine's own `exp` is, and a `check_grad` that takes the bottom",
        "of a narrow valley for a kink, as right ones do. Set y ran first after all of these. One",
        "of its odd engines holds `nan` on inner nodes between calls, as the stub allows: it",
        "lost two checks and has every point now. No check catches its `tanh` near 0, as in set w.",
        "Set s came next, unseen when set y had been looked at. Of it no check catches such a",
        "`tanh` either, nor what is wrong after 65,536 nodes alone: a program as large would cost",
        "each hand-in more than most of the exam. Set i is by somebody else, and so is ab, which",
        "ran first when operands that are special cases, long memories of calls and three of",
        "what set i had shown were asked. Set ad, by a third one, ran first after set ab's gaps",
        "were closed. What no check catches of it: an infinite claim, which right hand-ins of",
        "other sets accept too, and a leaf that an engine takes for the -1 of its minus sign, if",
        "it was the first such leaf of the process. Set af, by a fourth one, ran first when 107",
        "more gaps that one of us had thought of were looked for. One of its right exercises",
        "answers `True` where 1 is right: it lost a check and has every point now. Another one",
        "that was handed in as right takes a minute for 100,000 nodes, so it is counted as wrong.",
        "Of its engines no check catches these: results that are worked out when they are first",
        "looked at, a tape of 65,536 nodes, `tanh` near 0, a division by 1e200 that overflows, as",
        "the formula on paper does, and consumers outside of the root's graph that are counted.",
        "Set ah, by two others, ran first after that. Of it no check catches the tape and the",
        "division again, what a rule's exception leaves behind, an infinite claim, an order of",
        "131,072 places, inner nodes that are known by their `_op`, and a call on an old graph",
        "after a step that works its data out anew, which is not judged. Set ak, by two others,",
        "ran first when graphs after an operator's exception were asked. Of it no check catches",
        "the tape, the infinite claim and the `tanh` near 0 once more, nor products that",
        "underflow, exponents of 1e-10, leaves that are held weakly, more than 32,768 nodes, 1,000",
        "calls, a rest that stays on a leaf whose gradient is set, claims that a later call of `f`",
        "changes, and an expression that is kept from the first call. A leaf's gradient that is",
        "set after a call is asked since. Set am, by one other, ran first after that. Of it no",
        "check catches the `tanh` near 0 once more, and a sign that an exception of `a - b` leaves",
        "behind for `n - b`. Asked since: eight short routes beside long ones, one above the",
        "other, and contributions of an operator that cancel at its own operand.",
        "",
        f"| set | run | {' | '.join(kind.replace('_', ' ') for kind in SUBTLE)} |",
        f"| --- | --- |{' --- |' * len(SUBTLE)}",
    )
    figures = tomllib.loads((STRANGERS / "subtle.toml").read_text("utf-8"))
    for name, runs in figures.items():
        for each in runs:
            yield f"| {name} | {each['run']} | {' | '.join(each[kind] for kind in SUBTLE)} |"
    yield ""


def _strangers() -> Iterator[str]:
    """The figures of `python -m tests.proving.located`: first ones stay as they were."""
    figures = tomllib.loads((STRANGERS / "figures.toml").read_text("utf-8"))
    yield from (
        "## Strangers' engines",
        "",
        "Wrong engines by people who knew the exam's contract only, one mistake each. Told: a",
        "formula, a name, or what goes wrong at one node is given first. About it: its operator or",
        "part is the changed one. Misleading: it is another one. Silent are also engines that no",
        "check catches. Located: the marked line is in the changed function. Exact: it is the",
        "changed line. Elsewhere: it is in another function.",
        "What ran first had not been looked at. With sets d and e came twelve right engines each,",
        "with f and h ten each, with j, k, l and m four each, as odd as their authors could",
        "think of: all got every point at the first run. The two of set e that no check catches",
        "differ in what inner nodes hold in `grad` after `backward()`, which is not judged; the",
        "one of set l, a `zero_grad` that calls itself, is caught since. Single nodes are read",
        "since sets d and e had run. The mistakes of set j came with signs for names of",
        "operators (`*` for `mul`), which the judge does not know; they were spelled out before",
        "anything was counted. Sets o and p are of mistakes as one makes them when tired, mostly",
        "in helpers, walks and state. Nobody who works on the explanations had seen them when they",
        "ran first, p since they come from watched runs alone. Sets u and v are of the same kind,",
        "by one person: u ran before, v after what lines do with nodes was watched too. Set x is",
        "by another one. When it ran first, the judge of places did not know functions in a loop",
        "of the module: `07_methods_from_loop` would have counted as located. Set c is of this",
        "kind too, by another one again. Set aa came after it, by yet another one. One of its",
        "explanations ended in an exception of ours, which cost no point and is fixed; its first",
        "run was counted after that. Set ae, by another one, ran first after all that two readers",
        "had marked was gone over. Set ag is by yet another one: of its mistakes only one is in an",
        "operator's own rule. Set aj is by somebody else, and ran first when all kinds of set ag",
        "had been looked at. Set al is the newest, by yet another one; it ran first on the same",
        "state, before anybody had looked at aj. How hard a set is differs as much as that. It ran",
        "again after the lines of aj were gone over, when nobody had looked at it yet.",
        "",
        "| set | engines | run | caught | told | about it | misleading | located | exact |"
        " elsewhere |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    )
    for name, runs in figures.items():
        for each in runs:
            counts = " | ".join(str(each.get(kind, "")) for kind in COUNTED)
            yield f"| {name} | {each['engines']} | {each['run']} | {counts} |"
    for run in ("by lines", "seen"):
        rows = [each for runs in figures.values() for each in runs if each["run"] == run]
        sums = [sum(each[k] for each in rows) if k in rows[0] else "" for k in COUNTED]
        engines = sum(each["engines"] for each in rows)
        yield f"| all | {engines} | {run} | {' | '.join(map(str, sums))} |"
    yield from (
        "",
        "## Sentences beside the engines",
        "",
        "Every finding on the 115 wrong engines of sets u, v, w and x was read beside its program",
        "and what was changed, by a developer who then fixed what was wrong: no outsider read it.",
        "Unclear: it is true, and the question or a number leads away from the mistake. What was",
        "untrue or unclear was fixed by its kind; a finding that follows from another is left",
        "out. Afterwards only what had changed was read.",
        "",
        "| run | findings | true | unclear | untrue |",
        "| --- | --- | --- | --- | --- |",
        "| before | 139 | 122 | 10 | 7 |",
        "| after | 138 | 137 | 1 | 0 |",
        "",
        "Somebody else, who had written none of them, then read the first reports on fifty",
        "hand-ins that nobody had seen before: set z, and a part of set s. Of 118 sentences 92",
        "were true, 15 unclear and 11 untrue; of 50 marked lines 35 were right, 7 near, 5 wrong,",
        "and 3 findings had none. A question counts as untrue if it leads to a right line. No",
        "number that a check names was wrong. Two kinds were fixed after it, a question and a list",
        "of operators.",
        "",
        "Two others, who had written none of them either, read all of 51 reports, on sets aa and",
        "ad: 276 sentences were true, 23 unclear and 55 untrue, most of these in what every report",
        "says; of the marked lines 28 were right, 6 near and 6 wrong, and 11 reports had none.",
        "Their kinds were worked on after that. Then one more, who had written none of them, read",
        "fifty reports on sets ae and af: 230 sentences were true, 21 unclear and 20 untrue; of",
        "the marked lines 21 were right, 15 near and 4 wrong, and 10 reports had none. 14 of the",
        "untrue ones were two sentences, on two engines that keep `_prev` as a set and on one",
        "whose gradients are `None`. They were worked on; nobody has read these reports again.",
        "",
        *_tensors(),
    )


def _tensors() -> Iterator[str]:
    """The figures of `python -m tests.packs.strangers`: first ones stay as they were."""
    figures = tomllib.loads((STRANGERS.parent / "tensor_engines/figures.toml").read_text("utf-8"))
    yield from (
        "## Strangers' tensor engines",
        "",
        "Wrong engines on arrays, and wrong exercises of the course on arrays, by people who knew",
        "the stubs only; right ones beside them. Told: what is said first names the mistake, by",
        "words that were chosen for each when sentence and mistake had been read. Set u was",
        "written by us, with the words: one change in each of the right engines of set t, whose",
        "twelve styles nobody had explained before. Set v is the same, after set u had been looked",
        "at, of helpers, walks, seeds and state; set w came after set v. Set x is by somebody else",
        "who knew the stubs only, in other styles. Of it no check catches two engines: one fails",
        "for arrays without entries, one in what inner tensors hold. Both are left open by now.",
        "Styles is one mistake in all twelve, told where the student's own expression is printed.",
        "The figures are those of `python -m tests.packs.strangers`; `make test-packages` fails",
        "where it is less.",
        "",
        "One of us built the course from the stubs alone, and made 67 mistakes on the way. Of what",
        "`topograde check` said first, 47 sentences were true and enough, 18 unclear or missing, 2",
        "untrue. With what was fixed since they are 65, 2 and 0.",
        "",
        f"| set | wrong | run | {' | '.join(TENSORS)} |",
        f"| --- | --- | --- |{' --- |' * len(TENSORS)}",
    )
    for name, runs in figures.items():
        for each in runs:
            counts = " | ".join(str(each[kind]) for kind in TENSORS)
            yield f"| {name} | {each['engines']} | {each['run']} | {counts} |"
    yield from ("", (HERE / "published_engines.md").read_text("utf-8"))


def _answers() -> Iterator[str]:
    """The figures of `python -m tests.proving.answers`: the first one stays as it was."""
    figures = tomllib.loads((ANSWERS / "figures.toml").read_text("utf-8"))
    yield from (
        "## Wrong answers to tasks",
        "",
        "Thirty wrong answers to exercises 1, 3, 4 and 8 to 12, one mistake each, in other",
        "styles than those of the catalogue and written before the first run. Told: the first",
        "failed check says by name what is wrong, or a finding does. Misleading: a finding is not",
        "true of the answer. The first run printed 20 and 8; its judge was then corrected, which",
        "had taken four true findings for others. In the last row, three findings that it did not",
        "know were read and found true by hand.",
        "",
        "| run | answers | told | misleading |",
        "| --- | --- | --- | --- |",
    )
    for each in figures["runs"]:
        yield f"| {each['run']} | {each['answers']} | {each['told']} | {each['misleading']} |"
    yield ""


def _places() -> Iterator[str]:
    """The figures of `python -m tests.proving.places`."""
    figures = tomllib.loads((ANSWERS / "places.toml").read_text("utf-8"))
    yield from (
        "## Where to look",
        "",
        "Mutants of the odd but right engines, each with one changed line, read as a student reads",
        "them: at the first failed check. Located: the marked line is in the changed function.",
        "Exact: it is the changed line. False place: it is in another function. Told: a formula or",
        "a name is given (before seed 64 ran later, a rule without a formula counted).",
        "Those that raise or hang are located by the line that raises. What ran first had not been",
        "looked at; what ran later is the same draw after the causes were fixed.",
        "Seed 0 is the whole draw of `make detection`: 2,000 mutants, 23 of which are right after",
        "all. A first try of it ended in a fault of ours (a formula that has no value at some",
        "point), which was fixed.",
        "",
        "| mutants that | drawn with | run | count | told | located | exact | false place |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    )
    for each in figures["runs"]:
        told = each.get("told", "")
        counts = f"{told} | {each['located']} | {each['exact']} | {each['false']}"
        drawn = f"seed {each['seed']} | {each.get('run', '')}"
        yield f"| {each['what']} | {drawn} | {each['count']} | {counts} |"
    yield ""


def _pairs(proof: Proof) -> Iterator[str]:
    found = exceptions(proof)
    yield from (
        "## Two at once",
        "",
        f"{len(proof.outcomes['pairs'])} drawn pairs of misconceptions of different families, in",
        "one engine each. A belief can hide another: where nothing can be added, nobody sees how",
        "`relu` is wrong. Both can be seen where some public answer or the outcome of some check",
        "differs from what either of the two gives alone.",
        "",
    )
    for key in ("none named", "one named"):
        hidden = defaultdict(list)
        for name in found[key]:
            for belief in name.split(" + "):
                hidden[belief].append(name)
        often = sorted(hidden, key=lambda belief: (-len(hidden[belief]), belief))[:8]
        if often:
            told = ", ".join(f"{belief} ({len(hidden[belief])})" for belief in often)
            yield f"* {key.capitalize()}: {len(found[key])}; most often with {told}."
    yield ""


def _mutants(proof: Proof) -> Iterator[str]:
    caught: dict[str, list[bool]] = defaultdict(list)
    for outcome in proof.outcomes["mutants"]:
        caught[outcome.hand_in.exercise].append(outcome.caught)
    yield from (
        "## Systematic mutants",
        "",
        "Every change that the operators of cosmic-ray can make to a solution, but for those that",
        "have to be told a variable's name. The rest cannot be told from the solution, each for a",
        "reason in `tests/proving/equivalent.toml`.",
        "",
        "| exercise | mutants | caught | equivalent |",
        "| --- | --- | --- | --- |",
    )
    for exercise, each in caught.items():
        yield f"| {exercise} | {len(each)} | {sum(each)} | {len(each) - sum(each)} |"
    yield ""
    yield from (f"* {e.exercise}: `{e.after}`. {e.reason}" for e in equivalents())
    yield ""


def _costs(proof: Proof) -> Iterator[str]:
    costs = proof.costs
    if costs is None:
        return
    yield from (
        "## What a mistake costs",
        "",
        "One line that contributes a gradient is broken: a wrong slope, a wrong sign, `=` in place",
        "of `+=`, or no upstream gradient. The engines are one that composes `-` and `/`, one with",
        "a rule for each operator, and the odd ones (one drawn break of each). The least and the",
        f"most that is lost, of {costs.single[0].whole:g} points; then the most that is lost with",
        "checks that are about none of the operators that are wrong on that engine.",
        "",
        "| broken rule | engines | least lost | most lost | most beyond |",
        "| --- | --- | --- | --- | --- |",
    )
    by_rule: dict[str, list[Cost]] = defaultdict(list)
    for cost in costs.single:
        by_rule[cost.hand_in.name.rpartition(" in ")[2].partition(",")[0]].append(cost)
    for rule, found in by_rule.items():
        lost = [cost.points for cost in found]
        beyond = max(cost.beyond for cost in found)
        yield f"| {rule} | {len(found)} | {min(lost):g} | {max(lost):g} | {beyond:g} |"
    yield from ("", "| engine | points lost |", "| --- | --- |")
    for cost in sorted((*costs.everything, *costs.nothing), key=lambda cost: cost.points):
        yield f"| {cost.hand_in.name} | {cost.points:g} |"
    yield ""


def _checks(proof: Proof, checks: Mapping[str, Sequence[Check]]) -> Iterator[str]:
    needed = needed_for(proof.needs)
    yield from (
        "## What each check is for",
        "",
        "What it alone catches of the wrong hand-ins, variants and mutants, when no check waits",
        "for another; where that is nothing, why it is there.",
        "",
        "| exercise | check | it alone catches | for example, or why it is there |",
        "| --- | --- | --- | --- |",
    )
    for exercise, found in checks.items():
        for check in found:
            names = needed.get((exercise, check.id), ())
            reason = reason_of(f"{exercise}/{check.id}")
            why = _examples(names) if names else reason[1] if reason else ""
            yield f"| {exercise} | {check.id} | {len(names)} | {why} |"


def _examples(names: Sequence[str]) -> str:
    beliefs = [name for name in names if not name.startswith("line ")]
    shown = (beliefs or list(names))[:1]
    return "; ".join(shown).replace("|", "\\|")
