"""Two hand-ins under one name: each is graded for itself, and nobody gets another's points."""

from __future__ import annotations

from pathlib import Path

from tests.support.class_runs import RIGHT, TINY, rows
from tests.support.warm import topograde


def test_hand_ins_of_one_name_are_graded_each_under_its_own(tmp_path: Path) -> None:
    """Nobody can say which counts: neither is `ada`, whom a list of the class would name."""
    hand_ins, out = tmp_path / "class", tmp_path / "out"
    hand_ins.mkdir()
    (hand_ins / "ada.py").write_text(RIGHT)
    (hand_ins / "ada.zip").write_bytes(b"")
    (hand_ins / "bob.py").write_text(RIGHT)
    (hand_ins / "bob.PY").write_text("")
    (hand_ins / "Bob.py").write_text(RIGHT)
    (hand_ins / "cy.PY").write_text(RIGHT)
    done = topograde("grade", hand_ins, "--out", out, "--course", TINY)
    assert done.returncode == 0, done.stdout + done.stderr
    found = rows(out)
    names = ["ada.py", "ada.zip", "Bob", "bob", "bob.PY", "cy"]
    assert sorted(found, key=str.casefold) == sorted(names, key=str.casefold)
    assert {found[name]["score"] for name in ("ada.py", "Bob", "bob", "cy")} == {"3"}
    shared = {name for name, row in found.items() if "duplicate" in row["flags"]}
    assert shared == {"ada.py", "ada.zip", "bob", "bob.PY"}
    assert "bob.PY" in (out / "bob.html").read_text()
