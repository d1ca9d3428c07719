"""What runs beside student code: the standard library only, no expected number, no point.

* `zygote` forks locked children (`plain_child` is one process where a system cannot fork);
* `harness` serves batches: it executes the student's file (`loading`, `standins`, `source`), runs
  programs on their engine (`student`), tasks on their functions (`tasks`), and runs programs on
  numbers that remember (`watched`);
* `address_shuffle` gives their objects other addresses; `canary` is the self-test's attacker;
* `shared` is for student code that has no process of its own, as in a browser.
"""
