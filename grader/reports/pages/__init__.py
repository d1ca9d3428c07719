"""Pages, each one file that needs no network.

* `html` is a student's page, and plays its backward passes; `content` says what is on it;
* `class_page` is the class on one page, `notebook` is the result of a check below a cell;
* `markup` fills in the `templates` so that no text of a student's becomes markup.
"""
