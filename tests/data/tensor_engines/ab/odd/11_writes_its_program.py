"""Exercise 8. A rule is a line of Python. backward() writes the program of its graph, and runs it.

In a line, g is the gradient of the result, y its value, a and b the operands' values, s what the
operation was given besides. `program(root)` shows what backward() runs."""

import re

import numpy as np

RULES = {
    "add": ("a + b", "g", "g"),
    "sub": ("a - b", "g", "-g"),
    "mul": ("a * b", "g * b", "g * a"),
    "div": ("a / b", "g / b", "-g * y / b"),
    "dot": ("a @ b", "left(g, a, b)", "right(g, a, b)"),
    "pow": ("a ** s", "g * slope(a, s)"),
    "relu": ("np.maximum(a, 0)", "g * (a > 0)"),
    "exp": ("np.exp(a)", "g * y"),
    "log": ("np.log(a)", "g / a"),
    "tanh": ("np.tanh(a)", "g * (1 - y * y)"),
    "sum": ("a.sum(axis=s[0], keepdims=s[1])", "np.broadcast_to(g.reshape(s[2]), a.shape)"),
    "move": ("s(a)", "back(g, a, s)"),
    "logp": ("logp(a, s)", "g - np.exp(y) * g.sum(axis=s, keepdims=True)"),
}


def left(g, a, b):
    A, B = a if a.ndim > 1 else a[None], b if b.ndim > 1 else b[:, None]
    return unbroadcast(g.reshape((A @ B).shape) @ B.swapaxes(-1, -2), A.shape).reshape(a.shape)


def right(g, a, b):
    A, B = a if a.ndim > 1 else a[None], b if b.ndim > 1 else b[:, None]
    return unbroadcast(A.swapaxes(-1, -2) @ g.reshape((A @ B).shape), B.shape).reshape(b.shape)


def slope(a, n):
    return n * a ** (n - 1) if n else np.zeros_like(a)


def back(g, a, move):
    numbers = move(np.arange(a.size).reshape(a.shape))
    grad = np.zeros(a.size)
    np.add.at(grad, numbers, g)
    return grad.reshape(a.shape)


def logp(a, axis):
    a = a - a.max(axis=axis, keepdims=True)
    return a - np.log(np.exp(a).sum(axis=axis, keepdims=True))


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, name="", operands=(), s=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.name, self.operands, self.s = name, operands, s

    def __add__(self, other):
        return new("add", self, other)

    def __radd__(self, other):
        return new("add", other, self)

    def __sub__(self, other):
        return new("sub", self, other)

    def __rsub__(self, other):
        return new("sub", other, self)

    def __mul__(self, other):
        return new("mul", self, other)

    def __rmul__(self, other):
        return new("mul", other, self)

    def __truediv__(self, other):
        return new("div", self, other)

    def __rtruediv__(self, other):
        return new("div", other, self)

    def __matmul__(self, other):
        return new("dot", self, other)

    def __rmatmul__(self, other):
        return new("dot", other, self)

    def __neg__(self):
        return new("sub", 0.0, self)

    def __pow__(self, n):
        return new("pow", self, s=n)

    def sum(self, axis=None, keepdims=False):
        return new("sum", self, s=(axis, keepdims, self.data.sum(axis=axis, keepdims=True).shape))

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total / (self.data.size / total.data.size)

    def reshape(self, *shape):
        return new("move", self, s=lambda array: array.reshape(*shape))

    def transpose(self, axes=None):
        return new("move", self, s=lambda array: array.transpose(axes))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return new("move", self, s=lambda array: array[index])

    def relu(self):
        return new("relu", self)

    def exp(self):
        return new("exp", self)

    def log(self):
        return new("log", self)

    def tanh(self):
        return new("tanh", self)

    def log_softmax(self, axis=-1):
        return new("logp", self, s=axis)

    def backward(self):
        nodes = listed(self)
        names = {"d": [node.data for node in nodes], "s": [node.s for node in nodes], "np": np}
        names |= {f.__name__: f for f in (left, right, slope, back, unbroadcast)}
        names["grads"] = [np.zeros_like(n.data) if n.name else n.grad for n in nodes]
        exec(compile(program(nodes), "<backward>", "exec"), names)
        for node, grad in zip(nodes, names["grads"]):
            node.grad = grad


def new(name, *operands, s=None):
    operands = [o if isinstance(o, Tensor) else Tensor(o) for o in operands]
    names = dict(zip("ab", (o.data for o in operands)), s=s, np=np, logp=logp)
    return Tensor(eval(RULES[name][0], names), name, operands, s)


def program(nodes):
    """The lines of the backward pass; nodes come with operands first, the root is the last."""
    number = {node: i for i, node in enumerate(nodes)}
    lines = [f"grads[{len(nodes) - 1}] = grads[{len(nodes) - 1}] + np.ones_like(d[{len(nodes) - 1}])"]
    for k, node in reversed([*enumerate(nodes)]):
        if not node.name:
            continue
        words = {"g": f"grads[{k}]", "y": f"d[{k}]", "s": f"s[{k}]"}
        words |= {letter: f"d[{number[o]}]" for letter, o in zip("ab", node.operands)}
        for operand, rule in zip(node.operands, RULES[node.name][1:]):
            i = number[operand]
            sent = re.sub(r"(?<![\w.])[gyabs](?!\w)", lambda found: words[found.group()], rule)
            lines.append(f"grads[{i}] = grads[{i}] + unbroadcast({sent}, d[{i}].shape)")
    return "\n".join(lines)


def listed(root):
    nodes, seen, stack = [], set(), [(root, False)]
    while stack:
        node, complete = stack.pop()
        if complete:
            nodes.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack.extend((operand, False) for operand in node.operands)
    return nodes


def unbroadcast(grad, shape):
    lead = grad.ndim - len(shape)
    return grad.sum(axis=(*range(lead), *(lead + i for i, n in enumerate(shape) if n == 1))).reshape(shape)


def cross_entropy(logits, labels):
    return -logits.log_softmax()[np.arange(len(labels)), np.asarray(labels)].mean()


def zero_grad(root):
    for node in listed(root):
        node.grad = np.zeros_like(node.data)
