"""Files as they come: any encoding, any kind, any archive; a bad one costs only its own student."""

from __future__ import annotations

import errno
import os
import socket
import stat
import tempfile
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.course.stub_parts import defined_again
from grader.submissions import files
from grader.submissions.layouts.find import find_submissions
from grader.submissions.submission import (
    OURS,
    Submission,
    UnreadableInput,
    read_submission,
)
from grader.submissions.zips import CLASS, Archive
from tests.support.paths import ROOT
from tests.support.submission_samples import COURSE, ENGINE, code, notebook, packed, write


def read(path: Path) -> Submission:
    return read_submission(path, COURSE)


def sentence(path: Path) -> str:
    submission = read(path)
    assert not submission.sources
    [fault] = submission.faults
    assert fault.where
    assert "\n" not in fault.sentence
    return fault.sentence


def text_of(submission: Submission) -> str:
    return submission.sources["engine"].cells[0]


# Encodings.

ACCENT = "# é\n" + ENGINE


@pytest.mark.parametrize(
    "data",
    [
        ACCENT.encode(),
        b"\xef\xbb\xbf" + ACCENT.encode(),
        ACCENT.replace("\n", "\r\n").encode(),
        ACCENT.replace("\n", "\r").encode(),
        ACCENT.encode("utf-16"),
        b"\xfe\xff" + ACCENT.encode("utf-16-be"),
    ],
)
def test_readable_forms_are_read_alike(tmp_path: Path, data: bytes) -> None:
    submission = read(write(tmp_path / "engine.py", data))
    assert text_of(submission) == ACCENT
    notices = submission.sources["engine"].notices
    assert ["UTF-16" in notice for notice in notices] == [True] * (b"\0" in data)


def test_it_is_said_where_the_examples_take_the_place_of_a_function(tmp_path: Path) -> None:
    """The one that is defined last is called."""
    helper = "def numbers(x):\n    return float(x)\n\n\n"
    examples = "# ---- Examples ----\n\n\ndef numbers(values):\n    return []\n"
    told = read(write(tmp_path / "engine.py", helper + ENGINE + examples)).sources["engine"]
    assert [notice[:54] for notice in told.notices] == [
        "the examples at the end define `numbers` again, in lin"
    ]
    alone = read(write(tmp_path / "engine.py", ENGINE + examples)).sources["engine"]
    assert alone.notices == ()


def test_no_stub_and_no_solution_defines_anything_again() -> None:
    files = [*ROOT.glob("exercises/*.py"), *ROOT.glob("solutions/**/[0-9]*.py")]
    assert len(files) > 40
    again = [
        (path.name, *found) for path in files for found in defined_again(path.read_text("utf-8"))
    ]
    assert again == []


@pytest.mark.parametrize(
    ("cookie", "encoding"),
    [
        ("# -*- coding: latin-1 -*-", "latin-1"),
        ("# -*- coding: utf-8-unix -*-", "utf-8"),
        ("# vim: set fileencoding=cp1252 :", "cp1252"),
        ("#!/usr/bin/python\n# coding: iso-8859-15", "iso8859-15"),
        ("\n# coding: mac-roman", "mac-roman"),
        ("# coding=shift_jis\n# テスト", "shift_jis"),
        ("x = 1\n# coding: rot13", "utf-8"),  # after code it is a comment
    ],
)
def test_a_coding_line_is_honoured(tmp_path: Path, cookie: str, encoding: str) -> None:
    text = f"{cookie}\nx = 1\n" if "jis" in encoding else f"{cookie}\n# é\n"
    assert text_of(read(write(tmp_path / "engine.py", text.encode(encoding)))) == text


UNUSABLE = [
    ("engine.py", "x = 1\r\n\n# é\n".encode("latin-1"), "line 3 is not UTF-8 text (the byte 0xe9)"),
    ("engine.py", b"x = 1\ny = '\0'\n", "line 2 holds a NUL"),
    ("engine.py", bytes(range(256)) * 10, "binary"),
    ("engine.py", b"PK\x03\x04rest", "a zip archive"),
    ("engine.py", b"%PDF-1.7", "a PDF"),
    ("engine.py", b"\x7fELF", "a compiled program"),
    ("ada.docx", b"PK", "a file .docx is not read"),
    ("ada", b"x", "without a suffix"),
    *(
        ("engine.py", f"# coding: {name}\nx = 1\n".encode(), f"coding line names {name[:20]}")
        for name in ("rot13", "zlib", "punycode", "nonsense", "os.path", "x" * 90)
    ),
]


