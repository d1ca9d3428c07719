"""`topograde check --watch`: check again whenever the student saves.

`watch` is the loop, `saves` tells when a file was saved, `keyboard` gives single keys.
"""
