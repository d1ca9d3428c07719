"""The grader is graded: hand-ins whose right verdict is known go through real workers.

The hand-ins are texts in the package, not tests: `topograde verify` is for whoever keeps a course
and must work where our tests are not. It needs the solutions, which only a checkout has.
"""
