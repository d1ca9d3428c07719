"""One submission becomes one `Report`.

* `submission` grades what was handed in, exercise by exercise, with all that explains a failure;
* `grader` is the one way in with drawn inputs; `in_kernel` is for what lies in a notebook's cells;
* `own_work` checks a student's own folder by recorded answers: all but an exam's hidden checks;
* `progress` remembers between two commands what passed and which hints were shown.
"""
