"""Who grades: this process, several, or a cluster.

* `dispatch` has the crew and each process's grader, hands submissions out, and knows what a lost
  process costs;
* `pool` is the executor of our own processes; `preloaded` is imported once for all of them;
* `cluster` is the executor of a Dask cluster.
"""
