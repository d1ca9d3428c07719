"""The gradebook of a class: one SQLite file in the folder of results, which nothing is lost from.

It holds the students, their attempts (which hand-in, graded with what), the reports, the
instructor's overrides and what has been published. From it a stopped run is taken up again, and
from it all outputs are written. It is locked while it is open: two runs cannot share a folder. A
killed process leaves nothing half written in it (WAL), and its lock goes with the process.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, Literal, Self, TypeAlias

from grader.classroom.by_instructor.late import LateRules
from grader.classroom.by_instructor.overrides import Override
from grader.classroom.entries import Attempt, Entry, Event
from grader.classroom.output_files import OutputError
from grader.grading.submission import Graded
from grader.judging.report import Comment, Report

Policy: TypeAlias = Literal["last", "best"]


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


class Gradebook:
    """The file in a folder of results, open and locked. Use as a context manager.

    Every method raises `GradebookError` if the file is damaged, the disk full, or the folder not
    to be written to.
    """

    def __init__(self, out: Path, must_exist: bool = False) -> None:
        """Open and lock the gradebook of the folder `out`; it is made unless it must exist."""
        self.path = out / NAME
        if must_exist and not self.path.is_file():
            raise GradebookError(
                f"{out} is no folder of results, since it holds no {NAME}: grade a class first"
            )
        with self._sentences():
            self._db = self._opened()
            self.run = 1 + (self._one("SELECT max(seen) FROM attempts") or 0)

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

    # What is graded

    def same(self, attempt: Attempt) -> tuple[bool, str, bool] | None:
        """Of this attempt, if it was graded with the same ingredients: whether something was left
        ungraded, at which level of isolation, and whether it was isolated.

        The attempt is marked as seen in this run, whatever it was graded with.
        """
        with self._sentences():
            key = (attempt.student, attempt.sha256, json.dumps(attempt.only))
            self._db.execute(
                "UPDATE attempts SET seen = ?, path = ?, handed_in = ? "
                "WHERE (student, sha256, only_these) = (?, ?, ?)",
                (self.run, os.fsencode(attempt.path), attempt.handed_in, *key),
            )
            self._db.execute("UPDATE students SET present = 1 WHERE id = ?", key[:1])
            row = self._db.execute(
                "SELECT ungraded, level, isolated FROM attempts JOIN reports ON attempt = number "
                "WHERE (student, sha256, only_these) = (?, ?, ?) "
                "AND (content, version, secret, course) = (?, ?, ?, ?)",
                (*key, attempt.content, attempt.version, attempt.secret, attempt.course),
            ).fetchone()
            return None if row is None else (bool(row[0]), row[1], bool(row[2]))

    def record(self, attempt: Attempt, graded: Graded) -> None:
        """Keep a report, in place of an earlier one on the same hand-in."""
        report = graded.report
        text = json.dumps(report.to_json(instructor=True), ensure_ascii=False, allow_nan=False)
        text = text.encode("utf-8", "backslashreplace").decode()
        with self._sentences(), self._transaction():
            self._db.execute(
                "INSERT INTO students (id) VALUES (?) ON CONFLICT DO UPDATE SET present = 1",
                (attempt.student,),
            )
            number = self._one(
                "INSERT INTO attempts (student, sha256, only_these, content, path, handed_in, "
                "seen, version, secret, course) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
                "ON CONFLICT DO UPDATE SET content = excluded.content, path = excluded.path, "
                "handed_in = excluded.handed_in, seen = excluded.seen, version = "
                "excluded.version, secret = excluded.secret, course = excluded.course "
                "RETURNING number",
                attempt.student, attempt.sha256, json.dumps(attempt.only), attempt.content,
                os.fsencode(attempt.path), attempt.handed_in, self.run, attempt.version,
                attempt.secret, attempt.course,
            )  # fmt: skip
            self._db.execute(
                "INSERT OR REPLACE INTO reports VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (number, report.score, report.max_score, report.ungraded,
                 str(report.isolation.get("level", "D")), bool(report.isolation.get("isolated")),
                 text, json.dumps(dict(graded.seconds))),
            )  # fmt: skip

    def path_of(self, student: str, sha256: str) -> str:
        """Where a hand-in lay when it was last seen. Raises KeyError if it never was."""
        with self._sentences():
            path = self._one(
                "SELECT path FROM attempts WHERE student = ? AND sha256 = ? ORDER BY seen DESC",
                *(student, sha256),
            )
        if path is None:
            raise KeyError(student)
        return os.fsdecode(path)

    def withdraw(self, folders: Sequence[Path]) -> list[str]:
        """Leave out students whose hand-in lay in these folders and was not found in this run.

        Returns who was left out now. Their attempts are kept.
        """
        roots = [folder.resolve() for folder in folders]
        with self._sentences():
            missing = self._db.execute(
                "SELECT student, path FROM attempts a JOIN students s ON s.id = a.student "
                "WHERE s.present AND seen = (SELECT max(seen) FROM attempts "
                "WHERE student = a.student) AND seen < ? ORDER BY number",
                (self.run,),
            )
            gone = [
                s for s, path in missing if any(map(Path(os.fsdecode(path)).is_relative_to, roots))
            ]
            for student in gone:
                self._db.execute("UPDATE students SET present = 0 WHERE id = ?", (student,))
            return sorted(set(gone), key=str.casefold)

    # What counts

    def students(self, only: Sequence[str]) -> list[str]:
        """Who has a graded hand-in, in order of name."""
        with self._sentences():
            rows = self._db.execute(
                "SELECT DISTINCT student FROM attempts JOIN reports ON attempt = number "
                "JOIN students ON id = student WHERE present AND only_these = ?",
                (json.dumps(only),),
            )
            return sorted((row[0] for row in rows), key=lambda name: (name.casefold(), name))

    def counted(
        self, student: str, only: Sequence[str], policy: Policy, late: LateRules | None
    ) -> tuple[Entry, Report] | None:
        """The attempt that counts, and its report with all that was decided: the one seen last, or
        worth most (of equals, the last)."""
        with self._sentences():
            found = self._entries(
                "a.student = ? AND a.only_these = ?", student, json.dumps(only),
                only_last=policy == "last",
            )  # fmt: skip
        final = [(entry, entry.final(late)) for entry in found]
        return max(final, key=lambda each: each[1].final, default=None)

    def _entries(self, where: str, *values: Any, only_last: bool = False) -> list[Entry]:
        """Entries from the one seen last to the first."""
        rows = self._db.execute(
            "SELECT a.number, a.student, a.sha256, a.content, a.only_these, a.version, a.secret, "
            "a.course, a.path, a.handed_in, a.seen, r.report, r.seconds "
            f"FROM attempts a JOIN reports r ON r.attempt = a.number WHERE {where} "
            "ORDER BY a.seen DESC, a.number DESC" + (" LIMIT 1" if only_last else ""),
            values,
        ).fetchall()
        return [self._entry(row) for row in rows]

    def _entry(self, row: Sequence[Any]) -> Entry:
        number, student, sha256, content, only, *ingredients = row[:8]
        path, handed_in, seen, report, seconds = row[8:]
        only = tuple(json.loads(only))
        ingredients += [os.fsdecode(path), handed_in]
        return Entry(
            number,
            Attempt(student, sha256, content, only, *ingredients),
            seen,
            Report.from_json(json.loads(report)),
            json.loads(seconds),
            tuple(self._overrides(student)),
            tuple(self._comments(student)),
        )

    # What the instructor says

    def _overrides(self, student: str) -> Iterator[Override]:
        rows = self._db.execute(
            "SELECT exercise, points, why FROM overrides WHERE student = ? ORDER BY exercise",
            (student,),
        )
        return (Override(*row) for row in rows)

    def _comments(self, student: str) -> Iterator[Comment]:
        rows = self._db.execute(
            "SELECT exercise, text, name FROM comments WHERE student = ? ORDER BY exercise, made",
            (student,),
        )
        return (Comment(*row) for row in rows)

    def keep_decision(self, student: str, decided: Override | Comment) -> None:
        """Keep an override, in place of an earlier one, or a comment beside others."""
        table = "overrides (student, exercise, points, why)"
        if isinstance(decided, Comment):
            table = "comments (student, exercise, text, name)"
        with self._sentences():
            kept = (student, *asdict(decided).values())
            self._db.execute(f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?, ?)", kept)

    def take_back(self, student: str, exercise: str) -> bool:
        """Forget the override and the comments on an exercise; whether there was one."""
        with self._sentences():
            where = "WHERE student = ? AND exercise = ?"
            gone = [
                self._db.execute(f"DELETE FROM {table} {where}", (student, exercise)).rowcount
                for table in ("overrides", "comments")
            ]
            return any(gone)

    # What has happened

    def everybody(self) -> list[str]:
        """All who ever handed in, those too who do not count any more."""
        with self._sentences():
            return [row[0] for row in self._db.execute("SELECT id FROM students ORDER BY id")]

    def attempts(self, student: str) -> list[Entry]:
        """Every attempt of a student that was graded, the first one first."""
        with self._sentences():
            return self._entries("a.student = ?", student)[::-1]

    def history(self, student: str) -> list[Event]:
        """All that happened to a student's grade, in order."""
        with self._sentences():
            rows = self._db.execute(
                "SELECT made, what, exercise, points, most, why FROM history WHERE student = ? "
                "ORDER BY number",
                (student,),
            )
            return [Event(*row) for row in rows]

    # What has been published

    def published(self, student: str) -> dict[str, Any] | None:
        """What was kept of the files of a student when they were last written."""
        with self._sentences():
            text = self._one("SELECT state FROM published WHERE student = ?", student)
            return None if text is None else json.loads(text)

    def publish(self, student: str, state: dict[str, Any]) -> None:
        """Note that the files of a student have been written."""
        with self._sentences():
            self._db.execute(
                "INSERT OR REPLACE INTO published VALUES (?, ?)", (student, json.dumps(state))
            )

    def versions(self) -> dict[str, int]:
        """How many attempts were graded by each version of Topograde."""
        with self._sentences():
            return dict(self._db.execute("SELECT version, count(*) FROM attempts GROUP BY version"))
