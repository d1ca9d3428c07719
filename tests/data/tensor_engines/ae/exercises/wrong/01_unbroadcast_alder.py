"""Exercise 1: sum back what broadcasting repeated.

NumPy adds a (2, 3) array and a (3,) array: it repeats the row for both rows of the other one. An
entry that was repeated has several consumers, one for each copy. So its gradient is the sum of
what the copies get, and it has the shape of the operand, not that of the result.

Broadcasting does two things to a shape, and you undo both:

  * it puts axes in front: (3,) is read as (1, 3);
  * it stretches axes of length 1: (2, 1) becomes (2, 3).

Your task
---------
Write `unbroadcast(grad, shape)`. grad is an array of the shape that the operands had together,
shape is that of one operand. Return the sum of grad over everything that was repeated, as an
array of just this shape. Leave grad as it is.

What is judged
--------------
Every pair of shapes up to three axes that broadcasting allows, with () among them, and arrays
that are not contiguous. Values are compared with PyTorch's, and so are shapes.

Run this file to see the examples:  python 01_unbroadcast.py
Stuck?  topograde hint unbroadcast        Ready?  topograde check unbroadcast
"""

import math

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    # Number the operand's entries, and let broadcasting itself say which of them stands where.
    size = math.prod(shape)
    owner = np.broadcast_to(np.arange(size).reshape(shape), grad.shape)
    sums = np.bincount(owner.ravel(), weights=grad.ravel(order="K"), minlength=size)
    return sums.reshape(shape)


# ---- Examples: run this file to see them. Nothing to do below this line. ----


GRAD = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])

EXAMPLES = [
    ("(2, 3) to (2, 3): nothing was repeated", lambda: [unbroadcast(GRAD, (2, 3))], [GRAD]),
    ("(2, 3) to (3,)", lambda: [unbroadcast(GRAD, (3,))], [[5, 7, 9]]),
    ("(2, 3) to (2, 1)", lambda: [unbroadcast(GRAD, (2, 1))], [[[6], [15]]]),
    ("(2, 3) to (1, 3)", lambda: [unbroadcast(GRAD, (1, 3))], [[[5, 7, 9]]]),
    ("(2, 3) to ()", lambda: [unbroadcast(GRAD, ())], [21]),
]


def main():
    for what, compute, wanted in EXAMPLES:
        try:
            found = compute()
        except NotImplementedError as todo:
            print(f"  not yet  {what}: {todo}")
            continue
        except Exception as error:
            print(f"  not yet  {what}: {type(error).__name__}: {error}")
            continue
        right = all(
            np.shape(one) == np.shape(other) and np.allclose(one, other)
            for one, other in zip(found, wanted, strict=True)
        )
        print(f"  {'right    ' if right else 'not yet  '}{what}")
        if not right:
            print(f"             expected {wanted}\n             found    {found}")


if __name__ == "__main__":
    main()
