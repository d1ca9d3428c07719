"""Many submissions, graded, kept and published.

* `class_run` grades a class: it decides what is to be graded and what the gradebook holds already;
  who grades is in `parallel`;
* `gradebook` keeps every grade in one SQLite file (`entries`); what an instructor decides beside
  the checks is in `by_instructor`: own points, comments, being late;
* `publishing` writes what a folder of results holds (`output_files`), says what has changed and
  hides names (`pseudonyms`); `exports` writes files for platforms;
* `secret` is where hidden inputs come from; `interrupts` ends a run in order.
"""
