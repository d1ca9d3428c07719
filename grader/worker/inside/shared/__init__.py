"""Where student code and the grader share one interpreter: in a browser.

* `refusals` keeps accidents away, as a lock does elsewhere;
* `interpreter_state` puts back what student code changed.
"""
