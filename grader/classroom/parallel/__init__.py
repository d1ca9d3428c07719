"""Who grades: this process, several, or a cluster.

* `process_grader` keeps the grader of one process; `preloaded` is imported once for all;
* `dispatch` hands submissions out and knows what a lost process costs;
* `pool` is an executor of processes of ours, `cluster` that of a Dask cluster.
"""
