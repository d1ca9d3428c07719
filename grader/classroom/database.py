"""The gradebook's file: SQLite, opened, locked, and every trouble with it told in a sentence.

A killed process leaves nothing half written in it (WAL), and its lock goes with the process.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from grader.classroom.output_files import OutputError

NAME = "gradebook.sqlite"
APPLICATION = 0x546F706F  # "Topo"
SCHEMA = 2
LOCK_SECONDS = 1.0

TABLES = """
    CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE students (
        id TEXT PRIMARY KEY,
        present INTEGER NOT NULL DEFAULT 1      -- whether the last look at the hand-ins found one
    );
    CREATE TABLE attempts (
        number INTEGER PRIMARY KEY,
        student TEXT NOT NULL REFERENCES students,
        sha256 TEXT NOT NULL,
        only_these TEXT NOT NULL,               -- ids of --only, a JSON list; [] means all
        content TEXT NOT NULL,                  -- digest of what was read, with faults and names
        path BLOB NOT NULL,
        handed_in TEXT,                         -- UTC, where known
        seen INTEGER NOT NULL,                  -- the last run that found it
        version TEXT NOT NULL, secret TEXT NOT NULL, course TEXT NOT NULL,
        UNIQUE (student, sha256, only_these)
    );
    CREATE TABLE reports (
        attempt INTEGER PRIMARY KEY REFERENCES attempts,
        score REAL NOT NULL, max_score REAL NOT NULL, ungraded INTEGER NOT NULL,
        level TEXT NOT NULL, isolated INTEGER NOT NULL,
        report TEXT NOT NULL,                   -- JSON, the instructor's
        seconds TEXT NOT NULL                   -- JSON, seconds by exercise
    );
    CREATE TABLE overrides (
        student TEXT NOT NULL, exercise TEXT NOT NULL, points REAL NOT NULL, why TEXT NOT NULL,
        made TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
        PRIMARY KEY (student, exercise)
    );
    CREATE TABLE published (student TEXT PRIMARY KEY, state TEXT NOT NULL);
    CREATE TABLE comments (
        student TEXT NOT NULL, exercise TEXT NOT NULL, text TEXT NOT NULL,
        name TEXT NOT NULL DEFAULT '',          -- of the rubric line that it is
        made TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
        PRIMARY KEY (student, exercise, text)
    );
    CREATE TABLE history (
        number INTEGER PRIMARY KEY,
        student TEXT NOT NULL,
        made TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
        what TEXT NOT NULL,
        exercise TEXT NOT NULL DEFAULT '',
        points REAL, most REAL,
        why TEXT NOT NULL DEFAULT ''
    );
