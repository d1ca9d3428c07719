"""Who configures the grading process: never a hand-in.

pytest reads an ini file, runs each conftest.py and imports plugins from the folders that it is
started in or pointed at, as the user who starts it. Where hand-ins lie there, these would be the
student's. So `--topograde-class` refuses to start, and names what it found. What an ini file had
imported before this module was reached, it cannot undo: released commands therefore say
`python -I -m pytest -c OURS --rootdir OURS --noconftest`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import grader

VARIABLES = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS")
SAFE = "python -I -m pytest -c FILE --rootdir DIR --noconftest, with a FILE and a DIR of your own"


def refuse(config: pytest.Config) -> None:
    """Raise `pytest.UsageError` if a hand-in configures this process, or could."""
    option = config.known_args_namespace
    hand_ins = [Path(path).absolute().resolve() for path in option.topograde_class]
    for found in _found(config, hand_ins):
        raise pytest.UsageError(
            f"--topograde-class: {found} Hand-ins must not configure the grader: {SAFE}."
        )


def _found(config: pytest.Config, hand_ins: list[Path]) -> Iterator[str]:
    option = config.known_args_namespace
    for name in VARIABLES:
        if os.environ.get(name):
            yield f"the variable {name} is set; unset it."
    if option.file_or_dir:
        yield f"{option.file_or_dir[0]} was named as a path of tests; leave it out."
    ini = config.inipath
    if ini is not None and (not option.inifilename or _inside(ini, hand_ins)):
        yield f"pytest took its settings from {ini}; name a file of your own with -c."
    if _inside(config.rootpath, hand_ins):
        yield f"{config.rootpath} would be pytest's root folder; name another with --rootdir."
    if not option.noconftest:
        for file in _conftests(config):
            yield f"{file} would be run; pass --noconftest."
    for entry in dict.fromkeys(sys.path):
        folder = Path(entry or os.curdir).absolute().resolve()
        if folder == Path(grader.__file__).resolve().parents[1]:
            continue
        if _inside(folder, hand_ins) or any(each.is_relative_to(folder) for each in hand_ins):
            yield f"{folder}, where hand-ins lie, is on sys.path; start Python with -I."
    for module in list(sys.modules.values()):
        origin = getattr(module, "__file__", None)
        if isinstance(origin, str) and _inside(Path(origin), hand_ins):
            yield f"the module {module.__name__} comes from {origin}; start Python with -I."


def _conftests(config: pytest.Config) -> Iterator[Path]:
    """What pytest would run before anything is collected: those here, below in test*, and above."""
    here = config.invocation_params.dir
    below = sorted(folder for folder in here.glob("test*") if folder.is_dir())
    for folder in (here, *below, *here.parents):
        file = folder / "conftest.py"
        if file.is_file():
            yield file
        if folder == config.rootpath:
            break


def _inside(path: Path, hand_ins: list[Path]) -> bool:
    real = path.absolute().resolve()
    return any(real.is_relative_to(each) for each in hand_ins)
