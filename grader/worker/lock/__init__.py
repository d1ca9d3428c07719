"""The lock of a worker: what the kernel forbids it, for good.

* `lockdown` takes the steps, in an order in which none undoes another;
* `landlock` gives up files, sockets and signals; `syscalls` is the list of allowed system calls as
  a filter; `kernel` makes the calls;
* `lock_audit` looks from outside whether a child is locked.
"""
