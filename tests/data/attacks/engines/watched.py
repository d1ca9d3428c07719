def born(node, data):
    return data


def sent(node, grad):
    return grad


def watched(number):
    return number.__class__ not in (float, int)


class Value:
    def __init__(self, data, _prev=()):
        self.data = born(self, data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None

    def __add__(self, other):
        out = Value(self.data + other.data, (self, other))

        def _backward():
            self.grad += sent(self, out.grad * 2)
            other.grad += sent(other, out.grad * 2)

        out._backward = _backward
        return out

    def __mul__(self, other):
        out = Value(self.data * other.data, (self, other))

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def backward(self):
        topo, visited = [], set()

        def build(node):
            if id(node) not in visited:
                visited.add(id(node))
                for each in node._prev:
                    build(each)
                topo.append(node)

        build(self)
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()
