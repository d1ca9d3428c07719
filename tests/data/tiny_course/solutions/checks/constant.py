"""Checks of a tiny course: a constant."""

from grader.checks import Mismatch, check


@check(points=1)
def test_answer(grades):
    """ANSWER is the number of edges."""

    def judge(observation):
        return None if observation.value == 2 else Mismatch("ANSWER", "another value", "2")

    grades.task({"task": "constant", "name": "ANSWER"}, judge, "ANSWER")
