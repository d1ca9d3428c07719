"""`topograde check --watch`: check again whenever the student saves.

`watch` is the loop, with its keys; `events` is what wakes it.
"""
