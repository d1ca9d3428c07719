"""Exercise 8: the engine with one long array for all gradients of a call.

The first backward of a root makes a plan: an order, and for each tensor its stretch of the long
array. A graph never changes once it is made, so the plan is kept with the root.
"""

import numpy as np


class Plan:
    def __init__(self, root):
        self.nodes = self.ordered(root)
        self.place, self.length = {}, 0
        for node in self.nodes:
            self.place[id(node)] = slice(self.length, self.length + node.data.size)
            self.length += node.data.size

    @staticmethod
    def ordered(root):
        """Kahn's way: a tensor is due when every link to it has been seen."""
        links, todo = {id(root): 0}, [root]
        while todo:
            for each in todo.pop().inputs:
                if id(each) not in links:
                    todo.append(each)
                links[id(each)] = links.get(id(each), 0) + 1
        order = [root]
        for node in order:
            for each in node.inputs:
                links[id(each)] -= 1
                if links[id(each)] == 0:
                    order.append(each)
        return order

    def run(self):
        """Fill a fresh long array, front to back; the leaves take their stretches home."""
        store = np.zeros(self.length)
        view = {
            id(node): store[self.place[id(node)]].reshape(node.data.shape) for node in self.nodes
        }
        view[id(self.nodes[0])][...] = 1.0
        for node in self.nodes:
            mine = view[id(node)]
            if not node.inputs:
                node.grad += mine
            else:
                node.grad[...] = mine
                node.spread(mine, *(Drop(view[id(each)]) for each in node.inputs))


class Drop:
    """Where a share is dropped. It is added, and folded to the shape that is there."""

    def __init__(self, target):
        self.target = target

    def __lshift__(self, share):
        target = self.target
        target += unbroadcast(np.asarray(share), target.shape)


class Tensor:
    """An array, its gradient, its inputs, and how it spreads its gradient over them."""

    __slots__ = ("data", "grad", "inputs", "spread", "plan")
    __array_ufunc__ = None

    def __init__(self, data, inputs=(), spread=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.inputs = inputs
        self.spread = spread
        self.plan = None

    def __add__(self, other):
        other = ensure(other)

        def spread(g, a, b):
            a << g
            b << g

        return Tensor(self.data + other.data, (self, other), spread)

    def __sub__(self, other):
        other = ensure(other)

        def spread(g, a, b):
            a << g
            b << -g

        return Tensor(self.data - other.data, (self, other), spread)

    def __mul__(self, other):
        other = ensure(other)

        def spread(g, a, b):
            a << g * other.data
            b << g * self.data

        return Tensor(self.data * other.data, (self, other), spread)

    def __truediv__(self, other):
        other = ensure(other)

        def spread(g, a, b):
            a << g / other.data
            b << -g * self.data / other.data**2

        return Tensor(self.data / other.data, (self, other), spread)

    def __matmul__(self, other):
        other = ensure(other)
        x, y = self.data, other.data

        def spread(g, a, b):
            if y.ndim == 1:
                # A vector on the right: each entry of g meets one row of x.
                a << g[..., None] * y
                b << g[..., None] * x
            elif x.ndim == 1:
                a << np.moveaxis(g[..., None, :] * y, -2, -1).sum(axis=-2)
                b << g[..., None, :] * x[:, None]
            else:
                a << g @ np.swapaxes(y, -1, -2)
                b << np.swapaxes(x, -1, -2) @ g

        return Tensor(x @ y, (self, other), spread)

    def __radd__(self, other):
        return ensure(other) + self

    def __rsub__(self, other):
        return ensure(other) - self

    def __rmul__(self, other):
        return ensure(other) * self

    def __rtruediv__(self, other):
        return ensure(other) / self

    def __rmatmul__(self, other):
        return ensure(other) @ self

    def slope(self, value, slope):
        def spread(g, a):
            a << g * slope

        return Tensor(value, (self,), spread)

    def __neg__(self):
        return self.slope(-self.data, -1.0)

    def __pow__(self, n):
        return self.slope(self.data**n, 0.0 if n == 0 else n * self.data ** (n - 1))

    def relu(self):
        return self.slope(np.maximum(self.data, 0.0), (np.sign(self.data) + 1.0) // 2.0)

    def exp(self):
        value = np.exp(self.data)
        return self.slope(value, value)

    def log(self):
        return self.slope(np.log(self.data), 1.0 / self.data)

    def tanh(self):
        value = np.tanh(self.data)
        return self.slope(value, 1.0 - value * value)

    def sum(self, axis=None, keepdims=False):
        kept = self.data.sum(axis=axis, keepdims=True).shape

        def spread(g, a):
            a << np.broadcast_to(g.reshape(kept), self.data.shape)

        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,), spread)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total / (self.data.size / total.data.size)

    def reshape(self, *shape):
        def spread(g, a):
            a << g.reshape(self.data.shape)

        return Tensor(self.data.reshape(*shape), (self,), spread)

    def transpose(self, axes=None):
        def spread(g, a):
            # The target seen as g is: what is added there lands in the right entries.
            turned = a.target.transpose(axes)
            turned += g

        return Tensor(self.data.transpose(axes), (self,), spread)

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def spread(g, a):
            np.add.at(a.target, index, g)

        return Tensor(self.data[index], (self,), spread)

    def log_softmax(self, axis=-1):
        low = self.data - self.data.max(axis=axis, keepdims=True)
        value = low - np.log(np.exp(low).sum(axis=axis, keepdims=True))

        def spread(g, a):
            a << g - np.exp(value) * g.sum(axis=axis, keepdims=True)

        return Tensor(value, (self,), spread)

    def planned(self):
        if self.plan is None:
            self.plan = Plan(self)
        return self.plan

    def backward(self):
        self.planned().run()


def ensure(value):
    return value if isinstance(value, Tensor) else Tensor(value)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    while grad.ndim > len(shape):
        grad = np.asarray(grad.sum(axis=0))
    for axis, (now, then) in enumerate(zip(grad.shape, shape)):
        if now != then:
            grad = grad.sum(axis=axis, keepdims=True)
    return grad


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    one_hot = np.equal.outer(np.asarray(labels), np.arange(logits.data.shape[1]))
    return -(logits.log_softmax(axis=1) * one_hot).sum(axis=1).mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in root.planned().nodes:
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
