"""Exercise 10: a gradient checker that you can trust.

The idea
--------
If you write rules by hand, you make mistakes, and the value of the root looks right all the
same. There is an independent way to find a slope: move one number a little to either side and
see how far the result moves.

    slope at x   is about   ( f(x + h) - f(x - h) ) / (2 * h)

This is the central difference. It is slow, as it needs two calls for each number, and it is
not exact. But it knows nothing about rules, so it does not repeat their mistakes.

How small should h be? Two errors compete. If h is large, the curve bends between x - h and
x + h. If h is tiny, the two results agree in nearly all of their digits, and the difference is
rounding noise. For a curve of ordinary size, h = 0.1 is wrong by 0.004; h = 1e-11 by 0.000005;
and h = 1e-5 by 0.00000000004.

So the estimate is never exact, and "equal" has to mean "close": measure the difference
against the size of the numbers. 1000000 and 1000001 are close, 0.001 and 0.002 are not.

And there may be a kink, as in relu at 0 or |x| at 0. The slope to the left and the slope to
the right are then two different numbers. The central difference is their mean, and it proves
nothing: do not call the claim wrong there. But over a step h, the slopes to the left and to
the right differ a little at every bend, too. What tells a bend from a kink: make h smaller.
At a bend their difference shrinks as well, at a kink it stays.

Your task
---------
Write `check_grad(f, xs)`.

    xs         a list of floats
    f(xs)      returns a pair (value, grads): the value of the function at xs, and a list
               with one CLAIMED slope for each number in xs. The claims may be wrong.
    result     True if all claims agree with the central difference, False if one does not.
               A kink of f in xs[i] is no reason for False. The other claims still count.

The claims are those at xs itself. When you call f elsewhere, use the value only. Give f a
list of your own and leave xs as it is. You may call f as often as you like.

What is judged
--------------
Right claims are accepted: steep and flat functions, large and small values, the bottom of a
valley (slope 0), kinks. Wrong claims are caught: a forgotten factor, a wrong sign, a lost
contribution, also when only one claim of several is wrong or when all slopes are small. A claim
is wrong if it is off by 0.1 % of the right slope or more, at slopes from 1e-6 to 1e6. A claim
that is `nan` or infinite is wrong, too. At a kink, such a claim is not judged.

Run this file to see the examples:  python 10_check_grad.py
Stuck?  topograde hint check-grad        Ready?  topograde check check-grad
"""

import traceback


def moved(f, xs, i, x):
    """f at xs, but with x in place i."""
    return f([x if j == i else old for j, old in enumerate(xs)])


def kink(f, xs, i):
    h = 1e-7 * max(1.0, abs(xs[i]))
    left = moved(f, xs, i, xs[i] - h)[1][i]
    right = moved(f, xs, i, xs[i] + h)[1][i]
    # the slope to the left and the slope to the right are two different numbers
    return abs(right - left) > 0.02 * max(abs(left), abs(right)) > 1e-5 * h


def measured(f, xs, i):
    """Central differences for many steps: (doubt, slope), the best one."""
    found = []
    wide = None
    h = 0.125 * max(1.0, abs(xs[i]))
    for _ in range(24):
        a, b = xs[i] - h, xs[i] + h
        try:
            fa, fb = moved(f, xs, i, a)[0], moved(f, xs, i, b)[0]
        except (ValueError, ArithmeticError):
            wide = None
        else:
            near = (fb - fa) / (b - a)
            if wide is not None:
                rounding = 1e-15 * max(abs(fa), abs(fb)) / h
                found.append((abs(near - wide) + rounding, (4 * near - wide) / 3))
            wide = near
        h /= 2
    return min(found)


def check_grad(f, xs):
    """Do the slopes that f claims at xs agree with the measured ones?"""
    claims = list(f(list(xs))[1])
    good = []
    for i, claim in enumerate(claims):
        doubt, slope = measured(f, xs, i)
        off = abs(claim - slope)
        good.append(off <= 4e-4 * abs(slope) + doubt or kink(f, xs, i))
    return all(good)

# ---- Examples: run this file to see them. Nothing to do below this line. ----


def cube(xs):
    (x,) = xs
    return x**3, [3 * x**2]


def cube_without_factor(xs):
    (x,) = xs
    return x**3, [x**2]


def showcase(xs):
    a, b, c = xs
    return (a * b + c) * (a + b), [b * (a + b) + (a * b + c), a * (a + b) + (a * b + c), a + b]


def showcase_last_share_only(xs):
    a, b, c = xs
    return (a * b + c) * (a + b), [b * (a + b), a * (a + b), a + b]


def showcase_one_wrong(xs):
    value, (slope_a, slope_b, slope_c) = showcase(xs)
    return value, [slope_a, slope_b, slope_c + 0.01]


def valley(xs):
    (x,) = xs
    return (x - 5) ** 2, [2 * (x - 5)]


def valley_wrong(xs):
    (x,) = xs
    return (x - 5) ** 2, [2 * (x - 5) + 3]


def small(xs):
    (x,) = xs
    return 0.0001 * x * x, [0.0002 * x]


def small_wrong(xs):
    (x,) = xs
    return 0.0001 * x * x, [0.0001 * x]


def relu(xs):
    (x,) = xs
    return max(x, 0.0), [1.0 if x > 0 else 0.0]


def example(what, expected, f, xs):
    """Print one line: what is expected beside what your code gives."""
    line = f"{what:<40} expected {expected!s:<6}"
    try:
        found = check_grad(f, xs)
    except NotImplementedError as todo:
        print(f"  not yet  {line}\n             {todo}")
        return False
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1].lineno
        print(f"  not yet  {line}\n             line {place}: {type(error).__name__}: {error}")
        return False
    right = found is expected
    print(f"  {'right  ' if right else 'not yet'}  {line} found {found!s:.8}")
    return right


def main():
    done = [
        example("x**3 at 2, claim 12", True, cube, [2.0]),
        example("x**3 at 2, claim 4", False, cube_without_factor, [2.0]),
        example("(a*b + c) * (a+b), claims 22, 17, 5", True, showcase, [2.0, 3.0, 1.0]),
        example("the same, claims 15, 10, 5", False, showcase_last_share_only, [2.0, 3.0, 1.0]),
        example("the same, claims 22, 17, 5.01", False, showcase_one_wrong, [2.0, 3.0, 1.0]),
        example("(x-5)**2 at 5, claim 0", True, valley, [5.0]),
        example("(x-5)**2 at 5, claim 3", False, valley_wrong, [5.0]),
        example("0.0001 * x*x at 3, claim 0.0006", True, small, [3.0]),
        example("0.0001 * x*x at 3, claim 0.0003", False, small_wrong, [3.0]),
        example("relu at 0 (a kink), claim 0", True, relu, [0.0]),
    ]
    if all(done):
        print("\nAll examples agree. The grader tries more: topograde check check-grad")
    else:
        print("\nThere is still something to do: see # TODO in this file.")
        print("Stuck? topograde hint check-grad")


if __name__ == "__main__":
    main()
