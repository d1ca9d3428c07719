"""Student code behind a lock: what runs it, and what starts, asks, limits and ends that process.

What one can do with it:

* start locked workers, forked from a clean zygote, and ask them batches of programs and tasks
  (`starting`, `forkserver`, `client`, `exchange`; `plain` where a system cannot fork, `in_place` in
  a browser);
* make observations of replies that nobody trusts (`observation`), and find the line at which code
  was stopped (`stopped_at`);
* prove by real attacks on bait how strong the lock is here (`isolation`).

`inside/` runs beside student code, and says what it imports; `lock/` takes rights away.
"""
