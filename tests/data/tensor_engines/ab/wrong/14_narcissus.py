"""Exercise 8, the exam: the whole engine, on arrays.

You have built all the parts. Now put them together: a `Tensor` class that gives the values and
the gradients that PyTorch gives. NumPy and Python's standard library may be used. Nothing of
them that needs files, threads, other processes or the network works while it is graded.

You may copy from your earlier answers, and from your scalar engine: the order of nodes and what
a second call does are the same here. What is new is that every gradient has a shape.

The contract
------------
Tensors
  * `Tensor(data)`: data is a number, a nested list or an array. It is kept as a float64 array in
    `.data`. `.grad` is a float64 array of its own, of the same shape, zeros at first.
  * The result of an operation is a new tensor. No operation changes the data of a tensor that
    exists. A training loop, outside of it, may set `p.data`, also by `p.data -= 0.1 * p.grad`,
    and builds its graph anew each time.

Operators, with NumPy's broadcasting
  * `+ - * /` and `@` between two tensors, or a tensor and a plain number or array on either side.
    `@` takes vectors, matrices and stacks of matrices.
  * `-t`, and `t ** n` with a plain number n.
  * `t.sum(axis=None, keepdims=False)` and `t.mean(...)`: axis is None, an int or a tuple of ints.
  * `t.reshape(*shape)` (also one tuple; -1 is allowed), `t.transpose(axes=None)`, `t.T`.
  * `t[index]`: ints, slices, tuples of these, or one list or array of ints. A row may come twice.
  * `t.relu()`, `t.exp()`, `t.log()`, `t.tanh()`, `t.log_softmax(axis=-1)`.
  * Beside the class: `unbroadcast(grad, shape)`, and `cross_entropy(logits, labels)`, the mean
    over the rows of logits; labels are whole numbers.
  * relu at 0 has gradient 0, and so has `t ** 0`, also at 0. log_softmax and cross_entropy are
    right for logits of 1000.
  * Not judged: log at 0 and below, division by zero, fractions as powers of negative numbers,
    arrays without entries; whether `Tensor(array)` copies the array, and whether the data of a
    result lie in the memory of its operands.

root.backward()
  * The root holds one number, in any shape. Its gradient is seeded with ones. No data changes.
  * Leaves ADD: after several calls a leaf's `grad` is the sum of what each call alone would give.
    A root that is a leaf adds as well.
  * Inner tensors RESTART: what an earlier call left there must not enter a later one.
  * Leaves that the root cannot reach keep what they have. What an inner tensor's `grad` holds after
    a call is not judged.

zero_grad(root)
  * A function beside the class: afterwards every tensor that can be reached from `root` has a
    `grad` of zeros, of its own shape. Leaves that it cannot reach keep what they have.

Size
  * A chain of 450 operations, a graph of 200 tensors, arrays of some thousand entries.

What is judged
--------------
Everything above, compared with PyTorch in float64: values, shapes and gradients. The names inside
your class beyond the contract are yours.

Run this file to see the examples:  python 08_tensor_engine.py
Stuck?  topograde hint tensor-engine        Ready?  topograde check tensor-engine
Passed? Train a network with it:  python digits.py
"""

import operator

import numpy as np


