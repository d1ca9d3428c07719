import numpy as np


def unbroadcast(grad, shape):
    grad = np.asarray(grad)
    if grad.ndim > len(shape):
        return unbroadcast(grad.sum(axis=0), shape)
    for axis, n in enumerate(shape):
        if n == 1 and grad.shape[axis] != 1:
            return unbroadcast(grad.sum(axis=axis, keepdims=True), shape)
    return grad


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, _prev=(), _backward=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._prev = _prev
        self._backward = _backward

    def acc(self, value):
        self.grad = self.grad + unbroadcast(value, self.data.shape)

    def __add__(self, other):
        other = ensure(other)

        def _backward(g):
            self.acc(g)
            other.acc(g)

        return Tensor(self.data + other.data, (self, other), _backward)

    def __mul__(self, other):
        other = ensure(other)

        def _backward(g):
            self.acc(g * other.data)
            other.acc(g * self.data)

        return Tensor(self.data * other.data, (self, other), _backward)

    def __sub__(self, other):
        return self + (-ensure(other))

    def __truediv__(self, other):
        other = ensure(other)

        def _backward(g):
            self.acc(g / other.data)
            other.acc(-g * self.data / other.data**2)

        return Tensor(self.data / other.data, (self, other), _backward)

    def __neg__(self):
        return Tensor(-self.data, (self,), lambda g: self.acc(-g))

    def __pow__(self, n):
        def _backward(g):
            if n != 0:
                self.acc(g * n * self.data ** (n - 1))

        return Tensor(self.data**n, (self,), _backward)

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

    def __matmul__(self, other):
        other = ensure(other)
        a, b = self.data, other.data
        if a.ndim == 1 and b.ndim == 1:
            return (self * other).sum()
        if a.ndim == 1:
            return (self.reshape(len(a), 1) * other).sum(axis=-2)
        if b.ndim == 1:
            return (self * other).sum(axis=-1)

        def _backward(g):
            self.acc(g @ b.swapaxes(-1, -2))
            other.acc(a.swapaxes(-1, -2) @ g)

        return Tensor(a @ b, (self, other), _backward)

    def sum(self, axis=None, keepdims=False):
        def _backward(g):
            if not keepdims and axis is not None:
                g = np.expand_dims(g, axis)
            self.acc(np.broadcast_to(g, self.data.shape))

        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,), _backward)

    def mean(self, axis=None, keepdims=False):
        if axis is None:
            n = self.data.size
        elif isinstance(axis, tuple):
            n = int(np.prod([self.data.shape[i] for i in axis]))
        else:
            n = self.data.shape[axis]
        return self.sum(axis=axis, keepdims=keepdims) / n

    def reshape(self, *shape):
        return Tensor(
            self.data.reshape(*shape),
            (self,),
            lambda g: self.acc(g.reshape(self.data.shape)),
        )

    def transpose(self, axes=None):
        def _backward(g):
            if axes is None:
                self.acc(g.transpose())
            else:
                positive = [i + g.ndim if i < 0 else i for i in axes]
                self.acc(g.transpose(np.argsort(positive)))

        return Tensor(self.data.transpose(axes), (self,), _backward)

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def _backward(g):
            into = np.zeros_like(self.data)
            np.add.at(into, index, g)
            self.acc(into)

        return Tensor(self.data[index], (self,), _backward)

    def relu(self):
        return Tensor(self.data.clip(min=0), (self,), lambda g: self.acc(g * (self.data > 0)))

    def exp(self):
        out = Tensor(np.exp(self.data), (self,))
        out._backward = lambda g: self.acc(g * out.data)
        return out

    def log(self):
        return Tensor(np.log(self.data), (self,), lambda g: self.acc(g / self.data))

    def tanh(self):
        out = Tensor(np.tanh(self.data), (self,))
        out._backward = lambda g: self.acc(g * (1 - out.data**2))
        return out

    def log_softmax(self, axis=-1):
        top = self.data.max(axis=axis, keepdims=True)
        logsum = top + np.log(np.exp(self.data - top).sum(axis=axis, keepdims=True))
        out = Tensor(self.data - logsum, (self,))
        out._backward = lambda g: self.acc(
            g - np.exp(out.data) * g.sum(axis=axis, keepdims=True)
        )
        return out

    def backward(self):
        order = topo(self, [])
        for node in order:
            if node._prev:
                node.grad = np.zeros_like(node.data)
        self.grad = self.grad + np.ones_like(self.data)
        for node in reversed(order):
            if node._backward:
                node._backward(node.grad)


def topo(node, order, seen=set()):
    """Depth first: what a node is made of, then the node."""
    seen.add(node)
    for each in node._prev:
        if each not in seen:
            topo(each, order, seen)
    order.append(node)
    return order


def ensure(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def cross_entropy(logits, labels):
    rows = np.arange(logits.data.shape[0])
    return -logits.log_softmax()[rows, np.asarray(labels)].mean()


def zero_grad(root):
    for node in topo(root, [], set()):
        node.grad = np.zeros_like(node.data)
