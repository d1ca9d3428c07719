"""A course is data: its exercises, their points, hints and limits, and what a stub consists of.

What one can do with it:

* read `course.toml` into frozen records, every error a sentence with its place (`course`, `table`);
* name a course by what it is, in twelve hex digits (`digest`);
* take a stub apart into text, code and examples, and tell a notebook's cells by their first line
  (`stub_parts`, `cell_marks`).
"""
