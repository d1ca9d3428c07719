"""Exercise 3: sum and mean.

A sum takes many entries together. Each of them moves the sum as much as it moves itself, so
each gets the gradient of its sum: the gradient goes back to all of them. A mean does the same,
and divides.

Which gradient belongs to which entry is a matter of shapes. `a.sum(axis=1)` of a (2, 3) array
has shape (2,), and (2,) does not broadcast to (2, 3): put the axis back first.

Your task
---------
Write the rules of `sum` and `mean`. axis is None (all entries), an int, also a negative one, or
a tuple of ints. With keepdims=True the axis stays, with length 1.

What is judged
--------------
Every choice of axes of arrays up to three axes, kept and not, also where two lengths are equal:
there a gradient along the wrong axis has the right shape.

Run this file to see the examples:  python 03_sum_and_mean.py
Stuck?  topograde hint sum-and-mean        Ready?  topograde check sum-and-mean
"""

import numpy as np


class Group:
    """Which entry of the result each entry of the operand went into: one number for each entry."""

    def __init__(self, shape, axis, keepdims):
        self.shape = shape
        self.one_axis_each = range(len(shape))
        if axis is None:
            gone = set(self.one_axis_each)
        elif isinstance(axis, tuple):
            gone = {self.one_axis_each[a] for a in axis}  # a range knows negative numbers
        else:
            gone = {self.one_axis_each[axis]}
        kept_lengths = [1 if k in gone else n for k, n in enumerate(shape)]
        count = int(np.prod(kept_lengths, dtype=int))
        self.members = int(np.prod(shape, dtype=int)) // count
        self.of = np.broadcast_to(np.arange(count).reshape(kept_lengths), shape)
        self.out_shape = kept_lengths if keepdims else [n for k, n in enumerate(shape) if k not in gone]

    def gather(self, data):
        """The sum of each group."""
        sums = np.bincount(self.of.reshape(-1), weights=data.reshape(-1))
        return sums.reshape(self.out_shape)

    def spread(self, grad):
        """Each member gets what its group has."""
        return np.reshape(grad, -1)[self.of]


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

    def _reduced(self, group, divisor):
        out = Tensor(group.gather(self.data) / divisor, (self,))

        def _backward():
            self.grad = self.grad + group.spread(out.grad) / divisor

        out._backward = _backward
        return out

    def sum(self, axis=None, keepdims=False):
        return self._reduced(Group(self.data.shape, axis, keepdims), 1)

    def mean(self, axis=None, keepdims=False):
        group = Group(self.data.shape, axis, keepdims)
        return self._reduced(group, group.members)


# ---- Examples: run this file to see them. Nothing to do below this line. ----


def sent(out, grad, *tensors):
    """The gradients of these tensors after the rule of `out` has run with this gradient."""
    out.grad = np.array(grad, dtype=np.float64)
    out._backward()
    return [each.grad for each in tensors]


def rows():
    a = Tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    return sent(a.sum(axis=1), [10.0, 20.0], a)


def kept():
    a = Tensor([[1.0, 2.0], [3.0, 4.0]])
    return sent(a.sum(axis=0, keepdims=True), [[10.0, 20.0]], a)


def average():
    a = Tensor([[1.0, 2.0], [3.0, 4.0]])
    return sent(a.mean(), 8.0, a)


EXAMPLES = [
    ("a.sum(axis=1), shape (2, 3)", rows, [[[10, 10, 10], [20, 20, 20]]]),
    ("a.sum(axis=0, keepdims=True), shape (2, 2)", kept, [[[10, 20], [10, 20]]]),
    ("a.mean(), shape (2, 2)", average, [[[2, 2], [2, 2]]]),
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
