"""Exercise 2: and back again.

Write `decode(runs)`: the text that has these runs.
"""


def decode(runs):
    # TODO: return the text.
    raise NotImplementedError("TODO: return the text.")
