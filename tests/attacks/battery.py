"""Grade a hostile class, and print what it achieved: `python -m tests.attacks.battery`.

Each attack is run twice: against a bare process (`bare.py`) or, if it is a name or an archive,
against careless scripts (`naive_files.py`), to show that it works at all, unless it is one on the
run that explains; and as a hand-in through the real command line, between ten honest students.
Exits with 1 if an attack scored, leaked, broke out or disturbed, or did not work where it should.
"""

from __future__ import annotations

import argparse
import sys
import textwrap
import time
from dataclasses import dataclass, field

from tests.attacks import deeds_arrays, honest
from tests.attacks.bait import Bait
from tests.attacks.bare import Bare, attack_bare
from tests.attacks.catalogue import ATTACKS, MEASURED, PEERS
from tests.attacks.deeds_watched import NO_CONTROL
from tests.attacks.evidence import Achieved, Results, achieved, numbers, untidy
from tests.attacks.hand_in import grade, hand_in, hand_in_honest
from tests.attacks.hostile import Attack
from tests.attacks.left_behind import adopt_orphans, orphans
from tests.attacks.naive_files import attack_naively

ARRAYS = "course_arrays"


@dataclass(slots=True)
class Outcome:
    """Everything that the battery found."""

    bare: dict[str, Bare] = field(default_factory=dict)
    achieved: dict[str, Achieved] = field(default_factory=dict)
    disturbed: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def scored(self) -> list[str]:
        return [name for name, found in self.achieved.items() if found.score > 0]

    @property
    def leaked(self) -> list[str]:
        return [name for name, found in self.achieved.items() if found.leaked]

    @property
    def clean(self) -> bool:
        return not (self.scored or self.leaked or self.disturbed or self.faults)

    def line(self) -> str:
        """The one line that counts."""
        return (
            f"{len(self.scored)} of {len(self.achieved)} attacks scored, "
            f"{len(self.leaked)} leaked, "
            f"{len(self.disturbed)} disturbed another student's grade"
        )


def run(attacks: tuple[Attack, ...], bare: bool = True, arrays: bool = False) -> Outcome:
    """The whole battery."""
    outcome = Outcome()
    adopt_orphans()
    sources, course = (honest.arrays(), ARRAYS) if arrays else (honest.class_(), "course")
    with Bait(course) as alone, Bait(course) as crowd:
        crowd_secret = alone.secret
        crowd.secret = crowd_secret  # the same draws in both classes
        crowd.reset()
        known = {alone.victim.pid, crowd.victim.pid}
        if bare:
            for attack in attacks:
                if attack.lacking == NO_CONTROL:
                    continue
                attacked = attack_naively if attack.shows == "name" else attack_bare
                outcome.bare[attack.name] = attacked(attack, alone)
                _check_control(attack, outcome)
            orphans(known)  # the daemon among the attacks has shown what it can do
        expected = _grade_alone(alone, sources, outcome)
        _grade_crowd(crowd, sources, attacks, expected, outcome)
        outcome.faults += [f"left behind: {one}" for one in orphans(known)]
    return outcome


def _check_control(attack: Attack, outcome: Outcome) -> None:
    found = outcome.bare[attack.name]
    if not found.works and not attack.lacking:
        outcome.faults.append(f"{attack.name} does not work against a bare process: {found.seen}")


def _grade_alone(bait: Bait, sources: dict[str, str], outcome: Outcome) -> Results:
    """The ten honest students by themselves."""
    bait.reset()
    (bait.handins / "neighbour.py").unlink()
    hand_in_honest(sources, bait.handins)
    done = grade(bait)
    if done.returncode != 0:
        raise SystemExit(f"the honest class could not be graded:\n{done.stdout}{done.stderr}")
    return Results(bait, done.stdout + done.stderr)


def _grade_crowd(
    bait: Bait,
    sources: dict[str, str],
    attacks: tuple[Attack, ...],
    alone: Results,
    outcome: Outcome,
) -> None:
    """The same students among the hostile ones."""
    hand_in_honest(sources, bait.handins)
    students = {attack.name: hand_in(attack, bait) for attack in attacks}
    handed_in = {path.name for path in bait.handins.iterdir()}
    done = grade(bait)
    results = Results(bait, done.stdout + done.stderr)
    if done.returncode != 0:
        outcome.faults.append(f"grading ended with {done.returncode}:\n{results.screen}")
    # The useless engine's own report, without a cheat.
    public = numbers(results.student("iris") + results.page("iris"))
    for attack in attacks:
        student = students[attack.name]
        found = achieved(attack, student, results, public)
        if found.leaked:  # or a hidden number happens to be one of a public program that it tells
            found = achieved(
                attack, student, results, public | _told_with_another_secret(attack, bait)
            )
        outcome.achieved[attack.name] = found
        for what in (found.broke_out, found.unnamed):
            if what:
                outcome.faults.append(f"{attack.name}: {what}")
    outcome.disturbed += _disturbed(sources, alone, results)
    outcome.faults += untidy(results, [*sources, *students.values(), "neighbour"])
    outcome.faults += bait.touched()
    if {path.name for path in bait.handins.iterdir()} != handed_in:
        outcome.faults.append("the folder of hand-ins was written to")


