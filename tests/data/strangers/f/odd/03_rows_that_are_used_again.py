"""The numbers live in columns (lists); a Value is a handle with a row number. When a handle
dies its row goes to the next node, so row numbers say nothing about age: the order is found
with a walk over the handles. `_backward` is a method that interprets an operation code."""
import math

data_column, grad_column, code_column, param_column, free_rows = [], [], [], [], []

LEAF = "."


class Value:
    __slots__ = ("_row", "_prev", "__weakref__")

    def __init__(self, data, code=LEAF, prev=(), param=0.0):
        self._prev = list(prev)
        if free_rows:
            row = free_rows.pop()
            data_column[row], grad_column[row] = data, 0.0
            code_column[row], param_column[row] = code, param
        else:
            row = len(data_column)
            data_column.append(data)
            grad_column.append(0.0)
            code_column.append(code)
            param_column.append(param)
        self._row = row

    def __del__(self, give_back=free_rows.append):
        if hasattr(self, "_row"):
            give_back(self._row)

    data = property(lambda self: data_column[self._row],
                    lambda self, x: data_column.__setitem__(self._row, x))
    grad = property(lambda self: grad_column[self._row],
                    lambda self, x: grad_column.__setitem__(self._row, x))

    def _backward(self):
        here = self._row
        code = code_column[here]
        if code == LEAF:
            return
        G, D = grad_column, data_column
        g, y = G[here], D[here]
        x = self._prev[0]._row
        z = self._prev[-1]._row
        if code == "+":
            G[x] += g
            G[z] += g
        elif code == "-":
            G[x] += g
            G[z] -= g
        elif code == "*":
            G[x] += g * D[z]
            G[z] += g * D[x]
        elif code == "/":
            G[x] += g / D[z]
            G[z] -= g * y / D[z]
        elif code == "n":
            G[x] -= g
        elif code == "s":
            G[x] += g * param_column[here]

    def __add__(self, other):
        other = handle(other)
        return Value(self.data + other.data, "+", (self, other))

    def __radd__(self, other):
        return handle(other) + self

    def __sub__(self, other):
        other = handle(other)
        return Value(self.data - other.data, "-", (self, other))

    def __rsub__(self, other):
        return handle(other) - self

    def __mul__(self, other):
        other = handle(other)
        return Value(self.data * other.data, "*", (self, other))

    def __rmul__(self, other):
        return handle(other) * self

    def __truediv__(self, other):
        other = handle(other)
        return Value(self.data / other.data, "/", (self, other))

    def __rtruediv__(self, other):
        return handle(other) / self

    def __neg__(self):
        return Value(-self.data, "n", (self,))

    def __pow__(self, n):
        x = self.data
        slope = 0.0 if n == 0 else math.inf if x == 0 and n < 1 else n * x ** (n - 1)
        return Value(x ** n, "s", (self,), slope)

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, "s", (self,), (1.0 - t) * (1.0 + t))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, "s", (self,), e)

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, "s", (self,), float(on))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if code_column[node._row] != LEAF:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def handle(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    stack = [v]
    visited.add(~v._row)
    while stack:
        node = stack[-1]
        for inp in node._prev:
            if ~inp._row not in visited:
                visited.add(~inp._row)
                stack.append(inp)
                break
        else:
            topo.append(stack.pop())


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
