"""The picture of a counterexample: its graph, with the student's gradients and PyTorch's.

* `sketch` is what can be drawn of a program, `watched` what a student's engine did on it, and
  `picture` puts both together;
* `drawn` draws it: as characters, as SVG.
"""
