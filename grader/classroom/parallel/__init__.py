"""Who grades: this process, several, or a cluster.

* `dispatch` hands submissions out, has the executor of our own processes, and knows what a lost
  process costs; `preloaded` is imported once for all of them;
* `cluster` is the executor of a Dask cluster.
"""
