"""No class statement. And a rule is not a function but a list of (input, slope)."""

import math

V = lambda x: x if isinstance(x, Value) else Value(x)  # noqa: E731


def init(self, data, *rule):
    vars(self).update(
        data=data, grad=0.0, _prev=[node for node, _ in rule], _backward=list(rule)
    )


def walk(start):
    """Post-order, from a list that serves as both stack and record."""
    stack, marks, order = [start], {}, []
    while stack:
        node = stack[-1]
        mark = marks.get(node)
        if mark is None:
            marks[node] = "open"
            stack.extend(n for n in node._prev if n not in marks)
        else:
            stack.pop()
            if mark == "open":
                marks[node] = "shut"
                order.append(node)
    return order


def backward(self):
    order = walk(self)
    for node in order:
        if node._backward:
            node.grad = 0.0
    self.grad += 1.0
    for node in reversed(order):
        for receiver, slope in node._backward:
            receiver.grad += slope * node.grad


def build_topo(v, visited, topo):
    topo[len(topo) :] = walk(v)


def zero_grad(root):
    any(setattr(node, "grad", 0.0) for node in walk(root))


plus = lambda x, y: Value(x.data + y.data, (x, 1.0), (y, 1.0))  # noqa: E731
minus = lambda x, y: Value(x.data - y.data, (x, 1.0), (y, -1.0))  # noqa: E731
times = lambda x, y: Value(x.data * y.data, (x, y.data), (y, x.data))  # noqa: E731
over = lambda x, y: Value(  # noqa: E731
    x.data / y.data, (x, 1.0 / y.data), (y, -x.data / y.data / y.data)
)

curve = {
    "tanh": lambda x: (math.tanh(x), 1.0 - math.tanh(x) ** 2),
    "exp": lambda x: (math.exp(x), math.exp(x)),
    "relu": lambda x: (x, 1.0) if x > 0 else (0.0, 0.0),
    "__neg__": lambda x: (-x, -1.0),
    "__pow__": lambda x, n: (x**n, n * x ** (n - 1)) if n else (1.0, 0.0),
}


def bent(shape):
    def method(self, *more):
        value, slope = shape(self.data, *more)
        return Value(value, (self, slope))

    return method


methods = {"__init__": init, "backward": backward}
for sign, work in dict(add=plus, sub=minus, mul=times, truediv=over).items():
    methods[f"__{sign}__"] = lambda self, other, work=work: work(self, V(other))
    methods[f"__r{sign}__"] = lambda self, other, work=work: work(V(other), self)
for name, shape in curve.items():
    methods[name] = bent(shape)

Value = type("Value", (), methods)
