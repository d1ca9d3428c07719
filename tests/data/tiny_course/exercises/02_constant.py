"""Exercise 2: count the edges of `a + a`."""

# TODO: write the number.
ANSWER = None
