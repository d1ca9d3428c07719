"""Exercise 7: log_softmax and cross_entropy, stable."""

from __future__ import annotations

from grader.checks import Grades, check, trap
from grader.packs.tensor import families
from grader.packs.tensor import properties as of
from grader.packs.tensor.asks import history, programs
from grader.packs.tensor.program import drawn_numbers
from grader.packs.tensor.properties import ROOT


@check(points=1.5)
def test_log_softmax(grades: Grades) -> None:
    """log_softmax along every axis, its value and its gradient."""
    programs(grades, [*of.log_softmaxes(ROOT), *families.above("log_softmax")])


@check(points=0.5)
def test_huge_values(grades: Grades) -> None:
    """The value of log_softmax is right where exp alone is infinite or 0."""
    for data in of.HUGE:
        history(grades, lambda a: a.log_softmax().read("data"), a=data)


@check(points=1, after=(test_huge_values, test_log_softmax))
def test_huge_logits(grades: Grades) -> None:
    """The gradient of log_softmax is right where exp alone is infinite or 0."""
    programs(grades, of.huge_log_softmaxes(ROOT))


@check(points=2, after=test_log_softmax)
def test_cross_entropy(grades: Grades) -> None:
    """cross_entropy is the mean over all rows, for labels in a list or an array."""
    programs(grades, [*of.cross_entropies(ROOT), *families.above("cross_entropy")])


@check(points=1, after=(test_huge_logits, test_cross_entropy))
def test_huge_losses(grades: Grades) -> None:
    """cross_entropy is right for logits of 1000 and -1000."""
    programs(grades, of.cross_entropies(ROOT, huge=True))


@trap(points=1, after=(test_cross_entropy, test_huge_logits))
def test_any_logits(grades: Grades) -> None:
    """Both hold for any logits and labels, add to what is there, and change no data."""
    for rows in (1, 2, 3, 5):
        data = grades.drawn(lambda rng, rows=rows: drawn_numbers(rng, (rows, 4)))
        labels = grades.drawn(lambda rng, rows=rows: [rng.randrange(4) for _ in range(rows)])
        programs(grades, [of.labelled(ROOT, data, labels)])
        for axis in (0, 1):
            programs(grades, [of.asked(ROOT, lambda a, x=axis: a.log_softmax(axis=x), {"a": data})])
        programs(grades, [of.left_alone(lambda a: a.log_softmax(), data)])
        programs(grades, [of.left_alone(of.loss(labels), data)])
    programs(grades, families.otherwise(ROOT, "log_softmax", "cross_entropy"), fixed=True)
