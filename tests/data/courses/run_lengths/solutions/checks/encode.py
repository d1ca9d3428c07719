"""Checks of exercise 1: runs of length one, longer ones, and a letter that comes back."""

from itertools import groupby

from grader.checks import check, trap


@check(points=1)
def test_letters_once(grades):
    """Letters that do not repeat are runs of length 1."""
    grades.call("encode", "abc", gives=[["a", 1], ["b", 1], ["c", 1]])


@check(points=1)
def test_no_text(grades):
    """The empty text has no runs."""
    grades.call("encode", "", gives=[])


@trap(points=2, after=test_letters_once)
def test_runs(grades):
    """A letter that comes back begins a run of its own."""

    def runs(text):
        ### BEGIN SOLUTION
        # TODO: this is not handed out.
        return [[letter, len(list(run))] for letter, run in groupby(text)]
        ### END SOLUTION

    lengths = grades.drawn(lambda rng: [rng.randint(2, 9) for _ in range(4)])
    text = "".join(letter * length for letter, length in zip("xyxz", lengths, strict=True))
    grades.call("encode", text, like=runs)
