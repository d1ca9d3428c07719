class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return "Value(data=%s, grad=%s)" % (self.data, self.grad)

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            arriving = out.grad or 1.0
            self.grad += arriving
            other.grad += arriving

        out._backward = _backward
        return out

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            arriving = out.grad
            self.grad += arriving * other.data
            other.grad += arriving * self.data

        out._backward = _backward
        return out


if __name__ == "__main__":
    p, q = Value(2.0), Value(-3.0)
    r = p * q
    s = r + p
    s.grad = 1.0
    s._backward()
    r._backward()
    print(p, q, r)
