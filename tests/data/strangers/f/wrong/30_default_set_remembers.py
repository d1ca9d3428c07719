import math


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = []

    def _collect(self, order, seen=set()):
        stack = [(self, 0)]
        while stack:
            node, i = stack.pop()
            if i == 0:
                if node in seen:
                    continue
                seen.add(node)
            if i < len(node._prev):
                stack.append((node, i + 1))
                stack.append((node._prev[i], 0))
            else:
                order.append(node)
        return order

    def backward(self):
        order = self._collect([])
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            for receiver, local in node._backward:
                receiver.grad += node.grad * local()

    def __add__(self, other):
        if not isinstance(other, Value): other = Value(float(other))
        out = Value(self.data + other.data, (self, other))
        out._backward = [(self, lambda: 1.0), (other, lambda: 1.0)]
        return out

    def __sub__(self, other):
        if not isinstance(other, Value): other = Value(float(other))
        out = Value(self.data - other.data, (self, other))
        out._backward = [(self, lambda: 1.0), (other, lambda: -1.0)]
        return out

    def __mul__(self, other):
        if not isinstance(other, Value): other = Value(float(other))
        out = Value(self.data * other.data, (self, other))
        out._backward = [(self, lambda: other.data), (other, lambda: self.data)]
        return out

    def __truediv__(self, other):
        if not isinstance(other, Value): other = Value(float(other))
        q = self.data / other.data
        out = Value(q, (self, other))
        out._backward = [(self, lambda: 1.0 / other.data), (other, lambda: -q / other.data)]
        return out

    def __neg__(self):
        out = Value(-self.data, (self,))
        out._backward = [(self, lambda: -1.0)]
        return out

    def __pow__(self, n):
        out = Value(self.data ** n, (self,))
        out._backward = [(self, lambda: n * self.data ** (n - 1) if n else 0.0)]
        return out

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,))
        out._backward = [(self, lambda: 1.0 - t * t)]
        return out

    def exp(self):
        e = math.exp(self.data)
        out = Value(e, (self,))
        out._backward = [(self, lambda: e)]
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,))
        out._backward = [(self, lambda: 1.0 if self.data > 0 else 0.0)]
        return out

    def __radd__(self, other): return Value(float(other)) + self
    def __rsub__(self, other): return Value(float(other)) - self
    def __rmul__(self, other): return Value(float(other)) * self
    def __rtruediv__(self, other): return Value(float(other)) / self


def build_topo(v, visited, topo):
    pending = [v]
    while pending:
        node = pending[-1]
        open_inputs = [p for p in node._prev if p not in visited]
        if open_inputs and node not in visited:
            pending += open_inputs
        else:
            pending.pop()
            if node not in visited:
                visited.add(node)
                topo.append(node)


def zero_grad(root):
    todo = [root]
    met = set(todo)
    while todo:
        node = todo.pop()
        node.grad = 0.0
        for p in node._prev:
            if p not in met:
                met.add(p)
                todo.append(p)