class Tensor:
    """An array, its gradient, and how it was made. Most methods are put in from the tables below."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, _prev=(), _vjps=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._prev = _prev
        self._vjps = _vjps

    def __pow__(self, n):
        x = self.data
        slope = np.zeros_like(x) if n == 0 else n * x ** (n - 1)
        return Tensor(x**n, (self,), (lambda g: g * slope,))

    def __matmul__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        a, b = self.data, other.data
        a2 = a[np.newaxis, :] if a.ndim == 1 else a
        b2 = b[:, np.newaxis] if b.ndim == 1 else b
        full = (a2 @ b2).shape
        return Tensor(
            a @ b,
            (self, other),
            (
                lambda g: unbroadcast(g.reshape(full) @ b2.swapaxes(-1, -2), a2.shape).reshape(a.shape),
                lambda g: unbroadcast(a2.swapaxes(-1, -2) @ g.reshape(full), b2.shape).reshape(b.shape),
            ),
        )

    def __rmatmul__(self, other):
        return Tensor(other) @ self

    def sum(self, axis=None, keepdims=False):
        x = self.data
        kept = x.sum(axis=axis, keepdims=True).shape
        back = lambda g: np.broadcast_to(g.reshape(kept), x.shape)
        return Tensor(x.sum(axis=axis, keepdims=keepdims), (self,), (back,))

    def mean(self, axis=None, keepdims=False):
        x = self.data
        kept = x.sum(axis=axis, keepdims=True)
        back = lambda g: np.broadcast_to(g.reshape(kept.shape), x.shape) * (kept.size / x.size)
        return Tensor(x.mean(axis=axis, keepdims=keepdims), (self,), (back,))

    def reshape(self, *shape):
        old = self.data.shape
        return Tensor(self.data.reshape(*shape), (self,), (lambda g: g.reshape(old),))

    def transpose(self, axes=None):
        if axes is None:
            return Tensor(self.data.T, (self,), (lambda g: g.T,))
        moved = self.data.transpose(axes)
        return Tensor(moved, (self,), (lambda g: np.moveaxis(g, list(range(g.ndim)), list(axes)),))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        x = self.data

        def back(g):
            grad = np.zeros_like(x)
            np.add.at(grad, index, g)
            return grad

        return Tensor(x[index], (self,), (back,))

    def log_softmax(self, axis=-1):
        peak = np.max(self.data, axis=axis, keepdims=True)
        z = self.data - peak
        y = z - np.log(np.sum(np.exp(z), axis=axis, keepdims=True))
        return Tensor(y, (self,), (lambda g: g - np.exp(y) * np.sum(g, axis=axis, keepdims=True),))

    def backward(self):
        order = toposort(self)
        for t in order:
            t.grad = t.grad if not t._prev else np.zeros_like(t.data)
        self.grad = self.grad + np.ones_like(self.data)
        for t in order[::-1]:
            for parent, vjp in zip(t._prev, t._vjps):
                parent.grad = parent.grad + vjp(t.grad)


# name: (value, slope from the array x and the value y)
UNARY = {
    "relu": (lambda x: np.maximum(x, 0.0), lambda x, y: x > 0),
    "exp": (np.exp, lambda x, y: y),
    "log": (np.log, lambda x, y: 1.0 / x),
    "tanh": (np.tanh, lambda x, y: 1.0 - y**2),
    "__neg__": (np.negative, lambda x, y: -1.0),
}

# name: (value, slope to the left, slope to the right)
BINARY = {
    "add": (operator.add, lambda a, b: 1.0, lambda a, b: 1.0),
    "sub": (operator.sub, lambda a, b: 1.0, lambda a, b: -1.0),
    "mul": (operator.mul, lambda a, b: b, lambda a, b: a),
    "truediv": (operator.truediv, lambda a, b: 1.0 / b, lambda a, b: -a / b**2),
}


def make_unary(name, function, slope):
    def method(self):
        x, y = self.data, function(self.data)
        return Tensor(y, (self,), (lambda g: g * slope(x, y),))

    method.__name__ = name
    setattr(Tensor, name, method)


def make_binary(name, function, left, right):
    def apply(first, second):
        a, b = first.data, second.data
        return Tensor(
            function(a, b),
            (first, second),
            (
                lambda g: unbroadcast(g * left(a, b), a.shape),
                lambda g: unbroadcast(g * right(a, b), b.shape),
            ),
        )

    def method(self, other):
        return apply(self, other if isinstance(other, Tensor) else Tensor(other))

    def reflected(self, other):
        return apply(Tensor(other), self)

    setattr(Tensor, f"__{name}__", method)
    setattr(Tensor, f"__r{name}__", reflected)


for _name, _rules in UNARY.items():
    make_unary(_name, *_rules)
for _name, _rules in BINARY.items():
    make_binary(_name, *_rules)


def toposort(root):
    order, state, stack = [], {}, [root]
    while stack:
        t = stack[-1]
        if id(t) not in state:
            state[id(t)] = "open"
            stack.extend(p for p in t._prev if id(p) not in state)
        else:
            stack.pop()
            if state[id(t)] == "open":
                state[id(t)] = "closed"
                order.append(t)
    return order


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    lead = grad.ndim - len(shape)
    if lead:
        grad = grad.sum(axis=tuple(range(lead)))
    return grad.sum(axis=tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    one_hot = np.eye(np.max(labels) + 1)[np.asarray(labels)]
    return -(logits.log_softmax(axis=-1) * one_hot).sum() / len(labels)


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in toposort(root):
        t.grad = np.zeros_like(t.data)


# ---- Examples: run this file to see them. Nothing to do below this line. ----


def broadcast():
    a, b = Tensor([[1.0], [2.0]]), Tensor([3.0, 4.0, 5.0])
    (a * b).sum().backward()
    return [a.grad, b.grad]


def product():
    a, b = Tensor([[1.0, 2.0], [3.0, 4.0]]), Tensor([5.0, 6.0])
    (a @ b).mean().backward()
    return [a.grad, b.grad]


def twice():
    a = Tensor([1.0, 2.0])
    root = (a * a + a).sum()
    root.backward()
    root.backward()
    return [a.grad]


def same_row():
    a = Tensor([[1.0, 2.0], [3.0, 4.0]])
    (a[[0, 0, 1]] * 2).sum().backward()
    return [a.grad]


def labelled():
    x = Tensor([[1000.0, 0.0], [0.0, 0.0]])
    root = cross_entropy(x, [0, 1])
    root.backward()
    return [root.data, x.grad]


EXAMPLES = [
    ("(a * b).sum(), shapes (2, 1) and (3,)", broadcast, [[[12], [12]], [3, 3, 3]]),
    ("(a @ b).mean()", product, [[[2.5, 3], [2.5, 3]], [2, 3]]),
    ("(a * a + a).sum(), two calls", twice, [[6, 10]]),
    ("a[[0, 0, 1]] takes a row twice", same_row, [[[4, 4], [2, 2]]]),
    ("cross_entropy, logits of 1000", labelled, [np.log(2) / 2, [[0, 0], [0.25, -0.25]]]),
]


def main():
    for what, compute, wanted in EXAMPLES:
        try:
            found = compute()
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
