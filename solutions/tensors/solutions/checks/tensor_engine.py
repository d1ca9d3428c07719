"""The exam: values, rules, broadcasting, shapes, order, state and size of a whole engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

import numpy as np

from grader.checks import Grades, check, trap
from grader.packs.tensor import families, histories
from grader.packs.tensor import properties as of
from grader.packs.tensor.asks import programs
from grader.packs.tensor.program import Program, drawn_numbers, of_root
from grader.packs.tensor.properties import PRODUCT, ROOT


@check(points=1)
def test_new_tensor(grades: Grades) -> None:
    """A new tensor keeps its data as an array of floats, and its gradient is zeros of its shape."""
    programs(grades, histories.zeros_at_first())


@check(points=1)
def test_total(grades: Grades) -> None:
    """`a.sum()`: every entry gets the gradient of the sum of all."""
    programs(grades, of.totals())


@check(points=1)
def test_mul(grades: Grades) -> None:
    """`a * b`: each operand gets the gradient that arrives, times the other one."""
    how = ROOT if grades.passed(test_total) else PRODUCT
    programs(grades, [*of.one_shape(how, "mul"), *families.with_zeros(how, "mul")])


def way(grades: Grades) -> of.How:
    """How a program gets its root: not by way of what is wrong in this engine."""
    return ROOT if grades.passed(test_total, test_mul) else PRODUCT


@check(points=1)
def test_add(grades: Grades) -> None:
    """`a + b`: both operands get the gradient that arrives, for tensors of one shape."""
    programs(grades, of.one_shape(way(grades), "add"))
    programs(grades, families.with_zeros(way(grades), "add"))


@check(points=1)
def test_sub_and_minus(grades: Grades) -> None:
    """`a - b` and `-a`."""
    programs(grades, [*of.negatives(way(grades)), *of.one_shape(way(grades), "sub")])


@check(points=1)
def test_div(grades: Grades) -> None:
    """`a / b`: the divisor gets the gradient that arrives times -a / b**2."""
    programs(grades, of.one_shape(way(grades), "truediv"))


@check(points=1, after=(test_add, test_mul))
def test_same_operand(grades: Grades) -> None:
    """A tensor on both sides of an operator gets two contributions, and they are added."""
    for name, own in (("add", test_add), ("mul", test_mul), ("sub", test_sub_and_minus)):
        if grades.passed(own):
            programs(grades, of.same_operand(way(grades), name))


@check(points=1)
def test_pow(grades: Grades) -> None:
    """`a ** n` with a plain number n, whole or not."""
    programs(grades, of.powers(way(grades)))


@check(points=4, after=(test_add, test_mul))
def test_broadcast_add_mul(grades: Grades) -> None:
    """`+` and `*` on every pair of shapes that broadcast: gradients have the operands' shapes."""
    programs(grades, [*of.broadcasts(way(grades), "add"), *of.broadcasts(way(grades), "mul")])


@check(points=2, after=(test_sub_and_minus, test_div))
def test_broadcast_sub_div(grades: Grades) -> None:
    """`-` and `/` on every pair of shapes that broadcast."""
    programs(grades, [*of.broadcasts(way(grades), "sub"), *of.broadcasts(way(grades), "truediv")])


@check(points=2, after=(test_add, test_mul))
def test_plain_operands(grades: Grades) -> None:
    """A plain number or a plain array on either side of `+ - * /`."""
    for name in of.BINARY:
        programs(grades, of.sides(way(grades), name))


@check(points=1)
def test_unbroadcast(grades: Grades) -> None:
    """`unbroadcast` sums a gradient back to every shape that broadcasts to its own."""
    programs(grades, of.plain_unbroadcasts())


@check(points=2)
def test_sum(grades: Grades) -> None:
    """`sum` over every choice of axes, kept and not."""
    programs(grades, [*of.axes(way(grades), "sum"), *families.with_zeros(way(grades), "sum")])


@check(points=2, after=test_sum)
def test_mean(grades: Grades) -> None:
    """`mean` over every choice of axes divides by how many entries it takes together."""
    programs(grades, [*of.axes(way(grades), "mean"), *families.with_zeros(way(grades), "mean")])


@check(points=3)
def test_matmul(grades: Grades) -> None:
    """`a @ b` for vectors, matrices, stacks, and stacks that are broadcast."""
    programs(grades, of.products(way(grades)))
    programs(grades, families.with_zeros(way(grades), "matmul"))


@check(points=1, after=test_matmul)
def test_matmul_plain(grades: Grades) -> None:
    """A plain array on either side of `@`, and one matrix on both."""
    programs(grades, of.product_sides(way(grades)))


