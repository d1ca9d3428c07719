import math
from functools import wraps

def operation(method):
    """The method returns a value and a rule; the decorator makes the node."""

    @wraps(method)
    def wrapped(*args):
        args = [a if isinstance(a, Value) else Value(a) for a in args]
        data, rule = method(*args)
        node = Value(data)
        node._prev = tuple(args)
        node._backward = rule
        return node

    return wrapped

class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = None

    @operation
    def __add__(self, other):
        def rule(grad):
            self.grad += grad
            other.grad += grad
        return self.data + other.data, rule

    @operation
    def __mul__(self, other):
        def rule(grad):
            self.grad += other.data * grad
            other.grad += self.data * grad
        return self.data * other.data, rule

    @operation
    def __neg__(self):
        def rule(grad):
            self.grad -= 1
        return -self.data, rule

    @operation
    def tanh(self):
        t = math.tanh(self.data)
        def rule(grad):
            self.grad += (1 - t * t) * grad
        return t, rule

    @operation
    def exp(self):
        e = math.exp(self.data)
        def rule(grad):
            self.grad += e * grad
        return e, rule

    @operation
    def relu(self):
        def rule(grad):
            self.grad += grad * (self.data > 0)
        return self.data * (self.data > 0), rule

    @operation
    def inverse(self):
        i = 1.0 / self.data
        def rule(grad):
            self.grad -= i * i * grad
        return i, rule

    def __pow__(self, n):
        @operation
        def power(x):
            def rule(grad):
                x.grad += (n * x.data ** (n - 1) if n else 0.0) * grad
            return x.data**n, rule
        return power(self)

    def __sub__(self, other): return self + (-other)
    def __truediv__(self, other): return self * (other.inverse() if isinstance(other, Value) else 1 / other)
    def __radd__(self, other): return self + other
    def __rsub__(self, other): return -self + other
    def __rmul__(self, other): return self * other
    def __rtruediv__(self, other): return self.inverse() * other

    def backward(self):
        build_topo(self, set(), nodes := [])
        for node in nodes:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(nodes):
            if node._backward:
                node._backward(node.grad)

def build_topo(v, visited, topo):
    agenda = [(False, v)]
    while agenda:
        finished, node = agenda.pop()
        if finished:
            topo.append(node)
        elif id(node) not in visited:
            visited.add(id(node))
            agenda.append((True, node))
            agenda.extend((False, p) for p in node._prev)

def zero_grad(root):
    build_topo(root, set(), nodes := [])
    for node in nodes:
        node.grad = 0.0
