"""Pages, each one file that needs no network.

* `html` is a student's page: `content` says what is on it, `stepping` plays its backward passes;
* `class_page` is the class on one page, `notebook` is the result of a check below a cell;
* `markup` fills in the `templates` so that no text of a student's becomes markup.
"""
