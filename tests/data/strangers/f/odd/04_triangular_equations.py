"""No chain rule in sight: the gradients g of all nodes solve the linear equations
(1 - J^T) g = e, where J holds the local derivatives and e is 1 at the root. Numbered inputs
first, the matrix is triangular, and the equations are solved from the last to the first.
The class is made by calling type()."""
import math


def row(*entries):
    return lambda: entries


def new(number, inputs, rule):
    node = Value(number)
    node._prev = list(inputs)
    node._backward = rule
    return node


def node_from(x):
    return x if isinstance(x, Value) else Value(float(x))


def init(self, data):
    self.data, self.grad, self._prev, self._backward = data, 0.0, [], row()


def plus(a, b):
    b = node_from(b)
    return new(a.data + b.data, (a, b), row(1.0, 1.0))


def minus(a, b):
    b = node_from(b)
    return new(a.data - b.data, (a, b), row(1.0, -1.0))


def times(a, b):
    b = node_from(b)
    return new(a.data * b.data, (a, b), row(b.data, a.data))


def over(a, b):
    b = node_from(b)
    q = a.data / b.data
    return new(q, (a, b), row(1.0 / b.data, -q / b.data))


def power(a, n):
    if n == 0:
        return new(1.0, (a,), row(0.0))
    if a.data == 0 and n < 1:
        return new(a.data ** n, (a,), row(math.inf))
    return new(a.data ** n, (a,), row(n * a.data ** (n - 1)))


def tanh(a):
    t = math.tanh(a.data)
    return new(t, (a,), row(1.0 - t * t))


def exp(a):
    e = math.exp(a.data)
    return new(e, (a,), row(e))


def relu(a):
    return new(max(a.data, 0.0), (a,), row(1.0 if a.data > 0 else 0.0))


def solve(root):
    unknowns = []
    build_topo(root, set(), unknowns)
    position = {node: i for i, node in enumerate(unknowns)}
    right_side = [0.0] * len(unknowns)
    right_side[position[root]] = 1.0
    for i in range(len(unknowns) - 1, -1, -1):
        node = unknowns[i]
        for inp, j in zip(node._prev, node._backward()):
            right_side[position[inp]] += j * right_side[i]
    for node, g in zip(unknowns, right_side):
        node.grad = g + (0.0 if node._prev else node.grad)


def build_topo(v, visited, topo):
    steps = [v]
    while steps:
        step = steps.pop()
        if callable(step):
            step()
        elif step not in visited:
            visited.add(step)
            steps.append(lambda node=step: topo.append(node))
            steps.extend(step._prev)


def zero_grad(root):
    unknowns = []
    build_topo(root, set(), unknowns)
    for node in unknowns:
        node.grad = 0.0


Value = type("Value", (), {
    "__init__": init,
    "__add__": plus, "__radd__": lambda a, k: plus(node_from(k), a),
    "__sub__": minus, "__rsub__": lambda a, k: minus(node_from(k), a),
    "__mul__": times, "__rmul__": lambda a, k: times(node_from(k), a),
    "__truediv__": over, "__rtruediv__": lambda a, k: over(node_from(k), a),
    "__neg__": lambda a: new(-a.data, (a,), row(-1.0)),
    "__pow__": power, "tanh": tanh, "exp": exp, "relu": relu,
    "backward": solve,
})
