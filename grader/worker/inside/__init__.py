"""What runs beside student code. It knows no expected number and no point.

It imports the standard library, and from outside this folder the table of operators alone
(`programs/operators.py`); the zygote imports the lock too, and what the course says.

* `zygote` forks locked children (`plain_child` is one process where a system cannot fork);
* `harness` serves batches: it has the student's file executed (`loading`, `standins`, `source`),
  then programs run on their engine (`student`), tasks on their functions (`tasks`), and programs on
  numbers that remember (`watched`);
* `address_shuffle` gives their objects other addresses; `canary` is the self-test's attacker;
* `shared` is for student code that has no process of its own, as in a browser.
"""
