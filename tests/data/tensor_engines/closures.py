import numpy as np


def unbroadcast(grad, shape):
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    for axis, size in enumerate(shape):
        if size == 1:
            grad = grad.sum(axis=axis, keepdims=True)
    return grad


class Tensor:
    __array_priority__ = 1000
    __array_ufunc__ = None

    def __init__(self, data, _prev=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self._prev = _prev
        self._backward = lambda: None

    def __add__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        out = Tensor(self.data + other.data, (self, other))

        def _backward():
            self.grad += unbroadcast(out.grad, self.data.shape)
            other.grad += unbroadcast(out.grad, other.data.shape)

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        out = Tensor(self.data * other.data, (self, other))

        def _backward():
            self.grad += unbroadcast(other.data * out.grad, self.data.shape)
            other.grad += unbroadcast(self.data * out.grad, other.data.shape)

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        out = Tensor(self.data / other.data, (self, other))

        def _backward():
            self.grad += unbroadcast(out.grad / other.data, self.data.shape)
            other.grad += unbroadcast(-out.grad * self.data / other.data**2, other.data.shape)

        out._backward = _backward
        return out

    def __matmul__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        out = Tensor(self.data @ other.data, (self, other))

        def _backward():
            a, b, g = self.data, other.data, out.grad
            if a.ndim == 1:
                a, g = a[None, :], np.expand_dims(g, 0 if b.ndim == 1 else -2)
            if b.ndim == 1:
                b, g = b[:, None], g[..., None]
            self.grad += unbroadcast(g @ np.swapaxes(b, -1, -2), a.shape).reshape(self.data.shape)
            other.grad += unbroadcast(np.swapaxes(a, -1, -2) @ g, b.shape).reshape(other.data.shape)

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Tensor(self.data**n, (self,))

        def _backward():
            self.grad += n * self.data ** ((n or 1) - 1.0) * out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other if isinstance(other, Tensor) else -np.asarray(other))

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return Tensor(other) / self

    def __rmatmul__(self, other):
        return Tensor(other) @ self

    def sum(self, axis=None, keepdims=False):
        out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,))

        def _backward():
            g = out.grad
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            self.grad += np.ones(self.data.shape) * g

        out._backward = _backward
        return out

    def mean(self, axis=None, keepdims=False):
        out = Tensor(self.data.mean(axis=axis, keepdims=keepdims), (self,))

        def _backward():
            g = out.grad / (self.data.size / out.data.size)
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            self.grad += np.ones(self.data.shape) * g

        out._backward = _backward
        return out

    def reshape(self, *shape):
        out = Tensor(self.data.reshape(*shape), (self,))

        def _backward():
            self.grad += out.grad.reshape(self.data.shape)

        out._backward = _backward
        return out

    def transpose(self, axes=None):
        out = Tensor(np.transpose(self.data, axes), (self,))

        def _backward():
            if axes is None:
                self.grad += np.transpose(out.grad)
            else:
                self.grad += np.transpose(out.grad, np.argsort(np.array(axes) % self.data.ndim))

        out._backward = _backward
        return out

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        out = Tensor(self.data[index], (self,))

        def _backward():
            np.add.at(self.grad, index, out.grad)

        out._backward = _backward
        return out

    def relu(self):
        out = Tensor(self.data * (self.data > 0), (self,))

        def _backward():
            self.grad += (self.data > 0) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = Tensor(np.exp(self.data), (self,))

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def log(self):
        out = Tensor(np.log(self.data), (self,))

        def _backward():
            self.grad += out.grad / self.data

        out._backward = _backward
        return out

    def tanh(self):
        out = Tensor(np.tanh(self.data), (self,))

        def _backward():
            self.grad += (1 - out.data**2) * out.grad

        out._backward = _backward
        return out

    def log_softmax(self, axis=-1):
        shifted = self.data - self.data.max(axis=axis, keepdims=True)
        total = np.log(np.exp(shifted).sum(axis=axis, keepdims=True))
        out = Tensor(shifted - total, (self,))

        def _backward():
            spread = out.grad.sum(axis=axis, keepdims=True)
            self.grad += out.grad - np.exp(out.data) * spread

        out._backward = _backward
        return out

    def backward(self):
        topo = order(self)
        for node in topo:
            if node._prev:
                node.grad = np.zeros(node.data.shape)
        self.grad += np.ones(self.data.shape)
        for node in reversed(topo):
            node._backward()


def order(root):
    topo, visited, stack = [], set(), [(root, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((each, False) for each in node._prev)
    return topo


def cross_entropy(logits, labels):
    logp = logits.log_softmax(axis=-1)
    n = len(labels)
    out = Tensor(-logp.data[np.arange(n), labels].mean(), (logp,))

    def _backward():
        g = np.zeros(logp.data.shape)
        g[np.arange(n), labels] = -1 / n
        logp.grad += g * out.grad

    out._backward = _backward
    return out


def zero_grad(root):
    for node in order(root):
        node.grad = np.zeros(node.data.shape)
