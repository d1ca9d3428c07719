"""Exercise 1: count what repeats.

Write `encode(text)`: the list of runs of a text, each as [letter, how often]. "aab" has the runs
[["a", 2], ["b", 1]].
"""


def encode(text):
    # TODO: return the list of runs.
    raise NotImplementedError("TODO: return the list of runs.")


# ---- Examples
if __name__ == "__main__":
    print(encode("aab"), 'and it should be [["a", 2], ["b", 1]]')
