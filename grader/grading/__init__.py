"""One submission becomes one `Report`.

* `submission` grades what was handed in, exercise by exercise, with all that explains a failure;
* `alone` grades where a platform hands submissions over one at a time, `in_kernel` for a cell that
  nbgrader grades;
* `own_work` checks a student's own folder by recorded answers: all but an exam's hidden checks;
* `to_do` tells which parts of a stub were not begun;
* `progress` remembers between two commands what passed and which hints were shown.
"""
