"""What is caught, told and located of strangers' tensor engines and exercises: a command.

    .venv-packages/bin/python -m tests.packs.strangers [FOLDER ...]

Strangers knew the stubs only. Beside their files stands `truth.toml`: the changed lines, the nature
of the mistake, and `told`: words, one of which must be in what is said first, the first finding or,
where there is none, the message of the first failed check. They were chosen by somebody who read
both the sentence and the mistake. Located: the line that is marked first is in the changed
function; exact: it is the very line.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from tests.packs.tensor_hand_ins import EXAM, changed
from tests.proving.located import place_of, truths

ROOT = Path(__file__).parents[2]
COURSE = ROOT / "solutions" / "tensors"
SETS = ROOT / "tests" / "data" / "tensor_engines"
SECRET = b"strangers"
_LINE = re.compile(r"\bline (\d+)")


@dataclass(frozen=True)
class Stranger:
    """A hand-in, and what the report says of it. truth: None for a right one."""

    name: str
    text: str
    truth: Mapping[str, Any] | None
    report: Mapping[str, Any]

    @property
    def is_engine(self) -> bool:
        """Whether it is an answer to the exam."""
        return bool(self.report["id"] == "tensor-engine")

    @property
    def lost(self) -> list[Mapping[str, Any]]:
        """The checks that are not passed."""
        return [each for each in self.report["checks"] if each["outcome"] != "passed"]

    @property
    def first(self) -> str:
        """What is said first."""
        found = self.report["diagnosis"]
        messages = [each["message"] for each in self.lost if not each["hidden"]]
        said = found[0]["explanation"] if found else next(iter(messages), "")
        return " ".join(said.split())

    @property
    def marked(self) -> int | None:
        """The line that is marked first."""
        for each in self.report["diagnosis"][:1]:
            return each["where"]["marked"] if each.get("where") else None
        found = _LINE.search(self.first)
        return int(found[1]) if found else None

    @property
    def told(self) -> bool:
        """Whether the mistake is named."""
        words = self.truth["told"] if self.truth and self.lost else ()
        return any(each in self.first for each in words)

    @property
    def place(self) -> str:
        """Where the marked line is: see `place_of`."""
        return place_of(self.text, self.truth, self.marked) if self.truth else ""


def strangers(folder: Path) -> Iterator[Stranger]:
    """Everything in a folder, graded."""
    if (folder / "changes.toml").exists():
        with tempfile.TemporaryDirectory(prefix="topograde-changes-") as scratch:
            _write_changes(folder / "changes.toml", Path(scratch))
            yield from strangers(Path(scratch))
        return
    paths = dict.fromkeys(sorted(folder.glob("*/*.py")), EXAM)
    for path in sorted(folder.glob("exercises/*/*.py")):
        stub = next(each.name for each in (COURSE / "exercises").glob("*.py")
                    if path.stem.startswith(each.stem))  # fmt: skip
        paths[path] = stub
    yield from _graded(paths)


def _write_changes(file: Path, folder: Path) -> None:
    """Write a folder of wrong engines, each a change of a right one of set t, and their truth."""
    (folder / "wrong").mkdir()
    truth = []
    for name, row in tomllib.loads(file.read_text("utf-8")).items():
        right = (SETS / "t" / "odd" / f"{row['engine']}.py").read_text("utf-8")
        wrong = changed(right, row["changes"])
        (folder / "wrong" / f"{name}.py").write_text(wrong, "utf-8")
        lines = lines_changed(right, wrong)
        values = {**row, "file": f"{name}.py", "lines": lines, "changes": []}
        truth += [f"[{name}]", *(f"{key} = {json.dumps(value)}" for key, value in values.items())]
    (folder / "truth.toml").write_text("\n".join(truth), "utf-8")


def lines_changed(right: str, wrong: str) -> list[int]:
    """The lines of the wrong text that are others, or the one after which some are missing."""
    matcher = SequenceMatcher(None, right.splitlines(), wrong.splitlines(), autojunk=False)
    found = {line for kind, _, _, first, last in matcher.get_opcodes() if kind != "equal"
             for line in range(min(first + 1, last), last + 1)}  # fmt: skip
    return sorted(found)


def _graded(paths: Mapping[Path, str]) -> Iterator[Stranger]:
    with tempfile.TemporaryDirectory(prefix="topograde-strangers-") as scratch:
        hand_ins, out = Path(scratch) / "class", Path(scratch) / "out"
        names = {path: f"{path.parent.name}-{path.stem}" for path in paths}
        for path, stub in paths.items():
            (hand_ins / names[path]).mkdir(parents=True)
            (hand_ins / names[path] / stub).write_text(path.read_text("utf-8"), "utf-8")
        (Path(scratch) / "secret").write_bytes(SECRET)
        command = [sys.executable, "-m", "grader", "grade", hand_ins, "--course", COURSE]
        command += ["--out", out, "--layout", "flat", "--secret-file", Path(scratch) / "secret"]
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
        assert done.returncode in (0, 3), done.stdout + done.stderr
        for path in paths:
            report = json.loads((out / f"{names[path]}.json").read_text("utf-8"))
            handed_in = [each for each in report["exercises"] if each["handed_in"]]
            assert len(handed_in) == 1, f"{path} is not graded: {report}"
            truth = None
            if path.parent.name == "wrong":
                truth = truths(path.parents[1])[path.stem]
            yield Stranger(names[path], path.read_text("utf-8"), truth, handed_in[0])


def counted(found: Iterable[Stranger]) -> dict[str, dict[str, int | str]]:
    """The figures, of engines and of exercises."""
    kinds: dict[str, dict[str, int | str]] = {}
    every = list(found)
    for kind in ("engines", "exercises"):
        some = [each for each in every if each.is_engine == (kind == "engines")]
        wrong = [each for each in some if each.truth is not None]
        right = [each for each in some if each.truth is None]
        places = [each.place for each in wrong]
        if some:
            kinds[kind] = {
                "engines": len(wrong),
                "caught": sum(bool(each.lost) for each in wrong),
                "told": sum(each.told for each in wrong),
                "located": sum(each in ("located", "exact") for each in places),
                "exact": places.count("exact"),
                "elsewhere": places.count("elsewhere"),
                "right": f"{sum(not each.lost for each in right)} of {len(right)}",
            }
    return kinds


def main(folders: list[Path]) -> None:
    """Print what is said first of each, and the figures of each set."""
    for folder in folders:
        found = list(strangers(folder))
        for each in found:
            if each.truth is None:
                if each.lost:
                    print(f"FALSE ALARM {each.name}: {[c['message'] for c in each.lost]}")
                continue
            mark = "told" if each.told else "NOT TOLD" if each.lost else "NOT CAUGHT"
            print(f"{mark:<11}{each.name}: {each.truth['nature']}\n    {each.first}")
            print(f"    line {each.marked} of {each.truth['lines']} {each.place or '-'}")
        for kind, counts in counted(found).items():
            counts_of = ", ".join(f"{key} {count}" for key, count in counts.items())
            print(f"{folder.name} {kind}: {counts_of}", flush=True)


if __name__ == "__main__":
    named = [Path(each) for each in sys.argv[1:]]
    main(named or sorted(path.parent for path in SETS.glob("*/[ct]*.toml")))
