import math


def new(self, data, _prev=(), _op=""):
    vars(self).update(data=data, grad=0.0, _prev=_prev, _op=_op, _backward=int, inner=bool(_prev))


def result(number, op, *shares):
    out = Value(number, tuple(node for node, _ in shares), op)

    def rule():
        for node, slope in shares:
            node.grad = sum((node.grad, slope * out.grad))

    out._backward = rule
    return out


def value(x):
    return x if isinstance(x, Value) else Value(x)


def add(a, b):
    a, b = value(a), value(b)
    return result(a.data + b.data, "+", (a, 1.0), (b, 1.0))


def sub(a, b):
    a, b = value(a), value(b)
    return result(a.data - b.data, "-", (a, 1.0), (b, -1.0))


def mul(a, b):
    a, b = value(a), value(b)
    return result(a.data * b.data, "*", (a, b.data), (b, a.data))


def div(a, b):
    a, b = value(a), value(b)
    return result(a.data / b.data, "/", (a, 1.0 / b.data), (b, -a.data / b.data / b.data))


def power(a, n):
    return result(a.data**n, "**", (a, 0.0 if n == 0 else n * a.data ** (n - 1)))


def tanh(a):
    t = math.tanh(a.data)
    return result(t, "tanh", (a, 1.0 - t * t))


def exp(a):
    e = math.exp(a.data)
    return result(e, "exp", (a, e))


def relu(a):
    return result(max(a.data, 0.0), "relu", (a, 1.0 if a.data > 0.0 else 0.0))


def backward(root):
    order = []
    build_topo(root, set(), order)
    for node in filter(lambda node: node.inner, order):
        node.grad = 0.0
    root.grad += 1.0
    for node in reversed(order):
        node._backward()


def build_topo(v, visited, topo):
    # Deepest first by the longest way from the root: peel the graph from above.
    consumers, line = {v: 0}, [v]
    for node in line:
        for n in node._prev:
            if n not in consumers:
                consumers[n] = 0
                line.append(n)
            consumers[n] += 1
    layer = [v]
    while layer:
        following = []
        for node in layer:
            topo.append(node)
            for n in node._prev:
                consumers[n] -= 1
                if consumers[n] == 0:
                    following.append(n)
        layer = following
    topo.reverse()


def zero_grad(root):
    seen = set()
    layer = {root}
    while layer:
        seen |= layer
        for node in layer:
            node.grad = 0.0
        layer = {n for node in layer for n in node._prev} - seen


def flipped(f):
    return lambda b, a: f(a, b)


members = {"__init__": new, "__pow__": power, "__ipow__": power, "__neg__": lambda a: mul(-1, a)}
for name, f in {"add": add, "sub": sub, "mul": mul, "truediv": div}.items():
    members |= {f"__{name}__": f, f"__i{name}__": f, f"__r{name}__": flipped(f)}
for f in (tanh, exp, relu, backward):
    members[f.__name__] = f
Value = type("Value", (), members)
