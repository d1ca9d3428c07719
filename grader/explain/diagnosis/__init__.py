"""Name what is wrong from the numbers alone, and only with evidence.

* `diagnosis` reads an engine (`reading`, `readings/`) and compares it with what is known:
  `evidence` is what the student's engine answered, `predictions` what wrong ones do, `search` and
  `pairs` find those that fit, `questions` and `distinguishing` ask what tells them apart,
  `features` what failures have in common;
* `beliefs` are the wrong ones: engines where these are installed, otherwise what is `recorded`;
* `naming` makes findings of what fits or was read;
* `tasks` names what is wrong with answers to tasks.
"""
