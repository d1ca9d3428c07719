"""Exercise 2: and back again.

Write `decode(runs)`: the text that has these runs.
"""


def decode(runs):
    ### BEGIN SOLUTION
    # TODO: return the text.
    return "".join(letter * count for letter, count in runs)
    ### END SOLUTION
