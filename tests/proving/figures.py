"""Figures of a proof, and what was written down of an earlier one: `docs/detection.toml`.

The figures fall only with the knowledge of whoever writes the file anew: every hand-in that was not
named then is listed, so a drawn part of a later run can be compared hand-in by hand-in.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.authoring.verify import Flaw
from tests.proving.costs import LEAST_FOR_ALL, MOST_BEYOND, MOST_FOR_NOTHING, Costs
from tests.proving.judged import has_name, is_named
from tests.proving.proof import OWN, Proof
from tests.proving.runs import Outcome

ONE_OF_A_PAIR, BOTH_OF_A_PAIR = 0.95, 0.80
"""Of the pairs of beliefs, how many must have one of the two named; and of those in which both can
be seen, how many both."""
FILE = "detection.toml"


@dataclass(frozen=True, slots=True)
class Rate:
    """So many of so many."""

    good: int
    of: int

    @property
    def percent(self) -> str:
        """As text: never 100 if one is missing."""
        if not self.of or self.good == self.of:
            return "100 %"
        return f"{min(100 * self.good / self.of, 99.9):.1f} %"

    def __str__(self) -> str:
        return f"{self.good} of {self.of}"


def count(outcomes: Sequence[Outcome], good: Sequence[bool]) -> Rate:
    """How many of these are good."""
    return Rate(sum(good), len(outcomes))


def named_of(outcome: Outcome) -> int:
    """How many of the beliefs that it holds are named."""
    return sum(is_named(outcome, belief) for belief in outcome.hand_in.beliefs)


def figures(proof: Proof) -> dict[str, Rate]:
    """The figures of a proof, by what they count."""
    rates: dict[str, Rate] = {}
    alone = {o.hand_in.beliefs[0]: o.seen for o in proof.outcomes.get("misconceptions", ())}
    for what, found in proof.outcomes.items():
        if what == "odd engines":
            rates["odd engines with every point"] = count(found, [not o.caught for o in found])
            continue
        if what == OWN:
            rates["wrong exercises 1 to 12 that `topograde check` catches"] = count(
                found, [o.caught for o in found]
            )
            continue
        if what == "other starts":
            odd = [o for o in found if o.hand_in.kind == "odd"]
            found = [o for o in found if o.hand_in.kind != "odd"]
            rates["other starts: odd engines with every point"] = count(
                odd, [not o.caught for o in odd]
            )
        rates[f"{what} caught"] = count(found, [o.caught for o in found])
        if what == "pairs":
            rates["pairs with one of the two named"] = count(
                found, [named_of(o) > 0 for o in found]
            )
            both = [o for o in found if both_show(o, alone)]
            rates["pairs in which both can be seen"] = Rate(len(both), len(found))
            rates["of these, with both named"] = count(both, [named_of(o) == 2 for o in both])
        elif what != "mutants":
            with_names = [o for o in found if has_name(o)]
            rates[f"{what} named"] = count(with_names, [named_of(o) > 0 for o in with_names])
    return rates | (cost_rates(proof.costs) if proof.costs is not None else {})


def cost_rates(costs: Costs) -> dict[str, Rate]:
    """Of what mistakes cost, how much is within its bar."""
    single = [cost.beyond <= MOST_BEYOND * cost.whole for cost in costs.single]
    everything = [cost.points >= LEAST_FOR_ALL * cost.whole for cost in costs.everything]
    nothing = [cost.whole - cost.points <= MOST_FOR_NOTHING * cost.whole for cost in costs.nothing]
    higher = [more.points >= one.points for one, more in costs.pairs]
    told = {
        f"one wrong rule: at most {MOST_BEYOND:.0%} lost beyond its operator's checks": single,
        f"a wrong order, no accumulation, no seed: at least {LEAST_FOR_ALL:.0%} lost": everything,
        f"useless engines: at most {MOST_FOR_NOTHING:.0%} earned": nothing,
        "one more broken operator never earns more": higher,
    }
    return {name: Rate(sum(good), len(good)) for name, good in told.items()}


def both_show(pair: Outcome, alone: Mapping[str, str]) -> bool:
    """Whether two beliefs together are observed as something else than either of them alone.

    Where one of them makes so much go wrong that other checks wait for it, nobody sees the other.
    """
    return pair.seen not in [alone.get(belief) for belief in pair.hand_in.beliefs]


def pair_faults(rates: Mapping[str, Rate], where: Path) -> Iterator[Flaw]:
    """Pairs that are named too seldom."""
    for name, least in (
        ("pairs with one of the two named", ONE_OF_A_PAIR),
        ("of these, with both named", BOTH_OF_A_PAIR),
    ):
        rate = rates.get(name)
        if rate is not None and rate.good < least * rate.of:
            fault = f"{name}: {rate}, {least:.0%} are wanted"
            yield Flaw(where, fault, "mend the diagnosis of pairs")


def exceptions(proof: Proof) -> dict[str, list[str]]:
    """The variants and pairs of which not everything is named, by how much is."""
    found: dict[str, list[str]] = {"variants named": [], "one named": [], "none named": []}
    for outcome in proof.outcomes.get("variants", ()):
        if not named_of(outcome):
            found["variants named"].append(outcome.hand_in.name)
    for outcome in proof.outcomes.get("pairs", ()):
        if named_of(outcome) < 2:
            key = "one named" if named_of(outcome) else "none named"
            found[key].append(outcome.hand_in.name)
    found["variants not named"] = found.pop("variants named")
    return {key: sorted(names) for key, names in found.items()}


def as_toml(proof: Proof, rates: Mapping[str, Rate]) -> str:
    """The file, figures first."""
    lines = ["# Written by `make detection`. CI compares a drawn part with it.", ""]
    lines += ["[figures]"]
    lines += [f"{json.dumps(name)} = [{rate.good}, {rate.of}]" for name, rate in rates.items()]
    lines += ["", "[exceptions]"]
    for key, names in exceptions(proof).items():
        listed = "".join(f"    {json.dumps(name)},\n" for name in names)
        lines.append(f"{json.dumps(key)} = [\n{listed}]" if names else f"{json.dumps(key)} = []")
    return "\n".join(lines) + "\n"


def fallen(proof: Proof, file: Path) -> Iterator[Flaw]:
    """What was better when the file was written. Raises OSError if there is none."""
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    known = {key: set(names) for key, names in data["exceptions"].items()}
    for key, names in exceptions(proof).items():
        allowed = set(known[key])
        if key == "one named":
            allowed |= known["none named"]
        for name in names:
            if name not in allowed:
                fault = f"{name}: {key}; it was better when this file was written"
                yield Flaw(file, fault, "mend the diagnosis, or write the file anew: --full")


def by_family(outcomes: Sequence[Outcome], family_of: Mapping[str, str]) -> dict[str, list[Rate]]:
    """For each family of misconceptions: how many are caught, and how many are named."""
    caught, named, all_of = Counter[str](), Counter[str](), Counter[str]()
    for outcome in outcomes:
        for belief in outcome.hand_in.beliefs:
            family = family_of[belief]
            all_of[family] += 1
            caught[family] += outcome.caught
            named[family] += is_named(outcome, belief)
    return {
        family: [Rate(caught[family], total), Rate(named[family], total)]
        for family, total in all_of.items()
    }
