"""Engine with one class for every operation.

rank = how many steps a node is away from the leaves. In backward the node with the
highest rank always goes first, so nobody is run before his consumers.
"""
import heapq
import math


class Value:
    rank = 0
    _prev = ()

    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0

    def _backward(self):
        pass

    def __add__(self, other): return Add(self, other)
    def __radd__(self, other): return Add(other, self)
    def __sub__(self, other): return Sub(self, other)
    def __rsub__(self, other): return Sub(other, self)
    def __mul__(self, other): return Mul(self, other)
    def __rmul__(self, other): return Mul(other, self)
    def __truediv__(self, other): return Div(self, other)
    def __rtruediv__(self, other): return Div(other, self)
    def __neg__(self): return Sub(0.0, self)
    def __pow__(self, n): return Pow(self, n)
    def tanh(self): return Tanh(self)
    def exp(self): return Exp(self)
    def relu(self): return Relu(self)

    def backward(self):
        for node in reachable(self):
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        heap = [(-self.rank, id(self), self)]
        seen = {self}
        while heap:
            node = heapq.heappop(heap)[2]
            node._backward()
            for child in node._prev:
                if child not in seen:
                    seen.add(child)
                    heapq.heappush(heap, (-child.rank, id(child), child))


class Binary(Value):
    def __init__(self, left, right):
        self.left = left if isinstance(left, Value) else Value(left)
        self.right = right if isinstance(right, Value) else Value(right)
        super().__init__(self.compute(self.left.data, self.right.data))
        self._prev = (self.left, self.right)
        self.rank = 1 + max(self.left.rank, self.left.rank)

    def _backward(self):
        to_left, to_right = self.slopes(self.left.data, self.right.data)
        self.left.grad += to_left * self.grad
        self.right.grad += to_right * self.grad


class Add(Binary):
    def compute(self, a, b): return a + b
    def slopes(self, a, b): return 1.0, 1.0


class Sub(Binary):
    def compute(self, a, b): return a - b
    def slopes(self, a, b): return 1.0, -1.0


class Mul(Binary):
    def compute(self, a, b): return a * b
    def slopes(self, a, b): return b, a


class Div(Binary):
    def compute(self, a, b): return a / b
    def slopes(self, a, b): return 1 / b, -a / (b * b)


class Unary(Value):
    def __init__(self, arg):
        self.arg = arg
        super().__init__(self.compute(arg.data))
        self._prev = (arg,)
        self.rank = arg.rank + 1

    def _backward(self):
        self.arg.grad += self.slope(self.arg.data) * self.grad


class Pow(Unary):
    def __init__(self, arg, n):
        self.n = n
        super().__init__(arg)

    def compute(self, x): return x ** self.n
    def slope(self, x): return self.n * x ** (self.n - 1) if self.n != 0 else 0.0


class Tanh(Unary):
    def compute(self, x): return math.tanh(x)
    def slope(self, x): return 1 - self.data ** 2


class Exp(Unary):
    def compute(self, x): return math.exp(x)
    def slope(self, x): return self.data


class Relu(Unary):
    def compute(self, x): return x if x > 0 else 0.0
    def slope(self, x): return 1.0 if x > 0 else 0.0


def reachable(root):
    seen, todo = {root}, [root]
    while todo:
        for child in todo.pop()._prev:
            if child not in seen:
                seen.add(child)
                todo.append(child)
    return seen


def build_topo(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        node, rest = stack[-1]
        for child in rest:
            if child not in visited:
                visited.add(child)
                stack.append((child, iter(child._prev)))
                break
        else:
            stack.pop()
            topo.append(node)


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
