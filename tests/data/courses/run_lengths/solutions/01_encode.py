"""Exercise 1: count what repeats.

Write `encode(text)`: the list of runs of a text, each as [letter, how often]. "aab" has the runs
[["a", 2], ["b", 1]].
"""


def encode(text):
    ### BEGIN SOLUTION
    # TODO: return the list of runs.
    runs = []
    for letter in text:
        if runs and runs[-1][0] == letter:
            runs[-1][1] += 1
        else:
            runs.append([letter, 1])
    return runs
    ### END SOLUTION


# ---- Examples
if __name__ == "__main__":
    print(encode("aab"), 'and it should be [["a", 2], ["b", 1]]')
