"""Exercise 4: the matrix product.

Entry [i, j] of `a @ b` is the sum over k of a[i, k] * b[k, j]. So a[i, k] is used by every
entry of row i, each time with another factor. Write down what a[0, 1] gets in a product of a
(2, 3) and a (3, 4) matrix: the sum that you find is a matrix product again, of `out.grad` and
one of the operands, transposed. Those shapes leave you one choice only.

Your task
---------
Write the rule of `@`. Do matrices first. Then vectors. On the left one is a matrix of one row,
on the right one of one column. That axis is taken away from the result. Then stacks of
matrices, (4, 2, 3) @ (4, 3, 2), of which one may be a single matrix or have length 1: that is
broadcasting, and you know what undoes it.

What is judged
--------------
Products of vectors, matrices and stacks of matrices, also of stacks that are broadcast; plain
arrays on either side; one matrix on both.

Run this file to see the examples:  python 04_matmul.py
Stuck?  topograde hint matmul        Ready?  topograde check matmul
"""

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    stretched = tuple(i for i, n in enumerate(shape) if n == 1 and grad.shape[i] != 1)
    return grad.sum(axis=stretched, keepdims=True)


class MatmulRule:
    """The rule of one product: called without arguments, it hands the gradient on to both operands."""

    __slots__ = ("left", "right", "out")

    def __init__(self, left, right, out):
        self.left, self.right, self.out = left, right, out

    def __call__(self):
        a, b = self.left.data, self.right.data
        row = a.reshape(1, -1) if a.ndim == 1 else a
        column = b.reshape(-1, 1) if b.ndim == 1 else b
        stack = np.broadcast_shapes(row.shape[:-2], column.shape[:-2])
        grad = self.out.grad.reshape(stack + (row.shape[-2], column.shape[-1]))
        to_left = np.einsum("...ij,...kj->...ik", grad, column)
        to_right = np.einsum("...ik,...ij->...kj", row, grad)
        self.left.grad, self.right.grad = (
            self.left.grad + unbroadcast(to_left, row.shape).reshape(a.shape),
            self.right.grad + unbroadcast(to_right, column.shape).reshape(b.shape),
        )


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

    def __matmul__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        out = Tensor(self.data @ other.data, (self, other))

        out._backward = MatmulRule(self, other, out)
        return out

    def __rmatmul__(self, other):  # other @ self
        return Tensor(other) @ self


# ---- Examples: run this file to see them. Nothing to do below this line. ----


def sent(out, grad, *tensors):
    """The gradients of these tensors after the rule of `out` has run with this gradient."""
    out.grad = np.array(grad, dtype=np.float64)
    out._backward()
    return [each.grad for each in tensors]


def matrices():
    a, b = Tensor([[1.0, 2.0], [3.0, 4.0]]), Tensor([[5.0, 6.0], [7.0, 8.0]])
    return sent(a @ b, [[1.0, 0.0], [0.0, 10.0]], a, b)


def vector():
    a, b = Tensor([[1.0, 2.0], [3.0, 4.0]]), Tensor([5.0, 6.0])
    return sent(a @ b, [1.0, 10.0], a, b)


def stack():
    a, b = Tensor([[[1.0, 2.0]], [[3.0, 4.0]]]), Tensor([[5.0], [6.0]])
    return sent(a @ b, [[[1.0]], [[10.0]]], a, b)


EXAMPLES = [
    ("(2, 2) @ (2, 2)", matrices, [[[5, 7], [60, 80]], [[1, 30], [2, 40]]]),
    ("(2, 2) @ (2,)", vector, [[[5, 6], [50, 60]], [31, 42]]),
    ("(2, 1, 2) @ (2, 1)", stack, [[[[5, 6]], [[50, 60]]], [[31], [42]]]),
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
