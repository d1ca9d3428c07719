from math import exp as _exp, tanh as _tanh


class Value:
    def __init__(self, data, inputs=()):
        self.data, self.grad = float(data), 0.0
        self._prev = inputs
        self._backward = None

    @staticmethod
    def of(thing):
        if isinstance(thing, Value):
            return thing
        return Value(thing)

    # ------------------------------------------------------------- plus
    def __add__(self, other):
        other = Value.of(other)
        res = Value(self.data + other.data, (self, other))

        def step():
            self.grad += res.grad
            other.grad += res.grad

        res._backward = step
        return res

    __radd__ = __add__

    # ------------------------------------------------------------ minus
    def __sub__(self, other):
        other = Value.of(other)
        res = Value(self.data - other.data, (self, other))

        def step():
            plus, minus = self.grad + res.grad, other.grad - res.grad
            self.grad, other.grad = plus, minus

        res._backward = step
        return res

    def __rsub__(self, other):
        return Value.of(other) - self

    def __neg__(self):
        res = Value(-self.data, (self,))

        def step():
            self.grad -= res.grad

        res._backward = step
        return res

    # ------------------------------------------------------------ times
    def __mul__(self, other):
        other = Value.of(other)
        res = Value(self.data * other.data, (self, other))

        def step():
            self.grad += res.grad * other.data
            other.grad += res.grad * self.data

        res._backward = step
        return res

    __rmul__ = __mul__

    # ---------------------------------------------------------- divided
    def __truediv__(self, other):
        other = Value.of(other)
        res = Value(self.data / other.data, (self, other))

        def step():
            self.grad += res.grad / other.data
            other.grad -= res.grad * res.data / other.data

        res._backward = step
        return res

    def __rtruediv__(self, other):
        return Value.of(other) / self

    # ------------------------------------------------------------ power
    def __pow__(self, n):
        res = Value(self.data ** n, (self,))

        def step():
            if n == 0:
                return
            self.grad += res.grad * n * self.data ** (n - 1)

        res._backward = step
        return res

    # -------------------------------------------------------- functions
    def exp(self):
        res = Value(_exp(self.data), (self,))

        def step():
            self.grad += res.grad * res.data

        res._backward = step
        return res

    def tanh(self):
        res = Value(_tanh(self.data), (self,))

        def step():
            self.grad += res.grad * (1.0 - res.data * res.data)

        res._backward = step
        return res

    def relu(self):
        res = Value(max(self.data, 0.0), (self,))

        def step():
            if self.data > 0.0:
                self.grad += res.grad

        res._backward = step
        return res

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._backward is not None:
                node.grad = 0.0
        self.grad += 1.0
        while order:
            node = order.pop()
            if node._backward is not None:
                node._backward()


def build_topo(v, visited, topo):
    todo = [(v, False)]
    while todo:
        node, ready = todo.pop()
        if ready:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            todo.append((node, True))
            for source in node._prev:
                if source not in visited:
                    todo.append((source, False))


def zero_grad(root):
    seen, todo = {root}, [root]
    while todo:
        node = todo.pop()
        node.grad = 0.0
        for source in node._prev:
            if source not in seen:
                seen.add(source)
                todo.append(source)
