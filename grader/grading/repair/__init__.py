"""One edit from right: a small change of a hand-in's own text with which its checks pass.

For the instructor, after grading. Edited text is run in locked workers only, as any hand-in is.

* `search` goes through the edits and verifies one, within a few seconds;
* `edits` lists them, those first that are near to what is known of the mistake (`nearness`);
* `screen` asks each a few programs first, `timing` keeps the limits.
"""