@pytest.mark.parametrize(("name", "data", "said"), UNUSABLE)
def test_a_file_that_cannot_be_used_is_told_as_what_it_is(
    tmp_path: Path, name: str, data: bytes, said: str
) -> None:
    found = sentence(write(tmp_path / name, data))
    for part in said.split(" names "):
        assert part in found


# Kinds of files.


def test_ten_megabytes_are_too_much(tmp_path: Path) -> None:
    assert "10 MB" in sentence(write(tmp_path / "engine.py", b"#" * 10_000_000))
    assert read(write(tmp_path / "engine.py", b"#" * 9_999_999)).sources
    os.truncate(tmp_path / "engine.py", 1 << 40)  # and sparse: it is not read
    assert "10 MB" in sentence(tmp_path / "engine.py")


def test_pipes_sockets_and_devices_are_never_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "socket.py"))
        assert "a socket" in sentence(tmp_path / "socket.py")
    assert "a named pipe" in sentence(tmp_path / "pipe.py")
    assert "a named pipe" in sentence(tmp_path / "pipe")
    ada = write(tmp_path / "ada" / "13_engine.py", ENGINE).parent
    os.mkfifo(ada / "04_backward.py")
    submission = read(ada)
    assert list(submission.sources) == ["engine"]
    assert "a named pipe" in submission.faults[0].sentence


def test_a_folder_called_like_a_file_is_read_as_a_folder(tmp_path: Path) -> None:
    write(tmp_path / "ada.py" / "13_engine.py", ENGINE)
    (tmp_path / "bob.py").mkdir()
    ada, bob = find_submissions([tmp_path], COURSE)
    assert ada.student == "ada"
    assert list(ada.sources) == ["engine"]
    assert "the folder holds no .py or .ipynb file" in bob.faults[0].sentence


