import math


class Book:
    """Every node has a page; the lists say what is on it."""

    nodes = []
    inputs = []
    slopes = []


class Value:
    def __init__(self, data, inputs=(), slopes=None):
        self.data = data
        self.grad = 0.0
        self.page = len(Book.nodes)
        Book.nodes.append(self)
        Book.inputs.append(tuple(p.page for p in inputs))
        Book.slopes.append(slopes)

    @property
    def _prev(self):
        return tuple(Book.nodes[i] for i in Book.inputs[self.page])

    def _backward(self):
        pages = Book.inputs[self.page]
        if not pages:
            return
        nodes = [Book.nodes[i] for i in pages]
        slopes = Book.slopes[self.page](*[n.data for n in nodes])
        for n, slope in zip(nodes, slopes):
            n.grad += slope * self.grad

    def __add__(self, other):
        other = page_of(other)
        return Value(self.data + other.data, (self, other), lambda x, y: (1, 1))

    def __mul__(self, other):
        other = page_of(other)
        return Value(self.data * other.data, (self, other), lambda x, y: (y, x))

    def __sub__(self, other):
        other = page_of(other)
        return Value(self.data - other.data, (self, other), lambda x, y: (1, -1))

    def __truediv__(self, other):
        other = page_of(other)
        return Value(
            self.data / other.data, (self, other), lambda x, y: (1 / y, -x / y / y)
        )

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, (self,), lambda x: (0.0,))
        return Value(self.data**n, (self,), lambda x: (n * x ** (n - 1),))

    def __neg__(self):
        return 0 - self

    def __radd__(self, other):
        return page_of(other) + self

    def __rsub__(self, other):
        return page_of(other) - self

    def __rmul__(self, other):
        return page_of(other) * self

    def __rtruediv__(self, other):
        return page_of(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda x: (1 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda x: (e,))

    def relu(self):
        return Value(max(0.0, self.data), (self,), lambda x: (1 if x > 0 else 0,))

    def backward(self):
        pages = pages_under(self.page)
        for i in pages[1:]:
            if Book.inputs[i]:
                Book.nodes[i].grad = 0.0
        self.grad += 1.0
        for i in pages:
            Book.nodes[i]._backward()


def page_of(x):
    return x if isinstance(x, Value) else Value(x)


def pages_under(page):
    """The pages that this one was computed from, with itself, last page first."""
    found = {page}
    waiting = [page]
    while waiting:
        new = set(Book.inputs[waiting.pop()]) - found
        found |= new
        waiting.extend(new)
    return sorted(found, reverse=True)


def build_topo(v, visited, topo):
    for i in pages_under(v.page)[::-1]:
        visited.add(Book.nodes[i])
        topo.append(Book.nodes[i])


def zero_grad(root):
    for i in pages_under(root.page):
        Book.nodes[i].grad = 0.0
