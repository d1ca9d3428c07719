"""The gradebook of a class: one SQLite file in the folder of results, which nothing is lost from.

It holds the students, their attempts (which hand-in, graded with what), the reports, the
instructor's overrides and what has been published. From it a stopped run is taken up again, and
from it all outputs are written. It is locked while it is open: two runs cannot share a folder.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Literal, TypeAlias

from grader.classroom.by_instructor.overrides import Override
from grader.classroom.database import BookFile
from grader.classroom.entries import Attempt, Entry, Event, Known
from grader.grading.submission import Graded
from grader.judging.report import Comment, Report

Policy: TypeAlias = Literal["last", "best"]


class Gradebook(BookFile):
    """Every method raises `GradebookError` if the file is damaged or cannot be written."""

    def __init__(self, out: Path, must_exist: bool = False) -> None:
        """Open and lock the gradebook of the folder `out`; it is made unless it must exist."""
        super().__init__(out, must_exist)
        with self._sentences():
            self.run = 1 + (self._one("SELECT max(seen) FROM attempts") or 0)

    # What is graded

    def same(self, attempt: Attempt) -> Known | None:
        """What is known of this attempt, if it was graded with the same ingredients.

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
            return None if row is None else Known(bool(row[0]), row[1], bool(row[2]))

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
            self._db.execute(
                "INSERT OR IGNORE INTO attempts (student, sha256, only_these, content, path, seen, "
                "version, secret, course) VALUES (?, ?, ?, '', x'', 0, '', '', '')",
                (attempt.student, attempt.sha256, json.dumps(attempt.only)),
            )
            number = self._one(
                "SELECT number FROM attempts WHERE (student, sha256, only_these) = (?, ?, ?)",
                *(attempt.student, attempt.sha256, json.dumps(attempt.only)),
            )
            self._db.execute(
                "UPDATE attempts SET content = ?, path = ?, handed_in = ?, seen = ?, version = ?, "
                "secret = ?, course = ? WHERE number = ?",
                (attempt.content, os.fsencode(attempt.path), attempt.handed_in, self.run,
                 attempt.version, attempt.secret, attempt.course, number),
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
        self,
        student: str,
        only: Sequence[str],
        policy: Policy,
        worth: Callable[[Entry], float] = lambda entry: entry.final.report.score,
    ) -> Entry | None:
        """The attempt that counts: the one seen last, or worth most (of equals, the last)."""
        with self._sentences():
            found = self._entries(
                "a.student = ? AND a.only_these = ?", student, json.dumps(only),
                only_last=policy == "last",
            )  # fmt: skip
        return max(found, key=worth, default=None)

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

    def comment(self, student: str, comment: Comment) -> None:
        """Keep a comment beside those that there are."""
        with self._sentences():
            self._db.execute(
                "INSERT OR REPLACE INTO comments (student, exercise, text, name) "
                "VALUES (?, ?, ?, ?)",
                (student, *asdict(comment).values()),
            )

    def remove_comments(self, student: str, exercise: str) -> bool:
        """Take the comments on an exercise back; whether there was one."""
        with self._sentences():
            gone = self._db.execute(
                "DELETE FROM comments WHERE student = ? AND exercise = ?", (student, exercise)
            )
            return gone.rowcount > 0

    def override(self, student: str, override: Override) -> None:
        """Keep an override, in place of an earlier one."""
        with self._sentences():
            self._db.execute(
                "INSERT OR REPLACE INTO overrides (student, exercise, points, why) "
                "VALUES (?, ?, ?, ?)",
                (student, *asdict(override).values()),
            )

    def remove_override(self, student: str, exercise: str) -> bool:
        """Take an override back; whether there was one."""
        with self._sentences():
            gone = self._db.execute(
                "DELETE FROM overrides WHERE student = ? AND exercise = ?", (student, exercise)
            )
            return gone.rowcount > 0

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
