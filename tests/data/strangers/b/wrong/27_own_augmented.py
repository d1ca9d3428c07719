import math

class Value:
    def __init__(self, data, parents=(), label=""):
        self.data = data
        self.grad = 0.0
        self._prev = parents
        self.label = label
        self._backward = self._nothing

    def _nothing(self):
        return None

    @staticmethod
    def _num(x):
        return x if isinstance(x, Value) else Value(x, label="const")

    def __add__(self, other):
        other = Value._num(other)
        out = Value(self.data + other.data, (self, other), "+")

        def distribute():
            for parent in out._prev:
                parent.grad += out.grad

        out._backward = distribute
        return out

    def __mul__(self, other):
        other = Value._num(other)
        out = Value(self.data * other.data, (self, other), "*")

        def swap():
            g = out.grad
            self.grad += g * other.data
            other.grad += g * self.data

        out._backward = swap
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "pow")

        def power():
            self.grad += out.grad * (n * self.data ** (n - 1) if n else 0)

        out._backward = power
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def flatten():
            self.grad += out.grad * (1 - out.data * out.data)

        out._backward = flatten
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def same():
            self.grad += out.grad * out.data

        out._backward = same
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def gate():
            self.grad += out.grad if self.data > 0 else 0.0

        out._backward = gate
        return out

    def __iadd__(self, other):
        self.data += Value._num(other).data
        return self

    def __neg__(self): return self * -1
    def __sub__(self, other): return self + -Value._num(other)
    def __truediv__(self, other): return self * Value._num(other) ** -1
    def __radd__(self, other): return Value._num(other) + self
    def __rsub__(self, other): return Value._num(other) - self
    def __rmul__(self, other): return Value._num(other) * self
    def __rtruediv__(self, other): return Value._num(other) / self

    def backward(self):
        build_topo(self, set(), topo := [])
        for v in [v for v in topo if v._prev]:
            v.grad = 0.0
        self.grad += 1.0
        for v in topo[::-1]:
            v._backward()

def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if isinstance(node, list):  # [node]: its inputs are done
            topo += node
        elif node not in visited:
            visited.add(node)
            stack.append([node])
            stack.extend(node._prev)

def zero_grad(root):
    build_topo(root, set(), topo := [])
    for v in topo:
        v.grad = 0.0