"""
_GRADED = (
    "student, 'graded', NEW.score, NEW.max_score, 'hand-in ' || substr(sha256, 1, 12) || "
    "', Topograde ' || version || "
    "CASE only_these WHEN '[]' THEN '' ELSE ', only ' || only_these END"
)
TRIGGERS = (
    "graded AFTER INSERT ON reports BEGIN INSERT INTO history (student, what, points, most, why) "
    f"SELECT {_GRADED} FROM attempts WHERE number = NEW.attempt; END",
    "overridden AFTER INSERT ON overrides BEGIN INSERT INTO history (student, what, exercise, "
    "points, why) VALUES (NEW.student, 'override', NEW.exercise, NEW.points, NEW.why); END",
    "override_removed AFTER DELETE ON overrides BEGIN INSERT INTO history (student, what, "
    "exercise, points, why) VALUES (OLD.student, 'override taken back', OLD.exercise, OLD.points, "
    "OLD.why); END",
    "commented AFTER INSERT ON comments BEGIN INSERT INTO history (student, what, exercise, why) "
    "VALUES (NEW.student, 'comment', NEW.exercise, NEW.text); END",
    "comment_removed AFTER DELETE ON comments BEGIN INSERT INTO history (student, what, exercise, "
    "why) VALUES (OLD.student, 'comment taken back', OLD.exercise, OLD.text); END",
)
"""Whatever changes a grade is noted by the file itself: no command can forget to."""


class GradebookError(OutputError):
    """The gradebook cannot be used; the message says why and what to do."""


class BookFile:
    """The file in the folder `out`, open and locked. Use as a context manager.

    Every method raises `GradebookError` if the file is damaged, the disk full, or the folder not
    to be written to.
    """

    def __init__(self, out: Path, must_exist: bool = False) -> None:
        self.path = out / NAME
        if must_exist and not self.path.is_file():
            raise GradebookError(
                f"{out} is no folder of results, since it holds no {NAME}: grade a class first"
            )
        with self._sentences():
            self._db = self._opened()

    def _opened(self) -> sqlite3.Connection:
        os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        # Exclusive: no second run can open it, and WAL needs no memory that is shared.
        db = sqlite3.connect(self.path, timeout=LOCK_SECONDS, isolation_level=None)
        try:
            self._prepare(db)
        except BaseException:  # Ctrl-C too: it goes on, with the file closed
            db.close()
            raise
        return db

    def _prepare(self, db: sqlite3.Connection) -> None:
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        empty = not db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        (application,) = db.execute("PRAGMA application_id").fetchone()
        (schema,) = db.execute("PRAGMA user_version").fetchone()
        if not empty and application != APPLICATION:
            raise GradebookError(
                f"{self.path} is not a gradebook of Topograde: move it away and grade again"
            )
        if not empty and schema != SCHEMA:
            raise GradebookError(
                f"{self.path} was written by {'a newer' if schema > SCHEMA else 'an older'} "
                f"Topograde (its schema is {schema}, and this version reads {SCHEMA} only): grade "
                "with that version, or choose another --out and grade again"
            )
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")
        db.execute("BEGIN EXCLUSIVE")
        if empty:
            for statement in TABLES.split(";\n"):
                db.execute(statement)
            for trigger in TRIGGERS:
                db.execute(f"CREATE TRIGGER {trigger}")
            db.execute(f"PRAGMA application_id = {APPLICATION}")
            db.execute(f"PRAGMA user_version = {SCHEMA}")
        db.execute("COMMIT")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Release the lock."""
        self._db.close()

    @contextmanager
    def _sentences(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise GradebookError(self._sentence(error)) from error
        except (ValueError, KeyError, TypeError) as error:
            raise GradebookError(self._damaged(error)) from error
        except OSError as error:
            raise GradebookError(
                f"{self.path} could not be written: {error.strerror}. Choose a folder for --out "
                "that you may write to."
            ) from error

    def _sentence(self, error: sqlite3.Error) -> str:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return (
                f"another run is at work in {self.path.parent}: wait until it has ended, or choose "
                "another --out"
            )
        if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
            reason = "No space left on device" if code == sqlite3.SQLITE_FULL else str(error)
            return (
                f"{self.path} could not be written: {reason}. What was written before is kept; "
                "make room and run the same command again."
            )
        if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
            return (
                f"{self.path} could not be written: {error}. Choose a folder for --out that you "
                "may write to."
            )
        return self._damaged(error)

    def _damaged(self, error: Exception) -> str:
        return (
            f"{self.path} is damaged or is no gradebook ({error}). Move it away, with its -wal "
            "file if there is one, and grade again: the same secret gives the same reports; "
            "overrides have to be made anew (each STUDENT.json names its own)."
        )

    def _one(self, query: str, *values: Any) -> Any:
        row = self._db.execute(query, values).fetchone()
        return None if row is None else row[0]

    def about(self, name: str) -> Any:
        """A value kept by `keep`; None if there is none."""
        with self._sentences():
            text = self._one("SELECT value FROM about WHERE name = ?", name)
            return None if text is None else json.loads(text)

    def keep(self, name: str, value: Any) -> None:
        """Keep a value (JSON)."""
        with self._sentences():
            kept = (name, json.dumps(value))
            self._db.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", kept)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN")
        try:
            yield
        except BaseException:  # Ctrl-C too: it goes on, with nothing half written
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")
