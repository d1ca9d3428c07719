"""Bytes on disk become a `Submission`: what a student handed in, read without running any of it.

What one can do with it:

* read one hand-in, be it a file, a folder, a notebook or a zip (`submission`, `files`,
  `zips`);
* find a class in what a platform lets instructors download (`layouts`);
* tell which text answers which exercise (`sources`);
* read a roster, Moodle's grading worksheet in any language too (`roster`);
* make a safe id of a name (`student_id`).
"""
