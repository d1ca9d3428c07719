from collections import OrderedDict, deque


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def backward(self):
        """Give every node that leads to this one its gradient."""
        # Level by level from the root down. A node that is met again, further down,
        # moves to the end of the line: it has to wait for this consumer, too.
        order = OrderedDict({self: None})
        queue = deque(order)
        while queue:
            for input_node in queue.popleft()._prev:
                if input_node in order:
                    order.move_to_end(input_node)
                else:
                    order[input_node] = None
                    queue.append(input_node)
        self.grad = 1.0
        for node in order:
            node._backward()


def build_topo(v, visited, topo):
    if v not in visited:
        visited.add(v)
        for input_node in v._prev:
            build_topo(input_node, visited, topo)
        topo.append(v)
