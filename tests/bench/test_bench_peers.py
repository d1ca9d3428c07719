"""The engines that other graders are compared on: made from one, each earns what is said of it."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from grader.programs.pytorch import load_torch
from tests.bench.peers import compare, engines


def test_every_engine_earns_its_honest_score(tmp_path: Path) -> None:
    load_torch()  # as the grader does it, without its warnings
    from tests.bench.peers import twelve

    earned = {}
    for name, file in engines.write_engines(tmp_path).items():
        value = runpy.run_path(str(file))["Value"]
        earned[name] = sum(twelve.wrong(value, number) is None for number in range(12))
    assert earned == engines.HONEST


@pytest.mark.parametrize("old", ["self.grad +=", "self.grad -="])
def test_a_change_that_does_not_apply_once_is_no_engine(
    old: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(engines.CHANGES, "overwrites", ((old, "self.grad ="),))
    with pytest.raises(ValueError, match=r"overwrites: .* was expected once in right\.py, found"):
        engines.engine_text("overwrites")


def test_a_line_says_the_aim_and_how_many_hand_ins_a_peer_was_given() -> None:
    small = {
        1: {"peer": compare.Found(1, [2.0]), compare.TWELVE: compare.Found(1, [2.5])},
        20: {"peer": compare.Found(20, [1.05]), compare.TWELVE: compare.Found(20, [0.2])},
    }
    further = {name: compare.further_cost(name, small) for name in small[20]}
    assert further["peer"] == pytest.approx(1.0)
    assert compare.further_cost("peer", {1: small[1]}) is None
    large = {
        "peer": compare.Found(20, [1.0]),
        compare.TWELVE: compare.Found(200, [0.03]),
        compare.EXAM: compare.Found(200, [0.6]),
    }
    lines = compare.table(200, large, {"peer"}, {**further, compare.EXAM: None}).splitlines()
    assert [line.split() for line in lines[2:]] == [
        ["peer", "1.000", "1.000", "1.0000", "(20", "hand-ins)"],
        [*compare.TWELVE.split(), "0.030", "0.079", "0.0300", "aim:", "at", "most", "0.03333"],
        [*compare.EXAM.split(), "0.600", "0.6000", "aim:", "at", "most", "0.5,", "missed"],
    ]
