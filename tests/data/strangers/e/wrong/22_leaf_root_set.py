import math


class Value:
    def __init__(self, data, _prev=(), _op="leaf", _n=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._n = _n

    def _backward(self):
        g = self.grad
        match self._op, self._prev:
            case "+", (a, b):
                a.grad += g
                b.grad += g
            case "-", (a, b):
                a.grad += g
                b.grad -= g
            case "*", (a, b):
                a.grad += g * b.data
                b.grad += g * a.data
            case "/", (a, b):
                a.grad += g / b.data
                b.grad -= g * a.data / b.data ** 2
            case "neg", (a,):
                a.grad -= g
            case "**", (a,) if self._n != 0:
                a.grad += g * self._n * a.data ** (self._n - 1)
            case "tanh", (a,):
                a.grad += g * (1 - self.data ** 2)
            case "exp", (a,):
                a.grad += g * self.data
            case "relu", (a,) if a.data > 0:
                a.grad += g
            case _:
                pass

    def _binary(self, op, other, swap=False):
        other = other if isinstance(other, Value) else Value(other)
        a, b = (other, self) if swap else (self, other)
        match op:
            case "+":
                data = a.data + b.data
            case "-":
                data = a.data - b.data
            case "*":
                data = a.data * b.data
            case "/":
                data = a.data / b.data
        return Value(data, (a, b), op)

    def __add__(self, o): return self._binary("+", o)
    def __sub__(self, o): return self._binary("-", o)
    def __mul__(self, o): return self._binary("*", o)
    def __truediv__(self, o): return self._binary("/", o)
    def __radd__(self, o): return self._binary("+", o, swap=True)
    def __rsub__(self, o): return self._binary("-", o, swap=True)
    def __rmul__(self, o): return self._binary("*", o, swap=True)
    def __rtruediv__(self, o): return self._binary("/", o, swap=True)
    def __neg__(self): return Value(-self.data, (self,), "neg")
    def __pow__(self, n): return Value(self.data ** n, (self,), "**", n)
    def tanh(self): return Value(math.tanh(self.data), (self,), "tanh")
    def exp(self): return Value(math.exp(self.data), (self,), "exp")
    def relu(self): return Value(max(0.0, self.data), (self,), "relu")

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op != "leaf":
                node.grad = 0.0
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [[v, 0]]
    visited.add(v)
    while stack:
        frame = stack[-1]
        node, i = frame
        if i < len(node._prev):
            frame[1] += 1
            if node._prev[i] not in visited:
                visited.add(node._prev[i])
                stack.append([node._prev[i], 0])
        else:
            topo.append(node)
            stack.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
