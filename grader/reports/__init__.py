"""Renderers: pure functions from a `Report` to text. A renderer never grades.

* `view` says what a report has to say, whatever form it gets; `words` says it of the diagnosis;
* `student_view` is a student's screen, `terminal` an instructor's;
* a class as rows: `tables`, `to_fix`;
* pages: a student's, a class's, a notebook's output (`pages`);
* what platforms take back (`platforms`).
"""
