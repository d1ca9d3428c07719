"""Exercise 5: reshape, transpose, index.

These operations work out nothing: they only put entries elsewhere. Each gradient goes back to
where its entry came from.

A transpose with axes=(1, 2, 0) puts old axis 1 first. To go back takes other axes: the inverse.
An index takes entries out. What was not taken gets nothing. What was taken twice, as row 0 in
`a[[0, 0, 1]]`, has two consumers: that is the `a + a` of arrays.

Your task
---------
Write the rules of `reshape`, `transpose` and `__getitem__`.

What is judged
--------------
Reshapes with -1 and to and from (); transposes in every order of axes, which may be negative (-1
is the last one); indices of ints, slices, tuples of these, and lists and arrays of rows in which
one may come twice. Data and gradients may be arrays that are not contiguous.

Run this file to see the examples:  python 05_shapes.py
Stuck?  topograde hint shapes        Ready?  topograde check shapes
"""

import numpy as np


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

    def _moved(self, move):
        """What `move` makes of the entries. Made of their numbers, it says where each one came from."""
        out = Tensor(move(self.data), (self,))
        places = move(np.arange(self.data.size).reshape(self.data.shape))

        def _backward():
            grad = np.zeros_like(self.data)
            np.add.at(grad.reshape(-1), np.ravel(places), np.ravel(out.grad))
            self.grad = self.grad + grad

        out._backward = _backward
        return out

    def reshape(self, *shape):
        return self._moved(lambda array: array.reshape(*shape))

    def transpose(self, axes=None):
        return self._moved(lambda array: array.transpose(axes))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return self._moved(lambda array: array[index])


# ---- Examples: run this file to see them. Nothing to do below this line. ----


def sent(out, grad, *tensors):
    """The gradients of these tensors after the rule of `out` has run with this gradient."""
    out.grad = np.array(grad, dtype=np.float64)
    out._backward()
    return [each.grad for each in tensors]


def reshaped():
    a = Tensor([[1.0, 2.0], [3.0, 4.0]])
    return sent(a.reshape(4), [1.0, 2.0, 3.0, 4.0], a)


def turned():
    a = Tensor(np.zeros((1, 2, 2)))
    return sent(a.transpose((1, 2, 0)), [[[1.0], [2.0]], [[3.0], [4.0]]], a)


def rows():
    a = Tensor([[1.0, 2.0], [3.0, 4.0]])
    return sent(a[[0, 0, 1]], [[1.0, 2.0], [10.0, 20.0], [5.0, 6.0]], a)


EXAMPLES = [
    ("a.reshape(4), shape (2, 2)", reshaped, [[[1, 2], [3, 4]]]),
    ("a.transpose((1, 2, 0)), shape (1, 2, 2)", turned, [[[[1, 2], [3, 4]]]]),
    ("a[[0, 0, 1]]", rows, [[[11, 22], [5, 6]]]),
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
