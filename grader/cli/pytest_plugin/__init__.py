"""pytest's door: `pytest --topograde`, one item a check. `grader.pytest_entry` loads it when asked.

* `door` collects the items; `items` are what pytest runs, `selection` which of them were named;
* `own_work` checks a student's own folder, `hand_ins` grades a class;
* `configuration` refuses what would let a hand-in configure this process;
* `json_report` is all that knows pytest-json-report.
"""
