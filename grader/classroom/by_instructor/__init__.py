"""What an instructor decides beside the checks, and what a policy does.

* `overrides` gives an instructor's own points and comments, one or many of them at once;
* `late` says what late hand-ins lose.
"""
