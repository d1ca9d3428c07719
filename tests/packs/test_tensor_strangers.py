"""Tensor engines and exercises by people who knew the stubs only: caught, told, located.

Runs where NumPy is installed: `make test-packages`.
"""

from __future__ import annotations

import tomllib

import pytest

pytest.importorskip("numpy", reason="make test-packages installs NumPy")

from tests.packs.strangers import SETS, counted, strangers

FIGURES = tomllib.loads((SETS / "figures.toml").read_text("utf-8"))


@pytest.mark.parametrize("name", [*"tuvwxyz", "aa", "ab", "ac", "ad", "ae", "af", "styles"])
def test_no_less_is_caught_told_and_located_than_is_written_down(name: str) -> None:
    found = counted(strangers(SETS / name))
    for kind, counts in found.items():
        written = FIGURES[name if kind == "engines" else f"{name}, {kind}"][-1]
        assert counts.pop("elsewhere") <= written["elsewhere"], kind
        for what, count in counts.items():
            if what == "right":
                assert count == written["right"], kind
            else:
                assert int(count) >= written[what], (kind, what)


def test_what_no_check_caught_once_is_caught() -> None:
    """Two readers of the stubs wrote it while they built the course."""
    found = list(strangers(SETS / "once_green"))
    assert len(found) == 23
    assert [each.name for each in found if not each.lost] == []
