import math
from array import array

store = {"data": array("d"), "grad": array("d")}


class Value:
    def __init__(self, data, _prev=(), _slopes=()):
        self.at = len(store["data"])
        store["data"].append(data)
        store["grad"].append(0.0)
        self._prev = {*_prev}
        self._shares = tuple(zip((n.at for n in _prev), _slopes))

    def _backward(self):
        grad = store["grad"]
        for at, slope in self._shares:
            grad[at] += slope * grad[self.at]

    def backward(self):
        grad = store["grad"]
        nodes = order(self)
        for node in nodes:
            if node._prev:
                grad[node.at] = 0
        grad[self.at] += 1
        for node in nodes:
            node._backward()


def in_store(name):
    def get(self):
        return store[name][self.at]

    def put(self, number):
        store[name][self.at] = number

    return property(get, put)


for name in store:
    setattr(Value, name, in_store(name))


def order(root):
    """All nodes below root, the latest first; a node is always later than its inputs."""
    nodes, new = {root.at: root}, [root]
    while new:
        new = [n for node in new for n in node._prev if n.at not in nodes and not nodes.update({n.at: n})]
    return [nodes[at] for at in sorted(nodes, reverse=True)]


TWO = {
    "add": lambda a, b: (a + b, 1, 1),
    "sub": lambda a, b: (a - b, 1, -1),
    "mul": lambda a, b: (a * b, b, a),
    "truediv": lambda a, b: (a / b, 1 / b, -a / b / b),
}
ONE = {
    "__neg__": lambda a: (-a, -1),
    "__pow__": lambda a, n: (a**n, n * a ** (n - 1) if n else 0),
    "tanh": lambda a: (math.tanh(a), 1 - math.tanh(a) ** 2),
    "exp": lambda a: (math.exp(a), math.exp(a)),
    "relu": lambda a: (a, 1) if a > 0 else (0, 0),
}


def of_two(f):
    def forwards(a, b):
        b = b if isinstance(b, Value) else Value(b)
        number, *slopes = f(a.data, b.data)
        return Value(number, (a, b), slopes)

    return forwards, lambda b, a: forwards(Value(a), b)


def of_one(f):
    def method(a, *more):
        number, slope = f(a.data, *more)
        return Value(number, (a,), (slope,))

    return method


for name, f in TWO.items():
    forwards, reflected = of_two(f)
    setattr(Value, f"__{name}__", forwards)
    setattr(Value, f"__r{name}__", reflected)
    setattr(Value, f"__i{name}__", forwards)
for name, f in ONE.items():
    setattr(Value, name, of_one(f))


def build_topo(v, visited, topo):
    topo.extend(order(v)[::-1])


def zero_grad(root):
    for node in order(root):
        node.grad = 0.0
