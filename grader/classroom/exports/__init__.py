"""The forms in which a class's results leave it at the end of a run.

* `files` writes what was asked for: grades for Canvas, Moodle, Gradescope, nbgrader, JUnit for CI,
  and the students' pages in the forms in which platforms give them back;
* `gradescope` and `nbgrader` write what only these two read;
* `github` tells GitHub of a run there.
"""
