"""Exercise 2: + and * with broadcasting.

The rules of + and * are those of your scalar engine, entry by entry. What is new: the operands
may have other shapes than the result. `out.grad` has the shape of the result. What you add to
`self.grad` must have the shape of `self.data`.

Your task
---------
Write the two lines of each rule. `unbroadcast` is there: it is exercise 1. A rule adds to what is
there already, and changes no other array: `self.grad = out.grad` would make two tensors hold one
array, and what is added to one later is then in the other too.

What is judged
--------------
+ and * on every pair of shapes up to three axes that broadcasting allows; a tensor on both
sides; a plain number or array on either side; what a second rule adds. A rule is run alone: its
result gets a gradient, never ones, and `_backward()` is called.

Run this file to see the examples:  python 02_broadcasting.py
Stuck?  topograde hint broadcasting        Ready?  topograde check broadcasting
"""

import functools
import operator

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    stretched = tuple(i for i, n in enumerate(shape) if n == 1 and grad.shape[i] != 1)
    return grad.sum(axis=stretched, keepdims=True)


def post(letters):
    """Deliver each (whose, what) of a generator, one after the other."""
    for whose, what in letters():
        whose.grad = np.add(whose.grad, unbroadcast(what, np.shape(whose.data)))


def told(story):
    """An operator told as a generator: first it yields the value and the operands, then, when it
    is woken again, a letter to each of them. A generator ends, so each telling is a new one."""

    @functools.wraps(story)
    def method(self, other, *, turned=False):
        pair = (self, other if isinstance(other, Tensor) else Tensor(other))
        if turned:
            pair = pair[::-1]
        value = next(story(*pair, None))
        out = Tensor(value, pair)

        def letters():
            told_again = story(*pair, out)
            next(told_again)
            yield from told_again

        out._backward = functools.partial(post, letters)
        return out

    return method


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, _prev=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._prev = _prev
        self._backward = tuple

    def __repr__(self):
        return f"Tensor(data={self.data}, grad={self.grad})"

    @told
    def __add__(a, b, out):
        yield operator.add(a.data, b.data)
        yield a, out.grad
        yield b, out.grad

    @told
    def __mul__(a, b, out):
        yield operator.mul(a.data, b.data)
        yield a, out.grad * b.data
        yield b, out.grad * a.data

    __radd__ = functools.partialmethod(__add__, turned=True)
    __rmul__ = functools.partialmethod(__mul__, turned=True)


# ---- Examples: run this file to see them. Nothing to do below this line. ----


def sent(out, grad, *tensors):
    """The gradients of these tensors after the rule of `out` has run with this gradient."""
    out.grad = np.array(grad, dtype=np.float64)
    out._backward()
    return [each.grad for each in tensors]


def added():
    a, b = Tensor([[1.0, 2.0], [3.0, 4.0]]), Tensor([5.0, 6.0])
    return sent(a + b, [[1.0, 2.0], [3.0, 4.0]], a, b)


def multiplied():
    a, b = Tensor([[1.0], [2.0]]), Tensor([3.0, 4.0, 5.0])
    return sent(a * b, [[1.0, 0.0, 2.0], [0.0, 1.0, 0.0]], a, b)


def both_sides():
    a = Tensor([3.0, 4.0])
    return sent(a * a, [1.0, 10.0], a)


EXAMPLES = [
    ("a + b, shapes (2, 2) and (2,)", added, [[[1, 2], [3, 4]], [4, 6]]),
    ("a * b, shapes (2, 1) and (3,)", multiplied, [[[13], [4]], [1, 2, 2]]),
    ("a * a", both_sides, [[6, 80]]),
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
