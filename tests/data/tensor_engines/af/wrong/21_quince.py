"""Exercise 8, the exam: the whole engine, on arrays.

Made for training loops: forward passes keep what backward needs, and nothing is worked out
twice. The loss has a rule of its own (softmax minus one-hot), so the whole log-softmax part of
the graph is a single tensor. Temporary arrays are written into where they are ours anyway.
"""

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    if np.shape(grad) == tuple(shape):
        return grad
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    return grad.sum(axis=tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True)


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, parents=(), op="leaf"):
        self.data = np.asarray(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.parents = parents
        self.op = op
        self.rule = None

    def __repr__(self):
        return f"<{self.op} {self.data.shape}>"

    def receive(self, part):
        """Add a contribution; broadcasting it down to the own shape if need be."""
        np.add(self.grad, unbroadcast(part, self.data.shape), out=self.grad)

    @staticmethod
    def wrap(value):
        return value if isinstance(value, Tensor) else Tensor(np.array(value, dtype=np.float64), op="const")

    def __add__(self, other):
        other = Tensor.wrap(other)
        out = Tensor(self.data + other.data, (self, other), "+")

        def rule(g):
            self.receive(g)
            other.receive(g)

        out.rule = rule
        return out

    def __sub__(self, other):
        other = Tensor.wrap(other)
        out = Tensor(self.data - other.data, (self, other), "-")

        def rule(g):
            self.receive(g)
            other.receive(-g)

        out.rule = rule
        return out

    def __mul__(self, other):
        other = Tensor.wrap(other)
        out = Tensor(self.data * other.data, (self, other), "*")

        def rule(g):
            self.receive(g * other.data)
            other.receive(g * self.data)

        out.rule = rule
        return out

    def __truediv__(self, other):
        other = Tensor.wrap(other)
        inverse = 1.0 / other.data
        out = Tensor(self.data / other.data, (self, other), "/")

        def rule(g):
            share = g * inverse
            self.receive(share)
            other.receive(-share * out.data)

        out.rule = rule
        return out

    def __matmul__(self, other):
        other = Tensor.wrap(other)
        out = Tensor(self.data @ other.data, (self, other), "@")
        row, column = self.data.ndim == 1, other.data.ndim == 1

        def rule(g):
            a = self.data[None] if row else self.data
            b = other.data[:, None] if column else other.data
            g = g[..., None] if column else g
            g = g[..., None, :] if row else g
            to_a = g @ np.swapaxes(b, -1, -2)
            to_b = np.swapaxes(a, -1, -2) @ g
            self.receive(to_a[..., 0, :] if row else to_a)
            other.receive(to_b[..., 0] if column else to_b)

        out.rule = rule
        return out

    def __radd__(self, other):
        return Tensor.wrap(other) + self

    def __rsub__(self, other):
        return Tensor.wrap(other) - self

    def __rmul__(self, other):
        return Tensor.wrap(other) * self

    def __rtruediv__(self, other):
        return Tensor.wrap(other) / self

    def __rmatmul__(self, other):
        return Tensor.wrap(other) @ self

    def __neg__(self):
        out = Tensor(-self.data, (self,), "neg")
        out.rule = lambda g: self.receive(-g)
        return out

    def __pow__(self, n):
        out = Tensor(self.data**n, (self,), f"**{n}")
        if n == 0:
            out.rule = lambda g: None
        else:
            out.rule = lambda g: self.receive(n * g * self.data ** (n - 1))
        return out

    def sum(self, axis=None, keepdims=False):
        total = np.sum(self.data, axis=axis, keepdims=True)
        out = Tensor(total if keepdims else np.sum(self.data, axis=axis), (self,), "sum")
        out.rule = lambda g: self.receive(np.broadcast_to(g.reshape(total.shape), self.data.shape))
        return out

    def mean(self, axis=None, keepdims=False):
        total = np.sum(self.data, axis=axis, keepdims=True)
        each = total.size / self.data.size
        out = Tensor(each * np.sum(self.data, axis=axis, keepdims=keepdims), (self,), "mean")
        out.rule = lambda g: self.receive(
            np.broadcast_to(g.reshape(total.shape) * each, self.data.shape)
        )
        return out

    def reshape(self, *shape):
        out = Tensor(self.data.reshape(*shape), (self,), "reshape")
        out.rule = lambda g: self.receive(g.reshape(self.data.shape))
        return out

    def transpose(self, axes=None):
        out = Tensor(self.data.transpose(axes), (self,), "transpose")
        if axes is None:
            out.rule = lambda g: self.receive(g.T)
        else:
            back = np.argsort(np.mod(axes, self.data.ndim)) if self.data.ndim else ()
            out.rule = lambda g: self.receive(g.transpose(tuple(back)))
        return out

    T = property(lambda self: self.transpose())

    def __getitem__(self, index):
        out = Tensor(self.data[index], (self,), "index")
        out.rule = lambda g: np.add.at(self.grad, index, g)
        return out

    def relu(self):
        value = np.maximum(self.data, 0.0)
        out = Tensor(value, (self,), "relu")
        out.rule = lambda g: self.receive(g * (value > 0))
        return out

    def exp(self):
        value = np.exp(self.data)
        out = Tensor(value, (self,), "exp")
        out.rule = lambda g: self.receive(g * value)
        return out

    def log(self):
        out = Tensor(np.log(self.data), (self,), "log")
        out.rule = lambda g: self.receive(g / self.data)
        return out

    def tanh(self):
        value = np.tanh(self.data)
        slope = 1.0 - value * value
        out = Tensor(value, (self,), "tanh")
        out.rule = lambda g: self.receive(g * slope)
        return out

    def log_softmax(self, axis=-1):
        value, softmax = log_and_softmax(self.data, axis)
        out = Tensor(value, (self,), "log_softmax")
        out.rule = lambda g: self.receive(g - softmax * g.sum(axis=axis, keepdims=True))
        return out

    def backward(self):
        order = list(below(self))
        for node in order:
            if node.parents:
                node.grad = np.zeros(node.data.shape)
        self.receive(np.ones(self.data.shape))
        for node in reversed(order):
            if node.rule is not None:
                node.rule(node.grad)


def below(root):
    """All tensors that root was made of, each after its parents; root is the last one."""
    stack, state = [root], {}
    while stack:
        node = stack[-1]
        if state.get(node) is None:
            state[node] = "open"
            stack.extend(each for each in node.parents if each not in state)
        else:
            stack.pop()
            if state[node] == "open":
                state[node] = "done"
                yield node


def log_and_softmax(array, axis):
    """log(softmax) along an axis, safe for large entries, and softmax itself."""
    value = array - array.max(axis=axis, keepdims=True)
    softmax = np.exp(value)
    total = softmax.sum(axis=axis, keepdims=True)
    np.subtract(value, np.log(total), out=value)
    np.divide(softmax, total, out=softmax)
    return value, softmax


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    logits = Tensor.wrap(logits)
    value, softmax = log_and_softmax(logits.data, 1)
    rows, labels = np.arange(len(value)), np.array(labels)
    out = Tensor(-value[rows, labels].mean(), (logits,), "cross_entropy")

    def rule(g):
        slope = softmax
        slope[rows, labels] -= 1.0
        logits.receive(slope * (g / len(rows)))

    out.rule = rule
    return out


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in below(root):
        node.grad = np.zeros(node.data.shape)


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
