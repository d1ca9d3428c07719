"""Engines on single numbers: what their courses ask of a `Value` class, written once.

What one can do with it:

* ask what every course on such engines asks, of any operator (`properties`);
* take fixed graphs and numbers at which a wrong engine shows (`fixed_graphs`, `inputs`);
* show a question about `check_grad` as Python (`check_grad_shown`).

The table of operators stays beside `Program`, whose steps name its rows: `programs.operators`.
"""
