"""What platforms take back, one module a platform: GitHub, Gradescope, Classroom 50,
Canvas and Moodle, JUnit.

`lms.feedback` is a report line by line, for outputs that show text and nothing else.
"""