@check(points=1)
def test_reshape(grades: Grades) -> None:
    """`reshape`, with -1 and with a tuple."""
    programs(grades, of.reshapes(way(grades)))


@check(points=2)
def test_transpose(grades: Grades) -> None:
    """`transpose` in every order of axes, and `.T`."""
    programs(grades, of.transposes(way(grades)))


@check(points=2)
def test_index(grades: Grades) -> None:
    """An index takes entries out; one that is taken twice gets two contributions."""
    programs(grades, of.indices(way(grades)))


@check(points=0.5)
def test_relu(grades: Grades) -> None:
    """relu lets the gradient through above 0 only."""
    programs(grades, of.stepwise(way(grades), "relu"))


@check(points=0.5)
def test_exp(grades: Grades) -> None:
    """exp, at 0 and far out."""
    programs(grades, of.stepwise(way(grades), "exp"))


@check(points=0.5)
def test_log(grades: Grades) -> None:
    """log, close to 0 and far out."""
    programs(grades, of.stepwise(way(grades), "log"))


@check(points=0.5)
def test_tanh(grades: Grades) -> None:
    """tanh, at 0 and far out."""
    programs(grades, of.stepwise(way(grades), "tanh"))


@check(points=2)
def test_log_softmax(grades: Grades) -> None:
    """`log_softmax` along every axis."""
    programs(grades, of.log_softmaxes(way(grades)))


@check(points=2)
def test_cross_entropy(grades: Grades) -> None:
    """`cross_entropy` of logits and whole numbers, as a list or an array."""
    programs(grades, of.cross_entropies(way(grades)))


@check(points=2, after=(test_log_softmax, test_cross_entropy))
def test_huge_logits(grades: Grades) -> None:
    """log_softmax and cross_entropy are right for logits of 1000 and -1000."""
    programs(
        grades, [*of.huge_log_softmaxes(way(grades)), *of.cross_entropies(way(grades), huge=True)]
    )


RULES: Mapping[Callable[[Grades], None], tuple[str, ...]] = {
    test_total: ("sum",),
    test_mul: ("mul",),
    test_add: ("add",),
    test_sub_and_minus: ("sub", "neg"),
    test_div: ("truediv",),
    test_pow: ("pow",),
    test_same_operand: (of.SHARED,),
    test_broadcast_add_mul: (of.BROADCAST,),
    test_sum: (of.ALONG,),
    test_mean: ("mean",),
    test_matmul: ("matmul",),
    test_reshape: ("reshape",),
    test_transpose: ("transpose", "T"),
    test_index: ("getitem",),
    test_relu: ("relu",),
    test_exp: ("exp",),
    test_log: ("log",),
    test_tanh: ("tanh",),
    test_log_softmax: ("log_softmax",),
    test_cross_entropy: ("cross_entropy",),
}
"""The checks of single rules, and what programs that need them have in them."""


def wrong_by_itself(grades: Grades) -> set[str]:
    """What programs may need of which a check of its own does not pass."""
    return {need for each, needs in RULES.items() if not grades.passed(each) for need in needs}


def with_right_rules(grades: Grades, asked: Iterable[Program], *about: str) -> None:
    """Ask for those of the programs that need nothing which is wrong by itself: a mistake costs
    the property that it breaks, and no other. about: what the check is about."""
    wrong = wrong_by_itself(grades) - {*about}
    programs(grades, [each for each in asked if not wrong or wrong.isdisjoint(of.needs(each))])


@check(points=1)
def test_layouts(grades: Grades) -> None:
    """Tensors that are made of arrays, also of views that are not contiguous."""
    programs(grades, of.layouts(way(grades), lambda a, b: a @ b, (2, 3), (3, 2)))
    programs(grades, of.layouts(way(grades), lambda a, b: a * b, (2, 3), (3,)))
    programs(grades, of.layouts(way(grades), lambda a: a.reshape(6) * a.T.reshape(6), (2, 3)))
    programs(grades, families.of_one_array(way(grades)))
    with_right_rules(grades, of.turned(way(grades)))


