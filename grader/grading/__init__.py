"""One submission becomes one `Report`.

* `submission` grades what was handed in, exercise by exercise, with all that explains a failure;
* `own_work` checks a student's own folder: public checks, by recorded answers;
* `progress` remembers between two commands what passed and which hints were shown.
"""
