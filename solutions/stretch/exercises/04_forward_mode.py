"""Exercise 4: the other direction.

Your engine goes through the graph backwards, once, and has the slope of one root for every
leaf. There is another way: go forwards, and carry for each node how fast it moves when ONE
leaf moves. One walk gives the slopes of every node for that leaf.

    at a leaf          1 for the leaf that moves, 0 for every other leaf
    d = a + b          slope of a + slope of b
    d = a * b          slope of a * b + a * slope of b
    t = tanh(x)        (1 - t*t) * slope of x

No backward pass, no order to find, no gradients to clear: the slopes are there as soon as
the values are. But with a million leaves it takes a million walks.

The two ways have nothing in common but their answer, so one can check the other.

Your task
---------
A calculation comes as a list of steps, and the last one is the root:

    [["leaf", "a", 2.0], ["leaf", "b", 3.0], ["*", "d", "a", "b"], ["tanh", "L", "d"]]

  * `forward(steps, leaf)` returns [value of the root, slope of the root for that leaf].
    A leaf that the root does not depend on has slope 0.
  * `agrees(steps, gradients)` gets a dict from each leaf to the gradient that some engine
    found. It returns True if all of them are right, False if one is not. Call 1e-9 of
    the slope, or 1e-9 near 0, a difference of rounding.

What is judged
--------------
Values and slopes, compared with PyTorch, and which gradients agree.

Run this file to see the examples:  python 04_forward_mode.py
Stuck?  topograde hint forward-mode        Ready?  topograde check forward-mode
"""

import math


def forward(steps, leaf):
    """[value of the root, slope of the root when this leaf moves]."""
    # TODO: one walk, with a value and a slope for each node
    raise NotImplementedError("TODO: one walk, with a value and a slope for each node")


def agrees(steps, gradients):
    """Whether these gradients, a dict from leaf to number, are those of the root."""
    # TODO: compare each with a forward walk
    raise NotImplementedError("TODO: compare each with a forward walk")


# ---- Examples: run this file to see them. Nothing to do below this line. ----

SHOWCASE = [
    ["leaf", "a", 2.0],
    ["leaf", "b", 3.0],
    ["leaf", "c", 1.0],
    ["*", "d", "a", "b"],
    ["+", "e", "d", "c"],
    ["+", "f", "a", "b"],
    ["*", "L", "e", "f"],
]


def main():
    try:
        for leaf, slope in (("a", 22), ("b", 17), ("c", 5)):
            print(f"{leaf}: expected [35, {slope}], found {forward(SHOWCASE, leaf)}")
        right, wrong = {"a": 22.0, "b": 17.0, "c": 5.0}, {"a": 15.0, "b": 10.0, "c": 5.0}
        print(f"22, 17, 5: expected True, found {agrees(SHOWCASE, right)}")
        print(f"15, 10, 5: expected False, found {agrees(SHOWCASE, wrong)}")
    except NotImplementedError as error:
        print(f"There is still something to do:\n  {error}")


if __name__ == "__main__":
    main()
