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


# Each operation is bilinear or linear: what it does to a pair of arrays, and for either operand the
# factor with which the gradient comes back.
TABLE = {
    "add": (np.add, lambda x, y: 1.0, lambda x, y: 1.0),
    "mul": (np.multiply, lambda x, y: y, lambda x, y: x),
}


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None
    __slots__ = ("data", "grad", "_prev", "_name")

    def __init__(self, data, _prev=(), _name=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self._prev = _prev
        self._name = _name

    def __repr__(self):
        return f"Tensor(data={self.data}, grad={self.grad})"

    def _backward(self):
        if self._name is None:
            return
        _, *factors = TABLE[self._name]
        arrays = [operand.data for operand in self._prev]
        for operand, factor in zip(self._prev, factors):
            share = np.multiply(self.grad, factor(*arrays))
            operand.grad = operand.grad + unbroadcast(share, operand.data.shape)


def _operator(name, swapped):
    def method(self, other):
        pair = (self, other if isinstance(other, Tensor) else Tensor(other))
        if swapped:
            pair = pair[::-1]
        return Tensor(TABLE[name][0](pair[0].data, pair[1].data), pair, name)

    return method


for _name in TABLE:
    setattr(Tensor, f"__{_name}__", _operator(_name, False))
    setattr(Tensor, f"__r{_name}__", _operator(_name, True))


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
