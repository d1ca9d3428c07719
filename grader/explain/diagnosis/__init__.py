"""Name what is wrong from the numbers alone, and only with evidence.

* `diagnosis` searches the wrong engines for those that give a student's numbers: `evidence` is what
  the student's engine answered, `predictions` what wrong ones do, `search` and `pairs` find those
  that fit, `questions` and `distinguishing` ask what tells them apart, `features` what failures
  have in common;
* `tasks` does the same for answers to tasks;
* `recorded`, `recorded_search` and `recorded_wrong` do it in a student's copy, from numbers.
"""
