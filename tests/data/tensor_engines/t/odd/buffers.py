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
    `.data`. `.grad` is a float64 array of the same shape, zeros at first.
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
  * relu at 0 has gradient 0. log_softmax and cross_entropy are right for logits of 1000.
  * Not judged: log at 0 and below, division by zero, fractions as powers of negative numbers.

root.backward()
  * The root holds one number, in any shape. Its gradient is seeded with ones. No data changes.
  * Leaves ADD: after several calls a leaf's `grad` is the sum of what each call alone would give.
    A root that is a leaf adds as well.
  * Inner tensors RESTART: what an earlier call left there must not enter a later one.
  * Tensors that the root cannot reach keep what they have.

zero_grad(root)
  * A function beside the class: afterwards every tensor that can be reached from `root` has a
    `grad` of zeros, of its own shape.

Size
  * A chain of 450 operations, a graph of 200 tensors, arrays of some thousand entries.

What is judged
--------------
Everything above, compared with PyTorch in float64: values, shapes and gradients. The names inside
your class beyond the contract are yours.

Run this file to see the examples:  python 08_tensor_engine.py
Stuck?  topograde hint tensor-engine        Ready?  topograde check tensor-engine
"""

# Gradients are buffers that are made once and filled in place; nobody else ever holds one.
import numpy as np


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, _from=()):
        self.data = np.array(data, dtype=np.float64, copy=True, order="C")
        self.grad = np.zeros(self.data.shape, dtype=np.float64)
        self._from = _from
        self._push = None

    def _into(self, part):
        np.add(self.grad, unbroadcast(part, self.data.shape), out=self.grad)

    def __add__(self, other):
        other = _t(other)
        out = Tensor(np.add(self.data, other.data), (self, other))

        def push():
            self._into(out.grad.copy())
            other._into(out.grad.copy())

        out._push = push
        return out

    def __mul__(self, other):
        other = _t(other)
        out = Tensor(np.multiply(self.data, other.data), (self, other))

        def push():
            self._into(np.multiply(out.grad, other.data))
            other._into(np.multiply(out.grad, self.data))

        out._push = push
        return out

    def __sub__(self, other):
        return self + _t(other).__neg__()

    def __neg__(self):
        out = Tensor(np.negative(self.data), (self,))
        out._push = lambda: self._into(np.negative(out.grad))
        return out

    def __truediv__(self, other):
        other = _t(other)
        out = Tensor(np.divide(self.data, other.data), (self, other))

        def push():
            part = np.divide(out.grad, other.data)
            self._into(part)
            other._into(np.multiply(-part, out.data))

        out._push = push
        return out

    def __pow__(self, n):
        out = Tensor(np.power(self.data, n), (self,))

        def push():
            if n != 0:
                self._into(out.grad * (n * np.power(self.data, n - 1)))

        out._push = push
        return out

    def __matmul__(self, other):
        other = _t(other)
        out = Tensor(self.data @ other.data, (self, other))

        def push():
            a, b, g = self.data, other.data, out.grad
            if a.ndim == 1:
                a = a[np.newaxis, :]
            if b.ndim == 1:
                b = b[:, np.newaxis]
            g = g.reshape((a @ b).shape)
            for_a = unbroadcast(np.matmul(g, b.swapaxes(-2, -1)), a.shape)
            for_b = unbroadcast(np.matmul(a.swapaxes(-2, -1), g), b.shape)
            self._into(for_a.reshape(self.data.shape))
            other._into(for_b.reshape(other.data.shape))

        out._push = push
        return out

    def __radd__(self, other):
        return _t(other) + self

    def __rsub__(self, other):
        return _t(other) - self

    def __rmul__(self, other):
        return _t(other) * self

    def __rtruediv__(self, other):
        return _t(other) / self

    def __rmatmul__(self, other):
        return _t(other) @ self

    def sum(self, axis=None, keepdims=False):
        out = Tensor(np.sum(self.data, axis=axis, keepdims=keepdims), (self,))
        kept = np.sum(self.data, axis=axis, keepdims=True).shape

        def push():
            # in place, and NumPy repeats
            np.add(self.grad, out.grad.reshape(kept), out=self.grad)

        out._push = push
        return out

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis, keepdims)
        return out / float(self.data.size // out.data.size)

    def reshape(self, *shape):
        out = Tensor(np.reshape(self.data, shape[0] if len(shape) == 1 else shape), (self,))

        def push():
            np.add(self.grad, out.grad.reshape(self.data.shape), out=self.grad)

        out._push = push
        return out

    def transpose(self, axes=None):
        out = Tensor(np.transpose(self.data, axes), (self,))

        def push():
            view = np.transpose(self.grad, axes)  # the same turn, of the buffer
            view += out.grad

        out._push = push
        return out

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        out = Tensor(self.data[index], (self,))

        def push():
            np.add.at(self.grad, index, out.grad)

        out._push = push
        return out

    def relu(self):
        out = Tensor(np.maximum(self.data, 0.0), (self,))
        out._push = lambda: self._into(np.multiply(out.grad, self.data > 0.0))
        return out

    def exp(self):
        out = Tensor(np.exp(self.data), (self,))
        out._push = lambda: self._into(np.multiply(out.grad, out.data))
        return out

    def log(self):
        out = Tensor(np.log(self.data), (self,))
        out._push = lambda: self._into(np.divide(out.grad, self.data))
        return out

    def tanh(self):
        out = Tensor(np.tanh(self.data), (self,))
        out._push = lambda: self._into(out.grad * (1.0 - np.square(out.data)))
        return out

    def log_softmax(self, axis=-1):
        work = self.data.copy()
        work -= work.max(axis=axis, keepdims=True)
        work -= np.log(np.exp(work).sum(axis=axis, keepdims=True))
        out = Tensor(work, (self,))

        def push():
            total = out.grad.sum(axis=axis, keepdims=True)
            self._into(out.grad - np.exp(out.data) * total)

        out._push = push
        return out

    def backward(self):
        order = _sorted(self)
        for tensor in order:
            if tensor._from:
                _clear(tensor)
        np.add(self.grad, 1.0, out=self.grad)
        for tensor in order[::-1]:
            if tensor._push is not None:
                tensor._push()


def _t(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def _sorted(root):
    """A list that grows while it is read, then sorted by the longest way from the root."""
    depth, line = {id(root): 0}, [root]
    waiting = {}
    for tensor in line:
        for one in tensor._from:
            if id(one) not in waiting:
                waiting[id(one)] = 0
                line.append(one)
            waiting[id(one)] += 1
    free = [root]
    for tensor in free:
        for one in tensor._from:
            depth[id(one)] = max(depth.get(id(one), 0), depth[id(tensor)] + 1)
            waiting[id(one)] -= 1
            if waiting[id(one)] == 0:
                free.append(one)
    return sorted(line, key=lambda tensor: -depth[id(tensor)])


def _clear(tensor):
    """A new buffer: somebody may have kept the old one to look at."""
    tensor.grad = np.zeros(tensor.data.shape)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    front = np.ndim(grad) - len(shape)
    result = np.zeros((1,) * front + tuple(shape))
    if np.shape(grad) == tuple(shape):
        return grad
    axes = tuple(i for i in range(np.ndim(grad)) if result.shape[i] == 1)
    np.sum(grad, axis=axes, keepdims=True, out=result)
    return result.reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    logp = logits.log_softmax(axis=1)
    rows = np.arange(logits.data.shape[0])
    return logp[rows, np.asarray(labels)].mean() * -1.0


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for tensor in _sorted(root):
        _clear(tensor)


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
