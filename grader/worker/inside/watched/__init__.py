"""One run of a student's engine on numbers that remember: what explains a failure, judges nothing.

* `numbers` are floats (and whole numbers) that know how, where and when they were computed;
* `rewriting` changes a syntax tree so that `float(x)` and `type(x)` do not undo that;
* `run` runs a program on such numbers and records the nodes, operators and gradients that it saw.
* `walking` records how lists of nodes come about, and `between` what earlier programs and calls
  leave behind for later ones.
"""
