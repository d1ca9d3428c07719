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

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    stretched = tuple(i for i, n in enumerate(shape) if n == 1 and grad.shape[i] != 1)
    return grad.sum(axis=stretched, keepdims=True)


class Sum:
    """a + b"""

    @staticmethod
    def forward(a, b):
        return a + b

    @staticmethod
    def backward(grad, a, b):
        yield unbroadcast(grad, a.shape)
        yield unbroadcast(grad, b.shape)


class Product:
    """a * b"""

    @staticmethod
    def forward(a, b):
        return a * b

    @staticmethod
    def backward(grad, a, b):
        yield unbroadcast(grad * b, a.shape)
        grad *= a
        yield unbroadcast(grad, b.shape)


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, _prev=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._prev = _prev
        self._backward = lambda: None

    def __repr__(self):
        return f"Tensor(data={self.data}, grad={self.grad})"

    def _apply(self, function, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        out = Tensor(function.forward(self.data, other.data), (self, other))

        def _backward():
            shares = function.backward(out.grad, self.data, other.data)
            for operand, share in zip(out._prev, shares):
                operand.grad = operand.grad + share

        out._backward = _backward
        return out

    def __add__(self, other):
        return self._apply(Sum, other)

    def __mul__(self, other):
        return self._apply(Product, other)

    def __radd__(self, other):  # other + self
        return self + other

    def __rmul__(self, other):  # other * self
        return self * other


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
