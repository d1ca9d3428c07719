"""What is handed out, made from the solutions.

* `stubs` cuts them, `notebook` makes one notebook of them;
* `student_kit` is all that a student needs, and no solution;
* `web` is the course as a page in a browser, with nothing to install;
* `classroom50`, `github`, `gradescope` and `nbgrader` make what these platforms grade with;
  `package` is the grader as files.
"""
