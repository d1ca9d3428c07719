"""Kinds of engines: what is special to each, and no general room knows.

What one can do with it:

* ask a `Value` engine what every course on single numbers asks (`scalar.properties`);
* ask a `Tensor` engine for programs over arrays (`tensor.asks`), judged by PyTorch;
* see what a pack brings to the general rooms: `grader.course.packs`, one record a pack.
"""
