"""What platforms take back, one module a platform: GitHub, Gradescope, Canvas and Moodle, JUnit.

`feedback` is a report line by line, for outputs that show text and nothing else.
"""
