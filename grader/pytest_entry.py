"""pytest's entry point `topograde`: its options, and nothing else of ours until one is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

VALUES = {
    "work": ("DIR", "Your folder, as for `topograde check --work`."),
    "course": ("DIR", "A course of your own instead of the built-in one."),
    "one": ("STUDENT", "The one path is this student's hand-in, not a class."),
    "secret-file": ("FILE", "What hidden inputs are drawn from. Default: $TOPOGRADE_SECRET."),
    "require-isolation": ("LEVEL", "A or B: refuse to grade below this level of isolation."),
}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options."""
    add = parser.getgroup("topograde", "Topograde: checks of an engine").addoption
    own = "Collect the checks of your own work, one item each, and nothing else. All exercises, or "
    add("--topograde", nargs="*", metavar="EXERCISE", help=own + "those named (id, file, item).")
    hand_ins = "Grade hand-ins as `topograde grade` does, hidden checks too (repeatable)."
    add("--topograde-class", action="append", metavar="PATH", help=hand_ins)
    unlocked = "Grade even where student code cannot be locked up."
    add("--topograde-allow-unsandboxed", action="store_true", help=unlocked)
    for name, (metavar, told) in VALUES.items():
        add(f"--topograde-{name}", metavar=metavar, help=told)


def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Refuse what a hand-in would configure, before any conftest.py is run."""
    if early_config.known_args_namespace.topograde_class:
        from grader.cli.pytest_plugin.door import refuse_hand_ins_configuration

        refuse_hand_ins_configuration(early_config)


def pytest_configure(config: pytest.Config) -> None:
    """Open the door if it was asked for."""
    if config.option.topograde is not None or config.option.topograde_class:
        from grader.cli.pytest_plugin.door import NAME, Door

        config.pluginmanager.register(Door(config), NAME)
