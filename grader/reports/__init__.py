"""Renderers: pure functions from a `Report` to text. A renderer never grades.

* a terminal's lines for a student and for an instructor (`student_view` with
  `failing_check`, `terminal`, `in_words`, `words`);
* a class as rows (`tables`, `class_sheet`), and what would be graded as what (`dry_run`);
* what an instructor decided beside the checks, in sentences (`decided`);
* pages: a student's, a class's, a notebook's output (`pages`);
* what platforms take back: a Moodle row is written in `platforms.lms` (`platforms`).
"""
