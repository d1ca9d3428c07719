"""`make test-browser` finds a Chromium, installs one where that is one command, or says how."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.browser import chromium

pytestmark = pytest.mark.browser


def program(path: Path, *lines: str) -> Path:
    """An executable of ours in the place of a system's."""
    path.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    path.chmod(0o755)
    return path


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without any browser: the folder that is its whole PATH."""
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "none"))
    return tmp_path


def test_what_is_asked_for_is_used(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = program(bare / "my-browser")
    monkeypatch.setenv("CHROMIUM", str(own))
    assert chromium.find() == str(own)


def test_an_installed_one_is_found(bare: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = program(bare / "chromium")
    assert chromium.main() == 0
    assert capsys.readouterr().out == f"Chromium: {found}\n"


def test_what_is_asked_for_and_is_not_there_is_named(
    bare: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program(bare / "chromium")
    monkeypatch.setenv("CHROMIUM", "/no/such")
    assert chromium.main() == 1
    assert capsys.readouterr().out == "CHROMIUM=/no/such is not a program that can be run.\n"


def test_debians_is_installed_by_root(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    browser = bare / "chromium"
    installs = f'[ "$1" = update ] || printf "#!/bin/sh\\n" > {browser}; /bin/chmod 755 {browser}'
    program(bare / "apt-get", installs, "true")
    assert chromium.main() == 0
    assert chromium.find() == str(browser)


@pytest.mark.parametrize(("user", "told"), [(0, "it ended with 100"), (1000, "No Chromium")])
def test_where_it_cannot_be_installed_it_is_said_how(
    bare: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    user: int,
    told: str,
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user)
    program(bare / "apt-get", "exit 100")
    assert chromium.main() == 1
    out = capsys.readouterr().out
    assert told in out
    assert "playwright install chromium" in out
