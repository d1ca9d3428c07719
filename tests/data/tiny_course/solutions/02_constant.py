"""Exercise 2: count the edges of `a + a`."""

### BEGIN SOLUTION
# TODO: write the number.
# STUB: ANSWER = None
ANSWER = 2
### END SOLUTION