def _told_with_another_secret(attack: Attack, bait: Bait) -> set[str]:
    """The numbers that a class with other hidden inputs tells the same hand-in: public ones."""
    with Bait(bait.course.name) as other:
        other.reset()
        student = hand_in(attack, other)
        done = grade(other)
        results = Results(other, done.stdout + done.stderr)
        return numbers(results.student(student) + results.page(student))


def _disturbed(sources: dict[str, str], alone: Results, crowd: Results) -> list[str]:
    """Honest students whose report or row is not byte for byte what it was without the others."""
    found = []
    for student in sources:
        try:
            same = alone.student(student) == crowd.student(student)
            same = same and alone.instructor(student) == crowd.instructor(student)
        except OSError:
            same = False
        rows = [[row for row in one.rows() if row[0] == student] for one in (alone, crowd)]
        if not same or rows[0] != rows[1]:
            found.append(student)
    return found


def show(attacks: tuple[Attack, ...], outcome: Outcome) -> None:
    """The table, the eight cheats beside other graders, and the line."""
    print(f"{'attack':40}{'bare process':34}{'here':6}{'outcome':9}what the student is told")
    for attack in attacks:
        bare, found = outcome.bare.get(attack.name), outcome.achieved[attack.name]
        if bare is None:
            seen = "not run"
        else:
            seen = bare.seen if bare.works else f"n/a: {attack.lacking}"
        told = textwrap.shorten(found.sentence, 70, placeholder=" ...")
        print(f"{attack.name:40}{seen[:32]:34}{found.score:<6g}{found.outcome:9}{told}")
    print()
    _show_cheats(attacks, outcome)
    for fault in outcome.faults:
        print(f"FAULT  {fault}")
    for name in outcome.scored:
        print(f"SCORED  {name}: {outcome.achieved[name].score:g}")
    for name in outcome.leaked:
        print(f"LEAKED  {name}: {outcome.achieved[name].leaked}")
    for student in outcome.disturbed:
        print(f"DISTURBED  {student}")
    if outcome.bare:
        works = sum(found.works for found in outcome.bare.values())
        lacking = [
            a.name for a in attacks if a.name in outcome.bare and not outcome.bare[a.name].works
        ]
        names = sum(attack.shows == "name" for attack in attacks)
        print(
            f"{works} of {len(outcome.bare)} attacks were shown to work against a bare process, "
            f"or, {names} names and archives, against careless scripts; not applicable here: "
            f"{', '.join(lacking) or 'none'}"
        )
    print(outcome.line())


def _show_cheats(attacks: tuple[Attack, ...], outcome: Outcome) -> None:
    """The eight cheats. The other graders' columns are figures that were measured once."""
    if not any(attack.cheat for attack in attacks):
        return
    print("A useless engine and one cheat (12: full marks; the others' figures were measured with")
    print("a dozen checks of leaf gradients, ours in this run, of 10 points):")
    print(f"  {'cheat':52}" + "".join(f"{name:18}" for name in PEERS) + "ours")
    for attack in attacks:
        if attack.cheat:
            measured = "".join(f"{text:18}" for text in MEASURED[attack.cheat])
            found = outcome.achieved[attack.name]
            cheat = textwrap.shorten(attack.cheat, 50, placeholder=" ...")
            told = textwrap.shorten(found.sentence, 60, placeholder=" ...")
            print(f"  {cheat:52}{measured}{found.score:g}  {told}")
    print()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", help="these attacks only")
    parser.add_argument("--no-bare", action="store_true", help="leave the bare process out")
    parser.add_argument("--arrays", action="store_true", help="of engines on arrays, with NumPy")
    chosen = parser.parse_args()
    everything = deeds_arrays.ATTACKS if chosen.arrays else ATTACKS
    attacks = tuple(a for a in everything if not chosen.names or a.name in chosen.names)
    if sys.platform != "linux":
        print("The attack battery needs Linux: elsewhere hand-ins are not graded without a flag.")
        return 0
    started = time.monotonic()
    outcome = run(attacks, bare=not chosen.no_bare, arrays=chosen.arrays)
    show(attacks, outcome)
    print(f"({time.monotonic() - started:.0f} s)", file=sys.stderr)
    return 0 if outcome.clean else 1


if __name__ == "__main__":
    sys.exit(main())