@pytest.fixture
def as_nobody() -> Iterator[None]:
    """Root may read files of any mode, so root steps down for the time of a test."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    yield
    if root:
        os.seteuid(0)


@pytest.fixture
def class_without_permission() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        write(folder / "ada.py", ENGINE).chmod(0)
        write(folder / "bob.py", ENGINE).chmod(0o644)
        write(folder / "cy" / "13_engine.py", ENGINE).chmod(0o644)
        (folder / "cy" / "locked").mkdir(mode=0)
        (folder / "dan").mkdir(mode=0)
        (folder / "eve").mkdir()
        (folder / "eve" / "engine.py").write_text(ENGINE)
        (folder / "eve").chmod(0o644)  # may be listed, not entered
        yield folder


def test_files_and_folders_without_permission_are_named(
    class_without_permission: Path, as_nobody: None
) -> None:
    found = {each.student: each for each in find_submissions([class_without_permission], COURSE)}
    assert {student: len(each.sources) for student, each in found.items()} == {
        "ada": 0,
        "bob": 1,
        "cy": 1,
        "dan": 0,
        "eve": 0,
    }
    with pytest.raises(UnreadableInput, match="cannot be read"):
        find_submissions([class_without_permission / "dan"], COURSE)  # the caller's mistake
    for student in ("ada", "cy", "dan", "eve"):
        assert "permission to read this file was denied" in found[student].faults[0].sentence
        assert found[student].flags == (() if student == "cy" else ("unreadable",))


def test_our_own_trouble_is_flagged_and_not_the_students(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "ada" / "13_engine.py", ENGINE)

    def refuse(*_: object) -> int:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    monkeypatch.setattr(files.os, "open", refuse)
    submission = read(tmp_path / "ada")
    assert submission.flags == (OURS,)
    assert not submission.sources


# Links.


def test_links_out_of_the_class_are_refused(tmp_path: Path) -> None:
    secret = write(tmp_path / "secret" / "engine.py", ENGINE)
    hand_ins = tmp_path / "class"
    write(hand_ins / "ada.py", ENGINE)
    (hand_ins / "bob.py").symlink_to(secret)
    (hand_ins / "cy").symlink_to(secret.parent)
    (hand_ins / "dan.py").symlink_to("ada.py")
    (hand_ins / "eve.py").symlink_to("nowhere.py")
    (hand_ins / "fay.py").symlink_to("fay.py")
    (hand_ins / "gus").mkdir()
    (hand_ins / "gus" / "13_engine.py").symlink_to("../ada.py")
    (hand_ins / "gus" / "lib").symlink_to("../../secret")
    found = {each.student: each for each in find_submissions([hand_ins], COURSE)}
    assert list(found["ada"].sources) == ["engine"]
    for student, words in {
        "bob": "leads out of the hand-in",
        "cy": "leads out of the hand-in",
        "dan": "another student's hand-in",
        "eve": "leads nowhere",
        "fay": "in a circle",
        "gus": "leads out of the hand-in",
    }.items():
        assert not found[student].sources
        assert found[student].sha256 == ""
        assert words in found[student].faults[0].sentence
    assert {fault.where for fault in found["gus"].faults} == {"13_engine.py", "lib"}


def test_links_within_a_hand_in_are_followed(tmp_path: Path) -> None:
    write(tmp_path / "class" / "ada" / "real" / "e.py", ENGINE)
    (tmp_path / "class" / "ada" / "13_engine.py").symlink_to("real/e.py")
    (tmp_path / "class" / "ada" / "real" / "up").symlink_to("..")
    write(tmp_path / "class" / ".store" / "bob.py", ENGINE)
    (tmp_path / "class" / "bob.py").symlink_to(".store/bob.py")
    ada, bob = find_submissions([tmp_path / "class"], COURSE)
    assert ada.sources["engine"].name == "13_engine.py"
    assert list(bob.sources) == ["engine"]


# Sizes of folders.


def test_a_folder_of_too_many_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "ada").mkdir()
    for number in range(2_001):
        (tmp_path / "ada" / f"{number}.txt").touch()
    assert "2,000" in sentence(tmp_path / "ada")


def test_a_folder_of_too_much_source_is_refused(tmp_path: Path) -> None:
    for number in range(6):
        write(tmp_path / "ada" / f"part{number}.py", b"#" * 9_000_000)
    assert "50 MB" in sentence(tmp_path / "ada")


# Archives.


def zipped(path: Path, members: dict[str, str | bytes]) -> Path:
    return write(path, packed(*members.items()))


def test_a_zip_is_read_as_the_folder_in_it(tmp_path: Path) -> None:
    path = zipped(
        tmp_path / "ada.zip",
        {
            "homework/week 2/13_engine.py": ENGINE,
            "homework/week 2/helper.py": "x = 1\n",
            "homework/week 2/data.csv": "1,2",
            "__MACOSX/homework/week 2/._13_engine.py": b"\0\5",
            "homework/.DS_Store": b"\0",
            "homework/week 2/__pycache__/helper.pyc": b"\0",
            "homework\\week 2\\lib\\f.py": "y = 1\n",  # as some programs pack
        },
    )
    submission = read(path)
    assert submission.sources["engine"].name == "13_engine.py"
    assert dict(submission.sources["engine"].siblings) == {
        "helper.py": "x = 1\n",
        "lib/f.py": "y = 1\n",
    }
    assert submission.faults == ()
    assert submission.flags == ("zip",)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["ada.zip"]
    book = read(zipped(tmp_path / "bob.zip", {"work.ipynb": notebook(code(ENGINE))}))
    assert (list(book.sources), book.flags) == (["engine"], ("zip", "notebook"))


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_member_that_is_damaged_or_there_twice_costs_only_itself(tmp_path: Path) -> None:
    twice = packed(("engine.py", ENGINE), ("engine.py", ENGINE + "x = 1\n"))
    assert "holds two" in read(write(tmp_path / "ada.zip", twice)).faults[0].sentence
    data = packed(("04_backward.py", "marker = 1\n"), ("13_engine.py", ENGINE), method=0)
    submission = read(write(tmp_path / "ada.zip", data.replace(b"marker", b"market")))
    assert list(submission.sources) == ["engine"]
    assert "damaged" in submission.faults[0].sentence


NAMELESS = b"PK\x01\x02" + bytes(29) + b"\1" + bytes(26) + b"PK\5\6" + bytes(8) + b"<" + bytes(9)
"""An archive of one file whose name is empty."""


def test_a_file_without_a_name_in_a_zip_is_a_fault_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "ada.zip"
    path.write_bytes(NAMELESS)
    assert "has no name in the archive" in sentence(path)
    with Archive(path, CLASS) as archive:
        (fault,) = archive.unpack(tmp_path / "out")
    assert "has no name" in fault.sentence


@pytest.mark.parametrize("name", ["../engine.py", "a/../../engine.py", "/engine.py", "C:/x.py"])
def test_names_that_lead_out_of_a_zip_are_refused(tmp_path: Path, name: str) -> None:
    path = zipped(tmp_path / "ada.zip", {name: ENGINE})
    assert "leads out of the archive" in sentence(path)
    path = zipped(tmp_path / "bob.zip", {name: "x = 1", "13_engine.py": ENGINE})
    submission = read(path)
    assert list(submission.sources) == ["engine"]
    assert [fault.where for fault in submission.faults] == [name]
    assert submission.sources["engine"].siblings == ()


def of_mode(mode: int) -> zipfile.ZipInfo:
    """A member that is no ordinary file."""
    member = zipfile.ZipInfo("engine.py")
    member.create_system = 3
    member.external_attr = (mode | 0o777) << 16
    return member


def with_header(data: bytes, in_list: int, in_file: int, value: bytes) -> bytes:
    """An archive of one member with other bytes in both of its headers."""
    changed = bytearray(data)
    for signature, offset in ((b"PK\x01\x02", in_list), (b"PK\x03\x04", in_file)):
        place = changed.index(signature) + offset
        changed[place : place + len(value)] = value
    return bytes(changed)


ARCHIVES = {
    "a link": (packed((of_mode(stat.S_IFLNK), "/etc/passwd")), "a symbolic link"),
    "a pipe": (packed((of_mode(stat.S_IFIFO), "")), "a device or a pipe"),
    "a zip in it": (packed(("inner.zip", packed(("13_engine.py", ENGINE)))), "not opened"),
    "it lies about sizes": (
        with_header(packed(("engine.py", b"#" * 600_000)), 24, 22, b"\x64\0\0\0"),
        "damaged",
    ),
    "a password": (with_header(packed(("engine.py", ENGINE)), 8, 6, b"\1"), "password"),
    "too many members": (packed(*((f"{n}.txt", "") for n in range(2_001))), "2,000"),
    "headers only": (b"PK\x01\x02" * 60_000, "2,000"),
    "lzma": (packed(("engine.py", ENGINE), method=zipfile.ZIP_LZMA), "not ordinary zip"),
    "bzip2": (packed(("engine.py", ENGINE), method=zipfile.ZIP_BZIP2), "not ordinary zip"),
    "nothing": (b"", "this zip archive is damaged"),
    "two letters": (b"PK", "this zip archive is damaged"),
    "a text": (b"hello", "this zip archive is damaged"),
    "an empty list": (b"PK\x05\x06" + b"\0" * 18, "the archive holds no"),
}


@pytest.mark.parametrize("name", ARCHIVES)
def test_an_archive_that_cannot_be_used_is_told_as_what_it_is(tmp_path: Path, name: str) -> None:
    data, words = ARCHIVES[name]
    assert words in sentence(write(tmp_path / "ada.zip", data))


def test_a_zip_bomb_is_refused_in_no_time(tmp_path: Path) -> None:
    start = time.process_time()
    zeros = b"#" * 9_000_000
    path = zipped(tmp_path / "ada.zip", {f"part{number}.py": zeros for number in range(8)})
    assert "more than 50 MB" in sentence(path)
    path = zipped(tmp_path / "bob.zip", {"engine.py": b"#" * 200_000_000})
    assert "unpacks to 10 MB or more" in sentence(path)
    path = zipped(tmp_path / "cy.zip", {"zeros.bin": b"#" * 200_000_000, "engine.py": ENGINE})
    assert list(read(path).sources) == ["engine"]  # what is no source is never unpacked
    assert time.process_time() - start < 20


# Whatever the bytes.

ZIP = packed(("04_backward.py", "x = 1\n"), ("a/13_engine.py", ENGINE))


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """Bytes of a real hand-in with a few of them changed, or any bytes."""
    data = bytearray(draw(st.sampled_from([ZIP, notebook(code(ENGINE)).encode()])))
    for _ in range(draw(st.integers(0, 8))):
        data[draw(st.integers(0, len(data) - 1))] = draw(st.integers(0, 255))
    return bytes(data[: draw(st.integers(0, len(data)))] if draw(st.booleans()) else data)


@settings(max_examples=400, deadline=None)
@given(
    st.sampled_from(["engine.py", "odd.py", "ada.ipynb", "ada.zip"]),
    st.binary(max_size=400) | st.text(max_size=200).map(lambda t: t.encode("utf-8")) | damaged(),
)
def test_no_bytes_raise(tmp_path_factory: pytest.TempPathFactory, name: str, data: bytes) -> None:
    folder = tmp_path_factory.mktemp("any")
    submission = read(write(folder / name, data))
    assert submission.sources or submission.faults
    assert OURS not in submission.flags
