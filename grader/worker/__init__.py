"""Student code behind a lock: what runs it, and what starts, asks, limits and ends that process.

What one can do with it:

* start locked workers from a fork server and ask them batches of programs and tasks (`forkserver`,
  `client`, `child`, `exchange`, `starting`; `plain` where a system cannot fork);
* make observations of replies that nobody trusts (`observation`);
* prove by real attacks on bait how strong the lock is here (`isolation`, `bait`).

`inside/` runs beside student code and imports the standard library only; `lock/` takes rights
away: what a worker may call is in `lock.syscalls`.
"""
