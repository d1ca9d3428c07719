"""The lock of a worker: what the kernel forbids it, for good.

* `lockdown` puts the steps together (`steps`), in an order in which none undoes another;
* `landlock` gives up files, sockets and signals; `syscalls` is the list of allowed system calls as
  a filter, made with the assembler `bpf`; `kernel` makes the calls;
* `lock_audit` looks from outside whether a child is locked.
"""
