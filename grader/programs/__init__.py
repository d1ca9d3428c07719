"""Programs, and everything of ours that runs one: the one idea that the whole grader stands on.

What one can do with it:

* write a call of a function as Python to paste, and name where its answer differs (`call_texts`);
* write an expression as a Python function and trace it into a frozen `Program` (`tracing`,
  `program`), or print a program as Python again (`listing`);
* look up an operator, the one row of a table that says all of it (`operators`), and what a program
  builds (`graph`);
* run it on PyTorch, which is always right (`pytorch`), or on an engine of ours (`interpreter`,
  `reference`, `slopes`);
* read PyTorch's answers where PyTorch is not installed (`recorded`);
* say when two numbers are the same (`compare`: relative 1e-9, absolute 1e-12).
"""
