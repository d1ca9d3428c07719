"""pytest's door: `pytest --topograde`, one item a check. `grader.pytest_entry` loads it when asked.

* `door` collects the items and checks a student's own folder, `hand_ins` grades a class;
* `items` are what pytest runs, and which of them were named;
* `configuration` refuses what would let a hand-in configure this process;
* `json_report` is all that knows pytest-json-report.
"""
