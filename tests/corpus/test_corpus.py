"""A moved verdict is found and named: the corpora's own comparison, on real hand-ins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.corpus import __main__ as command
from tests.corpus import records
from tests.corpus.__main__ import FOLDER, differences, graded, main
from tests.corpus.hand_ins import drawn, hand_ins
from tests.corpus.records import FLAKY, Record, Verdict

KEPT, PLANTED = "dual_numbers-mistake-00", "dual_numbers-solution-derivative"
KEY = ("ada", "engine")


def record(lost: Mapping[str, str], line: str = "3") -> Record:
    told = {KEY: (("rule/mul", "read", line, "Your `a * b` contributes `1`."),)}
    return Record({"engine": {"one": 1.0, "two": 2.0}}, {KEY: Verdict(1.0, lost)}, told)


@pytest.mark.slow
def test_a_verdict_that_moved_is_named_with_hand_in_check_and_outcomes() -> None:
    known = {each.name: each for each in hand_ins()}
    planted = replace(known[PLANTED], content=known["dual_numbers-mistake-02"].content)
    new = records.record_of(graded([known[KEPT], planted]))
    old = records.chosen(records.read(FOLDER), {KEPT, PLANTED})
    assert {name for name, _ in records.moved(old, new)} == {PLANTED}
    lines = list(differences(old, new))
    assert f"{PLANTED} derivative square: was passed, now failed" in lines
    assert f"{PLANTED} derivative: the score was 5, now 1" in lines


@pytest.mark.slow
def test_the_command_fails_if_a_verdict_moved_and_update_writes_it_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = records.read(FOLDER)
    worse = {**right.verdicts, (KEPT, "dual-rules"): Verdict(5.0)}
    records.write(replace(right, verdicts=worse), tmp_path)
    monkeypatch.setattr(command, "FOLDER", tmp_path)
    done = CliRunner().invoke(main, [KEPT])
    assert done.exit_code == 1, done.output
    assert f"{KEPT} dual-rules mul: was passed, now failed" in done.output
    assert CliRunner().invoke(main, [KEPT, "--update"]).exit_code == 0
    assert records.read(tmp_path) == right
    assert CliRunner().invoke(main, [KEPT]).exit_code == 0


def test_what_changes_from_run_to_run_is_kept_as_flaky_and_not_compared() -> None:
    one, other = record({"one": "failed", "two": "error"}), record({"two": "error"}, line="4")
    joined = records.joined(one, other)
    assert joined.verdicts[KEY].lost == {"one": FLAKY, "two": "error"}
    assert joined.flaky == {KEY}
    assert not list(records.moved(joined, other))
    assert not list(records.retold(joined, other))
    assert "changes from run to run: ada engine" in " ".join(differences(joined, other))
    assert not list(records.moved(joined, record({"one": "failed"})))
    (line,) = records.moved(joined, record({}))
    assert line == ("ada", "ada engine two: was error, now passed")


def test_what_a_wrong_hand_in_does_at_times_only_moves_nothing_and_a_right_one_moves() -> None:
    wrong, right = record({"two": "error"}), record({})
    at_times = records.joined(record({"one": "failed", "two": "error"}), wrong)
    assert not list(records.moved(wrong, at_times))
    (line,) = records.moved(right, records.joined(record({"one": "failed"}), right))
    assert line == ("ada", "ada engine one: was passed, now flaky")


def test_an_explanation_that_changed_is_listed_and_moves_nothing() -> None:
    one, other = record({}), record({}, line="4")
    assert not list(records.moved(one, other))
    ((kind, line),) = records.retold(one, other)
    assert kind == "another line"
    assert line == "ada engine: rule/mul (read), line 3, now line 4"


def test_every_hand_in_is_in_the_record_and_a_part_of_them_is_drawn() -> None:
    names = {each.name for each in hand_ins()}
    assert {name for name, _ in records.read(FOLDER).verdicts} == names
    tenth = drawn(hand_ins(), 10, seed=3)
    assert len(tenth) == round(len(names) / 10)
    assert tenth == drawn(hand_ins(), 10, seed=3) != drawn(hand_ins(), 10, seed=4)
