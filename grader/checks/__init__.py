"""What is asked of an exercise and what is right: all that an author of checks needs is here.

    from grader.checks import DRAWN, Grades, check, trap

What one can do with it:

* declare a graded property (`check`, `trap`: `declare`) and say in it what is compared with
  PyTorch (`Grades`: `plan`);
* take programs from families: all 6,714 small graphs, random ones, ladders, chains (`families`),
  kept within bounds in which two right engines agree (`bounds`);
* draw hidden inputs, the same ones again from the same key (`hidden_inputs`).

The checks of a course are in its `solutions/checks/`, one module an exercise.
"""

from grader.checks.declare import Check, CheckError, check, trap
from grader.checks.hidden_inputs import DRAWN, NEGATIVE, POSITIVE, LeafValue
from grader.checks.orders import Judge, Mismatch, order_mismatch
from grader.checks.plan import Grades

__all__ = [
    "DRAWN",
    "NEGATIVE",
    "POSITIVE",
    "Check",
    "CheckError",
    "Grades",
    "Judge",
    "LeafValue",
    "Mismatch",
    "check",
    "order_mismatch",
    "trap",
]
