"""Grades a submission with Topograde. Written by `topograde release classroom50 --for grades`.

Classroom 50 runs this file in a student's checkout. It installs Topograde from the place that
settings.json names, unless this Python has that version already, and lets it grade: hidden inputs
are drawn afresh, the student's code runs in a locked process of its own. Nothing of the checkout is
imported here.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SETTINGS = json.loads((HERE / "settings.json").read_text(encoding="utf-8"))


def main() -> None:
    python = sys.executable if has_it(sys.executable) else installed()
    graded = [python, "-I", "-m", SETTINGS["module"], str(HERE), os.getcwd()]
    sys.exit(subprocess.run(graded, cwd=HERE).returncode)


def has_it(python: str) -> bool:
    """Whether this Python has the version that the settings ask for."""
    said = "import grader; print(grader.__version__)"
    done = subprocess.run([python, "-I", "-c", said], cwd=HERE, capture_output=True, text=True)
    return done.returncode == 0 and done.stdout.strip() == SETTINGS["version"]


def installed() -> str:
    """A Python of its own with Topograde in it."""
    place = Path(tempfile.mkdtemp(prefix="topograde-", dir=os.environ.get("RUNNER_TEMP")))
    subprocess.run([sys.executable, "-I", "-m", "venv", str(place)], cwd=HERE, check=True)
    python = str(place / ("Scripts" if os.name == "nt" else "bin") / "python")
    pip = [python, "-I", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    index = ["--extra-index-url", SETTINGS["torch_index"], "-c", "constraints.txt"]
    subprocess.run([*pip, *index, SETTINGS["source"]], cwd=HERE, check=True)
    return python


if __name__ == "__main__":
    main()
