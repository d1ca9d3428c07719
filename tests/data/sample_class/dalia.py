class Value:
    # Basic autograd operations: + , * , relu

    def __init__(self, data, children=(), op=''):
        self.data, self.grad = data, 0
        self._prev, self._op = set(children), op
        self._backward = lambda: None

    @staticmethod
    def lift(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = Value.lift(other)
        res = Value(self.data + other.data, (self, other), '+')
        def back():
            self.grad += res.grad
            other.grad += res.grad
        res._backward = back
        return res

    def __mul__(self, other):
        other = Value.lift(other)
        res = Value(self.data * other.data, (self, other), '*')
        def back():
            self.grad += other.data * res.grad
            other.grad += self.data * res.grad
        res._backward = back
        return res

    def relu(self):
        res = Value(0 if self.data < 0 else self.data, (self,), 'ReLU')
        def back():
            # slope is 1 only where something got through
            self.grad += (1 if res.data > 0 else 0) * res.grad
        res._backward = back
        return res

    def backward(self):
        topo, done = [], set()
        def visit(n):
            if n in done:
                return
            done.add(n)
            for p in n._prev:
                visit(p)
            topo.append(n)
        visit(self)
        self.grad = 1
        while topo:
            topo.pop()._backward()
