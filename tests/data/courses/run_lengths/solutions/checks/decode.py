"""Checks of exercise 2."""

from grader.checks import check, trap


@check(points=1)
def test_one_run(grades):
    """A run is its letter, so many times."""
    grades.call("decode", [["a", 3]], gives="aaa")


@trap(points=2, after=test_one_run)
def test_many_runs(grades):
    """All runs are in the text, in order."""
    runs = grades.drawn(lambda rng: [[letter, rng.randint(1, 9)] for letter in "abca"])

    def text(runs):
        ### BEGIN SOLUTION
        # TODO: this is not handed out.
        return "".join(letter * count for letter, count in runs)
        ### END SOLUTION

    grades.call("decode", runs, like=text)
