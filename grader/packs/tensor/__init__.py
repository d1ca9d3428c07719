"""Engines on arrays: a `Tensor` class on NumPy, its operators, programs and explanations.

What one can do with it:

* write a check (`asks`): a traced function on arrays, asked of one rule or of a whole engine;
* ask what every course on tensors asks (`properties`, `families`);
* add an operator: a row of `operators`, and how it is called in `calls`.

`inside` and `calls` run beside student code and know nothing that is right.
"""
