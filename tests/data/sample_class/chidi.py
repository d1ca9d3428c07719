"""The engine from the lesson: + and *, and backward() that sorts the graph itself."""


class Value:

    def __init__(self, data, _children=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = set(_children)
        self._op = _op
        self._backward = lambda: None

    def __add__(self, other):
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += 1.0 * out.grad
            other.grad += 1.0 * out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def backward(self):
        order = []
        seen = set()

        def build_topo(v):
            if v not in seen:
                seen.add(v)
                for child in v._prev:
                    build_topo(child)
                order.append(v)

        build_topo(self)
        self.grad = 1.0
        for v in reversed(order):
            v._backward()


# by hand, right to left: five calls
a = Value(2.0)
b = Value(-3.0)
c = Value(10.0)
d = a * b
e = d + c
L = e
L.grad = 1.0
e._backward()   # L is e
d._backward()
c._backward()   # leaves: nothing happens
b._backward()
a._backward()
by_hand = (a.grad, b.grad, c.grad)

# and automatically
a, b, c = Value(2.0), Value(-3.0), Value(10.0)
L = a * b + c
L.backward()
print("a", a.grad, "b", b.grad, "c", c.grad, by_hand == (a.grad, b.grad, c.grad))

# TODO if there is time: __radd__ and friends so that 2 * a works
