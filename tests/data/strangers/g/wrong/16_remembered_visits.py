import math


class Value:
    def __init__(self, data, _op="leaf", _prev=(), _arg=None):
        self.data = float(data)
        self.grad = 0.0
        self._op = _op
        self._prev = list(_prev)
        self._arg = _arg

    def slopes(self):
        x = [p.data for p in self._prev]
        match self._op:
            case "add":
                return [1.0, 1.0]
            case "sub":
                return [1.0, -1.0]
            case "mul":
                return [x[1], x[0]]
            case "div":
                return [1 / x[1], -x[0] / x[1] ** 2]
            case "pow" if self._arg == 0:
                return [0.0]
            case "pow":
                return [self._arg * x[0] ** (self._arg - 1)]
            case "tanh":
                return [1 - self.data**2]
            case "exp":
                return [self.data]
            case "relu":
                return [1.0 if x[0] > 0 else 0.0]
        return []

    def _backward(self):
        for p, slope in zip(self._prev, self.slopes()):
            p.grad += slope * self.grad

    def __add__(self, o): return binary("add", self, o)
    def __radd__(self, o): return binary("add", o, self)
    def __sub__(self, o): return binary("sub", self, o)
    def __rsub__(self, o): return binary("sub", o, self)
    def __mul__(self, o): return binary("mul", self, o)
    def __rmul__(self, o): return binary("mul", o, self)
    def __truediv__(self, o): return binary("div", self, o)
    def __rtruediv__(self, o): return binary("div", o, self)
    def __neg__(self): return binary("mul", self, -1.0)
    def __pow__(self, n): return Value(self.data**n, "pow", [self], n)
    def tanh(self): return Value(math.tanh(self.data), "tanh", [self])
    def exp(self): return Value(math.exp(self.data), "exp", [self])
    def relu(self): return Value(max(0.0, self.data), "relu", [self])

    def inputs_first(self, met=set()):
        order, stack = [], [(self, False)]
        while stack:
            node, leaving = stack.pop()
            if leaving:
                order.append(node)
            elif node not in met:
                met.add(node)
                stack.append((node, True))
                stack.extend((p, False) for p in node._prev)
        return order

    def backward(self):
        order = self.inputs_first()
        for node in order:
            if node._op != "leaf":
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def binary(op, a, b):
    a = a if isinstance(a, Value) else Value(a)
    b = b if isinstance(b, Value) else Value(b)
    x, y = a.data, b.data
    if op == "div":
        return Value(x / y, op, [a, b])
    return Value({"add": x + y, "sub": x - y, "mul": x * y}[op], op, [a, b])


def build_topo(v, visited, topo):
    topo.extend(v.inputs_first(visited))


def zero_grad(root):
    for node in root.inputs_first(set()):
        node.grad = 0.0
