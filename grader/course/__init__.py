"""A course is data: its exercises, their points, hints and limits, and what a stub consists of.

What one can do with it:

* read `course.toml` into frozen records, every error a sentence with its place (`course`, `table`);
* know what a kind of engine needs, and which packages a course may have (`packs`);
* take a stub apart into text, code and examples, and tell a notebook's cells by their first line
  (`stub_parts`).
"""
