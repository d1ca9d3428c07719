"""Operators are written down as a table of texts and installed one by one."""

import math

BINARY = {
    # name: (value, slope to the left, slope to the right), in a, b and the result y
    "add": ("a + b", "1.0", "1.0"),
    "sub": ("a - b", "1.0", "-1.0"),
    "mul": ("a * b", "b", "a"),
    "truediv": ("a / b", "1.0 / b", "-y / b"),
}
UNARY = {
    "__neg__": ("-a", "-1.0"),
    "tanh": ("math.tanh(a)", "1.0 - y * y"),
    "exp": ("math.exp(a)", "y"),
    "relu": ("a if a > 0 else 0.0", "1.0 if y > 0 else 0.0"),
}


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data, self.grad, self._prev, self._op = data, 0.0, _prev, _op
        self._backward = lambda: None

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def rule():
            if n:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = rule
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        [setattr(node, "grad", 0.0) for node in topo if node._prev]
        self.grad += 1.0
        [node._backward() for node in topo[::-1]]


def function(arguments, text):
    return eval(f"lambda {arguments}: {text}", {"math": math})


def install_binary(name, value, left, right):
    value = function("a, b", value)
    left, right = function("a, b, y", left), function("a, b, y", right)

    def forward(one, two):
        one = one if isinstance(one, Value) else Value(float(one))
        two = two if isinstance(two, Value) else Value(float(two))
        out = Value(value(one.data, two.data), (one, two), name)

        def rule():
            numbers = one.data, two.data, out.data
            one.grad += left(*numbers) * out.grad
            two.grad += right(*numbers) * out.grad

        out._backward = rule
        return out

    setattr(Value, f"__{name}__", forward)
    setattr(Value, f"__r{name}__", lambda two, one: forward(one, two))


def install_unary(name, value, slope):
    value, slope = function("a", value), function("a, y", slope)

    def forward(self):
        out = Value(value(self.data), (self,), name)

        def rule():
            self.grad += slope(self.data, out.data) * out.grad

        out._backward = rule
        return out

    setattr(Value, name, forward)


for _name, _texts in BINARY.items():
    install_binary(_name, *_texts)
for _name, _texts in UNARY.items():
    install_unary(_name, *_texts)


def build_topo(v, visited, topo):
    steps = [(visited.add, v)]
    seen = set()
    while steps:
        action, node = steps.pop()
        if action == topo.append:
            topo.append(node)
        elif node not in seen:
            seen.add(node)
            steps.append((topo.append, node))
            steps += [(visited.add, below) for below in node._prev]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
