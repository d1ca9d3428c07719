"""The grader is graded: hand-ins whose right verdict is known go through real workers.

`python -m tests.proving` tries each odd but right engine and each misconception (`hand_ins`, `odd`,
`template`, `traversals`, `variants`, `tasks`), and with `--full` every mutant (`mutants`); `proof`
says what is tried, `judged` what an outcome proves, `document` writes `docs/detection.md`.
"""

import os

from grader.explain.guard import RAISE

os.environ[RAISE] = "1"  # a fault in what explains is found here, not kept aside