@check(points=2, after=(test_add, test_mul))
def test_own_gradients(grades: Grades) -> None:
    """Each tensor has a gradient array of its own: what is added to one stays there."""
    with_right_rules(grades, histories.shared_arrays(), of.SHARED)
    pair = {"a": histories.frozen((2, 2)), "b": histories.frozen((2, 2))}
    graphs: list[of.Function] = [
        of.BINARY["add"],
        of.BINARY["sub"],
        lambda a, b: a.T + b.T,
        lambda a, b: a.reshape(4) + b.reshape(4),
    ]
    with_right_rules(grades, [of.own_arrays(each, pair, ROOT) for each in graphs])
    one = {"a": pair["a"]}
    alone: list[of.Function] = [
        lambda a: a,
        lambda a: a.mean(axis=0),
        lambda a: a.T,
        lambda a: a[0],
        lambda a: a * 2,
        lambda a: a @ [[1.0, 2.0], [0.5, -1.0]],
    ]
    with_right_rules(grades, [of.own_arrays(each, one, ROOT) for each in alone])
    with_right_rules(grades, histories.own_zeros())


@check(points=3, after=(test_add, test_mul), by_order=True)
def test_waiting(grades: Grades) -> None:
    """A tensor passes its gradient on once, after all of its consumers have contributed."""
    with_right_rules(grades, histories.waiting(), of.SHARED)


@check(points=4)
def test_small_graphs(grades: Grades) -> None:
    """Every graph of up to two operations, and each operator above and beside others."""
    graphs = (families.small_graphs, families.above, families.beside, families.twice)
    asked = [program for family in graphs for program in family()]
    with_right_rules(grades, [*asked, *families.otherwise(ROOT)])


@check(points=1)
def test_untouched(grades: Grades) -> None:
    """backward() changes no data."""
    programs(grades, histories.untouched())


@check(points=2, after=test_waiting)
def test_second_call(grades: Grades) -> None:
    """A second and a third call: leaves add, inner tensors restart."""
    with_right_rules(grades, histories.second_calls())


@check(points=2, after=test_second_call)
def test_several_losses(grades: Grades) -> None:
    """Several roots, one after the other, in one graph and in several."""
    with_right_rules(grades, [*histories.several_losses(), *histories.unreached()])


@check(points=1)
def test_leaf_root(grades: Grades) -> None:
    """A root that is a leaf adds; a root holds one entry in any shape."""
    programs(grades, histories.leaf_roots())


@check(points=2)
def test_zero_grad(grades: Grades) -> None:
    """`zero_grad` gives every tensor that can be reached zeros of its own shape, and no other."""
    with_right_rules(grades, histories.zeroed())


@check(points=2, after=test_zero_grad)
def test_training(grades: Grades) -> None:
    """Training: data is set, in place and anew, and each step builds its own graph."""
    with_right_rules(grades, [*histories.trainings(), *histories.other_kinds()])


@check(points=2)
def test_size(grades: Grades) -> None:
    """450 operations in a row, 200 tensors that are used again, arrays of some thousand entries."""
    with_right_rules(grades, [*histories.chains(), *histories.large()])


@trap(points=2, after=(test_broadcast_add_mul, test_broadcast_sub_div))
def test_any_broadcast(grades: Grades) -> None:
    """Operators broadcast and sum back for any numbers."""
    for name in of.BINARY:
        for left, right in grades.drawn(lambda rng: rng.sample(of.BROADCASTING, 15)):
            programs(grades, [_drawn_pair(grades, name, left, right)])


@trap(points=2, after=(test_second_call, test_several_losses, test_zero_grad, test_training))
def test_any_history(grades: Grades) -> None:
    """Several calls, losses and steps of training leave the right gradients for any numbers."""

    def data(shape: of.Shape) -> object:
        return grades.drawn(lambda rng: drawn_numbers(rng, shape))

    for kind in (
        histories.second_calls,
        histories.several_losses,
        histories.zeroed,
        histories.trainings,
        histories.shared_arrays,
        histories.waiting,
    ):
        with_right_rules(grades, kind(data))


SMALL = (2,) * 200


@trap(points=6, after=test_small_graphs)
def test_random_graphs(grades: Grades) -> None:
    """60 drawn graphs of up to 30 operations, each right alone, and two of which a part is dead."""
    # Nearly every large one needs nearly every operator: of small ones some are left for each draw.
    sizes = (*(3, 6, 12, 30) * 15, *(SMALL if wrong_by_itself(grades) else ()))
    drawn = [grades.drawn(partial(families.drawn_graph, operations=size)) for size in sizes]
    with_right_rules(grades, [*families.dead_branches(), *drawn])


def _drawn_pair(grades: Grades, name: str, left: of.Shape, right: of.Shape) -> Program:
    least = of.OPERATORS[name].apart

    def draw(shape: of.Shape) -> object:
        return grades.drawn(lambda rng: drawn_numbers(rng, shape, least))

    leaves = {"a": draw(left), "b": draw(right)}
    weights = draw(np.broadcast_shapes(left, right))
    return of_root(of.BINARY[name], leaves, weights)
