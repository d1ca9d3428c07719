import numpy as np


class Function:
    """One application of an operation. Subclasses say forward(*arrays) and backward(grad)."""

    def __init__(self, *inputs):
        self.inputs = inputs

    @classmethod
    def apply(cls, *inputs, **options):
        fn = cls(*[t if isinstance(t, Tensor) else Tensor(t) for t in inputs])
        for name, value in options.items():
            setattr(fn, name, value)
        result = Tensor(fn.forward(*[t.data for t in fn.inputs]))
        result.fn = fn
        return result


class Add(Function):
    def forward(self, a, b):
        return a + b

    def backward(self, grad):
        return grad, grad


class Sub(Function):
    def forward(self, a, b):
        return a - b

    def backward(self, grad):
        return grad, -grad


class Mul(Function):
    def forward(self, a, b):
        self.a, self.b = a, b
        return a * b

    def backward(self, grad):
        return grad * self.b, grad * self.a


class Div(Function):
    def forward(self, a, b):
        self.a, self.b = a, b
        return a / b

    def backward(self, grad):
        return grad / self.b, -grad * self.a / (self.b * self.b)


class Pow(Function):
    def forward(self, a):
        self.a = a
        return a**self.n

    def backward(self, grad):
        if self.n == 0:
            return (np.zeros_like(grad),)
        return (self.n * self.a ** (self.n - 1) * grad,)


class MatMul(Function):
    def forward(self, a, b):
        self.a, self.b = a, b
        return a @ b

    def backward(self, grad):
        a, b = self.a, self.b
        left = a.reshape(1, -1) if a.ndim == 1 else a
        right = b.reshape(-1, 1) if b.ndim == 1 else b
        if b.ndim == 1:
            grad = grad[..., None]
        if a.ndim == 1:
            grad = grad[..., None, :]
        to_left = unbroadcast(grad @ right.swapaxes(-1, -2), left.shape)
        to_right = unbroadcast(left.swapaxes(-1, -2) @ grad, right.shape)
        return to_left.reshape(a.shape), to_right.reshape(b.shape)


class Sum(Function):
    def forward(self, a):
        self.shape = a.shape
        return a.sum(axis=self.axis, keepdims=self.keepdims)

    def backward(self, grad):
        if self.axis is not None and not self.keepdims:
            grad = np.expand_dims(grad, self.axis)
        return (np.ones(self.shape) * grad,)


class Reshape(Function):
    def forward(self, a):
        self.old = a.shape
        return a.reshape(self.shape)

    def backward(self, grad):
        return (grad.reshape(self.old),)


class Transpose(Function):
    def forward(self, a):
        return a.transpose(self.axes)

    def backward(self, grad):
        back = np.argsort(self.axes)
        return (grad.transpose(back),)


class Index(Function):
    def forward(self, a):
        self.shape = a.shape
        return a[self.index]

    def backward(self, grad):
        full = np.zeros(self.shape)
        np.add.at(full, self.index, grad)
        return (full,)


class ReLU(Function):
    def forward(self, a):
        self.on = a > 0
        return np.where(self.on, a, 0.0)

    def backward(self, grad):
        return (np.where(self.on, grad, 0.0),)


class Exp(Function):
    def forward(self, a):
        self.value = np.exp(a)
        return self.value

    def backward(self, grad):
        return (grad * self.value,)


class Log(Function):
    def forward(self, a):
        self.a = a
        return np.log(a)

    def backward(self, grad):
        return (grad / self.a,)


class Tanh(Function):
    def forward(self, a):
        self.value = np.tanh(a)
        return self.value

    def backward(self, grad):
        return (grad * (1.0 - self.value**2),)


class LogSoftmax(Function):
    def forward(self, a):
        shifted = a - a.max(axis=self.axis, keepdims=True)
        self.value = shifted - np.log(np.exp(shifted).sum(axis=self.axis, keepdims=True))
        return self.value

    def backward(self, grad):
        total = grad.sum(axis=self.axis, keepdims=True)
        return (grad - np.exp(self.value) * total,)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.fn = None

    def __add__(self, other):
        return Add.apply(self, other)

    def __radd__(self, other):
        return Add.apply(other, self)

    def __sub__(self, other):
        return Sub.apply(self, other)

    def __rsub__(self, other):
        return Sub.apply(other, self)

    def __mul__(self, other):
        return Mul.apply(self, other)

    def __rmul__(self, other):
        return Mul.apply(other, self)

    def __truediv__(self, other):
        return Div.apply(self, other)

    def __rtruediv__(self, other):
        return Div.apply(other, self)

    def __matmul__(self, other):
        return MatMul.apply(self, other)

    def __rmatmul__(self, other):
        return MatMul.apply(other, self)

    def __neg__(self):
        return Mul.apply(self, -1.0)

    def __pow__(self, n):
        return Pow.apply(self, n=n)

    def __getitem__(self, index):
        return Index.apply(self, index=index)

    def sum(self, axis=None, keepdims=False):
        return Sum.apply(self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis=axis, keepdims=keepdims)
        return total / (self.data.size / total.data.size)

    def reshape(self, *shape):
        if len(shape) == 1 and not isinstance(shape[0], (int, np.integer)):
            shape = tuple(shape[0])
        return Reshape.apply(self, shape=shape)

    def transpose(self, axes=None):
        if axes is None:
            axes = range(self.data.ndim)[::-1]
        return Transpose.apply(self, axes=tuple(axes))

    T = property(transpose)

    def relu(self):
        return ReLU.apply(self)

    def exp(self):
        return Exp.apply(self)

    def log(self):
        return Log.apply(self)

    def tanh(self):
        return Tanh.apply(self)

    def log_softmax(self, axis=-1):
        return LogSoftmax.apply(self, axis=axis)

    def graph(self):
        """All tensors below, each after everything that it is made of."""
        found, done, todo = set(), [], [self]
        while todo:
            top = todo[-1]
            if id(top) in found:
                todo.pop()
                continue
            waiting = [p for p in (top.fn.inputs if top.fn else ()) if id(p) not in found]
            if waiting:
                todo += waiting
            else:
                found.add(id(top))
                done.append(todo.pop())
        return done

    def backward(self):
        nodes = self.graph()
        for node in nodes:
            if node.fn:
                node.grad = np.zeros_like(node.data)
        self.grad = self.grad + 1.0
        self.grad = np.asarray(self.grad)
        for node in nodes[::-1]:
            if node.fn is None:
                continue
            for source, grad in zip(node.fn.inputs, node.fn.backward(node.grad)):
                source.grad = source.grad + unbroadcast(grad, source.data.shape)


def unbroadcast(grad, shape):
    extra = grad.ndim - len(shape)
    axes = tuple(range(extra)) + tuple(extra + i for i, n in enumerate(shape) if n == 1)
    return grad.sum(axis=axes).reshape(shape)


def cross_entropy(logits, labels):
    labels = np.asarray(labels)
    rows = np.arange(len(labels))
    return -Index.apply(logits.log_softmax(), index=(rows, labels)).mean()


def zero_grad(root):
    for node in root.graph():
        node.grad = np.zeros_like(node.data)
