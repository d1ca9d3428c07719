"""Files of results are written whole, the same every time, or refused with a sentence."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from grader.classroom.output_files import EXECUTABLE, PRIVATE, OutputError, write_text, write_zip

FILES = [("run", b"#!/bin/sh\n"), ("data/one.txt", b"1")]


def test_a_zip_has_the_same_bytes_every_time_and_the_modes_that_are_given(tmp_path: Path) -> None:
    for name in ("one.zip", "two.zip"):
        write_zip(tmp_path / name, FILES, {"run": EXECUTABLE}, PRIVATE)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    assert (tmp_path / "one.zip").stat().st_mode & 0o777 == PRIVATE
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:
        assert [(name, archive.read(name)) for name in archive.namelist()] == FILES
        modes = [each.external_attr >> 16 & 0o777 for each in archive.infolist()]
    assert modes == [EXECUTABLE, 0o644]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.zip", "two.zip"]


def test_what_cannot_be_written_is_a_sentence_that_says_where_and_why(tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere" / "file"
    for write in (lambda: write_text(nowhere, "text"), lambda: write_zip(nowhere, FILES)):
        with pytest.raises(OutputError, match="No such file or directory") as caught:
            write()
        assert str(nowhere) in str(caught.value)
        assert "make room" not in str(caught.value)
